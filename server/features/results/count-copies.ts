/** Counts, for the quotas of companies, files that an earlier version made without noting their size. */

import type { Needs } from '../task-context.ts'
import { recordCopyBytes, uncountedCopies } from './rows/uncounted-copies.ts'

/** Of deliveries, and of results; the next look takes the rest. */
const AT_ONCE = 20_000

export async function countCopies(
  { store, storage }: Pick<Needs, 'store' | 'storage'>,
  atOnce = AT_ONCE,
): Promise<void> {
  const copies = await uncountedCopies(store.db, atOnce)
  if (copies.length === 0) return
  const sizes = new Map(copies.flatMap(({ keys }) => keys.map((key) => [key, 0])))
  for await (const { key, bytes } of storage.list(['deliveries', 'results'])) if (sizes.has(key)) sizes.set(key, bytes)
  for (const copy of copies) {
    await recordCopyBytes(
      store.db,
      copy,
      copy.keys.reduce((sum, key) => sum + sizes.get(key)!, 0),
    )
  }
}

/**
 * Documents of projects that no row names: an upload whose server was killed before the row, or a removal before the file.
 * Deliveries and results need none of this: they are made again under the same key.
 */
import { posix } from 'node:path'
import { DAY, type Needs } from '../task-context.ts'
import { keptDocuments } from './document-rows.ts'

/** Time for an upload, and to put a wrong backup of the database back. */
const ORPHAN_AFTER = 7 * DAY
const AT_ONCE = 500

export async function removeOrphans(needs: Needs): Promise<void> {
  const before = needs.clock.now().getTime() - ORPHAN_AFTER
  let keys: string[] = []
  const judge = async (): Promise<void> => {
    const kept = await keptDocuments(
      needs.store.db,
      keys.map((key) => posix.basename(key)),
    )
    for (const key of keys) {
      if (kept.has(key)) continue
      await needs.storage.remove(key)
      needs.log.info({ key }, 'A document that no row names was removed')
    }
    keys = []
  }
  for await (const { key, modifiedMs } of needs.storage.list(['projects'])) {
    if (modifiedMs >= before) continue
    keys.push(key)
    if (keys.length === AT_ONCE) await judge()
  }
  await judge()
}

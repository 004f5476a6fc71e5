/** Counts, for the quotas of companies, files that an earlier version made without noting their size. */

import type { Kysely } from 'kysely'
import { packedKey, RESULT_FORMATS } from '../../../exports/result-formats.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { Database } from '../../services.ts'
import type { Conversions } from '../../task-context.ts'

/** Of deliveries, and of results; the next look takes the rest. */
const AT_ONCE = 20_000

export async function countCopies({ store, storage }: Database & Conversions, atOnce = AT_ONCE): Promise<void> {
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

type Db = Kysely<DB>

interface UncountedCopy {
  of: 'delivery' | 'artifact'
  id: string
  /** Of the row, by which it is found again */
  path: string
  keys: string[]
}

const PACKED_FORMATS = RESULT_FORMATS.filter((format) => packedKey('', format) !== null)

/** @param atMost of deliveries, and of results */
export async function uncountedCopies(db: Db, atMost: number): Promise<UncountedCopy[]> {
  const deliveries = await db
    .selectFrom('delivery')
    .select(['id', 'geojson_path as path'])
    .where('geojson_path', 'is not', null)
    .where('geojson_bytes', 'is', null)
    .limit(atMost)
    .$narrowType<{ path: string }>()
    .execute()
  const artifacts = await db
    .selectFrom('artifact')
    .select(['id', 'path', 'format'])
    .where('state', '=', 'ready')
    .where('format', 'in', PACKED_FORMATS)
    .where('path', 'is not', null)
    .where('packed_bytes', 'is', null)
    .limit(atMost)
    .$narrowType<{ path: string }>()
    .execute()
  return [
    ...deliveries.map(({ id, path }) => ({
      of: 'delivery' as const,
      id,
      path,
      keys: [path, packedKey(path, 'geojson')!],
    })),
    ...artifacts.map(({ id, path, format }) => ({
      of: 'artifact' as const,
      id,
      path,
      keys: [packedKey(path, format)!],
    })),
  ]
}

/** Nothing where the row has another file by now, whose size it knows. */
async function recordCopyBytes(db: Db, { of, id, path }: UncountedCopy, bytes: number): Promise<void> {
  if (of === 'delivery') {
    const update = db.updateTable('delivery').set({ geojson_bytes: bytes }).where('geojson_bytes', 'is', null)
    await update.where('id', '=', id).where('geojson_path', '=', path).execute()
    return
  }
  const update = db.updateTable('artifact').set({ packed_bytes: bytes }).where('packed_bytes', 'is', null)
  await update.where('id', '=', id).where('path', '=', path).execute()
}

/** Files next to deliveries and results of which no row has the size: a version made them that did not note it. */
import type { Kysely } from 'kysely'
import { packedKey, RESULT_FORMATS } from '../../../exports/result-formats.ts'
import type { DB } from '../../../platform/database/schema.ts'

type Db = Kysely<DB>

export interface UncountedCopy {
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
export async function recordCopyBytes(db: Db, { of, id, path }: UncountedCopy, bytes: number): Promise<void> {
  if (of === 'delivery') {
    const update = db.updateTable('delivery').set({ geojson_bytes: bytes }).where('geojson_bytes', 'is', null)
    await update.where('id', '=', id).where('geojson_path', '=', path).execute()
    return
  }
  const update = db.updateTable('artifact').set({ packed_bytes: bytes }).where('packed_bytes', 'is', null)
  await update.where('id', '=', id).where('path', '=', path).execute()
}

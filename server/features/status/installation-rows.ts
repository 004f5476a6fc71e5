/** The files and sealed texts by which the storage and the secrets key of an installation are known. */
import type { Kysely } from 'kysely'
import type { DB } from '../../platform/database/schema.ts'

type Db = Kysely<DB>

/** So many of each kind of file say whether a storage is the one that the rows were made with. */
const NEWEST = 5

/** Keys of the newest files that rows name. */
export async function newestFiles(db: Db): Promise<string[]> {
  const documents = ['project_document', 'agreement_file', 'start_photo', 'finding_photo'] as const
  const found = await Promise.all([
    db.selectFrom('artifact').select('path').where('state', '=', 'ready').orderBy('id', 'desc').limit(NEWEST).execute(),
    db
      .selectFrom('delivery')
      .select('path')
      .where('path', 'is not', null)
      .orderBy('id', 'desc')
      .limit(NEWEST)
      .execute(),
    ...documents.map((table) =>
      db.selectFrom(table).select('path').where('removed_at', 'is', null).orderBy('id', 'desc').limit(NEWEST).execute(),
    ),
  ])
  return found.flat().flatMap(({ path }) => (path === null ? [] : [path]))
}

/** Some texts that the secrets key has sealed. */
export async function sealedTexts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sealed_secret').select('value').limit(NEWEST).execute()
  return rows.map(({ value }) => value)
}

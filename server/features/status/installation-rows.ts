/** What all processes of an installation have in common, and the files by which a storage is known. */
import type { Kysely } from 'kysely'
import type { DB, InstallationTable } from '../../platform/database/schema.ts'

type Db = Kysely<DB>
type Name = InstallationTable['name']

/** So many of each kind of file say whether a storage is the one that the rows were made with. */
const NEWEST = 5

export async function installationFacts(db: Db): Promise<Partial<Record<Name, string>>> {
  const rows = await db.selectFrom('installation').selectAll().execute()
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** The first process that writes a fact decides it. */
export async function recordInstallationFact(db: Db, name: Name, value: string): Promise<void> {
  const row = db.insertInto('installation').values({ name, value })
  await row.onConflict((conflict) => conflict.column('name').doNothing()).execute()
}

/** Keys of the newest files that rows name. */
export async function newestFiles(db: Db): Promise<string[]> {
  const documents = ['project_document', 'agreement_file', 'start_photo'] as const
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

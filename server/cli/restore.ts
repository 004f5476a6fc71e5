/** klic restore: a backup becomes the data of a server that has none; jobs in flight go on where they were. */

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { isShared, readConfiguration, storeAt } from '../config/databases.ts'
import { recordInstallationFact } from '../platform/database/installation-rows.ts'
import { refuseOtherVersion } from '../platform/database/migrations/migrations.ts'
import { openStore } from '../platform/database/open.ts'
import { type CopiedTable, type Row, writeRows } from '../platform/database/snapshot.ts'
import { lockDataFolder } from '../platform/processes/data-folder.ts'
import { Refusal, TryLater } from '../platform/refusal.ts'
import { openStorage } from '../platform/storage/open.ts'
import { checkKey, KEY_FOLDERS, type Storage } from '../platform/storage/port.ts'
import { writeStorageId } from '../platform/storage/storage-id.ts'
import {
  type BackupFile,
  entryOfFile,
  entryOfTable,
  linesOf,
  openBackup,
  SECRETS,
  verifyBackup,
} from './backup-file.ts'
import { type KeptSecrets, unsealSecrets, withVaults, writeSecrets } from './backup-secrets.ts'
import { print, tell, Usage } from './say.ts'

export const help = `klic restore FILE --data DIR

  Reads all of a backup and holds it against its hashes, and only then fills a data folder that is empty, or the database
  and the storage that DATABASE_URL and STORAGE_URL name, whichever they were before. Start the server there: jobs in
  flight go on. What was filed after the backup was made is filed under the same postId again, which the registry counts
  once; jobs that were made after it are not known. KLIC_BACKUP_PASSPHRASE opens what is secret, else it is left out.
  Never let both servers run: each would follow the same jobs.`

/** While it stands, the folder holds half of a backup, and may be filled anew. */
const UNDER_WAY = 'restore-under-way'
/** What a server leaves in a folder before there is anything in it. */
const NOTHING = ['server.lock', 'logs', UNDER_WAY]

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { data: { type: 'string' } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new Usage('Name the backup: klic restore FILE --data DIR.')
  if (!values.data) throw new Usage('Say where it goes: --data DIR, a folder that is empty or not there.')
  const backup = await openBackup(file)
  try {
    print(await restore(backup, values.data, process.env.KLIC_BACKUP_PASSPHRASE || null))
  } finally {
    backup.close()
  }
}

async function restore(backup: BackupFile, dataDir: string, passphrase: string | null) {
  const configuration = readConfiguration()
  const release = await lockDataFolder(dataDir).catch((error: Error) => Promise.reject(new TryLater(error.message)))
  try {
    await refuseFilled(dataDir)
    const { manifest } = backup
    refuseOtherVersion(manifest.migrations)
    await verifyBackup(backup)
    const secrets = await secretsOf(backup, passphrase)
    const marker = join(dataDir, UNDER_WAY)
    await writeFile(marker, '')
    const storage = await openStorage(configuration.storageUrl, dataDir)
    // Files first: a row never names what is not there.
    for (const { key, sha256 } of manifest.files) await putFile(backup, storage, key, sha256)
    const shared = isShared(configuration)
    // Beside the rows where they are rows; else before them, since rows are the end.
    if (secrets && !shared) await putSecrets(dataDir, secrets)
    const at = storeAt(configuration, dataDir)
    await putRows(backup, at, shared, secrets)
    await newIdentity(at, storage)
    if (secrets && shared) await putSecrets(dataDir, secrets)
    await rm(marker)
    tellWhatIsLeft(backup, secrets)
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    return { made_at: manifest.made_at, rows, files: manifest.files.length, secrets: secrets !== null }
  } finally {
    await release()
  }
}

async function refuseFilled(dataDir: string): Promise<void> {
  const found = await readdir(dataDir)
  if (found.includes(UNDER_WAY) && !found.includes('app.db')) return
  if (found.every((name) => NOTHING.includes(name))) return
  throw new Refusal(
    'VALIDATION_FAILED',
    `${dataDir} is not empty: restore into a folder that is, or that is not there.`,
  )
}

/** null: there are none in it, or nobody gave the passphrase. */
async function secretsOf(
  { manifest, open: opened }: BackupFile,
  passphrase: string | null,
): Promise<KeptSecrets | null> {
  if (!manifest.secrets || passphrase === null) return null
  return unsealSecrets(Buffer.concat(await (await opened(SECRETS)).toArray()), passphrase)
}

const putSecrets = (dataDir: string, { companies }: KeptSecrets): Promise<void> =>
  withVaults(dataDir, async (vaults) => {
    for (const [id, kept] of Object.entries(companies)) await writeSecrets(vaults.of(id), kept)
  })

async function putFile(backup: BackupFile, storage: Storage, key: string, sha256: string): Promise<void> {
  if (!KEY_FOLDERS.some((folder) => checkKey(key).startsWith(`${folder}/`))) {
    throw new Refusal('VALIDATION_FAILED', 'The backup names a file outside the folders that a server keeps.')
  }
  const path = await storage.place(key)
  await pipeline(await backup.open(entryOfFile(key)), createWriteStream(`${path}.part`, { mode: 0o600, flush: true }))
  await rename(`${path}.part`, path)
  // Of a compressed copy the content is told by the file that it is of; any machine fetches it anew.
  await storage.keep({ key, sha256 })
}

/** A SQLite file appears whole, by rename. */
async function putRows(
  backup: BackupFile,
  at: string,
  isDatabase: boolean,
  secrets: KeptSecrets | null,
): Promise<void> {
  const draft = isDatabase ? at : `${at}.restoring`
  if (!isDatabase) await rm(draft, { force: true })
  await writeRows(draft, backup.manifest.migrations, async function* (table: CopiedTable): AsyncIterable<Row> {
    // A table of a later version than the backup has no rows in it.
    if (!Object.hasOwn(backup.manifest.tables, table)) return
    for await (const line of linesOf(await backup.open(entryOfTable(table)))) yield JSON.parse(line) as Row
    if (table === 'setting' && secrets) yield* secrets.settings
  })
  if (isDatabase) return
  const handle = await open(draft, 'r+')
  await handle.sync().finally(() => handle.close())
  await rename(draft, at)
}

/** From now on the storage is that of these rows: a server that used it before sees that, and changes nothing in it. */
async function newIdentity(at: string, storage: Storage): Promise<void> {
  const id = randomUUID()
  const store = await openStore(at)
  try {
    await writeStorageId(storage, id)
    await recordInstallationFact(store.db, 'storage_id', id)
  } finally {
    await store.close()
  }
}

function tellWhatIsLeft({ manifest }: BackupFile, secrets: KeptSecrets | null): void {
  for (const key of manifest.missing) tell(`A row names ${key}, which was not there when the backup was made.`)
  if (!secrets)
    tell('Not restored: credentials for the registry, and the keys that sign events. Enter and make them anew.')
  tell(
    `The data are as they were at ${manifest.made_at}. API keys and users that were removed after that are back: remove them.`,
  )
  tell('Jobs that were made after that are not known: look at the registry before you file them again.')
}

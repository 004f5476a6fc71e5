/** klic backup: all rows at one moment and the files that they name, while the server runs. */
import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import yazl from 'yazl'
import { packedKey } from '../exports/result-formats.ts'
import { refuseOtherStorage } from '../features/status/identity.ts'
import { type CopiedTable, copiedTables, type Row, readSnapshot } from '../platform/database/snapshot.ts'
import { version } from '../platform/places.ts'
import { openStorage } from '../platform/storage/open.ts'
import { MissingFile, type Storage } from '../platform/storage/port.ts'
import {
  addEntry,
  entryOfFile,
  entryOfTable,
  MANIFEST,
  type Manifest,
  type PackedFile,
  SECRETS,
} from './backup-file.ts'
import { isSecretSetting, type KeptSecrets, readSecrets, sealSecrets, withVaults } from './backup-secrets.ts'
import { findStore, type StorePlace } from './local-store.ts'
import { print, refuseUnwritable, tell, Usage } from './say.ts'

export const help = `klic backup --out FILE [--data DIR] [--with-secrets]

  Writes all rows, as they are at one moment, and every file that they name into one ZIP, while the server runs or not; of
  the databases and the storage that DATABASE_URL and STORAGE_URL name, else of the data folder.
  Prints {"file", "bytes", "made_at", "rows", "files", "missing", "secrets"}.
  --with-secrets    also credentials and logins for the registry, and the keys that sign events, sealed with the passphrase
                    in KLIC_BACKUP_PASSPHRASE; without it they are left out. Passwords and API keys are in it as hashes
                    only. Who is signed in is not in it, nor is the simulator, which stands for the registry.`

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: { out: { type: 'string' }, data: { type: 'string' }, 'with-secrets': { type: 'boolean', default: false } },
  })
  if (!values.out) throw new Usage('Say where the backup goes: --out FILE.')
  const out = resolve(values.out)
  const place = await findStore(values.data)
  const passphrase = values['with-secrets'] ? process.env.KLIC_BACKUP_PASSPHRASE : null
  if (passphrase === undefined || passphrase === '') {
    throw new Usage('--with-secrets seals with the passphrase in KLIC_BACKUP_PASSPHRASE: set it.')
  }
  await refuseUnwritable(out)
  const draft = `${out}.part`
  try {
    const manifest = await writeBackup(place, draft, passphrase)
    await rename(draft, out)
    const { size } = await stat(out)
    for (const key of manifest.missing) tell(`A row names ${key}, which is not in the storage.`)
    if (!manifest.secrets)
      tell('Left out: credentials for the registry, and the keys that sign events (--with-secrets).')
    print({
      file: out,
      bytes: size,
      made_at: manifest.made_at,
      rows: Object.values(manifest.tables).reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.length,
      missing: manifest.missing.length,
      secrets: manifest.secrets !== null,
    })
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** @param passphrase null: without secrets */
async function writeBackup(
  { configuration, dataDir, at }: StorePlace,
  file: string,
  passphrase: string | null,
): Promise<Manifest> {
  const storage = await openStorage(configuration.storageUrl, dataDir)
  const zip = new yazl.ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600 }))
  const failed = new Promise<never>((_, reject) => zip.on('error', reject))
  const made = packAll(zip, storage, at, dataDir, passphrase)
  const manifest = await Promise.race([made, failed, written.then(() => made)])
  await written
  const handle = await open(file, 'r+')
  await handle.sync().finally(() => handle.close())
  return manifest
}

async function packAll(
  zip: yazl.ZipFile,
  storage: Storage,
  at: string,
  dataDir: string,
  passphrase: string | null,
): Promise<Manifest> {
  const tables = {} as Record<CopiedTable, { rows: number; sha256: string }>
  const named: NamedFile[] = []
  const secretRows: Row[] = []
  const companyIds: string[] = []
  // The hour of the rows; a file that is made later is of no row, and is not looked for.
  const made_at = new Date().toISOString()
  const migrations = await readSnapshot(at, async (snapshot) => {
    // Else the backup would be one without files.
    if (snapshot.storageId !== null) await refuseOtherStorage(storage, snapshot.storageId)
    for (const table of copiedTables(snapshot.migrations)) {
      let rows = 0
      const lines = async function* (): AsyncIterable<string> {
        for await (const row of snapshot.rows(table)) {
          if (table === 'setting' && isSecretSetting(row)) {
            secretRows.push(row)
            continue
          }
          rows++
          if (table === 'company') companyIds.push(String(row.id))
          named.push(...filesOf(table, row))
          yield `${JSON.stringify(row)}\n`
        }
      }
      const { sha256 } = await addEntry(zip, entryOfTable(table), async () => inChunks(lines()), true)
      tables[table] = { rows, sha256 }
    }
    return snapshot.migrations
  })
  const { files, missing } = await packFiles(zip, storage, named)
  const secrets = passphrase === null ? null : await packSecrets(zip, dataDir, passphrase, companyIds, secretRows)
  const manifest: Manifest = {
    format: 'klic-backup',
    version: 1,
    made_at,
    program: version,
    migrations,
    tables,
    files,
    missing,
    secrets,
  }
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), MANIFEST, { mode: 0o600 })
  zip.end()
  return manifest
}

const CHUNK = 64 * 1024

/** Many lines at once: to compress one by itself takes longer than to read it. */
async function* inChunks(lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
  let text = ''
  for await (const line of lines) {
    text += line
    if (text.length < CHUNK) continue
    yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}

interface NamedFile {
  key: string
  /** A compressed copy: an earlier version made none */
  isOptional?: true
}

function filesOf(table: CopiedTable, row: Row): NamedFile[] {
  const text = (value: unknown): NamedFile[] => (typeof value === 'string' ? [{ key: value }] : [])
  const withPacked = (path: unknown, format: unknown): NamedFile[] => {
    if (typeof path !== 'string') return []
    const packed = packedKey(path, format as never)
    return [{ key: path }, ...(packed === null ? [] : [{ key: packed, isOptional: true as const }])]
  }
  if (table === 'delivery') return [...text(row.path), ...withPacked(row.geojson_path, 'geojson')]
  if (table === 'artifact' && row.state === 'ready') return withPacked(row.path, row.format)
  const isDocument = ['project_document', 'agreement_file', 'start_photo', 'finding_photo'].includes(table)
  if (isDocument && row.removed_at === null) return text(row.path)
  return []
}

async function packFiles(zip: yazl.ZipFile, storage: Storage, named: readonly NamedFile[]) {
  const files: PackedFile[] = []
  const missing: string[] = []
  for (const { key, isOptional } of named) {
    try {
      // Looked for first: an entry that was begun can't be taken back.
      const bytes = await storage.read(key)
      files.push({ key, ...(await addEntry(zip, entryOfFile(key), async () => bytes, false)) })
    } catch (error) {
      if (!(error instanceof MissingFile)) throw error
      if (!isOptional) missing.push(key)
    }
  }
  return { files, missing }
}

async function packSecrets(
  zip: yazl.ZipFile,
  dataDir: string,
  passphrase: string,
  companyIds: readonly string[],
  settings: Row[],
) {
  const kept: KeptSecrets = { companies: {}, settings }
  await withVaults(dataDir, async (vaults) => {
    for (const id of companyIds) kept.companies[id] = await readSecrets(vaults.of(id))
  })
  const sealed = sealSecrets(kept, passphrase)
  const { sha256 } = await addEntry(zip, SECRETS, async () => Readable.from([sealed]), false)
  return { sha256 }
}

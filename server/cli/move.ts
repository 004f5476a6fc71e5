/** klic move: a desktop's data to an office server, once. */
import { copyFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfiguration } from '../config/databases.ts'
import { Refusal, TryLater } from '../domain/refusal.ts'
import { defaultDataFolder, holdDataFolder } from '../runtime/data-folder.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/port.ts'
import { isStoreThere } from '../store/inspect.ts'
import { isMoved, type MovedRows, moveRows } from '../store/move-rows.ts'
import { isPostgresUrl, openStore, type Store } from '../store/open.ts'
import { type Destination, destinationOf, installationFacts, recordDestination } from '../store/rows/installation.ts'
import { officeStorage } from './installation-storage.ts'
import { print, refuseUnknownFolder, tell, Usage } from './say.ts'
import { nameOf } from './store-here.ts'

export const help = `klic move [--data DIR] [--to postgres://...] [--storage s3://...|file:///...] [--to-data DIR]

  Moves a desktop's jobs, results, projects, users, keys and settings to an office server: all rows in one transaction, with
  their ids, then jobs under way go on there. Refuses to overwrite. The desktop must not run; afterwards its database is kept
  as app.moved.db, which names the office, so that nothing is filed from two places. Interrupted, it is run again. The server
  of the office must have been started once.
  --data DIR     the desktop's data folder
  --to URL       the office's database (default: DATABASE_URL, which keeps its password out of the list of processes)
  --storage URL  where the office keeps files (default: STORAGE_URL)
  --to-data DIR  the office's data folder, where it keeps files there
  The registry's credentials are not moved: enter them at the office.`

const MOVED = 'app.moved.db'

export async function run(argv: string[]): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      data: { type: 'string' },
      to: { type: 'string' },
      storage: { type: 'string' },
      'to-data': { type: 'string' },
    },
  })
  const configuration = readConfiguration()
  const to = values.to ?? configuration.databaseUrl
  if (to === null || !isPostgresUrl(to))
    throw new Usage('Say which database to move to: --to postgres://..., or set DATABASE_URL.')
  const storageUrl = values.storage ?? configuration.storageUrl
  const toData = values['to-data']
  if (storageUrl === null && toData === undefined) {
    throw new Usage('Say where the office keeps files: --storage URL (or STORAGE_URL), or --to-data DIR.')
  }
  await refuseUnknownFolder(toData)
  const dataDir = values.data ?? defaultDataFolder()
  const own = join(dataDir, 'moving')
  const files = await openStorage(storageUrl, toData ?? own)
  print({ moved: await move(dataDir, to, files) })
  // Copies of what is elsewhere now.
  await rm(own, { recursive: true, force: true })
}

export interface Moved extends MovedRows {
  files: number
  bytes: number
}

/**
 * The desktop's database is set aside before the office's transaction: whatever is interrupted when, only one of the two
 * ever files what was submitted.
 * @throws TryLater while the desktop runs, and without a store here or there; Refusal when an office has it already
 */
export async function move(dataDir: string, databaseUrl: string, files: Storage): Promise<Moved> {
  const [file, aside] = [join(dataDir, 'app.db'), join(dataDir, MOVED)]
  if (!(await isStoreThere(file)) && !(await isStoreThere(aside))) {
    throw new TryLater(`There is no database ${file}: name the data folder of the desktop with --data.`)
  }
  if (!(await isStoreThere(databaseUrl))) {
    throw new TryLater(
      `The database ${nameOf(databaseUrl)} has no tables of KLIC Desktop: start the office's server first.`,
    )
  }
  const release = await holdDataFolder(dataDir).catch((cause: Error) => {
    throw new TryLater(cause.message, { cause })
  })
  try {
    const [isHere, isAside] = [await isStoreThere(file), await isStoreThere(aside)]
    if (isHere && isAside) {
      const message = `${dataDir} was moved before (${MOVED}) and holds new data since. Take ${MOVED} away to move those too.`
      throw new Refusal('VALIDATION_FAILED', message)
    }
    const office = await openStore(databaseUrl)
    try {
      const storage = await officeStorage(office, files)
      const { storage_id } = await installationFacts(office.db)
      const destination = { storageId: storage_id!, name: nameOf(databaseUrl) }
      if (!isHere) await inStore(aside, ({ db }) => refuseOtherOffice(db, destination))
      const copied = await copyFiles(dataDir, storage)
      if (isHere) {
        // Migrated to the last step, and its log folded into the file.
        await inStore(file, ({ db }) => recordDestination(db, destination))
        await rename(file, aside)
      } else if (await isMoved(aside, office)) {
        return { companies: [], rows: {}, ...copied }
      }
      const rows = await moveRows(aside, office).catch(async (error) => {
        if (error instanceof Refusal) await rename(aside, file)
        throw error
      })
      // What was to be done stands in the rows, and the office finds it there.
      for (const end of ['', '-wal', '-shm']) await rm(join(dataDir, `queue.db${end}`), { force: true })
      return { ...rows, ...copied }
    } finally {
      await office.close()
    }
  } finally {
    await release()
  }
}

async function inStore(file: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(file)
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

/** @throws Refusal when the rows were moved to another office, or a move there was interrupted */
async function refuseOtherOffice(db: Store['db'], { storageId, name }: Destination): Promise<void> {
  const before = await destinationOf(db)
  if (before === undefined || before.storageId === storageId) return
  throw new Refusal(
    'VALIDATION_FAILED',
    `This data was moved to ${before.name}, or a move there was interrupted. Nothing was moved to ${name}. ` +
      `If that office is gone, rename ${MOVED} to app.db and run this again.`,
  )
}

/** Before the rows: whoever finds a row finds its file. What is there already is copied again and stays the same. */
async function copyFiles(dataDir: string, files: Storage): Promise<{ files: number; bytes: number }> {
  const source = await openStorage(null, dataDir)
  let [count, bytes] = [0, 0]
  for await (const { key, bytes: size } of source.list()) {
    const place = await files.place(key)
    await copyFile(join(dataDir, key), `${place}.part`)
    await rename(`${place}.part`, place)
    await files.keep({ key })
    count++
    bytes += size
    if (count % 100 === 0) tell(`${count} files`)
  }
  return { files: count, bytes }
}

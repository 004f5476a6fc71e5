/**
 * Where the tests' stores are: SQLite files in their folders, or, with KLIC_TEST_DATABASE=postgres, databases of a
 * throw-away PostgreSQL; of the one that KLIC_TEST_POSTGRES names, or of an own one.
 */
import { constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '../../server/platform/database/sqlite.ts'
import { type Databases, openDatabases, startCluster } from './postgres.ts'

export const onPostgres = process.env.KLIC_TEST_DATABASE === 'postgres'

let opened: Promise<Databases> | undefined
const databases = (): Promise<Databases> => {
  const url = process.env.KLIC_TEST_POSTGRES
  opened ??= (url ? Promise.resolve({ url }) : startCluster()).then((cluster) => openDatabases(cluster.url))
  return opened
}

const taken = new Map<string, string>()

/** With all migrations taken, once for this process: a copy costs a sixth of taking them anew. */
async function sqliteTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.db')
  await (await openSqlite(file)).close()
  return file
}
let template: Promise<string> | undefined

/** For openStore and openEngine; the same each time for one folder. */
export async function storeIn(folder: string): Promise<string> {
  if (onPostgres) return databaseFor(folder)
  const file = join(folder, 'app.db')
  if (!existsSync(file)) {
    template ??= sqliteTemplate()
    copyFileSync(await template, file, constants.COPYFILE_EXCL)
  }
  return file
}

export async function queueIn(folder: string): Promise<string> {
  return onPostgres ? databaseFor(folder) : join(folder, 'queue.db')
}

async function databaseFor(folder: string): Promise<string> {
  const known = taken.get(folder)
  if (known !== undefined) return known
  const url = await (await databases()).take()
  taken.set(folder, url)
  return url
}

/** When all that used it are closed. */
export async function forget(folder: string): Promise<void> {
  const url = taken.get(folder)
  taken.delete(folder)
  if (url !== undefined) await (await databases()).giveBack(url)
}

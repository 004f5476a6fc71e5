/** Where a command acts: on the store of a server, which only klic serve and klic restore make. */
import type { Configuration } from '../config/configuration.ts'
import { isShared, readConfiguration, storeAt } from '../config/databases.ts'
import { isStoreThere } from '../platform/database/inspect.ts'
import { openStore, type Store } from '../platform/database/open.ts'
import { defaultDataFolder } from '../platform/processes/data-folder.ts'
import { TryLater } from '../platform/refusal.ts'
import { refuseUnknownFolder } from './say.ts'

export interface StorePlace {
  configuration: Configuration
  dataDir: string
  /** As of openStore */
  at: string
}

/**
 * No server knows what is put into another store than its own.
 * @param folder as of --data
 * @throws TryLater without a store or folder, in words that say where it was looked for
 */
export async function findStore(folder: string | undefined): Promise<StorePlace> {
  const configuration = readConfiguration()
  await refuseUnknownFolder(folder)
  const dataDir = folder ?? defaultDataFolder()
  const at = storeAt(configuration, dataDir)
  if (await isStoreThere(at)) return { configuration, dataDir, at }
  const looked = isShared(configuration)
    ? `The database ${nameOf(at)} (DATABASE_URL) has no tables of KLIC Desktop. The data folder is ${dataDir}.`
    : `There is no database ${at}, and DATABASE_URL is not set.`
  throw new TryLater(
    `${looked} Nothing was made. Name the data folder of the server with --data, or its configuration with KLIC_CONFIG. ` +
      'The first start of a server makes the database: klic serve.',
  )
}

/** As of `findStore`, opened; the caller closes it. */
export async function openStoreHere(folder: string | undefined): Promise<StorePlace & { store: Store }> {
  const place = await findStore(folder)
  return { ...place, store: await openStore(place.at) }
}

/** @param url of PostgreSQL @returns its name and host, without the user and the password */
export function nameOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${pathname.slice(1)} on ${host}`
}

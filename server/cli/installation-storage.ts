/** The storage of a command, compared with the installation's as the server compares it. */

import type { Configuration } from '../config/configuration.ts'
import { isOneFolder, isShared } from '../config/databases.ts'
import { openInstallation } from '../features/status/identity.ts'
import type { Store } from '../platform/database/open.ts'
import { openStorage } from '../platform/storage/open.ts'
import type { Storage } from '../platform/storage/port.ts'

/** @throws OtherInstallation */
export async function installationStorage(
  configuration: Pick<Configuration, 'databaseUrl' | 'storageUrl'>,
  dataDir: string,
  store: Store,
): Promise<Storage> {
  const { storage, confirmStorage } = openInstallation({
    store,
    storage: await openStorage(configuration.storageUrl, dataDir),
    isShared: isShared(configuration),
    isOwnFolder: isOneFolder(configuration),
    key: null,
  })
  await confirmStorage()
  return storage
}

/** The storage of a command, compared with the installation's as the server compares it. */
import { openInstallation } from '../actions/installation/identity.ts'
import type { Configuration } from '../config/configuration.ts'
import { isOneFolder, isShared } from '../config/databases.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/port.ts'
import type { Store } from '../store/open.ts'

/** @throws OtherInstallation */
export const installationStorage = async (
  configuration: Pick<Configuration, 'databaseUrl' | 'storageUrl'>,
  dataDir: string,
  store: Store,
): Promise<Storage> =>
  confirmed({
    store,
    storage: await openStorage(configuration.storageUrl, dataDir),
    isShared: isShared(configuration),
    isOwnFolder: isOneFolder(configuration),
  })

/** That of an office to which a desktop moves. @throws OtherInstallation */
export const officeStorage = (store: Store, storage: Storage): Promise<Storage> =>
  confirmed({ store, storage, isShared: true, isOwnFolder: false })

async function confirmed(of: Omit<Parameters<typeof openInstallation>[0], 'key'>): Promise<Storage> {
  const { storage, confirmStorage } = openInstallation({ ...of, key: null })
  await confirmStorage()
  return storage
}

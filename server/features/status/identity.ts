/**
 * An installation has one storage and one secrets key. The first process records both; every process compares before it
 * takes a file for lost, puts one down or seals a secret. The id of the storage lies in the database and in the storage.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { installationFacts, recordInstallationFact } from '../../platform/database/installation-rows.ts'
import { refuseOlderBuild } from '../../platform/database/migrations/migrations.ts'
import type { Store } from '../../platform/database/open.ts'
import { BadSetup, OtherInstallation, TryLater } from '../../platform/refusal.ts'
import { MissingFile, type Storage } from '../../platform/storage/port.ts'
import { orUnreachable, storageFault } from '../../platform/storage/storage-fault.ts'
import { readStorageId, writeStorageId } from '../../platform/storage/storage-id.ts'
import { newestFiles, sealedTexts } from './installation-rows.ts'

const CHECK = 'check STORAGE_URL, or whether its folder is mounted.'
const OTHER_STORAGE = `This machine sees another storage than the others: ${CHECK}`
const OTHER_FOLDER = `The storage is not the one that the database was used with: ${CHECK}`
const FOREIGN =
  'The storage holds files of another installation: give this one a bucket or a prefix of its own in STORAGE_URL.'
const OTHER_KEY = 'KLIC_SECRETS_KEY is another here than on the other machines: set the same key on all.'
const NO_KEY = 'KLIC_SECRETS_KEY is not set here, and the other machines have one: set the same key on all.'

/** What a secrets key shows of itself. */
export interface KeyProof {
  /** The same for the same key; the key does not follow from it */
  readonly check: string
  /** Whether the key sealed this text. */
  opens(text: string): boolean
}

interface InstallationServices {
  readonly store: Pick<Store, 'db' | 'transaction'>
  readonly storage: Storage
  /** Whether other processes share the database */
  readonly isShared: boolean
  /** Whether the storage is the folder in which the database lies */
  readonly isOwnFolder: boolean
  /** null: there is no key */
  readonly key: KeyProof | null
}

interface SecretRows {
  write(name: string, value: string): Promise<void>
}

export interface Installation {
  /** The same storage, which refuses while it is another installation's. */
  readonly storage: Storage
  /** @throws OtherInstallation; BadSetup when this build is too old; TryLater when the storage does not answer */
  confirm(): Promise<void>
  /** @throws OtherInstallation */
  confirmStorage(): Promise<void>
  /** The same rows, in which nothing is sealed with another key than the installation's. */
  sealing<R extends SecretRows>(rows: R): R
}

export function openInstallation(services: InstallationServices): Installation {
  const { store, storage, isShared, key } = services
  let ours: string | undefined

  const compare = async (): Promise<void> => {
    ours ??= await establish(services)
    await refuseOtherStorage(storage, ours, isShared)
  }
  let comparing: Promise<void> | undefined
  const confirmStorage = (): Promise<void> => {
    // A folder that hangs holds a thread for each that waits for it, and there are four.
    comparing ??= compare().finally(() => {
      comparing = undefined
    })
    return comparing
  }
  const confirmKey = async (): Promise<void> => {
    if (!isShared) return
    const { secrets_check: known } = await installationFacts(store.db)
    const difference = keyDifference(known, key, known === undefined ? await sealedTexts(store.db) : [])
    if (difference !== null) throw new OtherInstallation(difference)
    if (known !== undefined || key === null) return
    await recordInstallationFact(store.db, 'secrets_check', key.check)
    // Another process may have been the first.
    await confirmKey()
  }
  return {
    storage: guarded(storage, confirmStorage),
    confirmStorage,
    sealing: (rows) => ({
      ...rows,
      async write(name: string, value: string) {
        await confirmKey()
        await rows.write(name, value)
      },
    }),
    async confirm() {
      await refuseOlderBuild(store.db as never)
      await confirmKey()
      await confirmStorage()
    },
  }
}

/** A storage that is silent keeps nobody from starting. */
const START_PATIENCE_MS = 5000

/**
 * At the start of a process.
 * @throws BadSetup for what the operator must correct first; OtherInstallation
 */
export async function confirmAtStart({ confirm }: Pick<Installation, 'confirm'>): Promise<TryLater | undefined> {
  const tried = confirm().then(
    () => undefined,
    (error: unknown) => {
      const fault = storageFault(error)
      if (fault !== undefined) throw new BadSetup(fault, { cause: error })
      if (error instanceof TryLater && !(error instanceof OtherInstallation)) return error
      throw error
    },
  )
  const silent = new TryLater('The storage of files does not answer.', { reason: 'storage_unreachable' })
  return Promise.race([tried, pause(START_PATIENCE_MS, silent, { ref: false })])
}

/**
 * @param known what was recorded of the first key
 * @param sealed where nothing was recorded: texts that a key has sealed
 * @returns what differs, in words
 */
export function keyDifference(known: string | undefined, key: KeyProof | null, sealed: string[] = []): string | null {
  if (key === null) return known === undefined && sealed.length === 0 ? null : NO_KEY
  const isSame =
    known === undefined ? sealed.length === 0 || sealed.some((text) => key.opens(text)) : known === key.check
  return isSame ? null : OTHER_KEY
}

/** @returns what differs, in words; null also while nothing is recorded */
export const storageDifference = (known: string | undefined, seen: string | null, isShared: boolean): string | null =>
  known === undefined || known === seen ? null : otherStorage(isShared)

const otherStorage = (isShared: boolean): string => (isShared ? OTHER_STORAGE : OTHER_FOLDER)

/**
 * Records the id of the storage where there is none: in a new installation, in one of before there were ids, and where
 * the id alone was lost. The files that rows name tell whose storage it is.
 * @returns the id of the installation's storage
 * @throws OtherInstallation when the storage is not that of the database
 */
async function establish(services: InstallationServices): Promise<string> {
  const { store, storage, isOwnFolder } = services
  const known = (await installationFacts(store.db)).storage_id
  const seen = await readStorageId(storage)
  if (known !== undefined && seen !== null) return known
  // A data folder of before there were ids is that of the database in it, even if files were removed from it by hand.
  const isOurs = (known === undefined && isOwnFolder) || (await belongs(services, known, seen))
  if (!isOurs) throw new OtherInstallation(otherStorage(services.isShared))
  if (known !== undefined) {
    await writeStorageId(storage, known)
    return known
  }
  // One process at a time: else two with a new storage each would both put their id down.
  return store.transaction({ company: 'installation' }, async (trx) => {
    const recorded = (await installationFacts(trx)).storage_id
    if (recorded !== undefined) return recorded
    const id = seen ?? randomUUID()
    if (seen === null) await writeStorageId(storage, id)
    await recordInstallationFact(trx, 'storage_id', id)
    return id
  })
}

/**
 * Of a database or a storage without an id. One file that is there shows that a folder is that of its database. Machines
 * with a folder each have some of the files each, and only a storage with all of them is that of all machines.
 * @throws OtherInstallation
 */
async function belongs(
  { store, storage, isShared, isOwnFolder }: InstallationServices,
  known: string | undefined,
  seen: string | null,
): Promise<boolean> {
  const named = await newestFiles(store.db)
  if (named.length === 0) {
    if (known !== undefined) return isOwnFolder
    if (seen !== null && (await holdsFiles(storage))) throw new OtherInstallation(FOREIGN)
    return true
  }
  const missing: string[] = []
  for (const key of named) if (!(await isThere(storage, key))) missing.push(key)
  if (isShared ? missing.length === 0 : missing.length < named.length) return true
  if (known !== undefined) return false
  throw new OtherInstallation(
    `The database names ${missing[0]}, which is not in the storage that this machine sees: ${CHECK} If the file is lost for good, put an empty one in its place.`,
  )
}

async function isThere(storage: Storage, key: string): Promise<boolean> {
  try {
    // Begun and broken off, so that the connection is free again.
    for await (const _bytes of await storage.read(key)) break
    return true
  } catch (error) {
    if (error instanceof MissingFile) return false
    throw orUnreachable(error)
  }
}

async function holdsFiles(storage: Storage): Promise<boolean> {
  for await (const _file of storage.list()) return true
  return false
}

/** @throws OtherInstallation */
export async function refuseOtherStorage(storage: Storage, id: string, isShared = false): Promise<void> {
  const difference = storageDifference(id, await readStorageId(storage), isShared)
  if (difference !== null) throw new OtherInstallation(difference)
}

/** Nothing is put into another installation's storage or removed from it, and nothing that it lacks is taken for lost. */
function guarded(storage: Storage, confirm: () => Promise<void>): Storage {
  const unlessOther = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      if (error instanceof MissingFile) await confirm()
      throw error
    }
  }
  return {
    ...storage,
    async place(key) {
      await confirm()
      return storage.place(key)
    },
    async keep(file) {
      await confirm()
      await storage.keep(file)
    },
    local: (file) => unlessOther(storage.local(file)),
    async use(files, work) {
      try {
        return await storage.use(files, work)
      } catch (error) {
        // The work takes a file that the disk can't reach for damaged.
        await confirm()
        for (const file of files) if (file.sha256) await storage.isIntact({ ...file, sha256: file.sha256, bytes: null })
        throw error
      }
    },
    read: (key) => unlessOther(storage.read(key)),
    async isIntact(file) {
      const isIntact = await storage.isIntact(file)
      if (!isIntact) await confirm()
      return isIntact
    },
    async remove(key) {
      await confirm()
      await storage.remove(key)
    },
    async setAside(key) {
      await confirm()
      await storage.setAside(key)
    },
    async folders() {
      await confirm()
      return storage.folders()
    },
    async *list(folders) {
      await confirm()
      yield* storage.list(folders)
    },
    async tidy() {
      await confirm()
      await storage.tidy()
    },
  }
}

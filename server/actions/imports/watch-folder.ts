/**
 * A folder that whoever runs the installation has named: each ZIP that is put into it is opened as if somebody had dropped it on the
 * window, by the same way and in the same cage. The folder is only read. A file is taken when two looks find it with the same size
 * and time, since it may still be on its way; what became of it is kept by its name, size and time.
 */
import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { WatchedFault } from '../../domain/klic/imports.ts'
import { DELIVERY_FAULTS } from '../../domain/klic/imports.ts'
import { MAX_REFUSED_SHOWN } from '../../domain/limits.ts'
import { PERMISSIONS } from '../../domain/permissions.ts'
import { Refusal, TryLater } from '../../domain/refusal.ts'
import { companyIds } from '../../store/rows/companies.ts'
import {
  forgetWatched,
  type RefusedFile,
  recordTried,
  recordTry,
  refusedOfFolder,
  type WatchedFileRow,
  watchedFiles,
} from '../../store/rows/watched-files.ts'
import type { Caller, Needs } from '../needs.ts'
import { type ImportAnswer, type ImportNeeds, importDeliveries, type OpenedFile } from './import-deliveries.ts'

export interface WatchedFolder {
  path: string
  companyId: string
}

/** @param set null: none is watched. @param first of a computer of one's own @throws Refusal for a company that is not here */
export async function watchedFolder(
  { db }: Needs['store'],
  set: { path: string; companyId: string | null } | null,
  first: string,
): Promise<WatchedFolder | null> {
  if (set === null) return null
  const companyId = set.companyId ?? first
  if ((await companyIds(db)).includes(companyId)) return { path: set.path, companyId }
  const message = `KLIC_IMPORT_COMPANY is ${companyId}, which is no company here: "klic company list" prints their ids.`
  throw new Refusal('VALIDATION_FAILED', message)
}

const LOOK_EVERY_MS = 10_000
/** Of a file that ends the program each time, or of which nobody knows what is wrong. */
const MAX_TRIES = 3
/** A folder elsewhere may be away for a while, and its files come back as they were. */
const GONE_KEPT_MS = 30 * 24 * 3600_000

interface FileThere {
  name: string
  bytes: number
  modifiedMs: number
}

type WatchNeeds = ImportNeeds & { isStopping?(): boolean }
type OnError = (error: unknown, name?: string) => void

/** As long as the process lives. @param onError as for folderLook; what says the same again is not said again */
export function keepWatching(needs: WatchNeeds, folder: WatchedFolder, onError: OnError): void {
  const look = folderLook(needs, folder, onError)
  let [isLooking, lastSaid] = [false, '']
  const lookOnce = async (): Promise<void> => {
    if (isLooking || needs.isStopping?.()) return
    isLooking = true
    try {
      await look()
      lastSaid = ''
    } catch (error) {
      if (!needs.isStopping?.() && lastSaid !== String(error)) onError(error)
      lastSaid = String(error)
    } finally {
      isLooking = false
    }
  }
  void lookOnce()
  setInterval(() => void lookOnce(), LOOK_EVERY_MS).unref()
}

/**
 * @param onError what keeps us from taking a file; the next look tries again
 * @returns looks once: takes what is as the look before found it. Throws when the folder can't be read
 */
export function folderLook(
  needs: WatchNeeds,
  { path, companyId }: WatchedFolder,
  onError: OnError,
): () => Promise<void> {
  const { store, clock } = needs
  let seen = new Map<string, FileThere>()

  const look = async (): Promise<void> => {
    const there = await filesIn(path)
    const known = new Map((await watchedFiles(store.db, companyId)).map((row) => [row.name, row]))
    for (const file of there.values()) {
      if (needs.isStopping?.()) return
      const row = known.get(file.name)
      const isKnown = row !== undefined && isSame(row, file)
      if (isKnown && row.state !== 'trying') continue
      const before = seen.get(file.name)
      if (!before || before.bytes !== file.bytes || before.modifiedMs !== file.modifiedMs) continue
      await take(file, isKnown ? row.tries : 0)
    }
    seen = there
    const before = new Date(clock.now().getTime() - GONE_KEPT_MS).toISOString()
    for (const { name, at } of known.values())
      if (!there.has(name) && at < before) await forgetWatched(store.db, companyId, name)
  }

  const take = async (file: FileThere, tries: number): Promise<void> => {
    const { name, bytes, modifiedMs } = file
    const key = { company_id: companyId, name }
    const now = () => clock.now().toISOString()
    if (tries >= MAX_TRIES) {
      await recordTried(store.db, key, { ...refused('FAILED', GIVEN_UP), at: now() })
      return
    }
    await recordTry(store.db, { ...key, bytes, modified_ms: modifiedMs, tries: tries + 1, at: now() })
    const caller: Caller = { companyId, actor: 'watched folder', permissions: [...PERMISSIONS], address: null }
    try {
      const files = await openedFrom(join(path, name), (body) => importDeliveries(needs, caller, body, { name }))
      const bad = files.find(({ outcome }) => outcome === 'refused')
      const became = bad ? refused(bad.fault!, bad.message!) : ({ state: 'taken' } as const)
      await recordTried(store.db, key, { ...became, at: now() })
    } catch (error) {
      if (error instanceof Refusal) await recordTried(store.db, key, { ...refusedFor(error), at: now() })
      else {
        // Others are read at this moment: it was no try.
        if (error instanceof TryLater) await recordTried(store.db, key, { tries })
        onError(error, name)
      }
    }
  }

  return look
}

async function openedFrom(path: string, take: (body: Readable) => Promise<ImportAnswer>): Promise<OpenedFile[]> {
  const body = (await open(path, NO_LINK)).createReadStream()
  try {
    return (await take(body)).files
  } finally {
    body.destroy()
  }
}

/** Not on Windows, where who may make one is an administrator. */
const NO_LINK = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
const GIVEN_UP = `It could not be read in ${MAX_TRIES} tries.`

const isSame = (row: WatchedFileRow, { bytes, modifiedMs }: FileThere): boolean =>
  row.bytes === bytes && row.modified_ms === modifiedMs

const refused = (fault: WatchedFault, message: string) => ({ state: 'refused', fault, message }) as const

function refusedFor(error: Refusal) {
  if (error.code === 'PAYLOAD_TOO_LARGE') return refused('TOO_LARGE', error.message)
  const [complaint] = error.complaints
  const fault = DELIVERY_FAULTS.find((known) => known === complaint?.code)
  return fault ? refused(fault, complaint!.message) : refused('FAILED', error.message)
}

/** ZIPs that lie in the folder itself, in the order of their names. Links are left alone: they can point anywhere. */
async function filesIn(folder: string): Promise<Map<string, FileThere>> {
  const found = new Map<string, FileThere>()
  for (const name of (await readdir(folder)).sort()) {
    if (!/^[^.].*\.zip$/i.test(name)) continue
    // It may be gone by now.
    const info = await lstat(join(folder, name)).catch(() => null)
    if (info?.isFile()) found.set(name, { name, bytes: info.size, modifiedMs: Math.round(info.mtimeMs) })
  }
  return found
}

/** @returns what was not taken of the watched folder; null: none is watched for this company */
export const refusedInFolder = async (
  { store, watchedFor }: Pick<Needs, 'store' | 'watchedFor'>,
  { companyId }: Caller,
): Promise<RefusedFile[] | null> =>
  watchedFor === companyId ? refusedOfFolder(store.db, companyId, MAX_REFUSED_SHOWN) : null

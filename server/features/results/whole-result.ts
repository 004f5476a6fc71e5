/**
 * The GeoPackage of a job, of which everything else is read. It is looked at before it is opened: one that was changed or cut
 * off on the disk is answered for by nobody, and made again from the deliveries.
 */
import type { Store } from '../../platform/database/open.ts'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import { requeueDamagedArtifact } from '../jobs/rows/artifacts.ts'
import type { Background, Database, Files } from '../services.ts'
import { wantPreliminaryAgain } from './rows/preliminary.ts'
import {
  headOfResult,
  type ResultHead,
  type StoredFile,
  type StoredResult,
  storedFile,
  storedPreliminary,
  storedPreliminaryFile,
  storedResult,
} from './rows/results-of-company.ts'

export type ResultServices = Database & Background & Files
type WholeServices = Pick<ResultServices, 'store' | 'storage' | 'nudge'>

type Rows<File> = (db: Store['db'], companyId: string, jobId: string) => Promise<File | undefined>

/**
 * @returns undefined when there is no such job, or no result of it yet
 * @throws TryLater while it is made again, Refusal EXPORT_FAILED when it can't be
 */
const wholeOf =
  <File extends StoredFile>(rows: Rows<File>) =>
  async ({ store, storage, nudge }: WholeServices, companyId: string, jobId: string): Promise<File | undefined> => {
    const result = await rows(store.db, companyId, jobId)
    if (!result) return undefined
    const { artifactId, state, failure, path: key, sha256, bytes } = result
    if (state === 'failed')
      throw new Refusal('EXPORT_FAILED', failure ?? 'The GeoPackage of this job could not be made.')
    if (state === 'wanted') throw beingMadeAgain()
    if (await storage.isIntact({ key, sha256, bytes })) return result
    await requeueDamagedArtifact(store.db, artifactId)
    nudge()
    throw beingMadeAgain()
  }

/** It is made anew, under another number, when it was damaged. */
const wholePreliminaryOf =
  <File extends StoredFile>(rows: Rows<File>) =>
  async ({ store, storage, nudge }: WholeServices, companyId: string, jobId: string): Promise<File | undefined> => {
    const made = await rows(store.db, companyId, jobId)
    if (!made || (await storage.isIntact({ key: made.path, sha256: made.sha256, bytes: made.bytes }))) return made
    await wantPreliminaryAgain(store.db, jobId)
    nudge()
    throw beingMadeAgain()
  }

export const wholeFile = wholeOf(storedFile)
const wholeResult = wholeOf(storedResult)
/** The same of what has come of a job that waits for more. @throws as wholeFile */
export const wholePreliminary = wholePreliminaryOf(storedPreliminaryFile)
const wholePreliminaryResult = wholePreliminaryOf(storedPreliminary)

/** What is shown of a job: its result, and before there is one what has come (a revision below zero). @throws as wholeFile */
export const shownFile = async (
  services: ResultServices,
  companyId: string,
  jobId: string,
): Promise<StoredFile | undefined> =>
  (await wholeFile(services, companyId, jobId)) ?? (await wholePreliminary(services, companyId, jobId))

/** The same with its whole summary. @throws as wholeFile */
export const shownResult = async (
  services: ResultServices,
  companyId: string,
  jobId: string,
): Promise<StoredResult | undefined> =>
  (await wholeResult(services, companyId, jobId)) ?? (await wholePreliminaryResult(services, companyId, jobId))

export type WithHead<File extends Pick<StoredFile, 'jobId' | 'revision'>> = File & { readonly head: ResultHead }

/** With what maps need of its summary. @throws TryLater when another result has just taken its place */
export async function withHead<File extends Pick<StoredFile, 'jobId' | 'revision'>>(
  store: Store,
  file: File,
): Promise<WithHead<File>> {
  const head = await headOfResult(store.db, file)
  if (head) return { ...file, head }
  throw resultChanged()
}

export const resultChanged = (): TryLater =>
  new TryLater('The result of this job has just changed. Ask again.', { reason: 'busy', retryAfterMs: 1000 })

export const beingMadeAgain = (): TryLater =>
  new TryLater(
    'The GeoPackage of this job was changed, cut off or lost on the disk of the server. It is being made again from the deliveries: ask again in a moment.',
    { reason: 'busy', retryAfterMs: 5000 },
  )

export const notReady = (): Refusal =>
  new Refusal('NOT_READY', 'There is no result of this job yet.', { extra: { next_action: 'wait' } })

/** A revision is one file, in a dossier and on the site as in a download. */
export const groundComing = (job: string): TryLater =>
  new TryLater(`${job}: the base map is just coming into its GeoPackage. Ask again in a moment.`, {
    reason: 'busy',
    retryAfterMs: 5000,
  })

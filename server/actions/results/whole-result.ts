/**
 * The GeoPackage of a job, of which everything else is read. It is looked at before it is opened: one that was changed or cut
 * off on the disk is answered for by nobody, and made again from the deliveries.
 */
import { Refusal, TryLater } from '../../domain/refusal.ts'
import { wantDamagedAgain } from '../../store/rows/artifacts.ts'
import { wantPreliminaryAgain } from '../../store/rows/preliminary.ts'
import { type StoredResult, storedPreliminary, storedResult } from '../../store/rows/results-of-company.ts'
import type { Needs } from '../needs.ts'

export type ResultNeeds = Pick<Needs, 'store' | 'storage' | 'nudge'>

/**
 * @returns undefined when there is no such job, or no result of it yet
 * @throws TryLater while it is made again, Refusal EXPORT_FAILED when it can't be
 */
export async function wholeResult(
  { store, storage, nudge }: ResultNeeds,
  companyId: string,
  jobId: string,
): Promise<StoredResult | undefined> {
  const result = await storedResult(store.db, companyId, jobId)
  if (!result) return undefined
  const { artifactId, state, failure, path: key, sha256, bytes } = result
  if (state === 'failed') throw new Refusal('EXPORT_FAILED', failure ?? 'The GeoPackage of this job could not be made.')
  if (state === 'wanted') throw beingMadeAgain()
  if (await storage.isIntact({ key, sha256, bytes })) return result
  await wantDamagedAgain(store.db, artifactId)
  nudge()
  throw beingMadeAgain()
}

/**
 * The same of what has come of a job that waits for more; it is made anew, under another number, when it was damaged.
 * @throws as wholeResult
 */
export async function wholePreliminary(
  { store, storage, nudge }: ResultNeeds,
  companyId: string,
  jobId: string,
): Promise<StoredResult | undefined> {
  const made = await storedPreliminary(store.db, companyId, jobId)
  if (!made || (await storage.isIntact({ key: made.path, sha256: made.sha256, bytes: made.bytes }))) return made
  await wantPreliminaryAgain(store.db, jobId)
  nudge()
  throw beingMadeAgain()
}

/** What is shown of a job: its result, and before there is one what has come (a revision below zero). @throws as wholeResult */
export const shownResult = async (
  needs: ResultNeeds,
  companyId: string,
  jobId: string,
): Promise<StoredResult | undefined> =>
  (await wholeResult(needs, companyId, jobId)) ?? (await wholePreliminary(needs, companyId, jobId))

const beingMadeAgain = (): TryLater =>
  new TryLater(
    'The GeoPackage of this job was changed, cut off or lost on the disk of the server. It is being made again from the deliveries: ask again in a moment.',
    { reason: 'busy', retryAfterMs: 5000 },
  )

/** A revision is one file, in a dossier and on the site as in a download. */
export const groundComing = (job: string): TryLater =>
  new TryLater(`${job}: the base map is just coming into its GeoPackage. Ask again in a moment.`, {
    reason: 'busy',
    retryAfterMs: 5000,
  })

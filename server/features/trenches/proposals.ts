/** Findings from the site, by a file or by the link: they wait until a user accepts or rejects them. */
import { constants } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { MAX_FINDINGS_BYTES, MAX_PROPOSALS } from '../../imkl/model/findings-file.ts'
import { ownPlaces } from '../../platform/fair-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refuseRowOverQuota } from '../company-quota.ts'
import { ownJob, type PlacedFile, placeFile } from '../digging/files-of-job.ts'
import { isChanged } from '../digging/rows.ts'
import { currentJobId } from '../joined-jobs.ts'
import { atMost, writeTemporary } from '../kept-files.ts'
import type { Caller, Compute, Database, Files } from '../services.ts'
import { insertFindingPhoto } from './finding-photos.ts'
import { FUTURE, isFuture } from './findings.ts'
import { type FindingsReading, photoPath } from './findings-file.ts'
import { changePlan, unfit } from './plan-of-job.ts'
import { insertFinding, knownSiteIds, planIn, planOfJob, proposalsOfJob } from './rows.ts'
import type { TakenFindings } from './schema.ts'

type HandInServices = Database & Files & Pick<Compute, 'readFindings'>
type ReadFile = Extract<FindingsReading, { read: unknown }>['read']

/** Of one company: each may be slow, and lies on the disk meanwhile. */
const FILES_AT_ONCE = 4
const inPlace = ownPlaces<TakenFindings>(FILES_AT_ONCE)

/**
 * What was handed in before is known, and nothing is done with it.
 * @param caller a user, or who has the link for the site
 * @throws Refusal NOT_FOUND, PAYLOAD_TOO_LARGE; JOB_STATE_CONFLICT without a plan, or when too many wait; VALIDATION_FAILED for
 *   what is no such file, or of another job; then nothing is kept
 * @throws TryLater when as many of the company are being read already
 */
export async function handInFindings(
  services: HandInServices,
  caller: Caller,
  jobId: string,
  bytes: Readable,
  most = MAX_FINDINGS_BYTES,
): Promise<TakenFindings> {
  await ownJob(services.store, caller, jobId)
  const plan = await planOfJob(services.store.db, jobId)
  if (!plan) throw noPlanHere()
  return inPlace(caller, async () => {
    const folder = join(services.dataDir, 'tmp', services.ids.make('fnd'))
    const path = join(folder, 'given')
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const bounded = atMost(most, () => tooLarge(most))
      await writeTemporary(services.room, path, bytes, bounded)
      const photos = join(folder, 'photos')
      const reading = await services.readFindings({ path, folder: photos }, caller)
      if ('read' in reading) return await keepProposals(services, caller, plan.jobId, reading.read, photos)
      const { message, complaints } = reading.fault
      throw new Refusal('VALIDATION_FAILED', message, { complaints })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** @throws Refusal NOT_FOUND */
export async function waitingFindings({ store }: Database, caller: Caller, jobId: string): Promise<number> {
  await ownJob(store, caller, jobId)
  const plan = await planOfJob(store.db, jobId)
  return plan ? (await proposalsOfJob(store.db, plan.jobId)).length : 0
}

async function keepProposals(
  services: HandInServices,
  caller: Caller,
  jobId: string,
  read: ReadFile,
  folder: string,
): Promise<TakenFindings> {
  const { store, storage, ids } = services
  const { findings, plan_revision } = read
  if ((await currentJobId(store, caller, read.job_id)) !== jobId)
    throw unfit('/job_id', 'OTHER_JOB', 'These findings are of another job. Nothing was taken.')
  const early = findings.findIndex((each) => isFuture(services, each))
  if (early >= 0)
    throw unfit(`/findings/${early}/found_on`, 'DAY_IN_FUTURE', `${FUTURE} Check the date of the telephone.`)
  const known = await knownSiteIds(store.db, jobId)
  const fresh = [...new Map(findings.map((each) => [each.id, each])).values()].filter(({ id }) => !known.has(id))
  const placed = new Map<string, PlacedFile>()
  let kept = new Set<string>()
  try {
    for (const each of fresh) {
      if (!each.photo?.drawn) continue
      const path = photoPath(folder, findings.indexOf(each))
      const bytes = async () => (await open(path, OWN_FILE)).createReadStream()
      placed.set(each.id, await placeFile(services, caller, jobId, 'fph', bytes))
    }
    const { coming, taken } = await changePlan(services, caller, jobId, async ({ trx, log, by: { at, actor } }) => {
      if (!(await planIn(trx, jobId))) throw noPlanHere()
      const meanwhile = await knownSiteIds(trx, jobId)
      const coming = fresh.filter(({ id }) => !meanwhile.has(id))
      const waiting = (await proposalsOfJob(trx, jobId)).length
      if (coming.length > 0 && waiting + coming.length > MAX_PROPOSALS) throw tooManyWait(waiting)
      const bytes = coming.reduce((sum, { id }) => sum + (placed.get(id)?.bytes ?? 0), 0)
      await refuseRowOverQuota(trx, services, caller, bytes)
      for (const { id: site_id, photo, ...given } of coming) {
        const own = { id: ids.make('fnd'), job_id: jobId, shape: null, at, actor, site_id, handed_in_by: actor }
        await insertFinding(trx, { ...given, ...own, state: 'proposed' })
        const file = placed.get(site_id)
        if (!file || !photo?.drawn) continue
        const drawn = { mediaType: photo.drawn, givenSha256: photo.givenSha256 }
        await insertFindingPhoto(trx, own, { ...file, added_at: at, added_by: actor }, drawn)
      }
      const withoutPhoto = coming.filter(({ photo }) => photo?.drawn === null).length
      const taken = { added: coming.length, known: findings.length - coming.length, without_photo: withoutPhoto }
      if (coming.length > 0) {
        await log('finding.proposed', { ...taken, plan_revision, handed_in_by: actor })
        await isChanged(trx, jobId, at)
      }
      return { coming, taken }
    })
    kept = new Set(coming.map(({ id }) => id))
    return taken
  } finally {
    for (const [id, { path }] of placed) if (!kept.has(id)) await storage.remove(path)
  }
}

/** What reads files of others may have put a link there. */
const OWN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW

const noPlanHere = (): Refusal =>
  new Refusal('JOB_STATE_CONFLICT', 'This job has no plan of trial trenches: nothing was taken.')

const tooManyWait = (waiting: number): Refusal =>
  new Refusal(
    'JOB_STATE_CONFLICT',
    `${waiting} findings of this job wait already, and ${MAX_PROPOSALS} may: nothing was taken. Ask the office to accept or reject them.`,
    { extra: { limit: MAX_PROPOSALS } },
  )

const tooLarge = (most: number): Refusal =>
  new Refusal('PAYLOAD_TOO_LARGE', `The findings are larger than ${most / 1024 ** 2} MiB: hand in fewer at a time.`)

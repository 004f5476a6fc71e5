/** What was found on site: recorded by a user, or accepted of what came from the site. */
import { Readable } from 'node:stream'
import type { TrenchPlan } from '../../imkl/model/trench-plan.ts'
import { MAX_TRENCH_FINDINGS, refuseTooMany } from '../../platform/limits.ts'
import { type Complaint, Refusal } from '../../platform/refusal.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { keepFile } from '../digging/files-of-job.ts'
import { type DrawnPhoto, drawnPhoto } from '../digging/start-photos.ts'
import type { DocumentFile } from '../http/send-files.ts'
import { intactFile } from '../kept-files.ts'
import type { Background, Caller, Compute, Database, Files, Permitted } from '../services.ts'
import { insertFindingPhoto, photosByFinding, removePhotos } from './finding-photos.ts'
import {
  changePlan,
  type Noting,
  noPlan,
  ownPlan,
  type PlanChange,
  type Planned,
  planned,
  type TrenchServices,
  unfit,
} from './plan-of-job.ts'
import { misfitOf } from './plan-shown.ts'
import {
  changeFinding,
  chosenProposals,
  countOpenRows,
  dropFinding,
  type FindingRow,
  findingsOfJob,
  insertFinding,
  planIn,
  uncountRows,
} from './rows.ts'
import type { GivenFinding } from './schema.ts'
import type { PlanRecord } from './tables.ts'

/** @throws Refusal as trenchPlanOf; JOB_STATE_CONFLICT when there are too many */
export async function recordFinding(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  given: GivenFinding,
): Promise<FindingRow> {
  const stored = await ownPlan(services, caller, jobId)
  if (isFuture(services, given)) throw unfit('/found_on', 'DAY_IN_FUTURE', FUTURE)
  const made = await planned(services, caller, stored)
  const misfit = misfitOf(made.plan, given)
  if (misfit) throw refusalOf([misfit])
  const shape = shapeIn(made.plan, given)
  return changePlan(services, caller, stored.jobId, async (change) => {
    const { trx, log, by } = change
    await refuseFull(trx, stored.jobId, 1)
    const own = { state: 'accepted', site_id: null, handed_in_by: null } as const
    const finding = { ...given, ...by, ...own, id: services.ids.make('fnd'), job_id: stored.jobId, shape }
    await insertFinding(trx, finding)
    await log('finding.recorded', { ...given, finding_id: finding.id, shape })
    await count(change, stored, made)
    return finding
  })
}

/**
 * All or none, in the name of the caller.
 * @throws Refusal as trenchPlanOf; NOT_FOUND when one does not wait; VALIDATION_FAILED with each that the plan does not take
 */
export async function acceptProposals(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  ids: readonly string[],
): Promise<void> {
  const stored = await ownPlan(services, caller, jobId)
  await chosenProposals(services.store.db, stored.jobId, ids)
  const made = await planned(services, caller, stored)
  await changePlan(services, caller, stored.jobId, async (change) => {
    const { trx, log, by } = change
    const proposals = await chosenProposals(trx, stored.jobId, ids)
    const complaints = proposals.flatMap((each) => {
      const misfit = misfitOf(made.plan, each)
      return misfit ? [{ ...misfit, pointer: `/finding_ids/${ids.indexOf(each.id)}` }] : []
    })
    if (complaints.length > 0) throw refusalOf(complaints)
    await refuseFull(trx, stored.jobId, proposals.length)
    const photos = await photosByFinding(trx, stored.jobId)
    for (const { job_id: _, state: _state, at: _at, actor: _actor, id, ...given } of proposals) {
      const shape = shapeIn(made.plan, given)
      await changeFinding(trx, id, { ...by, shape, state: 'accepted' })
      const photo = photos.get(id)
      const said = photo && { sha256: photo.sha256, given_sha256: photo.given_sha256 }
      await log('finding.recorded', { ...given, finding_id: id, shape, ...(said && { photo: said }) })
    }
    await count(change, stored, made)
  })
}

/** They are known when they are handed in again. @throws Refusal NOT_FOUND when one does not wait */
export async function rejectProposals(
  services: Database & Files,
  caller: Permitted<'write'>,
  jobId: string,
  ids: readonly string[],
): Promise<void> {
  const { jobId: home } = await ownPlan(services, caller, jobId)
  await changePlan(services, caller, home, async ({ trx, log, dropPhotos }) => {
    for (const finding of await chosenProposals(trx, home, ids)) {
      await dropFinding(trx, finding)
      const { id, kind, feature_id, trench, site_id, handed_in_by } = finding
      await log('finding.rejected', { finding_id: id, kind, feature_id, trench, site_id, handed_in_by })
    }
    await dropPhotos(ids)
  })
}

/** It works without a result too: the worker counts the rows when there is one. @throws Refusal NOT_FOUND */
export async function removeFinding(
  services: Database & Files & Background,
  caller: Permitted<'write'>,
  jobId: string,
  findingId: string,
): Promise<void> {
  const plan = await ownPlan(services, caller, jobId)
  await changePlan(services, caller, plan.jobId, async ({ trx, log, by, dropPhotos }) => {
    const finding = await recordedFinding(trx, plan.jobId, findingId)
    await dropFinding(trx, finding)
    await dropPhotos([findingId])
    const { kind, feature_id, trench } = finding
    await log('finding.removed', { finding_id: findingId, kind, feature_id, trench })
    await uncountRows(trx, plan, by.at)
  })
  services.nudge()
}

/**
 * In the place of one that it has, which stays in the log.
 * @throws Refusal NOT_FOUND, PAYLOAD_TOO_LARGE; VALIDATION_FAILED when it is no photo; then nothing is kept
 */
export async function putFindingPhoto(
  services: Database & Files & Pick<Compute, 'redrawPhoto'>,
  caller: Permitted<'write'>,
  jobId: string,
  findingId: string,
  bytes: Readable,
): Promise<void> {
  const { jobId: home } = await ownPlan(services, caller, jobId)
  await recordedFinding(services.store.db, home, findingId)
  let drawn: DrawnPhoto
  let replaced: string[] = []
  const come = async (): Promise<Readable> => {
    drawn = await drawnPhoto(services, caller, bytes)
    return Readable.from([drawn.bytes])
  }
  const coming = { prefix: 'fph', act: 'finding.photographed', bytes: come } as const
  await keepFile(services, caller, home, coming, async (trx, file) => {
    const finding = await recordedFinding(trx, home, findingId)
    replaced = await removePhotos(trx, home, [findingId], file.added_at)
    await insertFindingPhoto(trx, finding, file, drawn)
    return { finding_id: findingId, given_sha256: drawn.givenSha256 }
  })
  for (const path of replaced) await services.storage.remove(path)
}

/** @throws Refusal NOT_FOUND; EXPORT_FAILED when it was changed, cut off or lost on the disk */
export async function findingPhotoFile(
  services: Database & Files,
  caller: Caller,
  jobId: string,
  findingId: string,
): Promise<DocumentFile> {
  const { jobId: home } = await ownPlan(services, caller, jobId)
  const row = (await photosByFinding(services.store.db, home)).get(findingId)
  if (!row) throw new Refusal('NOT_FOUND', 'There is no photo with this finding.')
  return intactFile(services.storage, row)
}

async function recordedFinding(db: Noting, jobId: string, findingId: string): Promise<FindingRow> {
  const finding = (await findingsOfJob(db, jobId)).find(({ id }) => id === findingId)
  if (!finding) throw new Refusal('NOT_FOUND', 'There is no such finding.')
  return finding
}

const refusalOf = (complaints: readonly Complaint[]): Refusal =>
  new Refusal('VALIDATION_FAILED', complaints[0]!.message, { complaints })

const shapeIn = ({ rows }: TrenchPlan, { feature_id }: Pick<FindingRow, 'feature_id'>): string | null =>
  rows.find(({ id }) => id === feature_id)?.shape ?? null

/** By the calendar of the Netherlands. */
export const isFuture = ({ clock }: Pick<Database, 'clock'>, { found_on }: Pick<FindingRow, 'found_on'>): boolean =>
  found_on > dutchDate(clock.now().getTime())
export const FUTURE = 'Only what has happened is put on record.'

async function refuseFull(trx: Noting, jobId: string, more: number): Promise<void> {
  const there = (await findingsOfJob(trx, jobId)).length
  refuseTooMany(there + more - 1, MAX_TRENCH_FINDINGS, 'findings of this plan', 'JOB_STATE_CONFLICT')
}

/** @param stored under which the plan was computed: it may be another by now */
async function count({ trx, by }: PlanChange, stored: PlanRecord, { plan, results }: Planned): Promise<void> {
  const now = (await planIn(trx, stored.jobId)) ?? noPlan()
  if (now.revision === stored.revision) await countOpenRows(trx, now, plan.rows, results, by.at)
  else await uncountRows(trx, now, by.at)
}

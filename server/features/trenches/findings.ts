/** What was found on site: recorded by a user, or accepted of what came from the site. */
import type { TrenchPlan } from '../../imkl/model/trench-plan.ts'
import { MAX_TRENCH_FINDINGS, refuseTooMany } from '../../platform/limits.ts'
import { type Complaint, Refusal } from '../../platform/refusal.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Background, Database, Files, Permitted } from '../services.ts'
import { photosByFinding, recordedFinding, removeFiles, removePhotos } from './finding-photos.ts'
import { inLog, type Noting, noPlan, ownPlan, planned, type TrenchServices, unfit } from './plan-of-job.ts'
import { misfitOf } from './plan-shown.ts'
import {
  chosenProposals,
  countOpenRows,
  dropFinding,
  type FindingRow,
  findingsOfJob,
  insertFinding,
  keepAccepted,
  planIn,
  uncountRows,
} from './rows.ts'
import type { Misfit } from './schema.ts'
import type { PlanRecord } from './tables.ts'

export type FindingEntry = Omit<
  FindingRow,
  'id' | 'job_id' | 'shape' | 'at' | 'actor' | 'state' | 'site_id' | 'handed_in_by'
>

/** @throws Refusal as trenchPlanOf; JOB_STATE_CONFLICT when there are too many */
export async function recordFinding(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  given: FindingEntry,
): Promise<FindingRow> {
  const stored = await ownPlan(services, caller, jobId)
  const today = todayOf(services)
  if (isFuture(given, today)) throw unfit('/found_on', 'DAY_IN_FUTURE', FUTURE)
  const made = await planned(services, caller, stored)
  const misfit = misfitOf(made.plan, given)
  if (misfit) throw refusalOf([complaintOf(made.plan, misfit)])
  const shape = shapeIn(made.plan, given)
  return inLog(services, caller, jobId, async (trx, log, by) => {
    await refuseFull(trx, jobId, 1)
    const own = { state: 'accepted', site_id: null, handed_in_by: null } as const
    const finding = { ...given, ...by, ...own, id: services.ids.make('fnd'), job_id: jobId, shape }
    await insertFinding(trx, finding)
    await log('finding.recorded', { ...given, finding_id: finding.id, shape })
    await count(trx, stored, made, by.at)
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
  await chosenProposals(services.store.db, jobId, ids)
  const made = await planned(services, caller, stored)
  await inLog(services, caller, jobId, async (trx, log, by) => {
    const proposals = await chosenProposals(trx, jobId, ids)
    const complaints = proposals.flatMap((each) => {
      const misfit = misfitOf(made.plan, each)
      const pointer = `/finding_ids/${ids.indexOf(each.id)}`
      return misfit ? [{ ...complaintOf(made.plan, misfit), pointer }] : []
    })
    if (complaints.length > 0) throw refusalOf(complaints)
    await refuseFull(trx, jobId, proposals.length)
    const photos = await photosByFinding(trx, jobId)
    for (const { job_id: _, state: _state, at: _at, actor: _actor, id, ...given } of proposals) {
      const shape = shapeIn(made.plan, given)
      await keepAccepted(trx, id, { ...by, shape })
      const photo = photos.get(id)
      const said = photo && { sha256: photo.sha256, given_sha256: photo.given_sha256 }
      await log('finding.recorded', { ...given, finding_id: id, shape, ...(said && { photo: said }) })
    }
    await count(trx, stored, made, by.at)
  })
}

/** They are known when they are handed in again. @throws Refusal NOT_FOUND when one does not wait */
export async function rejectProposals(
  services: Database & Files,
  caller: Permitted<'write'>,
  jobId: string,
  ids: readonly string[],
): Promise<void> {
  await ownPlan(services, caller, jobId)
  const paths = await inLog(services, caller, jobId, async (trx, log, { at }) => {
    const proposals = await chosenProposals(trx, jobId, ids)
    const gone = await removePhotos(trx, jobId, ids, at)
    for (const finding of proposals) {
      await dropFinding(trx, finding)
      const { id, kind, feature_id, trench, site_id, handed_in_by } = finding
      await log('finding.rejected', { finding_id: id, kind, feature_id, trench, site_id, handed_in_by })
    }
    return gone
  })
  await removeFiles(services, paths)
}

/** It works without a result too: the worker counts the rows when there is one. @throws Refusal NOT_FOUND */
export async function removeFinding(
  services: Database & Files & Background,
  caller: Permitted<'write'>,
  jobId: string,
  findingId: string,
): Promise<void> {
  const plan = await ownPlan(services, caller, jobId)
  const paths = await inLog(services, caller, jobId, async (trx, log, { at }) => {
    const finding = await recordedFinding(trx, jobId, findingId)
    await dropFinding(trx, finding)
    const gone = await removePhotos(trx, jobId, [findingId], at)
    const { kind, feature_id, trench } = finding
    await log('finding.removed', { finding_id: findingId, kind, feature_id, trench })
    await uncountRows(trx, plan, at)
    return gone
  })
  await removeFiles(services, paths)
  services.nudge()
}

function complaintOf({ trenches }: TrenchPlan, misfit: Misfit): Complaint {
  return misfit === 'NO_SUCH_ROW'
    ? { pointer: '/feature_id', code: misfit, message: 'The plan has no line with this id (any more).' }
    : { pointer: '/trench', code: misfit, message: `The plan has ${trenches.length} trenches.` }
}

const refusalOf = (complaints: readonly Complaint[]): Refusal =>
  new Refusal('VALIDATION_FAILED', complaints[0]!.message, { complaints })

const shapeIn = ({ rows }: TrenchPlan, { feature_id }: Pick<FindingRow, 'feature_id'>): string | null =>
  rows.find(({ id }) => id === feature_id)?.shape ?? null

/** Of the Netherlands. */
export const todayOf = ({ clock }: Pick<Database, 'clock'>): string => dutchDate(clock.now().getTime())
export const isFuture = ({ found_on }: Pick<FindingRow, 'found_on'>, today: string): boolean => found_on > today
export const FUTURE = 'Only what has happened is put on record.'

async function refuseFull(trx: Noting, jobId: string, more: number): Promise<void> {
  const there = (await findingsOfJob(trx, jobId)).length
  refuseTooMany(there + more - 1, MAX_TRENCH_FINDINGS, 'findings of this plan', 'JOB_STATE_CONFLICT')
}

/** @param stored under which the plan was computed: it may be another by now */
async function count(
  trx: Noting,
  stored: PlanRecord,
  { plan, results }: Awaited<ReturnType<typeof planned>>,
  at: string,
): Promise<void> {
  const now = (await planIn(trx, stored.jobId)) ?? noPlan()
  if (now.revision === stored.revision) await countOpenRows(trx, now, plan.rows, results, at)
  else await uncountRows(trx, now, at)
}

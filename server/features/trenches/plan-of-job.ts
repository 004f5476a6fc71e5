/** The plan of trial trenches of a job: its works and parameters are kept, the plan itself is computed on the newest result. */
import { fileNumbers, readableName, withTestLabel } from '../../exports/file-name.ts'
import type { TrenchParameters, TrenchPlan, Works } from '../../imkl/model/trench-plan.ts'
import { MAX_TRENCH_FINDINGS, refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { ownJob } from '../digging/files-of-job.ts'
import { appendToJobLog } from '../log-rows.ts'
import { klicNumbersOfJob } from '../results/rows/results-of-company.ts'
import { notReady, type ResultServices, wholeFile } from '../results/whole-result.ts'
import type { Caller, Compute, Database, Permitted } from '../services.ts'
import type { PlanView } from './plan-shown.ts'
import {
  countOpenRows,
  deleteFinding,
  deletePlan,
  type FindingRecord,
  findingsOfJob,
  insertFinding,
  insertPlan,
  newestByLine,
  type PlanRecord,
  planOfJob,
  uncountRows,
} from './rows.ts'

type TrenchServices = ResultServices & Pick<Compute, 'planTrenches'>
type Trx = Parameters<typeof appendToJobLog>[0]

export interface PlanEntry {
  works: Works
  parameters: TrenchParameters
}

interface Planned {
  plan: TrenchPlan
  resultRevision: number
  /** Of the file, relative to the data folder; null: none was asked for */
  path: string | null
}

/** @throws Refusal NOT_READY without a result; VALIDATION_FAILED for works that it can't be computed for */
async function planned(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  { works, parameters }: PlanEntry,
  file?: { format: 'gpkg' | 'xlsx'; findings: readonly FindingRecord[] },
): Promise<Planned> {
  const result = await wholeFile(services, caller.companyId, jobId)
  if (!result) throw notReady()
  const located = file && Object.fromEntries(newestByLine(file.findings))
  const { plan, path } = await services.planTrenches({
    gpkg: { key: result.path, sha256: result.sha256 },
    ...{ works, parameters, format: file?.format ?? null, asker: caller },
    ...(located && { located }),
  })
  return { plan, path, resultRevision: result.revision }
}

/** @throws Refusal NOT_FOUND; as planned */
export async function trenchPlanOf(services: TrenchServices, caller: Caller, jobId: string): Promise<PlanView> {
  const stored = await ownPlan(services, caller, jobId)
  return viewOf(services, stored, stored, await planned(services, caller, jobId, stored))
}

/** Nothing is stored. @throws as trenchPlanOf */
export async function previewTrenchPlan(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  asked: PlanEntry,
): Promise<PlanView> {
  await ownJob(services.store, caller, jobId)
  return viewOf(services, { ...asked, jobId }, null, await planned(services, caller, jobId, asked))
}

/** @throws as trenchPlanOf */
export async function storeTrenchPlan(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  asked: PlanEntry,
): Promise<PlanView> {
  await ownJob(services.store, caller, jobId)
  const made = await planned(services, caller, jobId, asked)
  const { rows } = made.plan
  const stored = await services.store.transaction({ company: caller.companyId }, async (trx) => {
    const { companyId, actor } = caller
    const at = services.clock.now().toISOString()
    const before = await planOfJob(trx, jobId)
    const isSame = before !== null && textOf(before) === textOf(asked)
    const plan = isSame ? before : { ...asked, jobId, revision: (before?.revision ?? 0) + 1, at, actor }
    if (!isSame) {
      await insertPlan(trx, plan)
      const data = { revision: plan.revision, rows: rows.length, result_revision: made.resultRevision }
      await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'trench_plan.stored', data })
    }
    await countOpenRows(trx, plan, rows, made.resultRevision, at)
    return plan
  })
  return viewOf(services, stored, stored, made)
}

const textOf = ({ works, parameters }: PlanEntry): string => JSON.stringify([works, parameters])

async function viewOf(
  { store }: Database,
  { jobId, works }: Pick<PlanRecord, 'jobId' | 'works'>,
  stored: PlanView['stored'],
  { plan, resultRevision }: Planned,
): Promise<PlanView> {
  return { stored, works, plan, resultRevision, findings: await findingsOfJob(store.db, jobId) }
}

/** @throws Refusal NOT_FOUND */
async function ownPlan({ store }: Database, caller: Caller, jobId: string, db: Trx = store.db): Promise<PlanRecord> {
  await ownJob(store, caller, jobId)
  return (await planOfJob(db, jobId)) ?? noPlan()
}

const noPlan = (): never => {
  throw new Refusal('NOT_FOUND', 'This job has no plan of trial trenches.')
}

/**
 * @returns its path relative to the data folder, to be removed when it was sent, and the name to save it under
 * @throws as trenchPlanOf
 */
export async function trenchPlanFile(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  format: 'gpkg' | 'xlsx',
): Promise<{ path: string; name: string }> {
  const { store } = services
  const { reference, environment } = await ownJob(store, caller, jobId)
  const stored = await ownPlan(services, caller, jobId)
  const findings = await findingsOfJob(store.db, jobId)
  const { path } = await planned(services, caller, jobId, stored, { format, findings })
  const numbers = fileNumbers(reference, await klicNumbersOfJob(store.db, jobId))
  const subject = withTestLabel(reference ?? jobId, environment)
  return { path: path!, name: readableName(subject, format, `${numbers}_proefsleuven`) }
}

/** With what was found; that both were there stays in the log. @throws Refusal NOT_FOUND */
export async function deleteTrenchPlan(
  { store, clock }: Database,
  caller: Permitted<'write'>,
  jobId: string,
): Promise<void> {
  await ownJob(store, caller, jobId)
  await store.transaction({ company: caller.companyId }, async (trx) => {
    const { companyId, actor } = caller
    const at = clock.now().toISOString()
    const { revision } = (await planOfJob(trx, jobId)) ?? noPlan()
    const data = { revision, findings: (await findingsOfJob(trx, jobId)).length }
    await deletePlan(trx, jobId, at)
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'trench_plan.removed', data })
  })
}

export type FindingEntry = Omit<FindingRecord, 'id' | 'jobId' | 'shape' | 'at' | 'actor'>

/** @throws Refusal as trenchPlanOf; JOB_STATE_CONFLICT when there are too many */
export async function recordFinding(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  given: FindingEntry,
): Promise<FindingRecord> {
  const stored = await ownPlan(services, caller, jobId)
  if (given.foundOn > dutchDate(services.clock.now().getTime()))
    throw unfit('/found_on', 'DAY_IN_FUTURE', 'Only what has happened is put on record.')
  const { plan, resultRevision } = await planned(services, caller, jobId, stored)
  const row = plan.rows.find(({ id }) => id === given.featureId)
  if (given.featureId !== null && !row)
    throw unfit('/feature_id', 'NO_SUCH_ROW', 'The plan has no line with this id (any more).')
  if (given.trench !== null && given.trench > plan.trenches.length)
    throw unfit('/trench', 'NO_SUCH_TRENCH', `The plan has ${plan.trenches.length} trenches.`)
  return services.store.transaction({ company: caller.companyId }, async (trx) => {
    const { companyId, actor } = caller
    const at = services.clock.now().toISOString()
    const now = (await planOfJob(trx, jobId)) ?? noPlan()
    const there = (await findingsOfJob(trx, jobId)).length
    refuseTooMany(there, MAX_TRENCH_FINDINGS, 'findings of this plan', 'JOB_STATE_CONFLICT')
    const finding = { ...given, id: services.ids.make('fnd'), jobId, shape: row?.shape ?? null, at, actor }
    await insertFinding(trx, finding)
    const data = { finding_id: finding.id, ...given, shape: finding.shape }
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'finding.recorded', data })
    if (now.revision === stored.revision) await countOpenRows(trx, now, plan.rows, resultRevision, at)
    else await uncountRows(trx, jobId)
    return finding
  })
}

/** @throws Refusal NOT_FOUND */
export async function removeFinding(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  findingId: string,
): Promise<void> {
  const stored = await ownPlan(services, caller, jobId)
  // Without a result it is counted when there is one.
  const made = await planned(services, caller, jobId, stored).catch((error: unknown) => {
    if (error instanceof Refusal) return null
    throw error
  })
  await services.store.transaction({ company: caller.companyId }, async (trx) => {
    const { companyId, actor } = caller
    const at = services.clock.now().toISOString()
    const finding = (await findingsOfJob(trx, jobId)).find(({ id }) => id === findingId)
    if (!finding) throw new Refusal('NOT_FOUND', 'There is no such finding.')
    await deleteFinding(trx, findingId)
    const { kind, featureId, trench } = finding
    const data = { finding_id: findingId, kind, feature_id: featureId, trench }
    await appendToJobLog(trx, jobId, { companyId, at, actor, act: 'finding.removed', data })
    const now = await planOfJob(trx, jobId)
    if (made && now?.revision === stored.revision)
      await countOpenRows(trx, stored, made.plan.rows, made.resultRevision, at)
    else await uncountRows(trx, jobId)
  })
}

const unfit = (pointer: string, code: string, message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code, message }] })

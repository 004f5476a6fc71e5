/** The plan of trial trenches of a job: its works and parameters are kept, the plan itself is computed on the newest result. */
import { fileNumbers, nameWithEnding, withTestLabel } from '../../exports/file-name.ts'
import type { TrenchFormat } from '../../exports/result-formats.ts'
import type { TrenchPrint } from '../../imkl/model/conversion-task.ts'
import type { TrenchPlan } from '../../imkl/model/trench-plan.ts'
import { MAX_TRENCH_FINDINGS, refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Language } from '../../texts/languages.ts'
import { ownJob } from '../digging/files-of-job.ts'
import type { LoggedAct } from '../log-entries.ts'
import { appendToJobLog } from '../log-rows.ts'
import { printFacts } from '../results/print-job.ts'
import { klicNumbersOfJob } from '../results/rows/results-of-company.ts'
import { notReady, type ResultServices, resultChanged, wholeFile } from '../results/whole-result.ts'
import type { Caller, Compute, Database, Permitted } from '../services.ts'
import type { PlanView } from './plan-shown.ts'
import {
  countOpenRows,
  type FindingRow,
  findingsOfJob,
  insertFinding,
  insertPlan,
  newestByLine,
  planOfJob,
  uncountRows,
} from './rows.ts'
import type { PlanRecord } from './tables.ts'

type TrenchServices = ResultServices & Pick<Compute, 'planTrenches'>
type Trx = Parameters<typeof appendToJobLog>[0]

export type PlanEntry = Pick<PlanRecord, 'works' | 'parameters'>
export type FindingEntry = Omit<FindingRow, 'id' | 'job_id' | 'shape' | 'at' | 'actor'>

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
  file?: { format: TrenchFormat; findings: readonly FindingRow[]; print: TrenchPrint | null },
): Promise<Planned> {
  const result = await wholeFile(services, caller.companyId, jobId)
  if (!result) throw notReady()
  const shown = file?.print?.of
  if (shown && shown.facts.revision !== result.revision) throw resultChanged()
  const { plan, path } = await services.planTrenches({
    gpkg: { key: result.path, sha256: result.sha256 },
    ...{ works, parameters, format: file?.format ?? null, asker: caller },
    ...(file && { located: Object.fromEntries(newestByLine(file.findings)) }),
    ...(file?.print && { print: file.print }),
  })
  return { plan, path, resultRevision: result.revision }
}

/** @throws Refusal NOT_FOUND; as planned */
export async function trenchPlanOf(services: TrenchServices, caller: Caller, jobId: string): Promise<PlanView> {
  const stored = await ownPlan(services, caller, jobId)
  const { works } = stored
  const made = await planned(services, caller, jobId, stored)
  return { stored, works, ...made, findings: await findingsOfJob(services.store.db, jobId) }
}

/** Nothing is stored. @throws as trenchPlanOf */
export async function previewTrenchPlan(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  asked: PlanEntry,
): Promise<PlanView> {
  await ownJob(services.store, caller, jobId)
  const { works } = asked
  const made = await planned(services, caller, jobId, asked)
  return { stored: null, works, ...made, findings: await findingsOfJob(services.store.db, jobId) }
}

/** Another plan than before is a new revision. @throws as trenchPlanOf */
export async function storeTrenchPlan(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  asked: PlanEntry,
): Promise<PlanView> {
  const { plan, resultRevision, ...view } = await previewTrenchPlan(services, caller, jobId, asked)
  const { rows } = plan
  const stored = await inLog(services, caller, jobId, async (trx, log, by) => {
    const before = await planOfJob(trx, jobId)
    const isSame = before !== null && textOf(before) === textOf(asked)
    const revision = (before?.revision ?? 0) + 1
    const now = isSame ? before : { ...asked, ...by, jobId, revision, openRows: null, countedOn: null }
    if (!isSame) {
      await insertPlan(trx, now)
      await log('trench_plan.stored', { revision, rows: rows.length, result_revision: resultRevision })
    }
    await countOpenRows(trx, now, rows, resultRevision, by.at)
    return now
  })
  return { ...view, plan, resultRevision, stored }
}

const textOf = ({ works, parameters }: PlanEntry): string => JSON.stringify([works, parameters])

/** @throws Refusal NOT_FOUND */
async function ownPlan({ store }: Database, caller: Caller, jobId: string): Promise<PlanRecord> {
  await ownJob(store, caller, jobId)
  return (await planOfJob(store.db, jobId)) ?? noPlan()
}

const noPlan = (): never => {
  throw new Refusal('NOT_FOUND', 'This job has no plan of trial trenches.')
}

/** @param work what it does and logs is there as a whole, or not at all */
function inLog<T>(
  { store, clock }: Database,
  { companyId, actor }: Caller,
  jobId: string,
  work: (
    trx: Trx,
    log: (act: LoggedAct, data: Record<string, unknown>) => Promise<void>,
    by: { at: string; actor: string },
  ) => Promise<T>,
): Promise<T> {
  const by = { at: clock.now().toISOString(), actor }
  return store.transaction({ company: companyId }, (trx) =>
    work(trx, (act, data) => appendToJobLog(trx, jobId, { companyId, ...by, act, data }), by),
  )
}

/**
 * @param language of a PDF
 * @returns its path relative to the data folder, to be removed when it was sent, and the name to save it under
 * @throws as trenchPlanOf; TryLater when another result has just taken its place
 */
export async function trenchPlanFile(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  format: TrenchFormat,
  language: Language,
): Promise<{ path: string; name: string }> {
  const { db } = services.store
  const { reference, environment } = await ownJob(services.store, caller, jobId)
  const stored = await ownPlan(services, caller, jobId)
  const findings = await findingsOfJob(db, jobId)
  const asked = { language, hiddenOperators: [] }
  const { facts } =
    format === 'pdf' ? await printFacts(services, caller, jobId, asked, { ofToday: false }) : { facts: null }
  const print = facts && { language, of: { facts, revision: stored.revision } }
  const { path } = await planned(services, caller, jobId, stored, { format, findings, print })
  const numbers = fileNumbers(reference, await klicNumbersOfJob(db, jobId))
  const subject = withTestLabel(reference ?? jobId, environment)
  return { path: path!, name: nameWithEnding(subject, `.${format}`, `${numbers}_proefsleuven`) }
}

/** With what was found; that both were there stays in the log. @throws Refusal NOT_FOUND */
export async function deleteTrenchPlan(services: Database, caller: Permitted<'write'>, jobId: string): Promise<void> {
  await ownJob(services.store, caller, jobId)
  await inLog(services, caller, jobId, async (trx, log, { at }) => {
    const { revision } = (await planOfJob(trx, jobId)) ?? noPlan()
    const findings = (await findingsOfJob(trx, jobId)).length
    await uncountRows(trx, jobId, at)
    for (const table of ['trench_plan', 'trench_finding'] as const)
      await trx.deleteFrom(table).where('job_id', '=', jobId).execute()
    await log('trench_plan.removed', { revision, findings })
  })
}

/** @throws Refusal as trenchPlanOf; JOB_STATE_CONFLICT when there are too many */
export async function recordFinding(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  given: FindingEntry,
): Promise<FindingRow> {
  const stored = await ownPlan(services, caller, jobId)
  if (given.found_on > dutchDate(services.clock.now().getTime()))
    throw unfit('/found_on', 'DAY_IN_FUTURE', 'Only what has happened is put on record.')
  const { plan, resultRevision } = await planned(services, caller, jobId, stored)
  const row = plan.rows.find(({ id }) => id === given.feature_id)
  if (given.feature_id !== null && !row)
    throw unfit('/feature_id', 'NO_SUCH_ROW', 'The plan has no line with this id (any more).')
  if (given.trench !== null && given.trench > plan.trenches.length)
    throw unfit('/trench', 'NO_SUCH_TRENCH', `The plan has ${plan.trenches.length} trenches.`)
  return inLog(services, caller, jobId, async (trx, log, by) => {
    const now = (await planOfJob(trx, jobId)) ?? noPlan()
    const there = (await findingsOfJob(trx, jobId)).length
    refuseTooMany(there, MAX_TRENCH_FINDINGS, 'findings of this plan', 'JOB_STATE_CONFLICT')
    const finding = { ...given, ...by, id: services.ids.make('fnd'), job_id: jobId, shape: row?.shape ?? null }
    await insertFinding(trx, finding)
    await log('finding.recorded', { ...given, finding_id: finding.id, shape: finding.shape })
    if (now.revision === stored.revision) await countOpenRows(trx, now, plan.rows, resultRevision, by.at)
    else await uncountRows(trx, jobId, by.at)
    return finding
  })
}

/** It works without a result too: the worker counts the rows when there is one. @throws Refusal NOT_FOUND */
export async function removeFinding(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  findingId: string,
): Promise<void> {
  await ownPlan(services, caller, jobId)
  await inLog(services, caller, jobId, async (trx, log, { at }) => {
    const finding = (await findingsOfJob(trx, jobId)).find(({ id }) => id === findingId)
    if (!finding) throw new Refusal('NOT_FOUND', 'There is no such finding.')
    await trx.deleteFrom('trench_finding').where('id', '=', findingId).execute()
    const { kind, feature_id, trench } = finding
    await log('finding.removed', { finding_id: findingId, kind, feature_id, trench })
    await uncountRows(trx, jobId, at)
  })
  services.nudge()
}

const unfit = (pointer: string, code: string, message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code, message }] })

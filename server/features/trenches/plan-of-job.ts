/** The plan of trial trenches of a job: its works and parameters are kept, the plan itself is computed on the newest result. */
import { fileNumbers, nameWithEnding, withTestLabel } from '../../exports/file-name.ts'
import type { TrenchFormat } from '../../exports/result-formats.ts'
import type { TrenchPrint } from '../../imkl/model/conversion-task.ts'
import type { TrenchPlan } from '../../imkl/model/trench-plan.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Language } from '../../texts/languages.ts'
import { ownJob } from '../digging/files-of-job.ts'
import type { LoggedAct } from '../log-entries.ts'
import { appendToJobLog } from '../log-rows.ts'
import { printFacts } from '../results/print-job.ts'
import { klicNumbersOfJob } from '../results/rows/results-of-company.ts'
import { notReady, type ResultServices, resultChanged, wholeFile } from '../results/whole-result.ts'
import type { Caller, Compute, Database, Files, Permitted } from '../services.ts'
import { photosByFinding, removeFiles, removePhotos } from './finding-photos.ts'
import type { PlanView } from './plan-shown.ts'
import {
  countOpenRows,
  type FindingRow,
  findingsOfJob,
  insertPlan,
  newestByLine,
  planOfJob,
  proposalsOfJob,
  uncountRows,
} from './rows.ts'
import type { PlanRecord } from './tables.ts'

export type TrenchServices = ResultServices & Pick<Compute, 'planTrenches'>
export type Noting = Parameters<typeof appendToJobLog>[0]

export type PlanEntry = Pick<PlanRecord, 'works' | 'parameters'>

interface Planned {
  plan: TrenchPlan
  resultRevision: number
  /** Of the file, relative to the data folder; null: none was asked for */
  path: string | null
}

/** @throws Refusal NOT_READY without a result; VALIDATION_FAILED for works that it can't be computed for */
export async function planned(
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
  return { stored, ...made, works, ...(await foundOf(services, jobId)) }
}

const foundOf = async ({ store: { db } }: Database, jobId: string) => ({
  findings: await findingsOfJob(db, jobId),
  proposals: await proposalsOfJob(db, jobId),
  photos: await photosByFinding(db, jobId),
})

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
  return { stored: null, ...made, works, ...(await foundOf(services, jobId)) }
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
export async function ownPlan({ store }: Database, caller: Caller, jobId: string): Promise<PlanRecord> {
  await ownJob(store, caller, jobId)
  return (await planOfJob(store.db, jobId)) ?? noPlan()
}

export const noPlan = (): never => {
  throw new Refusal('NOT_FOUND', 'This job has no plan of trial trenches.')
}

/** @param work what it does and logs is there as a whole, or not at all */
export function inLog<T>(
  { store, clock }: Database,
  { companyId, actor }: Caller,
  jobId: string,
  work: (
    trx: Noting,
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

/** With what was found and what waits; that they were there stays in the log. @throws Refusal NOT_FOUND */
export async function deleteTrenchPlan(
  services: Database & Files,
  caller: Permitted<'write'>,
  jobId: string,
): Promise<void> {
  await ownJob(services.store, caller, jobId)
  const paths = await inLog(services, caller, jobId, async (trx, log, { at }) => {
    const { revision } = (await planOfJob(trx, jobId)) ?? noPlan()
    const findings = (await findingsOfJob(trx, jobId)).length
    const proposals = (await proposalsOfJob(trx, jobId)).length
    const gone = await removePhotos(trx, jobId, null, at)
    await uncountRows(trx, jobId, at)
    for (const table of ['trench_plan', 'trench_finding'] as const)
      await trx.deleteFrom(table).where('job_id', '=', jobId).execute()
    await log('trench_plan.removed', { revision, findings, proposals })
    return gone
  })
  await removeFiles(services, paths)
}

export const unfit = (pointer: string, code: string, message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code, message }] })

/** The plan of trial trenches of a job or its project: works and parameters are kept, the plan is computed on the newest results. */
import { fileNumbers, nameWithEnding, withTestLabel } from '../../exports/file-name.ts'
import type { TrenchFormat } from '../../exports/result-formats.ts'
import type { TrenchPrint } from '../../imkl/model/conversion-task.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Language } from '../../texts/languages.ts'
import { ownJob } from '../digging/files-of-job.ts'
import type { LoggedAct } from '../log-entries.ts'
import { appendToJobLog } from '../log-rows.ts'
import { printFacts } from '../results/print-job.ts'
import { klicNumbersOfJob } from '../results/rows/results-of-company.ts'
import { type ResultServices, resultChanged } from '../results/whole-result.ts'
import type { Caller, Compute, Database, Files, Permitted } from '../services.ts'
import { photosByFinding, removePhotos } from './finding-photos.ts'
import { resultsOfPlan } from './plan-results.ts'
import {
  countOpenRows,
  type FindingRow,
  findingsOfJob,
  insertPlan,
  newestByLine,
  type PlanOwner,
  planIn,
  planOfJob,
  planOfProject,
  projectIdOf,
  projectName,
  proposalsOfJob,
  revisionOf,
  revisionsOf,
  uncountRows,
} from './rows.ts'
import type { PlanScope } from './schema.ts'
import type { PlanRecord } from './tables.ts'

export type TrenchServices = ResultServices & Pick<Compute, 'planTrenches'>
export type Noting = Parameters<typeof appendToJobLog>[0]

type PlanWorks = Pick<PlanRecord, 'works' | 'parameters'>
export interface PlanEntry extends PlanWorks {
  /** Of the job alone, or of its project; undefined: as it is */
  scope?: PlanScope | undefined
}

export type Planned = Awaited<ReturnType<typeof planned>>

/**
 * @param asked the job whose revision is told; by default that in which the plan was made
 * @returns the plan, and the path of the file relative to the data folder; null: none was asked for
 * @throws Refusal as resultsOfPlan; VALIDATION_FAILED for works that it can't be computed for
 */
export async function planned(
  services: TrenchServices,
  caller: Caller,
  { works, parameters, ...owner }: PlanWorks & PlanOwner,
  asked?: string,
  file?: { format: TrenchFormat; findings: readonly FindingRow[]; print: TrenchPrint },
) {
  const results = await resultsOfPlan(services, caller.companyId, owner, works, asked)
  const shown = file?.print.facts
  if (shown && shown.revision !== results.revision) throw resultChanged()
  const { gpkgs, awaited } = results
  const made = await services.planTrenches({
    ...{ gpkgs, awaited, works, parameters, format: file?.format ?? null, asker: caller },
    ...(file && { located: Object.fromEntries(newestByLine(file.findings)), print: file.print }),
  })
  return { ...made, results }
}

/** @param revision by default the newest. @throws Refusal NOT_FOUND; as planned */
export async function trenchPlanOf(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  revision?: number,
): Promise<PlanView> {
  const newest = await ownPlan(services, caller, jobId)
  const earlier = revision && ((await revisionOf(services.store.db, newest.jobId, revision)) ?? noPlan())
  const stored = earlier ? { ...earlier, projectId: newest.projectId } : newest
  return viewOf(services, caller, jobId, stored, stored)
}

export type PlanView = Awaited<ReturnType<typeof viewOf>>

/** @param stored null: the plan is not stored */
async function viewOf(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  asked: PlanWorks & PlanOwner,
  stored: PlanRecord | null,
) {
  const { db } = services.store
  const made = await planned(services, caller, asked, jobId)
  return {
    ...{ stored, asked, ...made },
    findings: await findingsOfJob(db, asked.jobId),
    proposals: await proposalsOfJob(db, asked.jobId),
    photos: await photosByFinding(db, asked.jobId),
  }
}

/** Newest first. @throws Refusal NOT_FOUND */
export const planRevisions = async (services: Database, caller: Caller, jobId: string) =>
  revisionsOf(services.store.db, await ownPlan(services, caller, jobId))

/** Nothing is stored. @throws as trenchPlanOf */
export async function previewTrenchPlan(
  services: TrenchServices,
  caller: Caller,
  jobId: string,
  { works, parameters, scope }: PlanEntry,
): Promise<PlanView> {
  await ownJob(services.store, caller, jobId)
  const { jobId: home, projectId } = await ownerOf(services.store.db, jobId, scope)
  return viewOf(services, caller, jobId, { works, parameters, jobId: home, projectId }, null)
}

/**
 * Whose plan it is to be. That of a project stays with the job in which it was made.
 * @throws Refusal VALIDATION_FAILED for a job in no project; JOB_STATE_CONFLICT for a job with a plan of its own besides
 */
async function ownerOf(db: Noting, jobId: string, scope: PlanScope | undefined): Promise<PlanOwner> {
  if (scope === undefined) return (await planOfJob(db, jobId)) ?? { jobId, projectId: null }
  if (scope === 'job') return { jobId, projectId: null }
  const projectId = await projectIdOf(db, jobId)
  if (projectId === null) throw unfit('/scope', 'NO_PROJECT', 'The job is in no project. Plan for the job alone.')
  const ofProject = await planOfProject(db, projectId)
  if (!ofProject) return { jobId, projectId }
  if (ofProject.jobId === jobId || !(await planIn(db, jobId))) return ofProject
  throw new Refusal('JOB_STATE_CONFLICT', 'The project has a plan already. Delete the plan of this job to see it.')
}

/** Another plan than before is a new revision. @throws as previewTrenchPlan */
export async function storeTrenchPlan(
  services: TrenchServices,
  caller: Permitted<'write'>,
  jobId: string,
  asked: PlanEntry,
): Promise<PlanView> {
  const view = await previewTrenchPlan(services, caller, jobId, asked)
  const { plan, results } = view
  const { works, parameters } = asked
  const stored = await changePlan(services, caller, jobId, async ({ trx, log, by }) => {
    const { jobId: home, projectId } = await ownerOf(trx, jobId, asked.scope)
    const before = await planIn(trx, home)
    const next = { works, parameters, jobId: home, projectId, nearJobs: results.nearJobs }
    const isSame = before !== null && textOf(before) === textOf(next)
    const revision = (before?.revision ?? 0) + 1
    const now = isSame ? before : { ...next, ...by, revision, openRows: null, countedOn: null }
    if (!isSame) {
      await insertPlan(trx, now)
      const of = projectId && { project_id: projectId, job_id: home }
      await log('trench_plan.stored', { revision, rows: plan.rows.length, result_revision: results.revision, ...of })
    }
    await countOpenRows(trx, now, plan.rows, results, by.at)
    return now
  })
  return { ...view, stored }
}

const textOf = ({ works, parameters, projectId }: Pick<PlanRecord, 'works' | 'parameters' | 'projectId'>): string =>
  JSON.stringify([works, parameters, projectId])

/** @throws Refusal NOT_FOUND */
export async function ownPlan({ store }: Database, caller: Caller, jobId: string): Promise<PlanRecord> {
  await ownJob(store, caller, jobId)
  return (await planOfJob(store.db, jobId)) ?? noPlan()
}

export const noPlan = (): never => {
  throw new Refusal('NOT_FOUND', 'This job has no plan of trial trenches.')
}

/** What is done to a plan, or under it, in one transaction. */
export interface PlanChange {
  trx: Noting
  by: { at: string; actor: string }
  log(act: LoggedAct, data: Record<string, unknown>): Promise<void>
  /** Of these findings; null: of all. Their files go once that is certain; what a kill leaves of them the worker removes. */
  dropPhotos(findingIds: readonly string[] | null): Promise<void>
}

/** @param jobId in whose log it is. What `work` does and logs is there as a whole, or not at all. */
export async function changePlan<T>(
  { store, storage, clock }: Database & Pick<Files, 'storage'>,
  { companyId, actor }: Caller,
  jobId: string,
  work: (change: PlanChange) => Promise<T>,
): Promise<T> {
  const by = { at: clock.now().toISOString(), actor }
  const { done, gone } = await store.transaction({ company: companyId }, async (trx) => {
    const gone: string[] = []
    const done = await work({
      ...{ trx, by },
      log: (act, data) => appendToJobLog(trx, jobId, { companyId, ...by, act, data }),
      dropPhotos: async (ids) => void gone.push(...(await removePhotos(trx, jobId, ids, by.at))),
    })
    return { done, gone }
  })
  for (const path of gone) await storage.remove(path)
  return done
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
  const findings = await findingsOfJob(db, stored.jobId)
  const asked = { language, hiddenOperators: [] }
  const project = stored.projectId === null ? null : await projectName(db, stored.projectId)
  // Of a project the results say who lies there: the facts of one of its jobs name the operators of that job alone.
  const facts =
    format === 'pdf' && project === null
      ? (await printFacts(services, caller, jobId, asked, { ofToday: false })).facts
      : null
  const print = { language, revision: stored.revision, ...(facts && { facts }), ...(project && { reference: project }) }
  const { path } = await planned(services, caller, stored, jobId, { format, findings, print })
  const numbers = project === null ? fileNumbers(reference, await klicNumbersOfJob(db, jobId)) : ''
  const subject = withTestLabel(project ?? reference ?? jobId, environment)
  return { path: path!, name: nameWithEnding(subject, `.${format}`, `${numbers}_proefsleuven`) }
}

/** With what was found and what waits; that they were there stays in the log. @throws Refusal NOT_FOUND */
export async function deleteTrenchPlan(
  services: Database & Files,
  caller: Permitted<'write'>,
  jobId: string,
): Promise<void> {
  const { jobId: home } = await ownPlan(services, caller, jobId)
  await changePlan(services, caller, home, async ({ trx, log, by, dropPhotos }) => {
    const plan = (await planIn(trx, home)) ?? noPlan()
    const findings = (await findingsOfJob(trx, home)).length
    const proposals = (await proposalsOfJob(trx, home)).length
    await dropPhotos(null)
    await uncountRows(trx, plan, by.at)
    for (const table of ['trench_plan', 'trench_finding'] as const)
      await trx.deleteFrom(table).where('job_id', '=', home).execute()
    await log('trench_plan.removed', { revision: plan.revision, findings, proposals })
  })
}

export const unfit = (pointer: string, code: string, message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code, message }] })

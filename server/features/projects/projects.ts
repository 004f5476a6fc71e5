/** Projects: made, changed, filled with jobs, closed. Every change is in the project's log, in the same transaction. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Store } from '../../platform/database/open.ts'
import type { DB } from '../../platform/database/schema.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { MAX_PROJECTS, refuseTooMany } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { DigAnswer } from '../../registry/dig-reasons.ts'
import type { JobState, NextActionReason } from '../../registry/klic.ts'
import { briefViews, noSuchJob } from '../jobs/get-job.ts'
import type { JobBriefView } from '../jobs/job-view.ts'
import { jobArea, jobsByIds } from '../jobs/rows/jobs.ts'
import { partsOf } from '../jobs/rows/parts.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import type { LoggedAct } from '../log-entries.ts'
import { appendToLog, newestEntry } from '../log-rows.ts'
import { outlinesOf } from '../results/map/show-on-map.ts'
import type { Background, Caller, Compute, Database, Permitted } from '../services.ts'
import { settingsOf } from '../settings/rows.ts'
import { uncountRowsOfProject } from '../trenches/rows.ts'
import { eventTarget } from '../webhooks/event-types.ts'
import { filedOrderIds, recordEvent } from '../webhooks/rows.ts'
import { type Checklist, checklistsOf, itemsOfProjects } from './checklist-rows.ts'
import { type DocumentRow, documentsOf, type ResultInDossier, resultsOf } from './document-rows.ts'
import {
  countProjects,
  insertProject,
  jobsOfProjects,
  type ProjectFactsRow,
  type ProjectRow,
  projectOf,
  projectOfJob,
  projectsOf,
  putJobIn,
  takeJobOut,
  updateProject,
} from './rows.ts'
import { isComplete, MAX_PROJECT_JOBS } from './rules.ts'
import type { ProjectInput } from './schema.ts'

export type { Checklist } from './checklist-rows.ts'
export type { DocumentRow, ResultInDossier } from './document-rows.ts'
export type { ProjectRow } from './rows.ts'

type Db = Kysely<DB>
export interface ProjectBrief {
  project: ProjectFactsRow
  jobIds: readonly string[]
  items: number
  itemsDone: number
}

export interface ProjectView {
  project: ProjectRow
  jobs: JobBriefView[]
  checklists: Checklist[]
  documents: DocumentRow[]
  results: ResultInDossier[]
}

/** The open ones first, newest first. */
export async function listProjects(store: Store, { companyId }: Caller): Promise<ProjectBrief[]> {
  const projects = await projectsOf(store.db, companyId)
  const briefs: ProjectBrief[] = []
  for (let from = 0; from < projects.length; from += COUNTED_AT_ONCE) {
    const some = projects.slice(from, from + COUNTED_AT_ONCE)
    const ids = some.map(({ id }) => id)
    const [jobs, counts] = await Promise.all([jobsOfProjects(store.db, ids), itemsOfProjects(store.db, ids)])
    for (const project of some) {
      const { items = 0, done = 0 } = counts.get(project.id) ?? {}
      briefs.push({ project, jobIds: jobs.get(project.id) ?? [], items, itemsDone: done })
    }
    // Each may have 5,000 items: others get their turn.
    await nextTurn()
  }
  return briefs
}

const COUNTED_AT_ONCE = 50

/** @throws Refusal NOT_FOUND */
export async function ownProject(db: Db, { companyId }: Caller, id: string): Promise<ProjectRow> {
  const project = await projectOf(db, companyId, id)
  if (!project) throw new Refusal('NOT_FOUND', 'There is no such project.')
  return project
}

/** @throws Refusal NOT_FOUND */
export async function getProject(services: Database, caller: Caller, id: string): Promise<ProjectView> {
  const { store } = services
  const project = await ownProject(store.db, caller, id)
  const jobIds = (await jobsOfProjects(store.db, [id])).get(id) ?? []
  const [jobs, checklists, documents, results] = await Promise.all([
    jobsByIds(store.db, caller.companyId, jobIds),
    checklistsOf(store.db, [id]),
    documentsOf(store.db, id),
    resultsOf(store.db, jobIds),
  ])
  return { project, jobs: await briefViews(services, caller, jobs), checklists, documents, results }
}

export interface JobOnProjectMap {
  jobId: string
  reference: string | null
  status: JobState
  reason: NextActionReason
  dig: DigAnswer
  /** In degrees. */
  outlines: JsonText[]
}

/** The areas of all its jobs, in degrees. @throws Refusal NOT_FOUND */
export async function projectMap(
  services: Database & Pick<Compute, 'inDegrees'>,
  caller: Caller,
  id: string,
): Promise<JobOnProjectMap[]> {
  const { jobs } = await getProject(services, caller, id)
  const shown: JobOnProjectMap[] = []
  for (const { job, advice, dig } of jobs) {
    const outline = await jobArea(services.store.db, caller.companyId, job.id)
    if (!outline) continue
    const outlines = await outlinesOf(services.inDegrees, caller, outline, await partsOf(services.store.db, job.id))
    const { id: jobId, status } = job
    shown.push({ jobId, reference: jobName(job), status, reason: advice.reason, dig: dig.answer, outlines })
  }
  return shown
}

type ProjectFields = z.output<typeof ProjectInput>

/** @throws Refusal VALIDATION_FAILED when the company has as many as are kept */
export async function createProject(
  services: Database & Background,
  caller: Permitted<'write'>,
  given: ProjectFields,
): Promise<ProjectView> {
  const { store, clock, ids } = services
  const id = ids.make('prj')
  const at = clock.now().toISOString()
  await store.transaction({ company: caller.companyId }, async (trx) => {
    refuseTooMany(await countProjects(trx, caller.companyId), MAX_PROJECTS, 'projects')
    await insertProject(trx, {
      id,
      company_id: caller.companyId,
      ...given,
      status: 'open',
      created_at: at,
      created_by: caller.actor,
      closed_at: null,
    })
    await noteIn(trx, caller, id, at, 'project.created', { ...given })
  })
  return getProject(services, caller, id)
}

/**
 * A change of an open project and its line in the log, together.
 * @throws Refusal NOT_FOUND or PROJECT_STATE_CONFLICT
 */
export async function changeOpenProject(
  services: Database & Background,
  caller: Caller,
  id: string,
  change: Change<void>,
): Promise<ProjectView> {
  await inOpenProject(services, caller, id, change)
  return getProject(services, caller, id)
}

type Change<T> = (trx: Db, project: ProjectRow, at: string, note: Note) => Promise<T>

/** The same for what answers with a part of it. */
export async function inOpenProject<T>(
  services: Database & Background,
  caller: Caller,
  id: string,
  change: Change<T>,
): Promise<T> {
  const at = services.clock.now().toISOString()
  return services.store.transaction({ company: caller.companyId }, async (trx) => {
    const project = await ownProject(trx, caller, id)
    if (project.status !== 'open') {
      const message = `The project is ${project.status}; reopen it to change it.`
      throw new Refusal('PROJECT_STATE_CONFLICT', message, { extra: { status: project.status } })
    }
    return change(trx, project, at, (act, data) => noteIn(trx, caller, id, at, act, data))
  })
}

export type Note = (act: LoggedAct, data: Readonly<Record<string, unknown>>) => Promise<void>

const noteIn = (
  trx: Db,
  { companyId, actor }: Caller,
  projectId: string,
  at: string,
  act: LoggedAct,
  data: Readonly<Record<string, unknown>>,
) => appendToLog(trx, { companyId, subject: `project:${projectId}`, at, actor, act, data })

export const changeProject = (
  services: Database & Background,
  caller: Permitted<'write'>,
  id: string,
  given: Partial<ProjectFields>,
) =>
  changeOpenProject(services, caller, id, async (trx, _project, _at, note) => {
    if (Object.keys(given).length === 0) return
    await updateProject(trx, id, given)
    await note('project.changed', { ...given })
  })

/**
 * Completed: every checklist is, and somebody says so; other programs are told. Cancelled: the dig does not happen, and
 * nobody is told.
 * @throws Refusal PROJECT_STATE_CONFLICT that names the checklists that are open
 */
export async function closeProject(
  services: Database & Background,
  caller: Permitted<'write'>,
  id: string,
  outcome: 'completed' | 'cancelled',
): Promise<ProjectView> {
  const view = await changeOpenProject(services, caller, id, async (trx, project, at, note) => {
    if (outcome === 'completed') refuseUnfinished(await checklistsOf(trx, [id]))
    await updateProject(trx, id, { status: outcome, closed_at: at })
    await note(`project.${outcome}`, {})
    if (outcome === 'completed') await tellCompleted(services, trx, project, at)
  })
  services.nudge()
  return view
}

function refuseUnfinished(lists: readonly Checklist[]): void {
  const unfinished = lists.filter(({ items }) => !isComplete(items)).map(({ name }) => name)
  if (unfinished.length === 0) return
  const message = `Tick what is open first, or cancel the project: ${unfinished.join(', ')}.`
  throw new Refusal('PROJECT_STATE_CONFLICT', message, { extra: { checklists: unfinished } })
}

/** With the last hash of the log: a receiver that keeps the event can tell later whether the log is still the same. */
async function tellCompleted({ ids }: Database & Background, trx: Db, project: ProjectRow, at: string): Promise<void> {
  const last = await newestEntry(trx, project.company_id, `project:${project.id}`)
  const jobIds = (await jobsOfProjects(trx, [project.id])).get(project.id) ?? []
  await recordEvent(trx, {
    id: ids.make('evt'),
    companyId: project.company_id,
    jobId: null,
    type: 'project.completed',
    data: {
      project_id: project.id,
      name: project.name,
      reference: project.reference,
      job_ids: jobIds,
      order_ids: await filedOrderIds(trx, jobIds),
      log: { entries: last?.no ?? 0, hash: last?.hash ?? '' },
    },
    at,
    target: eventTarget(null, await settingsOf(trx, project.company_id)),
  })
}

export async function reopenProject(
  services: Database & Background,
  caller: Permitted<'write'>,
  id: string,
): Promise<ProjectView> {
  const at = services.clock.now().toISOString()
  await services.store.transaction({ company: caller.companyId }, async (trx) => {
    const project = await ownProject(trx, caller, id)
    if (project.status === 'open') return
    await updateProject(trx, id, { status: 'open', closed_at: null })
    await noteIn(trx, caller, id, at, 'project.reopened', {})
  })
  return getProject(services, caller, id)
}

/** A job that is in another project is taken from there only by hand. Repeated it changes nothing. */
export const addJob = (services: Database & Background, caller: Permitted<'write'>, id: string, jobId: string) =>
  changeOpenProject(services, caller, id, async (trx, _project, at, note) => {
    const [job] = await jobsByIds(trx, caller.companyId, [jobId])
    if (!job) throw noSuchJob()
    const home = await projectOfJob(trx, jobId)
    if (home?.projectId === id) return
    if (home) {
      const message = 'The job belongs to another project. Take it out of that one first.'
      throw new Refusal('PROJECT_STATE_CONFLICT', message, { extra: { project_id: home.projectId } })
    }
    const there = (await jobsOfProjects(trx, [id])).get(id) ?? []
    refuseTooMany(there.length, MAX_PROJECT_JOBS, 'jobs in the project', 'PROJECT_STATE_CONFLICT')
    await putJobIn(trx, id, jobId, at)
    await uncountRowsOfProject(trx, id, at)
    await note('job.added', { job_id: jobId, reference: job.reference })
  })

export const removeJob = (services: Database & Background, caller: Permitted<'write'>, id: string, jobId: string) =>
  changeOpenProject(services, caller, id, async (trx, _project, at, note) => {
    const home = await projectOfJob(trx, jobId)
    if (home?.projectId !== id) return
    await uncountRowsOfProject(trx, id, at)
    await takeJobOut(trx, jobId)
    await note('job.removed', { job_id: jobId })
  })

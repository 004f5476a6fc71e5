/** Looking at jobs. Never waits for the registry: what is shown is what the worker has written. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { livingWorkers } from '../../platform/database/installation-rows.ts'
import { createYielder } from '../../platform/event-loop-yield.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isMoving, type JobSort } from '../../registry/klic.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Caller, Database } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import { digRecordsOf } from './dig-facts.ts'
import { briefView, type JobBriefView, type JobContext, type JobView, jobView } from './job-view.ts'
import { artifactsOf } from './rows/artifacts.ts'
import { countJobs, type JobFilter, jobsPage, newestJob } from './rows/job-lists.ts'
import { followersOf, type JobBriefRecord, jobOf, resultWarningsOf, splitInto } from './rows/jobs.ts'
import { nextActionFactsOf } from './rows/next-action-facts.ts'
import { partStates, partsOf } from './rows/parts.ts'

/** @throws Refusal NOT_FOUND, also for another company's job */
export async function getJob(services: Database, { companyId }: Caller, jobId: string): Promise<JobView> {
  const { store } = services
  const job = await jobOf(store.db, companyId, jobId)
  if (!job) throw noSuchJob()
  const parts = await partsOf(store.db, jobId)
  const artifacts = await artifactsOf(store.db, jobId, job.revision)
  const around = await aroundJobs(services, companyId, [job])
  const resultWarnings = job.revision > 0 ? await resultWarningsOf(store.db, jobId) : null
  return jobView(job, parts, artifacts, around(jobId), {
    resultWarnings,
    followedBy: await followersOf(store.db, companyId, jobId),
    splitInto: job.source === 'imported' ? await splitInto(store.db, companyId, jobId) : [],
  })
}

export const noSuchJob = (): Refusal =>
  new Refusal(
    'NOT_FOUND',
    'There is no such job here: the id is mistyped, or of another company, server or data folder. GET /jobs lists those that are here.',
  )

/** A program that uses API v1 knows ORIENT and GRAAF: its lists hold calamities only when it asks for them. */
export const isWithoutCalamities = ({ key }: Caller, asked: boolean | undefined): boolean =>
  !(asked ?? key === undefined)

export async function listJobs(
  services: Database,
  caller: Caller,
  { page, pageSize, asOf: asked }: PageRequest,
  filter: Omit<JobFilter, 'isWithoutCalamities' | 'asOf'> & { calamities?: boolean } = {},
  sort?: JobSort,
): Promise<Page<JobBriefView>> {
  const { companyId } = caller
  const { calamities, ...others } = filter
  const only: JobFilter = isWithoutCalamities(caller, calamities) ? { ...others, isWithoutCalamities: true } : others
  const { db } = services.store
  const asOf = asked ?? (await newestJob(db, companyId))
  const total = await countJobs(db, companyId, asked === undefined ? only : { ...only, asOf: asked })
  // A text is looked for in all jobs, twice: others get their turn in between.
  await nextTurn()
  const order =
    sort === 'next' ? { sort, today: dutchDate(services.clock.now().getTime()) } : { sort: sort ?? 'newest' }
  const jobs = await jobsPage(db, companyId, page, pageSize, { ...only, asOf: asOf ?? undefined }, order)
  return { data: await briefViews(services, caller, jobs), page, pageSize, asOf, total }
}

/** Jobs of one company as lists show them, in the same order. */
export async function briefViews(
  services: Database,
  caller: Caller,
  jobs: readonly JobBriefRecord[],
): Promise<JobBriefView[]> {
  const { store } = services
  const giveWay = createYielder(caller, Number.POSITIVE_INFINITY)
  const around = await aroundJobs(services, caller.companyId, jobs)
  await giveWay()
  const views: JobBriefView[] = []
  for (const some of byParts(jobs)) {
    const ids = some.map((job) => job.id)
    const states = await partStates(store.db, ids)
    for (const job of some) {
      views.push(briefView(job, states.get(job.id) ?? [], around(job.id)))
      await giveWay()
    }
    // SQLite answers on the event loop: others get their turn in between.
    await nextTurn()
  }
  return views
}

/** Parts that are read at once, unless one job has more. */
const PARTS_AT_ONCE = 1000

/** Jobs in their order, those that follow each other together while they have few parts. */
function byParts(jobs: readonly JobBriefRecord[]): JobBriefRecord[][] {
  const groups: JobBriefRecord[][] = []
  let parts = Number.POSITIVE_INFINITY
  for (const job of jobs) {
    parts += job.quote.notifications
    if (parts > PARTS_AT_ONCE) {
      groups.push([])
      parts = job.quote.notifications
    }
    groups.at(-1)!.push(job)
  }
  return groups
}

async function aroundJobs(
  services: Database,
  companyId: string,
  jobs: readonly JobBriefRecord[],
): Promise<(jobId: string) => JobContext> {
  const { store, clock } = services
  const settings = await effectiveSettings(services, companyId)
  const progress = await nextActionFactsOf(store.db, jobs)
  const digging = await digRecordsOf(store.db, jobs)
  const isMatter = jobs.some(({ status }) => isMoving(status))
  const isWorkerThere = !isMatter || (await livingWorkers(services)).length > 0
  const now = clock.now()
  return (jobId) => ({ settings, now, isWorkerThere, progress: progress(jobId), digging: digging(jobId) })
}

/**
 * Imported jobs that hold the wrong notifications: one is split, or several are joined. The job that was asked for keeps its id
 * and what is on record of it; each result is made anew. All of it is one transaction: a kill leaves the former jobs or the new.
 */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type DeliveryHead, MAX_IMPORT_DELIVERIES } from '../../imkl/model/found-delivery.ts'
import { MAX_AGREEMENTS, MAX_PHOTOS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isDownloadable } from '../../registry/klic.ts'
import { projectsOfJobs } from '../digging/duty-rows.ts'
import { agreementFiles, startPhotos } from '../digging/files-of-job.ts'
import { keepContact, keepWork } from '../digging/rows.ts'
import { digRecordsOf } from '../jobs/dig-facts.ts'
import { getJob, noSuchJob } from '../jobs/get-job.ts'
import type { JobView } from '../jobs/job-view.ts'
import { refuseRemoved } from '../jobs/removed-files.ts'
import { jobsByIds } from '../jobs/rows/jobs.ts'
import { demandsOf } from '../jobs/rules/next-action.ts'
import { siteLinksOf } from '../keys/site-link-rows.ts'
import { appendToJobLog } from '../log-rows.ts'
import { putJobIn, takeJobOut } from '../projects/rows.ts'
import type { Caller, Permitted } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import { MAX_SITE_LINKS } from '../site-package/schema.ts'
import {
  countPlans,
  type GroupedJob,
  type GroupedPart,
  groupedJobs,
  insertSplitJob,
  joinRow,
  moveRecords,
  putParts,
  regroupJob,
} from './grouping-rows.ts'
import { groupAsChosen } from './import-jobs.ts'
import { importedJob } from './imported-job.ts'
import { joinedContacts, joinedWork, regroupConflict } from './join-records.ts'
import type { ImportServices } from './keep-deliveries.ts'

type Trx = Parameters<Parameters<ImportServices['store']['transaction']>[1]>[0]

/** A part with what its delivery says. */
interface ReadPart extends GroupedPart {
  head: DeliveryHead
}

/**
 * Moves notifications of an imported job to jobs of their own. What is on record of digging, photos, agreements and the log
 * stay with the job; its project gets the new jobs too.
 * @param moved KLIC numbers of each new job; those that are not named stay
 * @returns the job with what stays, and the ids of the new jobs
 * @throws Refusal NOT_FOUND; VALIDATION_FAILED when the numbers are not those of the job, or none stays; JOB_STATE_CONFLICT while it
 *   is worked on, or has links for the site, behind which ground would be gone; FILES_REMOVED
 */
export async function splitJob(
  services: ImportServices,
  caller: Permitted<'write'>,
  jobId: string,
  moved: readonly (readonly string[])[],
): Promise<{ job: JobView; newJobs: string[] }> {
  const { ids, clock } = services
  const seen = await jobsToGroup(services, caller, [jobId])
  const { parts, environment } = await readParts(services, caller, seen)
  refuseUnfit(moved, parts)
  const stays = parts.filter(({ klicNumber }) => !moved.flat().includes(klicNumber))
  const at = clock.now().toISOString()
  const made = moved.map((numbers) => {
    const own = parts.filter(({ klicNumber }) => numbers.includes(klicNumber))
    return { own, job: importedJob(ids.make('job'), caller, heads(own), environment, at) }
  })
  const newJobs = made.map(({ job }) => job.id)
  await inTurn(services, caller, seen, async (trx) => {
    if ((await siteLinksOf(trx, jobId, at)).length > 0) {
      throw regroupConflict('HAS_SITE_LINKS')
    }
    const project = (await projectsOfJobs(trx, [jobId])).get(jobId)
    for (const { own, job } of made) {
      await insertSplitJob(trx, job, jobId)
      await putParts(trx, job.id, idsOf(own))
      if (project) await putJobIn(trx, project.projectId, job.id, at)
      await note(trx, caller, job.id, 'job.split', { from: jobId, klic_numbers: numbersOf(own) }, at)
    }
    await putParts(trx, jobId, idsOf(stays))
    await regroupJob(trx, seen[0]!, importedJob(jobId, caller, heads(stays), environment, at))
    const data = { into: newJobs, klic_numbers: made.flatMap(({ own }) => numbersOf(own)) }
    await note(trx, caller, jobId, 'job.split', data, at)
  })
  services.nudge()
  return { job: await getJob(services, caller, jobId), newJobs }
}

/**
 * Puts the notifications of other imported jobs into one, with photos, agreements, links for the site and what is on record of
 * digging. A request for one of the others gets this job.
 * @param otherIds of jobs of the same kind
 * @throws Refusal NOT_FOUND; VALIDATION_FAILED for jobs of several kinds; PAYLOAD_TOO_LARGE for too many notifications;
 *   JOB_STATE_CONFLICT while one is worked on, where they are in several projects or have several trench plans, or where a fact holds for some of them only;
 *   FILES_REMOVED
 */
export async function joinJobs(
  services: ImportServices,
  caller: Permitted<'write'>,
  jobId: string,
  otherIds: readonly string[],
): Promise<JobView> {
  const { clock } = services
  const all = [...new Set([jobId, ...otherIds])]
  const others = all.slice(1)
  if (others.length === 0) throw unfit('/job_ids', 'Name another job: this one can not be joined with itself.')
  const seen = await jobsToGroup(services, caller, all)
  const { parts, environment } = await readParts(services, caller, seen)
  groupAsChosen(heads(parts), environment, [numbersOf(parts)])
  const at = clock.now().toISOString()
  await inTurn(services, caller, seen, async (trx) => {
    await joinRecords(trx, caller, all, at)
    await joinProjects(trx, all, at)
    if ((await countPlans(trx, all)) > 1) throw regroupConflict('SEVERAL_PLANS')
    for (const other of others) await moveRecords(trx, other, jobId)
    await refuseTooMany(trx, jobId, at)
    await putParts(trx, jobId, idsOf(parts))
    await regroupJob(trx, seen[0]!, importedJob(jobId, caller, heads(parts), environment, at))
    for (const other of others) {
      await note(trx, caller, other, 'job.joined', { into: jobId }, at)
      await joinRow(trx, caller.companyId, other, jobId, at)
    }
    await note(trx, caller, jobId, 'job.joined', { from: others, klic_numbers: numbersOf(parts) }, at)
  })
  services.nudge()
  return getJob(services, caller, jobId)
}

async function jobsToGroup(services: ImportServices, caller: Caller, jobIds: readonly string[]): Promise<GroupedJob[]> {
  const seen = await groupedJobs(services.store.db, caller.companyId, jobIds)
  if (seen.length < jobIds.length) throw noSuchJob()
  for (const { id, source, status } of seen) {
    if (source !== 'imported') {
      throw regroupConflict('NOT_IMPORTED')
    }
    if (!isDownloadable(status)) throw regroupConflict('NO_RESULT')
    await refuseRemoved(services.store, id, 'results')
  }
  const count = seen.reduce((sum, { parts }) => sum + parts.length, 0)
  if (count > MAX_IMPORT_DELIVERIES) {
    const message = `A job that is split or joined has at most ${MAX_IMPORT_DELIVERIES} notifications: choose fewer jobs.`
    throw new Refusal('PAYLOAD_TOO_LARGE', message)
  }
  return seen
}

/** Rows keep a part of what a delivery says: the files say all of it. */
async function readParts(services: ImportServices, caller: Caller, seen: readonly GroupedJob[]) {
  const settings = await effectiveSettings(services, caller.companyId)
  const parts = seen.flatMap((job) => job.parts)
  const files = parts.map(({ klicNumber, delivery }) => {
    if (delivery) return delivery
    throw regroupConflict('DELIVERY_MISSING', klicNumber)
  })
  const folder = join(services.dataDir, 'tmp', services.ids.make('imp'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const found = await services.storage.use(files, (paths) =>
      services.describeDeliveries(
        paths.map((path, index) => [{ path, name: `${parts[index]!.klicNumber}.zip` }]),
        folder,
        caller,
      ),
    )
    const read = parts.map((part): ReadPart => {
      const said = found.find((one) => 'head' in one && one.head.klicNumber === part.klicNumber)
      if (said && 'head' in said) return { ...part, head: said.head }
      throw regroupConflict('DELIVERY_MISSING', part.klicNumber)
    })
    return { parts: read, environment: settings['registry.environment'] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Nothing of the jobs has changed since they were seen, and nothing does meanwhile. */
const inTurn = (
  services: ImportServices,
  { companyId }: Caller,
  seen: readonly GroupedJob[],
  act: (trx: Trx) => Promise<void>,
): Promise<void> =>
  services.store.transaction({ company: companyId }, async (trx) => {
    const ids = seen.map(({ id }) => id)
    if (JSON.stringify(await groupedJobs(trx, companyId, ids)) !== JSON.stringify(seen)) {
      throw regroupConflict('CHANGED_MEANWHILE')
    }
    await act(trx)
  })

function refuseUnfit(moved: readonly (readonly string[])[], parts: readonly ReadPart[]): void {
  const named = moved.flat()
  const own = new Set(parts.map(({ klicNumber }) => klicNumber))
  if (new Set(named).size < named.length) throw unfit('/jobs', 'A KLIC number belongs to one job: name each once.')
  if (named.some((number) => !own.has(number))) throw unfit('/jobs', 'Name KLIC numbers of this job only.')
  if (named.length === own.size) throw unfit('/jobs', 'At least one notification stays in the job.')
}

/** @throws Refusal JOB_STATE_CONFLICT where a fact holds for some of the jobs only */
async function joinRecords(trx: Trx, caller: Caller, jobIds: readonly string[], at: string): Promise<void> {
  const { companyId, actor } = caller
  const jobs = await jobsByIds(trx, companyId, jobIds)
  const recordsOf = await digRecordsOf(trx, jobs)
  const records = jobs.map((job) => {
    const demanded = job.findings ? demandsOf(job.findings).map(({ operator }) => operator) : []
    return { ...recordsOf(job.id), demanded }
  })
  const [jobId] = jobIds
  const work = joinedWork(records.map((each) => each.work))
  if (work) await keepWork(trx, { ...work, jobId: jobId!, at, actor })
  for (const contact of joinedContacts(records)) await keepContact(trx, { ...contact, jobId: jobId!, at, actor })
}

async function joinProjects(trx: Trx, jobIds: readonly string[], at: string): Promise<void> {
  const projects = await projectsOfJobs(trx, jobIds)
  const [projectId, ...more] = new Set([...projects.values()].map((project) => project.projectId))
  if (more.length > 0) throw regroupConflict('SEVERAL_PROJECTS')
  if (projectId === undefined) return
  for (const id of jobIds.slice(1)) await takeJobOut(trx, id)
  if (!projects.has(jobIds[0]!)) await putJobIn(trx, projectId, jobIds[0]!, at)
}

/** What two jobs may have each may be too much of one. */
async function refuseTooMany(trx: Trx, jobId: string, at: string): Promise<void> {
  const counts = [
    ['photos', (await startPhotos.of(trx, [jobId])).length, MAX_PHOTOS],
    ['agreements', (await agreementFiles.of(trx, [jobId])).length, MAX_AGREEMENTS],
    ['links for the site', (await siteLinksOf(trx, jobId, at)).length, MAX_SITE_LINKS],
  ] as const
  for (const [what, count, most] of counts)
    if (count > most) throw regroupConflict('TOO_MANY_FILES', `at most ${most} ${what}`)
}

const note = (
  trx: Trx,
  { companyId, actor }: Caller,
  jobId: string,
  act: 'job.split' | 'job.joined',
  data: Readonly<Record<string, unknown>>,
  at: string,
): Promise<void> => appendToJobLog(trx, jobId, { companyId, at, actor, act, data })

const heads = (parts: readonly ReadPart[]): DeliveryHead[] => parts.map(({ head }) => head)
const idsOf = (parts: readonly ReadPart[]): string[] => parts.map(({ id }) => id)
const numbersOf = (parts: readonly ReadPart[]): string[] => parts.map(({ klicNumber }) => klicNumber)
const unfit = (pointer: string, message: string): Refusal =>
  new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer, code: 'INVALID', message }] })

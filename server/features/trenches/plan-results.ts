/** The results that a plan follows from: that of its job, or those of the jobs of its project that lie near the works. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { extentOf, extentsMeet, growExtent } from '../../geometry/flat.ts'
import type { Position } from '../../geometry/geometry.ts'
import { extentOfWorks, type Works } from '../../imkl/model/trench-plan.ts'
import { MAX_PLAN_RESULTS } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { compare } from '../../platform/text-order.ts'
import { areasOfJobs, jobsByIds } from '../jobs/rows/jobs.ts'
import { jobName } from '../jobs/rules/job-name.ts'
import type { StoredFile } from '../results/rows/results-of-company.ts'
import { notReady, wholeFile } from '../results/whole-result.ts'
import { jobsOfPlan, type PlanOwner } from './rows.ts'

type Db = Parameters<typeof wholeFile>[0]['store']['db']

/** A job's deliveries reach little beyond its area. */
const NEAR_M = 100

/**
 * @param asked the job that is asked for
 * @throws Refusal NOT_READY when none has a result; VALIDATION_FAILED for works near too many jobs
 * @throws as wholeFile
 */
export async function resultsOfPlan(
  services: Parameters<typeof wholeFile>[0],
  companyId: string,
  plan: PlanOwner,
  works: Works,
  asked = plan.jobId,
) {
  const { db } = services.store
  const jobs = await jobsByIds(db, companyId, await jobsOfPlan(db, plan))
  const near: typeof jobs = []
  for (const job of jobs) if (job.id === plan.jobId || (await isNear(db, companyId, job.id, works))) near.push(job)
  if (near.length > MAX_PLAN_RESULTS) throw tooMany(near.length)
  const files: StoredFile[] = []
  const awaited: string[] = []
  for (const job of near) {
    const file = await wholeFile(services, companyId, job.id)
    if (file) files.push(file)
    else awaited.push(jobName(job) ?? job.id)
  }
  if (files.length === 0) throw notReady()
  files.sort((a, b) => compare(b.readyAt, a.readyAt) || compare(a.jobId, b.jobId))
  return {
    gpkgs: files.map(({ path: key, sha256 }) => ({ key, sha256 })),
    /** What people call the jobs near the works that have no result */
    awaited,
    /** Of a plan of a project, the jobs near its works; null: it is of one job */
    nearJobs: plan.projectId === null ? null : near.map(({ id }) => id),
    /** Revisions of all jobs together */
    results: jobs.reduce((sum, { revision }) => sum + revision, 0),
    /** The newest revision of the job that is asked for; null: it has no result */
    revision: files.find(({ jobId }) => jobId === asked)?.revision ?? null,
  }
}

/** One at a time: an area may have a megabyte. */
async function isNear(db: Db, companyId: string, jobId: string, works: Works): Promise<boolean> {
  await nextTurn()
  const [job] = await areasOfJobs(db, companyId, [jobId])
  if (!job) return false
  const area = (JSON.parse(job.area) as Position[][]).flat()
  return extentsMeet(extentOf(area), growExtent(extentOfWorks(works), NEAR_M))
}

function tooMany(jobs: number): Refusal {
  const message = `${jobs} jobs of the project lie near these works, and a plan takes ${MAX_PLAN_RESULTS}. Plan the works in parts.`
  return new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer: '/works', code: 'TOO_MANY', message }] })
}

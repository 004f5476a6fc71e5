/** The log of a project or a job, and whether anybody changed it behind our back. */
import { brokenAt, type LogEntry } from '../../domain/projects/projects.ts'
import { logHash, logOf } from '../../store/rows/log.ts'
import { getJob } from '../jobs/get-job.ts'
import type { Caller, Needs } from '../needs.ts'
import { ownProject, type ReadNeeds } from './projects.ts'

export interface LogView {
  entries: (LogEntry & { hash: string })[]
  /** The first entry that does not fit; undefined: the chain is whole */
  brokenAt: number | undefined
}

const read = async ({ store }: Pick<Needs, 'store'>, companyId: string, subject: LogEntry['subject']) => {
  const entries = await logOf(store.db, companyId, subject)
  return { entries, brokenAt: brokenAt(entries, logHash) }
}

/** Oldest first. @throws Refusal NOT_FOUND */
export async function projectLog(needs: ReadNeeds, caller: Caller, projectId: string): Promise<LogView> {
  await ownProject(needs.store.db, caller, projectId)
  return read(needs, caller.companyId, `project:${projectId}`)
}

/** Oldest first. @throws Refusal NOT_FOUND */
export async function jobLog(needs: Pick<Needs, 'store' | 'clock'>, caller: Caller, jobId: string): Promise<LogView> {
  await getJob(needs, caller, jobId)
  return read(needs, caller.companyId, `job:${jobId}`)
}

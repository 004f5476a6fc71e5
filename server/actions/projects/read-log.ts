/** The log of a project or a job, and whether anybody changed it behind our back. */
import { MAX_LOG_ENTRIES } from '../../domain/limits.ts'
import { brokenAt, type LogEntry } from '../../domain/projects/projects.ts'
import { logHash, logOf } from '../../store/rows/log.ts'
import { getJob } from '../jobs/get-job.ts'
import type { Caller, Needs } from '../needs.ts'
import { ownProject, type ReadNeeds } from './projects.ts'

export interface LogView {
  /** Oldest first, the newest MAX_LOG_ENTRIES of them */
  entries: (LogEntry & { hash: string })[]
  /** Older entries, which are not among these */
  leftOut: number
  /** The first entry that does not fit; undefined: the chain is whole */
  brokenAt: number | undefined
}

const read = async ({ store }: Pick<Needs, 'store'>, companyId: string, subject: LogEntry['subject']) => {
  const entries = await logOf(store.db, companyId, subject)
  const newest = entries.slice(-MAX_LOG_ENTRIES)
  return { entries: newest, leftOut: entries.length - newest.length, brokenAt: brokenAt(entries, logHash) }
}

/** Oldest first. @throws Refusal NOT_FOUND */
export async function projectLog(needs: ReadNeeds, caller: Caller, projectId: string): Promise<LogView> {
  await ownProject(needs.store.db, caller, projectId)
  return read(needs, caller.companyId, `project:${projectId}`)
}

/**
 * Oldest first.
 * @param own the id that was asked for: of a job that was joined with `jobId`, or the same
 * @throws Refusal NOT_FOUND
 */
export async function jobLog(
  needs: Pick<Needs, 'store' | 'clock'>,
  caller: Caller,
  jobId: string,
  own = jobId,
): Promise<LogView> {
  await getJob(needs, caller, jobId)
  return read(needs, caller.companyId, `job:${own}`)
}

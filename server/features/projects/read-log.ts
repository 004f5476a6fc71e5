/** The log of a project or a job, and whether anybody changed it behind our back. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Store } from '../../platform/database/open.ts'
import { MAX_LOG_ENTRIES } from '../../platform/limits.ts'
import { getJob } from '../jobs/get-job.ts'
import { chainFollower, type LogEntry } from '../log-entries.ts'
import { type KeptEntry, logHash, logPages } from '../log-rows.ts'
import type { Caller, Database } from '../services.ts'
import { ownProject } from './projects.ts'

export interface LogView {
  /** Oldest first, as many of the newest as were asked for */
  entries: KeptEntry[]
  /** Older entries, which are not among these */
  leftOut: number
  /** The first entry that does not fit; undefined: the chain is whole */
  brokenAt: number | undefined
}

async function read(store: Store, companyId: string, subject: LogEntry['subject'], most: number): Promise<LogView> {
  const follow = chainFollower(logHash)
  let entries: KeptEntry[] = []
  let all = 0
  let broken: number | undefined
  for await (const page of logPages(store.db, companyId, subject)) {
    for (const entry of page) broken = follow(entry)
    all += page.length
    entries.push(...page)
    if (entries.length >= 2 * most) entries = entries.slice(-most)
    await nextTurn()
  }
  const newest = entries.slice(-most)
  return { entries: newest, leftOut: all - newest.length, brokenAt: broken }
}

/** Oldest first. @throws Refusal NOT_FOUND */
export async function projectLog(
  services: Database,
  caller: Caller,
  projectId: string,
  most = MAX_LOG_ENTRIES,
): Promise<LogView> {
  await ownProject(services.store.db, caller, projectId)
  return read(services.store, caller.companyId, `project:${projectId}`, most)
}

/**
 * Oldest first.
 * @param own the id that was asked for: of a job that was joined with `jobId`, or the same
 * @throws Refusal NOT_FOUND
 */
export async function jobLog(
  services: Database,
  caller: Caller,
  jobId: string,
  { own = jobId, most = MAX_LOG_ENTRIES }: { own?: string; most?: number } = {},
): Promise<LogView> {
  await getJob(services, caller, jobId)
  return read(services.store, caller.companyId, `job:${own}`, most)
}

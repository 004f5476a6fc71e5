/** How many jobs are under way, and which ended since the last look. Electron-free. */
import type { OwnSession } from './own-session.ts'

export interface JobSeen {
  job_id: string
  reference: string | null
  status: string
  next_action_reason: string
  simulated: boolean
  /** Raised with each result, so also by a later delivery */
  revision: number
}

const LOOK_EVERY_MS = 5_000
/** As many as one page holds: of a job that is older a later delivery is told by the window only. */
const NEWEST = '/jobs?page_size=200'
/** While something moves. */
const LOOK_SOON_MS = 1_500
export const MOVING = ['accepted', 'submitted', 'partially_delivered', 'processing']
/** What somebody should hear of: there is a result, or there will be none by itself. */
const ENDED = ['ready', 'ready_incomplete', 'rejected', 'failed']

/** @param before by id; a job that was never seen is no news, so that a start does not tell old things */
export const newlyEnded = (before: ReadonlyMap<string, JobSeen>, now: readonly JobSeen[]): JobSeen[] =>
  now.filter((job) => {
    const known = before.get(job.job_id)
    if (!known || !ENDED.includes(job.status)) return false
    // A later delivery may have been merged in between two looks.
    return MOVING.includes(known.status) || job.revision > known.revision
  })

export interface JobsTold {
  onOpen: (count: number) => void
  onEnded: (job: JobSeen) => void
}

/** Looks now and again as long as the program runs; a server that does not answer is looked at again. */
export const watchJobs = (session: OwnSession, tell: JobsTold): void => {
  let seen: ReadonlyMap<string, JobSeen> = new Map()
  let open = 0
  const look = async (): Promise<void> => {
    try {
      const answer = await session.get(NEWEST)
      if (answer.ok) {
        const { data } = (await answer.json()) as { data: JobSeen[] }
        for (const job of newlyEnded(seen, data)) tell.onEnded(job)
        seen = new Map(data.map((job) => [job.job_id, job]))
        open = data.filter(({ status }) => MOVING.includes(status)).length
        tell.onOpen(open)
      }
    } catch {
      // Not there, or being started again.
    }
    setTimeout(() => void look(), open > 0 ? LOOK_SOON_MS : LOOK_EVERY_MS)
  }
  void look()
}

/** How many jobs are under way, and which became ready since the last look. Electron-free. */
import type { OwnSession } from './own-session.ts'

export interface JobSeen {
  job_id: string
  reference: string | null
  status: string
}

const LOOK_EVERY_MS = 5_000
/** While something moves. */
const LOOK_SOON_MS = 1_500
const MOVING = ['accepted', 'submitted', 'partially_delivered', 'processing']
const READY = ['ready', 'ready_incomplete']

/** @param before by id; a job that was never seen moving is no news, so that a start does not tell old things */
export const newlyReady = (before: ReadonlyMap<string, string>, now: readonly JobSeen[]): JobSeen[] =>
  now.filter(({ job_id, status }) => READY.includes(status) && MOVING.includes(before.get(job_id) ?? ''))

export interface JobsTold {
  onOpen: (count: number) => void
  onReady: (job: JobSeen) => void
}

/** Looks now and again as long as the program runs; a server that does not answer is looked at again. */
export const watchJobs = (session: OwnSession, tell: JobsTold): void => {
  let seen: ReadonlyMap<string, string> = new Map()
  let open = 0
  const look = async (): Promise<void> => {
    try {
      const answer = await session.get('/jobs')
      if (answer.ok) {
        const { data } = (await answer.json()) as { data: JobSeen[] }
        for (const job of newlyReady(seen, data)) tell.onReady(job)
        seen = new Map(data.map(({ job_id, status }) => [job_id, status]))
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

/** How many jobs are under way, and which ended since the last look. Electron-free. */
import type { OwnSession } from './own-session.ts'

export interface JobSeen {
  job_id: string
  reference: string | null
  status: string
  next_action_reason: string
  simulated: boolean
}

interface JobPage {
  data: JobSeen[]
  pagination: { total_pages: number }
}
interface EventPage {
  data: { type: string; job_id: string | null }[]
  next_cursor: string
  has_more: boolean
}

const LOOK_EVERY_MS = 5_000
/** While something moves. */
const LOOK_SOON_MS = 1_500
/** In the order in which a job goes through them: asked for one by one, none is missed that moves on meanwhile. */
const MOVING = ['accepted', 'submitted', 'partially_delivered', 'processing']
/** There is a result. */
const READY = ['ready', 'ready_incomplete']
/** There will be none by itself. */
const STOPPED = ['rejected', 'failed']

export interface JobsTold {
  onOpen: (count: number) => void
  onEnded: (job: JobSeen) => void
}

/**
 * Looks once, and knows what it saw the time before: the first look tells nothing, so that a start does not tell old
 * things. Results are heard of from the list of events, so also that of a later delivery of whatever age the job is.
 */
export const jobsWatcher = (session: OwnSession, tell: JobsTold): (() => Promise<number>) => {
  let cursor: string | undefined
  let moving: ReadonlySet<string> = new Set()

  const read = async <T>(path: string): Promise<T> => {
    const answer = await session.get(path)
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return (await answer.json()) as T
  }
  /** null: it is gone. */
  const jobOf = async (id: string): Promise<JobSeen | null> => {
    const answer = await session.get(`/jobs/${id}`)
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return (await answer.json()) as JobSeen
  }
  const allIn = async (status: string): Promise<string[]> => {
    const ids: string[] = []
    for (let page = 1, pages = 1; page <= pages; page++) {
      const { data, pagination } = await read<JobPage>(`/jobs?status=${status}&page_size=200&page=${page}`)
      ids.push(...data.map((job) => job.job_id))
      pages = pagination.total_pages
    }
    return ids
  }
  /** Id -> the states in which it is to be told. Where the server goes away meanwhile, a later look tells it. */
  const untold = new Map<string, readonly string[]>()
  const hearOfResults = async (): Promise<void> => {
    for (let more = true; more; ) {
      const page: EventPage = await read(`/events?after=${cursor ?? 'latest'}&limit=200`)
      for (const { type, job_id: id } of page.data) if (type === 'job.ready' && id) untold.set(id, READY)
      cursor = page.next_cursor
      more = page.has_more
    }
  }
  const tellUntold = async (): Promise<void> => {
    for (const [id, states] of untold) {
      const job = await jobOf(id)
      untold.delete(id)
      // Where more came meanwhile it moves again, and its next result is told.
      if (job && states.includes(job.status)) tell.onEnded(job)
    }
  }

  return async () => {
    await hearOfResults()
    const now = new Set<string>()
    for (const state of MOVING) for (const id of await allIn(state)) now.add(id)
    for (const id of moving) if (!now.has(id) && !untold.has(id)) untold.set(id, STOPPED)
    moving = now
    tell.onOpen(now.size)
    await tellUntold()
    return now.size
  }
}

/** Looks now and again as long as the program runs; a server that does not answer is looked at again. */
export const watchJobs = (session: OwnSession, tell: JobsTold): void => {
  const look = jobsWatcher(session, tell)
  const again = async (): Promise<void> => {
    // Not there, or being started again.
    const open = await look().catch(() => 0)
    setTimeout(() => void again(), open > 0 ? LOOK_SOON_MS : LOOK_EVERY_MS)
  }
  void again()
}

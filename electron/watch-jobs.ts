/** How many jobs are under way, and which ended since the last look. Electron-free. */
import type { OwnSession } from './own-session.ts'

export interface WatchedJob {
  job_id: string
  reference: string | null
  status: string
  next_action_reason: string
  simulated: boolean
}

interface JobPage {
  data: WatchedJob[]
  pagination: { total_pages: number }
}
interface EventPage {
  data: { type: string; job_id: string | null; body: { data: object } }[]
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

/** Of the clock of a notification to dig: what other programs are told by events of these names. */
const CLOCK_EVENTS = ['validity.expiring', 'precaution.due', 'start.missed'] as const
export type ClockEvent = (typeof CLOCK_EVENTS)[number]

/** As the event has it. */
export interface Due {
  job_id: string
  reference: string | null
  klic_numbers: string[]
  /** YYYY-MM-DD */
  day: string
  operators: string[]
}

export interface JobListeners {
  onOpen: (count: number) => void
  onEnded: (job: WatchedJob) => void
  onDue: (type: ClockEvent, due: Due) => void
}

/** Up to where the events were heard, over starts. */
export interface EventCursor {
  now: () => string | undefined
  keep: (cursor: string) => void
}

/**
 * Looks once, and compares with the time before. The first look reports no job that ended, so that a start does not report
 * old things; it does report what is due and came while no shell ran. Results come from the list of events, so also
 * that of a later delivery of an old job.
 */
export const jobsWatcher = (session: OwnSession, tell: JobListeners, heard: EventCursor): (() => Promise<number>) => {
  let cursor: string | undefined
  let moving: ReadonlySet<string> = new Set()

  const read = async <T>(path: string): Promise<T> => {
    const answer = await session.get(path)
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return (await answer.json()) as T
  }
  /** null: it is gone. */
  const jobOf = async (id: string): Promise<WatchedJob | null> => {
    const answer = await session.get(`/jobs/${id}`)
    if (answer.status === 404) return null
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`)
    return (await answer.json()) as WatchedJob
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
  /** Where it was left, unless that is of other data, which had more of them. */
  const beginning = async (): Promise<{ from: string; latest: string }> => {
    const { next_cursor: latest } = await read<EventPage>('/events?after=latest&limit=1')
    const left = heard.now()
    return { from: left !== undefined && Number(left) <= Number(latest) ? left : latest, latest }
  }
  const hearOfResults = async (): Promise<void> => {
    /** What had come by then is old: of a result that came later it is told, also in the first look. */
    let oldUpTo = Number.NEGATIVE_INFINITY
    if (cursor === undefined) {
      const { from, latest } = await beginning()
      cursor = from
      oldUpTo = Number(latest)
    }
    for (let more = true; more; ) {
      const page: EventPage = await read(`/events?after=${cursor}&limit=200`)
      const isOld = Number(cursor) < oldUpTo
      for (const { type, job_id: id, body } of page.data) {
        if (type === 'job.ready' && id && !isOld) untold.set(id, READY)
        const clock = CLOCK_EVENTS.find((each) => each === type)
        if (clock) tell.onDue(clock, body.data as Due)
      }
      cursor = page.next_cursor
      if (cursor !== heard.now()) heard.keep(cursor)
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
export const watchJobs = (session: OwnSession, tell: JobListeners, heard: EventCursor): void => {
  const look = jobsWatcher(session, tell, heard)
  const again = async (): Promise<void> => {
    // Not there, or being started again.
    const open = await look().catch(() => 0)
    setTimeout(() => void again(), open > 0 ? LOOK_SOON_MS : LOOK_EVERY_MS)
  }
  void again()
}

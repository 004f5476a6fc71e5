/**
 * Surveys beside the event loop: a street is cut at once, because crossing to a thread costs more than the cut; what
 * may take longer goes to a thread, so that nobody else's answer waits for it.
 */
import { Worker } from 'node:worker_threads'
import { REGISTRY_LIMITS } from '../domain/prices.ts'
import { Refusal, type RefusalCode, TryLater } from '../domain/refusal.ts'
import { type Survey, type Surveyed, survey, type ToSurvey } from './survey.ts'

export interface ThreadQuestion {
  id: number
  input: ToSurvey
}
export type ThreadAnswer =
  | { id: number; surveyed: Surveyed }
  | {
      id: number
      refusal: Pick<Refusal, 'code' | 'message'> & { complaints: Refusal['complaints']; extra: Refusal['extra'] }
    }
  | { id: number; bug: string }

export interface SurveyPool {
  readonly survey: Survey
  close(): Promise<void>
}

/** Above either, a cut may take longer than 20 ms. */
const INLINE_POSITIONS = 100
const INLINE_TILES = 4
/** An area whose cut takes this long is refused: the thread is needed for others. */
const LONGEST_SURVEY_MS = 30_000
/** Large areas that wait for a thread; each takes a fraction of a second as a rule. */
const MOST_WAITING = 200

const tooMany = (): TryLater =>
  new TryLater('Too many large areas are being cut at the moment: nothing was stored. Ask again.', {
    reason: 'busy',
    retryAfterMs: 10_000,
  })

interface Waiting {
  resolve(surveyed: Surveyed): void
  reject(error: Error): void
  deadline: NodeJS.Timeout
}

/**
 * @param options.grid bytes of the RDNAPTRANS2018 grid for the threads; the caller's own thread has its own
 * @param options.warm start the threads now, so that the first large area need not wait for one
 * @param options.threadFile where the thread's code is, when everything is bundled into one file
 */
export function createSurveyPool(
  options: { threads?: number; grid?: ArrayBuffer | null; threadFile?: URL; warm?: boolean } = {},
): SurveyPool {
  const {
    threads = 1,
    grid = null,
    threadFile = new URL('./survey-thread.ts', import.meta.url),
    warm = false,
  } = options
  const pool: (SurveyThread | undefined)[] = Array.from({ length: threads }, () =>
    warm ? new SurveyThread(threadFile, grid) : undefined,
  )
  return {
    survey: async (input) => {
      if (isSmall(input)) {
        const first = survey({ ...input, effort: 'first' })
        if (input.effort === 'first' || !first.canImprove) return first
      }
      const place = leastBusy(pool)
      let thread = pool[place]
      if (!thread?.alive) {
        thread = new SurveyThread(threadFile, grid)
        pool[place] = thread
      }
      return thread.ask(input)
    },
    close: async () => {
      await Promise.all(pool.map((thread) => thread?.stop()))
    },
  }
}

const leastBusy = (pool: readonly (SurveyThread | undefined)[]): number => {
  const loads = pool.map((thread) => (thread?.alive ? thread.load : 0))
  return loads.indexOf(Math.min(...loads))
}

class SurveyThread {
  alive = true
  private readonly worker: Worker
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0

  constructor(file: URL, grid: ArrayBuffer | null) {
    this.worker = new Worker(file, { workerData: { grid } })
    this.worker.unref()
    this.worker.on('message', (answer: ThreadAnswer) => this.settle(answer))
    this.worker.on('error', (error) => this.end(new Error('The survey thread failed', { cause: error })))
    this.worker.on('exit', () => this.end(new Error('The survey thread ended')))
  }

  get load(): number {
    return this.waiting.size
  }

  ask(input: ToSurvey): Promise<Surveyed> {
    if (this.waiting.size >= MOST_WAITING) return Promise.reject(tooMany())
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      // The thread works in order: a question behind this one fails as well and may be asked again.
      const deadline = setTimeout(() => {
        this.end(tooLong())
        void this.worker.terminate()
      }, LONGEST_SURVEY_MS)
      this.waiting.set(id, { resolve, reject, deadline })
      this.worker.postMessage({ id, input } satisfies ThreadQuestion)
    })
  }

  async stop(): Promise<void> {
    this.alive = false
    await this.worker.terminate()
  }

  private settle(answer: ThreadAnswer): void {
    const waiting = this.waiting.get(answer.id)
    if (!waiting) return
    this.waiting.delete(answer.id)
    clearTimeout(waiting.deadline)
    if ('surveyed' in answer) waiting.resolve(answer.surveyed)
    else if ('refusal' in answer) {
      const { code, message, ...more } = answer.refusal
      waiting.reject(new Refusal(code, message, more))
    } else waiting.reject(new Error('A survey failed in its thread', { cause: answer.bug }))
  }

  private end(error: Error): void {
    this.alive = false
    for (const { reject, deadline } of this.waiting.values()) {
      clearTimeout(deadline)
      reject(error)
    }
    this.waiting.clear()
  }
}

const tooLong = (): Refusal => {
  const code: RefusalCode = 'GEOMETRY_TOO_LARGE'
  const message = 'This area could not be cut in time. Simplify its outline, or ask for it in several jobs.'
  return new Refusal(code, message, { complaints: [{ pointer: '/geometry', code, message }] })
}

/** By the numbers alone, before anything is checked: degrees are taken as such when they could be. */
function isSmall({ geometry, klicType, cutRules }: ToSurvey): boolean {
  // Judging a part by rules needs a clipping library, which is slow.
  if (cutRules) return false
  const rings = (geometry as { coordinates?: unknown } | null)?.coordinates
  if (!Array.isArray(rings)) return true
  let positions = 0
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of rings) {
    if (!Array.isArray(ring)) continue
    positions += ring.length
    if (positions > INLINE_POSITIONS) return false
    for (const position of ring) {
      const [x, y] = Array.isArray(position) ? position : []
      if (typeof x !== 'number' || typeof y !== 'number') continue
      minX = Math.min(minX, x)
      maxX = Math.max(maxX, x)
      minY = Math.min(minY, y)
      maxY = Math.max(maxY, y)
    }
  }
  const inDegrees = Math.max(maxX, maxY) <= 180
  const [xM, yM] = inDegrees ? [70_000, 112_000] : [1, 1]
  const { partSideM } = REGISTRY_LIMITS[klicType]
  return Math.ceil(((maxX - minX) * xM) / partSideM) * Math.ceil(((maxY - minY) * yM) / partSideM) <= INLINE_TILES
}

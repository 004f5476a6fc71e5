/**
 * A thread that answers questions, of which each has its time once the thread has loaded its code: what takes too long ends
 * with the thread. Of those that wait only the one that the thread works on is to blame; the others may be asked again.
 * Piscina was read for this: it counts a question's time from before its thread has started, and does not say at which of
 * several questions a thread was.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Refusal, TryLater } from '../refusal.ts'

export interface ThreadQuestion<Question> {
  id: number
  question: Question
}
export type ThreadAnswer<Answer> =
  /** Said once, when its code is loaded. */
  | { ready: true }
  | { id: number; done: Answer }
  | { id: number; refusal: Pick<Refusal, 'code' | 'message' | 'complaints' | 'extra'> }
  | { id: number; bug: string }
export interface ThreadData {
  own: unknown
  /** One Int32: the thread writes the id of the question here before it works on it. */
  workingOn: SharedArrayBuffer
}

export interface ThreadOptions {
  /** For messages: `survey thread` */
  name: string
  /** For its code */
  data: unknown
  heapMb?: number
  longestRunMs: number
  /** What the question hears that took too long, or all the memory that there is */
  tooMuch(): Error
}

/** Loading takes less than a second; a busy computer is given more. */
const LONGEST_LOAD_MS = 10_000

interface PendingRequest<Answer> {
  settle(outcome: Answer | Error | 'ask again'): void
  deadline?: NodeJS.Timeout
}

export class AskedThread<Question, Answer> {
  isAlive = true
  private readonly worker: Worker
  private readonly ready: Promise<void>
  private readonly waiting = new Map<number, PendingRequest<Answer>>()
  private readonly workingOn = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  private readonly options: ThreadOptions
  private lastId = 0

  constructor(file: URL, options: ThreadOptions) {
    this.options = options
    this.worker = new Worker(file, {
      workerData: { own: options.data, workingOn: this.workingOn.buffer } satisfies ThreadData,
      ...(options.heapMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: options.heapMb } }),
    })
    this.worker.unref()
    this.ready = new Promise((resolve) => {
      this.worker.once('message', () => resolve())
      this.worker.once('exit', () => resolve())
    })
    this.worker.on('message', (answer: ThreadAnswer<Answer>) => this.answered(answer))
    this.worker.on('error', (cause: NodeJS.ErrnoException) => {
      const isMemory = cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
      void this.end(isMemory ? options.tooMuch() : new Error(`The ${options.name} failed`, { cause }))
    })
    this.worker.on('exit', () => void this.end(new Error(`The ${options.name} ended`)))
  }

  get isIdle(): boolean {
    return this.waiting.size === 0
  }

  /** @throws what the thread says of it; Error when it failed or ended */
  async ask(question: Question): Promise<Answer | 'ask again'> {
    const id = ++this.lastId
    const outcome = await new Promise<Answer | Error | 'ask again'>((resolve) => {
      const one: PendingRequest<Answer> = { settle: resolve }
      this.waiting.set(id, one)
      this.worker.postMessage({ id, question } satisfies ThreadQuestion<Question>)
      void this.ready.then(() => {
        const { longestRunMs, tooMuch } = this.options
        if (this.waiting.has(id)) one.deadline = setTimeout(() => void this.end(tooMuch(), id), longestRunMs)
      })
    })
    if (outcome instanceof Error) throw outcome
    return outcome
  }

  /**
   * Only the question that the thread works on fails with the error; where none can be named, or all may come again, each does.
   * @param late the question whose time is over
   */
  async end(error: Error, late?: number): Promise<void> {
    if (this.isAlive) {
      this.isAlive = false
      const working = Atomics.load(this.workingOn, 0)
      const blamed = this.waiting.has(working) ? working : late
      for (const [id, { settle, deadline }] of this.waiting) {
        clearTimeout(deadline)
        settle(blamed === undefined || id === blamed || error instanceof TryLater ? error : 'ask again')
      }
      this.waiting.clear()
    }
    // Node aborts the process when a thread ends while it loads a native addon, also when the process exits meanwhile.
    this.worker.ref()
    await Promise.race([this.ready, pause(LONGEST_LOAD_MS, undefined, { ref: false })])
    await this.worker.terminate()
  }

  private answered(answer: ThreadAnswer<Answer>): void {
    if ('ready' in answer) return
    const waiting = this.waiting.get(answer.id)
    if (!waiting) return
    this.waiting.delete(answer.id)
    clearTimeout(waiting.deadline)
    waiting.settle('done' in answer ? answer.done : this.faultOf(answer))
  }

  private faultOf(answer: Exclude<ThreadAnswer<Answer>, { ready: true } | { done: Answer }>): Error {
    if ('bug' in answer) return new Error(`The ${this.options.name} could not answer`, { cause: answer.bug })
    const { code, message, ...more } = answer.refusal
    return new Refusal(code, message, more)
  }
}

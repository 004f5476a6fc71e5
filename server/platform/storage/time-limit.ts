/**
 * How long a storage may be silent. A call whose bytes stop moving ends, and its work waits: a connection that a firewall
 * has forgotten, or a machine that stands still, says nothing by itself.
 */
import { Readable } from 'node:stream'
import { KEY_FOLDERS, type ObjectStore } from './port.ts'
import { orUnreachable } from './storage-fault.ts'

export interface TimeLimits {
  /** Until a connection is there */
  readonly connectMs: number
  /** Without an answer, and without a byte of a body that comes or goes */
  readonly silentMs: number
}

export const TIME_LIMITS: TimeLimits = { connectMs: 5000, silentMs: 30_000 }

const PROGRESS = 'progress'

/** Bytes of the call with this signal have moved. */
export const tellProgress = (signal: AbortSignal | undefined): void => {
  signal?.dispatchEvent(new Event(PROGRESS))
}

/** One call, from its beginning to the last byte of its body. Its signal is aborted once it was silent for too long. */
function watchedCall(silentMs: number) {
  const controller = new AbortController()
  const { signal } = controller
  return {
    signal,
    /** @throws TryLater when the work fails, or is silent for too long */
    async within<T>(work: Promise<T>): Promise<T> {
      const silence = Promise.withResolvers<never>()
      const end = (): void => {
        const error = new Error(`The storage was silent for ${silentMs / 1000} s`)
        silence.reject(error)
        controller.abort(error)
      }
      let timer = setTimeout(end, silentMs)
      const beginAgain = (): void => {
        clearTimeout(timer)
        timer = setTimeout(end, silentMs)
      }
      signal.addEventListener(PROGRESS, beginAgain)
      try {
        return await Promise.race([work, silence.promise])
      } catch (error) {
        throw orUnreachable(error)
      } finally {
        clearTimeout(timer)
        signal.removeEventListener(PROGRESS, beginAgain)
      }
    },
  }
}
type WatchedCall = ReturnType<typeof watchedCall>

/** The same storage; each of its calls ends once it was silent for too long. */
export function withTimeLimit(store: ObjectStore, { silentMs }: Pick<TimeLimits, 'silentMs'>): ObjectStore {
  const limited = <T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const call = watchedCall(silentMs)
    return call.within(act(call.signal))
  }
  return {
    put: (key, file) => limited((signal) => store.put(key, file, signal)),
    async get(key) {
      const call = watchedCall(silentMs)
      const body = await call.within(openedInTime(store.get(key, call.signal), call.signal))
      return Readable.from(chunksOf(body, call), { objectMode: false })
    },
    remove: (key) => limited((signal) => store.remove(key, signal)),
    async *list(folders = KEY_FOLDERS) {
      const call = watchedCall(silentMs)
      yield* eachOf(store.list(folders, call.signal), call)
    },
    abandon: (before) => limited((signal) => store.abandon(before, signal)),
  }
}

/** Who opens it too late finds nobody there to read it. */
async function openedInTime(opening: Promise<Readable>, signal: AbortSignal): Promise<Readable> {
  const body = await opening
  if (signal.aborted) body.destroy()
  return body
}

async function* chunksOf(body: Readable, call: WatchedCall): AsyncIterable<Buffer> {
  try {
    yield* eachOf(body as AsyncIterable<Buffer>, call)
  } finally {
    body.destroy()
  }
}

/** Only while the next one is asked for does the time run: who reads slowly is not the storage's silence. */
async function* eachOf<T>(items: AsyncIterable<T>, { within }: WatchedCall): AsyncIterable<T> {
  const iterator = items[Symbol.asyncIterator]()
  for (;;) {
    const next = await within(iterator.next())
    if (next.done) return
    yield next.value
  }
}

/**
 * A process that starts on a full disk, or before its database is there, says so and goes on by itself: also to its callers,
 * where it serves calls.
 */
import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { orDiskFull } from '../disk-full.ts'
import { OtherInstallation, TryLater, type WaitReason } from '../refusal.ts'
import { listenToParent } from './child.ts'

const LOOKS_EVERY_MS = 2000
const RETRY_AFTER_SECONDS = 10

/** For its operator: what to do, and that nothing has to be started again. */
const TOLD: Partial<Record<WaitReason, string>> = {
  disk_full:
    'The disk with the data folder is full: make room on it. The server starts by itself as soon as there is some.',
  storage_unreachable: 'The database does not answer: the server starts by itself as soon as it does.',
}

interface WaitOptions {
  tell(words: string): void
  /** Whether an error means that the database is away at the moment; what opens it says so by itself. */
  outage?(error: unknown): TryLater | undefined
  /** Called with every error: ends the process, in words, where waiting does not help. */
  giveUp?(error: unknown): void
  /** Of a process that serves calls: they are answered while it waits; who serves it then adds its own listener. */
  serving?: {
    server: Server
    /** Called once, at the first wait. */
    listen(): Promise<unknown>
  }
}

/** @returns what runs work until the world is ready for it; anything else that it throws is thrown */
export function createStartupRetry({
  tell,
  outage,
  giveUp,
  serving,
}: WaitOptions): <T>(work: () => Promise<T>) => Promise<T> {
  let waitsFor: TryLater | undefined
  let hasWaited = false
  let last: string | undefined
  const notYet: RequestListener = (req, res) => {
    if (req.url === '/health/live') return void res.setHeader('Content-Type', 'application/json').end('{"status":"ok"}')
    const problem = { detail: { error_code: 'UNAVAILABLE', message: waitsFor?.message ?? 'The server is starting.' } }
    res.writeHead(503, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': String(RETRY_AFTER_SECONDS),
      Connection: 'close',
    })
    res.end(JSON.stringify(problem))
  }
  return async (work) => {
    for (;;) {
      try {
        const done = await work()
        waitsFor = last = undefined
        serving?.server.off('request', notYet)
        return done
      } catch (error) {
        giveUp?.(error)
        const trouble = orDiskFull(error)
        const found = trouble instanceof TryLater ? trouble : outage?.(trouble)
        const words = found && (found instanceof OtherInstallation ? found.message : TOLD[found.reason])
        if (!words) throw error
        const told = `${words}${because(found.cause)}`
        if (told !== last) tell(told)
        last = told
        waitsFor = found
      }
      if (!hasWaited) {
        hasWaited = true
        listenToParent({ gone: () => waitsFor && process.exit(0) })
        await serving?.listen()
      }
      if (serving && serving.server.listenerCount('request') === 0) serving.server.on('request', notYet)
      await pause(LOOKS_EVERY_MS)
    }
  }
}

/** An address that was written wrong looks like a database that is away: here it can be seen. */
const because = (cause: unknown): string => (cause instanceof Error && cause.message ? ` (${cause.message})` : '')

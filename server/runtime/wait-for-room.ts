/** A server that starts on a full disk says so, also to whoever calls it, and goes on by itself when there is room. */
import type { RequestListener, Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { diskFull, isDiskFull } from '../domain/disk-full.ts'

const LOOKS_EVERY_MS = 2000
const RETRY_AFTER_SECONDS = 10

interface Waiting {
  /** Its requests are answered while there is no room; whoever serves it afterwards adds its own listener. */
  server: Server
  /** Called once, at the first wait. */
  listen(): Promise<unknown>
  tell(words: string): void
}

/** @returns what runs work until it does not fail for want of room; anything else that it throws is thrown */
export function roomWaiter({ server, listen, tell }: Waiting): <T>(work: () => Promise<T>) => Promise<T> {
  let isTold = false
  return async (work) => {
    for (;;) {
      try {
        const done = await work()
        server.off('request', notYet)
        return done
      } catch (error) {
        if (!isDiskFull(error)) throw error
      }
      if (!isTold) {
        isTold = true
        tell(
          'The disk with the data folder is full: make room on it. The server starts by itself as soon as there is some.',
        )
        await listen()
      }
      if (server.listenerCount('request') === 0) server.on('request', notYet)
      await pause(LOOKS_EVERY_MS)
    }
  }
}

const notYet: RequestListener = (_req, res) => {
  const problem = { detail: { error_code: 'UNAVAILABLE', message: diskFull().message } }
  res.writeHead(503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Retry-After': String(RETRY_AFTER_SECONDS),
    Connection: 'close',
  })
  res.end(JSON.stringify(problem))
}

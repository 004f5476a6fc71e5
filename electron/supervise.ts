/**
 * Starts the server as a child process, waits for it to say that it listens, watches it, and stops it in order.
 * Knows nothing of Electron: the browser start (build/open-in-browser.mjs) and the tests use it too.
 *
 * The words between us: the child prints one line {"ready":{"base_url","window_token"}} on stdout; we write "token" for
 * another token, and "stop", or "finish" when it may end its step first. A child whose stdin closes without a word has lost its parent and ends by itself, so nothing is left
 * behind whichever side dies. A line that holds a token never reaches the log.
 */
import fs from 'node:fs'
import path from 'node:path'
import { startProcess } from '../server/platform/processes/child.ts'
import { keepAlive } from '../server/platform/processes/keep-alive.ts'

export interface ServerCommand {
  command: string
  args: readonly string[]
  cwd: string
  env: NodeJS.ProcessEnv
  /** What the server prints is appended here; made when missing, readable by its owner only. */
  logFile: string
}

export interface Ready {
  /** http://127.0.0.1:PORT */
  baseUrl: string
  /** Signs one window in, once. */
  windowToken: string
}
/** A server for others says no token unasked. */
type SaidReady = Pick<Ready, 'baseUrl'> & { windowToken?: string }

export interface ServerFailure {
  /** Never ready, or ready but gone more often than the budget allows. */
  kind: 'did-not-start' | 'keeps-failing'
  /** How the last child ended: "exit code 1", "signal SIGKILL". */
  ended: string
  /** The last line it printed on stderr; may be empty. */
  lastLine: string
  logFile: string
}

export interface ServerListeners {
  /** At the first start and after each restart, with a fresh token. */
  onReady: (ready: Ready) => void
  /** It ended unasked and is started again: until onReady nobody answers. */
  onDown?: () => void
  /** Once; nothing runs any more and nothing is tried again. */
  onFailure: (failure: ServerFailure) => void
}

export interface SupervisedServer {
  /**
   * Asks, watches, then kills. Resolves when the child is gone; the same promise for every caller.
   * @param finishes the work that is under way ends its step first; it may take stepWithinMs
   */
  stop: (finishes?: 'finishes') => Promise<void>
  /** Another one-time token; rejects when the server ends before it answers. */
  token: () => Promise<string>
  /** Of the child that runs now. */
  readonly pid: number | undefined
}

export const LIMITS = {
  readyWithinMs: 60_000,
  /** Longer than the server gives each of its own two children before it kills them. */
  stopWithinMs: 12_000,
  /** Longer than the server gives its worker to end the step that it is at. */
  stepWithinMs: 11 * 60_000,
  /** So many restarts within so long; a child that lived shorter than instantDeathMs is not started again. */
  restarts: 3,
  restartsWithinMs: 10 * 60_000,
  instantDeathMs: 2_000,
}
export type Limits = typeof LIMITS

const LOG_ROTATES_AT_BYTES = 5_000_000
/** A ready line, or undefined for any other. Only a server on this computer is believed. */
export const parseReady = (line: string): SaidReady | undefined => {
  if (!line.startsWith('{"ready":')) return undefined
  try {
    const { ready } = JSON.parse(line) as { ready: { base_url: string; window_token?: unknown } }
    const { protocol, hostname, origin } = new URL(ready.base_url)
    const isHere = protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
    if (!isHere) return undefined
    return { baseUrl: origin, ...(typeof ready.window_token === 'string' && { windowToken: ready.window_token }) }
  } catch {
    return undefined
  }
}

const parseToken = (line: string): string | undefined => {
  if (!line.startsWith('{"token":')) return undefined
  const { token } = JSON.parse(line) as { token?: { window_token?: string } }
  return token?.window_token
}

/** The address that opens the window signed in. A fragment never reaches a server's log or a referrer. */
export const windowUrl = ({ baseUrl, windowToken }: Ready): string =>
  `${baseUrl}/#token=${encodeURIComponent(windowToken)}`

/** @param earlierMs when it was restarted before; all times of one clock in milliseconds */
export const mayRestart = (livedMs: number, earlierMs: readonly number[], nowMs: number, limits: Limits): boolean =>
  livedMs >= limits.instantDeathMs &&
  earlierMs.filter((at) => nowMs - at < limits.restartsWithinMs).length < limits.restarts

/** What is known of the child that runs now. */
interface Life {
  isReady: boolean
  lastLine: string
  /** Why we ended it */
  failure: string
  readyTimer: NodeJS.Timeout
  asking: PromiseWithResolvers<string>[]
}

export const superviseServer = (
  server: ServerCommand,
  watching: ServerListeners,
  limits: Limits = LIMITS,
): SupervisedServer => {
  const log = openLog(server.logFile)
  const restartedAtMs: number[] = []
  let stopped: Promise<void> | undefined
  let life!: Life

  const hear = (line: string): void => {
    const ready = life.isReady ? undefined : parseReady(line)
    const given = parseToken(line)
    if (given) life.asking.shift()?.resolve(given)
    if (!ready) {
      if (!line.includes('window_token')) log.write(`${line}\n`)
      return
    }
    life.isReady = true
    clearTimeout(life.readyTimer)
    const { baseUrl, windowToken } = ready
    const say = (token: string): void => {
      if (stopped === undefined) watching.onReady({ baseUrl, windowToken: token })
    }
    if (windowToken !== undefined) say(windowToken)
    // A server that ends before it answers is met at its end.
    else token().then(say, () => {})
  }
  const kept = keepAlive({
    start(onExit) {
      const child = startProcess({
        ...server,
        onLine: (_line, text) => hear(text),
        onWords(text, from) {
          if (from === 'stdout') return hear(text)
          if (text.trim()) life.lastLine = text
          log.write(`${text}\n`)
        },
        onExit(code, signal) {
          clearTimeout(life.readyTimer)
          for (const { reject } of life.asking) reject(new Error('the server has ended'))
          onExit(code, signal)
        },
      })
      const own: Life = {
        isReady: false,
        lastLine: '',
        failure: '',
        asking: [],
        readyTimer: setTimeout(late, limits.readyWithinMs),
      }
      function late(): void {
        own.failure = `not ready within ${limits.readyWithinMs / 1000} s`
        void child.stop(0)
      }
      life = own
      return child
    },
    pauseAfter(livedMs) {
      const nowMs = performance.now()
      if (!life.isReady || !mayRestart(livedMs, restartedAtMs, nowMs, limits)) return undefined
      restartedAtMs.push(nowMs)
      return 0
    },
    onEnd(code, signal, againInMs) {
      const { isReady, lastLine, failure } = life
      const ended = failure || (signal ? `signal ${signal}` : code === null ? lastLine : `exit code ${code}`)
      if (againInMs !== undefined) {
        log.write(`the server ended (${ended}); starting it again\n`)
        watching.onDown?.()
        return
      }
      stopped = endLog(log)
      const kind = isReady ? 'keeps-failing' : 'did-not-start'
      watching.onFailure({ kind, ended, lastLine, logFile: server.logFile })
    },
  })
  const token = (): Promise<string> => {
    if (kept.pid() === undefined) return Promise.reject(new Error('the server does not run'))
    const answer = Promise.withResolvers<string>()
    life.asking.push(answer)
    kept.tell('token')
    return answer.promise
  }
  return {
    get pid() {
      return kept.pid()
    },
    stop(finishes) {
      const asked = () => (finishes ? kept.stop(limits.stepWithinMs, 'finish') : kept.stop(limits.stopWithinMs, 'stop'))
      stopped ??= asked().then(() => endLog(log))
      return stopped
    },
    token,
  }
}

const openLog = (file: string): fs.WriteStream => {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  if ((fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_ROTATES_AT_BYTES) {
    fs.renameSync(file, `${file}.1`)
  }
  const log = fs.createWriteStream(file, { flags: 'a', mode: 0o600 })
  // A full disk must not take the server down with it.
  log.on('error', () => {})
  return log
}

const endLog = (log: fs.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    log.once('close', () => resolve())
    if (log.destroyed) resolve()
    else log.end()
  })

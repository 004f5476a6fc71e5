/**
 * Starts the server as a child process, waits for it to say that it listens, watches it, and stops it in order.
 * Knows nothing of Electron: the browser start (build/open-in-browser.mjs) and the tests use it too.
 *
 * The words between us: the child prints one line {"ready":{"base_url","window_token"}} on stdout; we write "token" for
 * another token, and "stop", or "finish" when it may end its step first. A child whose stdin closes without a word has lost its parent and ends by itself, so nothing is left
 * behind whichever side dies. A line that holds a token never reaches the log.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

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

export interface Trouble {
  /** Never ready, or ready but gone more often than the budget allows. */
  kind: 'did-not-start' | 'keeps-failing'
  /** How the last child ended: "exit code 1", "signal SIGKILL". */
  ended: string
  /** The last line it printed on stderr; may be empty. */
  lastLine: string
  logFile: string
}

export interface Watching {
  /** At the first start and after each restart, with a fresh token. */
  onReady: (ready: Ready) => void
  /** It ended unasked and is started again: until onReady nobody answers. */
  onDown?: () => void
  /** Once; nothing runs any more and nothing is tried again. */
  onTrouble: (trouble: Trouble) => void
}

export interface Supervised {
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
/** The last words of a dead child may still be in the pipe; a grandchild may hold that pipe open for long. */
const LAST_WORDS_MS = 300

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

interface Death {
  wasReady: boolean
  livedMs: number
  ended: string
  lastLine: string
}

export const superviseServer = (server: ServerCommand, watching: Watching, limits: Limits = LIMITS): Supervised => {
  const log = openLog(server.logFile)
  const restartedAtMs: number[] = []
  let stopped: Promise<void> | undefined
  let current: Life

  const afterDeath = (death: Death): void => {
    if (stopped !== undefined) return
    const nowMs = performance.now()
    if (death.wasReady && mayRestart(death.livedMs, restartedAtMs, nowMs, limits)) {
      restartedAtMs.push(nowMs)
      log.write(`the server ended (${death.ended}); starting it again\n`)
      current = live()
      watching.onDown?.()
      return
    }
    stopped = endLog(log)
    const kind = death.wasReady ? 'keeps-failing' : 'did-not-start'
    watching.onTrouble({ kind, ended: death.ended, lastLine: death.lastLine, logFile: server.logFile })
  }
  const live = (): Life =>
    startOne(server, log, limits, {
      onReady: (ready) => {
        if (stopped === undefined) watching.onReady(ready)
      },
      onDeath: afterDeath,
    })

  current = live()
  return {
    get pid() {
      return current.child.pid
    },
    stop: (finishes) => {
      stopped ??= current.stop(finishes).then(() => endLog(log))
      return stopped
    },
    token: () => current.token(),
  }
}

interface Life {
  child: ChildProcess
  stop: (finishes?: 'finishes') => Promise<void>
  token: () => Promise<string>
}

const startOne = (
  { command, args, cwd, env }: ServerCommand,
  log: fs.WriteStream,
  limits: Limits,
  tell: { onReady: (ready: Ready) => void; onDeath: (death: Death) => void },
): Life => {
  const startedMs = performance.now()
  // The server ends by itself when its input closes: only a child that is told so listens.
  const child = spawn(command, [...args], {
    cwd,
    env: { ...env, KLIC_PARENT: 'pipe' },
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  })
  let wasReady = false
  let lastLine = ''
  let failure = ''
  const asking: PromiseWithResolvers<string>[] = []
  // Writing to a child that is just dying is no news: its end is.
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', (line) => {
    const ready = wasReady ? undefined : parseReady(line)
    const given = parseToken(line)
    if (given) asking.shift()?.resolve(given)
    if (!ready) {
      if (!line.includes('window_token')) log.write(`${line}\n`)
      return
    }
    wasReady = true
    clearTimeout(readyTimer)
    const { baseUrl, windowToken } = ready
    if (windowToken !== undefined) tell.onReady({ baseUrl, windowToken })
    // A server that ends before it answers is met at its end.
    else
      void token().then(
        (asked) => tell.onReady({ baseUrl, windowToken: asked }),
        () => {},
      )
  })
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.trim()) lastLine = line
    log.write(`${line}\n`)
  })
  const readyTimer = setTimeout(() => {
    failure = `not ready within ${limits.readyWithinMs / 1000} s`
    child.kill('SIGKILL')
  }, limits.readyWithinMs)

  const death = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => {
      const ended = failure || (signal ? `signal ${signal}` : `exit code ${code}`)
      const lastWords = setTimeout(() => resolve(ended), LAST_WORDS_MS)
      child.once('close', () => {
        clearTimeout(lastWords)
        resolve(ended)
      })
    })
  })
  const gone = death.then((ended) => {
    clearTimeout(readyTimer)
    for (const { reject } of asking) reject(new Error('the server has ended'))
    child.stdin.destroy()
    child.stdout.destroy()
    child.stderr.destroy()
    tell.onDeath({ wasReady, livedMs: performance.now() - startedMs, ended, lastLine })
  })
  const stop = async (finishes?: 'finishes'): Promise<void> => {
    // A closed input means "at once".
    if (finishes) child.stdin.write('finish\n')
    else child.stdin.end('stop\n')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), finishes ? limits.stepWithinMs : limits.stopWithinMs)
    await gone
    clearTimeout(killTimer)
  }
  const token = (): Promise<string> => {
    const answer = Promise.withResolvers<string>()
    asking.push(answer)
    child.stdin.write('token\n')
    return answer.promise
  }
  return { child, stop, token }
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

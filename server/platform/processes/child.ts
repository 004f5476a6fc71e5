/**
 * A child process that speaks JSON lines: one object a line on its standard output, words on its standard error. The shell
 * starts the server with it, and the server its own.
 * A chain: each process watches only the next, and a child ends by itself when its standard input closes, because then
 * its parent is gone.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface, type Interface } from 'node:readline'

/**
 * Megabytes of each half of the space for young objects. Left alone, V8 lets both grow to 64 while there is much to do, and
 * a worker with jobs to do holds 300 MiB of which it needs 100 (docs/scale.md). A program that starts a process of the server
 * from outside sets the same; a test holds them together.
 */
const YOUNG_MB = 16

/** What a process is started in that reads files from outside (cage.ts). */
export interface Confinement {
  /** What stands before Node on its command line. */
  readonly before: readonly string[]
  readonly nodeOptions: readonly string[]
  /** All of its environment. */
  readonly env: Readonly<Record<string, string>>
}

interface ChildListeners {
  /** @param text the line as it was written */
  onLine(line: Record<string, unknown>, text: string): void
  /** A line of its standard error, one of its standard output that is no object, or why it could not be started. */
  onWords(text: string, from?: 'stdout'): void
  /** Once. Neither code nor signal: it could not be started */
  onExit(code: number | null, signal: NodeJS.Signals | null): void
}

export interface ProcessOptions extends ChildListeners {
  command: string
  args: readonly string[]
  /** All of its environment but what says that we are there */
  env: NodeJS.ProcessEnv
  cwd?: string
  /** A group of its own, which is killed as a whole: what it starts may not be tied to it yet. */
  inGroup?: boolean
}

export interface ChildOptions extends ChildListeners {
  /** Entry file, run by the Node that runs us. */
  entry: string
  args: readonly string[]
  /** Beside our own environment, or beside that of its confinement. */
  env?: Record<string, string>
  /** For what reads files from outside. */
  confinement?: Confinement
}

export interface Child {
  readonly pid: number | undefined
  /** Writes one line to its standard input; a child that has gone is told nothing. */
  tell(word: string): void
  /**
   * Asks it to stop by closing its input, waits, and kills it when it takes too long.
   * With a word, that word is the question, and its input stays open.
   */
  stop(patienceMs: number, word?: string): Promise<void>
}

export function startChild({ entry, args, env, confinement, onExit, ...heard }: ChildOptions): Child {
  const within = confinement ?? { before: [], nodeOptions: [], env: process.env }
  const node = [process.execPath, `--max-semi-space-size=${YOUNG_MB}`, ...within.nodeOptions, entry, ...args]
  const [command, ...rest] = [...within.before, ...node]
  return startProcess({
    ...heard,
    command: command!,
    args: rest,
    env: { ...within.env, ...env },
    inGroup: confinement !== undefined && process.platform !== 'win32',
    onExit(code, signal) {
      const killedBy = confinement && code !== null ? signalOf(code) : undefined
      onExit(killedBy ? null : code, killedBy ?? signal)
    },
  })
}

export function startProcess({ command, args, env, cwd, inGroup = false, ...heard }: ProcessOptions): Child {
  const { onLine, onWords, onExit } = heard
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...env, KLIC_PARENT: 'pipe' },
    windowsHide: true,
    detached: inGroup,
    ...(cwd !== undefined && { cwd }),
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const parsed = parseLine(line)
    if (parsed) onLine(parsed, line)
    else if (line.trim() !== '') onWords(line, 'stdout')
  })
  createInterface({ input: child.stderr }).on('line', (line) => onWords(line))
  // A child that dies while we write to it must not take us along: its end is told by 'exit'.
  child.stdin.on('error', () => {})
  const ended = new Promise<void>((resolve) => {
    let hasStarted = true
    child.once('error', (error) => {
      hasStarted = false
      onWords(error.message)
    })
    // 'close', not 'exit': the last lines have been read by then.
    child.once('close', (code, signal) => {
      onExit(hasStarted ? code : null, signal)
      resolve()
    })
  })
  return {
    pid: child.pid,
    tell: (word) => {
      if (child.stdin.writable) child.stdin.write(`${word}\n`)
    },
    stop: async (patienceMs, word) => {
      if (word === undefined) child.stdin.end()
      else if (child.stdin.writable) child.stdin.write(`${word}\n`)
      const killer = setTimeout(() => kill(child, inGroup), patienceMs)
      await ended
      clearTimeout(killer)
    },
  }
}

function kill(child: ChildProcess, inGroup: boolean): void {
  if (!inGroup || child.pid === undefined) return void child.kill('SIGKILL')
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** A sandbox stays alive around what a signal ended, and says so as shells do: 128 and the signal's number. */
const signalOf = (code: number): NodeJS.Signals | undefined =>
  (Object.keys(constants.signals) as NodeJS.Signals[]).find((name) => constants.signals[name] === code - 128)

const parseLine = (line: string): Record<string, unknown> | undefined => {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}

let fromParent: Interface | undefined
let isGone = false
/** Until somebody listens for words: a start that waits for its database listens only whether the parent is there. */
let unheard: string[] | undefined = []

/** For a child: calls back once when the parent closes our input, and for each line it writes, or has written before. */
export function listenToParent(on: { word?(word: string): void; gone(): void }): void {
  if (process.env.KLIC_PARENT !== 'pipe') return
  if (!fromParent) {
    fromParent = createInterface({ input: process.stdin })
    fromParent.on('line', (line) => unheard?.push(line.trim()))
    fromParent.once('close', () => {
      isGone = true
    })
  }
  const { word } = on
  if (word) {
    const before = unheard ?? []
    unheard = undefined
    for (const each of before) word(each)
    fromParent.on('line', (line) => word(line.trim()))
  }
  if (isGone) setImmediate(() => on.gone())
  else fromParent.once('close', () => on.gone())
}

/** A parent that has gone reads nothing: that is told by the end of our input, and must not take us down mid-way. */
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

/** What can't be heard, because what it goes to is a file on a full disk, is no reason to end. */
export const tellParent = (line: Record<string, unknown>): void => {
  try {
    process.stdout.write(`${JSON.stringify(line)}\n`)
  } catch {}
}

// @ts-check
/**
 * Runs test files with Node's own runner, each in a process of its own, from one pool: "node --test" knows one order (by
 * name, so that the longest come when nothing is left to do beside them) and one environment for all.
 * Takes one argument, JSON of Order; writes JSON of Outcome where it says. Runs on the Node that the set-up chose.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/**
 * @typedef {{ file: string, name: string, hasWindow: boolean, env?: Record<string, string> }} Task name: what it is
 *   called in the report; env: besides that of this process
 * @typedef {{
 *   tasks: Task[], atOnce: number, windowsAtOnce: number, timeoutMs: number, outcome: string,
 *   testNamePatterns?: string[], testSkipPatterns?: string[],
 * }} Order tasks begin in this order, but never more than windowsAtOnce of those with a window at once
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {Count & { seconds: Record<string, number>, failedIn: string[], unsteady: string[] }} Outcome seconds by name;
 *   unsteady: names of those that failed beside others, and passed when they ran alone
 */

/** @type {Order} */
const order = JSON.parse(process.argv[2] ?? '')
const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stopping.abort())
}

/** A test that hangs is ended by its own limit, but what it left open keeps its process alive: in limits of one test. */
const FILE_LIMITS = 2

/** Each file's counts: they are said once, of all together. */
const COUNTS = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm

/**
 * So many files with a window that failed run once more, each alone. On a machine that has too much to do at once one of
 * them fails here and there: that is said, and is a reason to mend the test. Where more fail, something is broken.
 */
const AGAIN_AT_MOST = 3

/** Where the report of a file tells its failures once more. */
const FAILURES = /^✖ failing tests:$/m

/**
 * Its report is said when all of it is there, so that the lines of two files never mix.
 * @param {Task} task
 * @returns {Promise<{ task: Task, count: Count, seconds: number, failures: string }>} failures: what is said of them
 */
const runFile = async (task) => {
  const events = run({
    files: [path.resolve(task.file)],
    execArgv: ['--import', new URL('untracked-promises.mjs', import.meta.url).href],
    timeout: order.timeoutMs,
    signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(order.timeoutMs * FILE_LIMITS)]),
    ...(task.env && { env: { ...process.env, ...task.env } }),
    ...(order.testNamePatterns && { testNamePatterns: order.testNamePatterns }),
    ...(order.testSkipPatterns && { testSkipPatterns: order.testSkipPatterns }),
  })
  let seconds = 0
  /** @type {Count} */
  let count = { passed: 0, failed: 0, skipped: 0 }
  events.on('test:summary', ({ file, duration_ms: ms, counts }) => {
    // There is one for the file; the one of the whole run names none.
    if (file !== undefined) return
    seconds = ms / 1000
    const { tests, passed, skipped, todo } = counts
    count = { passed, failed: tests - passed - skipped - todo, skipped: skipped + todo }
  })
  const said = await text(events.compose(new spec()))
  process.stdout.write(`${task.name}, ${seconds.toFixed(1)} s\n${said.replace(COUNTS, '')}`)
  return { task, count, seconds, failures: count.failed > 0 ? said.slice(Math.max(said.search(FAILURES), 0)) : '' }
}

const windows = order.tasks.filter((task) => task.hasWindow)
const others = order.tasks.filter((task) => !task.hasWindow)
/** @type {Awaited<ReturnType<typeof runFile>>[]} */
const done = []

/** @param {boolean} forWindows takes those with a window as long as there are any */
const lane = async (forWindows) => {
  while (!stopping.signal.aborted) {
    const task = (forWindows && windows.shift()) || others.shift()
    if (!task) return
    done.push(await runFile(task))
  }
}

await Promise.all(Array.from({ length: order.atOnce }, (_, index) => lane(index < order.windowsAtOnce)))

const failed = done.filter(({ count }) => count.failed > 0)
/** @type {string[]} */
const unsteady = []
if (failed.length <= AGAIN_AT_MOST && !stopping.signal.aborted) {
  for (const first of failed.filter(({ task }) => task.hasWindow)) {
    process.stdout.write(`\nonce more, alone: ${first.task.name}\n`)
    const again = await runFile(first.task)
    if (again.count.failed > 0) continue
    first.count = again.count
    unsteady.push(first.task.name)
  }
}

// Of a long run often only the end is kept.
for (const { task, failures } of failed) process.stdout.write(`\n${task.name}\n${failures.replace(COUNTS, '')}`)

/** @type {Outcome} */
const outcome = { passed: 0, failed: 0, skipped: 0, seconds: {}, failedIn: [], unsteady }
for (const { task, count, seconds } of done) {
  outcome.seconds[task.name] = seconds
  outcome.passed += count.passed
  outcome.failed += count.failed
  outcome.skipped += count.skipped
  if (count.failed > 0) outcome.failedIn.push(task.name)
}
fs.writeFileSync(order.outcome, JSON.stringify(outcome))
if (outcome.failed > 0 || stopping.signal.aborted) process.exitCode = 1

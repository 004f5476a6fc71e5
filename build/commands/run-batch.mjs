// @ts-check
/**
 * Runs test files in this one process, one after the other, in a shuffled order: the imports that they share are paid once.
 * Each file has a test tree of its own, so its hooks are its own and what it opened is closed before the next begins.
 * Takes one argument, JSON of BatchOrder. KLIC_TEST_SEED repeats an order. Start it with --import untracked-promises.mjs;
 * the limit of a test is Node's --test-timeout.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { text } from 'node:stream/consumers'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { processorSeconds } from './processor-time.mjs'

/**
 * @typedef {{
 *   files: string[], outcome: string, testNamePatterns?: string[], testSkipPatterns?: string[],
 * }} BatchOrder outcome: path of the file that the outcome is written to
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {Count & {
 *   failedIn: string[], seconds: Record<string, number>, failures: string, running: string | null, processor: number,
 * }} BatchOutcome seconds by file; failures: the report of what failed; running: the file where the process was;
 *   processor: seconds, of this process and its children
 */

/** @type {BatchOrder} */
const order = JSON.parse(process.argv[2] ?? '')
const seed = Number(process.env.KLIC_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))

/** So long a file may hold something open after its last test: connections that are kept alive need up to 5 s. */
const END_MS = 15_000

/** So long a file whose process an earlier file keeps alive may need for the hooks after its last test. */
const SETTLED_MS = 1_000

/** Node's counts of each file: run-tests.mjs prints them once, of all files. */
const COUNTS = /^ℹ (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm

/** Where Node's report repeats the failures. */
const FAILURES = /^✖ failing tests:$/m

/** @type {BatchOutcome} */
const outcome = {
  passed: 0,
  failed: 0,
  skipped: 0,
  failedIn: [],
  seconds: {},
  failures: '',
  running: null,
  processor: 0,
}
const write = () => {
  outcome.processor = processorSeconds() ?? 0
  fs.writeFileSync(order.outcome, JSON.stringify(outcome))
}

/** Fisher and Yates with the generator mulberry32. @param {string[]} files */
const shuffled = (files) => {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const all = [...files]
  for (let last = all.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[all[last], all[other]] = [/** @type {string} */ (all[other]), /** @type {string} */ (all[last])]
  }
  return all
}

/**
 * @param {string} file
 * @param {string} report
 * @param {number} failed
 */
const fail = (file, report, failed = 1) => {
  outcome.failed += failed
  outcome.failures += `${file}\n${report}\n`
  if (!outcome.failedIn.includes(file)) outcome.failedIn.push(file)
}

/** What a file could leave changed for the files after it. */
const readGlobals = () => ({
  env: { ...process.env },
  cwd: process.cwd(),
  functions: { Date, fetch, setTimeout, setInterval, setImmediate, 'performance.now': performance.now },
})

/**
 * @param {ReturnType<typeof readGlobals>} before
 * @returns {string[]} names of what is not as it was before; the environment and the directory are restored
 */
const restoreGlobals = (before) => {
  const now = readGlobals()
  const names = new Set([...Object.keys(before.env), ...Object.keys(now.env)])
  const variables = [...names].filter((name) => before.env[name] !== now.env[name])
  for (const name of variables) {
    if (before.env[name] === undefined) delete process.env[name]
    else process.env[name] = before.env[name]
  }
  const hasMoved = before.cwd !== now.cwd
  if (hasMoved) process.chdir(before.cwd)
  const functions = Object.entries(before.functions).filter(
    ([name, each]) => now.functions[/** @type {keyof typeof now.functions} */ (name)] !== each,
  )
  return [
    ...variables.map((name) => `process.env.${name}`),
    ...(hasMoved ? ['process.cwd()'] : []),
    ...functions.map(([name]) => name),
  ]
}

/** Whether a file left something open that keeps the process alive. */
let hasLeft = false

/** @returns {Map<string, number>} what keeps the process alive, counted by kind; standard streams are always there */
const openHandles = () => {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** What is open now and was not in `before`. @param {Map<string, number>} before */
const openedSince = (before) => [...openHandles()].filter(([kind, count]) => count > (before.get(kind) ?? 0))

/**
 * Node's runner ends a test tree when nothing keeps the process alive. Where something does, it is told to after a limit.
 * @param {ReturnType<typeof run>} events
 * @param {ReturnType<typeof openHandles>} before
 * @returns {{ report: () => string | null, stop: () => void }} report: what was open
 */
const endInTime = (events, before) => {
  /** @type {string | null} */
  let report = null
  let running = 0
  let endedAt = Number.POSITIVE_INFINITY
  events.on('test:enqueue', () => {
    running += 1
  })
  events.on('test:complete', () => {
    running -= 1
    endedAt = Date.now()
  })
  const watch = setInterval(() => {
    if (running > 0) return
    const opened = openedSince(before)
    if (opened.length > 0 && Date.now() - endedAt > END_MS) {
      report = `open ${END_MS / 1000} s after the last test: ${opened.map(([kind, count]) => `${count} ${kind}`).join(', ')}`
    } else if (opened.length > 0 || !hasLeft || Date.now() - endedAt < SETTLED_MS) return
    hasLeft = true
    process.emit('beforeExit', 0)
  }, SETTLED_MS / 2)
  watch.unref()
  return { report: () => report, stop: () => clearInterval(watch) }
}

/** The error of an import that failed: Node's runner hides it where the file declared a test. @param {string} file */
const importError = async (file) => {
  /** @type {NodeJS.Timeout | undefined} */
  let limit
  const never = new Promise((resolve) => {
    limit = setTimeout(() => resolve('its import does not end'), END_MS)
  })
  const ended = import(pathToFileURL(path.resolve(file)).href).then(() => null, inspect)
  return Promise.race([ended, never]).finally(() => clearTimeout(limit))
}

/** @param {string} file */
const runFile = async (file) => {
  const globals = readGlobals()
  const handles = openHandles()
  const before = processorSeconds()
  const events = run({
    files: [path.resolve(file)],
    isolation: 'none',
    concurrency: 1,
    // An empty list would match no test at all.
    ...(order.testNamePatterns?.length && { testNamePatterns: order.testNamePatterns }),
    ...(order.testSkipPatterns?.length && { testSkipPatterns: order.testSkipPatterns }),
  })
  let seconds = 0
  let failed = 0
  let isSuccess = true
  events.on('test:summary', ({ duration_ms: ms, counts, success }) => {
    const { tests, passed, skipped, todo } = counts
    seconds = ms / 1000
    failed = tests - passed - skipped - todo
    isSuccess = success
    outcome.passed += passed
    outcome.skipped += skipped + todo
  })
  const end = endInTime(events, handles)
  const report = await text(events.compose(new spec()))
  end.stop()
  outcome.seconds[file] = seconds
  const processor = before === undefined ? '' : `, ${((processorSeconds() ?? 0) - before).toFixed(1)} s of processor`
  process.stdout.write(`${file}, ${seconds.toFixed(1)} s${processor}\n${report.replace(COUNTS, '')}`)
  if (failed > 0) fail(file, report.slice(Math.max(report.search(FAILURES), 0)).replace(COUNTS, ''), failed)
  // An error that no test caught, or of a test that had ended: the report tells it without counting it.
  else if (!isSuccess) fail(file, report.replace(COUNTS, ''))
  else {
    const error = await importError(file)
    if (error) fail(file, error)
  }
  const open = end.report()
  if (open) fail(file, open)
  // A process of its own may be left as it is.
  const changed = order.files.length > 1 ? restoreGlobals(globals) : []
  if (changed.length > 0) fail(file, `left changed for all files: ${changed.join(', ')}`)
}

const files = shuffled(order.files)
if (files.length > 1) process.stdout.write(`KLIC_TEST_SEED=${seed}\n`)

// run() sets it, which is no change that a file made.
process.env.NODE_TEST_WORKER_ID = '1'

let isRunning = true
process.on('beforeExit', () => {
  if (isRunning) setImmediate(() => {})
})
for (const file of files) {
  outcome.running = file
  write()
  await runFile(file)
}
isRunning = false
outcome.running = null
write()
process.exit(outcome.failed > 0 ? 1 : 0)

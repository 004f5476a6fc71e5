// @ts-check
/**
 * Runs tasks from one pool, each in a process of its own: a task is one test file, or a batch of files that share the
 * process (run-batch.mjs). "node --test" knows one order (by name) and one environment for all.
 * Takes one argument, JSON of Order; writes JSON of Outcome where it says. Runs on the Node that the set-up chose.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/**
 * @typedef {{ files: string[], name: string, hasWindow: boolean, env?: Record<string, string> }} Task name: what it is
 *   called in the report; env: besides that of this process
 * @typedef {{
 *   tasks: Task[], atOnce: number, windowsAtOnce: number, timeoutMs: number, outcome: string,
 *   testNamePatterns?: string[], testSkipPatterns?: string[],
 * }} Order tasks begin in this order, but never more than windowsAtOnce of those with a window at once
 * @typedef {{ passed: number, failed: number, skipped: number }} Count
 * @typedef {Count & { processor: number }} TaskCount processor: seconds, where the system counts them
 * @typedef {Count & { tasks: Record<string, TaskCount>, failedIn: string[] }} Outcome tasks: by name
 * @typedef {import('./run-batch.mjs').BatchOrder} BatchOrder
 * @typedef {import('./run-batch.mjs').BatchOutcome} BatchOutcome
 */

/** @type {Order} */
const order = JSON.parse(process.argv[2] ?? '')
const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stopping.abort())
}

/** A test that hangs is ended by its own limit. A process that hangs is killed after so many limits of one test. */
const TASK_LIMITS = 2

/** A process that a test left behind holds the output open: so long it is read after the end of the task. */
const OUTPUT_MS = 2_000

const UNTRACKED = new URL('untracked-promises.mjs', import.meta.url).href
const RUN_BATCH = fileURLToPath(new URL('run-batch.mjs', import.meta.url))
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-outcomes-'))

/**
 * @param {BatchOrder} batch
 * @param {Task['env']} env
 * @returns {Promise<{ text: string, end: string }>} end: the exit code or the signal
 */
const runProcess = (batch, env) =>
  new Promise((resolve, reject) => {
    // The limit that is given to run() does not reach the tests of a suite.
    const options = [`--test-timeout=${order.timeoutMs}`, '--import', UNTRACKED]
    const child = spawn(process.execPath, [...options, RUN_BATCH, JSON.stringify(batch)], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const kill = () => child.kill('SIGKILL')
    const limit = setTimeout(kill, order.timeoutMs * TASK_LIMITS)
    stopping.signal.addEventListener('abort', kill)
    let text = ''
    const outputs = [child.stdout, child.stderr]
    for (const output of outputs) {
      output.setEncoding('utf8').on('data', (more) => {
        text += more
      })
    }
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(limit)
      stopping.signal.removeEventListener('abort', kill)
      setTimeout(() => outputs.map((output) => output.destroy()), OUTPUT_MS).unref()
    })
    child.once('close', (code, signal) => resolve({ text, end: `${signal ?? code}` }))
  })

/**
 * The report of a task is printed when all of it is there, so that the lines of two never mix.
 * @param {Task} task
 * @param {number} index
 * @returns {Promise<Count & { task: Task, processor: number, failedIn: string[], failures: string }>}
 */
const runTask = async (task, index) => {
  const { testNamePatterns, testSkipPatterns } = order
  const file = path.join(folder, `${index}.json`)
  const batch = { files: task.files, testNamePatterns, testSkipPatterns, outcome: file }
  const start = performance.now()
  const { text, end } = await runProcess(batch, task.env)
  const seconds = (performance.now() - start) / 1000
  const isBatch = task.files.length > 1
  const name = (/** @type {string} */ each) => (isBatch ? `${task.name}: ${each}` : task.name)
  /** @type {BatchOutcome} */
  const none = {
    passed: 0,
    failed: 0,
    skipped: 0,
    failedIn: [],
    seconds: {},
    failures: '',
    running: null,
    processor: 0,
  }
  const outcome = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : none
  const { passed, skipped, failures } = outcome
  const done = {
    task,
    passed,
    skipped,
    failed: outcome.failed,
    processor: outcome.processor,
    failedIn: outcome.failedIn.map(name),
    failures,
  }
  if (outcome.running !== null || (end !== '0' && outcome.failed === 0)) {
    done.failed += 1
    done.failures += `✖ ${outcome.running ? name(outcome.running) : task.name}: the process ended with ${end}\n${text}`
    // The files after it did not run.
    const missing = task.files.filter((each) => outcome.seconds[each] === undefined).map(name)
    done.failedIn = [...new Set([...done.failedIn, ...missing])]
  }
  process.stdout.write(
    `${isBatch ? `\n${task.name}, ${seconds.toFixed(1)} s, ${task.files.length} files\n` : ''}${text}`,
  )
  return done
}

const tasks = order.tasks.map((task, index) => ({ task, index }))
const windows = tasks.filter(({ task }) => task.hasWindow)
const others = tasks.filter(({ task }) => !task.hasWindow)
/** @type {Awaited<ReturnType<typeof runTask>>[]} */
const done = []

/** @param {boolean} forWindows takes those with a window as long as there are any */
const lane = async (forWindows) => {
  while (!stopping.signal.aborted) {
    const next = (forWindows && windows.shift()) || others.shift()
    if (!next) return
    done.push(await runTask(next.task, next.index))
  }
}

await Promise.all(Array.from({ length: order.atOnce }, (_, index) => lane(index < order.windowsAtOnce)))
fs.rmSync(folder, { recursive: true, force: true })

// Of a long run often only the end is kept.
for (const { task, failures, failed } of done) {
  if (failed > 0) process.stdout.write(`\n${task.name}\n${failures}`)
}

/** @type {Outcome} */
const outcome = { passed: 0, failed: 0, skipped: 0, tasks: {}, failedIn: [] }
for (const { task, passed, failed, skipped, processor, failedIn } of done) {
  outcome.tasks[task.name] = { passed, failed, skipped, processor }
  outcome.passed += passed
  outcome.failed += failed
  outcome.skipped += skipped
  outcome.failedIn.push(...failedIn)
}
fs.writeFileSync(order.outcome, JSON.stringify(outcome))
if (outcome.failed > 0 || stopping.signal.aborted) process.exitCode = 1

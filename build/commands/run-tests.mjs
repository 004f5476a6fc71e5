// @ts-check
/**
 * Runs test files with Node's own runner, each in a process of its own, in the order given: "node --test" would sort
 * them, and the longest would come when nothing is left to do beside it.
 * Takes one argument, JSON of Order; writes JSON of Outcome where it says. Runs on the Node that the set-up chose.
 */
import fs from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/**
 * @typedef {{
 *   files: string[], atOnce: number, timeoutMs: number, outcome: string,
 *   testNamePatterns?: string[], testSkipPatterns?: string[],
 * }} Order
 * @typedef {{ passed: number, failed: number, skipped: number, seconds: Record<string, number> }} Outcome seconds by file
 */

/** @type {Order} */
const order = JSON.parse(process.argv[2] ?? '')
const stopping = new AbortController()
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => stopping.abort())
}

/** @type {Outcome} */
const outcome = { passed: 0, failed: 0, skipped: 0, seconds: {} }
const events = run({
  files: order.files.map((file) => path.resolve(file)),
  concurrency: order.atOnce,
  timeout: order.timeoutMs,
  signal: stopping.signal,
  ...(order.testNamePatterns && { testNamePatterns: order.testNamePatterns }),
  ...(order.testSkipPatterns && { testSkipPatterns: order.testSkipPatterns }),
})
events.on('test:summary', ({ file, duration_ms: ms, counts }) => {
  // There is one for each file; the one of the whole run names none.
  if (file !== undefined) outcome.seconds[path.relative(process.cwd(), file)] = ms / 1000
  else {
    outcome.passed = counts.passed
    outcome.failed = counts.tests - counts.passed - counts.skipped - counts.todo
    outcome.skipped = counts.skipped + counts.todo
  }
})
events.compose(spec).pipe(process.stdout)
process.on('exit', (code) => {
  fs.writeFileSync(order.outcome, JSON.stringify(outcome))
  if (code === 0 && outcome.failed > 0) process.exitCode = 1
})

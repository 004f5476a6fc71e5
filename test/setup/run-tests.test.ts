/** How "npm test" counts and keeps test files apart that share a process. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Outcome, Task } from '../../build/commands/run-tests.mjs'

const RUN_TESTS = fileURLToPath(new URL('../../build/commands/run-tests.mjs', import.meta.url))

/** A test that is still running when something fails beside it. */
const beside = (fails: string): string => `import { test } from 'node:test'
const later = () => new Promise((done) => setTimeout(done, 5))
test('goes on', async () => {
  await later()
  ${fails}
  await later()
  await later()
})`
const TRACKS_NO_PROMISE = `import assert from 'node:assert/strict'
import { executionAsyncId } from 'node:async_hooks'
import { test } from 'node:test'
test('nothing is called at a promise', async () => {
  await null
  assert.equal(executionAsyncId(), 0)
})`
/** Its hooks count for the file alone, and its server is closed before the next file begins. */
const withHooks = (name: string): string => `import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { after, afterEach, before, beforeEach, test } from 'node:test'
await setTimeout(1)
const calls = []
before(() => { calls.push('before'); assert.equal(globalThis.open, undefined); globalThis.open = '${name}' })
beforeEach(() => calls.push('beforeEach'))
afterEach(() => calls.push('afterEach'))
after(() => { delete globalThis.open; console.log('calls of ${name}:', calls.join(' ')) })
test('first', () => setTimeout(1))
test('second', () => {})`
const ALL_CALLS = 'before beforeEach afterEach beforeEach afterEach'
const PASSES = `import { test } from 'node:test'
test('passes', () => {})`

interface Choice {
  timeoutMs?: number
  testNamePatterns?: string[]
  testSkipPatterns?: string[]
}
/** What "npm test" gives without options. */
const ALL: Choice = { timeoutMs: 30_000, testNamePatterns: [], testSkipPatterns: [] }

/** @param batches names of sources by the name of their task */
async function runTests(
  t: TestContext,
  sources: Record<string, string>,
  batches?: Record<string, string[]>,
  choice: Choice = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'klic-run-tests-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const fileOf = (name: string) => join(folder, `${name}.test.mjs`)
  for (const [name, source] of Object.entries(sources)) writeFileSync(fileOf(name), source)
  const names = batches ?? Object.fromEntries(Object.keys(sources).map((name) => [name, [name]]))
  const tasks = Object.entries(names).map(
    ([name, each]): Task => ({ files: each.map(fileOf), name, hasWindow: false, env: { KLIC_TEST_SEED: '1' } }),
  )
  const path = join(folder, 'outcome.json')
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const order = JSON.stringify({ tasks, atOnce: 3, windowsAtOnce: 1, ...ALL, ...choice, outcome: path })
  const report = await new Promise<string>((resolve) => {
    execFile(process.execPath, [RUN_TESTS, order], { env }, (_error, stdout) => resolve(stdout))
  })
  const outcome: Outcome = JSON.parse(readFileSync(path, 'utf8'))
  const failedIn = outcome.failedIn.map((each) => each.replace(`${folder}/`, '')).sort()
  return { report, ...outcome, failedIn }
}

test('an error that nobody catches fails its file, and is told with its stack', async (t) => {
  const { failedIn, failed, report } = await runTests(t, {
    timer: beside("setTimeout(() => { throw new Error('thrown in a timer') })"),
    promise: beside("Promise.reject(new Error('thrown in a promise'))"),
    untracked: TRACKS_NO_PROMISE,
  })
  assert.deepEqual([failedIn, failed], [['promise', 'timer'], 2], report)
  for (const where of ['timer', 'promise']) assert.match(report, new RegExp(`Error: thrown in a ${where}`))
})

test('the files of a batch share a process, but no hooks', async (t) => {
  const sources = { one: withHooks('one'), two: withHooks('two'), promises: TRACKS_NO_PROMISE }
  const { passed, failed, tasks, report } = await runTests(t, sources, { batch: Object.keys(sources) })
  assert.deepEqual([passed, failed, Object.keys(tasks)], [5, 0, ['batch']], report)
  for (const name of ['one', 'two']) assert.match(report, new RegExp(`^calls of ${name}: ${ALL_CALLS}$`, 'm'))
  assert.match(report, /^KLIC_TEST_SEED=1$/m)
})

test('a failure in a batch fails its file, and the files after it run', async (t) => {
  const sources = {
    fails: `import { test } from 'node:test'
test('fails', () => { throw new Error('thrown in a test') })`,
    imports: `import { test } from 'node:test'
test('is declared', () => {})
await Promise.reject(new Error('thrown by an import'))`,
    parses: 'const const',
    timer: beside("setTimeout(() => { throw new Error('thrown in a timer') })"),
    changes: "process.env.KLIC_LEFT = 'over'",
    passes: PASSES,
  }
  const outcome = await runTests(t, sources, { batch: Object.keys(sources) })
  const expected = ['changes', 'fails', 'imports', 'parses', 'timer'].map((name) => `batch: ${name}.test.mjs`)
  assert.deepEqual([outcome.failedIn, outcome.failed], [expected, 5], outcome.report)
  for (const text of ['thrown in a test', 'thrown by an import', 'SyntaxError', 'thrown in a timer', 'KLIC_LEFT'])
    assert.match(outcome.report, new RegExp(text))
})

test('a process that ends within a file fails that file, and names those that it did not reach', async (t) => {
  const sources = {
    killed: `import { test } from 'node:test'
test('kills itself', () => process.kill(process.pid, 'SIGKILL'))`,
    passes: PASSES,
  }
  const { failedIn, report } = await runTests(t, sources, {
    batch: ['killed'],
    other: ['passes'],
    both: Object.keys(sources),
  })
  // The first in the order of KLIC_TEST_SEED=1 is the one that is killed.
  assert.deepEqual(failedIn, ['batch', 'both: killed.test.mjs', 'both: passes.test.mjs'], report)
  assert.match(report, /killed\.test\.mjs: the process ended with SIGKILL/)
})

test('names choose tests within a batch', async (t) => {
  const sources = { hooks: withHooks('hooks'), passes: PASSES }
  const batches = { batch: Object.keys(sources) }
  const chosen = await runTests(t, sources, batches, { testNamePatterns: ['first'] })
  assert.deepEqual([chosen.passed, chosen.failed], [1, 0], chosen.report)
  const rest = await runTests(t, sources, batches, { testSkipPatterns: ['first'] })
  assert.deepEqual([rest.passed, rest.failed], [2, 0], rest.report)
})

test('a test that hangs in a suite is ended by the limit of one test', async (t) => {
  const hangs = `import { describe, test } from 'node:test'
describe('suite', () => { test('hangs', () => new Promise((done) => setTimeout(done, 60_000).unref())) })
setInterval(() => {}, 1_000).unref()`
  const { failedIn, failed, report } = await runTests(
    t,
    { hangs, passes: PASSES },
    { batch: ['hangs', 'passes'] },
    { timeoutMs: 5_000 },
  )
  assert.deepEqual([failedIn, failed], [['batch: hangs.test.mjs'], 1], report)
  assert.match(report, /timed out after 5000ms/)
})

test('a handle that is left open fails the file that opened it', async (t) => {
  const sources = {
    open: `${PASSES}\nimport { createServer } from 'node:net'\ncreateServer().listen(0)`,
    passes: PASSES,
  }
  const { failedIn, failed, report } = await runTests(t, sources, { batch: ['open', 'passes'] })
  assert.deepEqual([failedIn, failed], [['batch: open.test.mjs'], 1], report)
  assert.match(report, /open 15 s after the last test: 1 TCPServerWrap/)
})

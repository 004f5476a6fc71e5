/** How "npm test" counts: an error that nobody catches fails its file, though the runner does not follow promises. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

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

test('an error that nobody catches fails its file, and is told with its stack', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-run-tests-'))
  try {
    const sources = {
      timer: beside("setTimeout(() => { throw new Error('thrown in a timer') })"),
      promise: beside("Promise.reject(new Error('thrown in a promise'))"),
      untracked: TRACKS_NO_PROMISE,
    }
    const tasks = Object.entries(sources).map(([name, source]) => {
      const file = join(folder, `${name}.test.mjs`)
      writeFileSync(file, source)
      return { file, name, hasWindow: false }
    })
    const outcome = join(folder, 'outcome.json')
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const order = JSON.stringify({ tasks, atOnce: 3, windowsAtOnce: 1, timeoutMs: 60_000, outcome })
    const said = await new Promise<string>((resolve) => {
      execFile(process.execPath, [RUN_TESTS, order], { env }, (_error, stdout) => resolve(stdout))
    })
    const { failedIn, failed } = JSON.parse(readFileSync(outcome, 'utf8'))
    assert.deepEqual([failedIn.sort(), failed], [['promise', 'timer'], 2], said)
    for (const where of ['timer', 'promise']) assert.match(said, new RegExp(`Error: thrown in a ${where}`))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

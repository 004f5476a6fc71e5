/** A conversion that does not come to an end is ended, and its waiting callers are told why. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { keepConversions } from '../../server/features/results/tasks/conversion-pool.ts'
import { runConversion } from '../../server/features/results/tasks/run-conversion.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { uncaged } from '../support/uncaged.ts'

const HANGS = join(import.meta.dirname, '..', 'support', 'conversion-that-hangs.ts')
const caged = { cage: async () => uncaged(HANGS) }

async function taskIn(t: TestContext): Promise<ConversionTask> {
  const folder = await mkdtemp(join(tmpdir(), 'klic limit '))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return { kind: 'export', gpkg: join(folder, 'a.gpkg'), out: [], tempDir: join(folder, 'temp') }
}

const isTooLong = (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error))
  assert.equal(error.code, 'TOOK_TOO_LONG')
  assert.match(error.message, /longer than 0\.3 s/)
  return true
}

test('an answer that somebody waits for', async (t) => {
  const task = await taskIn(t)
  await assert.rejects(runConversion(caged, task, { longestMs: 300 }), isTooLong)
  assert.deepEqual(readdirSync(join(task.tempDir, '..')), [], 'nothing of it is left')
})

test('a file that the worker makes: it is not tried again', async (t) => {
  const task = await taskIn(t)
  const bounds = { tasks: 9, MiB: 4000, idleMs: 60_000, longestMs: 300 }
  const conversions = keepConversions(caged, async () => ({ reads: [], writes: [] }), bounds)
  await assert.rejects(conversions.run(task, 'cmp_1'), isTooLong)
  assert.deepEqual(conversions.waiting(), [])
  await conversions.close()
})

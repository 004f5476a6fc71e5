/**
 * What the conversion makes for an answer gives its place to a company that waits, and leaves nothing half-written. A
 * conversion that does not come to an end is ended, and its waiting callers are told why.
 */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { PrintRequest } from '../../server/exports/print/print-sheets.ts'
import { keepConversions } from '../../server/features/results/tasks/conversion-pool.ts'
import { type Convert, resultTasks } from '../../server/features/results/tasks/result-tasks.ts'
import { runConversion } from '../../server/features/results/tasks/run-conversion.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import type { Requester } from '../../server/platform/fair-limit.ts'
import { Refusal, TryLater } from '../../server/platform/refusal.ts'
import { folderStorage } from '../../server/platform/storage/folder.ts'
import { uncaged } from '../support/uncaged.ts'
import { until } from '../support/until.ts'

const HANGS = join(import.meta.dirname, '..', 'support', 'conversion-that-hangs.ts')
const GPKG = { key: 'a.gpkg', sha256: '' }

type Tasks = ReturnType<typeof resultTasks>
const ROWS: readonly [string, (tasks: Tasks, folder: string, asker: Requester) => Promise<unknown>][] = [
  ['prints', ({ print }, _folder, asker) => print(GPKG, {} as PrintRequest, asker)],
  ['comparisons', ({ compare }, _folder, asker) => compare({ before: GPKG, after: GPKG, format: 'geojson', asker })],
  [
    'opened deliveries',
    ({ describeDeliveries }, folder, asker) => describeDeliveries([], join(folder, 'opened'), asker),
  ],
]

async function tasksIn(t: TestContext): Promise<{ folder: string; tasks: Tasks }> {
  const folder = await mkdtemp(join(tmpdir(), 'klic turns '))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, GPKG.key), '')
  let last = 0
  const makeId = (prefix: string) => `${prefix}_${++last}`
  const convert: Convert = (task, options) => runConversion({ cage: async () => uncaged(HANGS) }, task, options)
  return {
    folder,
    tasks: resultTasks({ convert, storage: folderStorage(folder), dataDir: folder, makeId, turnMs: 300 }),
  }
}

for (const [name, ask] of ROWS)
  test(`two companies with ${name} that never end hold no third company up`, async (t) => {
    const { folder, tasks } = await tasksIn(t)
    const hangUp = new AbortController()
    const ended = new Map<string, unknown>()
    const asked = ['we', 'they', 'others'].map((companyId) =>
      ask(tasks, folder, { companyId, signal: hangUp.signal }).catch((error) => ended.set(companyId, error)),
    )
    await until(async () => ended.size > 0)
    const [[first, error]] = [...ended] as [[string, unknown]]
    assert.notEqual(first, 'others', 'it waits until it has a place')
    assert.ok(error instanceof TryLater && error.retryAfterMs !== undefined, String(error))
    hangUp.abort()
    await Promise.all(asked)
    const left = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    assert.deepEqual(
      left.map((entry) => entry.name),
      [GPKG.key],
    )
  })

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

/** Conversion processes that stay for the next task: the same bytes, one task's fault is nobody else's, and they go. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runTask } from '../../server/exports/conversion/task.ts'
import { RESULT_FORMATS } from '../../server/exports/result-formats.ts'
import { type Bounds, keepConversions } from '../../server/features/results/tasks/conversion-pool.ts'
import type { ConversionResult, ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { type Folder, folder, writeSample } from '../formats/samples.ts'
import { cage } from '../support/caged.ts'
import { writeLargeGml } from '../support/imkl-district.ts'
import { serverEntry } from '../support/server-entry.ts'
import { exitOf } from './processes.ts'

const CAGED = serverEntry('caged')
const PLENTY: Bounds = { tasks: 100, MiB: 4000, idleMs: 60_000, longestMs: 600_000 }

function kept(t: TestContext, at: Folder, bounds: Partial<Bounds> = {}) {
  const caged = { cage }
  const room = async () => ({ reads: [], writes: [at.path('.')] })
  const conversions = keepConversions(caged, room, { ...PLENTY, ...bounds })
  t.after(() => conversions.close())
  return conversions
}

const sums = ({ artifacts }: ConversionResult) => artifacts.map(({ format, sha256 }) => [format, sha256])

const everyExport = (at: Folder, name: string): ConversionTask => ({
  kind: 'export',
  gpkg: at.path('result.gpkg'),
  // Degrees also depend on whether the official grid is there, which the process looks for.
  out: RESULT_FORMATS.filter((format) => format !== 'gpkg' && format !== 'geojson-crs84').map((format) => ({
    format,
    path: at.path(`${name}/${format}`),
  })),
  tempDir: at.path(`temp ${name}`),
})

const small = (at: Folder, name: string): ConversionTask => ({
  kind: 'export',
  gpkg: at.path('result.gpkg'),
  out: [{ format: 'geojson', path: at.path(`${name}/result.geojson`) }],
  tempDir: at.path(`temp ${name}`),
})

const merge = (delivery: string, at: Folder, name: string): ConversionTask => ({
  kind: 'merge',
  deliveries: [{ path: delivery }],
  out: [
    { format: 'gpkg', path: at.path(`${name}/result.gpkg`), name: 'klic.gpkg' },
    { format: 'geojson', path: at.path(`${name}/result.geojson`) },
  ],
  tempDir: at.path(`temp ${name}`),
})

test('the second and third task of a process give the bytes that a fresh process gives', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'), { isSimulated: true })
  const [one, other] = [at.path('GI_one.xml'), at.path('GI_other.xml')]
  await writeLargeGml(one, 300_000, 1)
  await writeLargeGml(other, 500_000, 2)
  const fresh = [
    await runTask(merge(one, at, 'fresh one')),
    await runTask(merge(other, at, 'fresh other')),
    await runTask(everyExport(at, 'fresh exports')),
  ]
  const conversions = kept(t, at)
  const tasks = [merge(one, at, 'a'), merge(other, at, 'b'), everyExport(at, 'c')]
  for (const round of [1, 2]) {
    for (const [index, task] of tasks.entries()) {
      const made = await conversions.run(task, 'cmp_1')
      assert.deepEqual(sums(made), sums(fresh[index]!), `task ${index} in round ${round}`)
      assert.deepEqual(made.summary, fresh[index]!.summary)
      assert.equal(existsSync(task.tempDir), false)
    }
  }
  assert.equal(conversions.waiting().length, 1)
})

test('a process takes one task at a time; two at once are two processes, and the last to work is the next', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const conversions = kept(t, at)
  await Promise.all(['a', 'b'].map((name) => conversions.run(small(at, name), 'cmp_1')))
  const pids = conversions.waiting()
  assert.equal(new Set(pids).size, 2)
  await conversions.run(small(at, 'c'), 'cmp_1')
  assert.deepEqual(conversions.waiting(), pids)
  await conversions.close()
  assert.deepEqual(conversions.waiting(), [])
})

test('a process works for one company; one of another company makes place', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const conversions = kept(t, at)
  await conversions.run(small(at, 'a'), 'cmp_1')
  const [first] = conversions.waiting()
  await conversions.run(small(at, 'b'), 'cmp_2')
  const [second, ...others] = conversions.waiting()
  assert.notEqual(second, first)
  assert.deepEqual(others, [])
  await conversions.run(small(at, 'c'), 'cmp_2')
  assert.deepEqual(conversions.waiting(), [second])
})

test('a delivery that can not be read is refused and the process stays; one that failed for no known reason goes', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  writeFileSync(at.path('GI_bad.xml'), 'no xml')
  writeFileSync(at.path('bad.gpkg'), 'no database')
  const conversions = kept(t, at)
  await conversions.run(small(at, 'a'), 'cmp_1')
  const [pid] = conversions.waiting()
  await assert.rejects(conversions.run(merge(at.path('GI_bad.xml'), at, 'b'), 'cmp_1'), Refusal)
  assert.deepEqual(conversions.waiting(), [pid])
  const faulty = { ...small(at, 'c'), gpkg: at.path('bad.gpkg') } as ConversionTask
  await assert.rejects(conversions.run(faulty, 'cmp_1'), (error) => !(error instanceof Refusal))
  assert.deepEqual(conversions.waiting(), [])
  await conversions.run(small(at, 'd'), 'cmp_1')
  assert.notEqual(conversions.waiting()[0], pid)
})

test('killed at its task that task has failed, nothing has its name, and the next one finds another process', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'), { repeat: 100 })
  const conversions = kept(t, at)
  await conversions.run(small(at, 'a'), 'cmp_1')
  const [pid] = conversions.waiting()
  let isKilled = false
  const killed = conversions.run(everyExport(at, 'b'), 'cmp_1', () => {
    // What it said before its end may be read after it.
    if (!isKilled) process.kill(pid!, 'SIGKILL')
    isKilled = true
  })
  await assert.rejects(killed, /ended without a result .*SIGKILL/)
  assert.ok(readdirSync(at.path('b')).every((name) => name.startsWith('.part-')))
  await conversions.run(everyExport(at, 'b'), 'cmp_1')
  assert.equal(readdirSync(at.path('b')).length, everyExport(at, 'b').out.length)
})

test('killed while it waits, nobody notices', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const conversions = kept(t, at)
  await conversions.run(small(at, 'a'), 'cmp_1')
  process.kill(conversions.waiting()[0]!, 'SIGKILL')
  while (conversions.waiting().length > 0) await pause(10)
  const { artifacts } = await conversions.run(small(at, 'b'), 'cmp_1')
  assert.equal(artifacts.length, 1)
})

test('it goes after so many tasks, when it holds too much, and when there is nothing to do', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'))
  const few = kept(t, at, { tasks: 2 })
  await few.run(small(at, 'a'), 'cmp_1')
  assert.equal(few.waiting().length, 1)
  await few.run(small(at, 'b'), 'cmp_1')
  assert.equal(few.waiting().length, 0)
  const slim = kept(t, at, { MiB: 1 })
  await slim.run(small(at, 'c'), 'cmp_1')
  assert.equal(slim.waiting().length, 0)
  const idle = kept(t, at, { idleMs: 1000 })
  await idle.run(small(at, 'd'), 'cmp_1')
  // On a busy machine it may have gone by now.
  const [pid] = idle.waiting()
  const isAlive = () => existsSync(`/proc/${pid}`) || process.platform !== 'linux'
  while (idle.waiting().length > 0) await pause(10)
  if (process.platform === 'linux') while (isAlive()) await pause(10)
})

test('when its parent is gone it goes, waiting or at work', async (t) => {
  const at = folder(t)
  writeSample(at.path('result.gpkg'), { repeat: 200 })
  writeFileSync(at.path('task.json'), JSON.stringify(everyExport(at, 'out')))
  for (const isAtWork of [false, true]) {
    const child = spawn(process.execPath, [CAGED], { stdio: ['pipe', 'pipe', 'ignore'] })
    t.after(() => child.kill('SIGKILL'))
    if (isAtWork) {
      child.stdin.write(`${at.path('task.json')}\n`)
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (text) => String(text).includes('progress') && resolve())
      })
    }
    child.stdin.end()
    assert.equal(await exitOf(child), 0)
    assert.equal(existsSync(at.path('out/xlsx')), false)
  }
})

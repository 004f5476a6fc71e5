/** A command runs its conversion in the first cage in which it starts, and in no weaker one; the ground has its own process. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import type { Cage } from '../../server/features/cage.ts'
import { mergeBesideGround, runInFirstCage } from '../../server/features/results/tasks/run-conversion.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { writeSample } from '../formats/samples.ts'
import { at, cable, lineString, link, zippedDelivery } from '../support/imkl-fixture.ts'
import { png } from '../support/png.ts'
import { serverEntry } from '../support/server-entry.ts'
import { uncaged } from '../support/uncaged.ts'

const DIES = join(import.meta.dirname, '..', 'support', 'conversion-that-dies.ts')

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'klic cage '))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function taskIn(t: TestContext): Promise<ConversionTask> {
  const folder = await folderFor(t)
  writeSample(join(folder, 'a.gpkg'))
  const out = [{ format: 'geojson' as const, path: join(folder, 'a.geojson') }]
  return { kind: 'export', gpkg: join(folder, 'a.gpkg'), out, tempDir: join(folder, 'temp') }
}

/** @param ran the cages in which a process was begun */
function cagesOf(entry: string, ran: string[]) {
  const working = uncaged(entry)
  const broken: Cage = {
    ...working,
    confine: (room) => ({ ...working.confine(room), before: [process.execPath, '-e', '0'] }),
  }
  const counted = (name: string, cage: Cage): Cage => ({
    ...cage,
    confine(room) {
      ran.push(name)
      return cage.confine(room)
    },
  })
  return [counted('broken', broken), counted('working', working), counted('weaker', working)]
}

test('the next cage is taken where a process does not start', async (t) => {
  const ran: string[] = []
  const { artifacts } = await runInFirstCage(cagesOf(serverEntry('caged'), ran), await taskIn(t))
  assert.deepEqual([ran, artifacts.map(({ format }) => format)], [['broken', 'working'], ['geojson']])
})

test('what started and died is not run again in a weaker cage', async (t) => {
  const ran: string[] = []
  await assert.rejects(runInFirstCage(cagesOf(DIES, ran), await taskIn(t)), /ended without a result/)
  assert.deepEqual(ran, ['broken', 'working'])
})

const PICTURE = { 'bronnen/GB_22G000001.png': png(200, 150, { colour: 2, bits: 8 }, (x, y) => [x, y, 60]) }

/** @param documents of the delivery; null: it is no delivery */
async function mergeIn(t: TestContext, documents: Record<string, Buffer> | null) {
  const folder = await folderFor(t)
  const members = [
    link('nl.imkl-KL9001.l1', lineString(at(0, 0, 30, 30))),
    cable('nl.imkl-KL9001.c1', ['nl.imkl-KL9001.l1']),
  ]
  const bounds = [200_000, 400_000, 200_040, 400_030] as const
  const path = join(folder, 'delivery.zip')
  await writeFile(path, documents ? await zippedDelivery({ members, bounds, documents }) : 'no ZIP')
  const taskFor = (name: string) => ({
    kind: 'merge' as const,
    deliveries: [{ path }],
    ground: true as const,
    out: [{ format: 'gpkg' as const, path: join(folder, name, 'a.gpkg') }],
    tempDir: join(folder, 'temp'),
  })
  return { folder, taskFor }
}

const NO_PNG = { 'bronnen/GB_22G000001.png': Buffer.from('no PNG') }
for (const [name, documents, shown] of [
  ['a base map', PICTURE, 1],
  ['a damaged one', NO_PNG, 0],
  ['none', {}, undefined],
] as const)
  test(`a merge with ${name} made in a second process has the bytes of one in a single process`, async (t) => {
    const { folder, taskFor } = await mergeIn(t, documents)
    const single = await runTask(taskFor('single'))
    const beside = await mergeBesideGround([uncaged(serverEntry('caged'))], taskFor('beside'))
    assert.deepEqual(beside.ground, single.ground)
    assert.equal(beside.ground?.pictures.length, shown)
    const [one, other] = await Promise.all(['single', 'beside'].map((from) => readFile(join(folder, from, 'a.gpkg'))))
    assert.ok(one!.equals(other!))
  })

test('a merge fails when the process of its base map dies, and makes no file', async (t) => {
  const { folder, taskFor } = await mergeIn(t, PICTURE)
  const working = uncaged(serverEntry('caged'))
  const says = 'console.log(JSON.stringify({ started: true })); process.exitCode = 1'
  const cage: Cage = {
    ...working,
    confine(room) {
      const isGround = room.writes.some((path) => path.endsWith('ground'))
      return { ...working.confine(room), ...(isGround && { before: [process.execPath, '-e', says] }) }
    },
  }
  await assert.rejects(mergeBesideGround([cage], taskFor('out')), /ended without a result/)
  // It is ended in the middle: what it had begun goes with the folder of the command.
  const made = await readdir(join(folder, 'out')).catch(() => [])
  assert.deepEqual(
    made.filter((name) => !name.startsWith('.part-')),
    [],
  )
})

test('a merge of what is no delivery is refused by both processes in the same words', async (t) => {
  const { taskFor } = await mergeIn(t, null)
  await assert.rejects(mergeBesideGround([uncaged(serverEntry('caged'))], taskFor('out')), {
    code: 'DELIVERY_UNREADABLE',
  })
})

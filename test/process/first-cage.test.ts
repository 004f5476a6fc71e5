/** A command runs its conversion in the first cage in which it starts, and in no weaker one. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Cage } from '../../server/features/cage.ts'
import { runInFirstCage } from '../../server/features/results/tasks/run-conversion.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { writeSample } from '../formats/samples.ts'
import { serverEntry } from '../support/server-entry.ts'
import { uncaged } from '../support/uncaged.ts'

const DIES = join(import.meta.dirname, '..', 'support', 'conversion-that-dies.ts')

async function taskIn(t: TestContext): Promise<ConversionTask> {
  const folder = await mkdtemp(join(tmpdir(), 'klic cage '))
  t.after(() => rm(folder, { recursive: true, force: true }))
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

/** A merge of real deliveries that is killed, where they lie beside the repository. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { exitOf, linesOf, start } from '../exports/processes.ts'
import { type Folder, folder } from '../formats/samples.ts'
import { shared } from '../support/shared.ts'

const overlapping = ['22G003181_1', '22G003182_1'].map((name) => shared(`deliveries/Levering_${name}.zip`))
const skip = !overlapping.every(Boolean) && 'the example deliveries are not there'

const mergeTask = (at: Folder): ConversionTask => ({
  kind: 'merge',
  deliveries: overlapping.map((path) => ({ path: path! })),
  out: [
    { format: 'gpkg', path: at.path('out/result.gpkg') },
    { format: 'geojson', path: at.path('out/result.geojson') },
    { format: 'shp', path: at.path('out/result.zip') },
  ],
  tempDir: at.path('temp'),
})

test('killed at any stage of a merge, no file has its name, and running again completes it', { skip }, async (t) => {
  const at = folder(t)
  for (const stage of ['read', 'merge', 'geojson', 'shp']) {
    const child = start(t, at, mergeTask(at))
    for await (const line of linesOf(child)) {
      if ('progress' in line && line.progress.what === stage) child.kill('SIGKILL')
    }
    await exitOf(child)
    assert.equal(child.signalCode, 'SIGKILL', stage)
    for (const name of ['result.gpkg', 'result.geojson', 'result.zip'])
      assert.equal(existsSync(at.path(`out/${name}`)), false)
  }
  await runTask(mergeTask(at))
  assert.deepEqual(readdirSync(at.path('out')).sort(), ['result.geojson', 'result.gpkg', 'result.zip'])
  assert.deepEqual(readdirSync(at.path('temp')), [])
})

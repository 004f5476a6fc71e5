/** Shapefiles of all real deliveries as GDAL reads them. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { folder } from '../formats/samples.ts'
import { compareShapes } from '../support/shapefile-values.ts'
import { shared } from '../support/shared.ts'

const deliveries = shared('deliveries/expected.json')

test('all example deliveries, merged: every value and position arrives', {
  skip: deliveries ? false : 'the example deliveries are not there',
}, async (t) => {
  const at = folder(t)
  const below = join(deliveries!, '..')
  const zips = readdirSync(below).filter((name) => name.endsWith('.zip'))
  const { summary } = await runTask({
    kind: 'merge',
    deliveries: zips.map((name) => ({ path: join(below, name) })),
    out: [
      { format: 'gpkg', path: at.path('result.gpkg') },
      { format: 'shp', path: at.path('result.zip') },
    ],
    tempDir: at.path('temp'),
  })
  const compared = compareShapes(at.path('result.zip'), at.path('result.gpkg'))
  assert.equal(compared, summary!.features)
  assert.ok(compared > 30_000, `${compared} features`)
})

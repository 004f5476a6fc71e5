/** The vector tile layer of real QGIS draws our tiles by our style, symbols included, from a running server. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { THEMES } from '../../server/domain/imkl/themes.ts'
import { lngLatFromRd } from '../../server/domain/rd/rd.ts'
import { folder } from '../formats/samples.ts'
import { LINE_M, ORIGIN, ROW_M, writeSpecimen } from '../styling/specimen.ts'
import { openWorld } from '../support/api-world.ts'
import { mapAssets } from '../support/built-window.ts'
import { askQgisForTiles, inEachQgis } from './qgis.ts'

inEachQgis('QGIS draws every theme from vector tiles in its colour', async (t, qgis) => {
  const files = folder(t)
  const world = await openWorld(t, { mapAssetsDir: await mapAssets(files.path('map')) })
  const { job_id: jobId } = await world.quote()
  await world.put(jobId, 'ready', 'delivered', { revision: 1 })
  writeSpecimen(files.path('KLIC.gpkg'))
  await world.putFile(jobId, 'gpkg', readFileSync(files.path('KLIC.gpkg')))
  const extent = [ORIGIN.x, ORIGIN.y, ORIGIN.x + 100, ORIGIN.y + 50]
  await world.store.db
    .updateTable('job')
    .set({ summary: JSON.stringify({ extent }) })
    .where('id', '=', jobId)
    .execute()
  const base = `${world.baseUrl}/k/${world.keys.read}/tiles/${jobId}`
  const middle = lngLatFromRd([ORIGIN.x + LINE_M * 2, ORIGIN.y + (THEMES.length * ROW_M) / 2])
  const picture = process.env.KLIC_PICTURES && join(process.env.KLIC_PICTURES, 'qgis-tiles.png')
  const drawn = await askQgisForTiles(
    qgis,
    `${base}/{z}/{x}/{y}.mvt`,
    `${base}/style.json`,
    ...middle,
    50,
    ...(picture ? [picture] : []),
  )
  assert.deepEqual([drawn.valid, drawn.styled, drawn.errors], [true, true, []])
  for (const { id, colour } of THEMES) assert.ok(drawn.colours[colour] !== undefined, `${id} ${colour}`)
})

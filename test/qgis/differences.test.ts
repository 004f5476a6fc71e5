/** A file of differences, as QGIS opens it. */
import assert from 'node:assert/strict'
import { runTask } from '../../server/exports/conversion/task.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { folder } from '../formats/samples.ts'
import { askThis, inEachQgis } from './qgis.ts'

inEachQgis('differences open with a colour for each kind, without a click', async (t, qgis) => {
  const at = folder(t)
  const cables = { before: ['gone', 'moved'], after: ['new', 'moved'] }
  for (const [side, ids] of Object.entries(cables)) {
    const writer = createGeoPackage(at.path(`${side}.gpkg`))
    const asked = [0, 0, 20, 0, 20, 20, 0, 20, 0, 0]
    const { request, shape } = { request: { id: 'asked', objecttype: 'Graafpolygoon' }, shape: 'MultiPolygon' as const }
    writer.feature('aanvraag_polygoon', request, { type: shape, polygons: [[asked]] })
    for (const [y, id] of ids.entries()) {
      const apart = side === 'after' ? 1 : 0
      const geometry = { type: 'MultiLineString' as const, lines: [[1, y + apart, 9, y + apart]] }
      writer.feature('kabel_of_leiding', { id, objecttype: 'Elektriciteitskabel', bronhouder: 'KL9001' }, geometry)
    }
    writer.finish({ lastChange: null, warnings: [] })
  }
  await runTask({
    kind: 'compare',
    before: { gpkg: at.path('before.gpkg') },
    after: { gpkg: at.path('after.gpkg') },
    out: [{ format: 'gpkg', path: at.path('differences.gpkg') }],
    tempDir: at.path('temp'),
  })
  const { layers, messages } = askThis(qgis, at.path('differences.gpkg'))
  assert.deepEqual(messages, [])
  for (const [name, { valid, style_found, renderer, faults }] of Object.entries(layers))
    assert.deepEqual([name, valid, style_found, renderer, faults], [name, true, true, 'RuleRenderer', []])
  assert.deepEqual(Object.keys(layers), ['verschillen_lijn', 'verschillen_punt', 'verschillen_vlak'])
})

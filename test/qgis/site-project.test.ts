/** The project of a site package, beside its GeoPackage in a folder that was moved, as QGIS and QField open it. */
import assert from 'node:assert/strict'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { folder } from '../formats/samples.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { inEachQgis, inQgis } from './qgis.ts'

interface ProjectReport {
  opened: boolean
  layers: { name: string; valid: boolean; provider: string; source: string; features: number | null }[]
}

inEachQgis('a site package opens wherever it was unpacked: every layer of it, and its ground', async (t, qgis) => {
  const at = folder(t)
  mkdirSync(at.path('unpacked'))
  const gpkg = at.path('unpacked/KLIC_Sloot.gpkg')
  const zip = await simulatedDelivery(dirname(at.path('x')), '26O000001', [154_900, 389_900, 155_200, 390_200])
  const out = [{ format: 'gpkg' as const, path: gpkg }]
  await runTask({ kind: 'merge', deliveries: [{ path: zip }], ground: true, out, tempDir: at.path('temp') })
  const reader = openResult(gpkg)
  writeFileSync(at.path('unpacked/KLIC_Sloot.qgz'), reader.project()!)
  const features = LAYERS.reduce((sum, { name }) => sum + reader.count(name), 0)
  reader.close()
  renameSync(at.path('unpacked'), at.path('moved'))
  const { opened, layers } = await inQgis<ProjectReport>('open_project.py', [at.path('moved/KLIC_Sloot.qgz')], {}, qgis)
  assert.equal(opened, true)
  // The map of the whole country comes from the internet, where there is one, and sheets are made of the requests.
  const own = layers.filter(({ provider }) => provider !== 'wms' && provider !== 'virtual')
  assert.deepEqual(
    own.filter(({ valid, source }) => !valid || !source.includes('/moved/KLIC_Sloot.gpkg')),
    [],
  )
  assert.deepEqual(
    layers.filter(({ provider }) => provider === 'virtual').map(({ valid, features }) => [valid, features! > 0]),
    [[true, true]],
  )
  assert.equal(layers.length - own.length, 2)
  assert.ok(
    own.some(({ provider }) => provider === 'gdal'),
    'the ground',
  )
  const known = own.filter(({ source }) => LAYERS.some(({ name }) => source.includes(`layername=${name}`)))
  assert.equal(
    known.reduce((sum, { features: count }) => sum + count!, 0),
    features,
  )
})

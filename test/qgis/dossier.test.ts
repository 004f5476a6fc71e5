/** The dossier of a project is handed over: who gets it opens a result in QGIS, without the plugin. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { folder } from '../formats/samples.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'
import { inEachQgis, inQgis } from './qgis.ts'

interface ProjectReport {
  opened: boolean
  layers: { valid: boolean; provider: string; source: string }[]
}

inEachQgis('opens every layer of a GeoPackage from a dossier', async (t, qgis) => {
  const at = folder(t)
  const server = await new RealServer().open()
  t.after(() => server.close())
  const { below, headers } = await asWindow(server)
  const call = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`${below}${path}`, { ...init, headers: { ...headers, ...init.headers } })
    assert.ok(answer.ok, `${path}: ${answer.status}`)
    return answer
  }
  const zip = await simulatedDelivery(at.path('.'), '99O0000001', [154_800, 387_900, 154_900, 388_000])
  const sent = { method: 'POST', body: readFileSync(zip), headers: { 'Content-Type': 'application/zip' } }
  const imported = await (await call(`/imports?name=${basename(zip)}`, sent)).json()
  const { job_id: jobId } = (imported as { job: { job_id: string } }).job
  await until(async () => (await server.job(jobId)).status === 'ready' && server.hasItsGround(jobId))
  const made = await call('/projects', { method: 'POST', body: JSON.stringify({ name: 'Werf' }) })
  const { project_id: projectId } = (await made.json()) as { project_id: string }
  await call(`/projects/${projectId}/jobs/${jobId}`, { method: 'PUT' })

  writeFileSync(at.path('dossier.zip'), Buffer.from(await (await call(`/projects/${projectId}/dossier`)).arrayBuffer()))
  let gpkg = ''
  for await (const { name, chunks } of filesInZip(at.path('dossier.zip'))) {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    const path = at.path(join('unpacked', name))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, Buffer.concat(parts))
    if (name.endsWith('.gpkg')) gpkg = path
  }
  const inside = `geopackage:${gpkg}?projectName=KLIC`
  const { opened, layers } = await inQgis<ProjectReport>('open_project.py', [inside], {}, qgis)
  assert.equal(opened, true)
  // The map of the whole country comes from the internet, where there is one; the sheets are made of another layer.
  const own = layers.filter(({ provider }) => provider !== 'wms' && provider !== 'virtual')
  assert.ok(own.length > 20, `only ${own.length} layers`)
  const sheets = layers.filter(({ provider }) => provider === 'virtual')
  assert.deepEqual(
    sheets.map(({ valid }) => valid),
    [true],
  )
  assert.deepEqual(
    own.filter(({ valid, source }) => !valid || !source.includes(basename(gpkg))),
    [],
  )
})

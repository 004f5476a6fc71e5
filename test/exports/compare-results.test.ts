/** What changed since another result, as the window asks for it. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { JobDifference } from '../../server/features/jobs/dashboard-schema.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'
import { until } from '../support/until.ts'

function gpkgWith(t: TestContext, ...labels: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'klic-difference-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'result.gpkg')
  const writer = createGeoPackage(path)
  for (const [i, label] of labels.entries())
    writer.feature(
      'leidingelement',
      { id: `nl.imkl-KL9001.${i}`, objecttype: 'Appurtenance', label },
      { type: 'Point', xy: [155_000, 390_000] },
    )
  writer.finish({ lastChange: null, warnings: [] })
  return readFileSync(path)
}

test('a job is compared with another job, and with an earlier revision of itself', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id: first } = await world.quote()
  const { job_id: second } = await world.quote()
  refused(await window(`/jobs/${first}/diff?with=${second}`), 409, 'NOT_READY')
  for (const id of [first, second]) await world.put(id, 'ready')
  await world.putFile(first, 'gpkg', gpkgWith(t, 'een', 'twee'))
  await world.putFile(second, 'gpkg', gpkgWith(t, 'een'))
  const added = shown(JobDifference, await window(`/jobs/${first}/diff?with=${second}`))
  assert.deepEqual(added.total, { nieuw: 1, vervallen: 0, verplaatst: 0, gewijzigd: 0, gelijk: 1 })
  assert.equal(added.listed[0]!.id, 'nl.imkl-KL9001.1')
  assert.ok(added.listed[0]!.lnglat![0] > 5)
  const { type, coordinates } = added.listed[0]!.shape_lnglat!
  assert.deepEqual([type, (coordinates as number[])[0]!.toFixed(8)], ['Point', added.listed[0]!.lnglat![0].toFixed(8)])

  await world.putFile(first, 'gpkg', gpkgWith(t, 'anders', 'twee'), 2)
  await world.store.db.updateTable('job').set({ revision: 2 }).where('id', '=', first).execute()
  const changed = shown(JobDifference, await window(`/jobs/${first}/diff?revision=1`))
  assert.deepEqual(
    changed.listed.map(({ verschil, kolommen }) => [verschil, kolommen]),
    [['gewijzigd', ['label']]],
  )
})

test('a comparison with itself, with nothing, or with what is not there is refused', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const { job_id } = await world.quote()
  await world.put(job_id, 'ready')
  await world.putFile(job_id, 'gpkg', gpkgWith(t, 'een'))
  refused(await window(`/jobs/${job_id}/diff?with=${job_id}`), 422, 'VALIDATION_FAILED')
  refused(await window(`/jobs/${job_id}/diff`), 422, 'VALIDATION_FAILED')
  refused(await window(`/jobs/${job_id}/diff?with=x&revision=1`), 422, 'VALIDATION_FAILED')
  refused(await window(`/jobs/${job_id}/diff?revision=7`), 404, 'NOT_FOUND')
  refused(await window(`/jobs/${job_id}/diff?with=job_unknown`), 404, 'NOT_FOUND')
})

test('all that changed is saved as a file, and nothing of it stays behind', async (t) => {
  const world = await openWorld(t)
  const { cookie, window } = await world.signIn()
  const [{ job_id: first }, { job_id: second }] = [await world.quote(), await world.quote()]
  for (const id of [first, second]) await world.put(id, 'ready')
  await world.putFile(first, 'gpkg', gpkgWith(t, 'een', 'twee'))
  await world.putFile(second, 'gpkg', gpkgWith(t, 'een'))
  const file = (format: string) =>
    fetch(`${world.baseUrl}/dashboard/api/jobs/${first}/diff/file?with=${second}&format=${format}`, {
      headers: { cookie },
    })
  const text = await file('geojson')
  assert.match(text.headers.get('content-disposition')!, /_verschillen\.geojson$/)
  const { features } = (await text.json()) as { features: { properties: Record<string, unknown> }[] }
  assert.deepEqual(
    features.map(({ properties: { verschil, id } }) => [verschil, id]),
    [['nieuw', 'nl.imkl-KL9001.1']],
  )
  const tables = await file('gpkg')
  assert.equal(tables.headers.get('content-type'), 'application/geopackage+sqlite3')
  assert.equal(
    Buffer.from(await tables.arrayBuffer())
      .subarray(0, 15)
      .toString(),
    'SQLite format 3',
  )
  await until(() => !['gpkg', 'geojson'].some((format) => existsSync(join(world.dataDir, `difference.${format}`))))
  refused(await window(`/jobs/${first}/diff/file?with=${first}&format=gpkg`), 422, 'VALIDATION_FAILED')
  refused(await window(`/jobs/${first}/diff/file?with=${second}&format=dxf`), 422, 'VALIDATION_FAILED')
})

/** Deliveries that somebody has, through the real server and worker: the result is that of the order, and a later one changes it. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { ImportResult } from '../../server/features/imports/schema.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { RESULT_TABLES } from '../../server/imkl/model/result.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { SUITE_MS, until } from '../support/until.ts'

const EXTENT = [155_000, 463_000, 155_060, 463_060] as const
const [MIN_X, MIN_Y, MAX_X, MAX_Y] = EXTENT
const CORNERS = [
  [MIN_X, MIN_Y],
  [MAX_X, MIN_Y],
  [MAX_X, MAX_Y],
  [MIN_X, MAX_Y],
  [MIN_X, MIN_Y],
]

describe('results of what was opened from files', { timeout: SUITE_MS }, () => {
  let server: RealServer
  let folder: string
  let first: string
  let later: string
  let below: string
  let headers: Record<string, string>
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'klic-replay-'))
    first = await simulatedDelivery(folder, '99O000001', [...EXTENT])
    server = await new RealServer(['--registry', 'simulator', '--time-factor', '240', '--replay', folder]).open()
    const apart = mkdtempSync(join(folder, 'later-'))
    later = await simulatedDelivery(apart, '99O000001', [...EXTENT], { sequence: 2 })
    ;({ below, headers } = await asWindow(server))
  })
  after(async () => {
    await server?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  const open = async (path: string): Promise<ImportResult> => {
    const sent = { ...headers, 'Content-Type': 'application/zip' }
    const answer = await fetch(`${below}/imports?name=${basename(path)}`, {
      method: 'POST',
      body: readFileSync(path),
      headers: sent,
    })
    return ImportResult.parse(await answer.json())
  }
  const ready = async (jobId: string, revision: number): Promise<void> => {
    await until(async () => {
      const job = await server.job(jobId)
      assert.notEqual(job.status, 'failed')
      return job.status === 'ready' && job.revision === revision && (await server.hasItsGround(jobId))
    })
  }
  /** All that a GeoPackage says: features by layer, tables, and the ground by its layers. */
  const told = async (jobId: string) => {
    const answer = await server.call(`/jobs/${jobId}/export?format=gpkg`)
    assert.equal(answer.status, 200)
    const path = join(folder, `${jobId}.gpkg`)
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()))
    const result = openResult(path)
    try {
      const features = LAYERS.flatMap(({ name }) => [...result.features(name)].map((each) => [name, each] as const))
      const tables = RESULT_TABLES.map(({ name }) => [name, result.table(name)] as const)
      return { features, tables, ground: result.inspect().tileTables }
    } finally {
      result.close()
    }
  }

  test('an ordered delivery and the same as a file give equal results, feature for feature', async () => {
    const { job } = await open(first)
    await ready(job.job_id, 1)
    const geometry = { type: 'Polygon', coordinates: [CORNERS] }
    const order = { klic_type: 'ORIENT', reference: 'Proef', submit: true, geometry }
    const ordered = (await server.post('/jobs', order)).json.job_id
    await ready(ordered, 1)
    const [mine, theirs] = [await told(job.job_id), await told(ordered)]
    assert.ok(mine.features.length > 20, `only ${mine.features.length} features`)
    assert.ok(mine.ground.length > 0)
    assert.deepEqual(mine.features, theirs.features)
    assert.deepEqual(mine.ground, theirs.ground)
    assert.deepEqual(nameless(mine.tables), nameless(theirs.tables))
    const [ofFile, ofOrder] = [await server.job(job.job_id), await server.job(ordered)]
    assert.deepEqual(
      [ofFile.source, ofFile.quote.total.amount, ofOrder.source, ofOrder.parts[0]!.klic_number],
      ['imported', '0.00', 'ordered', '99O000001'],
    )
    const request = ofFile.parts[0]!.order_id
    await until(async () => (await server.call(`/request/${request}/geojson`)).status === 200)
    const geojson = async (orderId: string | null) =>
      (await (await server.call(`/request/${orderId}/geojson`)).json()) as { features: unknown[] }
    assert.deepEqual((await geojson(request)).features, (await geojson(ofOrder.parts[0]!.order_id)).features)
  })

  test('the same again changes nothing; a later one is a revision that tells its difference', async () => {
    const { job } = await open(first)
    await ready(job.job_id, 1)
    const again = await open(first)
    assert.deepEqual([again.files[0]!.outcome, again.job.job_id, again.job.revision], ['known', job.job_id, 1])
    const newer = await open(later)
    assert.deepEqual([newer.files[0]!.outcome, newer.job.job_id], ['newer', job.job_id])
    await ready(job.job_id, 2)
    const answer = await fetch(`${below}/jobs/${job.job_id}/diff?revision=1`, { headers })
    assert.equal(answer.status, 200, await answer.clone().text())
    const { tables } = await told(job.job_id)
    const [row] = new Map(tables).get('levering')!
    assert.equal(row!.volgnummer, 2)
  })
})

/** The file that a delivery came as is called by each as it likes, and only what was opened says that it was. */
const nameless = (tables: readonly (readonly [string, readonly Record<string, unknown>[]])[]) =>
  tables.map(([name, rows]) => [
    name,
    rows.filter(({ code }) => code !== 'IMPORTED').map((row) => ({ ...row, bestand: null })),
  ])

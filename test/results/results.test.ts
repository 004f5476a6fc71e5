/** What the window asks of a result: what must be read, the documents, what a line crosses, what lies in an area. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { type PrintRequest, pageOf } from '../../server/exports/print/print-sheets.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { Log } from '../../server/features/projects/schema.ts'
import {
  AttentionList,
  JobDocuments,
  Precautions,
  PrintSheets,
  Section,
  Selection,
} from '../../server/features/results/schema.ts'
import type { ApiServices } from '../../server/features/services.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { lngLatFromRd, rdFromLngLat } from '../../server/geometry/rd/rd.ts'
import { Refusal, TryLater } from '../../server/platform/refusal.ts'
import type { KlicType } from '../../server/registry/klic.ts'
import { openWorld, refused, START_DATE, shown, TRENCH } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { until } from '../support/until.ts'

const degrees = (...line: Position[]) => line.map((rd) => lngLatFromRd(rd))

/** A job that is ready, with a window on it. */
async function readyJob(t: TestContext, more: Partial<ApiServices> = {}, asked: Record<string, unknown> = {}) {
  const world = await openWorld(t, more)
  const { window } = await world.signIn()
  const { job_id } = await world.quote({ submit: true, ...asked })
  await world.put(job_id, 'ready')
  const summarise = (summary: object) =>
    world.store.db
      .updateTable('job')
      .set({ summary: JSON.stringify({ themes: {}, extent: null, deliveries: [], warnings: [], ...summary }) })
      .where('id', '=', job_id)
      .execute()
  return { world, window, job_id, at: `/jobs/${job_id}`, summarise }
}

/** From a delivery of the simulated world, as the worker leaves it. */
/** An excavation notification lies where the simulator has precautions demanded. */
async function withDelivery(t: TestContext, klicType: KlicType = 'ORIENT') {
  const made = await readyJob(t)
  const { world, job_id } = made
  const zip = await simulatedDelivery(
    world.dataDir,
    '26O000001',
    klicType === 'GRAAF' ? [155_000, 463_000, 155_480, 463_480] : [154_900, 389_900, 155_200, 390_200],
    { klicType },
  )
  const gpkg = join(world.dataDir, 'result.gpkg')
  const out = [{ format: 'gpkg' as const, path: gpkg }]
  const { summary } = await runTask({ kind: 'merge', deliveries: [{ path: zip }], out, tempDir: world.dataDir })
  await world.putFile(job_id, 'gpkg', readFileSync(gpkg))
  await made.summarise(summary!)
  const part = await world.store.db
    .selectFrom('part')
    .select('id')
    .where('job_id', '=', job_id)
    .executeTakeFirstOrThrow()
  await world.store.db
    .insertInto('delivery')
    .values({
      id: 'del_1',
      part_id: part.id,
      sequence: 1,
      complete: 1,
      safety_area: 0,
      composed_at: null,
      received_at: null,
      path: zip.slice(world.dataDir.length + 1),
      sha256: null,
      bytes: null,
      read_at: world.clock.now().toISOString(),
      summary: null,
      geojson_path: null,
      failure: null,
    })
    .execute()
  return { ...made, summary: summary! }
}

test('every document that a delivery names can be read out of it', async (t) => {
  const { window, at } = await withDelivery(t)
  const { data } = shown(JobDocuments, await window(`${at}/documents`))
  assert.ok(data.some(({ media_type }) => media_type === 'application/pdf'))
  for (const document of data) {
    assert.ok(document.is_there, document.name)
    const reply = await window(`${at}/documents/${document.no}`)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-disposition') ?? '', /^attachment/)
    if (document.media_type === 'application/pdf') assert.match(reply.text, /^%PDF-/)
    assert.ok(Number(reply.headers.get('content-length')) > 0)
  }
  refused(await window(`${at}/documents/${data.length + 1}`), 404, 'NOT_FOUND')
  refused(await window(`${at}/documents/x`), 404, 'NOT_FOUND')
})

test('a document whose delivery is gone is not found, in words', async (t) => {
  const { world, window, at } = await withDelivery(t)
  await world.store.db.updateTable('delivery').set({ path: null }).execute()
  refused(await window(`${at}/documents/1`), 404, 'NOT_FOUND')
})

test('a demand for precaution is told with its network, its own number, its letter and its place', async (t) => {
  const { window, at } = await withDelivery(t, 'GRAAF')
  const { data } = shown(Precautions, await window(`${at}/precautions`))
  assert.ok(data.length > 0)
  const { data: documents } = shown(JobDocuments, await window(`${at}/documents`))
  for (const { ref, operator, theme, contact, document, geometry_lnglat: shape } of data) {
    assert.match(ref, /^eis_voorzorgsmaatregel\.\d+$/)
    assert.ok(operator && theme && contact, ref)
    const letter = documents.find(({ no }) => no === document)
    assert.deepEqual([letter?.operator, letter?.kind], [operator, 'eis_voorzorgsmaatregel'])
    const [lng, lat] = (shape as unknown as { coordinates: [number, number][][] }).coordinates[0]![0]!
    assert.ok(lng > 3 && lng < 8 && lat > 50 && lat < 54, `${lng} ${lat}`)
  }
})

test('the number of a demand for precaution is its own, as its operator gave it', async (t) => {
  const { world, window, at, job_id, summarise } = await readyJob(t)
  const path = join(world.dataDir, 'demand.gpkg')
  const writer = createGeoPackage(path)
  const ring = [155_000, 463_000, 155_010, 463_000, 155_010, 463_010, 155_000, 463_000]
  writer.feature(
    'eis_voorzorgsmaatregel',
    { id: 'ev', bronhouder: 'KL1001', thema: 'gasHogeDruk', contact_naam: 'Meldkamer', contact_telefoon: '0888577271' },
    { type: 'MultiPolygon', polygons: [[ring]] },
  )
  writer.finish({ lastChange: null, warnings: [] })
  await world.putFile(job_id, 'gpkg', readFileSync(path))
  await summarise({ operators: [], precautions: 1 })
  const [demand] = shown(Precautions, await window(`${at}/precautions`)).data
  assert.deepEqual(demand?.contact, { name: 'Meldkamer', phone: '0888577271', email: null })
  assert.deepEqual([demand.operator, demand.theme, demand.document], ['KL1001', 'gasHogeDruk', null])
})

test('a job tells what its result warns of, also when it is ready: a program sees no result page', async (t) => {
  const { world, job_id, summarise } = await readyJob(t)
  const missing = 'KPN has not delivered. Ask before you dig.'
  await summarise({
    warnings: [
      { code: 'OPERATOR_NOT_DELIVERED', message: missing, messageNl: 'KPN heeft niet geleverd.', operator: 'KPN' },
      { code: 'GEOMETRY_REPAIRED', message: 'Repaired.', count: 3, objectId: 'nl.imkl-KL1.2', x: 1, y: 2 },
    ],
  })
  const told = async (id: string) => shown(Job, await world.v1(`/jobs/${id}`)).result_warnings
  assert.equal(await told((await world.quote()).job_id), null, 'of a job without a result')
  assert.deepEqual(await told(job_id), [
    { code: 'OPERATOR_NOT_DELIVERED', message: missing, count: null },
    { code: 'GEOMETRY_REPAIRED', message: 'Repaired.', count: 3 },
  ])
})

test('what must be read is acknowledged once, by name, and that is logged', async (t) => {
  const { window, at, summarise, world } = await readyJob(t)
  refused(await window(`${at}/attention`), 409, 'NOT_READY')
  const operator = (code: string, delivered: boolean, precaution: boolean) => ({ code, delivered, precaution })
  await summarise({ operators: [operator('KL1001', false, false), operator('KL1002', true, true)], precautions: 1 })
  const list = shown(AttentionList, await window(`${at}/attention`)).data
  assert.deepEqual(
    list.map(({ about, acknowledged }) => [about, acknowledged]),
    [
      ['not_delivered:KL1001', null],
      ['precaution:KL1002', null],
    ],
  )
  const post = (about: string) => window(`${at}/attention`, { method: 'POST', body: { about } })
  const first = shown(AttentionList, await post('precaution:KL1002')).data[1]?.acknowledged
  assert.equal(first?.by, 'window')
  world.pass(60_000)
  assert.deepEqual(shown(AttentionList, await post('precaution:KL1002')).data[1]?.acknowledged, first)
  refused(await post('precaution:KL9999'), 404, 'NOT_FOUND')
  const logged = shown(Log, await window(`${at}/log`)).data.filter(({ act }) => act === 'warning.acknowledged')
  assert.deepEqual(
    logged.map(({ data }) => data),
    [{ about: 'precaution:KL1002', revision: 1 }],
  )
  await world.store.db.updateTable('job').set({ revision: 2 }).execute()
  const anew = shown(AttentionList, await window(`${at}/attention`)).data
  assert.ok(anew.every(({ acknowledged }) => acknowledged === null))
})

test('who has an earlier revision as a file or a print is named beside the later one, each once', async (t) => {
  const prints: PrintRequest[] = []
  const print = async (_gpkg: unknown, wish: PrintRequest) => {
    prints.push(wish)
    throw new TryLater('printed elsewhere', { reason: 'busy', retryAfterMs: 1 })
  }
  const { world, window, at, job_id, summarise } = await readyJob(t, { print })
  await summarise({ operators: [], precautions: 0 })
  await world.putFile(job_id, 'gpkg', 'first')
  const older = async () => shown(AttentionList, await window(`${at}/attention`)).older
  for (let twice = 0; twice < 2; twice++) assert.equal((await window(`${at}/export?format=gpkg`)).status, 200)
  // Nothing came of it: nobody has a print.
  await window(`${at}/print?scale=500&paper=A4`)
  assert.deepEqual([prints.map(({ facts }) => facts.revision), prints[0]?.facts.isOutdated], [[1], false])
  assert.deepEqual(await older(), [])
  await world.store.db.updateTable('job').set({ revision: 2 }).execute()
  const [only, ...more] = await older()
  assert.deepEqual([only?.by, only?.revision, only?.as, more], ['window', 1, 'gpkg', []])
})

/** Two cables across a line from west to east at y = 390000, one pipe beside it, and a measured depth. */
async function withCables(t: TestContext) {
  const made = await readyJob(t)
  const { world, job_id } = made
  const path = join(world.dataDir, 'cables.gpkg')
  const writer = createGeoPackage(path)
  const line = (id: string, x: number, more: object) =>
    writer.feature(
      'kabel_of_leiding',
      { id, objecttype: 'Elektriciteitskabel', ...more },
      { type: 'MultiLineString', lines: [[x, 389_990, x, 390_000, x + 4, 390_010]] },
    )
  line('own', 155_010, { diepte_m: 0.8, standaard_diepte_m: 0.6 })
  line('measured', 155_030, { net_id: 'net-1', standaard_diepte_m: 0.6 })
  line('usual', 155_060, { net_id: 'net-1', standaard_diepte_m: 0.6 })
  line('far', 155_200, {})
  const depth = { type: 'Point' as const, xy: [155_031, 390_001] as Position }
  writer.feature('diepte', { id: 'depth', objecttype: 'DiepteTovMaaiveld', net_id: 'net-1', diepte_m: 1.1 }, depth)
  writer.finish({ lastChange: null, warnings: [] })
  await world.putFile(job_id, 'gpkg', readFileSync(path))
  await made.summarise({ operators: [], precautions: 0 })
  return made
}

test('a print is a PDF by name of job, KLIC number, scale and paper, made to order, of which nothing stays behind', async (t) => {
  const { world, window, at } = await withDelivery(t)
  await world.store.db.updateTable('part').set({ klic_number: '26G000001' }).execute()
  const reply = await window(`${at}/print?scale=500&paper=A4&language=en`)
  assert.match(reply.headers.get('content-disposition')!, /=KLIC_TESTGEGEVENS_\w+_26G000001_1-500_A4\.pdf$/)
  assert.equal(reply.status, 200)
  assert.match(reply.text, /^%PDF-/)
  assert.match(reply.headers.get('content-type') ?? '', /^application\/pdf/)
  await until(() => readdirSync(join(world.dataDir, 'tmp', 'prints')).length === 0)
  refused(await window(`${at}/print?scale=333&paper=A4`), 422, 'VALIDATION_FAILED')
  refused(await window(`${at}/print?scale=500&paper=A9`), 422, 'VALIDATION_FAILED')
})

test('sheets without a cable are left out unless they are asked for, and it is known how many there are before it is made', async (t) => {
  const { window, at } = await withDelivery(t)
  const laid = async (query: string) =>
    PrintSheets.parse((await window(`${at}/print/sheets?scale=100&paper=A4${query}`)).json)
  const usual = await laid('')
  const every = await laid('&empty=true')
  assert.ok(usual.left_out.length > 0 && usual.data.length > 0)
  assert.equal(every.data.length, usual.data.length + usual.left_out.length)
  assert.deepEqual(
    usual.data.map(({ no }) => no),
    usual.data.map((_, i) => i + 1),
  )
  const [one] = (await laid('&cover=frame&frame=155000,390000,30')).data
  const [x, y] = rdFromLngLat(one!.corners[0]!)
  const page = pageOf({ paper: 'A4', orientation: 'landscape' })
  const away = Math.hypot(x - 155_000, y - 390_000)
  assert.ok(Math.abs(away - Math.hypot(page.map.width, page.map.height) / 20) < 0.01, `${away}`)
  refused(await window(`${at}/print?scale=100&paper=A4&sheets=1~999`), 422, 'VALIDATION_FAILED')
  refused(await window(`${at}/print/sheets?scale=500&paper=A4&cover=frame`), 422, 'VALIDATION_FAILED')
  refused(await window(`${at}/print/sheets?scale=500&paper=A4&frame=1,2,3`), 422, 'VALIDATION_FAILED')
})

test('a print is told which parts are withheld and which have no delivery', async (t) => {
  const asked: PrintRequest[] = []
  const print = async (_gpkg: unknown, wish: PrintRequest) => {
    asked.push(wish)
    throw new Refusal('NOT_FOUND', 'Nobody prints here.')
  }
  const { world, window, at, job_id, summarise } = await readyJob(
    t,
    { print },
    { geometry: TRENCH, klic_type: 'GRAAF', start_date: START_DATE },
  )
  await summarise({ operators: [] })
  // It is opened to see on which sheets there is anything.
  const path = join(world.dataDir, 'nothing.gpkg')
  createGeoPackage(path).finish({ lastChange: null, warnings: [] })
  await world.putFile(job_id, 'gpkg', readFileSync(path))
  await world.put(job_id, 'ready_incomplete', ['delivered', 'safety_area', 'rejected'])
  refused(await window(`${at}/print?scale=500&paper=A4`), 404, 'NOT_FOUND')
  const [{ facts } = assert.fail('it was not asked to print')] = asked
  assert.deepEqual([facts.withheldParts, facts.missingParts, facts.unknown.length], [[2], [3], 2])
})

test('a print says of which deliveries its base map is, and that it is still to come', async (t) => {
  const asked: PrintRequest[] = []
  const print = async (_gpkg: unknown, wish: PrintRequest) => {
    asked.push(wish)
    throw new Refusal('NOT_FOUND', 'Nobody prints here.')
  }
  const { world, window, at, job_id, summarise } = await readyJob(t, { print })
  await world.putFile(job_id, 'gpkg', 'none')
  const told = async (query = '') => {
    refused(await window(`${at}/print?scale=500&paper=A4${query}`), 404, 'NOT_FOUND')
    const { facts, options } = asked.pop()!
    return [facts.ground, options.ground]
  }
  const delivery = (klicNumber: string, composedAt: string) => ({ klicNumber, composedAt })
  const deliveries = [
    delivery('22G000001', '2022-05-01T10:00:00Z'),
    delivery('22G000002', '2022-05-03T10:00:00Z'),
    // A supplement, of which the picture is, and one without a picture.
    delivery('22G000001', '2022-05-02T10:00:00Z'),
    delivery('22G000003', '2022-05-09T10:00:00Z'),
  ]
  const pictures = [{ klicNumber: '22G000001' }, { klicNumber: '22G000002' }]
  await summarise({ operators: [], deliveries, ground: { pictures, layers: [{}], warnings: [] } })
  assert.deepEqual(await told(), [{ from: '2022-05-02T10:00:00Z', to: '2022-05-03T10:00:00Z' }, true])
  assert.deepEqual((await told('&ground=false'))[1], false)
  await summarise({ operators: [], deliveries, ground: { pictures: [], layers: [], warnings: [] } })
  assert.deepEqual((await told())[0], null)
  await summarise({ operators: [], deliveries })
  assert.deepEqual((await told())[0], null)
  await world.store.db.updateTable('artifact').set({ ground: 'wanted' }).where('job_id', '=', job_id).execute()
  assert.deepEqual((await told())[0], 'coming')
})

test('a cross-section tells in its order what it crosses and how deep, and how that is known', async (t) => {
  const { window, at } = await withCables(t)
  const line = degrees([155_000, 390_000], [155_100, 390_000])
  const section = shown(Section, await window(`${at}/cross-section`, { method: 'POST', body: { line } }))
  assert.ok(Math.abs(section.length_m - 100) < 0.01)
  assert.deepEqual(
    section.crossings.map(({ at_m, properties, depth_m, depth_from }) => [
      Math.round(at_m * 100) / 100,
      properties.id,
      depth_m,
      depth_from,
    ]),
    [
      [10, 'own', 0.8, 'object'],
      [30, 'measured', 1.1, 'measured'],
      [60, 'usual', 0.6, 'standard'],
    ],
  )
})

test('a line that is no line is refused', async (t) => {
  const { window, at } = await withCables(t)
  const body = { line: degrees([155_000, 390_000]) }
  refused(await window(`${at}/cross-section`, { method: 'POST', body }), 422, 'VALIDATION_FAILED')
})

test('an area selects what touches it, not what is only near', async (t) => {
  const { window, at } = await withCables(t)
  const area = {
    type: 'Polygon',
    coordinates: [degrees([155_000, 389_995], [155_040, 389_995], [155_040, 389_999], [155_000, 389_995])],
  }
  const { total, features, counts } = shown(
    Selection,
    await window(`${at}/selection`, { method: 'POST', body: { area } }),
  )
  assert.deepEqual([total, features.map(({ properties }) => properties.id)], [2, ['own', 'measured']])
  // The area is a wedge: one metre of the one, three of the other.
  assert.deepEqual(
    counts.map(({ count, length_m }) => [count, Math.round(length_m * 100) / 100]),
    [[2, 4]],
  )
})

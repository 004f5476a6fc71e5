/** The plan of trial trenches of a job: what is stored, found and counted, and what it does to the answer to digging. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import gdal from 'gdal-async'
import { filesInZip } from '../../server/exports/formats/zip-file.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { trenchPlan } from '../../server/exports/trenches/trench-plan.ts'
import { resultTasks } from '../../server/features/results/tasks/result-tasks.ts'
import { type RunOptions, runConversion } from '../../server/features/results/tasks/run-conversion.ts'
import { computedPlanShown } from '../../server/features/trenches/plan-shown.ts'
import { Finding, PlanRevisions, TrenchPlanView } from '../../server/features/trenches/schema.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import type { ConversionTask } from '../../server/imkl/model/conversion-task.ts'
import { TRENCH_DEFAULTS, type TrenchParameters } from '../../server/imkl/model/trench-plan.ts'
import { MAX_PLAN_REVISIONS, MAX_TRENCH_FINDINGS, MAX_WORKS_CORNERS } from '../../server/platform/limits.ts'
import { pointers, refused, shown } from '../support/api-world.ts'
import { cage } from '../support/caged.ts'
import { withoutPoppler as skip, words } from '../support/paper.ts'
import { across, axis, gpkgWith, LINES, place, planning, TODAY, WORKS } from '../support/planned-job.ts'
import { until } from '../support/until.ts'

/** Crosses itself. */
const CORNERS: Position[] = [
  [0, -2],
  [20, 2],
  [20, -2],
  [0, 2],
  [0, -2],
]
const BOW = CORNERS.map(place)

const statesOf = ({ rows }: TrenchPlanView) => Object.fromEntries(rows.map(({ id, state }) => [id, state]))

test('a plan is stored, changed into a new revision, and deleted; the log keeps each', async (t) => {
  const { window, path, put, plan, acts } = await planning(t)
  refused(await window(path), 404, 'NOT_FOUND')
  const first = shown(TrenchPlanView, await put({ works: WORKS }))
  assert.deepEqual(
    [first.revision, first.result_revision, first.totals, first.works],
    [1, 1, { rows: 3, crossing: 3, trenches: 2, fewest: 2, trenches_length_m: 5, open: 3 }, WORKS],
  )
  assert.deepEqual(await plan(), first)
  assert.deepEqual(shown(TrenchPlanView, await put({ works: WORKS, parameters: { width_m: 0.6 } })), first)
  const wider = shown(TrenchPlanView, await put({ works: WORKS, parameters: { share_m: 0.5 } }))
  assert.deepEqual([wider.revision, wider.totals.trenches, wider.parameters.share_m], [2, 3, 0.5])
  assert.equal((await window(path, { method: 'DELETE' })).status, 204)
  refused(await window(path), 404, 'NOT_FOUND')
  refused(await window(path, { method: 'DELETE' }), 404, 'NOT_FOUND')
  const stored = ['trench_plan.stored', 'trench_plan.stored', 'trench_plan.removed']
  assert.deepEqual((await acts()).filter((act) => act.startsWith('trench_plan')).toSorted(), stored.toSorted())
})

test('an earlier revision is shown on the newest result, and stored again it is the newest', async (t) => {
  const { window, path, put } = await planning(t)
  const first = shown(TrenchPlanView, await put({ works: WORKS }))
  await put({ works: axis([0, 0], [20, 0]) })
  const { data } = shown(PlanRevisions, await window(`${path}/revisions`))
  assert.deepEqual(
    data.map(({ revision, actor }) => [revision, actor]),
    [
      [2, 'window'],
      [1, 'window'],
    ],
  )
  const earlier = shown(TrenchPlanView, await window(`${path}?revision=1`))
  assert.deepEqual(earlier, first)
  refused(await window(`${path}?revision=3`), 404, 'NOT_FOUND')
  const again = await put({ works: earlier.works, parameters: earlier.parameters })
  assert.equal(shown(TrenchPlanView, again).revision, 3)
})

test('a preview stores nothing, and has what was found under the stored plan', async (t) => {
  const { window, path, put, find, plan, world } = await planning(t)
  const preview = (works: object) => window(`${path}/preview`, { method: 'POST', body: { works } })
  const before = shown(TrenchPlanView, await preview(WORKS))
  assert.deepEqual([before.revision, before.actor, before.totals.open], [null, null, 3])
  assert.deepEqual(await world.store.db.selectFrom('trench_plan').selectAll().execute(), [])
  await put({ works: WORKS })
  await find({ feature_id: 'gas', trench: 1 })
  const shorter = shown(TrenchPlanView, await preview(axis([0, 0], [30, 0])))
  assert.deepEqual(
    [shorter.revision, statesOf(shorter), shorter.findings.length],
    [null, { gas: 'found', water: 'open' }, 1],
  )
  assert.equal((await plan()).totals.rows, 3)
})

test('a polygon is planned, and one that crosses itself is refused in words', async (t) => {
  const { put } = await planning(t)
  const ring = (...corners: Position[]) => ({ type: 'Polygon', coordinates: [[...corners, corners[0]!].map(place)] })
  const { totals, length_m, rows } = shown(
    TrenchPlanView,
    await put({ works: ring([0, -2], [20, -2], [20, 2], [0, 2]) }),
  )
  assert.deepEqual([totals.rows, length_m, rows.map(({ kind }) => kind)], [2, null, ['within', 'within']])
  assert.match(
    (await put({ works: { type: 'Polygon', coordinates: [BOW] } })).text,
    /The outline of the works crosses itself/,
  )
})

test('the caged process plans the same, and what it refuses of the works is said to the caller', async (t) => {
  const { world, put } = await planning(t)
  const { storage, dataDir, ids } = world.services
  const here = shown(TrenchPlanView, await put({ works: WORKS }))
  const convert = (task: ConversionTask, options?: RunOptions) => runConversion({ cage }, task, options)
  Object.assign(world.services, resultTasks({ convert, storage, dataDir, makeId: ids.make }))
  assert.deepEqual(shown(TrenchPlanView, await put({ works: WORKS })), here)
  const bow = { type: 'Polygon', coordinates: [BOW] }
  const { errors } = refused(await put({ works: bow }), 422, 'VALIDATION_FAILED')
  assert.deepEqual(
    errors!.map(({ pointer, message }) => [pointer, message]),
    [['/works', 'The outline of the works crosses itself. Draw it without crossings.']],
  )
})

test('works and parameters beyond their bounds are refused, each with its place', async (t) => {
  const { put } = await planning(t)
  const many = Array.from({ length: MAX_WORKS_CORNERS + 1 }, (_, i): Position => [i / 100, i % 2])
  const open = { type: 'Polygon', coordinates: [many.slice(0, 5).map(place)] }
  for (const [body, pointer, words] of [
    [{ works: axis(...many) }, '/works/coordinates', /2000/],
    [{ works: axis([0, 0], [0, 0]) }, '/works/coordinates', /no length/],
    [{ works: axis([0, 0], [15_000, 0], [0, 0]) }, '/works/coordinates', /longer than 20 km/],
    [{ works: axis([0, 238_999], [0, 239_001]) }, '/works/coordinates/1/1', /629000/],
    [{ works: open }, '/works/coordinates/0', /must end where it begins/],
    [{ works: { type: 'Point', coordinates: [155_000, 390_000] } }, '/works/type', /one of the forms/],
    [{ works: WORKS, parameters: { width_m: 51 } }, '/parameters/width_m', /50/],
    [{ works: WORKS, parameters: { width: 1 } }, '/parameters/width', /no field/],
    [{}, '/works', /./],
  ] as const) {
    const reply = await put(body)
    assert.deepEqual(pointers(refused(reply, 422, 'VALIDATION_FAILED')), [pointer])
    assert.match(reply.text, words)
  }
  const large = await put({ works: WORKS, more: 'x'.repeat(300 * 1024) })
  refused(large, 413, 'PAYLOAD_TOO_LARGE')
})

test('what is found closes its row, the newest counts, and a deviation must be reported', async (t) => {
  const { window, path, put, find, plan, acts } = await planning(t)
  await put({ works: WORKS })
  const add = async (body: object) => shown(Finding, await find(body), 201)
  const gas = await add({ feature_id: 'gas', trench: 1, offset_m: 0.2, depth_m: 0.8, remark: 'PE 110' })
  assert.deepEqual([gas.must_report, gas.remark, gas.trench], [false, 'PE 110', 1])
  assert.equal((await add({ feature_id: 'water', offset_m: 1.01 })).must_report, true)
  assert.equal((await add({ kind: 'elsewhere', feature_id: 'water', offset_m: -1 })).must_report, false)
  assert.equal((await add({ kind: 'elsewhere', feature_id: 'water', offset_m: -1.01 })).must_report, true)
  assert.equal((await add({ kind: 'not_found', feature_id: 'power' })).must_report, true)
  const unknown = await add({ kind: 'unknown_line', trench: 2 })
  assert.deepEqual([unknown.must_report, unknown.feature_id], [true, null])
  const said = await plan()
  assert.deepEqual(statesOf(said), { gas: 'found', water: 'elsewhere', power: 'not_found' })
  assert.deepEqual([said.totals.open, said.findings.length, said.rows[0]!.finding_id], [1, 6, gas.finding_id])
  await add({ feature_id: 'power' })
  assert.equal((await plan()).totals.open, 0)
  assert.equal((await window(`${path}/findings/${gas.finding_id}`, { method: 'DELETE' })).status, 204)
  refused(await window(`${path}/findings/${gas.finding_id}`, { method: 'DELETE' }), 404, 'NOT_FOUND')
  assert.deepEqual(statesOf(await plan()), { gas: 'open', water: 'elsewhere', power: 'found' })
  const counted = Object.groupBy(await acts(), (act) => act)
  assert.deepEqual([counted['finding.recorded']!.length, counted['finding.removed']!.length], [7, 1])
})

test('a finding of no row, of no trench, of tomorrow or without what it needs is refused in words', async (t) => {
  const { put, find } = await planning(t)
  refused(await find({ feature_id: 'gas' }), 404, 'NOT_FOUND')
  await put({ works: WORKS })
  for (const [body, pointer, words] of [
    [{ feature_id: 'none' }, '/feature_id', /no line with this id/],
    [{ feature_id: 'gas', trench: 3 }, '/trench', /2 trenches/],
    [{ feature_id: 'gas', found_on: '2026-03-07' }, '/found_on', /has happened/],
    [{}, '/feature_id', /Name the line/],
    [{ kind: 'unknown_line', feature_id: 'gas' }, '/feature_id', /unknown_line/],
    [{ kind: 'elsewhere', feature_id: 'gas' }, '/offset_m', /how far/],
    [{ feature_id: 'gas', offset_m: 101 }, '/offset_m', /100/],
  ] as const) {
    const reply = await find(body)
    assert.deepEqual(pointers(refused(reply, 422, 'VALIDATION_FAILED')), [pointer])
    assert.match(reply.text, words)
  }
})

test('another company sees nothing of it and changes nothing', async (t) => {
  const { world, path, put, find, plan } = await planning(t)
  await put({ works: WORKS })
  const { finding_id } = shown(Finding, await find({ feature_id: 'gas' }), 201)
  const before = await plan()
  const { window: theirs } = await world.signIn(await world.company())
  for (const [below, method, body] of [
    ['', 'GET'],
    ['', 'PUT', { works: WORKS }],
    ['', 'DELETE'],
    ['/preview', 'POST', { works: WORKS }],
    ['/file?as=xlsx', 'GET'],
    ['/findings', 'POST', { kind: 'found', feature_id: 'gas', found_on: TODAY }],
    [`/findings/${finding_id}`, 'DELETE'],
  ] as const)
    refused(await theirs(path + below, { method, ...(body && { body }) }), 404, 'NOT_FOUND')
  assert.deepEqual(await plan(), before)
})

test('without a result there is no plan, and a finding can be taken away all the same', async (t) => {
  const { world, window, job_id, path, put, find, reason } = await planning(t)
  await put({ works: WORKS })
  const { finding_id } = shown(Finding, await find({ feature_id: 'gas' }), 201)
  await world.put(job_id, 'processing', 'delivered', { revision: 1 })
  refused(await window(path), 409, 'NOT_READY')
  refused(await put({ works: WORKS }), 409, 'NOT_READY')
  assert.equal((await window(`${path}/findings/${finding_id}`, { method: 'DELETE' })).status, 204)
  assert.equal((await reason())?.count, null)
})

test('a line that was moved reopens its row, and until it is counted nobody knows how many are open', async (t) => {
  const { put, find, plan, deliver, reason } = await planning(t)
  assert.equal(await reason(), undefined)
  await put({ works: WORKS })
  assert.deepEqual(
    [(await reason())?.count, (await reason())?.message],
    [3, '3 lines of the plan of trial trenches must be located.'],
  )
  for (const feature_id of ['gas', 'water', 'power']) await find({ feature_id })
  assert.equal(await reason(), undefined)
  await deliver(2, { ...LINES, water: across(12), new: across(30) })
  assert.equal((await reason())?.count, null)
  const { totals, result_revision, ...said } = await plan()
  assert.deepEqual(
    [totals.open, result_revision, statesOf({ totals, result_revision, ...said })],
    [2, 2, { gas: 'found', water: 'reopened', new: 'open', power: 'found' }],
  )
  await find({ feature_id: 'water' })
  assert.equal((await reason())?.count, 1)
  await find({ feature_id: 'new' })
  assert.equal(await reason(), undefined)
})

test('the reason goes with the plan', async (t) => {
  const { window, path, put, reason } = await planning(t)
  await put({ works: WORKS })
  assert.equal((await reason())?.count, 3)
  await window(path, { method: 'DELETE' })
  assert.equal(await reason(), undefined)
})

test('the files have the state of each row, and the plan is that of klic trenches', async (t) => {
  const { world, cookie, path, put, find } = await planning(t)
  const { works: _, revision: __, ...said } = shown(TrenchPlanView, await put({ works: WORKS }))
  const reader = openResult(await gpkgWith(t, LINES))
  const parameters = Object.fromEntries(Object.entries(TRENCH_DEFAULTS).map(([name, [usual]]) => [name, usual]))
  try {
    const works = { kind: 'axis', line: WORKS.coordinates } as const
    const { plan } = trenchPlan(reader, works, parameters as unknown as TrenchParameters)
    const computed = computedPlanShown(plan)
    const rows = said.rows.map(({ state: _state, finding_id: _finding, ...row }) => row)
    const { open: ___, ...totals } = said.totals
    const { parameters: own, search_m, length_m, trenches, unknown } = said
    assert.deepEqual({ totals, parameters: own, search_m, length_m, rows, trenches, unknown }, computed)
  } finally {
    reader.close()
  }
  await find({ feature_id: 'gas' })
  for (const as of ['gpkg', 'xlsx']) {
    const reply = await fetch(`${world.baseUrl}/dashboard/api${path}/file?as=${as}`, { headers: { cookie } })
    assert.match(reply.headers.get('content-disposition')!, new RegExp(`_proefsleuven\\.${as}`))
    const saved = join(world.dataDir, `plan.${as}`)
    writeFileSync(saved, Buffer.from(await reply.arrayBuffer()))
    const set = gdal.open(saved)
    const rows = set.layers.get('te_lokaliseren').features.map(({ fields }) => [fields.get('id'), fields.get('stand')])
    set.close()
    assert.deepEqual(rows, [
      ['gas', 'gevonden'],
      ['water', 'open'],
      ['power', 'open'],
    ])
  }
  // They go when they were sent.
  await until(() => readdirSync(join(world.dataDir, 'tmp', 'trenches')).length === 0)
})

test('the PDF has the job, the revisions and the state of each row, from the caged process too', {
  skip,
}, async (t) => {
  const { world, cookie, path, put, find } = await planning(t)
  await put({ works: axis([0, 0], [50, 0]) })
  await put({ works: WORKS })
  await find({ feature_id: 'gas' })
  await find({ kind: 'not_found', feature_id: 'power' })
  const print = async (query: string) => {
    const reply = await fetch(`${world.baseUrl}/dashboard/api${path}/file?${query}`, { headers: { cookie } })
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'application/pdf'])
    assert.match(reply.headers.get('content-disposition')!, /TESTGEGEVENS.*_proefsleuven\.pdf/)
    const bytes = Buffer.from(await reply.arrayBuffer())
    writeFileSync(join(world.dataDir, 'plan.pdf'), bytes)
    return { bytes, said: words(join(world.dataDir, 'plan.pdf')).replaceAll(/\s+/g, ' ') }
  }
  const dutch = await print('as=pdf')
  assert.match(dutch.said, /SIMULATIE.* revisie 1 .*Sleuvenplan, revisie 2 3 leidingen, 2 proefsleuven, 2 niet gelok/)
  assert.match(dutch.said, /kruist de as op 10 m, 90° \S+ gelokaliseerd Water .* 11 m, 90° \S+ niet gelokaliseerd/)
  assert.match(dutch.said, /kruist de as op 50 m, 90° \S+ niet gevonden/)
  assert.match((await print('as=pdf&language=en')).said, /Trench plan, revision 2 3 lines, 2 trenches, 2 not located/)
  const { storage, dataDir, ids } = world.services
  const convert = (task: ConversionTask, options?: RunOptions) => runConversion({ cage }, task, options)
  Object.assign(world.services, resultTasks({ convert, storage, dataDir, makeId: ids.make }))
  assert.deepEqual((await print('as=pdf')).bytes, dutch.bytes)
})

test('the dossier of the job has the plan and what was found, and nothing where there is no plan', async (t) => {
  const { world, cookie, job_id, put, find } = await planning(t)
  const dossier = async () => {
    const reply = await fetch(`${world.baseUrl}/dashboard/api/jobs/${job_id}/dossier`, { headers: { cookie } })
    assert.equal(reply.status, 200)
    writeFileSync(join(world.dataDir, 'dossier.zip'), Buffer.from(await reply.arrayBuffer()))
    for await (const { name, chunks } of filesInZip(join(world.dataDir, 'dossier.zip')))
      if (name.endsWith('data/trenches.json')) return JSON.parse(await text(chunks as AsyncIterable<Uint8Array>))
  }
  assert.equal(await dossier(), undefined)
  await put({ works: WORKS })
  await find({ feature_id: 'gas' })
  const { jobs } = await dossier()
  assert.deepEqual(
    [jobs[0].job_id, jobs[0].plan.revision, jobs[0].plan.open_rows, jobs[0].findings[0].feature_id],
    [job_id, 1, 2, 'gas'],
  )
})

test('only the newest revisions are kept, and only so many findings', async (t) => {
  const { world, job_id, put, find } = await planning(t)
  await put({ works: WORKS })
  await world.store.db.updateTable('trench_plan').set({ revision: MAX_PLAN_REVISIONS }).execute()
  const later = shown(TrenchPlanView, await put({ works: axis([0, 0], [59, 0]) }))
  const revisions = async () =>
    (await world.store.db.selectFrom('trench_plan').select('revision').orderBy('revision').execute()).map(
      ({ revision }) => revision,
    )
  assert.deepEqual([later.revision, await revisions()], [101, [100, 101]])
  await world.store.db.updateTable('trench_plan').set({ revision: 1 }).where('revision', '=', 100).execute()
  await put({ works: WORKS })
  assert.deepEqual(await revisions(), [101, 102])
  const nothing = { feature_id: null, shape: null, trench: null, offset_m: null, depth_m: null, remark: null }
  const own = { state: 'accepted' as const, site_id: null, handed_in_by: null }
  const at = world.clock.now().toISOString()
  const rows = Array.from({ length: MAX_TRENCH_FINDINGS }, (_, i) => ({
    ...{
      id: `fnd_${i}`,
      job_id,
      kind: 'unknown_line' as const,
      ...nothing,
      ...own,
      found_on: TODAY,
      at,
      actor: 'test',
    },
  }))
  for (let from = 0; from < rows.length; from += 500)
    await world.store.db
      .insertInto('trench_finding')
      .values(rows.slice(from, from + 500))
      .execute()
  refused(await find({ feature_id: 'gas' }), 409, 'JOB_STATE_CONFLICT')
})

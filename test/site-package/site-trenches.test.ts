/** The trench plan of a job in its site package: what the page holds of it, and when it is another page. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { NewSiteLink, SiteNow } from '../../server/features/site-package/schema.ts'
import type { SiteTrenches } from '../../server/features/site-package/site-trenches.ts'
import { Finding, TrenchPlanView } from '../../server/features/trenches/schema.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { toWire } from '../../server/platform/http/names.ts'
import { siteAssets } from '../../server/platform/places.ts'
import { WATER } from '../../server/simulator/town/operators.ts'
import { translate } from '../../server/texts/texts.ts'
import { openWorld, START_DATE, shown } from '../support/api-world.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'

const skip = (await siteAssets()) === null ? 'the window is not built: npm run setup' : false

/** Crosses itself. */
const BOW = [
  [155_000, 463_000],
  [155_100, 463_100],
  [155_100, 463_000],
  [155_000, 463_100],
  [155_000, 463_000],
]
const WORKS = {
  type: 'LineString',
  coordinates: [
    [155_005, 463_005],
    [155_195, 463_195],
  ],
}

async function readyJob(t: TestContext) {
  const world = await openWorld(t, { isLocal: false })
  const { window } = await world.signIn()
  const area = [155_000, 463_000, 155_200, 463_200] as const
  const zip = await simulatedDelivery(world.dataDir, '26G000001', [...area], {
    klicType: 'GRAAF',
    missing: [WATER.code],
  })
  const { job_id } = await siteJob(world, [zip], { klic_type: 'GRAAF', start_date: START_DATE })
  const links = `/jobs/${job_id}/site-links`
  const { address } = shown(NewSiteLink, await window(links, { method: 'POST', body: { name: 'Jan', days: 14 } }), 201)
  const read = (path = '') => world.ask(`${address.slice(world.baseUrl.length)}${path}`, { key: null })
  const version = async () => shown(SiteNow, await read('now')).version
  const plan = `/jobs/${job_id}/trench-plan`
  const put = async (body: object) => shown(TrenchPlanView, await window(plan, { method: 'PUT', body }))
  return { world, window, job_id, read, version, plan, put }
}

const planIn = (html: string): SiteTrenches | null =>
  JSON.parse(/<script type="application\/json" id="site-trenches">(.*?)<\/script>/.exec(html)?.[1] ?? 'null')

test('a page holds the trench plan of its job in degrees, and without a plan nothing of it', { skip }, async (t) => {
  const { read, put, job_id, plan, window } = await readyJob(t)
  const bare = (await read()).text
  assert.doesNotMatch(bare, /class="trenches"|id="site-trenches"|\.trenches \{/)

  const view = await put({ works: WORKS })
  assert.ok(view.trenches.length > 1 && view.unknown.length > 0, 'there is something to show')
  const page = (await read()).text
  const { rows, trenches, unknown, works, ...about } = planIn(page)!
  assert.deepEqual(about, { jobId: job_id, planRevision: 1, subject: 'TESTGEGEVENS_Sloot-1' })
  const fields = Object.keys(rows[0]!) as (keyof (typeof rows)[number])[]
  assert.deepEqual(
    rows,
    view.rows.map((row) => Object.fromEntries(fields.map((name) => [name, row[name]]))),
  )
  for (const name of ['operator', 'theme', 'chainage_m', 'depth_from', 'has_precaution', 'is_schematic', 'state'])
    assert.ok(fields.includes(name as 'id'), name)
  assert.deepEqual(unknown.map(toWire), view.unknown)
  const near = (a: readonly number[], b: readonly number[]) =>
    assert.ok(
      a.every((degrees, i) => Math.abs(degrees - b[i]!) < 1e-7),
      `${a} is not ${b}`,
    )
  near(works.coordinates[0] as number[], lngLatFromRd([155_005, 463_005]))
  for (const [i, { no, xy, outline, rows: met }] of view.trenches.entries()) {
    assert.deepEqual([trenches[i]!.no, trenches[i]!.rows], [no, met])
    near(trenches[i]!.middle, lngLatFromRd(xy))
    for (const [corner, at] of outline.entries()) near(trenches[i]!.outline[corner]!, lngLatFromRd(at))
  }

  assert.equal((await window(plan, { method: 'DELETE' })).status, 204)
  assert.equal((await read()).text.replaceAll(/"version":"\w+"/g, ''), bare.replaceAll(/"version":"\w+"/g, ''))
})

test('the version of a page changes with the plan and with what was found, and is the same without a plan', async (t) => {
  const { version, put, plan, window } = await readyJob(t)
  const bare = await version()
  const { rows } = await put({ works: WORKS })
  const first = await version()
  await put({ works: WORKS })
  assert.equal(await version(), first, 'the same plan')
  await put({ works: WORKS, parameters: { share_m: 0.5 } })
  const second = await version()
  const finding = { kind: 'found', feature_id: rows[0]!.id, found_on: '2026-03-06' }
  const { finding_id } = shown(Finding, await window(`${plan}/findings`, { method: 'POST', body: finding }), 201)
  const third = await version()
  assert.equal(new Set([bare, first, second, third]).size, 4)
  assert.equal((await window(`${plan}/findings/${finding_id}`, { method: 'DELETE' })).status, 204)
  assert.equal(await version(), second)
  assert.equal((await window(plan, { method: 'DELETE' })).status, 204)
  assert.equal(await version(), bare)
})

test('a package says that its trench plan is left out where it can not be computed', { skip }, async (t) => {
  const { world, put, read, job_id } = await readyJob(t)
  await put({ works: WORKS })
  const works = JSON.stringify({ kind: 'area', rings: [BOW] })
  await world.store.db.updateTable('trench_plan').set({ works }).where('job_id', '=', job_id).execute()
  const page = (await read()).text
  assert.equal(planIn(page), null)
  for (const language of ['nl', 'en'] as const)
    assert.ok(page.includes(translate(language)('sitePackage.trenches.leftOut')), language)
})

/** Trial trenches of a job: works that are drawn, parameters that are typed, and what is found on site. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { waitFor, within } from '@testing-library/dom'
import { runTask } from '../../server/exports/conversion/task.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { Project } from '../../server/features/projects/schema.ts'
import { TrenchPlanView } from '../../server/features/trenches/schema.ts'
import { FINDINGS_FORMAT } from '../../server/imkl/model/findings-file.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { openWorld, shown } from '../support/api-world.ts'
import { JPEG } from '../support/photos.ts'
import { rdBox } from '../support/rd-box.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { openPane } from './pane.ts'

const DAY_MS = 86_400_000
const [X, Y] = [155_000, 463_000]
const WORKS = {
  type: 'LineString',
  coordinates: [
    [X, Y + 50],
    [X + 60, Y + 50],
  ],
}
/** Across the axis: two that share a trench, and one further on. */
const LINES = { 'nl.imkl-KL1001.water': 10, 'nl.imkl-KL1001.data': 11.5, 'nl.imkl-KL1001.gas': 40 }
const THEMES = ['water', 'datatransport', 'gasLageDruk']

/** A job that is ready, with these lines north to south. */
async function openPlan(t: TestContext) {
  const world = await openWorld(t, { clock: { now: () => new Date() } })
  await world.set('people.desk_name', 'Sanne de Vries')
  const asked = { klic_type: 'GRAAF', start_date: dutchDate(Date.now() + 14 * DAY_MS), geometry: rdBox(X, Y, 100, 100) }
  const { job_id } = await world.quote({ ...asked, submit: true })
  const delivery = await simulatedDelivery(world.dataDir, '26G000001', [X, Y, X + 100, Y + 100])
  const merged = [{ format: 'gpkg' as const, path: join(world.dataDir, 'merged.gpkg') }]
  const deliveries = [{ path: delivery }]
  const { summary } = await runTask({ kind: 'merge', deliveries, out: merged, tempDir: world.dataDir })
  /** @param lines metres east of where the axis begins, by id */
  const deliver = async (revision: number, lines: Record<string, number>) => {
    const path = join(world.dataDir, `result-${revision}.gpkg`)
    const writer = createGeoPackage(path)
    for (const [i, [id, east]] of Object.entries(lines).entries())
      writer.feature(
        'kabel_of_leiding',
        { id, thema: THEMES[i % THEMES.length]!, bronhouder: 'KL1001', netbeheerder: 'Waterbedrijf' },
        { type: 'MultiLineString', lines: [[X + east, Y, X + east, Y + 100]] },
      )
    writer.finish({ lastChange: null, warnings: [] })
    await world.put(job_id, 'ready', 'delivered', { revision })
    await world.putFile(job_id, 'gpkg', readFileSync(path), revision)
    const set = { summary: JSON.stringify(summary) }
    await world.store.db.updateTable('job').set(set).where('id', '=', job_id).execute()
  }
  await deliver(1, LINES)
  const signedIn = await world.signIn()
  const at = `/jobs/${job_id}/trench-plan`
  return {
    ...{ world, deliver, job_id, window: signedIn.window },
    store: async (parameters = {}) =>
      shown(TrenchPlanView, await signedIn.window(at, { method: 'PUT', body: { works: WORKS, parameters } })),
    stored: async () => shown(TrenchPlanView, await signedIn.window(at)),
    find: (body: Record<string, unknown>) => signedIn.window(`${at}/findings`, { method: 'POST', body }),
    fileOf: (findings: readonly object[]) =>
      JSON.stringify({ format: FINDINGS_FORMAT, job_id, plan_revision: 1, findings }),
    handIn: (raw: string) => signedIn.window(`${at}/proposals`, { method: 'POST', raw }),
    open: async (tab = 'trenches') => {
      const pane = await openPane(t, signedIn, `/?job=${job_id}&tab=${tab}`)
      const { screen, user, panel } = pane
      await screen.findByRole('tab', { name: /^Trenches/ })
      const press = async (name: string | RegExp) => user.click(await panel().findByRole('button', { name }))
      return { ...pane, press }
    },
  }
}

test('drawn works and typed parameters change the plan at once; it is kept once it is saved', async (t) => {
  const { open, stored } = await openPlan(t)
  const { panel, press, fill, screen, user } = await open()
  await press('Draw axis')
  for (const corner of ['155000 463050', '155060 463050']) {
    await fill(await screen.findByLabelText(/^Point: x y/), corner)
    await user.keyboard('{Enter}')
  }
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await panel().findByText('3 lines, 2 trenches, 3 not located')
  await user.click(panel().getByText('Parameters and their sources'))
  await fill(panel().getByLabelText(/^Lines this close/), '26')
  await panel().findByText('From 0 to 25 m.')
  await fill(panel().getByLabelText(/^Lines this close/), '0,5')
  await panel().findByText('3 lines, 3 trenches, 3 not located')
  await press('Save plan')
  await waitFor(() => assert.equal(panel().queryAllByRole('button', { name: 'Save plan' }).length, 0))
  const plan = await stored()
  assert.deepEqual([plan.works, plan.parameters.share_m, plan.trenches.length], [WORKS, 0.5, 3])
  for (const [name, as] of [
    ['GeoPackage', 'gpkg'],
    ['Excel', 'xlsx'],
    ['PDF', 'pdf'],
  ] as const) {
    const file = panel().getByRole('link', { name }).getAttribute('href')
    assert.ok(file!.endsWith(`/trench-plan/file?as=${as}&language=en`), file!)
  }
})

test('works come from a file with one line', async (t) => {
  const { open } = await openPlan(t)
  const { panel, user } = await open()
  await panel().findByText(/^Draw the axis/)
  const crs = { type: 'name', properties: { name: 'EPSG:28992' } }
  const feature = { type: 'Feature', properties: {}, geometry: WORKS }
  const text = JSON.stringify({ type: 'FeatureCollection', crs, features: [feature] })
  const input = document.querySelector<HTMLInputElement>('.trenches input[type=file]')!
  await user.upload(input, new File([text], 'axis.geojson', { type: 'application/geo+json' }))
  await panel().findByText('3 lines, 2 trenches, 3 not located')
})

test('what is found is recorded by line; a deviation of more than a metre says that it must be reported', async (t) => {
  const { open, store, stored } = await openPlan(t)
  await store()
  const { panel, press, fill, user } = await open()
  await press(/^Trench 1/)
  await press(/^Water/)
  await press('Found elsewhere')
  await fill(panel().getByLabelText('Offset (m)'), '1,4')
  await fill(panel().getByLabelText('Depth (m)'), '0,8')
  await press('Record')
  await panel().findByText(/^This deviation must be reported/)
  await panel().findByText('3 lines, 2 trenches, 2 not located')
  await panel().findByText(/offset 1.4 m · depth 0.8 m/)
  const [finding] = (await stored()).findings
  assert.deepEqual([finding!.kind, finding!.offset_m, finding!.trench], ['elsewhere', 1.4, 1])

  await press('Record unknown line')
  await fill(panel().getByLabelText('Remark'), 'Grey PVC')
  await press('Record')
  await panel().findByText(/Grey PVC/)
  assert.equal((await stored()).findings.length, 2)

  await user.click(panel().getAllByRole('button', { name: 'Remove' })[0]!)
  await press('Remove finding')
  await panel().findByText('3 lines, 2 trenches, 3 not located')
})

test('a plan is for the job, or for all jobs of its project', async (t) => {
  const { world, open, store, stored, job_id, window } = await openPlan(t)
  await store()
  const { job_id: other } = await world.quote({ reference: 'Part 2', geometry: rdBox(X + 50, Y, 100, 100) })
  const project = shown(Project, await window('/projects', { method: 'POST', body: { name: 'Route' } }), 201)
  for (const id of [job_id, other]) await window(`/projects/${project.project_id}/jobs/${id}`, { method: 'PUT' })
  const { panel, press, user } = await open()
  await user.click(await panel().findByRole('checkbox', { name: 'For all jobs of project Route (2)' }))
  await panel().findByText(/^Part 2 has no result yet/)
  await press('Save plan')
  await waitFor(() => assert.equal(panel().queryAllByRole('button', { name: 'Save plan' }).length, 0))
  assert.deepEqual([(await stored()).scope, (await stored()).revision], ['project', 2])
  await user.click(panel().getByRole('checkbox', { name: 'For all jobs of project Route (2)' }))
  await waitFor(() => assert.equal(panel().queryAllByText(/^Part 2 has no result yet/).length, 0))
})

test('an earlier plan comes back as a change', async (t) => {
  const { open, store, stored } = await openPlan(t)
  await store()
  await store({ share_m: 0.5 })
  const { panel, press, user } = await open()
  await panel().findByText('3 lines, 3 trenches, 3 not located')
  const list = await panel().findByRole('combobox', { name: 'Plan revision' })
  const first = await within(list).findByRole('option', { name: /^1 · .* · Sanne de Vries$/ })
  await user.selectOptions(list, first)
  await panel().findByText('3 lines, 2 trenches, 3 not located')
  await press('Save plan')
  await waitFor(async () => assert.equal((await stored()).revision, 3))
  assert.equal((await stored()).parameters.share_m, 2.5)
})

test('a line that a later delivery moved says so, and is to be located again', async (t) => {
  const { open, store, find, deliver } = await openPlan(t)
  await store()
  const [feature_id] = Object.keys(LINES)
  await find({ kind: 'found', feature_id, trench: 1, found_on: dutchDate(Date.now()) })
  await deliver(2, { ...LINES, [feature_id!]: 9 })
  const { panel, press } = await open()
  await panel().findByText('3 lines, 2 trenches, 3 not located')
  await press(/^Trench 1/)
  await press(/^Water.*moved$/)
  await panel().findByText(/^A later delivery has moved this line/)
})

test('a line that is picked on the map is shown among the lines of its trench', async (t) => {
  const { open, store, job_id } = await openPlan(t)
  await store()
  const { panel, reload, screen } = await open()
  await panel().findByText('3 lines, 2 trenches, 3 not located')
  reload(`/?job=${job_id}&tab=trenches&at=kabel_of_leiding.3`)
  await screen.findByRole('tab', { name: 'Trenches' })
  await panel().findByRole('button', { name: /^Trench 2/, expanded: true })
  await panel().findByRole('button', { name: /^Low-pressure gas/, expanded: true })
})

test('a long list shows its first trenches, more of them when asked, and the one with the line that is picked', async (t) => {
  const { open, store, deliver, job_id } = await openPlan(t)
  const ids = Array.from({ length: 230 }, (_, i) => `nl.imkl-KL1001.${i}`)
  await deliver(2, Object.fromEntries(ids.map((id, i) => [id, i / 4])))
  await store({ share_m: 0.1 })
  const { panel, press, reload, screen } = await open()
  const numbers = () =>
    panel()
      .getAllByRole('button', { name: /^Trench / })
      .map((each) => Number(each.querySelector('strong')!.textContent!.replace('Trench ', '')))
  await panel().findByText('230 lines, 230 trenches, 230 not located')
  assert.deepEqual([numbers().length, numbers().at(-1)], [100, 100])
  await press('Show more (130 left)')
  assert.deepEqual([numbers().length, numbers().at(-1)], [200, 200])
  reload(`/?job=${job_id}&tab=trenches&at=kabel_of_leiding.220`)
  await screen.findByRole('tab', { name: 'Trenches' })
  await panel().findByRole('button', { name: /^Trench 220/, expanded: true })
  assert.deepEqual([numbers().length, numbers().at(-1)], [101, 220])
  await press('Show more (130 left)')
  await press('Show more (30 left)')
  assert.equal(numbers().length, 230)
  assert.equal(panel().queryByRole('button', { name: /^Show more/ }), null)
})

test('the reason that lines are not located leads to their plan', async (t) => {
  const { open, store } = await openPlan(t)
  await store()
  const { panel, screen, user } = await open('attention')
  const reason = (await panel().findAllByText(/^3 lines of the trial trench plan have not been located/)).at(-1)!
  const [link] = within(reason.closest('li')!).getAllByRole('button', { name: 'Trial trenches' })
  await user.click(link!)
  await panel().findByText('3 lines, 2 trenches, 3 not located')
  assert.equal(screen.getByRole('tab', { name: 'Trenches' }).getAttribute('aria-selected'), 'true')
})

const uuid = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
/** Of the page of the site package. */
const onSite = (n: number, more: object) => ({
  ...{ id: uuid(n), trench: 1, offset_m: 0.1, depth_m: null, remark: null, photo: null },
  ...{ found_on: dutchDate(Date.now()), ...more },
})
const [WATER, DATA, GAS] = Object.keys(LINES) as [string, string, string]

test('findings from the site wait above the plan, and count once they are accepted', async (t) => {
  const { open, store, fileOf, handIn, stored } = await openPlan(t)
  await store()
  const photo = JPEG.toString('base64')
  const given = [
    onSite(1, { kind: 'found', feature_id: WATER, photo }),
    onSite(2, { kind: 'elsewhere', feature_id: DATA, offset_m: 1.2, remark: 'Beside the kerb' }),
    onSite(3, { kind: 'unknown_line', feature_id: null, trench: 2 }),
  ]
  assert.equal((await handIn(fileOf(given))).status, 200)
  const { panel, press, user, screen } = await open()
  const box = within(await panel().findByRole('region', { name: '3 findings from the site' }))
  const items = box.getAllByRole('listitem')
  const words = items.map(({ textContent }) => textContent)
  assert.match(words[0]!, /^Found Water \(Waterbedrijf\) · Trench 1 · .*Handed in by/)
  assert.match(words[1]!, /^Found elsewhere .*offset 1.2 m · Beside the kerb.*must be reported/)
  assert.match(words[2]!, /^Unknown line Trench 2/)
  await screen.findByRole('tab', { name: 'Trenches 3' })
  await panel().findByText('3 lines, 2 trenches, 3 not located')
  const shown = box.getByLabelText('Photo')
  assert.match(shown.querySelector('img')!.src, /\/findings\/fnd_\w+\/photo$/)
  await user.click(shown)
  assert.ok(shown.closest('details')!.open)

  await user.click(within(items[0]!).getByRole('button', { name: 'Accept' }))
  await panel().findByText('3 lines, 2 trenches, 2 not located')
  await panel().findByRole('region', { name: '2 findings from the site' })
  await user.click(panel().getAllByRole('button', { name: 'Reject' })[1]!)
  await press('Reject finding')
  await panel().findByRole('region', { name: '1 finding from the site' })
  await press('Accept')
  await panel().findByText('3 lines, 2 trenches, 1 not located')
  await screen.findByRole('tab', { name: 'Trenches' })
  assert.deepEqual(
    (await stored()).findings.map(({ kind }) => kind),
    ['found', 'elsewhere'],
  )
  await press(/^Trench 1/)
  await press(/^Water/)
  await panel().findByText(/^from the site by .* · Recorded by/)
})

test('a findings file is opened in the window, and all that the plan takes is accepted at once', async (t) => {
  const { open, store, fileOf, deliver, stored } = await openPlan(t)
  await store()
  const { [GAS]: _, ...left }: Record<string, number> = LINES
  await deliver(2, left)
  const { panel, press, user } = await open()
  await panel().findByRole('button', { name: 'Open findings file' })
  const input = document.querySelector<HTMLInputElement>('.proposals input[type=file]')!
  await user.upload(input, new File(['{}'], 'findings.json', { type: 'application/json' }))
  await panel().findByText(/This is no file of findings/)
  const given = [WATER, DATA, GAS].map((feature_id, i) =>
    onSite(i, { kind: 'found', feature_id, ...(i === 0 && { photo: 'bm9uZQ==' }) }),
  )
  await user.upload(input, new File([fileOf(given)], 'findings.json', { type: 'application/json' }))
  await panel().findByText('3 new findings, 1 without its photo: it could not be read.')
  await panel().findByText(/line outside the plan/)
  await panel().findByText(/The plan no longer has this line/)
  await press('Accept all 2')
  await panel().findByText('2 lines, 1 trench, 0 not located')
  const { findings, proposals } = await stored()
  assert.deepEqual([findings.length, proposals.map(({ misfit }) => misfit)], [2, ['NO_SUCH_ROW']])
})

test('a photo is put with a finding that is on record', async (t) => {
  const { open, store, find, stored } = await openPlan(t)
  await store()
  await find({ kind: 'found', feature_id: WATER, trench: 1, found_on: dutchDate(Date.now()) })
  const { panel, press, user } = await open()
  await press(/^Trench 1/)
  await press(/^Water/)
  await panel().findByRole('button', { name: 'Add photo' })
  const input = document.querySelector<HTMLInputElement>('.trench-line input[type=file]')!
  await user.upload(input, new File([new Uint8Array(JPEG)], 'a.jpg', { type: 'image/jpeg' }))
  await panel().findByLabelText('Photo')
  assert.equal((await stored()).findings[0]!.photo, true)
})

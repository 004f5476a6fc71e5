/** Pins of the map: they are the jobs of the list. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '../../server/api/routes.ts'
import { JobPins } from '../../server/features/jobs/dashboard-schema.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'

test('pins show the same jobs as the list, of the own company only', async (t) => {
  const world = await openWorld(t)
  const { job_id: ede } = await world.quote({ reference: 'Sondering Ede', geometry: rdBox(173_000, 450_000, 60, 20) })
  const { job_id: best } = await world.quote({ reference: null, klic_type: 'GRAAF' })
  const { job_id: away } = await world.quote({ reference: 'Molenweg Ede' })
  await world.put(best, 'ready_incomplete', ['rejected'])
  const { window } = await world.signIn()
  assert.equal((await window('/archive', { method: 'PUT', body: { job_ids: [away], archived: true } })).status, 200)
  const pins = async (query = '') => shown(JobPins, await window(`/job-pins?${query}`))
  for (const query of [
    '',
    'q=ede',
    'q=ede+sondering',
    'status=ready_incomplete',
    'archived=false',
    'archived=true',
    'q=nowhere',
  ]) {
    const { data, pagination } = shown(ROUTES.listJobs.responses[200], await window(`/jobs?${query}`))
    const { data: pinned, total } = await pins(query)
    assert.equal(total, pagination.total, query)
    assert.deepEqual(
      pinned.map((pin) => [pin.job_id, pin.status, pin.klic_type, pin.next_action_reason, pin.dig_status.answer]),
      data.map((job) => [job.job_id, job.status, job.klic_type, job.next_action_reason, job.dig_status.answer]),
      query,
    )
  }
  const { data } = await pins('archived=false')
  assert.deepEqual(
    data.map(({ job_id, name }) => [job_id, name]),
    [
      [best, null],
      [ede, 'Sondering Ede'],
    ],
  )
  assert.deepEqual(data.at(-1)?.lnglat, lngLatFromRd([173_030, 450_010]))
  refused(await window('/job-pins?status=lost'), 422, 'VALIDATION_FAILED')
  const { window: other } = await world.signIn(await world.company())
  assert.deepEqual(shown(JobPins, await other('/job-pins')), { data: [], total: 0 })
})

test('an area with very many corners has its pin on the ground of its first ones', async (t) => {
  const world = await openWorld(t)
  const corners = Array.from({ length: 400 }, (_, i) => {
    const angle = (i / 400) * 2 * Math.PI
    return [155_000 + 30 * Math.cos(angle), 390_000 + 30 * Math.sin(angle)]
  })
  const { job_id } = await world.quote({
    geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]]] },
  })
  const { area } = await world.store.db
    .selectFrom('job')
    .select('area')
    .where('id', '=', job_id)
    .executeTakeFirstOrThrow()
  assert.ok(area.length > 8000)
  const { window } = await world.signIn()
  const [pin] = shown(JobPins, await window('/job-pins')).data
  const [lng, lat] = lngLatFromRd([155_000, 390_000])
  assert.ok(Math.abs(pin!.lnglat[0] - lng) < 0.0005 && Math.abs(pin!.lnglat[1] - lat) < 0.0003, String(pin!.lnglat))
})

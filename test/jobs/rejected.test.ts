/**
 * A job that the registry refused: the complaints in the names of this API, also where the registry has another name
 * for the field; and its correction under its own id, filed once more, once, wherever the worker dies.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputPointer } from '../../server/features/jobs/input-fields.ts'
import { JobInput } from '../../server/features/jobs/input-schema.ts'
import { RequestRecord } from '../../server/features/jobs/request-schema.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { locate } from '../../server/registry/orders/order-body.ts'
import { openWorld, shown } from '../support/api-world.ts'
import { inWorld } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { CORRECTION_SCENES, correct, reject, submit } from '../support/scenes/correction.ts'

const AT_THE_REGISTRY: Record<string, string | null> = {
  locatieWerkzaamheden: '/address',
  aanvraagSoort: '/klic_type',
  'opdrachtgever/organisatie/kvkNummer': '/principal/kvk_number',
  'opdrachtgever/contactpersoon': '/principal/contact',
  soortWerkzaamheden: '/works',
  startDatum: '/start_date',
  eindDatum: '/end_date',
  referentie: '/reference',
  huisaansluitingAdressen: '/has_addresses',
  graafpolygoon: '/geometry',
  informatiepolygoon: '/geometry',
  'aanvrager/contactpersoon': null,
  'aanvrager/organisatie/relatienummer': null,
  omschrijvingWerkzaamheden: '/works_description',
  iets: null,
  '': null,
}

test('every field of the registry is a field of POST /jobs, or none', () => {
  for (const [path, expected] of Object.entries(AT_THE_REGISTRY)) {
    const pointer = `/gebiedsinformatieAanvragen/0${path && `/${path}`}`
    // What is stored: the draft's field, else the registry's own pointer.
    const told = inputPointer(locate(pointer).field ?? pointer)
    assert.equal(told, expected, path)
    if (told) assert.ok(told.split('/')[1]! in JobInput.shape, told)
  }
})

test('job, part and request of a rejected order point into POST /jobs', async (t) => {
  const world = await openWorld(t)
  const { job_id, order_ids } = await world.quote({ submit: true })
  await world.put(job_id, 'rejected', 'rejected')
  const said = ['/locationAddress', '/klicType', '/gebiedsinformatieAanvragen/0', null]
  const errors = JSON.stringify(
    said.map((pointer) => ({ severity: 'ERROR', code: 'COR0309', message: 'Adres onbekend', pointer })),
  )
  await world.store.db.updateTable('job').set({ errors }).where('id', '=', job_id).execute()
  await world.store.db.updateTable('part').set({ errors }).where('job_id', '=', job_id).execute()
  const job = shown(Job, await world.v1(`/jobs/${job_id}`))
  const request = shown(RequestRecord, await world.v1(`/request/${order_ids[0]}`))
  for (const { errors } of [job, job.parts[0]!, request]) {
    assert.deepEqual(
      errors.map(({ pointer }) => pointer),
      ['/address', '/klic_type', null, null],
    )
  }
})

testScenes(CORRECTION_SCENES, atEachKind)

test('what was refused and is submitted unchanged, since the cause lay elsewhere, is a new message', async () => {
  await inWorld({ parts: 1, reject }, async (world) => {
    const { input_hash } = await world.job()
    await world.live()
    world.options.reject = undefined
    await correct(world, input_hash)
    await submit(world)
    await world.live()
    assert.equal((await world.job()).status, 'ready')
    const orders = await world.store.db.selectFrom('registry_order').select(['post_id', 'state', 'attempt']).execute()
    assert.deepEqual(orders.map(({ state, attempt }) => `${state} ${attempt}`).sort(), ['accepted 1', 'rejected 1'])
    assert.equal(new Set(orders.map(({ post_id }) => post_id)).size, 2)
  })
})

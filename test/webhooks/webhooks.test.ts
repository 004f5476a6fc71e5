/** Webhooks in the dashboard: who is told, the record of every try, telling again, and the list for who can't listen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventList } from '../../server/features/webhooks/event-schema.ts'
import type { EventTarget } from '../../server/features/webhooks/event-types.ts'
import { eventById, recordAttempt, recordEvent } from '../../server/features/webhooks/rows.ts'
import { DeliveryPage, WebhookDelivery, Webhooks } from '../../server/features/webhooks/schema.ts'
import { GARDEN, openWorld, pointers, refused, shown, type World } from '../support/api-world.ts'

const HOUR = 3_600_000
const COMPANY_URL = 'https://erp.example/hook'
const toCompany: EventTarget = { target: 'company', url: COMPANY_URL }

/** As the worker leaves an event. */
async function happen(
  world: World,
  target: EventTarget | null,
  companyId = world.companyId,
  jobId: string | null = null,
) {
  const id = world.services.ids.make('evt')
  const at = world.clock.now().toISOString()
  await recordEvent(world.store.db, { id, companyId, jobId, type: 'job.ready', data: { revision: 1 }, at, target })
  return id
}

/** As the worker leaves a try. */
const tried = async (world: World, id: string, status: number, state: 'sent' | 'given_up') =>
  recordAttempt(world.store, await eventById(world.store, id), {
    at: world.clock.now().toISOString(),
    url: COMPANY_URL,
    status,
    durationMs: 12,
    error: state === 'sent' ? null : `The address answered ${status}`,
    outcome: { state },
    companyUrlGone: status === 410,
  })

test('the secret is made once, in the form of Standard Webhooks, and shown to the window only', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const first = shown(Webhooks, await window('/webhooks'))
  assert.match(first.secrets[0]!.secret, /^whsec_[A-Za-z0-9+/]{56,}=*$/)
  assert.deepEqual(shown(Webhooks, await window('/webhooks')), first)
  const all = await Promise.all([window('/settings'), window('/jobs'), window('/session')])
  for (const reply of all) assert.ok(!reply.text.includes('whsec_'))
  assert.ok(!world.lines.join('').includes('whsec_'))
})

test('twenty first looks at the same instant make one secret', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const replies = await Promise.all(Array.from({ length: 20 }, () => window('/webhooks')))
  assert.equal(new Set(replies.map((reply) => reply.text)).size, 1)
})

test('a rotated secret leaves the former one valid for the overlap that was asked for', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const [former] = shown(Webhooks, await window('/webhooks')).secrets
  const rotate = (body?: object) => window('/webhooks/secret', { method: 'POST', body })
  const { secrets } = shown(Webhooks, await rotate(), 201)
  const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString()
  assert.deepEqual(
    secrets.map(({ expires_at }) => expires_at),
    [null, inHours(24)],
  )
  assert.equal(secrets[1]?.secret, former?.secret)
  world.pass(24 * HOUR)
  assert.deepEqual(shown(Webhooks, await window('/webhooks')).secrets, [secrets[0]])
  assert.equal(shown(Webhooks, await rotate({ overlap_hours: 0 }), 201).secrets.length, 1)
  assert.equal(shown(Webhooks, await rotate({ overlap_hours: 2 }), 201).secrets[1]?.expires_at, inHours(2))
  refused(await rotate({ overlap_hours: -1 }), 422, 'VALIDATION_FAILED')
})

test('what is left out of a change stays as it is', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const put = (body: object) => window('/webhooks', { method: 'PUT', body })
  assert.equal(shown(Webhooks, await put({ company_url: COMPANY_URL })).company_url, COMPANY_URL)
  const after = shown(Webhooks, await put({ allow_private: true }))
  assert.deepEqual([after.company_url, after.allow_private], [COMPANY_URL, true])
  assert.equal(shown(Webhooks, await put({ company_url: null })).company_url, null)
})

test('private targets are allowed on a desktop, elsewhere by setting', async (t) => {
  for (const isLocal of [true, false]) {
    const world = await openWorld(t, { isLocal })
    const { window } = await world.signIn()
    assert.equal(shown(Webhooks, await window('/webhooks')).allow_private, isLocal)
    await window('/webhooks', { method: 'PUT', body: { allow_private: !isLocal } })
    assert.equal(shown(Webhooks, await window('/webhooks')).allow_private, !isLocal)
  }
})

test('a target that is never called is refused where it is given: for the company and for a job', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  for (const url of ['http://169.254.169.254/', 'https://user:word@erp.example/', 'ftp://erp.example/', 'erp']) {
    const put = await window('/webhooks', { method: 'PUT', body: { company_url: url } })
    assert.deepEqual(pointers(refused(put, 422, 'VALIDATION_FAILED')), ['/company_url'])
    const body = { geometry: GARDEN, klic_type: 'ORIENT', webhook_url: url }
    const job = await world.v1('/jobs', { method: 'POST', body })
    assert.deepEqual(pointers(refused(job, 422, 'VALIDATION_FAILED')), ['/webhook_url'])
  }
})

test('a private address is refused at once where none is allowed, however it is spelled; a name is judged when it is called', async (t) => {
  const world = await openWorld(t, { isLocal: false })
  const { window } = await world.signIn()
  const quote = (webhook_url: string) =>
    world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', webhook_url } })
  const company = (more: object) => window('/webhooks', { method: 'PUT', body: more })
  const literals = ['127.0.0.1', '10.0.0.8:8080', '[::1]', '2130706433', '0x7f.1', '[::ffff:192.168.1.1]', '[fd00::1]']
  for (const host of literals) {
    const url = `http://${host}/hook`
    const detail = refused(await quote(url), 422, 'VALIDATION_FAILED')
    assert.deepEqual([detail.errors?.[0]?.pointer, detail.errors?.[0]?.code], ['/webhook_url', 'PRIVATE_ADDRESS'], host)
    const settings = await window('/settings', { method: 'PUT', body: { 'webhooks.company_url': url } })
    for (const reply of [await company({ company_url: url }), settings])
      assert.deepEqual(pointers(refused(reply, 422, 'VALIDATION_FAILED')), ['/webhooks.company_url'], host)
  }
  for (const name of ['localhost', 'erp.office.example']) assert.equal((await quote(`http://${name}/hook`)).status, 201)
  assert.equal(shown(Webhooks, await window('/webhooks')).company_url, null)
  const own = { company_url: 'http://10.0.0.8/hook', allow_private: true }
  assert.equal(shown(Webhooks, await company(own)).company_url, own.company_url)
  assert.equal((await quote('http://10.0.0.8/hook')).status, 201)
})

test('who has a key alone reads why nobody took an event', async (t) => {
  const world = await openWorld(t)
  const id = await happen(world, toCompany)
  const last = async () => {
    const { data } = shown(EventList, await world.v1('/events'))
    const event = data.find(({ event_id }) => event_id === id)!
    return [event.state, event.last_error]
  }
  assert.deepEqual(await last(), ['waiting', null])
  await tried(world, id, 500, 'given_up')
  assert.deepEqual(await last(), ['given_up', 'The address answered 500'])
})

test('every try of a delivery is shown, newest delivery first, to its own company only', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const first = await happen(world, toCompany)
  await tried(world, first, 500, 'given_up')
  const second = await happen(world, { target: 'job', url: 'https://job.example/' })
  await happen(world, null)
  const { data, pagination } = shown(DeliveryPage, await window('/webhooks/deliveries'))
  assert.deepEqual(
    data.map(({ event_id, state, target, target_url }) => [event_id, state, target, target_url]),
    [
      [second, 'waiting', 'job', 'https://job.example/'],
      [first, 'given_up', 'company', COMPANY_URL],
    ],
  )
  assert.deepEqual(data[1]?.attempts, [
    {
      no: 1,
      at: world.clock.now().toISOString(),
      url: COMPANY_URL,
      status: 500,
      duration_ms: 12,
      error: 'The address answered 500',
    },
  ])
  assert.equal(pagination.total, 2)
  const givenUp = shown(DeliveryPage, await window('/webhooks/deliveries?state=given_up&page_size=1'))
  assert.deepEqual(
    givenUp.data.map((each) => each.event_id),
    [first],
  )
  assert.equal(shown(DeliveryPage, await window('/webhooks/deliveries?job_id=job_x')).data.length, 0)
  const stranger = await world.signIn(await world.company())
  assert.equal(shown(DeliveryPage, await stranger.window('/webhooks/deliveries')).data.length, 0)
  const resend = await stranger.window(`/webhooks/deliveries/${first}/resend`, { method: 'POST' })
  refused(resend, 404, 'NOT_FOUND')
})

test('sent again, an event waits anew under the same id, and the worker is told', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  await world.set('webhooks.company_url', COMPANY_URL)
  const id = await happen(world, toCompany)
  await tried(world, id, 200, 'sent')
  const again = () => window(`/webhooks/deliveries/${id}/resend`, { method: 'POST' })
  const delivery = shown(WebhookDelivery, await again(), 202)
  assert.deepEqual([delivery.event_id, delivery.state, delivery.next_attempt_at], [id, 'waiting', null])
  assert.equal(delivery.attempts.length, 1)
  assert.equal(world.nudges.count, 1)
})

test('an event that nobody was told goes to the company URL once there is one', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const id = await happen(world, null)
  const again = () => window(`/webhooks/deliveries/${id}/resend`, { method: 'POST' })
  const detail = refused(await again(), 422, 'VALIDATION_FAILED')
  assert.equal(detail.errors?.[0]?.setting, 'webhooks.company_url')
  await world.set('webhooks.company_url', COMPANY_URL)
  const delivery = shown(WebhookDelivery, await again(), 202)
  assert.deepEqual([delivery.state, delivery.target_url], ['waiting', COMPANY_URL])
})

test('a company URL that answered 410 says so until it is set anew', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const put = () => window('/webhooks', { method: 'PUT', body: { company_url: COMPANY_URL } })
  const test = () => window('/webhooks/test', { method: 'POST' })
  await put()
  await tried(world, await happen(world, toCompany), 410, 'given_up')
  const gone = shown(Webhooks, await window('/webhooks'))
  assert.equal(gone.company_url_gone_at, world.clock.now().toISOString())
  refused(await test(), 422, 'VALIDATION_FAILED')
  assert.equal(shown(Webhooks, await put()).company_url_gone_at, null)
  shown(WebhookDelivery, await test(), 202)
})

test('a test event is an event like any other, and needs an address', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const test = () => window('/webhooks/test', { method: 'POST', body: {} })
  refused(await test(), 422, 'VALIDATION_FAILED')
  await world.set('webhooks.company_url', COMPANY_URL)
  const delivery = shown(WebhookDelivery, await test(), 202)
  assert.deepEqual([delivery.type, delivery.state, delivery.target], ['webhook.test', 'waiting', 'company'])
  assert.equal(world.nudges.count, 1)
})

test('the list of events is read on from a cursor: nothing twice, nothing left out, told or not', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  const stranger = await world.company()
  const made: string[] = []
  const some = async (count: number) => {
    for (let i = 0; i < count; i++) {
      made.push(await happen(world, i % 2 ? toCompany : null))
      await happen(world, null, stranger)
    }
  }
  await some(5)
  const read: string[] = []
  let cursor = '0'
  const readOn = async () => {
    for (let more = true; more; ) {
      const list = shown(EventList, await window(`/events?after=${cursor}&limit=2`))
      read.push(...list.data.map((event) => event.event_id))
      cursor = list.next_cursor
      more = list.has_more
    }
  }
  await readOn()
  assert.deepEqual(read, made)
  await readOn()
  assert.deepEqual(read, made)
  await some(3)
  await readOn()
  assert.deepEqual(read, made)
  const [event] = shown(EventList, await window('/events')).data
  assert.deepEqual([event?.type, event?.state, event?.body.data], ['job.ready', 'recorded', { revision: 1 }])
  const latest = shown(EventList, await window('/events?after=latest'))
  assert.deepEqual([latest.data, latest.next_cursor, latest.has_more], [[], cursor, false])
  assert.deepEqual(shown(EventList, await window(`/events?after=${latest.next_cursor}`)).data, [])
  refused(await window('/events?after=evt_1'), 422, 'VALIDATION_FAILED')
  refused(await window('/events?limit=201'), 422, 'VALIDATION_FAILED')
})

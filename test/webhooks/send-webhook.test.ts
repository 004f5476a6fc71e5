/** Telling events: to whom, signed how, how often, for how long, and what is left when nobody listens. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { insertNewDeliveries } from '../../server/features/jobs/rows/deliveries.ts'
import { setSetting } from '../../server/features/settings/rows.ts'
import { sendAgain } from '../../server/features/webhooks/rows.ts'
import {
  newWebhookSecret,
  publicKeyOf,
  rotateWebhookSecret,
  webhookHeaders,
  webhookSecrets,
} from '../../server/features/webhooks/secrets.ts'
import { systemIds } from '../../server/platform/real-clock.ts'
import { type FlowWorld, inWorld, type WebhookCall } from '../support/flow-world.ts'
import { atEachKind, testScenes } from '../support/kill-scene.ts'
import { JOB_URL, WEBHOOK_SCENES } from '../support/scenes/webhooks.ts'

const HOUR = 3_600_000
const COMPANY_URL = 'http://127.0.0.1:1/company'
const toCompany = { 'webhooks.company_url': COMPANY_URL }
const COMPANY = 'cmp_1'

const pausesOf = (told: readonly WebhookCall[]) => told.slice(1).map((each, index) => each.at - told[index]!.at)
const secretsOf = (world: FlowWorld) => webhookSecrets(world.store, COMPANY, () => assert.fail('no secret'), '')

/** As the published package signs it. */
const signed = (secret: string, told: WebhookCall) =>
  new Webhook(secret).sign(told.id, new Date(Number(told.headers['webhook-timestamp']) * 1000), told.body)

/** The signatures that the shared secret makes; those of the Ed25519 keys stand beside them. */
const symmetric = (told: WebhookCall) =>
  told.headers['webhook-signature']!.split(' ')
    .filter((each) => each.startsWith('v1,'))
    .join(' ')

test('v1a signatures are verified with the public key alone, one for each key that is valid', () => {
  const event = { id: 'evt_1', payload: '{"type":"job.ready","data":{"reference":"Bérmsloot €"}}' }
  const now = new Date()
  const [fresh, former] = [newWebhookSecret(systemIds), newWebhookSecret(systemIds)]
  const secrets = [fresh, former].map((each) => ({ ...each, createdAt: now.toISOString(), expiresAt: null }))
  const headers = webhookHeaders(event, secrets, now)
  const given = headers['webhook-signature']!.split(' ').filter((each) => each.startsWith('v1a,'))
  assert.equal(given.length, 2)
  const verifies = (seed: string, signature: string, payload: string) => {
    const key = publicKeyOf(seed)
    assert.match(key, /^whpk_[A-Za-z0-9+/]{43}=$/)
    const x = Buffer.from(key.slice(5), 'base64').toString('base64url')
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const signed = Buffer.from(`evt_1.${headers['webhook-timestamp']}.${payload}`)
    return verify(null, signed, publicKey, Buffer.from(signature.slice(4), 'base64'))
  }
  assert.ok(verifies(fresh.seed, given[0]!, event.payload))
  assert.ok(verifies(former.seed, given[1]!, event.payload))
  assert.ok(!verifies(former.seed, given[0]!, event.payload))
  assert.ok(!verifies(fresh.seed, given[0]!, event.payload.replace('ready', 'lost')))
})

test('secrets of an earlier version get a key of their own, once', async () => {
  await inWorld({}, async ({ store }) => {
    const now = new Date().toISOString()
    const { secret } = newWebhookSecret(systemIds)
    await setSetting(store.db, COMPANY, 'webhooks.secrets', [{ secret, createdAt: now, expiresAt: null }])
    const make = () => newWebhookSecret(systemIds)
    const first = await webhookSecrets(store, COMPANY, make, now)
    assert.deepEqual([first.length, first[0]?.secret], [1, secret])
    assert.deepEqual(await webhookSecrets(store, COMPANY, make, now), first)
  })
})

test('what is signed the published package takes, with either secret while both are valid, and nothing else', () => {
  const event = { id: 'evt_1', payload: '{"type":"job.ready","data":{"reference":"Bérmsloot €"}}' }
  const now = new Date()
  const [fresh, former, ended] = [newWebhookSecret(systemIds), newWebhookSecret(systemIds), newWebhookSecret(systemIds)]
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString()
  const headers = webhookHeaders(
    event,
    [
      { ...fresh, createdAt: at(0), expiresAt: null },
      { ...former, createdAt: at(-HOUR), expiresAt: at(HOUR) },
      { ...ended, createdAt: at(-HOUR), expiresAt: at(0) },
    ],
    now,
  )
  assert.match(fresh.secret, /^whsec_[A-Za-z0-9+/]{56,}=*$/)
  assert.equal(headers['webhook-signature']?.split(' ').length, 4, 'of each a v1 and a v1a')
  assert.deepEqual(new Webhook(fresh.secret).verify(event.payload, headers), JSON.parse(event.payload))
  assert.deepEqual(new Webhook(former.secret).verify(event.payload, headers), JSON.parse(event.payload))
  assert.throws(() => new Webhook(ended.secret).verify(event.payload, headers))
  assert.throws(() => new Webhook(fresh.secret).verify(event.payload.replace('job.ready', 'job.lost'), headers))
  assert.throws(() => new Webhook(fresh.secret).verify(event.payload, { ...headers, 'webhook-id': 'evt_2' }))
})

test('each try has the same id and body, its own timestamp, and a signature of its own', async () => {
  await inWorld({ webhookUrl: JOB_URL, webhookAnswers: [500, 'nobody there', 302] }, async (world) => {
    await world.live()
    const [secret] = await secretsOf(world)
    assert.equal(world.told.length, 4)
    for (const call of world.told) {
      assert.equal(call.headers['webhook-timestamp'], String(Math.floor(call.at / 1000)))
      assert.equal(symmetric(call), signed(secret!.secret, call))
    }
    assert.equal(new Set(world.told.map((told) => told.id + told.body)).size, 1)
    assert.deepEqual(
      (await world.attempts()).map(({ no, status, error, url }) => [no, status, error, url]),
      [
        [1, 500, 'The address answered 500', JOB_URL],
        [2, null, 'nobody there', JOB_URL],
        [3, 302, 'The address answered 302', JOB_URL],
        [4, 200, null, JOB_URL],
      ],
    )
  })
})

test('an event says what the contract promises', async () => {
  await inWorld({ parts: 2, webhookUrl: JOB_URL }, async (world) => {
    await world.live()
    const { type, timestamp, data } = JSON.parse(world.told[0]!.body)
    assert.equal(type, 'job.ready')
    assert.equal(timestamp, (await world.job()).ready_at)
    const links = data.links
    assert.deepEqual(data, {
      job_id: world.jobId,
      job_ids: [world.jobId],
      revision: 1,
      client_ref: null,
      reference: 'Proef',
      status: 'ready',
      order_ids: ['ord_0', 'ord_1'],
      missing_parts: [],
      links,
    })
    assert.equal(links.self, `http://127.0.0.1:4780/api/v1/jobs/${world.jobId}`)
  })
})

test('an address that never answers is tried ten times in a little over three days, and then no more', async () => {
  await inWorld({ webhookUrl: JOB_URL, webhookAnswers: Array(50).fill(503) }, async (world) => {
    await world.live()
    assert.equal(world.told.length, 10)
    const days = (world.told.at(-1)!.at - world.told[0]!.at) / (24 * HOUR)
    assert.ok(days > 3 && days < 3.5, `${days} days`)
    const pauses = pausesOf(world.told)
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    )
    const [event] = await world.events()
    assert.deepEqual([event?.state, event?.next_attempt_at, event?.last_status], ['given_up', null, 503])
  })
})

testScenes(WEBHOOK_SCENES, atEachKind)

test('a time that passed while the computer slept is made up for at once, not waited for again', async () => {
  await inWorld({ webhookUrl: JOB_URL, webhookAnswers: [500, 200] }, async (world) => {
    await world.untilTried(1)
    const [event] = await world.events()
    const wokenAt = Date.parse(event!.next_attempt_at!) + 9 * HOUR
    world.nowMs = wokenAt
    world.loseQueue()
    await world.live()
    assert.equal(world.told.at(-1)?.at, wokenAt)
    assert.equal((await world.events())[0]?.state, 'sent')
  })
})

test('an address that asks for patience is given it, up to a day', async () => {
  const answers = [
    { status: 429, retryAfterMs: 2 * HOUR },
    { status: 503, retryAfterMs: 1000 * HOUR },
    { status: 503, retryAfterMs: 1000 },
  ]
  await inWorld({ webhookUrl: JOB_URL, webhookAnswers: answers }, async (world) => {
    await world.live()
    assert.deepEqual(pausesOf(world.told), [2 * HOUR, 24 * HOUR, HOUR / 2])
  })
})

test('the address of the job comes first, then that of the company; without either the event is kept and not told', async () => {
  await inWorld({ webhookUrl: JOB_URL, settings: toCompany }, async (world) => {
    await world.live()
    assert.deepEqual(
      world.told.map((told) => told.url),
      [JOB_URL],
    )
  })
  await inWorld({ settings: toCompany }, async (world) => {
    await world.live()
    assert.deepEqual(
      world.told.map((told) => told.url),
      [COMPANY_URL],
    )
  })
  await inWorld({}, async (world) => {
    await world.live()
    assert.equal(world.told.length, 0)
    const [event] = await world.events()
    assert.deepEqual([event?.type, event?.state, event?.target_url], ['job.ready', 'recorded', null])
  })
})

const goneOf = async (world: FlowWorld) => {
  const row = await world.store.db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'webhooks.gone')
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

test('410 from the company URL ends the event and is kept as a fact about that URL', async () => {
  await inWorld({ settings: toCompany, webhookAnswers: [410] }, async (world) => {
    await world.live()
    assert.equal(world.told.length, 1)
    const [event] = await world.events()
    assert.deepEqual([event?.state, event?.last_error], ['given_up', 'The address says that it is gone (410)'])
    assert.deepEqual(await goneOf(world), { url: COMPANY_URL, at: new Date(world.told[0]!.at).toISOString() })
    await supplement(world)
    assert.equal(world.told.length, 1)
    assert.equal((await world.events())[1]?.state, 'recorded')
  })
})

test("410 from a job's own URL says nothing about the company's", async () => {
  await inWorld({ webhookUrl: JOB_URL, settings: toCompany, webhookAnswers: [410] }, async (world) => {
    await world.live()
    assert.equal((await world.events())[0]?.state, 'given_up')
    assert.equal(await goneOf(world), undefined)
  })
})

test('a company URL that is corrected meanwhile gets the next try', async () => {
  await inWorld({ settings: toCompany, webhookAnswers: [500] }, async (world) => {
    await world.untilTried(1)
    await setSetting(world.store.db, COMPANY, 'webhooks.company_url', 'http://127.0.0.1:1/corrected')
    await world.live()
    assert.equal(world.told.at(-1)?.url, 'http://127.0.0.1:1/corrected')
    assert.equal((await world.events())[0]?.state, 'sent')
  })
})

test('a company URL that is removed meanwhile ends the tries', async () => {
  await inWorld({ settings: toCompany, webhookAnswers: [500] }, async (world) => {
    await world.untilTried(1)
    await setSetting(world.store.db, COMPANY, 'webhooks.company_url', null)
    const before = world.told.length
    await world.live()
    assert.equal(world.told.length, before)
    assert.equal((await world.events())[0]?.state, 'given_up')
  })
})

/** The registry has a second, fuller delivery of the first part. */
async function supplement(world: FlowWorld): Promise<void> {
  world.options.supplement = [0]
  await insertNewDeliveries(world.store, 'part_0', [{ id: 'dlv_later', sequence: 2, complete: true, composedAt: null }])
  await world.live()
}

test('a supplement makes a new revision, which is told as an event of its own', async () => {
  await inWorld({ parts: 2, webhookUrl: JOB_URL }, async (world) => {
    await world.live()
    await supplement(world)
    const job = await world.job()
    assert.deepEqual([job.status, job.revision], ['ready', 2])
    const told = world.told.map(({ id, body }) => ({ id, ...JSON.parse(body) }))
    assert.deepEqual(
      told.map(({ type, data }) => [type, data.revision, data.status]),
      [
        ['job.ready', 1, 'ready'],
        ['job.ready', 2, 'ready'],
      ],
    )
    assert.notEqual(told[0]?.id, told[1]?.id)
  })
})

test('sent again on demand, an event has its id and a whole new plan, and its tries are counted on', async () => {
  await inWorld({ webhookUrl: JOB_URL, webhookAnswers: [...Array(10).fill(500), 500, 500, 200] }, async (world) => {
    await world.live()
    const [event] = await world.events()
    assert.equal(event?.state, 'given_up')
    assert.ok(await sendAgain(world.store.db, COMPANY, event!.id, { target: 'job', url: JOB_URL }))
    await world.live()
    assert.equal((await world.events())[0]?.state, 'sent')
    assert.deepEqual(
      (await world.attempts()).map((attempt) => attempt.no),
      Array.from({ length: 13 }, (_, index) => index + 1),
    )
    assert.equal(new Set(world.told.map((told) => told.id)).size, 1)
    assert.equal(pausesOf(world.told.slice(10))[0], 5000)
  })
})

test('a rotated secret signs beside its successor until it ends', async () => {
  await inWorld({ webhookUrl: JOB_URL, webhookAnswers: [500, 500, 500, 500] }, async (world) => {
    await world.untilTried(1)
    const now = new Date(world.nowMs)
    const [former] = await secretsOf(world)
    const { secret, seed } = newWebhookSecret(systemIds)
    const overlapEndsAt = new Date(now.getTime() + HOUR).toISOString()
    await rotateWebhookSecret(world.store, COMPANY, { secret, seed, now: now.toISOString(), overlapEndsAt })
    await world.live()
    const later = world.told.filter((told) => told.at > now.getTime())
    const both = later.filter((told) => told.at < Date.parse(overlapEndsAt))
    const after = later.filter((told) => told.at >= Date.parse(overlapEndsAt))
    assert.ok(both.length > 0 && after.length > 0)
    for (const call of both) {
      assert.equal(symmetric(call), `${signed(secret, call)} ${signed(former!.secret, call)}`)
    }
    for (const call of after) assert.equal(symmetric(call), signed(secret, call))
  })
})

/** A server for others, behind a proxy that speaks TLS: names, origins, cookies, links, and what is for one computer only. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { openWorld, refused, START_DATE, type World } from '../support/api-world.ts'

const PUBLIC = 'https://klic.office.example'
const office = { isLocal: false, proxies: 1, baseUrl: () => PUBLIC }

/** fetch() sends no Host of our choice. */
const withHost = (world: World, host: string, path = '/health/live', headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    request(world.baseUrl + path, { headers: { ...headers, Host: host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode!)
    })
      .on('error', reject)
      .end()
  })

test('it answers under its public name and under numbers, which no page elsewhere can borrow', async (t) => {
  const world = await openWorld(t, office)
  for (const host of ['klic.office.example', '10.0.0.5:4780', '[fd00::5]:4780', '127.0.0.1']) {
    assert.equal(await withHost(world, host), 200, host)
  }
  for (const host of ['office.example', 'klic.office.example.evil.example', 'evil.example', '1.2.3.4.evil.example']) {
    assert.equal(await withHost(world, host), 403, host)
  }
})

test('only pages that came by https under its own name are its own', async (t) => {
  const world = await openWorld(t, office)
  assert.equal((await world.v1('/jobs', { headers: { Origin: PUBLIC } })).status, 200)
  for (const Origin of ['http://klic.office.example', world.baseUrl, 'https://evil.example']) {
    refused(await world.v1('/jobs', { headers: { Origin } }), 403, 'ORIGIN_NOT_ALLOWED')
  }
})

test('its cookies travel encrypted only, and browsers are told to stay with https', async (t) => {
  const world = await openWorld(t, office)
  const { reply, window } = await world.signIn()
  assert.match(reply.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Strict; Path=\/; Secure; Max-Age=/)
  assert.equal(reply.headers.get('strict-transport-security'), 'max-age=31536000')
  const left = await window('/session', { method: 'DELETE' })
  assert.match(left.headers.get('set-cookie') ?? '', /Secure; Max-Age=0/)

  const local = await openWorld(t)
  const { reply: plain } = await local.signIn()
  assert.doesNotMatch(plain.headers.get('set-cookie') ?? '', /Secure/)
  assert.equal(plain.headers.get('strict-transport-security'), null)
})

test('who calls is what the proxy says, and only what the last proxy says', async (t) => {
  const world = await openWorld(t, office)
  const asked = { geometry: { type: 'Point', coordinates: [0, 0] }, klic_type: 'ORIENT' }
  await world.v1('/jobs', { method: 'POST', body: asked })
  const job = await world.quote({ klic_type: 'GRAAF', start_date: START_DATE })
  const headers = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7', 'X-Forwarded-Proto': 'https' }
  const submitted = await world.v1(`/jobs/${job.job_id}/submit`, { method: 'POST', body: {}, headers })
  assert.equal(submitted.status, 202, submitted.text)
  const acts = await world.store.db.selectFrom('audit').select('address').execute()
  assert.deepEqual(acts, [{ address: '198.51.100.7' }])

  const local = await openWorld(t)
  const own = await local.quote()
  await local.v1(`/jobs/${own.job_id}/submit`, { method: 'POST', body: {}, headers })
  const [act] = await local.store.db.selectFrom('audit').select('address').execute()
  assert.match(act?.address ?? '', /127\.0\.0\.1/)
})

test('every address that it gives begins with the public one', async (t) => {
  const world = await openWorld(t, office)
  const job = await world.quote()
  const asWhole = JSON.stringify(job)
  assert.ok(asWhole.includes(`${PUBLIC}/api/v1/jobs/${job.job_id}`))
  const ogc = await world.ask('/ogc')
  const { window } = await world.signIn()
  const gis = await window('/gis', { method: 'POST', body: {} })
  for (const text of [asWhole, ogc.text, gis.text]) assert.ok(!text.includes('127.0.0.1'), text)
})

test('what is for programs on the same computer is refused to everybody: a proxy makes all of them look so', async (t) => {
  const world = await openWorld(t, office)
  const from = { 'X-Forwarded-For': '127.0.0.1' }
  const ask = (path: string, body: object) => world.ask(path, { method: 'POST', body, headers: from })
  refused(await ask('/pair', { client: 'QGIS' }), 403, 'PERMISSION_DENIED')
  refused(await ask('/pair/pair_1/key', { secret: 'a secret of nobody at all' }), 403, 'PERMISSION_DENIED')
  refused(await ask('/local/merges', { deliveries: ['/etc/hostname'] }), 403, 'PERMISSION_DENIED')
  refused(await world.ask(`/k/${world.keys.read}/ogc`, { key: null, headers: from }), 403, 'PERMISSION_DENIED')
  const { window } = await world.signIn()
  const { json } = await window('/gis', { method: 'POST', body: {} })
  assert.equal((json as { address: string }).address, `${PUBLIC}/ogc`)
})

test('told to stop, it says first that it is not ready, and still answers', async (t) => {
  let isStopping = false
  const world = await openWorld(t, { ...office, isStopping: () => isStopping })
  assert.equal((await world.ask('/health/ready')).status, 200)
  isStopping = true
  refused(await world.ask('/health/ready'), 503, 'UNAVAILABLE')
  assert.equal((await world.ask('/health/live')).status, 200)
  assert.equal((await world.v1('/jobs')).status, 200)
})

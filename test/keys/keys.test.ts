/** Keys: their secret, their life, and what each may do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import type { z } from 'zod'
import { ROUTES } from '../../server/api/routes.ts'
import { NewKey } from '../../server/features/keys/schema.ts'
import { openWorld, pointers, refused, START, shown } from '../support/api-world.ts'

type NewKeyView = z.infer<typeof NewKey>
const KeyList = ROUTES.listKeys.responses[200]

test('a key is made with its secret, which is never shown or kept again', async (t) => {
  const world = await openWorld(t)
  const made = shown(NewKey, await world.v1('/keys', { method: 'POST', body: { name: 'ERP' } }), 201)
  assert.match(made.key_id, /^key_[0-9A-Za-z]{20}$/)
  assert.deepEqual([made.permissions, made.expires_at, made.revoked_at], [['read'], null, null])
  assert.ok(made.secret.startsWith(made.prefix))
  assert.match(made.created_by, /^key:key_/)
  const listed = await world.v1('/keys')
  assert.equal(shown(KeyList, listed).data.length, 4)
  const random = made.secret.slice(made.prefix.length)
  assert.ok(!listed.text.includes(random))
  const rows = JSON.stringify(await world.store.db.selectFrom('api_key').selectAll().execute())
  assert.ok(!rows.includes(random))
})

test('a secret has 32 random characters and a checksum that a scanner can check', async (t) => {
  const world = await openWorld(t)
  const { secret } = await world.keyWith(['read'])
  const [, body, sum] = /^(klic_sim_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(secret) ?? []
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const value = [...sum!].reduce((total, digit) => total * 62 + alphabet.indexOf(digit), 0)
  assert.equal(value, crc32(body!))
})

test('a secret names the environment it was made for', async (t) => {
  const world = await openWorld(t)
  await world.set('registry.environment', 'production')
  assert.match((await world.keyWith(['read'])).secret, /^klic_live_/)
})

test('two keys never have the same secret', async (t) => {
  const world = await openWorld(t)
  const secrets = await Promise.all(Array.from({ length: 50 }, async () => (await world.keyWith(['read'])).secret))
  assert.equal(new Set(secrets).size, 50)
})

test('a revoked key stops working at once, and revoking it again is no error', async (t) => {
  const world = await openWorld(t)
  const { key, secret } = await world.keyWith(['read'])
  assert.equal((await world.v1('/jobs', { key: secret })).status, 200)
  const remove = () => world.v1(`/keys/${key.id}`, { method: 'DELETE' })
  const first = await remove()
  assert.deepEqual([first.status, first.text], [204, ''])
  const { message } = refused(await world.v1('/jobs', { key: secret }), 401, 'API_KEY_INVALID')
  for (const why of [/mistyped/, /revoked/, /another server or data folder/, /klic key create/])
    assert.match(message, why)
  world.pass(5000)
  assert.equal((await remove()).status, 204)
  const listed = shown(KeyList, await world.v1('/keys')).data.find((each) => each.key_id === key.id)
  assert.equal(listed?.revoked_at, START)
})

test('a key works until it expires, and does not begin expired', async (t) => {
  const world = await openWorld(t)
  const past = { name: 'x', expires_at: START }
  const detail = refused(await world.v1('/keys', { method: 'POST', body: past }), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(detail), ['/expires_at'])
  const body = { name: 'x', expires_at: '2026-03-06T12:00:00Z' }
  const { secret } = shown(NewKey, await world.v1('/keys', { method: 'POST', body }), 201)
  world.pass(3_599_999)
  assert.equal((await world.v1('/jobs', { key: secret })).status, 200)
  world.pass(1)
  refused(await world.v1('/jobs', { key: secret }), 401, 'API_KEY_EXPIRED')
})

test('the last use is noted, once a minute at most', async (t) => {
  const world = await openWorld(t)
  const { key, secret } = await world.keyWith(['read'])
  const lastUse = async () =>
    shown(KeyList, await world.v1('/keys')).data.find((each) => each.key_id === key.id)?.last_used_at
  assert.equal(await lastUse(), null)
  await world.v1('/jobs', { key: secret })
  world.pass(59_999)
  await world.v1('/jobs', { key: secret })
  assert.equal(await lastUse(), START)
  world.pass(1)
  await world.v1('/jobs', { key: secret })
  assert.equal(await lastUse(), '2026-03-06T11:01:00.000Z')
})

test("another company's key can be neither seen nor revoked", async (t) => {
  const world = await openWorld(t)
  const { key } = await world.keyWith(['read'])
  const { secret: stranger } = await world.keyWith(['read', 'write', 'admin'], await world.company())
  refused(await world.v1(`/keys/${key.id}`, { method: 'DELETE', key: stranger }), 404, 'NOT_FOUND')
  assert.equal(shown(KeyList, await world.v1('/keys', { key: stranger })).data.length, 1)
})

test('keys are listed in pages, those that were not revoked first, and by their kind', async (t) => {
  const world = await openWorld(t)
  const { data: all, pagination } = shown(KeyList, await world.v1('/keys?page_size=200'))
  assert.deepEqual(pagination, {
    page: 1,
    page_size: 200,
    as_of: all[0]!.created_at,
    total: all.length,
    total_pages: 1,
  })
  const { key } = await world.keyWith(['read'])
  const newest = key.id
  await world.v1(`/keys/${newest}`, { method: 'DELETE' })
  const ids: string[] = []
  for (let page = 1; page <= all.length + 1; page++)
    ids.push(...shown(KeyList, await world.v1(`/keys?page=${page}&page_size=1`)).data.map(({ key_id }) => key_id))
  assert.deepEqual(ids, [...all.map(({ key_id }) => key_id), newest])
  assert.deepEqual(shown(KeyList, await world.v1('/keys?kind=gis')).data, [])
  refused(await world.v1('/keys?kind=x'), 422, 'VALIDATION_FAILED')
})

test('a new key needs a name, known permissions and nothing else', async (t) => {
  const world = await openWorld(t)
  const body = { name: '', permissions: ['root'], secret: 'mine' }
  const detail = refused(await world.v1('/keys', { method: 'POST', body }), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(detail), ['/name', '/permissions/0', '/secret'])
})

test('a key made by a key ends no later than its maker', async (t) => {
  const world = await openWorld(t)
  const make = async (key: string | undefined, more: object) =>
    world.v1('/keys', { method: 'POST', ...(key ? { key } : {}), body: { name: 'x', permissions: ['admin'], ...more } })
  const maker = shown(NewKey, await make(undefined, { expires_in_days: 10 }), 201)
  const made = shown(NewKey, await make(maker.secret, {}), 201)
  assert.equal(made.expires_at, maker.expires_at)
  assert.equal(
    shown(NewKey, await make(maker.secret, { expires_in_days: 9 }), 201).expires_at! < maker.expires_at!,
    true,
  )
  assert.deepEqual(pointers(refused(await make(made.secret, { expires_in_days: 11 }), 422, 'VALIDATION_FAILED')), [
    '/expires_at',
  ])
})

test('revoking a key that made others asks what becomes of those', async (t) => {
  const world = await openWorld(t)
  const make = async (key: string, name: string) =>
    shown(NewKey, await world.v1('/keys', { method: 'POST', key, body: { name, permissions: ['read', 'admin'] } }), 201)
  const line = async () => {
    const first = shown(
      NewKey,
      await world.v1('/keys', { method: 'POST', body: { name: 'first', permissions: ['read', 'admin'] } }),
      201,
    )
    const second = await make(first.secret, 'second')
    return { first, second, third: await make(second.secret, 'third') }
  }
  const works = async ({ secret }: NewKeyView) => (await world.v1('/jobs', { key: secret })).status === 200
  const revoke = ({ key_id }: NewKeyView, query = '') => world.v1(`/keys/${key_id}${query}`, { method: 'DELETE' })

  const { first, second, third } = await line()
  const detail = refused(await revoke(first), 409, 'ACCESS_REMAINS') as unknown as { keys: { name: string }[] }
  assert.deepEqual(detail.keys.map(({ name }) => name).sort(), ['second', 'third'])
  assert.deepEqual(await Promise.all([first, second, third].map(works)), [true, true, true])
  assert.equal((await revoke(first, '?made_keys=revoke')).status, 204)
  assert.deepEqual(await Promise.all([first, second, third].map(works)), [false, false, false])
  assert.equal((await revoke(first)).status, 204)

  const kept = await line()
  assert.equal((await revoke(kept.first, '?made_keys=keep')).status, 204)
  assert.deepEqual(await Promise.all([kept.first, kept.second, kept.third].map(works)), [false, true, true])
})

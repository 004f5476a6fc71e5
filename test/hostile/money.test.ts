/** Attacks on what is paid: what a key, a client_ref or a quote must not be able to bring about. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Job } from '../../server/features/jobs/schema.ts'
import { NewKey } from '../../server/features/keys/schema.ts'
import type { Permission } from '../../server/platform/http/permissions.ts'
import { GARDEN, refused, shown, TRENCH, type World } from '../support/api-world.ts'
import { openAttacked } from '../support/attacked-world.ts'

const ORIENT = { geometry: GARDEN, klic_type: 'ORIENT' }
const paid = async (world: World): Promise<number> =>
  (await world.store.db.selectFrom('audit').select('amount_cents').execute()).reduce(
    (sum, { amount_cents }) => sum + amount_cents,
    0,
  )
const post = (world: World, body: object, key?: string) => world.v1('/jobs', { method: 'POST', body, key })
const keyBy = async (world: World, key: string, body: object) =>
  shown(NewKey, await world.v1('/keys', { method: 'POST', body: { name: 'child', ...body }, key }), 201)
const limited = async (world: World, permissions: Permission[], daily_limit: string) =>
  (await keyBy(world, world.keys.admin, { permissions, daily_limit })).secret

test('a key with admin alone neither reads nor spends, and one with write alone only spends', async (t) => {
  const world = await openAttacked(t)
  const { secret: admin } = await world.keyWith(['admin'])
  const { job_id } = await world.quote()
  for (const path of ['/jobs', `/jobs/${job_id}`, '/requests']) {
    refused(await world.v1(path, { key: admin }), 403, 'PERMISSION_DENIED')
  }
  for (const path of [
    '/ogc',
    `/k/${admin}/ogc`,
    `/tiles/${job_id}/tile.json`,
    `/k/${admin}/tiles/${job_id}/tile.json`,
  ]) {
    refused(await world.ask(path, { key: path.startsWith('/k/') ? null : admin }), 403, 'PERMISSION_DENIED')
  }
  refused(await post(world, ORIENT, admin), 403, 'PERMISSION_DENIED')
  refused(await post(world, { ...ORIENT, submit: true }, admin), 403, 'PERMISSION_DENIED')
  refused(await world.v1(`/jobs/${job_id}/submit`, { method: 'POST', key: admin }), 403, 'PERMISSION_DENIED')
  assert.equal((await world.v1('/keys', { key: admin })).status, 200)

  const { secret: write } = await world.keyWith(['write'])
  refused(await post(world, ORIENT, write), 403, 'PERMISSION_DENIED')
  refused(await world.v1('/jobs', { key: write }), 403, 'PERMISSION_DENIED')
  assert.equal((await post(world, { ...ORIENT, submit: true }, write)).status, 202)
  assert.equal(await paid(world), 3995)
})

test('a key hands on no permission that it lacks', async (t) => {
  const world = await openAttacked(t)
  const { secret: admin } = await world.keyWith(['admin'])
  for (const permissions of [['read'], ['write'], ['read', 'admin'], undefined]) {
    const body = { name: 'more', permissions }
    refused(await world.v1('/keys', { method: 'POST', body, key: admin }), 403, 'PERMISSION_DENIED')
  }
  assert.deepEqual((await keyBy(world, admin, { permissions: ['admin'] })).permissions, ['admin'])
})

test('the keys that a key makes spend within its daily limit, all of them together and their own keys as well', async (t) => {
  const world = await openAttacked(t)
  const parent = await limited(world, ['read', 'write', 'admin'], '79.90')
  const child = await keyBy(world, parent, { permissions: ['read', 'write', 'admin'] })
  assert.equal(child.daily_limit, '79.90', 'without a limit it has that of its maker')
  const tooMuch = { name: 'x', daily_limit: '79.91' }
  refused(await world.v1('/keys', { method: 'POST', body: tooMuch, key: parent }), 422, 'VALIDATION_FAILED')
  const grandchild = await keyBy(world, child.secret, { permissions: ['read', 'write'], daily_limit: '79.90' })
  const submit = (key: string) => post(world, { ...ORIENT, submit: true }, key)
  assert.equal((await submit(grandchild.secret)).status, 202)
  assert.equal((await submit(child.secret)).status, 202)
  for (const key of [parent, child.secret, grandchild.secret]) refused(await submit(key), 402, 'SPENDING_LIMIT')
  assert.equal((await submit(world.keys.write)).status, 202, 'others are not held by it')
  assert.equal(await paid(world), 3 * 3995)
})

test('an administrator’s key that may spend nothing makes none that may', async (t) => {
  const world = await openAttacked(t)
  const parent = await limited(world, ['read', 'write', 'admin'], '0.00')
  const child = await keyBy(world, parent, { permissions: ['read', 'write'] })
  refused(await post(world, { ...ORIENT, submit: true }, child.secret), 402, 'SPENDING_LIMIT')
  assert.equal(await paid(world), 0)
})

/** Where each key may file, by the registry at which it was made. */
const MAY_FILE = {
  simulator: ['simulator'],
  eto: ['simulator', 'eto'],
  production: ['simulator', 'eto', 'production'],
} as const
const REGISTRIES = ['simulator', 'eto', 'production'] as const

for (const made of REGISTRIES) {
  test(`a key that was made with the registry ${made} files at ${MAY_FILE[made].join(', ')} only`, async (t) => {
    const world = await openAttacked(t)
    await world.set('registry.environment', made)
    const { key, secret } = await world.keyWith(['read', 'write'])
    assert.equal(key.environment, made)
    for (const registry of REGISTRIES) {
      await world.set('registry.environment', registry)
      const before = await paid(world)
      const { job_id } = await world.quote()
      const replies = [
        await post(world, { ...ORIENT, submit: true, client_ref: registry }, secret),
        await world.v1(`/jobs/${job_id}/submit`, { method: 'POST', key: secret }),
      ]
      if ((MAY_FILE[made] as readonly string[]).includes(registry)) {
        for (const reply of replies) assert.equal(reply.status, 202, reply.text)
      } else {
        for (const reply of replies) {
          const detail = refused(reply, 403, 'KEY_ENVIRONMENT')
          assert.deepEqual([detail.key_environment, detail.registry_environment], [made, registry])
        }
        assert.equal(await paid(world), before)
      }
    }
  })
}

test('a key of the simulator makes no key that files at Kadaster', async (t) => {
  const world = await openAttacked(t)
  await world.set('registry.environment', 'production')
  const child = await keyBy(world, world.keys.admin, { permissions: ['read', 'write'] })
  assert.match(child.secret, /^klic_sim_/)
  assert.equal(child.environment, 'simulator')
  refused(await post(world, { ...ORIENT, submit: true }, child.secret), 403, 'KEY_ENVIRONMENT')
  const { window } = await world.signIn()
  const body = { name: 'by the window', permissions: ['read', 'write'] }
  const own = shown(NewKey, await window('/keys', { method: 'POST', body }), 201)
  assert.equal((await post(world, { ...ORIENT, submit: true }, own.secret)).status, 202)
})

const OTHERS = {
  geometry: { geometry: TRENCH },
  klic_type: { klic_type: 'GRAAF', start_date: '2026-03-16' },
  cut_rules: { cut_rules: { max_extra_m: 20 } },
  webhook_url: { webhook_url: 'https://attacker.example/hook' },
}
for (const [field, other] of Object.entries(OTHERS)) {
  test(`a submission whose ${field} is another than a write key asked first under its client_ref files nothing`, async (t) => {
    const world = await openAttacked(t)
    const mine = { ...ORIENT, client_ref: 'ERP-1' }
    const first = shown(Job, await post(world, { ...mine, ...other }, world.keys.write), 201)
    const detail = refused(await post(world, { ...mine, submit: true }, world.keys.write), 409, 'CLIENT_REF_CONFLICT')
    assert.equal(detail.job_id, first.job_id)
    assert.ok(detail.errors?.some(({ pointer }) => pointer === `/${field}`))
    assert.equal(await paid(world), 0)
    assert.equal(shown(Job, await world.v1(`/jobs/${first.job_id}`)).status, 'quoted')
  })

  test(`a submission replaces the ${field} that a read key asked first under its client_ref`, async (t) => {
    const world = await openAttacked(t)
    const mine = { ...ORIENT, client_ref: 'ERP-1' }
    const first = shown(Job, await post(world, { ...mine, ...other }, world.keys.read), 201)
    const job = shown(Job, await post(world, { ...mine, submit: true }, world.keys.write), 202)
    assert.equal(job.job_id, first.job_id)
    assert.equal(job.klic_type, 'ORIENT')
    assert.equal(job.quote.total.amount, '39.95')
    assert.equal(job.webhook_url, null)
    assert.ok(job.warnings.some(({ code }) => code === 'QUOTE_REPLACED'))
    assert.equal(await paid(world), 3995)
  })
}

test('what a key asked that may not pay gives way to what one asks that may: nothing of the first is filed', async (t) => {
  const world = await openAttacked(t)
  const asked = {
    geometry: TRENCH,
    klic_type: 'ORIENT',
    client_ref: 'ERP-2',
    reference: 'attack',
    webhook_url: 'https://attacker.example/hook',
  }
  const first = shown(Job, await post(world, asked, world.keys.read), 201)
  const mine = { ...ORIENT, client_ref: 'ERP-2', reference: 'own' }
  const quoted = shown(Job, await post(world, mine, world.keys.write), 200)
  assert.equal(quoted.job_id, first.job_id)
  assert.deepEqual([quoted.geometry, quoted.reference, quoted.webhook_url], [GARDEN, 'own', null])
  const again = shown(Job, await post(world, asked, world.keys.read), 200)
  assert.deepEqual([again.geometry, again.reference], [GARDEN, 'own'], 'and is not taken back by the first')
  const filed = shown(
    Job,
    await world.v1(`/jobs/${first.job_id}/submit`, { method: 'POST', key: world.keys.write }),
    202,
  )
  assert.deepEqual([filed.geometry, filed.reference, filed.webhook_url], [GARDEN, 'own', null])
})

test('only its reference another than a read key asked: the submission files its own', async (t) => {
  const world = await openAttacked(t)
  await post(world, { ...ORIENT, client_ref: 'ERP-3', reference: 'attack' }, world.keys.read)
  const mine = { ...ORIENT, client_ref: 'ERP-3', reference: 'own', submit: true }
  const filed = shown(Job, await post(world, mine, world.keys.write), 202)
  assert.equal(filed.reference, 'own')
  assert.equal(await paid(world), 3995)
})

test('a key that may not pay corrects nothing that the registry refused', async (t) => {
  const world = await openAttacked(t)
  const { job_id } = await world.quote({ client_ref: 'ERP-4', submit: true })
  await world.put(job_id, 'rejected', 'rejected')
  const reply = await post(world, { ...ORIENT, geometry: TRENCH, client_ref: 'ERP-4' }, world.keys.read)
  assert.deepEqual(shown(Job, reply, 202).status, 'rejected')
})

/** What outlives a person: API keys, the keys that those made, and links for the site. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ROUTES } from '../../server/api/routes.ts'
import { NewKey } from '../../server/features/keys/schema.ts'
import { NewSiteLink } from '../../server/features/site-package/schema.ts'
import { openWorld, refused, shown } from '../support/api-world.ts'

const KeyList = ROUTES.listKeys.responses[200]

interface Remains {
  keys: { name: string }[]
  keys_total: number
  site_links: { name: string }[]
  site_links_total: number
}

/** An administrator who made a key, which made another, and a link for the site. */
async function withAdministrator(t: TestContext) {
  const world = await openWorld(t, { isLocal: false })
  const { window: desk } = await world.signIn()
  const userId = await world.user('administrator')
  const { window: hers } = await world.signInAs(userId)
  const { job_id } = await world.quote()
  await world.put(job_id, 'ready')
  const body = { name: 'her key', permissions: ['read', 'write', 'admin'] }
  const first = shown(NewKey, await hers('/keys', { method: 'POST', body }), 201)
  const bySecond = { name: 'key of her key', permissions: ['read'] }
  const second = shown(NewKey, await world.v1('/keys', { method: 'POST', key: first.secret, body: bySecond }), 201)
  const link = shown(
    NewSiteLink,
    await hers(`/jobs/${job_id}/site-links`, { method: 'POST', body: { name: 'Jan', days: 14 } }),
    201,
  )
  const works = async () => {
    const keys = await Promise.all([first, second].map(({ secret }) => world.v1('/jobs', { key: secret })))
    const linksLeft = await world.store.db
      .selectFrom('site_link')
      .select('id')
      .where('revoked_at', 'is', null)
      .execute()
    return [...keys.map(({ status }) => status === 200), linksLeft.length > 0]
  }
  const at = `/users/${userId}`
  return { world, desk, at, first, second, link, works }
}

const remainsOf = (reply: Parameters<typeof refused>[0]): Remains =>
  refused(reply, 409, 'ACCESS_REMAINS') as unknown as Remains

test('removing a user asks what becomes of her keys and site links, and changes nothing until it is said', async (t) => {
  const { desk, at, works } = await withAdministrator(t)
  const remains = remainsOf(await desk(at, { method: 'DELETE' }))
  assert.deepEqual(remains.keys.map(({ name }) => name).sort(), ['her key', 'key of her key'])
  assert.deepEqual([remains.keys_total, remains.site_links_total], [2, 1])
  assert.deepEqual(
    remains.site_links.map(({ name }) => name),
    ['Jan'],
  )
  assert.deepEqual(await works(), [true, true, true])
  assert.equal((await desk(`${at}?access=revoke`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(await works(), [false, false, false])
})

test('what is taken over works on under the name of who took it', async (t) => {
  const { world, desk, at, first, works } = await withAdministrator(t)
  assert.equal((await desk(`${at}?access=take_over`, { method: 'DELETE' })).status, 204)
  assert.deepEqual(await works(), [true, true, true])
  const keys = shown(KeyList, await world.v1('/keys')).data
  assert.match(keys.find(({ key_id }) => key_id === first.key_id)!.created_by, /^window/)
  assert.equal(keys.find(({ name }) => name === 'key of her key')!.created_by, `key:${first.key_id}`)
})

test('demoting a user asks about what she may not make any more', async (t) => {
  const { desk, at, works } = await withAdministrator(t)
  const demote = (role: string, access?: string) =>
    desk(at, { method: 'PUT', body: { role, ...(access ? { access } : {}) } })
  const asMember = remainsOf(await demote('member'))
  assert.deepEqual([asMember.keys_total, asMember.site_links_total], [2, 0])
  assert.equal((await demote('member', 'revoke')).status, 200)
  assert.deepEqual(await works(), [false, false, true])
  const asViewer = remainsOf(await demote('viewer'))
  assert.deepEqual([asViewer.keys_total, asViewer.site_links_total], [0, 1])
  assert.equal((await demote('viewer', 'revoke')).status, 200)
  assert.deepEqual(await works(), [false, false, false])
})

test('a user who left nothing that works is removed without a question', async (t) => {
  const { world, desk, at, first, second } = await withAdministrator(t)
  for (const { key_id } of [second, first])
    assert.equal((await world.v1(`/keys/${key_id}`, { method: 'DELETE' })).status, 204)
  world.pass(15 * 86_400_000)
  assert.equal((await desk(at, { method: 'DELETE' })).status, 204)
})

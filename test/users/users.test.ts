/** Users: the first owner, signing in, invitations, roles, passwords, sessions. */

import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { test } from 'node:test'
import { CalendarFeed } from '../../server/features/digging/schema.ts'
import { ActPage } from '../../server/features/settings/audit-schema.ts'
import { hashPassword } from '../../server/features/users/passwords.ts'
import { InvitationView, NewInvitation, USER_ROUTES, User } from '../../server/features/users/schema.ts'
import { Session } from '../../server/features/users/session-schema.ts'
import { type Call, GARDEN, openWorld, pointers, refused, shown, type World } from '../support/api-world.ts'

const OLGA = { name: 'Olga Eigenaar', email: 'olga@graafbedrijf.example', password: 'kabels liggen overal' }
const Users = USER_ROUTES.listUsers.responses[200]
const Sessions = USER_ROUTES.listSessions.responses[200]

const open = (world: World, path: string, body?: object): ReturnType<World['ask']> =>
  world.ask(`/dashboard/api${path}`, { method: body ? 'POST' : 'GET', body, key: null })
const signIn = (world: World, email = OLGA.email, password = OLGA.password) =>
  open(world, '/sign-in', { email, password })
const windowOf = (world: World, reply: Awaited<ReturnType<World['ask']>>) => {
  const headers = {
    Cookie: reply.headers.get('set-cookie')!.split(';')[0]!,
    'X-CSRF-Token': (reply.json as { csrf_token: string }).csrf_token,
  }
  return (path: string, call: Call = {}) => world.ask(`/dashboard/api${path}`, { key: null, ...call, headers })
}

const withOwner = async (world: World) => {
  const { window } = await world.signIn()
  return { desk: window, olga: shown(User, await window('/users', { method: 'POST', body: OLGA }), 201) }
}

test('on a fresh server the holder of the one-time token makes the owner, once', async (t) => {
  const world = await openWorld(t)
  assert.deepEqual((await open(world, '/entrance')).json, { has_users: false })
  const { desk, olga } = await withOwner(world)
  assert.equal(olga.role, 'owner')
  assert.deepEqual((await open(world, '/entrance')).json, { has_users: true })
  refused(await desk('/users', { method: 'POST', body: { ...OLGA, email: 'b@x.example' } }), 409, 'USER_CONFLICT')
})

test('the owner signs in with address and password, in any case of letters, and files in her own name', async (t) => {
  const world = await openWorld(t)
  const { desk, olga } = await withOwner(world)
  const reply = await signIn(world, ' Olga@Graafbedrijf.EXAMPLE ')
  const session = shown(Session, reply, 201)
  assert.deepEqual(session.user, { user_id: olga.user_id, name: OLGA.name, email: OLGA.email, role: 'owner' })
  assert.match(
    reply.headers.getSetCookie()[0]!,
    /^klic_session=\w{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=\d+$/,
  )
  const body = { geometry: GARDEN, klic_type: 'ORIENT', submit: true }
  assert.equal((await windowOf(world, reply)('/jobs', { method: 'POST', body })).status, 202)
  const [act] = shown(ActPage, await desk('/audit')).data
  assert.deepEqual([act!.actor, act!.actor_name], [`user:${olga.user_id}`, OLGA.name])
})

test('ids in logs have the names of people, also of who left, and of keys; the person at the desk is named there', async (t) => {
  const world = await openWorld(t, { osUser: 'sanne' })
  const { desk, olga } = await withOwner(world)
  const join = async (email: string, role: string, name: string) => {
    const { token } = shown(NewInvitation, await desk('/invitations', { method: 'POST', body: { email, role } }), 201)
    return windowOf(world, await open(world, '/invitations/accept', { token, name, password: OLGA.password }))
  }
  const viewer = await join('vera@x.example', 'viewer', 'Vera Lezer')
  const named = async () => {
    const { data } = shown(USER_ROUTES.listNames.responses[200], await viewer('/names'))
    return new Map(data.map(({ id, name }) => [id, name]))
  }
  const { data: keys } = (await desk('/keys')).json as { data: { key_id: string; name: string }[] }
  assert.equal((await named()).get(olga.user_id), OLGA.name)
  assert.equal((await named()).get(keys[0]!.key_id), keys[0]!.name)
  const filed = async () => {
    const body = { geometry: GARDEN, klic_type: 'ORIENT', submit: true }
    assert.equal((await desk('/jobs', { method: 'POST', body })).status, 202)
    return shown(ActPage, await desk('/audit')).data[0]!.actor
  }
  assert.equal(shown(Session, await desk('/session')).desk_name, 'sanne')
  assert.equal(await filed(), 'window:sanne')
  await world.set('people.desk_name', 'Sanne de Vries')
  world.pass(1000)
  assert.equal(await filed(), 'window:Sanne de Vries')
  await join('piet@x.example', 'owner', 'Piet Eigenaar')
  assert.equal((await desk(`/users/${olga.user_id}`, { method: 'DELETE' })).status, 204)
  assert.equal((await named()).get(olga.user_id), OLGA.name)
})

test('what is kept of a password is argon2id with a salt of its own, and no answer or log line holds it', async (t) => {
  // What the server takes where its composition gives no cost: the figures of OWASP.
  const world = await openWorld(t, { passwordCost: undefined })
  const { desk } = await withOwner(world)
  await signIn(world)
  const rows = await world.store.db.selectFrom('user').selectAll().execute()
  assert.match(rows[0]!.password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{29,30}\$[\w+/]{43}$/)
  const [one, two] = [await hashPassword(world.services, 'same'), await hashPassword(world.services, 'same')]
  assert.notEqual(one, two)
  for (const text of [JSON.stringify(rows), (await desk('/users')).text, world.lines.join('')]) {
    assert.ok(!text.includes(OLGA.password))
  }
  assert.ok(!(await desk('/users')).text.includes('argon2'))
})

test('an unknown address and a wrong password get the same answer after the same work', async (t) => {
  const world = await openWorld(t)
  await withOwner(world)
  const wrong = refused(await signIn(world, OLGA.email, 'not this one'), 401, 'SIGN_IN_FAILED')
  const unknown = refused(await signIn(world, 'nobody@graafbedrijf.example'), 401, 'SIGN_IN_FAILED')
  assert.equal(wrong.message, unknown.message)
  const derived = async (email: string): Promise<number> => {
    let count = 0
    const init = (_id: number, type: string): void => {
      if (type === 'ARGON2REQUEST') count++
    }
    const hook = createHook({ init }).enable()
    await signIn(world, email, 'not this one')
    hook.disable()
    return count
  }
  assert.deepEqual([await derived(OLGA.email), await derived('other@graafbedrijf.example')], [1, 1])
})

test('passwords are tried ten times a quarter of an hour for an address, whether it exists or not', async (t) => {
  const world = await openWorld(t)
  await withOwner(world)
  for (const email of [OLGA.email, 'nobody@graafbedrijf.example']) {
    for (let i = 0; i < 10; i++) refused(await signIn(world, email, 'a guess'), 401, 'SIGN_IN_FAILED')
    const reply = await signIn(world, email.toUpperCase(), OLGA.password)
    refused(reply, 429, 'RATE_LIMITED')
    assert.ok(Number(reply.headers.get('retry-after')) > 0)
  }
  world.pass(15 * 60_000)
  assert.equal((await signIn(world)).status, 201)
})

test('an address that anybody can have is refused, at invitations, for the owner and at signing in', async (t) => {
  const world = await openWorld(t)
  const { desk } = await withOwner(world)
  for (const email of ['jan@gmail.com', 'jan@ziggo.nl', 'Jan@HOTMAIL.nl', 'jan@sub.mailinator.com']) {
    const detail = refused(
      await desk('/invitations', { method: 'POST', body: { email, role: 'member' } }),
      422,
      'VALIDATION_FAILED',
    )
    assert.deepEqual(
      detail.errors!.map(({ pointer, code }) => [pointer, code]),
      [['/email', 'FREE_MAIL']],
    )
    refused(await signIn(world, email), 422, 'VALIDATION_FAILED')
  }
  for (const email of ['jan', 'jan@', '@x.nl', 'jan@x', 'jan jansen@bedrijf.nl', 'jan@bedrijf..nl']) {
    const reply = await desk('/invitations', { method: 'POST', body: { email, role: 'member' } })
    assert.equal(refused(reply, 422, 'VALIDATION_FAILED').errors![0]!.code, 'EMAIL_INVALID', email)
  }
})

test('an invitation makes one user, once, with the role that was given', async (t) => {
  const world = await openWorld(t)
  const { desk } = await withOwner(world)
  const body = { email: 'mia@graafbedrijf.example', role: 'member' }
  const { token, invitation_id } = shown(NewInvitation, await desk('/invitations', { method: 'POST', body }), 201)
  assert.ok(!(await desk('/invitations')).text.includes(token))
  const look = shown(InvitationView, await open(world, '/invitations/look', { token }))
  assert.deepEqual([look.kind, look.role, look.email], ['new', 'member', body.email])
  const short = { token, name: 'Mia', password: 'too short' }
  assert.deepEqual(pointers(refused(await open(world, '/invitations/accept', short), 422, 'VALIDATION_FAILED')), [
    '/password',
  ])
  const accept = { token, name: 'Mia', password: 'graven met beleid' }
  const nameless = { token, password: accept.password }
  assert.deepEqual(pointers(refused(await open(world, '/invitations/accept', nameless), 422, 'VALIDATION_FAILED')), [
    '/name',
  ])
  const replies = await Promise.all(Array.from({ length: 4 }, () => open(world, '/invitations/accept', accept)))
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 404, 404, 404])
  const mia = windowOf(world, replies.find(({ status }) => status === 201)!)
  assert.equal((await mia('/jobs')).status, 200)
  refused(await mia('/users'), 403, 'PERMISSION_DENIED')
  refused(await open(world, '/invitations/look', { token }), 404, 'NOT_FOUND')
  refused(await desk(`/invitations/${invitation_id}`, { method: 'DELETE' }), 404, 'NOT_FOUND')
  refused(await desk('/invitations', { method: 'POST', body }), 409, 'USER_CONFLICT')
  assert.equal((await signIn(world, body.email, accept.password)).status, 201)
})

test('a withdrawn invitation, one of a week ago and one that a newer replaced are worth nothing', async (t) => {
  const world = await openWorld(t)
  const { desk } = await withOwner(world)
  const invite = async (email: string) =>
    shown(NewInvitation, await desk('/invitations', { method: 'POST', body: { email, role: 'viewer' } }), 201)
  const withdrawn = await invite('a@graafbedrijf.example')
  assert.equal((await desk(`/invitations/${withdrawn.invitation_id}`, { method: 'DELETE' })).status, 204)
  const replaced = await invite('b@graafbedrijf.example')
  const newer = await invite('b@graafbedrijf.example')
  for (const { token } of [withdrawn, replaced]) {
    refused(await open(world, '/invitations/look', { token }), 404, 'NOT_FOUND')
  }
  assert.equal((await open(world, '/invitations/look', { token: newer.token })).status, 200)
  world.pass(7 * 86_400_000)
  const late = { token: newer.token, name: 'B', password: 'graven met beleid' }
  refused(await open(world, '/invitations/accept', late), 404, 'NOT_FOUND')
})

test('an administrator runs everything but the owners', async (t) => {
  const world = await openWorld(t)
  const { olga } = await withOwner(world)
  const { window } = await world.signInAs(await world.user('administrator'))
  const member = await world.user('member')
  const put = (id: string, body: object) => window(`/users/${id}`, { method: 'PUT', body })
  assert.equal(shown(User, await put(member, { role: 'viewer', name: 'Piet' })).role, 'viewer')
  for (const reply of [
    await put(member, { role: 'owner' }),
    await put(olga.user_id, { role: 'member' }),
    await window(`/users/${olga.user_id}`, { method: 'DELETE' }),
    await window(`/users/${olga.user_id}/password-link`, { method: 'POST' }),
    await window('/invitations', { method: 'POST', body: { email: 'c@x.example', role: 'owner' } }),
  ]) {
    refused(reply, 403, 'PERMISSION_DENIED')
  }
})

test('the last owner stays one; with a second one she may go, and her sessions end', async (t) => {
  const world = await openWorld(t)
  const { desk, olga } = await withOwner(world)
  const mine = windowOf(world, await signIn(world))
  const lone = refused(await mine(`/users/${olga.user_id}`, { method: 'DELETE' }), 409, 'USER_CONFLICT')
  assert.deepEqual(
    lone.errors?.map(({ code }) => code),
    ['LAST_OWNER'],
  )
  refused(await mine(`/users/${olga.user_id}`, { method: 'PUT', body: { role: 'member' } }), 409, 'USER_CONFLICT')
  const second = await world.user('member')
  assert.equal((await mine(`/users/${second}`, { method: 'PUT', body: { role: 'owner' } })).status, 200)
  assert.equal((await desk(`/users/${olga.user_id}`, { method: 'DELETE' })).status, 204)
  refused(await mine('/jobs'), 401, 'SESSION_REQUIRED')
  refused(await signIn(world), 401, 'SIGN_IN_FAILED')
  assert.deepEqual(
    shown(Users, await desk('/users')).data.map(({ user_id }) => user_id),
    [second],
  )
  const again = await desk('/invitations', { method: 'POST', body: { email: OLGA.email, role: 'viewer' } })
  assert.equal(again.status, 201)
})

test('a role that changes holds from the next request on', async (t) => {
  const world = await openWorld(t)
  const { desk } = await withOwner(world)
  const id = await world.user('administrator')
  const { window } = await world.signInAs(id)
  assert.equal((await window('/settings')).status, 200)
  await desk(`/users/${id}`, { method: 'PUT', body: { role: 'viewer' } })
  refused(await window('/settings'), 403, 'PERMISSION_DENIED')
})

test('a new password needs the current one, ends the sessions elsewhere and keeps this one', async (t) => {
  const world = await openWorld(t)
  await withOwner(world)
  const [here, there] = [windowOf(world, await signIn(world)), windowOf(world, await signIn(world))]
  await here('/calendar', { method: 'POST', body: { language: 'nl' } })
  const put = (current: string, next: string) =>
    here('/password', { method: 'PUT', body: { current_password: current, new_password: next } })
  const wrong = refused(await put('not this one', 'leidingen ook wel'), 422, 'VALIDATION_FAILED')
  assert.deepEqual(
    wrong.errors!.map(({ pointer, code }) => [pointer, code]),
    [['/current_password', 'WRONG_PASSWORD']],
  )
  assert.equal((await put(OLGA.password, 'leidingen ook wel')).status, 204)
  assert.equal((await here('/jobs')).status, 200)
  refused(await there('/jobs'), 401, 'SESSION_REQUIRED')
  assert.equal(shown(CalendarFeed, await here('/calendar')).created_at, null, 'the calendar address ends too')
  refused(await signIn(world), 401, 'SIGN_IN_FAILED')
  assert.equal((await signIn(world, OLGA.email, 'leidingen ook wel')).status, 201)
  const { window: desk } = await world.signIn()
  const none = await desk('/password', { method: 'PUT', body: { current_password: 'x', new_password: 'y'.repeat(12) } })
  const { errors } = refused(none, 409, 'USER_CONFLICT')
  assert.deepEqual(
    errors?.map(({ code }) => code),
    ['NO_PASSWORD'],
  )
})

test('a link from an administrator has a user choose a new password, and ends what was open with the old one', async (t) => {
  const world = await openWorld(t)
  const { desk, olga } = await withOwner(world)
  const before = windowOf(world, await signIn(world))
  const path = `/users/${olga.user_id}/password-link`
  const { token } = shown(NewInvitation, await desk(path, { method: 'POST' }), 201)
  assert.equal(shown(InvitationView, await open(world, '/invitations/look', { token })).kind, 'password')
  assert.equal((await signIn(world)).status, 201, 'the old password holds until the link is used')
  const reply = await open(world, '/invitations/accept', { token, password: 'een heel nieuwe zin' })
  assert.equal(shown(Session, reply, 201).user!.name, OLGA.name)
  refused(await before('/jobs'), 401, 'SESSION_REQUIRED')
  refused(await signIn(world), 401, 'SIGN_IN_FAILED')
})

test('one sees where one is signed in, ends one of them, or all', async (t) => {
  const world = await openWorld(t)
  await withOwner(world)
  const laptop = windowOf(world, await signIn(world))
  world.pass(60_000)
  const phone = windowOf(world, await signIn(world))
  const { window: stranger } = await world.signInAs(await world.user('owner'))
  const { data } = shown(Sessions, await laptop('/sessions'))
  assert.deepEqual(
    data.map(({ is_this, address }) => [is_this, address]),
    [
      [false, '127.0.0.1'],
      [true, '127.0.0.1'],
    ],
  )
  assert.ok(data[0]!.agent)
  const other = `/sessions/${data[0]!.session_id}`
  refused(await stranger(other, { method: 'DELETE' }), 404, 'NOT_FOUND')
  assert.equal((await laptop(other, { method: 'DELETE' })).status, 204)
  refused(await phone('/jobs'), 401, 'SESSION_REQUIRED')
  const tablet = windowOf(world, await signIn(world))
  const reply = await laptop('/sessions', { method: 'DELETE' })
  assert.match(reply.headers.get('set-cookie')!, /^klic_session=;/)
  for (const window of [laptop, tablet]) refused(await window('/jobs'), 401, 'SESSION_REQUIRED')
  assert.equal((await stranger('/jobs')).status, 200)
})

test("another company's users and invitations are not there", async (t) => {
  const world = await openWorld(t)
  const { desk, olga } = await withOwner(world)
  const body = { email: 'd@graafbedrijf.example', role: 'viewer' }
  const { invitation_id } = shown(NewInvitation, await desk('/invitations', { method: 'POST', body }), 201)
  const { window } = await world.signIn(await world.company())
  assert.deepEqual(shown(Users, await window('/users')).data, [])
  for (const [path, method] of [
    [`/users/${olga.user_id}`, 'DELETE'],
    [`/users/${olga.user_id}/password-link`, 'POST'],
    [`/invitations/${invitation_id}`, 'DELETE'],
  ] as const) {
    refused(await window(path, { method }), 404, 'NOT_FOUND')
  }
})

test('one person in two companies signs in to that whose password it is; neither company learns of the other', async (t) => {
  const world = await openWorld(t)
  await withOwner(world)
  const neighbour = await world.company()
  const { window } = await world.signIn(neighbour)
  const invited = shown(
    NewInvitation,
    await window('/invitations', { method: 'POST', body: { email: OLGA.email, role: 'owner' } }),
    201,
  )
  const accepted = await open(world, '/invitations/accept', {
    token: invited.token,
    name: 'Olga',
    password: 'een heel ander woord',
  })
  assert.equal(shown(Session, accepted, 201).company, 'Buren B.V.')
  assert.equal(shown(Session, await signIn(world), 201).company, 'Simulatie Grondverzet B.V.')
  assert.equal(shown(Session, await signIn(world, OLGA.email, 'een heel ander woord'), 201).company, 'Buren B.V.')
  refused(await signIn(world, OLGA.email, 'van geen van beide'), 401, 'SIGN_IN_FAILED')
})

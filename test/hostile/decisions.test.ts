/**
 * What was decided holds at once: rows of an attack on what outlives a decision (links, sessions, lock-outs, secrets in
 * answers), each of which once went through.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { companiesOf, firstCompany } from '../../server/features/settings/company-rows.ts'
import { makeCompany } from '../../server/features/settings/first-run.ts'
import { NewInvitation } from '../../server/features/users/schema.ts'
import { OpenedSession, Session } from '../../server/features/users/session-schema.ts'
import { ROLES, type Role } from '../../server/platform/http/permissions.ts'
import { type Reply, refused, shown, type World } from '../support/api-world.ts'
import { OFFICE, openAttacked } from '../support/attacked-world.ts'

const PASSWORD = 'een lange zin om mee te beginnen'

const open = (world: World, path: string, body: object, headers: Record<string, string> = {}): Promise<Reply> =>
  world.ask(`/dashboard/api${path}`, { method: 'POST', body, key: null, headers })
const use = (world: World, token: string, name?: string): Promise<Reply> =>
  open(world, '/invitations/accept', { token, password: PASSWORD, ...(name && { name }) })
type Window = Awaited<ReturnType<World['signIn']>>['window']
const linked = async (by: Window, userId: string): Promise<string> =>
  shown(NewInvitation, await by(`/users/${userId}/password-link`, { method: 'POST' }), 201).token
const invited = async (by: Window, role: Role, n: number): Promise<string> =>
  shown(NewInvitation, await by('/invitations', { method: 'POST', body: { email: `n${n}@x.example`, role } }), 201)
    .token

/** Who may make links, and for whom: the rule, said once more. */
const mayMake = (maker: Role, target: Role): boolean =>
  maker === 'owner' || (maker === 'administrator' && target !== 'owner')

test('a password link dies with every change of role of whom it is for, also when the role comes back', async (t) => {
  const world = await openAttacked(t)
  const { window: desk } = await world.signIn()
  await world.user('owner')
  for (const maker of ROLES) {
    for (const before of ROLES.filter((role) => mayMake(maker, role))) {
      for (const after of ROLES.filter((role) => role !== before)) {
        const { window } = await world.signInAs(await world.user(maker))
        const target = await world.user(before)
        const token = await linked(window, target)
        assert.equal((await desk(`/users/${target}`, { method: 'PUT', body: { role: after } })).status, 200)
        refused(await use(world, token), 404, 'NOT_FOUND')
        await desk(`/users/${target}`, { method: 'PUT', body: { role: before } })
        refused(await use(world, token), 404, 'NOT_FOUND')
        refused(await open(world, '/invitations/look', { token }), 404, 'NOT_FOUND')
      }
    }
  }
})

test('links die with their makers: removed, or no longer allowed to make them; what still may be goes on', async (t) => {
  const world = await openAttacked(t)
  const { window: desk } = await world.signIn()
  await world.user('owner')
  let n = 0
  for (const maker of ROLES.filter((role) => mayMake(role, 'viewer'))) {
    for (const role of ROLES.filter((each) => mayMake(maker, each))) {
      for (const becomes of [...ROLES, 'removed'] as const) {
        const makerId = await world.user(maker)
        const { window } = await world.signInAs(makerId)
        const link = await linked(window, await world.user(role))
        const invitation = await invited(window, role, ++n)
        const changed =
          becomes === 'removed'
            ? await desk(`/users/${makerId}`, { method: 'DELETE' })
            : await desk(`/users/${makerId}`, { method: 'PUT', body: { role: becomes } })
        assert.ok(changed.status < 300, changed.text)
        const goesOn = becomes === maker || (becomes === 'owner' && maker === 'administrator')
        for (const reply of [await use(world, link), await use(world, invitation, 'Nieuw')]) {
          assert.equal(reply.status, goesOn ? 201 : 404, `${maker} for ${role}, then ${becomes}: ${reply.text}`)
        }
      }
    }
  }
})

test('a link that a change passed by is judged by who its maker is when it is used', async (t) => {
  const world = await openAttacked(t)
  const makerId = await world.user('administrator')
  const { window } = await world.signInAs(makerId)
  const tokens = [await linked(window, await world.user('viewer')), await invited(window, 'administrator', 1)]
  // As a row of an earlier version, or of a backup, is: nothing was cleared when the role changed.
  await world.store.db.updateTable('user').set({ role: 'member' }).where('id', '=', makerId).execute()
  for (const token of tokens) refused(await use(world, token, 'Nieuw'), 404, 'NOT_FOUND')
})

test('a new password ends the links for another one', async (t) => {
  const world = await openAttacked(t)
  const { window: desk } = await world.signIn()
  const user = await world.user('member')
  const opened = shown(OpenedSession, await use(world, await linked(desk, user)), 201)
  const email = opened.user!.email
  const signedIn = await open(world, '/sign-in', { email, password: PASSWORD })
  const headers = {
    Cookie: signedIn.headers.getSetCookie()[0]!.split(';')[0]!,
    'X-CSRF-Token': shown(OpenedSession, signedIn, 201).csrf_token,
  }
  const link = await linked(desk, user)
  const body = { current_password: PASSWORD, new_password: `${PASSWORD} anders` }
  const changed = await world.ask('/dashboard/api/password', { method: 'PUT', body, headers, key: null })
  assert.equal(changed.status, 204, changed.text)
  refused(await use(world, link), 404, 'NOT_FOUND')
})

test('the cookie alone changes nothing: no answer tells the CSRF token again, and the store has its hash', async (t) => {
  const world = await openAttacked(t)
  const { cookie, csrf } = await world.signIn()
  const seen = await world.ask('/dashboard/api/session', { key: null, headers: { Cookie: cookie } })
  shown(Session, seen)
  assert.ok(!seen.text.includes(csrf) && !('csrf_token' in (seen.json as object)))
  const body = { name: 'planted', permissions: ['admin'] }
  refused(
    await world.ask('/dashboard/api/keys', { method: 'POST', body, key: null, headers: { Cookie: cookie } }),
    403,
    'CSRF_TOKEN_INVALID',
  )
  const rows = JSON.stringify(await world.store.db.selectFrom('session').selectAll().execute())
  assert.ok(!rows.includes(csrf))
})

test('a session from before the token was kept as a hash looks on and changes nothing, until it is opened anew', async (t) => {
  const world = await openAttacked(t)
  const { cookie, csrf, window } = await world.signIn()
  await world.store.db.updateTable('session').set({ csrf_token: csrf }).execute()
  assert.equal((await window('/jobs')).status, 200)
  const refusal = refused(await window('/gis', { method: 'POST', body: {} }), 403, 'CSRF_TOKEN_INVALID')
  assert.match(refusal.message, /sign in again/)
  assert.ok(cookie)
})

test('over https the cookies have names that no neighbouring host can set', async (t) => {
  const world = await openAttacked(t, OFFICE)
  const { reply } = await world.signIn()
  const [set] = reply.headers.getSetCookie()
  assert.match(set!, /^__Host-klic_session=\w{43}; HttpOnly; SameSite=Strict; Path=\/; Secure; Max-Age=\d+$/)
  const planted = set!.split(';')[0]!.replace('__Host-', '')
  refused(await world.ask('/dashboard/api/jobs', { key: null, headers: { Cookie: planted } }), 401, 'SESSION_REQUIRED')
})

test('strangers on many computers lock nobody out of a browser that signed in before, nor one another at once', async (t) => {
  const world = await openAttacked(t, OFFICE)
  const { window: desk } = await world.signIn()
  const user = await world.user('owner')
  const from = (n: number) => ({ 'X-Forwarded-For': `203.0.113.${n}` })
  const first = await use(world, await linked(desk, user))
  const { email } = shown(OpenedSession, first, 201).user!
  const device = first.headers.getSetCookie().find((cookie) => cookie.includes('klic_device='))!
  assert.match(device, /^__Host-klic_device=[\w.-]+; HttpOnly; SameSite=Strict; Path=\/; Secure; /)
  const known = { Cookie: device.split(';')[0]! }
  const tried = (password: string, headers: Record<string, string>, whose = email) =>
    open(world, '/sign-in', { email: whose, password }, headers)

  for (let n = 1; n <= 10; n++) refused(await tried('een gok', from(n)), 401, 'SIGN_IN_FAILED')
  assert.equal((await tried(PASSWORD, from(200))).status, 201, 'ten wrong tries from ten computers stop nobody')
  for (let i = 0; i < 9; i++) await tried('een gok', from(1))
  refused(await tried(PASSWORD, from(1)), 429, 'RATE_LIMITED')

  // Until all strangers together may try no more: the same for an address that nobody has.
  for (const whose of [email, 'niemand@graafbedrijf.example']) {
    for (let n = 20; n < 31; n++) for (let i = 0; i < 10; i++) await tried('een gok', from(n), whose)
    refused(await tried(PASSWORD, from(201), whose), 429, 'RATE_LIMITED')
  }
  assert.equal((await tried(PASSWORD, { ...from(202), ...known })).status, 201)
  for (let i = 0; i < 9; i++) refused(await tried('een gok', { ...from(203), ...known }), 401, 'SIGN_IN_FAILED')
  refused(await tried(PASSWORD, { ...from(203), ...known }), 429, 'RATE_LIMITED')
})

test('a mark of a known browser is of one person, can not be made by others, and ends with the password', async (t) => {
  const world = await openAttacked(t, OFFICE)
  const { window: desk } = await world.signIn()
  const [user, other] = [await world.user('member'), await world.user('owner')]
  const entered = async (id: string) => {
    const reply = await use(world, await linked(desk, id))
    const mark = reply.headers.getSetCookie()[1]!.split(';')[0]!
    return { email: shown(OpenedSession, reply, 201).user!.email, Cookie: mark }
  }
  const mine = await entered(user)
  const theirs = await entered(other)
  const lock = async (email: string) => {
    for (let n = 1; n < 11; n++) {
      for (let i = 0; i < 10; i++) {
        await open(world, '/sign-in', { email, password: 'een gok' }, { 'X-Forwarded-For': `203.0.113.${n}` })
      }
    }
  }
  await lock(mine.email)
  const enter = (Cookie: string) =>
    open(world, '/sign-in', { email: mine.email, password: PASSWORD }, { Cookie, 'X-Forwarded-For': '203.0.113.99' })
  refused(await enter(theirs.Cookie), 429, 'RATE_LIMITED')
  refused(await enter(`${mine.Cookie.slice(0, -1)}${mine.Cookie.endsWith('A') ? 'B' : 'A'}`), 429, 'RATE_LIMITED')
  assert.equal((await enter(mine.Cookie)).status, 201)
  await use(world, await linked(desk, user))
  refused(await enter(mine.Cookie), 429, 'RATE_LIMITED')
})

test('an answer with a secret in it is kept by no browser', async (t) => {
  const world = await openAttacked(t)
  const { reply, window } = await world.signIn()
  const answers: Reply[] = [
    reply,
    await window('/webhooks'),
    await window('/webhooks/secret', { method: 'POST', body: {} }),
    await window('/keys', { method: 'POST', body: { name: 'k' } }),
    await window('/gis', { method: 'POST', body: {} }),
    await window('/invitations', { method: 'POST', body: { email: 'a@x.example', role: 'viewer' } }),
  ]
  for (const { status, headers, text } of answers) {
    assert.ok(status < 300, text)
    assert.equal(headers.get('cache-control'), 'no-store', text)
  }
})

test('on a server for others no login opens a port of the server for a caller', async (t) => {
  const world = await openAttacked(t, OFFICE)
  const { window } = await world.signIn()
  const credentials = {
    kind: 'authorization_code',
    client_id: 'c',
    client_secret: 's',
    redirect_uri: 'http://localhost:49790/authorize/',
  }
  await window('/registry/credentials', { method: 'PUT', body: { environment: 'eto', credentials } })
  refused(await window('/registry/login', { method: 'POST', body: { environment: 'eto' } }), 403, 'PERMISSION_DENIED')
})

test('a company that is made while the clock is set back does not become the first one, whose key and window a command makes', async (t) => {
  const world = await openAttacked(t)
  const before = await firstCompany(world.store.db)
  assert.equal(before?.id, world.companyId)
  world.pass(-20 * 365 * 86_400_000)
  for (const name of ['Later', 'Later still']) {
    const made = await makeCompany(world.services, name)
    assert.equal((await firstCompany(world.store.db))?.id, world.companyId)
    assert.equal((await companiesOf(world.store.db)).at(-1)?.id, made)
  }
})

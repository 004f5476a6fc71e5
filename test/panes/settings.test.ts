/** The settings: what a field takes, what is saved and says so, keys, people, and what happened. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { waitFor, within } from '@testing-library/dom'
import { recordSteps } from '../../server/features/settings/registry-check.ts'
import { eventById, recordAttempt, recordEvent } from '../../server/features/webhooks/rows.ts'
import { OtherInstallation } from '../../server/platform/refusal.ts'
import { CONNECTION_STEPS, type ConnectionStep } from '../../server/registry/client/connection-test.ts'
import { openWorld, type World } from '../support/api-world.ts'
import { openWithSimulator } from '../support/simulated-world.ts'
import { openPane } from './pane.ts'

const OWNER = { name: 'Olga Eigenaar', email: 'olga@graafbedrijf.example', password: 'kabels liggen overal' }

const OK: ConnectionStep = { step: 'credentials', state: 'ok', code: null, detail: null }

/** The settings of a world at one of their sections. */
const openSettings = async (t: TestContext, section: string, world?: World) => {
  const opened = world ?? (await openWorld(t))
  const signedIn = await opened.signIn()
  const { window } = signedIn
  const pane = await openPane(t, signedIn, `/?settings=${section}`)
  const { screen, user, panel, fill } = pane
  await screen.findByRole('navigation', { name: 'Settings' })
  const press = async (name: string) => user.click(await panel().findByRole('button', { name }))
  return {
    ...{ ...pane, world: opened, window, press },
    settings: async () => (await window('/settings')).json as Record<string, unknown>,
    enter: async (field: string, text: string) => fill(await panel().findByLabelText(field), text),
    choose: async (field: string, option: string) => user.selectOptions(await panel().findByLabelText(field), option),
    holds: (field: string, value: string) =>
      waitFor(() => assert.ok(panel().getByLabelText(field).matches(`[value="${value}"]`))),
    save: async () => {
      await press('Save')
      await panel().findByText(/^Saved at/)
    },
  }
}

test('addresses of websites are typed in one line, checked before they are saved, and kept as a browser spells them', async (t) => {
  const { panel, press, enter, save, settings, holds } = await openSettings(t, 'keys')
  await enter('Website addresses', 'https://gis.example/ http://elsewhere.example')
  await press('Save')
  await panel().findByText(/each starting with https/)
  await enter('Website addresses', 'https://GIS.example/, http://localhost:5173 ')
  await save()
  await holds('Website addresses', 'https://gis.example http://localhost:5173')
  await enter('Website addresses', '')
  await save()
  assert.deepEqual((await settings())['api.allowed_origins'], [])
})

test('an error stands at its field, and what is not saved is kept on another page and after a reload', async (t) => {
  const { screen, panel, press, enter, holds, save, settings, reload, user } = await openSettings(t, 'billing')
  await enter('Relation number at Kadaster', '12a')
  await enter('Daily limit (€)', '399,50')
  await press('Save')
  await panel().findByText('At most ten digits.')
  await panel().findByText('Check 1 field.')
  assert.equal(document.activeElement?.getAttribute('aria-invalid'), 'true')
  await enter('Relation number at Kadaster', '771234')
  await press('Webhooks')
  await panel().findByRole('img', { name: 'not saved yet' })
  reload()
  await user.click(await screen.findByText('Billing'))
  await holds('Relation number at Kadaster', '771234')
  await holds('Daily limit (€)', '399.50')
  await save()
  const saved = await settings()
  assert.equal(saved['billing.relation_number'], '0000771234')
  assert.equal(saved['billing.daily_limit_cents'], 39_950)
})

test('another organisation, its contact and the kinds of work are saved in the form of the registry', async (t) => {
  const { panel, press, fill, save, settings, user } = await openSettings(t, 'company')
  await user.click(await panel().findByText('Another organisation'))
  await press('Save')
  await panel().findByText(/^Check \d+ fields\.$/)
  const ofClient = { 'Organisation name': 'Gemeente Best', Street: 'Raadhuisplein', Number: '1' }
  const client = within(panel().getByRole('group', { name: 'Client' }))
  const contact = within(panel().getByRole('group', { name: 'Contact person of the client' }))
  const enterAll = async (group: typeof client, texts: Record<string, string>) => {
    for (const [name, text] of Object.entries(texts)) await fill(group.getByLabelText(name), text)
  }
  await enterAll(client, { ...ofClient, Postcode: '5683 ea', Town: 'Best' })
  await enterAll(contact, { Name: 'Ans Opdracht', Telephone: 'bel mij', 'E-mail': 'ans@best.example' })
  await panel().findByText('A telephone number: digits, spaces, and + - ( ) only.')
  await enterAll(contact, { Telephone: '0499 360 360' })
  await user.selectOptions(panel().getByLabelText('Add…: For excavation notifications'), 'laying gas pipes')
  await save()
  const saved = await settings()
  assert.deepEqual(saved['registry.works.graaf'], ['kabelsLeidingenLeggen', 'gasleidingLeggen'])
  const { organisation } = saved['registry.principal'] as { organisation: { address: object; kvk_number: null } }
  assert.equal(organisation.kvk_number, null)
  assert.deepEqual(organisation.address, {
    bag_id: null,
    street: 'Raadhuisplein',
    house_number: 1,
    house_letter: null,
    house_number_addition: null,
    postcode: '5683EA',
    city: 'Best',
    country: 'NLD',
  })
})

test('a key is shown once with its limit, and a revoked key says so', async (t) => {
  const { panel, press, enter, user, reload, screen } = await openSettings(t, 'keys')
  await enter('Name', 'ERP')
  await user.click(panel().getByText('Read and submit'))
  await enter('Daily limit (€)', '80')
  await press('Create key')
  await panel().findByText(/^Copy this key now\./)
  const secret = panel().getByText(/^klic_sim_\w{20,}/, { selector: 'code' }).textContent!
  await panel().findByText(/at most €80.00 per day/)
  reload()
  await screen.findByText(/at most €80.00 per day/)
  assert.equal(panel().queryByText(secret), null)
  await press('Revoke: ERP')
  await press('Revoke')
  await panel().findByText(/Revoked on/)
})

test('the log of deliveries has an event without a recipient under its own state', async (t) => {
  const world = await openWorld(t)
  const id = world.services.ids.make('evt')
  const event = { id, companyId: world.companyId, jobId: null, type: 'job.ready', data: {}, target: null } as const
  await recordEvent(world.store.db, { ...event, at: world.clock.now().toISOString() })
  const { panel, user } = await openSettings(t, 'webhooks', world)
  const log = within(await panel().findByRole('region', { name: 'Delivery log' }))
  await log.findByText(/Events that happened without an address are under “No recipient”\.$/)
  await user.selectOptions(log.getByRole('combobox'), 'No recipient')
  const row = within((await log.findByText('job.ready')).closest('li')!)
  row.getByText('No recipient')
})

test('a test event stands in the log with its attempts and is sent again on demand; a new secret leaves the old one valid', async (t) => {
  const { panel, press, enter, save, user, world, window } = await openSettings(t, 'webhooks')
  const { store, clock } = world
  /** As the worker does. */
  const deliver = async () => {
    const { id } = await store.db.selectFrom('event').select('id').executeTakeFirstOrThrow()
    const attempt = {
      at: clock.now().toISOString(),
      url: 'https://erp.example/',
      status: 204,
      durationMs: 12,
      error: null,
    }
    await recordAttempt(store, await eventById(store, id), {
      ...attempt,
      outcome: { state: 'sent' },
      companyUrlGone: false,
    })
  }
  const isBlocked = () => panel().getByRole('button', { name: 'Send test event' }).getAttribute('aria-disabled')
  await waitFor(() => assert.equal(isBlocked(), 'true'))
  await enter('Address of your server', 'https://erp.example/')
  await save()
  await waitFor(() => assert.notEqual(isBlocked(), 'true'))
  await press('Send test event')
  const log = within(panel().getByRole('region', { name: 'Delivery log' }))
  await log.findByText('Waiting', { selector: '.pill' })
  await deliver()
  await log.findByText('1 attempt')
  await user.click(await log.findByRole('button', { name: /^Send again/ }))
  await log.findByText('Waiting', { selector: '.pill' })
  await deliver()
  await log.findByText('2 attempts')
  log.getByText('Delivered', { selector: '.pill' })

  await press('Show')
  const { secrets } = (await window('/webhooks')).json as { secrets: { secret: string }[] }
  panel().getByText(secrets[0]!.secret)
  await press('Create new secret')
  await press('Are you sure?')
  await panel().findByText(/^Previous secret, valid until/)
})

test('the test of the connection shows each step of the worker, and what to do about one that fails', async (t) => {
  const { panel, user, world } = await openSettings(t, 'registry')
  const { store, clock } = world
  const found = async (steps: ConnectionStep[]) => {
    const { id } = await store.db.selectFrom('registry_check').select('id').executeTakeFirstOrThrow()
    await recordSteps(store, id, steps, clock.now().toISOString())
  }
  const region = async () => within(await panel().findByRole('region', { name: 'Test the connection' }))
  let box = await region()
  await user.click(box.getByRole('button', { name: 'Test the connection' }))
  await box.findByText('Step 1 of 6…')
  await found(CONNECTION_STEPS.map((step) => ({ ...OK, step })))
  await box.findByText('The connection works.')
  assert.equal(box.getAllByRole('listitem').length, CONNECTION_STEPS.length)
  await user.click(panel().getByRole('radio', { name: /Kadaster, test/ }))
  box = await region()
  await box.findByText('Kadaster, test (ETO)')
  await user.click(box.getByRole('button', { name: 'Test the connection' }))
  await box.findByText('Step 1 of 6…')
  await found([{ ...OK, state: 'failed', code: 'CREDENTIALS_MISSING' }])
  await box.findByText('There are no credentials for this environment', { exact: false })
  await box.findByText('The connection does not work yet', { exact: false })
})

test('five steps connect to Kadaster: the request to send, a key pair made here, and a client id is enough', async (t) => {
  const { panel, user, press, enter, window } = await openSettings(t, 'registry')
  const step = async (title: RegExp) =>
    within((await panel().findByRole('heading', { name: title })).closest('li') as HTMLElement)
  const company = await step(/^1\. Company/)
  assert.equal(company.getAllByText('not entered yet').length > 0, company.queryByText('Done') === null)
  assert.match((await step(/^2\. Request/)).getByText(/client id/).textContent!, /klic\.eto\.b2baanvraag/)
  const key = await step(/^3\. Key pair/)
  await key.findByText('No credentials have been entered for this environment.')
  await press('Make a key pair')
  await key.findByText(/^klic-desktop-[0-9a-f]{8}$/)
  assert.equal(key.queryByText('Done'), null)
  await press('Enter credentials')
  await enter('Client id', 'klic-app-1')
  await press('Save credentials')
  await key.findByText('Done')
  await key.findByText('klic-app-1')
  const { data } = (await window('/registry/credentials')).json as { data: { client_id: string; key_id: string }[] }
  assert.match(data[0]!.key_id, /^klic-desktop-/)
  // Another environment is chosen once, above; the steps follow before it is saved.
  await user.click(await panel().findByRole('radio', { name: /Kadaster, production/ }))
  await (await step(/^3\. Key pair/)).findByText('For Kadaster, production')
  assert.equal((await step(/^3\. Key pair/)).queryByText('Done'), null)
})

test('the settings are found by any of their words', async (t) => {
  const { screen, user } = await openSettings(t, 'company')
  const list = within(await screen.findByRole('navigation', { name: 'Settings' }))
  const names = () => list.getAllByRole('button').map(({ textContent }) => textContent)
  assert.deepEqual(
    list.getAllByRole('heading').map(({ textContent }) => textContent),
    ['Company', 'Kadaster', 'Connections and admin', 'For you'],
  )
  await user.type(list.getByRole('searchbox'), 'jwks')
  await waitFor(() => assert.deepEqual(names(), ['Kadaster']))
  await user.clear(list.getByRole('searchbox'))
  await user.type(list.getByRole('searchbox'), 'nergens')
  await list.findByText('No setting with these words.')
})

test('the scenario and the speed of the simulator are chosen here', async (t) => {
  const { world } = await openWithSimulator(t)
  const { panel, choose, window } = await openSettings(t, 'simulator', world)
  await choose('Scenario for all later submissions', 'partial')
  await panel().findByText('Chosen.')
  await choose('Speed of later submissions', '240')
  await waitFor(async () => {
    const { scenario, factor } = (await window('/simulator')).json as { scenario: string; factor: number }
    assert.deepEqual([scenario, factor], ['partial', 240])
  })
})

test('the page Status says why a check failed, and that other machines do not see the files of this one', async (t) => {
  const world = await openWorld(t)
  const cause = 'This machine sees another storage than the others: check STORAGE_URL.'
  const confirm = () => Promise.reject(new OtherInstallation(cause))
  Object.assign(world.services.probe, { isApart: true, confirm })
  const { panel } = await openSettings(t, 'status', world)
  const failed = (await panel().findByText('This machine does not match the installation.')).closest('[role=alert]')
  within(failed as HTMLElement).getByText(cause)
  const apart = panel().getByText('STORAGE_URL is not set', { exact: false })
  assert.ok(apart.closest('[role=alert]'))
})

test('language and colours change at once and stay after a reload', async (t) => {
  const { panel, choose, reload, screen } = await openSettings(t, 'look')
  await choose('Language', 'nl')
  await panel().findByRole('heading', { name: 'Taal en uiterlijk' })
  await choose('Kleuren', 'dark')
  reload()
  await screen.findByRole('heading', { name: 'Taal en uiterlijk' })
  const { dataset, lang } = document.documentElement
  assert.deepEqual([dataset.scheme, lang], ['dark', 'nl'])
})

test('the owner is created at the desk, with a work address and a password that is long enough', async (t) => {
  const { panel, press, enter } = await openSettings(t, 'users')
  await enter('Name', OWNER.name)
  await enter('Work e-mail', 'olga@gmail.com')
  await enter('Password', 'short')
  await press('Create owner')
  await panel().findByText('This is too short.')
  await enter('Password', OWNER.password)
  await press('Create owner')
  await panel().findByText('Use a work e-mail address', { exact: false })
  await enter('Work e-mail', OWNER.email)
  await press('Create owner')
  await panel().findByText('not signed in yet', { exact: false })
  // A link to this computer opens on no other one, so none is offered.
  await panel().findByText('an invitation does not work elsewhere', { exact: false })
  assert.equal(panel().queryByRole('button', { name: 'Create link' }), null)
})

/** A window of a world with an owner, opened by somebody who is not signed in. */
const openEntrance = async (t: TestContext, path: (token: string) => string) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  await window('/users', { method: 'POST', body: OWNER })
  const invited = await window('/invitations', {
    method: 'POST',
    body: { email: 'vera@graafbedrijf.example', role: 'viewer' },
  })
  const { token } = invited.json as { token: string }
  const pane = await openPane(t, { url: world.baseUrl, cookie: '', csrf: '' }, path(token))
  const requests: string[] = []
  const { fetch } = globalThis
  globalThis.fetch = (to, init) => {
    requests.push(String(to))
    return fetch(to, init)
  }
  const { screen, user, fill } = pane
  return {
    ...pane,
    asksForPairings: () => requests.some((each) => each.endsWith('/pairings')),
    press: async (name: string) => user.click(await screen.findByRole('button', { name })),
    enter: async (field: string, text: string) => fill(await screen.findByLabelText(field), text),
  }
}

test('the owner signs in with a password, is named in the log, and signs out', async (t) => {
  const { screen, panel, press, enter, asksForPairings, jar, reload } = await openEntrance(t, () => '/')
  await screen.findByRole('heading', { name: 'Sign in to KLIC Desktop' })
  await enter('Work e-mail', OWNER.email)
  await enter('Password', 'not this one, alas')
  await press('Sign in')
  await screen.findByText('E-mail address or password is incorrect.')
  await enter('Password', OWNER.password)
  await press('Sign in')
  await screen.findByText('New notification')
  await waitFor(() => assert.ok(asksForPairings(), 'who decides on programs that ask for a key looks for them'))
  await press('Projects')
  await press('New project')
  await enter('Project name', 'Of the owner')
  await press('Create')
  const made = await screen.findByText('Project created', { exact: false })
  assert.match(made.closest('li')!.textContent, new RegExp(`, ${OWNER.name}$`))
  reload('/?settings=account')
  await screen.findByText(`Signed in as ${OWNER.name}`, { exact: false })
  panel().getByText('Sign out').click()
  await screen.findByRole('heading', { name: 'Sign in to KLIC Desktop' })
  assert.equal(jar.cookie, 'klic_session=')
})

test('an invited viewer creates an account, sees what a viewer may, and asks for nothing else', async (t) => {
  const { screen, press, enter, asksForPairings, reload } = await openEntrance(t, (token) => `/#invitation=${token}`)
  await screen.findByText(/Your address is vera@graafbedrijf.example, your role Viewer/)
  assert.doesNotMatch(location.href, /invitation/)
  await enter('Name', 'Vera Lezer')
  await enter('Password', 'alleen maar kijken')
  await press('Create account')
  await screen.findByText('New notification')
  reload('/?settings=users')
  const sections = within(await screen.findByRole('navigation', { name: 'Settings' })).getAllByRole('button')
  assert.deepEqual(
    sections.map(({ textContent }) => textContent),
    ['My account', 'Language and appearance'],
  )
  assert.ok(!asksForPairings())
})

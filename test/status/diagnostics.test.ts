/** The file for support: what is needed is in it, and nothing secret or about people. */

import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { Diagnostics } from '../../server/features/status/schema.ts'
import { GARDEN, openWorld, shown } from '../support/api-world.ts'

/** Wherever a person or a secret can be written down, with a mark. */
const MARK = 'Zeldzaam'

test('versions, settings, counts and the last log lines are in it', async (t) => {
  const world = await openWorld(t)
  await world.quote()
  mkdirSync(join(world.dataDir, 'logs'))
  writeFileSync(
    join(world.dataDir, 'logs', 'klic-desktop.log'),
    `${JSON.stringify({ level: 30, msg: 'older' })}\nno JSON\n${JSON.stringify({ level: 30, path: '/api/v1/jobs?page=2', status: 200, msg: 'answered' })}\n`,
  )
  const { window } = await world.signIn()
  const reply = await window('/diagnostics')
  assert.match(reply.headers.get('content-disposition')!, /^attachment; filename="klic-desktop-diagnostics\.json"$/)
  const { version, counts, settings, log } = shown(Diagnostics, reply)
  assert.equal(version, '0.0.0-test')
  assert.deepEqual(counts.jobs, { quoted: 1 })
  assert.equal(settings['registry.environment'], 'simulator')
  assert.equal(settings['registry.contact'], 'set')
  assert.deepEqual(log, [
    { level: 30, msg: 'older' },
    { level: 30, status: 200, msg: 'answered', path: '/api/v1/jobs' },
  ])
})

test('where several companies work the log stays out, on a local server too: its lines name their jobs', async (t) => {
  const world = await openWorld(t)
  const { job_id: jobId } = await world.quote()
  mkdirSync(join(world.dataDir, 'logs'))
  writeFileSync(
    join(world.dataDir, 'logs', 'klic-desktop.log'),
    `${JSON.stringify({ level: 30, jobId, msg: 'filed' })}\n`,
  )
  const other = await world.signIn(await world.company())
  const reply = await other.window('/diagnostics')
  assert.deepEqual(shown(Diagnostics, reply).log, [])
  assert.ok(!reply.text.includes(jobId))
})

test('without a log file there are no lines', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  assert.deepEqual(shown(Diagnostics, await window('/diagnostics')).log, [])
})

test('no secret, no name, no address and no text of an error is in it', async (t) => {
  const lines: string[] = []
  const world = await openWorld(t, { log: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }) })
  const { window, cookie, csrf } = await world.signIn()
  const contact = { name: `${MARK} Jansen`, phone: '+31 6 99887766', email: `${MARK}@graafbedrijf.example` }
  const address = { bag_id: null, street: `${MARK}straat`, house_number: 77, postcode: '9988ZZ', city: MARK }
  const organisation = { name: `${MARK} B.V.`, kvk_number: '99887755', address }
  const body = {
    'registry.contact': contact,
    'registry.extra_contact': contact,
    'registry.organisation': organisation,
    'registry.principal': { organisation, contact },
    'registry.default_location': address,
    'registry.ca_file': `/home/${MARK}/ca.pem`,
    'registry.safety_areas_url': `https://${MARK}.kadaster.nl/lijst`,
    'billing.relation_number': '9988776655',
    'billing.invoice_reference': MARK,
    'billing.purchase_number': MARK,
    'webhooks.company_url': `https://${MARK}.example/hook`,
  }
  assert.equal((await window('/settings', { method: 'PUT', body })).status, 200)
  await window('/webhooks/secret', { method: 'POST', body: {} })
  const owner = { name: `${MARK} Olga`, email: `${MARK}@graafbedrijf.example`, password: `${MARK} wachtwoord` }
  assert.equal((await window('/users', { method: 'POST', body: owner })).status, 201)
  const { secret } = await world.keyWith(['read'])
  await world.v1(`/jobs?page=${MARK}`)
  await world.ask(`/k/${secret}/ogc`, { key: null })
  const made = await window('/calendar', { method: 'POST', body: { language: 'nl' } })
  const calendar = new URL((made.json as { address: string }).address).pathname
  assert.equal((await world.ask(calendar, { key: null })).status, 200)
  await world.v1('/jobs', { method: 'POST', body: { geometry: GARDEN, klic_type: 'ORIENT', reference: MARK } })
  // As flows, children and broken answers write them.
  world.services.log.warn({ jobId: 'job_1', reason: `refused ${MARK}` }, 'The registry is not ready; trying later')
  world.services.log.warn({ child: 'worker' }, `could not open ${MARK}`)
  world.services.log.error({ err: new TypeError(`${MARK} is no polygon`), request_id: 'r1' }, 'an answer failed')
  mkdirSync(join(world.dataDir, 'logs'))
  writeFileSync(join(world.dataDir, 'logs', 'klic-desktop.log'), lines.join(''))
  assert.ok(lines.join('').includes(MARK), 'the log itself has the mark')

  const reply = await window('/diagnostics')
  const { log } = shown(Diagnostics, reply)
  const secrets = (await world.store.db.selectFrom('setting').select('value').execute()).flatMap(
    ({ value }) => value.match(/whsec_[\w+/=]+/g) ?? [],
  )
  assert.equal(secrets.length, 1)
  const forbidden = [
    MARK,
    '99887766',
    '99887755',
    '9988776655',
    '9988ZZ',
    secret,
    calendar,
    csrf,
    cookie.slice(13),
    ...secrets,
  ]
  for (const text of forbidden) assert.ok(!reply.text.includes(text), text)
  assert.ok(!reply.text.includes(world.dataDir))
  const failed = log.find(({ msg }) => msg === 'an answer failed') as { err: { type: string; at: string[] } }
  assert.equal(failed.err.type, 'TypeError')
  assert.match(failed.err.at[0]!, /^diagnostics\.test\.ts:\d+$/)
  assert.ok(log.some(({ child, msg }) => child === 'worker' && msg === undefined))
})

/**
 * Conversations with the registry, written down from its documentation, replayed against the client: a change of shape
 * on either side is noticed. Members and codes that nobody has announced must not break it.
 */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TryLater } from '../../server/platform/refusal.ts'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import type { PollOutcome, RegistryClient } from '../../server/registry/types.ts'
import { bodyOf, draftOf } from './world.ts'

interface Answer {
  status: number
  body?: unknown
  text?: string
}
interface Exchange {
  ask: { method: string; path: string; query?: Record<string, string> }
  answer: Answer
}

const fixture = <T>(name: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '..', 'fixtures', 'registry', `${name}.json`), 'utf8'))
const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const HOSTS = ['https://service10.kadaster.nl', 'https://authorization.kadaster.nl']
const [A, B] = ['0b6a3c1e-0000-4000-a000-00000000000a', '0b6a3c1e-0000-4000-a000-00000000000b']

const clientWith = (send: typeof fetch): RegistryClient =>
  createRegistryClient({
    endpoints: endpointsFor('eto'),
    credentials: {
      kind: 'client_credentials',
      clientId: 'app',
      keyId: 'k1',
      privateKeyPem: privateKey,
      relationNumber: '0000771234',
    },
    clock: { now: () => Date.now() },
    fetch: send,
    intervalMs: 0,
  })

const respond = ({ status, body, text }: Answer, change: (body: unknown) => unknown): Response =>
  new Response(text ?? JSON.stringify(change(body)), { status })

/** Each question must be the next of the conversation, asked as it is written there. */
const player = (conversation: readonly Exchange[], change: (body: unknown) => unknown = (body) => body) => {
  let next = 0
  const send: typeof fetch = async (input, init = {}) => {
    const exchange = conversation[next++]
    assert.ok(exchange, `one question too many: ${String(input)}`)
    const url = new URL(String(input))
    const headers = new Headers(init.headers)
    assert.ok(HOSTS.includes(url.origin), url.origin)
    const isToken = url.pathname.endsWith('/token')
    assert.equal(url.origin, HOSTS[isToken ? 1 : 0])
    assert.equal(headers.get('accept'), 'application/json')
    assert.equal(headers.has('authorization'), !isToken)
    assert.deepEqual(
      { method: init.method ?? 'GET', path: url.pathname, query: Object.fromEntries(url.searchParams) },
      { query: {}, ...exchange.ask },
    )
    return respond(exchange.answer, change)
  }
  return { client: clientWith(send), isOver: () => next === conversation.length }
}

/** The whole life of an order, as the client sees it. */
const live = async (client: RegistryClient): Promise<unknown[]> => {
  const body = bodyOf(draftOf(2))
  const filed = await client.fileOrder(body)
  assert.ok(filed.kind === 'taken')
  const seen: unknown[] = [filed.pollUrl]
  for (let n = 0; n < 3; n++) {
    // Beside what was understood of it stands what came, which is not the same twice here.
    const { answer = '', ...outcome } = (await client.pollOrder(filed.pollUrl)) as PollOutcome & { answer?: string }
    assert.equal(answer !== '', outcome.kind === 'accepted')
    seen.push(outcome)
  }
  for (let n = 0; n < 4; n++) seen.push(await client.readRequest(A), await client.listDeliveries(A))
  seen.push(await client.readRequest(B), await client.listDeliveries(B), await client.listOwnDeliveries())
  return seen
}

const read = (status: string, rawStatus: string, position: string, klicNumber: string | null) => ({
  status,
  rawStatus,
  orderNumber: klicNumber && '9001234567',
  klicNumber,
  position,
})
const link = (guid: string) => `https://service10.kadaster.nl/gds2/download/public/${guid}`
const PART = {
  sequence: 1,
  complete: false,
  safetyArea: false,
  composedAt: '2026-09-03T10:16:01+02:00',
  url: link('11111111-aaaa-4aaa-8aaa-111111111111'),
}
const WHOLE = {
  sequence: 2,
  complete: true,
  safetyArea: false,
  composedAt: '2026-09-04T08:00:00+02:00',
  url: link('22222222-aaaa-4aaa-8aaa-222222222222'),
}
const SAFE = { sequence: 1, complete: false, safetyArea: true, composedAt: null, url: null }
const POLL = '/klic/ntd/aanvragen/v1/validatieresultaten/zQ3vT0kP'
const warning = {
  severity: 'WARNING',
  code: 'WAR0001',
  text: 'De graafpolygoon overlapt met een veiligheidsgebied.',
  pointer: '/gebiedsinformatieAanvragen/1',
}
const EXPECTED = [
  POLL,
  { kind: 'not_known' },
  { kind: 'new' },
  {
    kind: 'accepted',
    requests: [
      { position: '0000000020', giAanvraagId: B },
      { position: '0000000010', giAanvraagId: A },
    ],
    messages: [warning],
    concerned: null,
  },
  read('accepted', 'giAangenomen', '0000000010', null),
  { kind: 'not_yet' },
  read('in_production', 'giInProductie', '0000000010', '99G0001234'),
  { kind: 'listed', deliveries: [] },
  read('partial', 'giLeveringSamengesteldIncompleet', '0000000010', '99G0001234'),
  { kind: 'listed', deliveries: [PART] },
  read('complete', 'giLeveringSamengesteldCompleet', '0000000010', '99G0001234'),
  { kind: 'listed', deliveries: [PART, WHOLE] },
  read('complete', 'giLeveringSamengesteldCompleet', '0000000020', '99G0001235'),
  { kind: 'listed', deliveries: [SAFE] },
  {
    calls: 2,
    byRequest: new Map([
      [A, [PART, WHOLE]],
      [B, [SAFE]],
    ]),
  },
]

const order = fixture<{ conversation: Exchange[] }>('order-of-two').conversation

test('an order of two requests, from the token to a partial, a complete and a withheld delivery', async () => {
  const { client, isOver } = player(order)
  assert.deepEqual(await live(client), EXPECTED)
  assert.ok(isOver(), 'the client asked less than was written down')
})

/** Every object gets members that nobody has announced. */
const withStrangers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withStrangers)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).map(([name, member]) => [name, withStrangers(member)])
  return { onbekendVeld: [{ waarde: null }], ...Object.fromEntries(known), versie: 3.14 }
}

/** Text where it was text becomes what it means: booleans and numbers, as a later version may send them. */
const withTypes = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withTypes)
  if (value === 'true' || value === 'false') return value === 'true'
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'leveringsvolgnummer' ? Number(member) : withTypes(member),
    ]),
  )
}

test('members that nobody announced change nothing, and neither do numbers and booleans as such', async () => {
  assert.deepEqual(await live(player(order, withStrangers).client), EXPECTED)
  assert.deepEqual(await live(player(order, withTypes).client), EXPECTED)
})

const judged = async (conversation: readonly Exchange[], change?: (body: unknown) => unknown) => {
  const { client } = player(conversation, change)
  const outcomes: unknown[] = []
  for (let n = 0; n < 2; n++) {
    const filed = await client.fileOrder(bodyOf(draftOf(1)))
    assert.ok(filed.kind === 'taken')
    outcomes.push(await client.pollOrder(filed.pollUrl))
  }
  return outcomes as { kind: string; messages: { code: string; severity: string; pointer: string | null }[] }[]
}
const shown = (outcomes: Awaited<ReturnType<typeof judged>>) =>
  outcomes.map(({ kind, messages }) => [kind, messages.map(({ severity, code }) => `${severity} ${code}`)])

test('a rejection and a verdict that could not be given, with all their messages', async () => {
  const { conversation } = fixture<{ conversation: Exchange[] }>('rejected')
  assert.deepEqual(shown(await judged(conversation)), [
    ['rejected', ['ERROR COR0309', 'WARNING WAR0325']],
    ['undecided', ['ERROR COR9002']],
  ])
})

test('a code that nobody has published is an error of the order, and is shown with its text and pointer', async () => {
  const { conversation } = fixture<{ conversation: Exchange[] }>('rejected')
  const rename = (body: unknown) => JSON.parse(JSON.stringify(body).replace('COR0309', 'NEW4711'))
  const [first] = await judged(conversation, rename)
  const [message] = first!.messages
  assert.deepEqual(
    [message?.severity, message?.code, message?.pointer],
    ['ERROR', 'NEW4711', '/gebiedsinformatieAanvragen/0/locatieWerkzaamheden/BAGid'],
  )
})

test('direct refusals of all four shapes say who can repair them; a shut door is waited for', async () => {
  const { refusals } = fixture<{ refusals: { answer: Answer; code: string; fix: string }[] }>('refusals')
  for (const { answer, code, fix } of refusals) {
    for (const change of [(body: unknown) => body, withStrangers]) {
      const token = respond(order[0]!.answer, (body) => body)
      const client = clientWith(async (input) => (String(input).endsWith('/token') ? token : respond(answer, change)))
      const filing = client.fileOrder(bodyOf(draftOf(1)))
      if (fix === 'wait') {
        await assert.rejects(filing, (failure) => failure instanceof TryLater && failure.reason === 'access_refused')
        continue
      }
      const outcome = await filing
      assert.ok(outcome.kind === 'refused', code)
      assert.deepEqual([outcome.httpStatus, outcome.messages[0]?.code, outcome.fix], [answer.status, code, fix])
    }
  }
})

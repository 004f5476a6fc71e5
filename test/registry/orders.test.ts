/** What becomes of an order: taken, accepted, rejected, undecided, sent again. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TryLater } from '../../server/platform/refusal.ts'
import { locate } from '../../server/registry/orders/order-body.ts'
import { simulatorApplicant } from '../../server/simulator/customer.ts'
import { acceptedIds, bodyOf, decisionOf, draftOf, fileAndDecide, square, startRegistry } from './world.ts'

test('an order of one part is accepted as one request', async (t) => {
  const { client, ledger } = await startRegistry(t)
  const outcome = await fileAndDecide(client, draftOf(1))
  assert.equal(outcome.kind, 'accepted')
  assert.deepEqual(outcome.kind === 'accepted' && outcome.requests.map(({ position }) => position), ['0000000010'])
  assert.equal((await ledger()).notifications, 1)
})

test('an order goes from not known over new to accepted', async (t) => {
  const { client, control } = await startRegistry(t, { timeFactor: 1 })
  const filed = await client.fileOrder(bodyOf(draftOf(1)))
  assert.ok(filed.kind === 'taken')
  const kinds = [(await client.pollOrder(filed.pollUrl)).kind]
  await control('clock', { stepMs: 5_000 })
  kinds.push((await client.pollOrder(filed.pollUrl)).kind)
  await control('clock', { stepMs: 60_000 })
  kinds.push((await client.pollOrder(filed.pollUrl)).kind)
  assert.deepEqual(kinds, ['not_known', 'new', 'accepted'])
})

test('every part of an order becomes a request with its own position and id', async (t) => {
  const { client } = await startRegistry(t)
  const outcome = await fileAndDecide(client, draftOf(3))
  assert.ok(outcome.kind === 'accepted')
  assert.deepEqual(
    outcome.requests.map(({ position }) => position),
    ['0000000010', '0000000020', '0000000030'],
  )
  assert.equal(new Set(outcome.requests.map(({ giAanvraagId }) => giAanvraagId)).size, 3)
})

test('one wrong part rejects the whole order and the message points at that part', async (t) => {
  const { client, ledger } = await startRegistry(t)
  const draft = draftOf(3)
  const parts = draft.parts.map((part, index) =>
    index === 1 ? { ...part, polygon: square(154_900, 387_900, 501) } : part,
  )
  const outcome = await fileAndDecide(client, { ...draft, parts })
  assert.ok(outcome.kind === 'rejected')
  const message = outcome.messages[0]!
  assert.deepEqual([message.code, message.severity], ['GEO_ERR', 'ERROR'])
  assert.deepEqual(locate(message.pointer), { part: 1, field: '/polygon' })
  assert.equal((await ledger()).notifications, 0)
})

test('a scenario can reject with any code', async (t) => {
  const { client } = await startRegistry(t)
  const outcome = await fileAndDecide(client, draftOf(1, { reference: 'SIM:reject:COR0309' }))
  assert.ok(outcome.kind === 'rejected')
  assert.deepEqual(
    outcome.messages.map(({ code }) => code),
    ['COR0309'],
  )
})

test('the same postId twice is one order with one poll address', async (t) => {
  const { client, ledger } = await startRegistry(t)
  const body = bodyOf(draftOf(2))
  const first = await client.fileOrder(body)
  const second = await client.fileOrder(body)
  assert.deepEqual(second, first)
  const { orders, notifications } = await ledger()
  assert.deepEqual([orders.length, orders[0]?.timesReceived, notifications], [1, 2, 2])
})

test('when the answer to an order is lost, sending it again files it once', async (t) => {
  const { client, ledger } = await startRegistry(t)
  const body = bodyOf(draftOf(1, { reference: 'SIM:lost202' }))
  await assert.rejects(client.fileOrder(body), TryLater)
  const second = await client.fileOrder(body)
  assert.ok(second.kind === 'taken')
  assert.equal((await decisionOf(client, second.pollUrl)).kind, 'accepted')
  assert.equal((await ledger()).notifications, 1)
})

test('a registry that is down takes the order when it is back', async (t) => {
  const { client, ledger } = await startRegistry(t)
  const body = bodyOf(draftOf(1, { reference: 'SIM:down' }))
  for (let n = 0; n < 3; n += 1) await assert.rejects(client.fileOrder(body), TryLater)
  assert.equal((await client.fileOrder(body)).kind, 'taken')
  assert.equal((await ledger()).notifications, 1)
})

test('an order that could not be validated is undecided and gets through under a new postId', async (t) => {
  const { client, ledger } = await startRegistry(t)
  const first = await fileAndDecide(client, draftOf(1, { reference: 'SIM:mislukt' }))
  assert.ok(first.kind === 'undecided')
  assert.deepEqual(
    first.messages.map(({ code }) => code),
    ['COR9002'],
  )
  await acceptedIds(client, draftOf(1, { reference: 'SIM:mislukt' }))
  assert.equal((await ledger()).notifications, 1)
})

const numbered = (relationNumber: string) => draftOf(1, { applicant: { ...simulatorApplicant, relationNumber } })

test('a direct refusal says who can repair it', async (t) => {
  const { client } = await startRegistry(t)
  const cases = [
    [bodyOf(numbered('0000900004')), 422, 'COR9004', 'account'],
    [bodyOf(numbered('0000900005')), 403, 'COR9005', 'billing'],
    [bodyOf(draftOf(1, { postId: 'not-a-guid' })), 406, 'COR9001', 'client'],
    ['{"bestelling":{}}', 400, 'COR9000', 'client'],
  ] as const
  for (const [body, httpStatus, code, fix] of cases) {
    const outcome = await client.fileOrder(body)
    assert.ok(outcome.kind === 'refused')
    assert.deepEqual([outcome.httpStatus, outcome.messages[0]?.code, outcome.fix], [httpStatus, code, fix])
  }
})

test('an unknown relation number is found in the validation', async (t) => {
  const { client } = await startRegistry(t)
  const outcome = await fileAndDecide(client, numbered('0000900099'))
  assert.ok(outcome.kind === 'rejected')
  assert.deepEqual(
    outcome.messages.map(({ code, pointer }) => [code, locate(pointer).field]),
    [['COR0898', '/applicant/relationNumber']],
  )
})

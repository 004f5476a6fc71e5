/** The simulator as a process: what it has answered survives its death, and it dies with its parent. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { bodyOf, decisionOf, deliveriesOf, draftOf, registryAt, tempFolder } from '../registry/world.ts'
import { serverEntry } from '../support/server-entry.ts'

const entry = serverEntry('simulate')

const launch = async (t: TestContext, folder: string, port = '0'): Promise<{ child: ChildProcess; url: string }> => {
  const child = spawn(process.execPath, [entry, '--data', folder, '--port', port, '--time-factor', '6000'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, KLIC_PARENT: 'pipe' },
  })
  t.after(() => child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  return { child, url: JSON.parse(line).ready.url }
}

test('an order taken before a kill is decided and delivered after a restart, with the same ids', async (t) => {
  const folder = tempFolder(t)
  const first = await launch(t, folder)
  const before = registryAt(first.url, folder)
  const body = bodyOf(draftOf(2, { reference: 'SIM:partial' }))
  const filed = await before.client.fileOrder(body)
  assert.ok(filed.kind === 'taken')
  const decided = await decisionOf(before.client, filed.pollUrl)
  const ended = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await ended

  const second = await launch(t, folder, new URL(first.url).port)
  const after = registryAt(second.url, folder)
  assert.deepEqual(await after.client.fileOrder(body), filed)
  assert.deepEqual(await decisionOf(after.client, filed.pollUrl), decided)
  assert.ok(decided.kind === 'accepted')
  const id = decided.requests[0]!.giAanvraagId
  const deliveries = await deliveriesOf(after.client, id, (found) => found.length === 2)
  await after.client.download(deliveries[1]!.url!, join(folder, 'delivery.zip'))
  const { orders, notifications } = await after.ledger()
  assert.deepEqual([orders.length, notifications], [1, 2])
})

test('a line that a kill cut short is no order', async (t) => {
  const folder = tempFolder(t)
  const first = await launch(t, folder)
  const filed = await registryAt(first.url, folder).client.fileOrder(bodyOf(draftOf(1)))
  assert.equal(filed.kind, 'taken')
  const ended = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await ended
  appendFileSync(join(folder, 'ledger.jsonl'), '{"type":"order","postId":"half')
  const second = await launch(t, folder)
  assert.equal((await registryAt(second.url, folder).ledger()).orders.length, 1)
})

test('the simulator ends when its parent closes the pipe', async (t) => {
  const { child } = await launch(t, tempFolder(t))
  const ended = once(child, 'exit')
  child.stdin!.end()
  assert.deepEqual(await ended, [0, null])
})

test('the key of the simulator is readable by its owner alone', { skip: process.platform === 'win32' }, async (t) => {
  const folder = tempFolder(t)
  await launch(t, folder)
  assert.equal(statSync(join(folder, 'client.json')).mode & 0o777, 0o600)
})

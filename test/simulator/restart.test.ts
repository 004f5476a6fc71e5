/** Killed in every state of an order and started again, the simulated registry gives the same answers as before. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { tempFolder } from '../registry/world.ts'
import { serverEntry } from '../support/server-entry.ts'
import { createClient, itemsOf } from './simulator-asking.ts'
import { type Body, digging, moreThanOne } from './simulator-orders.ts'
import { type Desk, deskAt, type PollResult } from './simulator-world.ts'

/** So much slower than the registry, that no state passes by itself while the machine is busy. */
const SLOWER = 10
const MINUTE = 60_000
const DAY = 86_400_000
const entry = serverEntry('simulate')

const launch = async (
  t: TestContext,
  folder: string,
  port: string,
): Promise<{ desk: Desk; kill: () => Promise<void> }> => {
  const child = spawn(
    process.execPath,
    [entry, '--data', folder, '--port', port, '--time-factor', String(1 / SLOWER)],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, KLIC_PARENT: 'pipe' },
    },
  )
  t.after(() => child.kill('SIGKILL'))
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return { desk: await deskAt(JSON.parse(line).ready.url, folder), kill }
}

interface RestartOrder {
  name: string
  body: Body
  pollUrl: string
}

/** All that a client can see, of all orders. */
const everything = async (desk: Desk, filed: readonly RestartOrder[]): Promise<unknown[]> => {
  const client = createClient(desk)
  const seen: unknown[] = []
  for (const { name, pollUrl } of filed) {
    const poll = await desk.call(pollUrl)
    const result = (await poll.json()) as PollResult
    const requests: unknown[] = []
    for (const { giAanvraagId } of result.giAanvraagIds ?? []) {
      const list = await desk.call(client.deliveriesOf(giAanvraagId))
      const items = list.status === 200 ? itemsOf(await list.json()) : list.status
      const links = Array.isArray(items) ? items.flatMap(({ giLeveringUrl }) => giLeveringUrl ?? []) : []
      const downloads: unknown[] = []
      for (const link of links) {
        const answer = await fetch(link)
        downloads.push([answer.status, (await answer.arrayBuffer()).byteLength])
      }
      requests.push({ request: await client.request(giAanvraagId), items, downloads })
    }
    seen.push({ name, status: poll.status, result, requests })
  }
  return seen
}

/** How much later each begins, as fast as the registry is. */
const STATES = [
  ['not known yet', 0],
  ['new', 3_000],
  ['decided', 28_000],
  ['in production', 6 * MINUTE],
  ['delivered', 40 * MINUTE],
  ['partially delivered', 5 * DAY],
  ['completed', 7.5 * DAY],
  ['the link is dead', 40 * DAY],
] as const

test('restart in every state, by kill -9: nothing is lost, nothing is twice, nothing is different', async (t) => {
  const folder = tempFolder(t)
  let { desk, kill } = await launch(t, folder, '0')
  const { port } = new URL(desk.url)
  const filed: RestartOrder[] = []
  for (const scene of ['plain', 'SIM:partial', 'SIM:reject:COR0309', 'SIM:mislukt', 'SIM:safety', 'SIM:slow']) {
    const body = scene === 'plain' ? moreThanOne(2) : digging()
    for (const request of body.gebiedsinformatieAanvragen) request.referentie = scene
    const answer = (await (await desk.file(body)).json()) as { pollUrl: string }
    filed.push({ name: scene, body, pollUrl: answer.pollUrl })
  }
  const statuses: string[] = []
  for (const [state, stepMs] of STATES) {
    await desk.step(stepMs * SLOWER)
    await createClient(desk).renew()
    const before = await everything(desk, filed)
    await kill()
    ;({ desk, kill } = await launch(t, folder, port))
    assert.deepEqual(await everything(desk, filed), before, state)
    for (const { body, pollUrl } of filed) {
      const again = await desk.file(body)
      assert.deepEqual([again.status, ((await again.json()) as { pollUrl: string }).pollUrl], [202, pollUrl], state)
    }
    statuses.push(JSON.stringify(before))
  }
  assert.equal(new Set(statuses).size, STATES.length, 'each step must have shown another state')
  const { orders, notifications } = await createClient(desk).ledger()
  assert.deepEqual([orders.length, notifications], [6, 5])
  assert.deepEqual(
    orders.map(({ timesReceived }) => timesReceived),
    filed.map(() => 1 + STATES.length),
  )
})

/** A calamity on the real server is filed once over kills of the worker. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Calamity } from '../../server/features/calamities/schema.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import { GARDEN } from '../support/rd-box.ts'
import { asWindow } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { openWholeServer } from '../support/whole-server.ts'

test('a calamity is filed once, whenever the worker is killed between the order and its answer', async () => {
  const server = await openWholeServer()
  try {
    const { below, headers } = await asWindow(server)
    const post = async (path: string, body: object) =>
      (await fetch(below + path, { method: 'POST', headers, body: JSON.stringify(body) })).json() as Promise<Job>
    const { job_id } = await post('/calamities', { geometry: GARDEN, what: 'Gaslek' })
    await post(`/calamities/${job_id}/file`, { confirmed: true, confirm_euros: '39.95' })
    let kills = 0
    let found: Calamity | undefined
    await until(async () => {
      found = (await (await fetch(`${below}/calamities/${job_id}`, { headers })).json()) as Calamity
      if (found.operators) return true
      const { orders } = await server.ledger()
      // Before the first byte, and each time after the registry has it.
      if (kills < 1 || (orders.length > 0 && kills < 3)) {
        const { length } = server.workerPids
        kills++
        server.killWorker()
        await until(() => server.workerPids.length > length)
      }
      return false
    })
    assert.ok(kills >= 1)
    assert.ok(found!.operators!.length > 1)
    assert.equal((await server.ledger()).notifications, 1)
  } finally {
    await server.close()
  }
})

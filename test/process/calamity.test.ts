/** A calamity on the real server: from an area to the numbers to call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Calamity } from '../../server/features/calamities/schema.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import { GARDEN, rdBox } from '../support/rd-box.ts'
import { asWindow } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { openWholeServer } from '../support/whole-server.ts'

test('a calamity files nothing without the confirmation and the sum, then one notification, and says whom to call', async () => {
  const server = await openWholeServer()
  try {
    const { below, headers } = await asWindow(server)
    const ask = (path: string, body?: object) =>
      fetch(below + path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    const quoted = (await (await ask('/calamities', { geometry: GARDEN, what: 'Gasleiding geraakt' })).json()) as Job
    assert.equal(quoted.quote.total.amount, '39.95')
    const at = `/calamities/${quoted.job_id}`
    assert.equal((await ask(`${at}/file`, {})).status, 422)
    assert.equal((await ask(`${at}/file`, { confirmed: true, confirm_euros: '1.00' })).status, 409)
    const large = await ask('/calamities', { geometry: rdBox(155_000, 390_000, 700), what: 'Gasleiding geraakt' })
    assert.match(await large.text(), /at most 500 by 500 m.*Draw the place of the danger only/)
    assert.equal((await server.ledger()).notifications, 0)

    assert.equal((await ask(`${at}/file`, { confirmed: true, confirm_euros: '39.95' })).status, 202)
    let found: Calamity | undefined
    await until(async () => {
      found = (await (await ask(at)).json()) as Calamity
      return found.operators !== null
    })
    assert.ok(found!.operators!.length > 1)
    for (const { name, contact } of found!.operators!) assert.match(contact.phone!, /^\+31/, name)
    const page = Buffer.from(await (await ask(`${at}/page`)).arrayBuffer())
    assert.equal(page.subarray(0, 5).toString(), '%PDF-')
    assert.equal((await server.ledger()).notifications, 1)
    // Then it is delivered and read as any.
    await until(async () => (await server.job(quoted.job_id)).status === 'ready')
    assert.match((await server.job(quoted.job_id)).klic_numbers[0]!, /^99C/)
  } finally {
    await server.close()
  }
})

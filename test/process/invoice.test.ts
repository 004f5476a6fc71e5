/** The whole way of companies that pay by invoice, on real processes: the operator of the installation files for them. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROVIDER, simulatorApplicant } from '../../server/simulator/customer.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

const corners = [[154_800, 387_900], [155_100, 387_900], [155_100, 388_150], [154_800, 387_900]] // biome-ignore format: one area
const geometry = { type: 'Polygon', coordinates: [corners] }
const provider = {
  relation_number: PROVIDER.relationNumber,
  organisation: {
    name: 'Meldpunt Verzonnen B.V.',
    kvk_number: '90000033',
    address: {
      bag_id: '0753200000000011',
      street: 'Hoofdstraat',
      house_number: 12,
      postcode: '5683AC',
      city: 'Best',
    },
  },
}

interface FiledBody {
  messages: {
    gebiedsinformatieAanvragen: { aanvrager: { organisatie: { relatienummer: string; naam: string[] } } }[]
  }[]
}

async function opened(env: Record<string, string> = {}) {
  const server = new RealServer()
  server.env = env
  await server.open()
  const { below, headers } = await asWindow(server)
  const set = async (body: object): Promise<void> => {
    const answer = await fetch(`${below}/settings`, { method: 'PUT', headers, body: JSON.stringify(body) })
    assert.equal(answer.status, 200, await answer.text())
  }
  const quote = async () => (await server.post('/jobs', { klic_type: 'ORIENT', geometry })).json
  const submit = async (jobId: string) => (await server.post(`/jobs/${jobId}/submit`, {})).status
  const applicants = async () => {
    const { messages } = (await (await server.control('messages')).json()) as FiledBody
    return messages.map(({ gebiedsinformatieAanvragen: [first] }) => first!.aanvrager.organisatie)
  }
  return { server, set, quote, submit, applicants }
}

test('by invoice: quoted, submitted, filed with the provider’s login and delivered; refused without a mandate', async (t) => {
  const { server, set, quote, submit, applicants } = await opened()
  t.after(() => server.close())
  const ended = async (jobId: string) => {
    await until(async () => ['ready', 'rejected', 'failed'].includes((await server.job(jobId)).status))
    return server.job(jobId)
  }
  await set({ 'billing.mode': 'invoice' })
  const first = await quote()
  assert.deepEqual([first.quote.billed_by, await submit(first.job_id)], [null, 402])

  // Filed under the digger's own number, with the provider's login.
  await set({ 'billing.provider': provider })
  assert.equal(await submit(first.job_id), 202)
  const delivered = await ended(first.job_id)
  assert.deepEqual([delivered.status, delivered.quote.billed_by], ['ready', 'invoice'])

  // It has authorised nobody, though it could file by itself.
  await set({ 'billing.relation_number': '0000900007' })
  const unmandated = await quote()
  assert.equal(await submit(unmandated.job_id), 202)
  const refused = await ended(unmandated.job_id)
  assert.deepEqual([refused.status, refused.next_action], ['rejected', 'arrange_billing'])
  assert.ok(refused.errors.concat(refused.parts[0]!.errors).some(({ code }) => code === 'COR9004'))

  // Without a number of its own the provider is the applicant: a number that takes nobody else's login.
  await set({ 'billing.relation_number': null })
  const numberless = await quote()
  assert.equal(await submit(numberless.job_id), 202)
  assert.equal((await ended(numberless.job_id)).status, 'ready')
  assert.deepEqual(
    (await applicants()).map(({ relatienummer, naam }) => [relatienummer, naam[0]]),
    [
      [simulatorApplicant.relationNumber, simulatorApplicant.organisation],
      [PROVIDER.relationNumber, provider.organisation.name],
    ],
  )

  // The number alone opens nothing: with the company's own login the registry refuses it.
  await set({ 'billing.mode': 'relation_number', 'billing.relation_number': PROVIDER.relationNumber })
  const borrowed = await quote()
  assert.equal(await submit(borrowed.job_id), 202)
  assert.equal((await ended(borrowed.job_id)).status, 'rejected')
})

test('on a server for others the operator’s file arranges it, and gives the price', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-billing-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'billing.json')
  writeFileSync(file, JSON.stringify({ prices: [{ from: '2020-01-01', until: null, cents: 4150 }], provider }))
  const env = { KLIC_BILLING_FILE: file, KLIC_PUBLIC_URL: 'http://klic.office.example', KLIC_ALLOW_PLAIN_HTTP: '1' }
  const { server, set, quote, submit, applicants } = await opened({ ...env, KLIC_STOP_GRACE_SECONDS: '0' })
  t.after(() => server.close())
  await set({ 'billing.mode': 'invoice', 'billing.relation_number': null })
  const job = await quote()
  assert.deepEqual([job.quote.billed_by, job.quote.total.amount], ['invoice', '41.50'])
  assert.equal(await submit(job.job_id), 202)
  await until(async () => (await server.job(job.job_id)).status === 'ready')
  assert.deepEqual((await applicants())[0]?.relatienummer, PROVIDER.relationNumber)
})

/** A desktop and its office, two real servers: what is made while the office is away is there once when it is back. */
import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Job } from '../../server/contract/jobs.ts'
import { Handover, Office, OfficeTest } from '../../server/contract/office.ts'
import { freePort } from '../support/free-port.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

const AREA = {
  type: 'Polygon',
  coordinates: [
    [
      [5.401, 51.498],
      [5.404, 51.498],
      [5.404, 51.5],
      [5.401, 51.498],
    ],
  ],
}
const ASKED = { klic_type: 'ORIENT', reference: 'Onderweg getekend', geometry: AREA, cut_rules: { max_extra_m: 40 } }

async function open(t: TestContext, args?: string[]) {
  const server = new RealServer(args)
  await server.open()
  t.after(() => server.close())
  return server
}

/** The window of the desktop, as its pages call it. */
async function windowOf(desktop: RealServer) {
  const { below, headers } = await asWindow(desktop)
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(below + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, json: text ? JSON.parse(text) : null, text }
  }
  const office = async (): Promise<Office> => Office.parse((await call('GET', '/office')).json)
  return {
    call,
    office,
    handover: async (jobId: string) => (await office()).handovers.find(({ job_id }) => job_id === jobId)!,
    handOver: async (jobId: string, body = {}) => {
      const answer = await call('POST', `/jobs/${jobId}/handover`, body)
      assert.equal(answer.status, 202, answer.text)
      return Handover.parse(answer.json)
    },
  }
}

const jobsAt = async (server: RealServer): Promise<Job[]> =>
  ((await (await server.call('/jobs?page_size=200')).json()) as { data: Job[] }).data

/** A way to the office that can lose what comes back. */
async function openWay(t: TestContext, to: () => string) {
  const lost: string[] = []
  let losing = 0
  const way = createServer((req, res) => {
    const inner = request(to() + req.url, { method: req.method, headers: req.headers }, (got) => {
      if (req.method === 'POST' && losing > 0) {
        losing--
        lost.push(`${req.method} ${req.url}`)
        got.resume().on('end', () => res.destroy())
        return
      }
      res.writeHead(got.statusCode!, got.headers)
      got.pipe(res)
    })
    inner.on('error', () => res.destroy())
    req.pipe(inner)
  })
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    way.closeAllConnections()
    way.close()
  })
  return { url: `http://127.0.0.1:${(way.address() as AddressInfo).port}`, lost, lose: (n: number) => (losing = n) }
}

test('made while the office is away, with the worker killed in between: one job there, quoted and not filed', async (t) => {
  const port = await freePort()
  const desktop = await open(t)
  const window = await windowOf(desktop)
  const { json: job } = await desktop.post('/jobs', ASKED)
  const office = new RealServer()
  // Its key must be known before it runs; it is away all the while.
  const away = `http://127.0.0.1:${port}`
  assert.equal((await window.call('PUT', '/office', { url: 'http://office.example', key: 'klic_sim_any' })).status, 422)
  assert.equal((await window.call('PUT', '/office', { url: away, key: 'klic_sim_nobody_knows_this' })).status, 200)
  assert.equal(OfficeTest.parse((await window.call('POST', '/office/test', {})).json).state, 'not_reached')
  const waiting = await window.handOver(job.job_id)
  assert.deepEqual([waiting.state, waiting.total, waiting.office_total], ['waiting', job.quote.total.amount, null])
  await until(async () => (await window.handover(job.job_id)).tries > 0)
  desktop.killWorker()
  // Filing it here as well would pay twice.
  const here = await desktop.post(`/jobs/${job.job_id}/submit`, {})
  assert.equal(here.status, 409)

  await office.openOn(port)
  t.after(() => office.close())
  await until(async () => /refuses the key/.test((await window.handover(job.job_id)).problem ?? ''))
  await window.call('PUT', '/office', { url: away, key: office.secret })
  assert.equal(OfficeTest.parse((await window.call('POST', '/office/test', {})).json).state, 'reached')
  await until(async () => (await window.handover(job.job_id)).state === 'quoted')

  const there = await jobsAt(office)
  assert.equal(there.length, 1)
  const { reference, klic_type, status, submitted_at } = there[0]!
  assert.deepEqual(
    { reference, klic_type, status, submitted_at },
    { reference: 'Onderweg getekend', klic_type: 'ORIENT', status: 'quoted', submitted_at: null },
  )
  assert.deepEqual(there[0]!.quote.rules?.max_extra_m, 40)
  const done = await window.handover(job.job_id)
  assert.equal(done.office_total, there[0]!.quote.total.amount)
  assert.equal(done.office_job_url, `${away}/?job=${there[0]!.job_id}`)
  assert.deepEqual((await office.ledger().catch(() => ({ orders: [] }))).orders, [])
  const { json } = await window.call('GET', '/office')
  assert.ok(!JSON.stringify(json).includes(office.secret))
})

test('answers that are lost cost nothing: one job, filed once, when so much money was confirmed', async (t) => {
  const [desktop, office] = await Promise.all([open(t), open(t)])
  const way = await openWay(t, () => office.ready.local_url)
  const window = await windowOf(desktop)
  await window.call('PUT', '/office', { url: way.url, key: office.secret })
  const { json: job } = await desktop.post('/jobs', ASKED)
  const { json: dear } = await desktop.post('/jobs', { ...ASKED, reference: 'Te duur' })
  way.lose(2)
  await window.handOver(job.job_id, { submit_up_to: job.quote.total.amount })
  await until(async () => way.lost.length === 2)
  desktop.killWorker()
  await until(async () => (await window.handover(job.job_id)).state === 'submitted')
  await window.handOver(dear.job_id, { submit_up_to: '0.01' })
  await until(async () => (await window.handover(dear.job_id)).state === 'quoted')
  assert.match((await window.handover(dear.job_id)).problem ?? '', /higher than what was confirmed/)

  const there = await jobsAt(office)
  assert.deepEqual(there.map(({ reference, submit }) => [reference, submit]).sort(), [
    ['Onderweg getekend', true],
    ['Te duur', false],
  ])
  const filed = there.find(({ submit }) => submit)!
  await until(async () => /^ready/.test((await office.job(filed.job_id)).status))
  assert.equal((await office.ledger()).orders.length, 1)
  const back = await window.call('DELETE', `/jobs/${job.job_id}/handover`)
  assert.equal(back.status, 409)
})

test('what the office does not take is refused in its words, and is this computer’s again when taken back', async (t) => {
  const desktop = await open(t)
  const window = await windowOf(desktop)
  const office = createServer((req, res) => {
    req.resume()
    res.writeHead(422, { 'Content-Type': 'application/json' })
    res.end(JSON.stringify({ detail: { error_code: 'VALIDATION_FAILED', message: 'The area is too large here.' } }))
  })
  await new Promise<void>((resolve) => office.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    office.closeAllConnections()
    office.close()
  })
  const url = `http://127.0.0.1:${(office.address() as AddressInfo).port}`
  await window.call('PUT', '/office', { url, key: 'klic_sim_whatever_it_is' })
  const { json: job } = await desktop.post('/jobs', ASKED)
  await window.handOver(job.job_id)
  await until(async () => (await window.handover(job.job_id)).state === 'refused')
  assert.match((await window.handover(job.job_id)).problem ?? '', /too large here/)
  assert.equal((await window.call('DELETE', `/jobs/${job.job_id}/handover`)).status, 204)
  assert.equal((await desktop.post(`/jobs/${job.job_id}/submit`, {})).status, 202)
})

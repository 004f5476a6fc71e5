/** Events from the real server, through its own processes, to a listener that checks them as a receiver would. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { EventList } from '../../server/features/webhooks/event-schema.ts'
import { WebhookDelivery, Webhooks } from '../../server/features/webhooks/schema.ts'
import { GARDEN } from '../support/rd-box.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

test('a job is told to its own address, a test to that of the company, signed, and again until it is taken', async (t) => {
  const server = await new RealServer(['--registry', 'simulator', '--time-factor', '2000']).open()
  t.after(() => server.close())
  const received: { path: string; headers: Record<string, string>; body: string }[] = []
  const answers: Record<string, number[]> = { '/company': [500] }
  const listener = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      received.push({ path: req.url!, headers: req.headers as Record<string, string>, body })
      res.writeHead(answers[req.url!]?.shift() ?? 204).end()
    })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise((resolve) => listener.close(resolve)))
  const target = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  const at = (path: string) => received.filter((each) => each.path === path)

  const base = `${server.ready.base_url}/dashboard/api`
  const json = { 'Content-Type': 'application/json' }
  const signedIn = await fetch(`${base}/session`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ token: server.ready.window_token }),
  })
  const headers = {
    ...json,
    Cookie: signedIn.headers.get('set-cookie')!.split(';')[0]!,
    'X-CSRF-Token': ((await signedIn.json()) as { csrf_token: string }).csrf_token,
  }
  const ask = async (path: string, method = 'GET', body?: object): Promise<unknown> => {
    const answer = await fetch(`${base}${path}`, { method, headers, body: body && JSON.stringify(body) })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
    return answer.json()
  }

  const { secrets } = Webhooks.parse(await ask('/webhooks', 'PUT', { company_url: `${target}/company` }))
  const { event_id } = WebhookDelivery.parse(await ask('/webhooks/test', 'POST'))
  const job = await server.post('/jobs', {
    geometry: GARDEN,
    klic_type: 'ORIENT',
    submit: true,
    webhook_url: `${target}/job`,
  })
  assert.equal(job.status, 202)

  // The first try is refused by the listener; the second comes by the plan, the third because somebody asks.
  await until(() => at('/company').length === 2)
  await until(async () => {
    const list = EventList.parse(await ask('/events'))
    return list.data.some((event) => event.event_id === event_id && event.state === 'sent')
  })
  await ask(`/webhooks/deliveries/${event_id}/resend`, 'POST')
  await until(() => at('/company').length === 3)
  await until(() => at('/job').length === 1)

  const webhook = new Webhook(secrets[0]!.secret)
  for (const each of received) webhook.verify(each.body, each.headers)
  assert.deepEqual(new Set(at('/company').map((each) => each.headers['webhook-id'])), new Set([event_id]))
  const told = JSON.parse(at('/job')[0]!.body)
  assert.equal(told.type, 'job.ready')
  assert.deepEqual([told.data.job_id, told.data.revision, told.data.status], [job.json.job_id, 1, 'ready'])
  const answer = await fetch(told.data.links.self, { headers: { 'X-API-Key': server.secret } })
  assert.equal(((await answer.json()) as { status: string }).status, 'ready')
})

/** One whole job on real processes: its figures, and a log without people or secrets. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { asWindow, RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

const SQUARE = {
  type: 'Polygon',
  coordinates: [
    [
      [154_800, 387_900],
      [155_100, 387_900],
      [155_100, 388_150],
      [154_800, 387_900],
    ],
  ],
}
const CONTACT = { name: 'Wietske Verhulst', email: 'wietske@graafbedrijf.example', phone: '+31 6 29876543' }

test('a job leaves its figures in the metrics, and nothing about people in the log', async (t) => {
  const told: string[] = []
  const hook = createServer((req, res) => {
    told.push(String(req.headers['webhook-id']))
    res.end()
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  t.after(() => hook.close())
  const server = new RealServer()
  await server.open()
  t.after(() => server.close())

  const { below, headers } = await asWindow(server)
  const webhook_url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/geheim-adres?token=verborgen`
  const principal = { organisation: 'Gemeente Verzonnen', contact: CONTACT }
  const { json: job, status } = await server.post('/jobs', {
    klic_type: 'ORIENT',
    submit: true,
    reference: 'Bermsloot Zuid',
    geometry: SQUARE,
    webhook_url,
    principal,
  })
  assert.equal(status, 202, JSON.stringify(job))
  await until(async () => (await server.job(job.job_id)).status === 'ready')
  await until(() => told.length === 1)
  const secrets = (await (await fetch(`${below}/webhooks`, { headers })).json()) as { secrets: { secret: string }[] }

  await t.test('the metrics have the calls to the registry, the conversions and the webhook', async () => {
    let text = ''
    await until(async () => {
      text = await (await fetch(`${server.ready.local_url}/metrics`)).text()
      return /klic_webhook_tries_total\{outcome="2xx",worker="wrk_\w+"\} 1/.test(text)
    })
    assert.match(text, /klic_registry_call_duration_seconds_count\{call="fileOrder",outcome="\w+",worker="wrk_\w+"\} 1/)
    assert.match(text, /klic_conversion_duration_seconds_count\{kind="merge",outcome="done",worker="wrk_\w+"\} 2/)
    assert.match(text, /klic_jobs\{state="ready"\} 1/)
    const ready = await fetch(`${server.ready.local_url}/health/ready`)
    assert.equal(ready.status, 200, await ready.text())
  })

  await server.stop()

  await t.test('the log names no person, key, token or secret', async () => {
    const log = await readFile(server.ready.log_file, 'utf8')
    assert.ok(log.includes(job.job_id), 'the log is that of this job')
    const hidden = [
      ...[...Object.values(CONTACT), 'Verhulst', 'Gemeente Verzonnen', 'Noor Simulatie', 'noor@simulatie.example'],
      ...['20000001', '29876543', server.secret, server.ready.window_token!, secrets.secrets[0]!.secret],
      ...[headers.Cookie!.split('=')[1]!, headers['X-CSRF-Token']!, 'verborgen', 'Bearer ', 'BEGIN PRIVATE KEY'],
    ]
    for (const [where, text] of [
      ['log', log],
      ['words', server.words.join()],
    ] as const) {
      for (const word of hidden) assert.ok(!text.includes(word), `${word} stands in the ${where}`)
    }
  })
})

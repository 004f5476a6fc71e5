/** API keys, and the webhook that tells of a ready job. */
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { ROUTES } from '../../../server/api/routes.ts'
import { Job } from '../../../server/features/jobs/schema.ts'
import { EVENT_BODIES, EventList, SigningKeys } from '../../../server/features/webhooks/event-schema.ts'
import { beyondReach, notTestable, type Row } from '../suite.ts'
import { GARDEN, refused, shown, type Visit } from '../visit.ts'

const row = (section: string, promise: string, check: Row['check']): Row => ({ section, promise, check })
const listed = ROUTES.listKeys.responses[200]

const SOON_MS = 1500

export const keyRows: readonly Row[] = [
  row('POST /keys', 'the secret is in this answer only; default permission read', async (visit) => {
    const key = await visit.newKey({ name: 'conformance' })
    assert.deepEqual([key.permissions, key.revoked_at, key.last_used_at], [['read'], null, null])
    assert.match(key.secret, /^klic_[a-z]+_[0-9A-Za-z]{32,}$/)
    assert.ok(key.secret.startsWith(key.prefix))
    assert.ok(!(await visit.v1('/keys')).text.includes(key.secret.slice(key.prefix.length)))
  }),
  row('Keys', '“they are stored hashed”: no later answer has a secret, only its first characters', async (visit) => {
    const { key_id, secret, prefix } = await visit.newKey({ name: 'conformance' })
    const list = await visit.v1('/keys')
    assert.ok(list.text.includes(key_id) && !list.text.includes(secret))
    assert.ok(secret.startsWith(prefix) && secret.length - prefix.length >= 24, 'what is left to guess')
  }),
  row('GET /keys', 'every key as its record', async (visit) => {
    const key = await visit.newKey({ name: 'conformance' })
    const { data } = shown(listed, await visit.v1('/keys'))
    assert.ok(data.some((each) => each.key_id === key.key_id && each.name === 'conformance'))
  }),
  row('DELETE /keys/{key_id}', '204, also repeated; it works on the next request', async (visit) => {
    const key = await visit.newKey({ name: 'conformance' })
    assert.equal((await visit.v1('/jobs?page_size=1', { key: key.secret })).status, 200)
    for (let time = 0; time < 2; time++) {
      const reply = await visit.v1(`/keys/${key.key_id}`, { method: 'DELETE' })
      assert.deepEqual([reply.status, reply.text], [204, ''])
    }
    refused(await visit.v1('/jobs', { key: key.secret }), 401, 'API_KEY_INVALID')
  }),
  row('Errors', '401 API_KEY_EXPIRED', async (visit) => {
    const expires_at = new Date(Date.now() + SOON_MS).toISOString()
    const key = await visit.newKey({ name: 'conformance', expires_at })
    await new Promise((resolve) => setTimeout(resolve, SOON_MS + 100))
    refused(await visit.v1('/jobs', { key: key.secret }), 401, 'API_KEY_EXPIRED')
  }),
  row('Keys', 'read, write and admin: 403 PERMISSION_DENIED names what is needed', async (visit) => {
    for (const permission of ['read', 'write'] as const) {
      const key = await visit.keyWith(permission)
      const read = await visit.v1('/jobs?page_size=1', { key })
      assert.equal(read.status, permission === 'read' ? 200 : 403)
      for (const call of [{ method: 'GET' }, { method: 'POST', body: { name: 'x' } }]) {
        assert.match(
          JSON.stringify(refused(await visit.v1('/keys', { key, ...call }), 403, 'PERMISSION_DENIED')),
          /admin/,
        )
      }
      refused(await visit.v1('/keys/none', { key, method: 'DELETE' }), 403, 'PERMISSION_DENIED')
    }
  }),
  row('Keys', 'permissions: a subset of read, write, admin; submit needs write', async (visit) => {
    const { secret: key } = await visit.newKey({ name: 'conformance', permissions: ['admin'] })
    assert.equal((await visit.v1('/keys', { key })).status, 200)
    refused(await visit.v1('/jobs', { key }), 403, 'PERMISSION_DENIED')
    const body = { geometry: GARDEN, klic_type: 'ORIENT' }
    refused(await visit.v1('/jobs', { key, method: 'POST', body }), 403, 'PERMISSION_DENIED')
    refused(await visit.v1('/jobs', { key, method: 'POST', body: { ...body, submit: true } }), 403, 'PERMISSION_DENIED')
  }),
  row('Keys', 'a key that is not admin gets 403 on /keys', async (visit) => {
    if (visit.isAdmin) return notTestable('the given key is an admin key; the row above tried it with others')
    refused(await visit.v1('/keys'), 403, 'PERMISSION_DENIED')
  }),
  row(
    'Webhooks',
    'job.ready to the job’s webhook_url: Standard Webhooks headers, {type, timestamp, data}',
    async (visit) => {
      const { headers, body, jobId } = await callBack(visit)
      assert.ok(headers['webhook-id'] && headers['webhook-timestamp'])
      const { type, timestamp, data } = JSON.parse(body)
      assert.deepEqual([type, data.job_id, data.status], ['job.ready', jobId, 'ready'])
      assert.ok(timestamp)
      for (const name of ['revision', 'client_ref', 'reference', 'order_ids', 'missing_parts', 'links']) {
        assert.ok(name in data, name)
      }
    },
  ),
  row('Webhooks', 'webhook-signature is true: HMAC-SHA256 with the secret of the company', async (visit) => {
    if (!visit.webhookSecret) return notTestable('the secret is seen in the dashboard only; --webhook-secret gives it')
    const { headers, body } = await callBack(visit)
    const given = headers as Record<string, string>
    new Webhook(visit.webhookSecret).verify(body, given)
    assert.throws(() => new Webhook(visit.webhookSecret!).verify(`${body} `, given), WebhookVerificationError)
  }),
  row(
    'Webhooks',
    'who has a key alone verifies the v1a signature with a public key of GET /events/signing-keys',
    async (visit) => {
      const { headers, body } = await callBack(visit)
      const signed = (payload: string) =>
        Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${payload}`)
      const given = String(headers['webhook-signature'])
        .split(' ')
        .filter((each) => each.startsWith('v1a,'))
      const { data } = shown(SigningKeys, await visit.v1('/events/signing-keys', { key: await visit.keyWith('read') }))
      const verifies = (payload: string) =>
        data.some(({ public_key }) => {
          const x = Buffer.from(public_key.slice('whpk_'.length), 'base64').toString('base64url')
          const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
          return given.some((each) => verify(null, signed(payload), key, Buffer.from(each.slice(4), 'base64')))
        })
      assert.ok(verifies(body))
      assert.ok(!verifies(`${body} `))
    },
  ),
  row(
    'Webhooks',
    '“GeoJSON and webhooks use order_id”: the body follows its schema and names its requests',
    async (visit) => {
      const { body, jobId } = await callBack(visit)
      const { data } = EVENT_BODIES['job.ready'].parse(JSON.parse(body))
      const job = shown(Job, await visit.v1(`/jobs/${jobId}`))
      assert.deepEqual([data.job_ids, data.order_ids], [[jobId], job.order_ids])
    },
  ),
  row(
    'GET /events',
    'everything that happened, in its order, by cursor, job_id and order_id; read is enough',
    async (visit) => {
      const { jobId, headers } = await callBack(visit)
      const key = await visit.keyWith('read')
      const [order] = shown(Job, await visit.v1(`/jobs/${jobId}`)).order_ids
      const read = async (query: string) => shown(EventList, await visit.v1(`/events?${query}`, { key }))
      for (const query of [`job_id=${jobId}`, `order_id=${order}`]) {
        const { data, next_cursor } = await read(query)
        assert.ok(data.some((each) => each.event_id === headers['webhook-id'] && each.type === 'job.ready'))
        assert.deepEqual((await read(`${query}&after=${next_cursor}`)).data, [])
      }
      const first = await read('limit=1')
      assert.equal(first.data.length, 1)
      const second = await read(`limit=1&after=${first.next_cursor}`)
      assert.notEqual(second.data[0]?.event_id, first.data[0]?.event_id)
      refused(await visit.v1('/events?after=evt_1'), 422, 'VALIDATION_FAILED')
    },
  ),
  row(
    'Webhooks',
    'OpenAPI’s webhooks: project.completed and checklist.completed with order_ids and job_ids',
    async (visit) => {
      const { json } = await visit.v1('/openapi.json', { key: null })
      const document = json as { webhooks?: Record<string, unknown>; components: { schemas: Record<string, object> } }
      for (const [type, schema] of [
        ['job.ready', 'JobReadyEvent'],
        ['project.completed', 'ProjectCompletedEvent'],
        ['checklist.completed', 'ChecklistCompletedEvent'],
      ] as const) {
        assert.ok(document.webhooks?.[type], type)
        assert.match(JSON.stringify(document.components.schemas[schema]), /"job_ids".*"order_ids"/)
      }
    },
  ),
  beyondReach('Webhooks', 'project.completed and checklist.completed are told', 'projects exist in the dashboard only'),
  beyondReach('Webhooks', 'retries for about three days, 410, the target guard', 'it takes days, or other networks'),
]

const CALL_BACK_MS = 120_000

interface CallBack {
  headers: IncomingHttpHeaders
  body: string
  jobId: string
}
const heardOnce = new WeakMap<Visit, Promise<CallBack>>()

/** The first event of a job of our own; made once. */
function callBack(visit: Visit): Promise<CallBack> {
  visit.refuseReality()
  if (!/^http:\/\/(127\.|localhost)/.test(visit.baseUrl)) notTestable('the server can’t call back to here')
  const heard = heardOnce.get(visit) ?? firstCallBack(visit)
  heardOnce.set(visit, heard)
  return heard
}

async function firstCallBack(visit: Visit): Promise<CallBack> {
  let heard: (call: { headers: IncomingHttpHeaders; body: string }) => void = () => {}
  const call = new Promise<{ headers: IncomingHttpHeaders; body: string }>((resolve) => {
    heard = resolve
  })
  const listener = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    res.writeHead(204).end()
    heard({ headers: req.headers, body })
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  let deadline: NodeJS.Timeout | undefined
  try {
    const webhook_url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`
    const reply = await visit.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', webhook_url, submit: true })
    const tooLate = new Promise<never>((_, reject) => {
      deadline = setTimeout(() => reject(new Error('no call came')), CALL_BACK_MS)
    })
    return { ...(await Promise.race([call, tooLate])), jobId: (reply.json as { job_id: string }).job_id }
  } finally {
    clearTimeout(deadline)
    listener.closeAllConnections()
    listener.close()
  }
}

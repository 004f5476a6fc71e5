/** The one place that calls addresses which others named, tried against real listeners on the loopback. */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { pauseAskedFor, postWebhook } from '../../server/features/webhooks/post-webhook.ts'
import { TryLater } from '../../server/platform/refusal.ts'

interface ReceivedCall {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

async function listener(t: TestContext, answer: (res: ServerResponse) => void = (res) => res.writeHead(204).end()) {
  const received: ReceivedCall[] = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      received.push({ method: req.method!, url: req.url!, headers: req.headers, body })
      answer(res)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { received, port, url: `http://127.0.0.1:${port}/hook` }
}

const HEADERS = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
const post = (url: string, more: Partial<Parameters<typeof postWebhook>[3]> = {}) =>
  postWebhook(url, HEADERS, '{"a":"é"}', { allowPrivate: true, ...more })
const fails = (work: Promise<unknown>, words: RegExp) =>
  assert.rejects(work, (error) => error instanceof TryLater && words.test(error.message))

test('the event arrives as it was signed, byte for byte, with its headers', async (t) => {
  const { received, url } = await listener(t)
  assert.deepEqual(await post(url), { status: 204 })
  const [one] = received
  assert.deepEqual([one?.method, one?.url, one?.body], ['POST', '/hook', '{"a":"é"}'])
  assert.equal(one?.headers['webhook-id'], 'evt_1')
  assert.equal(one?.headers['content-length'], '10')
})

test('a redirect is an answer, and nobody follows it', async (t) => {
  const elsewhere = await listener(t)
  const { url } = await listener(t, (res) => res.writeHead(307, { location: elsewhere.url }).end())
  assert.deepEqual(await post(url), { status: 307 })
  assert.equal(elsewhere.received.length, 0)
})

test('an address that takes the call and says nothing has its time and no more', async (t) => {
  const { url } = await listener(t, () => {})
  await fails(post(url, { timeoutMs: 50 }), /did not answer within 0.05 s/)
})

test('a name that never resolves has its time and no more', async () => {
  await fails(post('http://slow.example/', { timeoutMs: 50, resolve: () => new Promise(() => {}) }), /did not answer/)
})

test('an endless answer is cut off, and its status counts', async (t) => {
  let isCut = false
  const { url } = await listener(t, (res) => {
    res.writeHead(200)
    const more = (): boolean => res.write(Buffer.alloc(64 * 1024), () => !res.destroyed && setImmediate(more))
    res.on('close', () => {
      isCut = true
    })
    more()
  })
  assert.equal((await post(url)).status, 200)
  for (let turn = 0; !isCut && turn < 1000; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
  assert.ok(isCut)
})

test('nothing listening is said in words that name no more than that', async (t) => {
  const { port } = await listener(t)
  const free = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => free.once('listening', resolve))
  const closed = (free.address() as AddressInfo).port
  await new Promise((resolve) => free.close(resolve))
  assert.notEqual(closed, port)
  await fails(post(`http://127.0.0.1:${closed}/?token=secret`), /^Nothing listens at the address$/)
})

test('loopback and private addresses are called only where that is allowed', async (t) => {
  const { received, url, port } = await listener(t)
  await fails(post(url, { allowPrivate: false }), /webhooks\.allow_private/)
  await fails(post(`http://localhost:${port}/`, { allowPrivate: false }), /webhooks\.allow_private/)
  await fails(
    post('http://office.example/', { allowPrivate: false, resolve: async () => [{ address: '10.1.2.3', family: 4 }] }),
    /^(?!.*10\.1\.2\.3).*webhooks\.allow_private/,
  )
  assert.equal(received.length, 0)
})

test('link-local and metadata addresses are never called, by any name', async () => {
  await fails(post('http://169.254.169.254/latest/'), /link-local/)
  const asName = (address: string) =>
    post('http://metadata.example/', { resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }] })
  for (const address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1', '::ffff:169.254.169.254']) {
    await fails(asName(address), /events never go to: link-local/)
  }
})

test('a name with one forbidden address among good ones is not called at all', async (t) => {
  const { received, port } = await listener(t)
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ]
  await fails(post(`http://mixed.example:${port}/`, { resolve }), /link-local/)
  assert.equal(received.length, 0)
})

test('the connection goes to the address that was judged, also when the name changes later', async (t) => {
  const { received, port } = await listener(t)
  const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '169.254.169.254', family: 4 }]]
  let asked = 0
  const resolve = async () => answers[asked++]!
  // Of itself this name means nothing: only the address that was judged can have been called.
  assert.equal((await post(`http://rebind.invalid:${port}/`, { resolve })).status, 204)
  assert.equal(asked, 1)
  assert.equal(received[0]?.headers.host, `rebind.invalid:${port}`)
})

test('a user name in the URL, another scheme or no URL is refused before anything is resolved', async () => {
  const resolve = () => assert.fail('was resolved')
  await fails(post('http://user:secret@example.com/', { resolve }), /user name/)
  await fails(post('ftp://example.com/', { resolve }), /http/)
})

test('Retry-After is read as seconds and as a date', async (t) => {
  const { url } = await listener(t, (res) => res.writeHead(429, { 'retry-after': '120' }).end())
  assert.deepEqual(await post(url), { status: 429, retryAfterMs: 120_000 })
  const now = Date.parse('2026-03-06T11:00:00Z')
  assert.equal(pauseAskedFor('Fri, 06 Mar 2026 12:00:00 GMT', now), 3_600_000)
  assert.equal(pauseAskedFor('Fri, 06 Mar 2026 10:00:00 GMT', now), 0)
  assert.equal(pauseAskedFor('soon', now), undefined)
  assert.equal(pauseAskedFor(undefined, now), undefined)
})

/** The real server for others: behind a proxy that speaks TLS, refused without one, and stopped in order. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { makeCertificate } from '../support/certificate.ts'
import { RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

const entry = serverEntry('start')

/** As nginx stands in docs/office.md: TLS outside, plain http inside, and who called in X-Forwarded-For. */
async function openProxy(t: TestContext) {
  const { privateKeyPem: key, certificatePem: cert } = makeCertificate()
  let target = 0
  const proxy = createServer({ key, cert }, (req, res) => {
    const headers = { ...req.headers, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
    const inner = plainRequest(
      { host: '127.0.0.1', port: target, path: req.url, method: req.method, headers },
      (got) => {
        res.writeHead(got.statusCode!, got.headers)
        got.pipe(res)
      },
    )
    req.pipe(inner)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  t.after(() => proxy.close())
  const { port } = proxy.address() as AddressInfo
  const call = (path: string, { method = 'GET', headers = {}, body }: CallOptions = {}) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>((resolve, reject) => {
      const asked = request({
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { ...headers, Host: `localhost:${port}` },
        ca: cert,
      })
      asked.on('response', async (answer) => {
        let text = ''
        for await (const chunk of answer) text += chunk
        resolve({ status: answer.statusCode!, headers: answer.headers, text })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  return {
    url: `https://localhost:${port}`,
    call,
    standBefore: (inside: string) => (target = Number(new URL(inside).port)),
  }
}
interface CallOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

test('behind a proxy with TLS a person signs in, and all that goes back is for https', async (t) => {
  const proxy = await openProxy(t)
  const server = new RealServer()
  server.env = { KLIC_PUBLIC_URL: proxy.url, KLIC_STOP_GRACE_SECONDS: '0' }
  await server.open()
  t.after(() => server.close())
  proxy.standBefore(server.ready.local_url)

  assert.equal(server.ready.window_token, undefined, 'what is said at a start stays in a journal')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [serverEntry('klic'), 'token', '--data', server.dataDir],
    {
      env: { ...process.env, ...server.env },
    },
  )
  const { window_token: token, link } = JSON.parse(stdout) as { window_token: string; link: string }
  assert.equal(link, `${proxy.url}/#token=${token}`)
  const body = JSON.stringify({ token })
  const json = { 'Content-Type': 'application/json' }
  const opened = await proxy.call('/dashboard/api/session', {
    method: 'POST',
    headers: { ...json, Origin: proxy.url },
    body,
  })
  assert.equal(opened.status, 201, opened.text)
  const cookie = opened.headers['set-cookie']![0]!
  assert.match(cookie, /; Secure;/)
  assert.match(opened.headers['strict-transport-security'] ?? '', /max-age=/)
  const session = JSON.parse(opened.text)
  assert.equal(session.base_url, proxy.url)
  const refused = await proxy.call('/dashboard/api/settings', {
    method: 'PUT',
    headers: { ...json, Origin: proxy.url, Cookie: cookie.split(';')[0]!, 'X-CSRF-Token': session.csrf_token },
    body: JSON.stringify({ 'registry.ca_file': '/etc/passwd' }),
  })
  assert.equal(refused.status, 403, 'that is its operator’s')
  assert.match(refused.text, /SET_BY_OPERATOR/)
  const sessions = await proxy.call('/dashboard/api/sessions', { headers: { Cookie: cookie.split(';')[0]! } })
  assert.equal(JSON.parse(sessions.text).data[0].address, '203.0.113.9')
  const spoofed = await proxy.call('/dashboard/api/session', { headers: { Origin: 'https://evil.example' } })
  assert.equal(spoofed.status, 403)
})

test('it does not listen for others without encryption, and says what to do', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'klic-exposed-'))
  t.after(() => rm(dataDir, { recursive: true, force: true }))
  const child = spawn(process.execPath, [entry, '--data', dataDir], { env: { ...process.env, KLIC_HOST: '0.0.0.0' } })
  let words = ''
  child.stderr.on('data', (bytes) => {
    words += bytes
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  assert.equal(code, 4)
  assert.match(words, /^KLIC_HOST is 0\.0\.0\.0: .*KLIC_PUBLIC_URL/)
})

test('told to stop, it is not ready before it stops answering', async (t) => {
  const server = new RealServer()
  server.env = { KLIC_PUBLIC_URL: 'https://klic.office.example', KLIC_STOP_GRACE_SECONDS: '2' }
  await server.open()
  t.after(() => server.close())
  const here = server.ready.local_url
  assert.equal(server.ready.base_url, 'https://klic.office.example')
  const health = (what: 'ready' | 'live'): Promise<number | 'gone'> =>
    fetch(`${here}/health/${what}`).then(
      ({ status }) => status,
      () => 'gone',
    )
  // The worker comes after the server, and readiness with it.
  await until(async () => (await health('ready')) === 200)
  const seen: (number | 'gone')[] = []
  const alive = new Set<number | 'gone'>()
  process.kill(server.pid, 'SIGTERM')
  await until(async () => {
    const status = await health('ready')
    // It may end between the two questions.
    if (status === 503) alive.add(await health('live'))
    if (seen.at(-1) !== status) seen.push(status)
    return status === 'gone'
  })
  assert.deepEqual(seen.slice(-2), [503, 'gone'])
  alive.delete('gone')
  assert.deepEqual([...alive], [200])
})

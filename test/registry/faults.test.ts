/** What the client makes of a registry that is slow of wit, down, or not what it seems. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { Refusal, TryLater } from '../../server/platform/refusal.ts'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import { LinkNotReady } from '../../server/registry/client/download.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { createTokens, signedJwt } from '../../server/registry/client/tokens.ts'
import { createAccess } from '../../server/simulator/access.ts'
import { openClientFile, simulatorCredentials } from '../../server/simulator/customer.ts'
import { openLogins } from '../../server/simulator/logins.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import {
  acceptedIds,
  bodyOf,
  decisionOf,
  deliveriesOf,
  draftOf,
  registryAt,
  startRegistry,
  tempFolder,
} from './world.ts'

const isShutOut = (failure: unknown) => failure instanceof TryLater && failure.reason === 'access_refused'

const HTML = { contentType: 'text/html', body: '<html><style>p{}</style><body><h1>Bad</h1> gateway</body></html>' }

test('a token that dies in mid-poll is renewed without anyone noticing', async (t) => {
  const { client, control } = await startRegistry(t, { timeFactor: 1 })
  const filed = await client.fileOrder(bodyOf(draftOf(1)))
  assert.ok(filed.kind === 'taken')
  await control('clock', { stepMs: 3_700_000 })
  assert.equal((await client.pollOrder(filed.pollUrl)).kind, 'accepted')
})

test('503 with broken JSON is a reason to wait, as long as the registry asks', async (t) => {
  const { client, control } = await startRegistry(t)
  const body = '{ Service niet beschikbaar }'
  await control('fault', { path: '/aanvragen/', status: 503, body, headers: { 'retry-after': '7' } })
  await assert.rejects(
    client.fileOrder(bodyOf(draftOf(1))),
    (failure) => failure instanceof TryLater && failure.retryAfterMs === 7000,
  )
})

test('a cut connection leaves the outcome unknown', async (t) => {
  const { client, control } = await startRegistry(t)
  await control('fault', { path: '/aanvragen/', status: 0 })
  await assert.rejects(client.fileOrder(bodyOf(draftOf(1))), TryLater)
})

test('HTML where JSON belongs is shown as plain text', async (t) => {
  const { client, control } = await startRegistry(t)
  await control('fault', { path: '/aanvragen/', status: 400, ...HTML })
  const outcome = await client.fileOrder(bodyOf(draftOf(1)))
  assert.deepEqual(outcome, {
    kind: 'refused',
    httpStatus: 400,
    messages: [{ severity: 'ERROR', code: 'HTTP_400', text: 'Bad gateway', pointer: null }],
    fix: 'client',
  })
})

test('a 202 that cannot be read says that the order was received, and is kept', async (t) => {
  const { client, control } = await startRegistry(t)
  const answer = '{"postId":"x","pollU'
  await control('fault', { path: '/aanvragen/', status: 202, body: answer })
  assert.deepEqual(await client.fileOrder(bodyOf(draftOf(1))), { kind: 'taken_unusable', answer })
})

test('an order under way is followed when the registry moved to another port meanwhile', async (t) => {
  const folder = tempFolder(t)
  const first = await startSimulator({ folder, timeFactor: 60 })
  const filed = await registryAt(first.url, folder).client.fileOrder(bodyOf(draftOf(1)))
  assert.ok(filed.kind === 'taken')
  await first.stop()
  // Its port is someone else's now.
  const stranger = createServer((_, response) => response.writeHead(500).end())
  await once(stranger.listen(Number(new URL(first.url).port), '127.0.0.1'), 'listening')
  t.after(() => stranger.close())
  const { client } = await startRegistry(t, { folder })
  assert.equal((await decisionOf(client, filed.pollUrl)).kind, 'accepted')
})

test('a registry that does not know a request (yet) is not said to be unreachable', async (t) => {
  const { client, control } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1))
  await assert.rejects(client.readRequest('6f0f8a52-3c1d-4b7e-9a55-1d2c7e40b9a1'), { reason: 'not_ready' })
  await control('fault', { path: '/gebiedsinformatie', status: 503, times: 1 })
  await assert.rejects(client.readRequest(id!), { reason: 'unreachable' })
})

test('the other spelling of the request path is tried once and then remembered', async (t) => {
  const { client, control, url, folder } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1))
  await control('fault', { path: '/gebiedsinformatieAanvragen/', status: 404, times: 1000 })
  const asked: string[] = []
  const watching = createRegistryClient({
    endpoints: endpointsFor('simulator', url),
    credentials: simulatorCredentials(folder),
    clock: { now: () => Date.now() },
    fetch: (input, init) => {
      asked.push(String(input).split('/').at(-2)!)
      return fetch(input, init)
    },
  })
  await watching.readRequest(id!)
  await watching.readRequest(id!)
  assert.deepEqual(
    asked.filter((part) => part.startsWith('gebieds')),
    ['gebiedsinformatieAanvragen', 'gebiedsinformatieaanvragen', 'gebiedsinformatieaanvragen'],
  )
})

test('a wrong key is waited with, asked once a quarter of an hour, and tried at once when it is tested', async (t) => {
  const { url, folder } = await startRegistry(t)
  const otherFolder = tempFolder(t)
  openClientFile(otherFolder)
  let nowMs = Date.now()
  let asked = 0
  const endpoints = endpointsFor('simulator', url)
  const credentials = { ...simulatorCredentials(otherFolder), clientId: simulatorCredentials(folder).clientId }
  const send: typeof fetch = (...call) => {
    asked++
    return fetch(...call)
  }
  const tokens = createTokens({ endpoints, credentials, now: () => nowMs, send })
  const client = createRegistryClient({ endpoints, credentials, clock: { now: () => nowMs }, tokens })
  const file = () => assert.rejects(client.fileOrder(bodyOf(draftOf(1))), isShutOut)
  await file()
  await file()
  assert.equal(asked, 1)
  await assert.rejects(tokens.renew())
  nowMs += 16 * 60_000
  await file()
  assert.equal(asked, 3)
})

for (const [what, status, body] of [
  ['the account lacks the service', 401, '{"error":"Kadaster - Niet geautoriseerd."}'],
  ['the token has another scope', 403, '{"validatiemeldingen":[{"gradatie":"ERROR","code":"COR9003"}]}'],
  ['access is denied without a word', 403, ''],
] as const) {
  test(`an order waits when ${what}: nothing was filed, and the same goes later`, async (t) => {
    const { client, control } = await startRegistry(t)
    await control('fault', { path: '/aanvragen/', status, body })
    const order = bodyOf(draftOf(1))
    await assert.rejects(client.fileOrder(order), isShutOut)
    assert.equal((await client.fileOrder(order)).kind, 'taken')
  })
}

test('a key that is no key is waited with as well', async (t) => {
  const { url, folder } = await startRegistry(t)
  const client = createRegistryClient({
    endpoints: endpointsFor('simulator', url),
    credentials: { ...simulatorCredentials(folder), privateKeyPem: 'not a key' },
    clock: { now: () => new Date() },
  })
  await assert.rejects(client.fileOrder(bodyOf(draftOf(1))), isShutOut)
})

test('a computer whose clock is four minutes fast gets its token', (t) => {
  const folder = tempFolder(t)
  const access = createAccess({ client: openClientFile(folder), logins: openLogins(folder), now: () => Date.now() })
  const statusAt = (nowMs: number) =>
    access.tokenFor(
      new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'klic.eto.b2baanvraag',
        client_assertion: signedJwt(simulatorCredentials(folder), nowMs),
      }),
    ).status
  const minute = 60_000
  assert.deepEqual([statusAt(Date.now() + 4 * minute), statusAt(Date.now() + 6 * minute)], [200, 401])
})

test('a JWT works once', (t) => {
  const folder = tempFolder(t)
  const file = openClientFile(folder)
  const access = createAccess({ client: file, logins: openLogins(folder), now: () => Date.now() })
  const assertion = signedJwt(simulatorCredentials(folder), Date.now())
  const ask = () =>
    access.tokenFor(
      new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'klic.eto.b2baanvraag',
        client_assertion: assertion,
      }),
    ).status
  assert.deepEqual([ask(), ask()], [200, 401])
})

test('a refresh token is replaced at every use', async (t) => {
  const forms: string[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => {
      const isToken = req.url?.includes('token')
      if (isToken) forms.push(Buffer.concat(chunks).toString())
      res.writeHead(isToken ? 200 : 404, { 'content-type': 'application/json' })
      res.end(isToken ? `{"access_token":"a","expires_in":"0","refresh_token":"r${forms.length}"}` : '{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let held = 'r0'
  const client = createRegistryClient({
    endpoints: endpointsFor('simulator', url),
    credentials: {
      kind: 'authorization_code',
      clientId: 'c',
      clientSecret: 's',
      relationNumber: '0000900001',
      loadRefreshToken: async () => held,
      saveRefreshToken: async (token) => {
        held = token
      },
    },
    clock: { now: () => Date.now() },
  })
  await client.pollOrder(`${url}/poll`)
  await client.pollOrder(`${url}/poll`)
  assert.deepEqual(
    forms.map((form) => new URLSearchParams(form).get('refresh_token')),
    ['r0', 'r1'],
  )
  assert.equal(held, 'r2')
})

test('a real environment refuses the markers of the simulator before anything leaves', async (t) => {
  const folder = tempFolder(t)
  openClientFile(folder)
  const client = createRegistryClient({
    endpoints: endpointsFor('eto'),
    credentials: simulatorCredentials(folder),
    clock: { now: () => Date.now() },
    fetch: () => assert.fail('something was sent'),
  })
  await assert.rejects(
    client.fileOrder(bodyOf(draftOf(1, { reference: 'SIM:partial' }))),
    (failure) => failure instanceof Refusal && failure.code === 'VALIDATION_FAILED',
  )
})

test('what comes instead of a delivery leaves no file behind', async (t) => {
  const { client, control } = await startRegistry(t)
  const [id] = await acceptedIds(client, draftOf(1))
  const [delivery] = await deliveriesOf(client, id!)
  const folder = tempFolder(t)
  await control('fault', { path: '/gds2/', status: 200, contentType: 'application/zip', body: 'no zip at all' })
  await assert.rejects(
    client.download(delivery!.url!, join(folder, 'a.zip')),
    (failure) => failure instanceof Refusal && failure.code === 'DELIVERY_UNREADABLE',
  )
  // Of a gateway, or not there: nothing that says anything of the delivery itself.
  for (const answer of [
    ...[404, 403, 401, 410, 500, 503].map((status) => ({ status })),
    { status: 200, contentType: 'text/html', body: '<html>Onderhoud</html>' },
    { status: 200, contentType: 'application/json;charset=UTF-8', body: '{}' },
    { status: 0 },
  ]) {
    await control('fault', { path: '/gds2/', ...answer })
    await assert.rejects(client.download(delivery!.url!, join(folder, 'a.zip')), LinkNotReady, JSON.stringify(answer))
  }
  assert.deepEqual(readdirSync(folder), [])
})

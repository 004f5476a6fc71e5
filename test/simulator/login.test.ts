/** Tokens: for machines by a signed JWT, for people by the login page; refused in the shapes of the real one. */
import assert from 'node:assert/strict'
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { test } from 'node:test'
import { signedJwt } from '../../server/registry/client/tokens.ts'
import { simulatorCredentials, simulatorLoginClient } from '../../server/simulator/customer.ts'
import { type SimulatorOptions, startSimulator } from '../../server/simulator/server.ts'
import { digging } from './simulator-orders.ts'
import { type Desk, openDesk, PRODUCTION_BASE, TEST_BASE, TEST_SCOPE, tokenOf } from './simulator-world.ts'

const AUDIENCE = 'authorization.kadaster.nl:443/auth/oauth/v2/token'
const REDIRECT = 'http://localhost:4999/authorize/'

const askToken = async (desk: Desk, form: Record<string, string>): Promise<{ status: number; json: Tokens }> => {
  const answer = await fetch(`${desk.url}/auth/oauth/v2/token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, json: (await answer.json()) as Tokens }
}
interface Tokens {
  access_token: string
  refresh_token?: string
  token_type: string
  expires_in: number
  scope: string
  error?: string
}

const assertion = (form: string): Record<string, string> => ({
  grant_type: 'client_credentials',
  scope: TEST_SCOPE,
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: form,
})

test('a JWT is refused for each claim that is wrong', async (t) => {
  const desk = await openDesk(t)
  const credentials = simulatorCredentials(desk.folder)
  if (credentials.kind !== 'client_credentials') throw new Error('no key')
  const now = Math.floor(Date.now() / 1000)
  const good = { iss: credentials.clientId, sub: credentials.clientId, aud: AUDIENCE, exp: now + 300, nbf: now - 60 }
  const jwt = (claims: object, kid = credentials.keyId): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ typ: 'JWT', alg: 'RS256', kid })}.${part({ jti: randomUUID(), ...claims })}`
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), credentials.privateKeyPem).toString('base64url')}`
  }
  const wrong = [
    { ...good, iss: 'someone' },
    { ...good, sub: 'someone' },
    { ...good, aud: `https://${AUDIENCE}` },
    { ...good, aud: 'authorization.kadaster.nl/auth/oauth/v2/token' },
    { ...good, exp: now - 1 },
    { ...good, nbf: now + 600 },
    { ...good, jti: 7 },
  ]
  assert.equal((await askToken(desk, assertion(jwt(good)))).status, 200)
  assert.equal((await askToken(desk, assertion(jwt({ ...good, aud: [AUDIENCE] })))).status, 200)
  for (const claims of wrong) {
    const { status, json } = await askToken(desk, assertion(jwt(claims)))
    assert.deepEqual([status, json.error], [401, 'invalid_client'], JSON.stringify(claims))
  }
  assert.equal((await askToken(desk, assertion(jwt(good, 'another-key')))).status, 401)
  assert.equal((await askToken(desk, assertion(`${jwt(good)}x`))).status, 401)
})

test('a JWT works once', async (t) => {
  const desk = await openDesk(t)
  const form = assertion(signedJwt(simulatorCredentials(desk.folder), Date.now()))
  const first = await askToken(desk, form)
  assert.deepEqual([first.status, first.json.token_type, first.json.expires_in], [200, 'Bearer', 3600])
  assert.equal(first.json.refresh_token, undefined)
  assert.equal((await askToken(desk, form)).status, 401)
})

test("a company's own key is known when its JWKS is", async (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'bedrijf-2026', use: 'sig', alg: 'RS256' }] }
  const desk = await openDesk(t, { jwks } satisfies Partial<SimulatorOptions>)
  const own = {
    ...simulatorCredentials(desk.folder),
    keyId: 'bedrijf-2026',
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
  assert.equal((await askToken(desk, assertion(signedJwt(own, Date.now())))).status, 200)
})

test('a token for one registry does not open the other', async (t) => {
  const desk = await openDesk(t)
  desk.token = await tokenOf(desk.url, desk.folder, TEST_SCOPE)
  const codeOf = async (answer: Response): Promise<unknown> =>
    ((await answer.json()) as { validatiemeldingen: { code: string }[] }).validatiemeldingen[0]!.code
  const filed = await desk.file(digging(), PRODUCTION_BASE)
  assert.deepEqual([filed.status, await codeOf(filed)], [403, 'COR9003'])
  const listed = await desk.call(`${PRODUCTION_BASE}/gebiedsinformatieleveringen`)
  assert.deepEqual([listed.status, await codeOf(listed)], [403, 'COR9003'])
  assert.equal((await desk.file(digging(), TEST_BASE)).status, 202)
})

const visit = (more: Record<string, string> = {}): URLSearchParams => {
  const form = { response_type: 'code', client_id: 'klic-simulator', redirect_uri: REDIRECT, scope: TEST_SCOPE }
  return new URLSearchParams({ ...form, state: 'a&b"c', ...more })
}

/** Presses the button of the page as a browser would: every hidden field of its form. */
const press = async (desk: Desk): Promise<URL> => {
  const page = await (await fetch(`${desk.url}/auth/oauth/v2/authorize?${visit()}`)).text()
  assert.equal(page.match(/<button/g)?.length, 1)
  const plain = (text: string): string => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]): [string, string] => [
    name!,
    plain(value!),
  ])
  const answer = await fetch(`${desk.url}/auth/oauth/v2/authorize`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
  assert.equal(answer.status, 302)
  return new URL(answer.headers.get('location')!)
}

test('one press of the button brings a code back to the application, and the code a token', async (t) => {
  const desk = await openDesk(t)
  const back = await press(desk)
  assert.equal(back.origin + back.pathname, REDIRECT)
  assert.equal(back.searchParams.get('state'), 'a&b"c')
  const client = simulatorLoginClient(desk.folder)
  const form = {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    grant_type: 'authorization_code',
    code: back.searchParams.get('code')!,
    redirect_uri: REDIRECT,
  }
  const { status, json } = await askToken(desk, form)
  assert.equal(status, 200)
  desk.token = json.access_token
  assert.equal((await desk.file(digging())).status, 202)
  assert.equal((await askToken(desk, form)).json.error, 'invalid_grant')
})

test('a code is worth nothing after thirty seconds, with another address, or without the secret', async (t) => {
  const desk = await openDesk(t)
  const { clientId, clientSecret } = simulatorLoginClient(desk.folder)
  const good = {
    client_id: clientId,
    client_secret: clientSecret,
    grant_type: 'authorization_code',
    redirect_uri: REDIRECT,
  }
  const codeOf = async (): Promise<string> => (await press(desk)).searchParams.get('code')!
  const late = await codeOf()
  await desk.step(30_000)
  assert.equal((await askToken(desk, { ...good, code: late })).json.error, 'invalid_grant')
  const elsewhere = { ...good, code: await codeOf(), redirect_uri: 'http://localhost:1/' }
  assert.equal((await askToken(desk, elsewhere)).json.error, 'invalid_grant')
  const secretless = { ...good, code: await codeOf(), client_secret: '' }
  assert.deepEqual((await askToken(desk, secretless)).json.error, 'invalid_client')
})

test('a refresh token works once, its successor after a restart as well', async (t) => {
  const desk = await openDesk(t)
  const client = simulatorLoginClient(desk.folder)
  const login = { client_id: client.clientId, client_secret: client.clientSecret }
  const code = (await press(desk)).searchParams.get('code')!
  const first = await askToken(desk, { ...login, grant_type: 'authorization_code', code, redirect_uri: REDIRECT })
  const renew = (at: Desk, refresh_token: string) =>
    askToken(at, { ...login, grant_type: 'refresh_token', refresh_token })
  const second = await renew(desk, first.json.refresh_token!)
  assert.equal(second.status, 200)
  assert.notEqual(second.json.refresh_token, first.json.refresh_token)
  assert.equal((await renew(desk, first.json.refresh_token!)).json.error, 'invalid_grant')
  const again = await startSimulator({ folder: desk.folder })
  t.after(() => again.stop())
  assert.equal((await renew({ ...desk, url: again.url }, second.json.refresh_token!)).status, 200)
})

test('the login page sends nobody to another machine', async (t) => {
  const desk = await openDesk(t)
  const wrong: Record<string, string>[] = [
    { redirect_uri: 'https://elders.example/' },
    { redirect_uri: 'http://127.0.0.1.elders.example/' },
    { redirect_uri: 'javascript:alert(1)' },
    { client_id: 'someone' },
    { scope: 'everything' },
    { response_type: 'token' },
  ]
  for (const more of wrong) {
    for (const init of [{}, { method: 'POST', body: visit(more), redirect: 'manual' as const }]) {
      const answer = await fetch(`${desk.url}/auth/oauth/v2/authorize?${visit(more)}`, init)
      assert.equal(answer.status, 400)
    }
  }
})

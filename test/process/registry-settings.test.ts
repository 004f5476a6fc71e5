/** Setting up the registry at the real server: the worker tests the connection, and what is secret never comes back. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Credentials, RegistryTest } from '../../server/features/settings/registry-schema.ts'
import { makeCertificate } from '../support/certificate.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

const server = new RealServer()
let cookie = ''
let csrf = ''

const ask = async (method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> => {
  const answer = await fetch(`${server.ready.base_url}/dashboard/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      origin: server.ready.base_url,
      ...(cookie ? { cookie, 'x-csrf-token': csrf } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const [set] = answer.headers.getSetCookie()
  if (set) cookie = set.split(';')[0]!
  return { status: answer.status, text: await answer.text() }
}

before(async () => {
  await server.open()
  const opened = await ask('POST', '/session', { token: server.ready.window_token })
  csrf = JSON.parse(opened.text).csrf_token
})
after(() => server.close())

const tested = async (environment: string): Promise<RegistryTest['steps']> => {
  const asked = await ask('POST', '/registry/test', { environment })
  assert.equal(asked.status, 202, asked.text)
  const { test_id } = JSON.parse(asked.text) as RegistryTest
  let seen: RegistryTest | undefined
  await until(async () => {
    seen = JSON.parse((await ask('GET', `/registry/test/${test_id}`)).text) as RegistryTest
    return seen.state === 'done'
  })
  return seen?.steps ?? []
}

test('the worker walks the steps of the connection to the simulator', async () => {
  const steps = await tested('simulator')
  assert.deepEqual(
    steps.map(({ step, state }) => `${step} ${state}`),
    ['credentials ok', 'name ok', 'tls skipped', 'token ok', 'scope ok', 'read ok'],
  )
})

test('an environment without credentials is said to have none', async () => {
  const [first] = await tested('eto')
  assert.deepEqual([first?.state, first?.code], ['failed', 'CREDENTIALS_MISSING'])
  assert.match(first?.message ?? '', /credentials/)
})

test('credentials go in, only their public side comes out, and their file is for the owner only', async () => {
  const { privateKeyPem, certificatePem } = makeCertificate()
  // The first lines of a key are its public half.
  const secret = privateKeyPem.split('\n')[20]!
  const credentials = {
    kind: 'client_credentials',
    client_id: 'app',
    key_id: 'k1',
    private_key_pem: privateKeyPem,
    certificate_pem: certificatePem,
  }
  const put = await ask('PUT', '/registry/credentials', { environment: 'production', credentials })
  assert.equal(put.status, 200, put.text)
  const shown = JSON.parse(put.text) as Credentials
  assert.deepEqual([shown.kind, shown.client_id, shown.jwks?.keys[0]?.kid], ['client_credentials', 'app', 'k1'])
  const got = await ask('GET', '/registry/credentials')
  assert.ok(!put.text.includes(secret) && !got.text.includes(secret))
  const [company] = readdirSync(join(server.dataDir, 'secrets'))
  const file = join(server.dataDir, 'secrets', company!, 'secrets.json')
  assert.ok(readFileSync(file, 'utf8').includes(secret))
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.ok(!readFileSync(server.ready.log_file, 'utf8').includes(secret))
})

test('a key that can not sign is refused where it was entered', async () => {
  const credentials = { kind: 'client_credentials', client_id: 'app', key_id: 'k1', private_key_pem: 'geen' }
  const put = await ask('PUT', '/registry/credentials', { environment: 'eto', credentials })
  assert.equal(put.status, 422)
  assert.equal(JSON.parse(put.text).detail.errors[0].pointer, '/private_key_pem')
})

test('nobody sets up the registry without a session', async () => {
  const kept = cookie
  cookie = ''
  assert.equal((await ask('GET', '/registry/credentials')).status, 401)
  assert.equal((await ask('POST', '/registry/test', {})).status, 401)
  cookie = kept
})

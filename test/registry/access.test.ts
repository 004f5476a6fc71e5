/** Credentials, logins and whom we trust: what opens the registry, and what it takes to lose it. */
import assert from 'node:assert/strict'
import { createPublicKey, X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openSecrets, openVaults, takeSecretsKey } from '../../server/features/settings/secrets.ts'
import { Refusal, TryLater } from '../../server/platform/refusal.ts'
import { createRegistryAccess, liveCredentials } from '../../server/registry/client/access.ts'
import { createRegistryClient } from '../../server/registry/client/client.ts'
import type { StoredCredentials } from '../../server/registry/client/connection-test.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { jwksEntry } from '../../server/registry/client/jwks.ts'
import { trustAlso } from '../../server/registry/client/trust.ts'
import { makeCertificate } from '../support/certificate.ts'
import { FakeAuthorization } from '../support/fake-authorization.ts'
import { bodyOf, draftOf, tempFolder, until } from './world.ts'

const isRefusal = (pointer: string) => (failure: unknown) =>
  failure instanceof Refusal && failure.complaints.some((complaint) => complaint.pointer === pointer)
const MACHINE: StoredCredentials = {
  kind: 'client_credentials',
  clientId: 'app',
  keyId: 'k1',
  certificatePem: null,
  privateKeyPem: '',
}
const person = (redirectUri: string): StoredCredentials => ({
  kind: 'authorization_code',
  clientId: 'app',
  clientSecret: 'geheim',
  redirectUri,
})

test('the entry of the JWKS holds the public key and the certificate, and nothing of the private key', () => {
  const { privateKeyPem, certificatePem } = makeCertificate()
  const entry = jwksEntry('k1', privateKeyPem, certificatePem)
  const certificate = new X509Certificate(certificatePem)
  assert.deepEqual(Object.keys(entry), ['kty', 'use', 'alg', 'kid', 'n', 'e', 'x5c', 'x5t#S256'])
  assert.deepEqual(
    createPublicKey({ key: entry, format: 'jwk' } as never).export({ type: 'spki', format: 'pem' }),
    certificate.publicKey.export({ type: 'spki', format: 'pem' }),
  )
  assert.equal(entry.x5c?.[0], certificate.raw.toString('base64'))
  const thumbprint = Buffer.from(entry['x5t#S256'] ?? '', 'base64url').toString('hex')
  assert.equal(thumbprint, certificate.fingerprint256.replaceAll(':', '').toLowerCase())
})

test('a key that is none, and a certificate of another key, are refused where they stand', () => {
  const one = makeCertificate()
  assert.throws(() => jwksEntry('k1', 'geen sleutel'), isRefusal('/private_key_pem'))
  assert.throws(() => jwksEntry('k1', one.privateKeyPem, 'geen certificaat'), isRefusal('/certificate_pem'))
  assert.throws(
    () => jwksEntry('k1', one.privateKeyPem, makeCertificate().certificatePem),
    isRefusal('/certificate_pem'),
  )
})

test('secrets lie in files that only the owner can read, one environment beside the other', async (t) => {
  const folder = tempFolder(t)
  const secrets = openSecrets(folder, '')
  await secrets.saveCredentials('eto', { ...MACHINE, clientId: 'eto' })
  await secrets.saveCredentials('production', person('http://localhost:4790/'))
  await secrets.saveRefreshToken('production', 'r1')
  for (const file of readdirSync(folder)) {
    if (process.platform !== 'win32') assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file)
  }
  assert.deepEqual(readdirSync(folder).sort(), ['login-production.json', 'secrets.json'])
  const again = openSecrets(folder, '')
  assert.equal((await again.credentials('eto'))?.clientId, 'eto')
  assert.equal(await again.refreshToken('production'), 'r1')
  await again.saveCredentials('production', undefined)
  assert.equal(await again.credentials('production'), undefined)
  assert.equal(await again.refreshToken('production'), null)
  assert.equal((await again.credentials('eto'))?.clientId, 'eto')
})

test('sealed secrets are unreadable without their key', async (t) => {
  const folder = tempFolder(t)
  const secrets = openSecrets(folder, '11'.repeat(32))
  await secrets.saveCredentials('eto', person('http://localhost:4790/'))
  assert.ok(!readFileSync(join(folder, 'secrets.json'), 'utf8').includes('geheim'))
  assert.equal((await secrets.credentials('eto'))?.kind, 'authorization_code')
  await assert.rejects(openSecrets(folder, '22'.repeat(32)).credentials('eto'), Refusal)
  await assert.rejects(openSecrets(folder, '').credentials('eto'), Refusal)
})

test('what lay there plainly is sealed once there is a key, and means the same', async (t) => {
  const folder = tempFolder(t)
  const plain = openSecrets(folder)
  await plain.saveCredentials('eto', person('http://localhost:4790/'))
  await plain.saveRefreshToken('eto', 'verversing')
  const key = '33'.repeat(32)
  const secrets = openSecrets(folder, key)
  await secrets.sealPlain()
  for (const file of readdirSync(folder)) {
    assert.doesNotMatch(readFileSync(join(folder, file), 'utf8'), /geheim|verversing/)
    if (process.platform !== 'win32') assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600, file)
  }
  const before = readFileSync(join(folder, 'secrets.json'), 'utf8')
  await secrets.sealPlain()
  assert.equal(readFileSync(join(folder, 'secrets.json'), 'utf8'), before)
  assert.equal((await openSecrets(folder, key).credentials('eto'))?.kind, 'authorization_code')
  assert.equal(await openSecrets(folder, key).refreshToken('eto'), 'verversing')
})

test('the key of an office, which an earlier version left, is removed, and nothing else', async (t) => {
  const folder = tempFolder(t)
  const secrets = openSecrets(folder)
  await secrets.saveCredentials('eto', person('http://localhost:4790/'))
  writeFileSync(join(folder, 'office.json'), '{"key":"klic_sim_of_the_office"}')
  await secrets.removeRetired()
  await secrets.removeRetired()
  assert.deepEqual(readdirSync(folder), ['secrets.json'])
})

test('the key is taken out of the environment, and one that is none is refused', (t) => {
  process.env.KLIC_SECRETS_KEY = '44'.repeat(32)
  assert.equal(takeSecretsKey(), '44'.repeat(32))
  assert.equal(process.env.KLIC_SECRETS_KEY, undefined)
  assert.equal(takeSecretsKey(), undefined)
  assert.throws(() => openSecrets(tempFolder(t), 'zz'.repeat(32)), /32 bytes/)
})

const openWorld = async (t: TestContext) => {
  const server = await FakeAuthorization.open(t)
  const folder = tempFolder(t)
  const vault = openSecrets(folder, '')
  const endpoints = endpointsFor('simulator', server.url)
  const access = createRegistryAccess({ vault, endpointsOf: () => endpoints })
  const redirectUri = `http://127.0.0.1:${await server.freePort()}/authorize/`
  await access.save('eto', person(redirectUri))
  return { server, vault, endpoints, access, redirectUri }
}
const settled = (access: ReturnType<typeof createRegistryAccess>) =>
  until('the end of the login', async () => {
    const { login } = await access.shown('eto')
    return login.state !== 'waiting' && login
  })

test('a login goes out with a state, comes back to this computer, and leaves a refresh token', async (t) => {
  const { server, vault, access, redirectUri } = await openWorld(t)
  assert.deepEqual((await access.shown('eto')).login, { state: 'none' })
  const { authorizeUrl } = await access.logIn('eto')
  const asked = new URL(authorizeUrl).searchParams
  assert.deepEqual(
    ['response_type', 'client_id', 'redirect_uri', 'scope'].map((name) => asked.get(name)),
    ['code', 'app', redirectUri, 'klic.eto.b2baanvraag'],
  )
  assert.ok((asked.get('state') ?? '').length >= 32)
  assert.equal(asked.get('client_secret'), null)
  assert.equal((await fetch(authorizeUrl)).status, 200)
  assert.deepEqual(await settled(access), { state: 'logged_in' })
  assert.equal(await vault.refreshToken('eto'), server.liveRefreshToken)
  await assert.rejects(fetch(redirectUri), 'the address is open for one answer only')
})

test('the secret goes into the address where that was asked for, and only there', async (t) => {
  const { access, redirectUri } = await openWorld(t)
  const entered = { ...person(redirectUri), secretInAddress: true } as StoredCredentials
  await access.save('eto', entered)
  assert.equal((await access.shown('eto')).secretInAddress, true)
  const { authorizeUrl } = await access.logIn('eto')
  assert.equal(new URL(authorizeUrl).searchParams.get('client_secret'), 'geheim')
  await fetch(authorizeUrl)
  assert.deepEqual(await settled(access), { state: 'logged_in' })
})

test('an answer with another state is not heard, and the right one still is', async (t) => {
  const { access, redirectUri } = await openWorld(t)
  const { authorizeUrl } = await access.logIn('eto')
  assert.equal((await fetch(`${redirectUri}?code=stolen&state=guessed`)).status, 404)
  assert.deepEqual((await access.shown('eto')).login, { state: 'waiting' })
  await fetch(authorizeUrl)
  assert.deepEqual(await settled(access), { state: 'logged_in' })
})

test('a login that was not granted says so', async (t) => {
  const { server, access } = await openWorld(t)
  server.grants = false
  await fetch((await access.logIn('eto')).authorizeUrl)
  assert.equal((await settled(access)).state, 'failed')
})

test('a key pair that was made here signs for both environments, and stays until another is asked for', async (t) => {
  const vault = openSecrets(tempFolder(t), '11'.repeat(32))
  const access = createRegistryAccess({ vault })
  const entered = { kind: 'client_credentials', clientId: 'app', certificatePem: null } as const
  await assert.rejects(access.save('eto', entered), isRefusal('/private_key_pem'))
  await access.makeKey(false)
  const { kind, keyId, jwks } = await access.shown('eto')
  assert.deepEqual([kind, jwks?.keys.length], [null, 1])
  await access.makeKey(false)
  assert.equal((await access.shown('production')).keyId, keyId)
  assert.doesNotMatch(JSON.stringify(jwks), /"d"|PRIVATE/)

  for (const environment of ['eto', 'production'] as const) {
    await access.save(environment, entered)
    const shown = await access.shown(environment)
    assert.deepEqual([shown.kind, shown.clientId, shown.keyId], ['client_credentials', 'app', keyId])
    assert.deepEqual(shown.jwks, jwks)
  }
  await access.makeKey(true)
  assert.equal((await access.shown('eto')).keyId, keyId, 'what was entered keeps its key')
  await access.save('eto', null)
  assert.notEqual((await access.shown('eto')).keyId, keyId)
})

test('a redirect address beyond this computer is refused', async (t) => {
  const { access } = await openWorld(t)
  for (const address of ['https://elsewhere.example:4790/', 'http://localhost/', 'http://elsewhere.example:4790/']) {
    await assert.rejects(access.save('eto', person(address)), isRefusal('/redirect_uri'))
  }
})

test('a refresh token is on the disk before the access token is used, and one that is refused asks for a person', async (t) => {
  const { server, vault, endpoints, access } = await openWorld(t)
  await fetch((await access.logIn('eto')).authorizeUrl)
  await settled(access)
  const stored = (await vault.credentials('eto'))!
  const client = createRegistryClient({
    endpoints,
    credentials: liveCredentials(stored, vault, 'eto', '0000900001'),
    clock: { now: () => Date.now() },
  })
  server.whenAsked = async () => assert.equal(await vault.refreshToken('eto'), server.liveRefreshToken)
  assert.equal((await client.pollOrder(`${server.url}/poll`)).kind, 'not_known')
  assert.equal((await client.pollOrder(`${server.url}/poll`)).kind, 'not_known')
  assert.ok(server.refreshes >= 2)
  server.forgetLogins()
  const needsLogin = (failure: unknown) => failure instanceof TryLater && failure.reason === 'login_required'
  await assert.rejects(client.pollOrder(`${server.url}/poll`), needsLogin)
  await assert.rejects(client.fileOrder(bodyOf(draftOf(1))), needsLogin)
})

test('what is shown of credentials holds nothing secret', async (t) => {
  const { access } = await openWorld(t)
  const { privateKeyPem, certificatePem } = makeCertificate()
  assert.ok(!JSON.stringify(await access.shown('eto')).includes('geheim'))
  await access.save('eto', { ...MACHINE, privateKeyPem, certificatePem } as StoredCredentials)
  const shown = await access.shown('eto')
  assert.equal(shown.certificateEndsAt?.slice(0, 4), '2049')
  const { d, p, q } = shown.jwks!.keys[0] as Record<string, unknown>
  assert.deepEqual([d, p, q], [undefined, undefined, undefined])
  assert.ok(!JSON.stringify(shown).includes('PRIVATE'))
})

test('a certificate authority of our own is trusted once its file is set, and no longer when it is taken away', async (t) => {
  const { privateKeyPem, certificatePem } = makeCertificate()
  const server = createSecureServer({ key: privateKeyPem, cert: certificatePem }, (_req, res) => res.end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.close()
    trustAlso(null)
  })
  const ask = () =>
    fetch(`https://localhost:${(server.address() as AddressInfo).port}/`, { headers: { connection: 'close' } })
  await assert.rejects(ask())
  const file = join(tempFolder(t), 'ca.pem')
  writeFileSync(file, certificatePem)
  trustAlso(file)
  assert.equal((await ask()).status, 200)
  assert.throws(() => trustAlso(`${file}.absent`), Refusal)
  assert.equal((await ask()).status, 200)
})

test('each company has credentials of its own, and those of before companies were several become the first one’s', async (t) => {
  const folder = tempFolder(t)
  await openSecrets(folder).saveCredentials('eto', { ...MACHINE, clientId: 'before' })
  const vaults = openVaults(folder, '11'.repeat(32))
  await vaults.adopt('com_1')
  await vaults.of('com_1').sealPlain()
  assert.equal((await vaults.of('com_1').credentials('eto'))?.clientId, 'before')
  assert.equal(await vaults.of('com_2').credentials('eto'), undefined)
  await vaults.of('com_2').saveCredentials('eto', { ...MACHINE, clientId: 'second' })
  await vaults.adopt('com_1')
  assert.equal((await openVaults(folder, '11'.repeat(32)).of('com_1').credentials('eto'))?.clientId, 'before')
})

test('where servers share a database only, secrets lie there sealed, or not at all', async () => {
  const rows = new Map<string, string>()
  const places = (companyId: string) => ({
    read: async (name: string) => rows.get(`${companyId} ${name}`),
    write: async (name: string, text: string) => void rows.set(`${companyId} ${name}`, text),
    remove: async (name: string) => void rows.delete(`${companyId} ${name}`),
  })
  const save = (key?: string) =>
    openVaults('none', key, places)
      .of('com_1')
      .saveCredentials('eto', { ...MACHINE, clientId: 'shared-client' })
  await assert.rejects(save(), /KLIC_SECRETS_KEY/)
  assert.equal(rows.size, 0)
  await save('22'.repeat(32))
  assert.ok([...rows.values()].every((text) => !text.includes('shared-client')))
  const elsewhere = openVaults('none', '22'.repeat(32), places)
  assert.equal((await elsewhere.of('com_1').credentials('eto'))?.clientId, 'shared-client')
  assert.equal(await elsewhere.of('com_2').credentials('eto'), undefined)
})

/** What an office sets: read from the environment and from a file, refused in words, and all of it in docs/configuration.md. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { BadConfiguration, configurationFrom, isLocal, NAMES } from '../../server/config/configuration.ts'
import { READ_ELSEWHERE } from '../../server/config/known-names.ts'
import { KADASTER_TARIFF } from '../../server/registry/prices.ts'
import { docsPage } from '../support/docs-pages.ts'

test('docs/configuration.md has a row for each name, and none for what is not read', () => {
  const rows = [...docsPage('configuration').matchAll(/^\| `([A-Z_]+)` \|/gm)].map((row) => row[1]!)
  assert.deepEqual(rows.sort(), ['KLIC_CONFIG', 'KLIC_SECRETS_KEY', ...NAMES].sort())
})

test('a computer of its own needs nothing set, and is local', () => {
  const configuration = configurationFrom({})
  assert.equal(isLocal(configuration), true)
  const { host, role, publicUrl, proxies, stopGraceMs, databaseUrl, metricsToken } = configuration
  assert.deepEqual(
    { host, role, publicUrl, proxies, stopGraceMs, databaseUrl, metricsToken },
    {
      host: '127.0.0.1',
      role: 'all',
      publicUrl: null,
      proxies: 0,
      stopGraceMs: 0,
      databaseUrl: null,
      metricsToken: null,
    },
  )
})

test('what touches the server itself is the operator’s on a server for others, and nobody’s in particular on a desktop', () => {
  const given = {
    KLIC_REGISTRY_CA_FILE: '/etc/klic/ca.pem',
    KLIC_REGISTRY_HOSTS: 'GDS.kadaster.nl, klic.kadaster.nl',
    KLIC_OFFLINE_MAP_FILE: '/srv/klic/map.pmtiles',
    KLIC_ALLOW_PRIVATE_WEBHOOKS: '1',
    KLIC_ALLOWED_ORIGINS: 'https://gis.example',
  }
  assert.equal(configurationFrom(given).operator, null)
  const none = {
    'registry.ca_file': null,
    'registry.hosts': [],
    'maps.offline_file': null,
    'webhooks.allow_private': null,
    'office.url': null,
    'billing.provider': null,
    'billing.prices': null,
    'billing.kadaster_tariff': KADASTER_TARIFF,
    'api.allowed_origins': [],
  }
  for (const others of [
    { KLIC_PUBLIC_URL: 'https://klic.office.example' },
    { KLIC_HOST: '0.0.0.0', KLIC_ALLOW_PLAIN_HTTP: '1' },
    // A worker of such a server, which listens nowhere.
    { DATABASE_URL: 'postgres://db.office.example/klic', KLIC_ROLE: 'worker' },
  ]) {
    assert.deepEqual(configurationFrom(others).operator, none)
    assert.deepEqual(configurationFrom({ ...others, ...given }).operator, {
      'registry.ca_file': '/etc/klic/ca.pem',
      'maps.offline_file': '/srv/klic/map.pmtiles',
      'webhooks.allow_private': true,
      'office.url': null,
      'billing.provider': null,
      'billing.prices': null,
      'billing.kadaster_tariff': KADASTER_TARIFF,
      'registry.hosts': ['gds.kadaster.nl', 'klic.kadaster.nl'],
      'api.allowed_origins': ['https://gis.example'],
    })
    assert.throws(() => configurationFrom({ ...others, KLIC_OFFLINE_MAP_FILE: 'map.pmtiles' }), BadConfiguration)
    for (const hosts of ['https://gds.kadaster.nl', 'gds.kadaster.nl/x', '10.0.0.1', 'a,,b']) {
      assert.throws(() => configurationFrom({ ...others, KLIC_REGISTRY_HOSTS: hosts }), BadConfiguration, hosts)
    }
    assert.throws(() => configurationFrom({ ...others, KLIC_ALLOW_PRIVATE_WEBHOOKS: 'yes' }), BadConfiguration)
  }
})

/** A file for KLIC_CONFIG. @returns its path */
function configurationFile(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-configuration-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'klic.env'), text)
  return join(folder, 'klic.env')
}

test('the environment goes before the file', (t) => {
  const file = configurationFile(t, 'KLIC_ROLE=worker\nKLIC_WORKER_SLOTS=3\n')
  const { role, workerSlots } = configurationFrom({ KLIC_CONFIG: file, KLIC_ROLE: 'api' })
  assert.deepEqual([role, workerSlots], ['api', 3])
  assert.throws(() => configurationFrom({ KLIC_CONFIG: `${file}.none` }), BadConfiguration)
})

test('the whole file becomes the environment, but for what the environment has already', (t) => {
  const file = configurationFile(
    t,
    "AWS_ACCESS_KEY_ID=file\nAWS_SECRET_ACCESS_KEY='s p'\nKLIC_SECRETS_KEY=abc\nHTTPS_PROXY=\n",
  )
  const databases = JSON.stringify(new URL('../../server/config/databases.ts', import.meta.url).href)
  const script = `(await import(${databases})).readConfiguration(); console.log(JSON.stringify(process.env))`
  const env = { ...process.env, KLIC_CONFIG: file, AWS_ACCESS_KEY_ID: 'environment' }
  const args = ['--input-type=module', '--eval', script]
  const found = JSON.parse(execFileSync(process.execPath, args, { env, encoding: 'utf8' }))
  assert.deepEqual(
    [found.AWS_ACCESS_KEY_ID, found.AWS_SECRET_ACCESS_KEY, found.KLIC_SECRETS_KEY],
    ['environment', 's p', 'abc'],
  )
})

test('a name with a slip is refused, in the file and in the environment, with the name that was probably meant', (t) => {
  for (const [name, meant] of [
    ['STORAGE_ULR', 'STORAGE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['KLIC_PUBLIC_ULR', 'KLIC_PUBLIC_URL'],
    ['KLIC_SECRET_KEY', 'KLIC_SECRETS_KEY'],
    ['KLIC_HSOT', 'KLIC_HOST'],
  ]) {
    const message = `${name} is no name of the configuration, and sets nothing. Is ${meant} meant?`
    assert.throws(() => configurationFrom({ [name!]: 'x' }), { message })
    assert.throws(() => configurationFrom({ KLIC_CONFIG: configurationFile(t, `${name}=x\n`) }), { message })
  }
  assert.throws(() => configurationFrom({ KLIC_COLOUR: 'blue' }), {
    message: /^KLIC_COLOUR is no name .*configuration\.md/,
  })
  const others = { STORAGE_KEY: 'x', DATABASE: 'x', DB_URL: 'x', AWS_PROFILE: 'x', PATH: 'x', OTEL_SERVICE_NAME: 'x' }
  assert.equal(configurationFrom(others).databaseUrl, null, 'names of other programs')
})

test('a name that nothing reads any more sets nothing, and is told', () => {
  assert.deepEqual(configurationFrom({ KLIC_MAP_BUILDS: 'http://maps.example' }).retiredNames, ['KLIC_MAP_BUILDS'])
  assert.deepEqual(configurationFrom({}).retiredNames, [])
})

test('every name that the program, its build and its tests read is known', () => {
  const root = join(import.meta.dirname, '..', '..')
  const files = globSync('{server,electron,build,test}/**/*.{ts,mjs}', { cwd: root })
  const read = new Set<string>()
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8')
    for (const [, name] of text.matchAll(/process\.env\.(KLIC_[A-Z_]+)/g)) read.add(name!)
  }
  // What a test leaves behind on purpose.
  read.delete('KLIC_LEFT')
  const known: readonly string[] = [...NAMES, ...READ_ELSEWHERE]
  assert.ok(read.size > 10)
  assert.deepEqual(
    [...read].filter((name) => !known.includes(name)),
    [],
  )
})

test('a public https address makes it a server for others behind one proxy, which is given time to look away', () => {
  const configuration = configurationFrom({ KLIC_PUBLIC_URL: 'https://klic.office.example/' })
  assert.equal(isLocal(configuration), false)
  const { publicUrl, proxies, stopGraceMs } = configuration
  assert.deepEqual([publicUrl, proxies, stopGraceMs], ['https://klic.office.example', 1, 5000])
  assert.equal(configurationFrom({ KLIC_PUBLIC_URL: 'https://klic.office.example', KLIC_PROXIES: '2' }).proxies, 2)
})

test('a configuration that has others send keys unencrypted is refused, and says what to do', () => {
  for (const env of [
    { KLIC_HOST: '0.0.0.0' },
    { KLIC_HOST: '10.0.0.5' },
    { KLIC_PUBLIC_URL: 'http://klic.office.example' },
    { KLIC_PROXIES: '1' },
  ]) {
    const refusal = { name: 'Error', message: /KLIC_PUBLIC_URL.*https:.*KLIC_ALLOW_PLAIN_HTTP=1/ }
    assert.throws(() => configurationFrom(env), refusal, JSON.stringify(env))
    assert.equal(isLocal(configurationFrom({ ...env, KLIC_ALLOW_PLAIN_HTTP: '1' })), false)
  }
  assert.equal(configurationFrom({ KLIC_HOST: '0.0.0.0', KLIC_PUBLIC_URL: 'https://a.example' }).host, '0.0.0.0')
})

test('a value that can not be meant is refused by its name, and a password is not repeated', () => {
  const wrong: Record<string, string> = {
    DATABASE_URL: 'mysql://klic:hidden@db.example/klic',
    STORAGE_URL: 'ftp://klic:hidden@files.example',
    KLIC_ROLE: 'boss',
    KLIC_PORT: '99999',
    KLIC_PUBLIC_URL: 'https://office.example/klic',
    KLIC_PROXIES: 'many',
    KLIC_ALLOW_PLAIN_HTTP: 'yes',
    KLIC_STOP_GRACE_SECONDS: '-1',
    KLIC_SIMULATOR_URL: 'sim',
    KLIC_WORKER_SLOTS: '0',
    KLIC_COMPANY_QUOTA_GB: '0.5',
  }
  for (const [name, value] of Object.entries(wrong)) {
    assert.throws(
      () => configurationFrom({ [name]: value }),
      (error: Error) => {
        assert.ok(error instanceof BadConfiguration, name)
        assert.match(error.message, new RegExp(`^${name} `))
        assert.doesNotMatch(error.message, /hidden/)
        return true
      },
    )
  }
})

test('a simulator that runs elsewhere is asked with its key', () => {
  const KLIC_SIMULATOR_URL = 'http://127.0.0.1:4790'
  assert.throws(() => configurationFrom({ KLIC_SIMULATOR_URL }), { message: /KLIC_SIMULATOR_KEY.*controlKey/ })
  const { simulator } = configurationFrom({ KLIC_SIMULATOR_URL, KLIC_SIMULATOR_KEY: 'k1' })
  assert.deepEqual(simulator, { url: KLIC_SIMULATOR_URL, key: 'k1' })
  assert.equal(configurationFrom({ KLIC_SIMULATOR_KEY: 'k1' }).simulator, null)
})

test('origins of others are exact: https, or http on this computer, a host, and nothing behind it', () => {
  const origins = (KLIC_ALLOWED_ORIGINS: string) => configurationFrom({ KLIC_ALLOWED_ORIGINS }).allowedOrigins
  assert.deepEqual(configurationFrom({}).allowedOrigins, [])
  assert.deepEqual(origins('https://gis.example, http://localhost:5173/'), [
    'https://gis.example',
    'http://localhost:5173',
  ])
  assert.deepEqual(origins('https://GIS.example:443'), ['https://gis.example'])
  for (const wrong of [
    '*',
    'null',
    'gis.example',
    'https://gis.example/page',
    'file:///x',
    'https://a@b.example',
    'https://a.example,,',
    'http://gis.example',
    'https://*.example',
    Array(21).fill('https://a.example').join(),
  ]) {
    assert.throws(() => origins(wrong), BadConfiguration, wrong)
  }
})

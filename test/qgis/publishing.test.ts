/** The plugin for others: by the rules of plugins.qgis.org, and for Qt 6 by those of QGIS's own script. Needs no QGIS. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ZipFile } from 'yazl'
import { type Publisher, publicMetadata, uploadFaults } from '../../build/package/qgis-plugin.ts'
import { packPlugin } from '../../server/features/results/qgis-plugin.ts'
import { pluginFolder } from '../../server/platform/places.ts'
import { folder } from '../formats/samples.ts'

const METADATA = readFileSync(join(pluginFolder, 'metadata.txt'), 'utf8')
const PUBLISHER = {
  homepage: 'https://klic.gww.nl/',
  bugs: { url: 'https://github.com/gww/klic/issues' },
  repository: { url: 'git+https://github.com/gww/klic.git' },
  author: { name: 'GWW', email: 'klic@gww.nl' },
} satisfies Publisher

test('with public addresses the plugin is what plugins.qgis.org takes', async () => {
  const metadata = publicMetadata(METADATA, PUBLISHER)
  const zip = await packPlugin(pluginFolder, metadata)
  assert.deepEqual(await uploadFaults(zip), [])
  for (const line of [
    'homepage=https://klic.gww.nl/',
    'tracker=https://github.com/gww/klic/issues',
    'repository=https://github.com/gww/klic',
    'author=GWW',
    'email=klic@gww.nl',
  ])
    assert.ok(metadata.split('\n').includes(line), line)
})

for (const [what, publisher, missing] of [
  ['without any', {}, 'homepage, bugs.url, repository.url, author.name, author.email'],
  ['of this computer', { ...PUBLISHER, homepage: 'https://127.0.0.1:4780/' }, 'homepage'],
  ['of this network', { ...PUBLISHER, bugs: { url: 'https://tracker.local/' } }, 'bugs.url'],
  ['without a certificate', { ...PUBLISHER, homepage: 'http://klic.gww.nl/' }, 'homepage'],
  ['that are placeholders', { ...PUBLISHER, repository: { url: 'https://git.example.com/klic' } }, 'repository.url'],
  ['for mail that nobody gets', { ...PUBLISHER, author: { name: 'GWW', email: 'klic@localhost' } }, 'author.email'],
] satisfies [string, Publisher, string][])
  test(`addresses ${what} make no plugin for others, and are named`, () => {
    assert.throws(
      () => publicMetadata(METADATA, publisher),
      ({ message }: Error) => message.includes(`fill in ${missing} of package.json`),
    )
  })

test('what the program itself hands out lacks public addresses only', async () => {
  assert.deepEqual(await uploadFaults(await packPlugin(pluginFolder)), [
    'tracker http://127.0.0.1:4780/',
    'repository http://127.0.0.1:4780/api/docs',
    'homepage http://127.0.0.1:4780/',
    'email klic-desktop@localhost',
  ])
})

test('each rule of plugins.qgis.org finds what breaks it', async () => {
  const good = publicMetadata(METADATA, PUBLISHER)
  const whole = { '__init__.py': '', 'metadata.txt': good, LICENSE: 'GPL', 'icon.svg': '<svg/>' }
  const faultsOf = (files: Record<string, string>, name = 'klic_desktop'): Promise<string[]> => {
    const zip = new ZipFile()
    for (const [path, text] of Object.entries(files)) zip.addBuffer(Buffer.from(text), `${name}/${path}`)
    zip.end()
    return new Response(zip.outputStream as unknown as ReadableStream)
      .bytes()
      .then((bytes) => uploadFaults(Buffer.from(bytes)))
  }
  assert.deepEqual(await faultsOf(whole), [])
  assert.deepEqual(await faultsOf(whole, 'klic-desktop'), ['folder klic-desktop'])
  const { LICENSE, ...unlicensed } = whole
  assert.deepEqual(await faultsOf(unlicensed), ['LICENSE'])
  for (const path of ['a.pyc', '__pycache__/a.py', 'lib/a.so', '.git/config'])
    assert.deepEqual(await faultsOf({ ...whole, [path]: '' }), [`klic_desktop/${path}`])
  const changed = (from: RegExp, to: string) => faultsOf({ ...whole, 'metadata.txt': good.replace(from, to) })
  assert.deepEqual(await changed(/^about=.*\n/m, ''), ['no about'])
  assert.deepEqual(await changed(/^author=.*$/m, 'author=a/b'), ['a slash in author'])
  assert.deepEqual(await changed(/^icon=.*$/m, 'icon=none.svg'), ['icon none.svg'])
  assert.deepEqual(await changed(/^supportsQt6=.*\n/m, ''), ['no supportsQt6'])
})

const CHECK = fileURLToPath(new URL('check_qt6.py', import.meta.url))
const PYTHON = '/usr/bin/python3'
const withoutQt6 =
  spawnSync(PYTHON, ['-c', 'from PyQt6 import QtCore, QtGui, QtNetwork, QtWidgets'], { stdio: 'ignore' }).status !==
    0 && 'PyQt6 is not installed (Debian: python3-pyqt6)'
const notInQt6 = (paths: readonly string[]): string[] =>
  JSON.parse(execFileSync(PYTHON, [CHECK, ...paths], { encoding: 'utf8' }))

test('what the plugin takes of Qt is there in Qt 6, under the same name', { skip: withoutQt6 }, (t) => {
  const files = readdirSync(pluginFolder).filter((name) => name.endsWith('.py'))
  assert.deepEqual(notInQt6(files.map((name) => join(pluginFolder, name))), [])
  const old = folder(t).path('old.py')
  writeFileSync(
    old,
    [
      'from qgis.PyQt.QtCore import QRegExp, Qt, QVariant',
      'from qgis.PyQt.QtWidgets import QMessageBox',
      'middle = Qt.AlignCenter',
      'whole = QVariant.Int',
      'QMessageBox().exec_()',
      'fine = QMessageBox.StandardButton.Yes',
    ].join('\n'),
  )
  assert.deepEqual(notInQt6([old]), [
    'old.py:1 qgis.PyQt.QtCore has no QRegExp',
    'old.py:1 gone in Qt 6',
    'old.py:3 Qt.AlignCenter: no AlignCenter',
    'old.py:4 QVariant has no types: QMetaType has',
    'old.py:5 gone in Qt 6',
  ])
})

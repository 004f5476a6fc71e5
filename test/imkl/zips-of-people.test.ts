/** ZIPs as people and their programs make them, by Python where it is there: what Python and unzip read, is read. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openZip } from '../../server/imkl/delivery/zip.ts'
import { checkDelivery } from '../../server/registry/client/download.ts'
import {
  at,
  cable,
  gmlOf,
  lineString,
  link,
  mergePaths,
  temporaryFolder,
  zippedDelivery,
} from '../support/imkl-fixture.ts'
import { rawZip } from '../support/raw-zip.ts'

const ID = 'nl.imkl-KL9001.'
const DELIVERY = { members: [cable(`${ID}c`, [`${ID}l`]), link(`${ID}l`, lineString(at(1, 1, 5, 1)))] }
const GML = '22G000001_1/GI_gebiedsinformatielevering_22G000001_1_V2.xml'

const isRead = async (t: TestContext, name: string, zip: Buffer): Promise<void> => {
  const path = join(temporaryFolder(t), `${name}.zip`)
  writeFileSync(path, zip)
  await checkDelivery(path)
  const archive = await openZip(path, name)
  await archive.close()
  const { summary } = await mergePaths(t, [path])
  // The cable, and the area of the request.
  assert.equal(summary.features, 2, name)
}

test('bytes after the end record, and before the first entry', async (t) => {
  const zip = await zippedDelivery(DELIVERY)
  for (const [name, before, after] of [
    ['a line end', '', '\r\n'],
    ['two bytes', '', '\0\0'],
    ['a page', '', '<html>'.repeat(5000)],
    ['a program', '#!/bin/sh\nexit\n', ''],
    ['both', 'MZ', '\n'],
    ['letters of an end record', '', 'PK\x05\x06'],
    ['letters of an end record and more', '', `PK\x05\x06${'\xff'.repeat(40)}`],
  ] as const) {
    await isRead(t, name, Buffer.concat([Buffer.from(before, 'latin1'), zip, Buffer.from(after, 'latin1')]))
  }
})

test('a comment that is shorter or longer than it says', async (t) => {
  const zip = await zippedDelivery(DELIVERY)
  for (const said of [1, 7, 65_535]) {
    const odd = Buffer.concat([zip, Buffer.from('hallo')])
    odd.writeUInt16LE(said, zip.length - 2)
    await isRead(t, `said ${said}`, odd)
  }
})

test('backslashes and entries for folders', async (t) => {
  const contents = Buffer.from(gmlOf(DELIVERY))
  const folder = { name: '22G000001_1\\', contents: Buffer.alloc(0), packed: Buffer.alloc(0), method: 0 }
  await isRead(t, 'backslashes', rawZip([folder, { name: GML.replaceAll('/', '\\'), contents }]))
  await isRead(
    t,
    'folders',
    rawZip([
      { ...folder, name: '22G000001_1/' },
      { name: GML, contents },
    ]),
  )
})

const MAKE = `
import sys, zipfile
gml = open(sys.argv[1], 'rb').read()
name = '${GML}'
folder = sys.argv[2]

class Pipe:
    """Nothing can be gone back to, as in a program that writes to its output."""
    def __init__(self, file): self.file = file
    def write(self, data): return self.file.write(data)
    def flush(self): self.file.flush()

def made(what, act, stream=False):
    with open(folder + '/' + what + '.zip', 'wb') as file:
        with zipfile.ZipFile(Pipe(file) if stream else file, 'w', zipfile.ZIP_DEFLATED) as zip:
            act(zip)

def big(zip):
    with zip.open(zipfile.ZipInfo(name), 'w', force_zip64=True) as entry: entry.write(gml)

def folders(zip):
    zip.mkdir('22G000001_1')
    zip.writestr(name, gml)

def commented(zip):
    zip.writestr(name, gml)
    zip.comment = 'geleverd door het Kadaster'.encode()

def stored(zip):
    zip.writestr(zipfile.ZipInfo(name), gml)

for what, act in (('zip64', big), ('folders', folders), ('comment', commented), ('stored', stored)):
    made(what, act)
for what, act in (('descriptors', commented), ('descriptors64', big)):
    made(what, act, True)
with open(folder + '/prefixed.zip', 'wb') as file:
    file.write(b'before')
with zipfile.ZipFile(folder + '/prefixed.zip', 'a', zipfile.ZIP_DEFLATED) as zip: commented(zip)
zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = 10, 0
made('end64', commented)
for what in ('zip64', 'descriptors', 'descriptors64', 'end64', 'prefixed'):
    data = open(folder + '/' + what + '.zip', 'rb').read()
    open(folder + '/' + what + '-behind.zip', 'wb').write(data + b'\\r\\n')
    open(folder + '/' + what + '-before.zip', 'wb').write(b'#!' + data)
`
/** Reads each whole, as `python3 -m zipfile -t` does, in one process. */
const CHECK = `
import sys, zipfile
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as zip:
        assert zip.testzip() is None, path
`
const MADE = ['zip64', 'folders', 'comment', 'stored', 'descriptors', 'descriptors64', 'prefixed', 'end64']
const MOVED = ['zip64', 'descriptors', 'descriptors64', 'end64', 'prefixed'].flatMap((what) => [
  `${what}-behind`,
  `${what}-before`,
])
/** One that has a mkdir for ZIPs. */
const hasPython = spawnSync('python3', ['-c', 'import zipfile; zipfile.ZipFile.mkdir']).status === 0

test('what Python makes, Python reads and we read', { skip: hasPython ? false : 'no Python 3.11 here' }, async (t) => {
  const folder = temporaryFolder(t)
  const gml = join(folder, 'gi.xml')
  writeFileSync(gml, gmlOf(DELIVERY))
  const made = spawnSync('python3', ['-c', MAKE, gml, folder], { encoding: 'utf8' })
  assert.equal(made.status, 0, made.stderr)
  const zips = [...MADE, ...MOVED].map((what) => ({ what, path: join(folder, `${what}.zip`) }))
  const check = spawnSync('python3', ['-c', CHECK, ...zips.map(({ path }) => path)], { encoding: 'utf8' })
  assert.equal(check.status, 0, check.stderr)
  for (const { what, path } of zips) await isRead(t, what, readFileSync(path))
})

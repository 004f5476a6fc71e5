/** The cage of processes that read files from outside: what such a process finds, with bubblewrap and without. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { runAreaReading } from '../../server/features/areas/run-area-reading.ts'
import { type Cage, cageIn, tryCage } from '../../server/features/cage.ts'
import { runCaged } from '../../server/features/run-caged.ts'
import { startChild } from '../../server/platform/processes/child.ts'
import { makeAreaFile } from '../support/area-files.ts'
import { serverEntry } from '../support/server-entry.ts'
import { uncaged } from '../support/uncaged.ts'

const SECRET = 'hunter2-of-the-cage'
const base = mkdtempSync(join(tmpdir(), 'klic cage '))
const beside = join(base, 'secrets.json')
writeFileSync(beside, SECRET)
process.env.KLIC_SECRETS_KEY = SECRET
process.env.OFFICE_PASSWORD = SECRET
after(() => rmSync(base, { recursive: true, force: true }))

const CAGED = serverEntry('caged')

/** With these folders as the whole path to programs, while the cage is made. */
async function cageWith(path: string | undefined, folder: string): Promise<Cage> {
  const before = process.env.PATH
  if (path !== undefined) process.env.PATH = path
  try {
    return await cageIn(CAGED, folder)()
  } finally {
    process.env.PATH = before
  }
}

let made = 0
const folderOf = (name: string): string => {
  const folder = join(base, `${name}-${made++}`)
  mkdirSync(folder)
  return folder
}

/** Runs a script in the cage, with one folder to write in. @returns what it said last, and how it ended */
async function inside(cage: Cage, code: string, memoryMiB = 512) {
  const folder = folderOf('room')
  const script = join(folder, 'probe.mjs')
  writeFileSync(script, code)
  return new Promise<{ said: Record<string, unknown> | undefined; code: number | null; signal: string | null }>(
    (resolve) => {
      let said: Record<string, unknown> | undefined
      startChild({
        entry: script,
        args: [folder],
        confinement: cage.confine({ reads: [], writes: [folder], memoryMiB }),
        onLine: (line) => {
          said = line
        },
        onWords: () => {},
        onExit: (code, signal) => resolve({ said, code, signal }),
      })
    },
  )
}

const LOOK = (address: string) => `
import { readFileSync, writeFileSync } from 'node:fs'
const tried = (work) => { try { return String(work()) } catch (error) { return error.code ?? 'failed' } }
const said = {
  env: JSON.stringify(process.env),
  names: Object.keys(process.env),
  beside: tried(() => readFileSync(${JSON.stringify(beside)})),
  password: tried(() => readFileSync('/etc/passwd')),
  server: tried(() => readFileSync('/proc/${process.pid}/environ')),
  outside: tried(() => writeFileSync(${JSON.stringify(join(base, 'written'))}, 'x')),
  inside: tried(() => writeFileSync(process.argv[2] + '/mine', 'x')),
  network: await fetch(${JSON.stringify(address)}).then(() => 'reached', () => 'none'),
}
console.log(JSON.stringify(said))
`

async function look(cage: Cage) {
  const listener = createServer((_request, response) => response.end('hello'))
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  try {
    const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    const { said, code } = await inside(cage, LOOK(address))
    assert.equal(code, 0)
    return said as Record<string, string> & { names: string[] }
  } finally {
    listener.close()
  }
}

/** What holds everywhere. */
function assertOwnProcess(said: Record<string, string> & { names: string[] }): void {
  assert.ok(!said.env!.includes(SECRET), said.env)
  const known =
    /^(PATH|LANG|LC_ALL|TZ|TMPDIR|TEMP|TMP|PWD|OLDPWD|SHLVL|_|(LD|DYLD)_LIBRARY_PATH|(GDAL|PROJ)_\w+|KLIC_(PARENT|RD_GRID))$/
  assert.deepEqual(
    said.names.filter((name) => !known.test(name)),
    [],
  )
  for (const what of ['beside', 'password', 'server', 'outside'])
    assert.match(said[what]!, /^(ERR_ACCESS_DENIED|ENOENT|EROFS|EACCES)$/, what)
  assert.equal(said.inside, 'undefined')
  assert.ok(!existsSync(join(base, 'written')))
}

const here = await cageWith(undefined, folderOf('data'))
const hasSandbox = here.holds.kind === 'sandbox'

test('as it holds on this machine: no secret, no file beside, and with a sandbox no network', async () => {
  const said = await look(here)
  assertOwnProcess(said)
  assert.equal(said.network, hasSandbox ? 'none' : 'reached')
})

test('a task that is ended in the first milliseconds of its process has ended', { timeout: 60_000 }, async () => {
  // A sandbox starts its process before that is tied to it.
  const room = { reads: [], writes: [folderOf('room')], memoryMiB: 512 }
  const task = JSON.stringify({ kind: 'try', folder: base })
  for (let ms = 0; ms < 6; ms++) {
    const runs = Array.from({ length: 6 }, () => runCaged({ cage: here, task, room, longestMs: ms }))
    for (const { lateMs } of await Promise.all(runs)) assert.equal(lateMs, ms)
  }
})

test('the sandbox alone keeps native code from what the permissions of Node keep its scripts from', {
  skip: !hasSandbox && 'no sandbox works here',
}, async () => {
  // As native code, which knows nothing of Node's permissions.
  const bare: Cage = {
    ...here,
    confine: (room) => ({ ...here.confine(room), nodeOptions: [] }),
  }
  assertOwnProcess(await look(bare))
})

describe('without bubblewrap', () => {
  test('where it is not installed, that is said, and files are read in a process of its own', async () => {
    const folder = folderOf('data')
    const cage = await cageWith(folderOf('no programs'), folder)
    assert.deepEqual(cage.holds, {
      kind: 'own_process',
      why: process.platform === 'linux' ? 'not_installed' : 'system',
    })
    assertOwnProcess(await look(cage))
    const path = join(folder, 'given')
    writeFileSync(path, await makeAreaFile('kml', folder))
    const line = await runAreaReading(cage, {
      path,
      folder: join(folder, 'own'),
      crs: undefined,
      layer: undefined,
      isTurned: false,
    })
    assert.ok('read' in line)
  })

  test('where it may not work, that is said', { skip: process.platform !== 'linux' }, async () => {
    const programs = folderOf('programs')
    writeFileSync(join(programs, 'bwrap'), '#!/bin/sh\necho "No permissions to create a new namespace" >&2\nexit 1\n')
    chmodSync(join(programs, 'bwrap'), 0o755)
    const cage = await cageWith(programs, folderOf('data'))
    assert.deepEqual(cage.holds, { kind: 'own_process', why: 'not_allowed' })
    assertOwnProcess(await look(cage))
  })
})

test('who takes more memory than there is ends alone, and by whom it was ended is told', {
  skip: process.platform !== 'linux',
}, async () => {
  const greedy = `
const held = []
for (let i = 0; i < 4000; i++) { held.push(Buffer.alloc(2 ** 20, 1)); if (i % 100 === 0) console.log(JSON.stringify({ MiB: i })) }
console.log(JSON.stringify({ MiB: 4000 }))`
  const { said, code, signal } = await inside(here, greedy, 512)
  assert.ok(Number(said?.MiB) < 1500, JSON.stringify(said))
  assert.ok(code !== 0 || signal !== null)
  const killed = await inside(here, "process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000)")
  assert.equal(killed.signal, 'SIGSEGV')
})

test('of GDAL nothing is left but what reads areas', async () => {
  const script = `
const { createRequire } = await import('node:module')
const gdal = createRequire(${JSON.stringify(join(import.meta.dirname, 'x.js'))})('gdal-async')
console.log(JSON.stringify({ names: gdal.drivers.getNames() }))`
  const cage: Cage = {
    ...here,
    confine: (room) => {
      const { env, ...rest } = here.confine(room)
      return { ...rest, env: { ...env, GDAL_SKIP: here.otherDrivers.join(',') } }
    },
  }
  const { said } = await inside(cage, script)
  const known = ['LIBKML', 'KML', 'ESRI Shapefile', 'DXF', 'GML', 'FlatGeobuf', 'MapInfo File', 'GPX', 'Memory', 'MEM']
  assert.deepEqual(
    (said!.names as string[]).filter((name) => !known.includes(name)),
    [],
  )
})

test('a program that never ends its trial is ended, and counts as one that does not work', async () => {
  const hanging = join(import.meta.dirname, '..', 'support', 'conversion-that-hangs.ts')
  assert.equal(await tryCage(hanging, folderOf('data'), uncaged(hanging).confine, 200), undefined)
})

/** klic check on one computer; what it says of an office stands in test/postgres/setup-mistakes.test.ts. */
import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { clockLine, registryLine } from '../../server/cli/check.ts'
import { openStore } from '../../server/platform/database/open.ts'
import { inFolder, klic } from '../support/backup-world.ts'

interface Report {
  lines: { name: string; state: string; found: string; todo: string | null }[]
}
const stateOf = ({ lines }: Report): Record<string, string> =>
  Object.fromEntries(lines.map(({ name, state }) => [name, state]))

test('a data folder that works: a line for each part, exit code 0, and the folder is as it was', async (t) => {
  const dataDir = await inFolder(t)
  await (await openStore(join(dataDir, 'app.db'))).close()
  const before = await readdir(dataDir)
  const { code, out, words } = await klic(['check', '--json', '--data', dataDir])
  assert.equal(code, 0, words)
  assert.deepEqual(stateOf(out as unknown as Report), {
    Database: 'good',
    Rights: 'good',
    Clock: 'not_tried',
    Storage: 'good',
    'Storage identity': 'not_tried',
    'Secrets key': 'not_tried',
    Simulator: 'good',
    Workers: 'not_tried',
  })
  // A reader of SQLite's file leaves these next to it.
  const after = (await readdir(dataDir)).filter((name) => !/-(wal|shm)$/.test(name))
  assert.deepEqual(after, before)
})

test('a folder that is no database is said to be damaged, with exit code 4', async (t) => {
  const dataDir = await inFolder(t)
  await writeFile(join(dataDir, 'app.db'), 'no database at all, but more bytes than a header of SQLite has'.repeat(20))
  const { code, out } = await klic(['check', '--json', '--data', dataDir])
  assert.equal(code, 4)
  const [line] = (out as unknown as Report).lines
  assert.equal(line?.state, 'bad')
  assert.match(line?.found ?? '', /damaged|not a database/)
})

test('a storage folder that can not be written is named', async (t) => {
  const dataDir = await inFolder(t)
  await (await openStore(join(dataDir, 'app.db'))).close()
  await writeFile(join(dataDir, 'results'), 'no folder')
  const { code, out } = await klic(['check', '--json', '--data', dataDir])
  assert.equal(code, 4)
  assert.equal(stateOf(out as unknown as Report).Storage, 'bad')
})

test('the registry is asked where a company files with it, and the simulator where none does', async () => {
  const office = { simulator: null, role: 'api', operator: null } as const
  const asked: string[] = []
  const answers = async (url: unknown): Promise<Response> => {
    asked.push(String(url))
    return new Response(null, { status: 404 })
  }
  assert.equal((await registryLine(office, ['simulator', 'production'], answers as typeof fetch)).state, 'good')
  assert.deepEqual(asked, ['https://authorization.kadaster.nl/'])
  const refuses = async (): Promise<Response> => {
    throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND authorization.kadaster.nl') })
  }
  const away = await registryLine(office, ['eto'], refuses as typeof fetch)
  assert.equal(away.state, 'bad')
  assert.match(away.found, /ENOTFOUND/)
  assert.equal((await registryLine(office, ['simulator'])).state, 'bad', 'an API starts no simulator')
  assert.equal((await registryLine(office, [])).state, 'not_tried', 'before the first start')
  assert.equal((await registryLine({ ...office, role: 'all' }, ['simulator'])).state, 'good')
})

test('a clock that is far from that of the database is bad', () => {
  assert.equal(clockLine({ clockAheadMs: 900 }).state, 'good')
  const { state, found } = clockLine({ clockAheadMs: -61_000 })
  assert.deepEqual([state, found], ['bad', 'This machine is 61.0 s behind the database.'])
})

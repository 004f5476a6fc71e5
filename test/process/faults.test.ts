/** What the server says and does about a broken data folder, at its start and while it runs. All of it: test/faults. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { GARDEN } from '../support/rd-box.ts'
import { RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

async function opened(t: TestContext): Promise<RealServer> {
  const server = await new RealServer().open()
  t.after(() => server.close())
  return server
}

const submit = async (server: RealServer): Promise<string> => {
  const { json, status } = await server.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', submit: true })
  assert.equal(status, 202)
  return json.job_id
}

const isReady = (server: RealServer, jobId: string) => until(async () => (await server.job(jobId)).status === 'ready')

async function runToEnd(entry: 'start' | 'klic', args: string[]): Promise<{ code: number | null; words: string }> {
  const child = spawn(process.execPath, [serverEntry(entry), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  let words = ''
  child.stderr.on('data', (chunk) => {
    words += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, words }
}

test('a port that is none is wrong use, in words', async () => {
  for (const port of ['abc', '70000', '1.5']) {
    const { code, words } = await runToEnd('start', ['--data', '/nowhere', '--port', port])
    assert.equal(code, 2)
    assert.match(words, /is no port: give a number/)
    assert.doesNotMatch(words, /\n\s+at /)
  }
})

test('a key is made in a folder that is there; another is not made of a slip of the pen', async (t) => {
  const server = await opened(t)
  const mistyped = `${server.dataDir}x`
  const refused = await runToEnd('klic', ['key', 'create', '--name', 'N', '--data', mistyped])
  assert.equal(refused.code, 4)
  assert.match(refused.words, /There is no folder/)
  assert.equal(existsSync(mistyped), false)
  assert.equal((await runToEnd('klic', ['key', 'create', '--name', 'N', '--data', server.dataDir])).code, 0)
})

test('a clean stop leaves the databases whole, with nothing beside them', async (t) => {
  const server = await opened(t)
  await isReady(server, await submit(server))
  await server.stop()
  const left = (await readdir(server.dataDir)).filter((name) => /-(wal|shm|journal)$|^endpoint|^server/.test(name))
  assert.deepEqual(left, [])
})

test('a damaged database is said in words that name the way back, without a stack', async (t) => {
  const server = await opened(t)
  await server.stop()
  const file = join(server.dataDir, 'app.db')
  const whole = await readFile(file)
  const rows = new Database(file, { readonly: true })
  const roots = rows.prepare("select rootpage from sqlite_master where tbl_name = 'company' and rootpage > 0").pluck()
  const ofCompanies = roots.all() as number[]
  const pageBytes = Number(rows.pragma('page_size', { simple: true }))
  rows.close()
  const zeroed = (pages: readonly number[]): Buffer => {
    const bytes = Buffer.from(whole)
    for (const no of pages) bytes.fill(0, (no - 1) * pageBytes, no * pageBytes)
    return bytes
  }
  const damages = Object.entries({
    'no database': Buffer.from('x'.repeat(100_000)),
    'its schema': zeroed([2, 3, 4]),
    'the companies': zeroed(ofCompanies),
  })
  for (const [name, bytes] of damages) {
    await writeFile(file, bytes)
    const { code, words } = await runToEnd('start', ['--data', server.dataDir, '--port', '0'])
    assert.equal(code, 4, `${name}: ${words}`)
    assert.match(words, /app\.db is damaged.*klic restore FILE --data DIR/, name)
    assert.doesNotMatch(words, /\n\s+at /, name)
    const onLine = await runToEnd('klic', ['company', 'list', '--data', server.dataDir])
    assert.match(onLine.words, /app\.db is damaged/, name)
    assert.doesNotMatch(onLine.words, /\n\s+at /, name)
  }
})

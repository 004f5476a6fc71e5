/** Who holds a data folder, and what is refused in one. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { lockDataFolder, refuseMissingDatabase, writeEndpoint } from '../../server/platform/processes/data-folder.ts'
import { createStartupRetry } from '../../server/platform/processes/startup-retry.ts'

const inFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-data-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Another process that holds the folder. */
async function holder(t: TestContext, folder: string): Promise<ChildProcess> {
  const module = JSON.stringify(new URL('../../server/platform/processes/data-folder.ts', import.meta.url).href)
  const script = `const { lockDataFolder } = await import(${module})
    await lockDataFolder(${JSON.stringify(folder)})
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return child
}

test('a number in the lock file proves nothing: neither that of a living process nor that of a former owner', async (t) => {
  const folder = inFolder(t)
  writeFileSync(join(folder, 'server.lock'), String(process.ppid))
  const release = await lockDataFolder(folder)
  assert.deepEqual(readdirSync(folder), ['server.lock'])
  await release()
  assert.deepEqual(readdirSync(folder), [])
})

test('a second server is refused while the first lives, also one that stands still, and told where it is', async (t) => {
  const folder = inFolder(t)
  const first = await holder(t, folder)
  await assert.rejects(lockDataFolder(folder), /already serves .* starting or stopping/)
  const about = createServer((_req, res) => res.end('{}')).listen(0, '127.0.0.1')
  t.after(() => about.close())
  await once(about, 'listening')
  const base_url = `http://127.0.0.1:${(about.address() as AddressInfo).port}`
  await writeEndpoint(folder, { base_url, pid: first.pid!, version: '0' })
  await assert.rejects(lockDataFolder(folder), new RegExp(`\\(pid ${first.pid}\\) already serves .* at ${base_url}\\.`))
  about.closeAllConnections()
  await new Promise((resolve) => about.close(resolve))
  if (process.platform !== 'win32') first.kill('SIGSTOP')
  await assert.rejects(lockDataFolder(folder), new RegExp(`\\(pid ${first.pid}\\) already serves .* does not answer`))
})

test('the lock goes with its owner, before anybody has noticed the death', async (t) => {
  const folder = inFolder(t)
  const first = await holder(t, folder)
  await writeEndpoint(folder, { base_url: 'http://127.0.0.1:9', pid: first.pid!, version: '0' })
  const exited = once(first, 'exit')
  first.kill('SIGKILL')
  await exited
  const release = await lockDataFolder(folder)
  assert.equal(existsSync(join(folder, 'endpoint.json')), false, 'nobody is at that address')
  await release()
})

test('a note that was begun and not ended goes with the next one', async (t) => {
  const folder = inFolder(t)
  writeFileSync(join(folder, 'endpoint.json.4242'), '')
  await writeEndpoint(folder, { base_url: 'http://127.0.0.1:1', pid: 1, version: '0' })
  assert.deepEqual(readdirSync(folder), ['endpoint.json'])
})

test('notes and locks that a full disk left empty, or that hold something else, keep nobody out', async (t) => {
  const odd = [
    '',
    'null',
    '5',
    '[]',
    '"text"',
    '{}',
    '{"base_url": null}',
    '{"base_url": "file:///etc/passwd"}',
    '\0\0\0',
  ]
  for (const note of odd) {
    const folder = inFolder(t)
    for (const name of ['endpoint.json', 'server.lock', 'endpoint.json.4242']) writeFileSync(join(folder, name), note)
    const release = await lockDataFolder(folder)
    assert.equal(existsSync(join(folder, 'endpoint.json')), false, note)
    await writeEndpoint(folder, { base_url: 'http://127.0.0.1:1', pid: 1, version: '0' })
    assert.deepEqual(readdirSync(folder).sort(), ['endpoint.json', 'server.lock'], note)
    await release()
  }
})

test('a database that is missing or empty beside the files of jobs is no new installation', async (t) => {
  const folder = inFolder(t)
  mkdirSync(join(folder, 'results'))
  writeFileSync(join(folder, 'results', 'probe-left-by-a-kill'), '')
  await refuseMissingDatabase(folder)
  mkdirSync(join(folder, 'deliveries', 'job_1'), { recursive: true })
  await assert.rejects(refuseMissingDatabase(folder), /missing.*deliveries holds files.*klic restore/)
  writeFileSync(join(folder, 'app.db'), '')
  await assert.rejects(refuseMissingDatabase(folder), /empty.*move results, deliveries, projects elsewhere/)
  writeFileSync(join(folder, 'app.db'), 'something')
  await refuseMissingDatabase(folder)
})

test('a server that starts on a full disk answers 503 in words, and goes on by itself', async () => {
  const server = createServer()
  const told: string[] = []
  const port = () => (server.address() as AddressInfo).port
  let isFull = true
  const retryAtStart = createStartupRetry({
    serving: { server, listen: () => once(server.listen(0, '127.0.0.1'), 'listening') },
    tell: (words) => told.push(words),
  })
  const opened = retryAtStart(async () => {
    if (isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    return 'store'
  })
  while (!server.listening) await pause(5)
  const answer = await fetch(`http://127.0.0.1:${port()}/api/v1/jobs`)
  assert.equal(answer.status, 503)
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.match(((await answer.json()) as { detail: { message: string } }).detail.message, /disk of the server is full/)
  assert.match(told.join(), /make room/)
  isFull = false
  assert.equal(await opened, 'store')
  assert.equal(server.listenerCount('request'), 0)
  await assert.rejects(
    retryAtStart(async () => {
      throw new Error('something else')
    }),
    /something else/,
  )
  server.close()
})

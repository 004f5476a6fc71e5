/** Who watches the server: it is waited for, started again within reason, told to stop, and never left behind. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  LIMITS,
  type Limits,
  mayRestart,
  parseReady,
  type Ready,
  type ServerFailure,
  type SupervisedServer,
  superviseServer,
  windowUrl,
} from '../../electron/supervise.ts'
import { serverEntry } from '../support/server-entry.ts'
import { isRunning } from '../support/shell-driver.ts'

const script = path.join(import.meta.dirname, '..', 'support', 'fake-server.ts')
const quick: Limits = { ...LIMITS, instantDeathMs: 0 }

let folder = ''
let started: SupervisedServer[] = []
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'klic-supervise-'))
})
afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()))
  started = []
  fs.rmSync(folder, { recursive: true, force: true })
})

const diary = () => fs.readFileSync(path.join(folder, 'diary'), 'utf8').trim().split('\n')
const logFile = () => path.join(folder, 'logs', 'server.log')

/** A supervised fake server; the next ready and the trouble can be awaited. */
const supervise = (mode: string, limits: Limits = quick) => {
  const readies: Ready[] = []
  const troubles: ServerFailure[] = []
  const server = superviseServer(
    {
      command: process.execPath,
      args: [script, path.join(folder, 'diary'), mode],
      cwd: folder,
      env: process.env,
      logFile: logFile(),
    },
    { onReady: (ready) => readies.push(ready), onFailure: (trouble) => troubles.push(trouble) },
    limits,
  )
  started.push(server)
  return {
    server,
    readies,
    ready: (count = 1) => until(() => readies[count - 1]),
    trouble: () => until(() => troubles[0]),
  }
}

const until = async <T>(look: () => T | undefined): Promise<T> => {
  const end = performance.now() + 60_000
  for (;;) {
    if (performance.now() > end) throw new Error(`it did not come true within a minute: ${look}`)
    const found = look()
    if (found !== undefined) return found
    await pause(5)
  }
}

test('the server says itself where it listens, and answers there', async () => {
  const { ready } = supervise('good')

  const { baseUrl } = await ready()

  assert.match(await (await fetch(baseUrl)).text(), /Fake window/)
})

test('stopping asks first, and waits until the server is gone', async () => {
  const { server, ready } = supervise('good')
  await ready()
  const pid = server.pid!

  await server.stop()

  assert.deepEqual(diary().slice(1), ['heard stop', 'stopped'])
  assert.equal(isRunning(pid), false)
})

test('a server that does not listen to reason is killed', async () => {
  const { server, ready } = supervise('stubborn', { ...quick, stopWithinMs: 300 })
  await ready()
  const pid = server.pid!

  await server.stop()

  assert.deepEqual(diary().slice(1), ['heard stop'])
  assert.equal(isRunning(pid), false)
})

test('stopping twice is stopping once', async () => {
  const { server, ready } = supervise('good')
  await ready()

  await Promise.all([server.stop(), server.stop()])

  assert.equal(diary().filter((line) => line === 'heard stop').length, 1)
})

test('a server may be stopped before it is ready', async () => {
  const { server, readies } = supervise('good')
  const pid = server.pid!

  await server.stop()

  assert.equal(isRunning(pid), false)
  assert.equal(readies.length, 0)
})

test('a server that crashes is started again, with a new token', async () => {
  const { server, ready } = supervise('good')
  const first = await ready(1)

  process.kill(server.pid!, 'SIGKILL')
  const second = await ready(2)

  assert.notEqual(second.windowToken, first.windowToken)
  assert.match(await (await fetch(second.baseUrl)).text(), /Fake window/)
})

test('after its restarts are used up, the person is told how it ended and where the log is', async () => {
  const { server, ready, trouble } = supervise('good', { ...quick, restarts: 1 })
  await ready(1)
  process.kill(server.pid!, 'SIGUSR2')
  await ready(2)
  process.kill(server.pid!, 'SIGUSR2')

  const told = await trouble()

  assert.deepEqual(told, {
    kind: 'keeps-failing',
    ended: 'exit code 3',
    lastLine: 'out of memory, for example',
    logFile: logFile(),
  })
  assert.equal(diary().filter((line) => line.startsWith('started')).length, 2)
})

test('an instant death is told at once, not tried again', async () => {
  const { trouble } = supervise('dies-at-once')

  const told = await trouble()

  assert.equal(told.kind, 'did-not-start')
  assert.equal(told.lastLine, 'the database is of a newer version')
  assert.equal(diary().length, 1)
})

test('a server that never gets ready is ended and told', async () => {
  const { server, trouble } = supervise('silent', { ...quick, readyWithinMs: 400 })
  const pid = server.pid!

  const told = await trouble()

  assert.match(told.ended, /not ready within 0.4 s/)
  assert.equal(isRunning(pid), false)
})

test('a program that is not there is told, not thrown', async () => {
  const troubles: ServerFailure[] = []
  const server = superviseServer(
    { command: path.join(folder, 'no-node'), args: [], cwd: folder, env: {}, logFile: logFile() },
    { onReady: () => assert.fail('there is nothing'), onFailure: (trouble) => troubles.push(trouble) },
  )
  started.push(server)

  assert.match((await until(() => troubles[0])).ended, /ENOENT/)
})

test('when the server is killed, its own worker ends too', async () => {
  const { server, ready } = supervise('with-child', { ...quick, restarts: 0 })
  await ready()
  const worker = Number(
    diary()
      .find((line) => line.startsWith('worker'))!
      .split(' ')[1],
  )

  process.kill(server.pid!, 'SIGKILL')

  await until(() => (isRunning(worker) ? undefined : true))
})

test('the log holds what the server printed, and never the token', async () => {
  const { server, ready } = supervise('good')
  const { windowToken } = await ready()
  await server.stop()

  const log = fs.readFileSync(logFile(), 'utf8')

  assert.match(log, /an ordinary line/)
  assert.ok(!log.includes(windowToken))
})

const NOT_READY = [
  'Listening on port 80',
  '{"ready":true}',
  '{"ready":{"base_url":"http://192.0.2.7:4780","window_token":"t"}}',
  '{"ready":{"base_url":"http://127.0.0.1.example.org:4780","window_token":"t"}}',
  '{"ready":{"base_url":"https://127.0.0.1:4780","window_token":"t"}}',
  '{"ready":{"base_url":',
]
for (const line of NOT_READY) {
  test(`this is no ready line: ${line}`, () => assert.equal(parseReady(line), undefined))
}

test('the token travels in the fragment, which no server logs', () => {
  const url = new URL(windowUrl({ baseUrl: 'http://127.0.0.1:4780', windowToken: 'a+b/c=' }))

  assert.equal(url.pathname + url.search, '/')
  assert.equal(new URLSearchParams(url.hash.slice(1)).get('token'), 'a+b/c=')
})

test('restarts are counted within their time, and short lives get none', () => {
  const limits = { ...LIMITS, restarts: 2, restartsWithinMs: 1000, instantDeathMs: 100 }

  assert.equal(mayRestart(500, [0, 900], 950, limits), false)
  assert.equal(mayRestart(500, [0, 900], 1050, limits), true)
  assert.equal(mayRestart(99, [], 0, limits), false)
})

test('the real server ends in order when it is asked, and leaves no lock and no endpoint behind', async () => {
  const data = path.join(folder, 'data')
  const readies: Ready[] = []
  const server = superviseServer(
    {
      command: process.execPath,
      args: [serverEntry('start'), '--data', data, '--port', '0'],
      cwd: folder,
      env: process.env,
      logFile: logFile(),
    },
    { onReady: (ready) => readies.push(ready), onFailure: (trouble) => assert.fail(trouble.lastLine) },
    { ...LIMITS, stopWithinMs: 60_000 },
  )
  started.push(server)
  await until(() => readies[0])
  assert.ok(fs.existsSync(path.join(data, 'endpoint.json')))
  await server.stop()
  assert.equal(fs.existsSync(path.join(data, 'endpoint.json')), false)
  assert.equal(fs.existsSync(path.join(data, 'server.lock')), false)
})

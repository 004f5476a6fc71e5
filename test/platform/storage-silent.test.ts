/** A storage that says nothing more: every call ends within the limit, and the next one works once it is back. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { storageProbe } from '../../server/features/status/storage-probe.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import { cachedStorage } from '../../server/platform/storage/cached.ts'
import { openStorage } from '../../server/platform/storage/open.ts'
import type { ListedFile, ObjectStore, Storage } from '../../server/platform/storage/port.ts'
import { S3Handler } from '../../server/platform/storage/s3-handler.ts'
import { tellProgress, withTimeLimit } from '../../server/platform/storage/time-limit.ts'
import { openObjectStorage } from '../support/object-storage.ts'
import { setEnv } from '../support/set-env.ts'
import { until } from '../support/until.ts'

const KEY = 'results/job_1/1/klic.gpkg'
const LARGE = 'results/job_2/1/klic.gpkg'
const MB = 1024 * 1024
const LIMITS = { connectMs: 300, silentMs: 300 }

let folder = ''
let machines = 0
const newFolder = (): string => join(folder, `machine-${++machines}`)

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klic-silent-'))
})
after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const isAway = (error: unknown): boolean => error instanceof TryLater && error.reason === 'storage_unreachable'

async function made(storage: Storage, key: string, bytes: string | Buffer): Promise<void> {
  await writeFile(await storage.place(key), bytes)
}

async function listed(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list()) keys.push(key)
  return keys.sort()
}

/** Each call of a storage that goes to where the files lie for good. There is a file under `kept`, and no copy of it. */
const callsOf = (storage: Storage, kept: string): Record<string, () => Promise<unknown>> => ({
  async keep() {
    const key = `results/job_${++machines}/1/klic.gpkg`
    await made(storage, key, 'made meanwhile')
    await storage.keep({ key })
  },
  local: () => storage.local({ key: kept }),
  use: () => storage.use([{ key: kept }], async () => undefined),
  read: async () => (await storage.read(kept)).toArray(),
  isIntact: () => storage.isIntact({ key: kept, sha256: '0'.repeat(64), bytes: null }),
  remove: () => storage.remove('results/job_none/1/klic.gpkg'),
  list: () => listed(storage),
  tidy: () => storage.tidy(),
})

const allEnd = (storage: Storage, kept = KEY): Promise<unknown> =>
  Promise.all(Object.entries(callsOf(storage, kept)).map(([name, call]) => assert.rejects(call, isAway, name)))

/** Listens, and accepts nobody. */
const STANDS_STILL = `
const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  require('node:fs').writeSync(1, String(server.address().port))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

const never = <T>(): Promise<T> => new Promise(() => {})

/** Takes every call, and answers none. */
const SWALLOWS: ObjectStore = {
  put: never,
  get: never,
  remove: never,
  list: () => ({ [Symbol.asyncIterator]: () => ({ next: () => never<IteratorResult<ListedFile>>() }) }),
  abandon: never,
}

test('every call ends within the limit, on a storage that swallows', async () => {
  await allEnd(cachedStorage(SWALLOWS, newFolder(), 1e9, Date.now, { silentMs: 5 }))
})

test('a body that stops half way ends within the limit, in both directions', async () => {
  let destroyed = 0
  let aborted = 0
  const halfWay: ObjectStore = {
    ...SWALLOWS,
    async put(_key, _file, signal) {
      signal!.addEventListener('abort', () => aborted++)
      tellProgress(signal)
      await never()
    },
    async get() {
      const body = new Readable({ read() {}, destroy: (error, end) => end(error) }).once('close', () => destroyed++)
      body.push('half')
      return body
    },
  }
  const storage = cachedStorage(halfWay, newFolder(), 1e9, Date.now, { silentMs: 5 })
  await made(storage, KEY, 'made')
  await assert.rejects(storage.keep({ key: KEY }), isAway)
  assert.equal(aborted, 1, 'the call is told that nobody waits for it')
  await assert.rejects(storage.local({ key: LARGE }), isAway)
  await assert.rejects(async () => (await storage.read(LARGE)).toArray(), isAway)
  assert.equal(destroyed, 2)
})

test('a body that comes too late is closed', async () => {
  const opening = Promise.withResolvers<Readable>()
  const store = withTimeLimit({ ...SWALLOWS, get: () => opening.promise }, { silentMs: 5 })
  await assert.rejects(store.get(KEY), isAway)
  const body = Readable.from(['late'])
  opening.resolve(body)
  await once(body, 'close')
})

test('a transfer that goes on takes as long as it takes, and so does who reads it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pass = async (ms: number): Promise<void> => {
    await turn()
    t.mock.timers.tick(ms)
  }
  const slow: ObjectStore = {
    ...SWALLOWS,
    async put(_key, _file, signal) {
      for (let piece = 0; piece < 5; piece++) {
        await pass(900)
        tellProgress(signal)
      }
    },
    async get() {
      const pieces = async function* () {
        for (let piece = 0; piece < 5; piece++) {
          await pass(900)
          yield Buffer.from('piece')
        }
      }
      return Readable.from(pieces(), { highWaterMark: 1 })
    },
  }
  const store = withTimeLimit(slow, { silentMs: 1000 })
  await store.put(KEY, 'file')
  let text = ''
  for await (const chunk of await store.get(KEY)) {
    text += chunk
    await pass(5000)
  }
  assert.equal(text, 'piece'.repeat(5))
})

test('who waits for the same file is told, and the next one fetches it anew', async () => {
  let isSilent = true
  const store: ObjectStore = { ...SWALLOWS, get: () => (isSilent ? never() : Promise.resolve(Readable.from(['kept']))) }
  const storage = cachedStorage(store, newFolder(), 1e9, Date.now, { silentMs: 5 })
  await Promise.all([1, 2, 3].map(() => assert.rejects(storage.local({ key: KEY }), isAway)))
  isSilent = false
  assert.equal(await readFile(await storage.local({ key: KEY }), 'utf8'), 'kept')
})

test('readiness tries a storage anew that was silent, and leaves nothing there', async () => {
  let isSilent = true
  const there = new Set<string>()
  const store: ObjectStore = {
    ...SWALLOWS,
    async put(key) {
      there.add(key)
      if (isSilent) await never()
    },
    async remove(key) {
      if (isSilent) await never()
      there.delete(key)
    },
  }
  const dataDir = newFolder()
  await mkdir(dataDir)
  const probe = storageProbe(cachedStorage(store, dataDir, 1e9, Date.now, { silentMs: 5 }), dataDir)
  await assert.rejects(probe.write(), isAway)
  await assert.rejects(probe.write(), isAway)
  isSilent = false
  await probe.write()
  assert.deepEqual([...there], [], 'what the silent tries put there is gone')
})

test('S3 behind a firewall that forgot its connections: every call ends, and once it is back all work', async (t) => {
  const objects = await openObjectStorage()
  t.after(() => objects.close())
  const url = objects.url('silent')
  const large = Buffer.alloc(20 * MB, 'klic ')
  const elsewhere = await openStorage(url, newFolder())
  for (const [key, bytes] of [
    [KEY, 'kept'],
    [LARGE, large],
  ] as const) {
    await made(elsewhere, key, bytes)
    await elsewhere.keep({ key })
  }
  const storage = await openStorage(url, newFolder(), LIMITS)
  const works = (call: () => Promise<unknown>): Promise<void> =>
    until(() =>
      call().then(
        () => true,
        (error) => {
          // A busy computer may be silent for as long.
          if (isAway(error)) return false
          throw error
        },
      ),
    )
  // Some connections that are kept for the next calls.
  await works(() => Promise.all([1, 2, 3, 4].map(() => listed(storage))))

  objects.silenceAfter(0)
  await allEnd(storage)
  objects.endSilence()
  // Not one call for each connection that has died.
  await works(() => listed(storage))

  objects.silenceAfter(10 * MB)
  await assert.rejects(storage.local({ key: LARGE }), isAway, 'a body that comes')
  objects.endSilence()
  objects.silenceAfter(10 * MB)
  await made(storage, 'results/job_3/1/klic.gpkg', large)
  await assert.rejects(storage.keep({ key: 'results/job_3/1/klic.gpkg' }), isAway, 'a body that goes')
  objects.endSilence()

  for (const call of Object.values(callsOf(storage, KEY))) await works(call)
  await works(() => storage.local({ key: LARGE }))
  assert.ok(large.equals(await readFile(await storage.local({ key: LARGE }))))
})

test('S3 at an address where nobody takes connections ends as soon as that is known', async (t) => {
  t.after(setEnv({ AWS_ACCESS_KEY_ID: 'test', AWS_SECRET_ACCESS_KEY: 'test' }))
  const standing = spawn(process.execPath, ['--eval', STANDS_STILL], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => standing.kill('SIGKILL'))
  const port = Number(String((await once(standing.stdout, 'data'))[0]))
  // As many as the system takes for a process that accepts none; who comes after them waits.
  const sockets = [1, 2, 3, 4].map(() => connect(port, '127.0.0.1').on('error', () => {}))
  t.after(() => sockets.forEach((socket) => void socket.destroy()))
  await until(() => sockets.some(({ connecting }) => !connecting))

  const url = `s3://klic?endpoint=http%3A%2F%2F127.0.0.1:${port}&region=eu-west-1&path_style=true`
  const storage = await openStorage(url, newFolder(), { connectMs: 20, silentMs: 1_000_000 })
  await assert.rejects(storage.read(KEY), isAway)
})

/** A client of S3 with our handler, and the server that stands in for S3. */
async function clientOf(t: TestContext, listener: RequestListener) {
  const server = createServer(listener)
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-west-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    requestHandler: new S3Handler({ connectMs: 5000 }),
  })
  t.after(() => {
    client.destroy()
    server.close()
    server.closeAllConnections()
  })
  return { client, server }
}

test('with a call that was silent go the connections that are kept for the next ones', async (t) => {
  const waiting: ServerResponse[] = []
  const { client, server } = await clientOf(t, (_, response) => void waiting.push(response))
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    )
  const remove = (options?: { abortSignal: AbortSignal }) =>
    client.send(new DeleteObjectCommand({ Bucket: 'klic', Key: KEY }), options)
  const four = [remove(), remove(), remove(), remove()]
  await until(() => waiting.length === 4)
  for (const response of waiting) response.end()
  await Promise.all(four)
  assert.equal(await connections(), 4)
  const silence = new AbortController()
  const fifth = assert.rejects(remove({ abortSignal: silence.signal }))
  await until(() => waiting.length === 5)
  silence.abort()
  await fifth
  await until(async () => (await connections()) === 0)
})

test('S3 is heard with every piece of a body that it takes, and with every byte of its answer', async (t) => {
  let take: (() => void) | undefined
  let answer: (() => void) | undefined
  const { client } = await clientOf(t, (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Length': 8 }).write('half')
      answer = () => response.end('half')
      return
    }
    take = () => request.resume().on('end', () => response.end())
  })
  let heard = 0
  const { signal } = new AbortController()
  signal.addEventListener('progress', () => heard++)

  // More than lies between two sockets.
  const size = 64 * MB
  const pieces = size / (64 * 1024)
  const sent = client.send(new PutObjectCommand({ Bucket: 'klic', Key: KEY, Body: Buffer.alloc(size) }), {
    abortSignal: signal,
  })
  await until(() => take !== undefined && heard > 0)
  assert.ok(heard < pieces, 'what nobody takes does not move')
  take!()
  await sent
  assert.ok(heard >= pieces)

  heard = 0
  const { Body } = await client.send(new GetObjectCommand({ Bucket: 'klic', Key: KEY }), { abortSignal: signal })
  const reading = (Body as Readable).toArray()
  await until(() => heard > 0)
  const before = heard
  answer!()
  await reading
  assert.ok(heard > before)
})

/** What others than the registry send to where its answers are awaited, and what a registry sends without an end. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { downloadDelivery, LinkNotReady } from '../../server/registry/client/download.ts'
import { endpointsFor } from '../../server/registry/client/endpoints.ts'
import { startLogin } from '../../server/registry/client/login.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { freePort } from '../support/free-port.ts'

/** @returns the status line of the answer; nothing when there is none */
const said = (port: number, head: string): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text.split('\r\n')[0]!))
  })

const ODD = ['//', '///', '//[', 'http://%/', 'http://[/', '*', '/%', '/authorize/?state=%ff']

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-hostile-registry-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('any page can call the address at which a login is awaited: nothing of it ends the program, or the wait', async (t) => {
  const port = await freePort()
  const login = await startLogin({
    endpoints: endpointsFor('simulator', 'http://127.0.0.1:1'),
    clientId: 'c',
    clientSecret: 's',
    redirectUri: `http://127.0.0.1:${port}/authorize/`,
  })
  t.after(() => login.cancel())
  const { length } = new URL(login.authorizeUrl).searchParams.get('state')!
  // As many characters as the real one, and more bytes.
  const states = ['é'.repeat(length), '\u{1f6a7}'.repeat(length / 2), 'x'.repeat(length), '', 'x'.repeat(8000)]
  const called = [...ODD, ...states.map((state) => `/authorize/?code=1&state=${encodeURIComponent(state)}`)]
  for (const path of called) assert.match(await said(port, `GET ${path} HTTP/1.1`), /^HTTP\/1\.1 4\d\d /, path)
  for (const method of ['POST', 'OPTIONS', 'PUT']) {
    assert.match(await said(port, `${method} /authorize/ HTTP/1.1`), /^HTTP\/1\.1 404 /)
  }
  let isOver = false
  void login.finished
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  await said(port, 'GET / HTTP/1.1')
  assert.equal(isOver, false)
})

test('the simulator answers addresses that are none', async (t) => {
  const simulator = await startSimulator({ folder: folderOf(t), port: 0 })
  t.after(() => simulator.stop())
  for (const path of ODD) {
    assert.match(await said(Number(new URL(simulator.url).port), `GET ${path} HTTP/1.1`), /^HTTP\/1\.1 4\d\d /, path)
  }
})

/** A registry that gives this, piece by piece; a null is a pause without an end. */
const giving = (pieces: () => Iterable<Uint8Array | null>, onPiece: () => void = () => {}) =>
  (async (_url: URL, { signal }: RequestInit) => {
    const all = pieces()[Symbol.iterator]()
    return new Response(
      new ReadableStream({
        async pull(controller) {
          const { value, done } = all.next()
          if (done) return controller.close()
          onPiece()
          if (value !== null) return controller.enqueue(value)
          await new Promise((_, reject) => signal!.addEventListener('abort', () => reject(new Error('ended'))))
        },
      }),
      { headers: { 'content-type': 'application/zip' } },
    )
  }) as unknown as typeof fetch

const LINK = 'https://service10.kadaster.nl/x'

test('a delivery without an end does not fill the disk', async (t) => {
  const folder = folderOf(t)
  let pieces = 0
  function* endless() {
    for (;;) yield Buffer.alloc(100_000)
  }
  const send = giving(endless, () => pieces++)
  const file = join(folder, 'a.zip')
  await assert.rejects(downloadDelivery(send, endpointsFor('production'), LINK, file, Date.now, { mostBytes: 1e6 }), {
    code: 'DELIVERY_UNREADABLE',
  })
  assert.ok(pieces < 20, `${pieces} pieces were taken`)
  assert.ok(!existsSync(file))
  assert.deepEqual(readdirSync(folder), [])
})

test('one that stands still without end gives its place back, and is asked for again', async (t) => {
  const folder = folderOf(t)
  function* still() {
    yield Buffer.from('PK')
    yield null
  }
  const asked = downloadDelivery(giving(still), endpointsFor('production'), LINK, join(folder, 'a.zip'), Date.now, {
    longestMs: 50,
  })
  await assert.rejects(asked, LinkNotReady)
  assert.deepEqual(readdirSync(folder), [])
})

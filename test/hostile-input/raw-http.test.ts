/**
 * HTTP as no library writes it: what a server and the proxy before it could read differently is refused and the connection
 * closed, so that nothing is smuggled in behind it; and who sends a little at a time, or nothing, keeps nobody waiting.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { createApp } from '../../server/api/app.ts'
import { openServer } from '../../server/platform/processes/listening.ts'
import { openWorld, type World } from '../support/api-world.ts'
import { until } from '../support/until.ts'

const portOf = (world: World): number => Number(new URL(world.baseUrl).port)

/** @returns all that comes back until the server closes */
async function said(port: number, sent: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  // A reset is an end as well.
  socket.on('error', () => {})
  socket.write(sent)
  await once(socket, 'close')
  return text
}
/** An answer begins where the one before ends, which need not be a new line. */
const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, code]) => Number(code))

const HOST = 'Host: 127.0.0.1'
/** What is to be taken for a request of its own by nobody. */
const HIDDEN = `GET /api/v1/openapi.json HTTP/1.1\r\n${HOST}\r\n\r\n`
const POST = (headers: string, body: string): string =>
  `POST /api/v1/jobs HTTP/1.1\r\n${HOST}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
const GET = (headers: string): string => `GET /health/live HTTP/1.1\r\n${HOST}\r\n${headers}\r\n\r\n`

/** Each is answered once, with this status, and the connection is closed. */
const REFUSED: Record<string, [sent: string | Buffer, status: number]> = {
  'a length and chunks': [POST('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`), 400],
  'chunks and a length': [POST('Transfer-Encoding: chunked\r\nContent-Length: 4', `0\r\n\r\n${HIDDEN}`), 400],
  'two lengths': [POST('Content-Length: 2\r\nContent-Length: 4', `{}${HIDDEN}`), 400],
  'two lengths that are the same': [POST('Content-Length: 2\r\nContent-Length: 2', `{}${HIDDEN}`), 400],
  'a list of lengths': [POST('Content-Length: 2, 4', `{}${HIDDEN}`), 400],
  'a length with a sign': [POST('Content-Length: +2', `{}${HIDDEN}`), 400],
  'a length in hex': [POST('Content-Length: 0x2', `{}${HIDDEN}`), 400],
  'a length below nothing': [POST('Content-Length: -1', HIDDEN), 400],
  'a length beyond all counting': [POST('Content-Length: 99999999999999999999999', HIDDEN), 400],
  'an encoding that is none': [POST('Transfer-Encoding: xchunked', `0\r\n\r\n${HIDDEN}`), 400],
  'an encoding behind the chunks': [POST('Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`), 400],
  'chunks twice': [POST('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', `0\r\n\r\n${HIDDEN}`), 400],
  'a space before the colon of the encoding': [POST('Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`), 400],
  'a vertical tab before the encoding': [POST('Transfer-Encoding: \vchunked', `0\r\n\r\n${HIDDEN}`), 400],
  'a folded encoding': [POST('Transfer-Encoding:\r\n chunked', `0\r\n\r\n${HIDDEN}`), 400],
  'a chunk that is longer than it says': [POST('Transfer-Encoding: chunked', `1\r\n{}\r\n0\r\n\r\n${HIDDEN}`), 400],
  'a chunk without a size': [POST('Transfer-Encoding: chunked', `\r\n{}\r\n0\r\n\r\n${HIDDEN}`), 400],
  'a chunk beyond all counting': [POST('Transfer-Encoding: chunked', `fffffffffffffffff\r\n{}`), 400],
  'a chunk ended by a bare line feed': [POST('Transfer-Encoding: chunked', `2\n{}\n0\n\n${HIDDEN}`), 400],
  'bare line feeds': [`GET /health/live HTTP/1.1\n${HOST}\n\n`, 400],
  'a bare carriage return': [GET('X-One: 1\rX-Two: 2'), 400],
  'a space before a colon': [GET('X-One : 1'), 400],
  'a folded header': [GET('X-One: 1\r\n 2'), 400],
  'a header without a colon': [GET('nothing'), 400],
  'a header without a name': [GET(': 1'), 400],
  'a NUL in a header': [GET('X-One: \0'), 400],
  'a header of 20,000 characters': [GET(`X-One: ${'x'.repeat(20_000)}`), 431],
  'a thousand headers': [GET(Array.from({ length: 1500 }, (_, n) => `X-${n}: ${n}`).join('\r\n')), 431],
  'a path of 20,000 characters': [`GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n\r\n`, 431],
  'no host': ['GET /health/live HTTP/1.1\r\n\r\n', 400],
  'a space in the path': [`GET /health /live HTTP/1.1\r\n${HOST}\r\n\r\n`, 400],
  'a method that is none': [`G\x01T /health/live HTTP/1.1\r\n${HOST}\r\n\r\n`, 400],
  'another protocol': [`GET /health/live HTTP/3.7\r\n${HOST}\r\n\r\n`, 400],
  'the first words of HTTP/2': ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  'the first bytes of TLS': [Buffer.from('16030100a5010000a10303', 'hex'), 400],
}

test('what could be read in two ways is refused, and what is hidden behind it is not heard', async (t) => {
  const world = await openWorld(t)
  for (const [name, [sent, status]] of Object.entries(REFUSED)) {
    const text = await said(portOf(world), sent)
    assert.deepEqual(statuses(text), [status], `${name}: ${text.slice(0, 300)}`)
  }
  const { data } = (await world.v1('/jobs')).json as { data: unknown[] }
  assert.deepEqual(data, [])
})

test('calls in a row on one connection are answered in their order, each with its own', async (t) => {
  const world = await openWorld(t)
  const key = `X-API-Key: ${world.keys.write}`
  const body = '{"geometry":1,"klic_type":"ORIENT"}'
  const calls = [
    `GET /api/v1/jobs HTTP/1.1\r\n${HOST}\r\n${key}\r\nX-Request-Id: first\r\n\r\n`,
    POST(`${key}\r\nX-Request-Id: second\r\nContent-Length: ${body.length}`, body),
    POST(
      `${key}\r\nX-Request-Id: third\r\nTransfer-Encoding: chunked`,
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ),
    `GET /api/v1/nothing HTTP/1.1\r\n${HOST}\r\n${key}\r\nX-Request-Id: fourth\r\nConnection: close\r\n\r\n`,
  ]
  const text = await said(portOf(world), calls.join(''))
  assert.deepEqual(statuses(text), [200, 422, 422, 404])
  const ids = [...text.matchAll(/^x-request-id: (.*)\r$/gim)].map(([, id]) => id)
  assert.deepEqual(ids, ['first', 'second', 'third', 'fourth'])
})

const SLOW = 300

/** A server whose patience with slow callers is short. */
async function impatient(t: TestContext, world: World): Promise<Server> {
  const limits = { headersTimeout: 1000, requestTimeout: 2000, connectionsCheckingInterval: 100 }
  const server = openServer(createApp(world.services), limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return server
}

async function many(port: number, begin: string): Promise<{ sockets: Socket[]; ends: () => number; texts: string[] }> {
  const texts: string[] = Array.from({ length: SLOW }, () => '')
  let ended = 0
  const sockets = await Promise.all(
    Array.from({ length: SLOW }, async (_, index) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (chunk) => {
        texts[index] = `${texts[index]}${chunk}`
      })
      socket.on('error', () => {})
      socket.on('close', () => ended++)
      await once(socket, 'connect')
      socket.write(begin)
      return socket
    }),
  )
  return { sockets, ends: () => ended, texts }
}

for (const [name, begin] of [
  ['nothing', ''],
  ['headers that drip', `GET /api/v1/jobs HTTP/1.1\r\n${HOST}\r\nX-Slow: `],
  ['a body that drips', POST('X-API-Key: KEY\r\nContent-Length: 200000', '{"reference":"')],
] as const) {
  test(`hundreds of connections with ${name}: other callers are answered, and they are ended`, async (t) => {
    const world = await openWorld(t)
    const patient = await many(portOf(world), begin.replace('KEY', world.keys.write))
    assert.equal((await world.v1('/jobs')).status, 200)
    assert.equal(patient.ends(), 0, 'it was answered while they were open')
    for (const socket of patient.sockets) socket.destroy()

    const server = await impatient(t, world)
    const slow = await many((server.address() as AddressInfo).port, begin.replace('KEY', world.keys.write))
    const drip = setInterval(() => {
      if (begin !== '') for (const socket of slow.sockets) socket.writable && socket.write('x')
    }, 50)
    t.after(() => clearInterval(drip))
    await until(() => slow.ends() === SLOW)
    for (const text of slow.texts)
      assert.ok(
        statuses(text).every((status) => status === 408),
        text,
      )
    assert.equal((await world.v1('/jobs')).status, 200)
  })
}

test('the server that is delivered has an end to its patience with slow callers', () => {
  const { headersTimeout, requestTimeout } = openServer()
  assert.ok(headersTimeout > 0 && headersTimeout <= 60_000)
  assert.ok(requestTimeout > 0 && requestTimeout <= 300_000)
})

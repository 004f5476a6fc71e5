/** What a call may cost: bodies that are too much, or are not what they say, are answered at once and cost nobody else. */
import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { issueWindowToken } from '../../server/features/users/sessions.ts'
import { GARDEN, openWorld, pointers, refused } from '../support/api-world.ts'
import { openAttacked } from '../support/attacked-world.ts'
import { until } from '../support/until.ts'

const OPEN = ['/session', '/sign-in', '/invitations/look', '/invitations/accept']

test('a stranger is heard for 16 KiB, packed or not', async (t) => {
  const world = await openAttacked(t)
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i])))
  for (const path of [...OPEN.map((each) => `/dashboard/api${each}`), '/pair']) {
    const asked = { method: 'POST', key: null }
    refused(await world.ask(path, { ...asked, raw: many }), 413, 'PAYLOAD_TOO_LARGE')
    const headers = { 'Content-Encoding': 'gzip' }
    refused(await world.ask(path, { ...asked, raw: gzipSync(many), headers }), 413, 'PAYLOAD_TOO_LARGE')
  }
})

test('tries are counted before their body is read', async (t) => {
  const world = await openAttacked(t)
  const call = { method: 'POST', key: null, raw: '{"email":' }
  for (let i = 0; i < 100; i++) refused(await world.ask('/dashboard/api/sign-in', call), 400, 'MALFORMED_JSON')
  refused(await world.ask('/dashboard/api/sign-in', call), 429, 'RATE_LIMITED')
})

describe('a body that is too much for a parser is refused while it comes', () => {
  const fields = (count: number) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 0])))
  const rows: [string, string, number, string][] = [
    ['fields', fields(3000), 413, 'PAYLOAD_TOO_LARGE'],
    ['values', `{"geometry":[${'0,'.repeat(500_000)}0]}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['a text', `{"reference":"${'x'.repeat(100_000)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['the name of a field', `{"${'x'.repeat(100_000)}":1}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['depth', `{"geometry":${'['.repeat(41)}${']'.repeat(41)}}`, 400, 'MALFORMED_JSON'],
  ]
  for (const [name, raw, status, code] of rows) {
    test(name, async (t) => {
      const world = await openAttacked(t)
      refused(await world.v1('/jobs', { method: 'POST', raw }), status, code)
    })
  }
})

test('a list is counted before its elements are looked at', async (t) => {
  const world = await openAttacked(t)
  const body = { klic_type: 'ORIENT', geometry: GARDEN, has_addresses: Array.from({ length: 100_000 }, () => 1) }
  const detail = refused(await world.v1('/jobs', { method: 'POST', body }), 422, 'VALIDATION_FAILED')
  assert.deepEqual(pointers(detail), ['/has_addresses'])
})

test('at most 100 complaints, each with a pointer that can be read', async (t) => {
  const world = await openAttacked(t)
  const unknown = Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`${'x'.repeat(i % 2 ? 5 : 500)}${i}`, 0]))
  const detail = refused(await world.v1('/jobs', { method: 'POST', body: unknown }), 422, 'VALIDATION_FAILED')
  assert.equal(detail.errors!.length, 100)
  assert.ok(detail.errors!.every(({ pointer }) => pointer.length <= 200))
})

describe('what is no text is refused, so that two texts never become one', () => {
  const job = (reference: string) =>
    `{"klic_type":"ORIENT","client_ref":"L${reference}","geometry":${JSON.stringify(GARDEN)}}`
  const rows: [string, string | Buffer][] = [
    ['Latin-1', Buffer.from(job('\xe9'), 'latin1')],
    ['other Latin-1', Buffer.from(job('\xe8'), 'latin1')],
    ['half a character', job('\\ud800')],
    ['another half', job('\\uDC01')],
    ['half a character as a name', '{"\\ud800":1}'],
  ]
  for (const [name, raw] of rows) {
    test(name, async (t) => {
      const world = await openAttacked(t)
      refused(await world.v1('/jobs', { method: 'POST', raw }), 400, 'MALFORMED_JSON')
    })
  }
  test('a whole character, spelled in halves, is taken', async (t) => {
    const world = await openAttacked(t)
    const reply = await world.v1('/jobs', { method: 'POST', raw: job('\\ud83d\\ude00') })
    assert.equal(reply.status, 201, reply.text)
    assert.equal((reply.json as { client_ref: string }).client_ref, 'L\u{1f600}')
  })
})

test('a body that is not packed as it says is 400', async (t) => {
  const world = await openAttacked(t)
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd']) {
    const reply = await world.v1('/jobs', { method: 'POST', raw: '{"a":1}', headers: { 'Content-Encoding': encoding } })
    refused(reply, 400, 'MALFORMED_JSON')
  }
  const cut = gzipSync('{"a":1}').subarray(0, -9)
  const headers = { 'Content-Encoding': 'gzip' }
  refused(await world.v1('/jobs', { method: 'POST', raw: cut, headers }), 400, 'MALFORMED_JSON')
})

/** @returns what the server says before anything more is sent, and that it hangs up by itself */
const said = (baseUrl: string, head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1', () => socket.write(head))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })

test('a body that is announced as too large is answered before it comes, and the connection closed', async (t) => {
  const world = await openAttacked(t)
  const auth = `Host: 127.0.0.1\r\nX-API-Key: ${world.keys.write}\r\nContent-Type: application/json\r\n`
  const head = (length: number) => `POST /api/v1/jobs HTTP/1.1\r\n${auth}Content-Length: ${length}\r\n\r\n{}`
  const answer = await said(world.baseUrl, head(11 * 1024 * 1024))
  assert.match(answer, /^HTTP\/1\.1 413 /)
  assert.match(answer, /connection: close/i)
  assert.match(answer, /PAYLOAD_TOO_LARGE/)
})

test('a file that is announced as too large is answered before it comes', async (t) => {
  const world = await openAttacked(t)
  const { cookie, csrf } = await world.signIn()
  const auth = `Host: 127.0.0.1\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${csrf}\r\n`
  const head = `POST /dashboard/api/areas HTTP/1.1\r\n${auth}Content-Length: ${60 * 1024 * 1024}\r\n\r\n{}`
  assert.match(await said(world.baseUrl, head), /^HTTP\/1\.1 413 .*PAYLOAD_TOO_LARGE/s)
})

test('on a server for others a session is counted too', async (t) => {
  const world = await openWorld(t, { isLocal: false })
  const { window } = await world.signIn()
  // Not all at once: a system takes only so many connections that nobody has answered yet.
  for (let n = 0; n < 1200; n += 40) {
    const replies = await Promise.all(Array.from({ length: 40 }, () => window('/session')))
    assert.ok(replies.every(({ status }) => status === 200))
  }
  assert.equal((await window('/session')).status, 429)
})

test('on a server for others tokens of a window are tried a hundred times, and a right one is not heard then either', async (t) => {
  const world = await openWorld(t, { isLocal: false })
  const token = await issueWindowToken(world.services, world.companyId)
  const tries = (body: object) => world.ask('/dashboard/api/session', { method: 'POST', key: null, body })
  for (let n = 0; n < 100; n++) assert.equal((await tries({ token: 'x'.repeat(43) })).status, 401)
  refused(await tries({ token: 'x'.repeat(43) }), 429, 'RATE_LIMITED')
  refused(await tries({ token }), 429, 'RATE_LIMITED')
  world.pass(16 * 60_000)
  assert.equal((await tries({ token: await issueWindowToken(world.services, world.companyId) })).status, 201)
})

test('documents come in so many at a time of one company, and have their places back when they are gone', async (t) => {
  const world = await openAttacked(t)
  const { window } = await world.signIn()
  const made = await window('/projects', { method: 'POST', body: { name: 'Uploads' } })
  const { cookie, csrf } = await world.signIn()
  const { project_id: id } = made.json as { project_id: string }
  const path = `/dashboard/api/projects/${id}/documents?name=a.txt`
  const auth = `Host: 127.0.0.1\r\nCookie: ${cookie}\r\nX-CSRF-Token: ${csrf}\r\nContent-Type: text/plain\r\n`
  let said = ''
  const slow = Array.from({ length: 9 }, () => {
    const socket = connect(Number(new URL(world.baseUrl).port), '127.0.0.1')
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.write(`POST ${path} HTTP/1.1\r\n${auth}Content-Length: 100\r\n\r\nhalf`)
    return socket
  })
  const upload = () =>
    window(path.slice('/dashboard/api'.length), {
      method: 'POST',
      raw: 'whole',
      headers: { 'Content-Type': 'text/plain' },
    })
  // The ninth.
  await until(() => /^HTTP\/1\.1 503 .*UNAVAILABLE/s.test(said))
  refused(await upload(), 503, 'UNAVAILABLE')
  for (const socket of slow) socket.destroy()
  await until(async () => (await upload()).status < 300)
})

test('what is to be kept out of has a bound together, since every list of jobs shows it', async (t) => {
  const world = await openAttacked(t)
  const ring = Array.from({ length: 260 }, (_, i) => {
    const angle = (i / 260) * 2 * Math.PI
    return [155_020 + 5 * Math.cos(angle), 390_020 + 5 * Math.sin(angle)]
  })
  const round = { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }
  const asked = (keepOut: object[]) => ({ klic_type: 'ORIENT', geometry: GARDEN, cut_rules: { keep_out: keepOut } })
  const taken = await world.v1('/jobs', { method: 'POST', body: asked([round]) })
  assert.equal(taken.status, 201, taken.text)
  const reply = await world.v1('/jobs', { method: 'POST', body: asked([round, round]) })
  assert.deepEqual(pointers(refused(reply, 422, 'GEOMETRY_TOO_LARGE')), ['/cut_rules/keep_out'])
})

/** The conformance suite against our own server: no row fails, and a server that breaks a promise is found out. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { serverCommand } from '../../electron/places.ts'
import { ROWS } from '../conformance/rows.ts'
import { type Row, runConformance } from '../conformance/suite.ts'
import { openWorld } from '../support/api-world.ts'
import { RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'

/** As the desktop starts it, to the letter; made fast as a person would, in the window. */
const around = { env: {}, platform: process.platform, home: homedir() }
const server = new RealServer([], (dataDir) => {
  const { args } = serverCommand(process.execPath, 'start.ts', { ...around, args: ['--data', dataDir] })
  return args.slice(args.indexOf('start.ts') + 1)
})
let webhookSecret = ''
before(async () => {
  await server.open()
  const headers: Record<string, string> = { 'Content-Type': 'application/json' }
  const window = (path: string, method: string, body?: unknown) =>
    fetch(`${server.ready.base_url}/dashboard/api${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const opened = await window('/session', 'POST', { token: server.ready.window_token })
  headers.Cookie = opened.headers.get('set-cookie')!.split(';')[0]!
  headers['X-CSRF-Token'] = ((await opened.json()) as { csrf_token: string }).csrf_token
  await until(async () => (await window('/simulator', 'PUT', { factor: 2000 })).status === 200)
  const { secrets } = (await (await window('/webhooks', 'GET')).json()) as { secrets: { secret: string }[] }
  webhookSecret = secrets[0]!.secret
})
after(() => server.close())

const conformance = (...args: string[]): Promise<{ code: number; out: string; words: string }> =>
  new Promise((resolve) => {
    const main = join(import.meta.dirname, '../conformance/main.ts')
    execFile(process.execPath, [main, ...args], (error, out, words) => {
      resolve({ code: error ? Number(error.code) : 0, out, words })
    })
  })

test('our server keeps every row that can be tried over HTTP', async (t) => {
  const whole = ['--key', server.secret, '--webhook-secret', webhookSecret]
  const { code, out, words } = await conformance('--base-url', server.ready.base_url, ...whole)
  const lines = out.trim().split('\n')
  t.diagnostic(lines.at(-1) ?? '')
  assert.deepEqual(
    lines.filter((line) => line.startsWith('FAIL')),
    [],
    out + words,
  )
  assert.equal(code, 0)
  assert.equal(lines.filter((line) => /^(pass|FAIL|-) {2}/.test(line)).length, ROWS.length, 'a line for each row')
})

test('a key that may not write, no server, and a missing option are told apart from a failed row', async () => {
  const { json } = await server.post('/keys', { name: 'reader' })
  const read = (json as unknown as { secret: string }).secret
  const reader = await conformance('--base-url', server.ready.base_url, '--key', read)
  assert.deepEqual([reader.code, reader.out], [4, ''])
  assert.match(reader.words, /may not write/)
  assert.equal((await conformance('--base-url', 'http://127.0.0.1:9', '--key', 'x')).code, 4)
  assert.equal((await conformance('--base-url', server.ready.base_url, '--nonsense')).code, 2)
})

test('a server that files for real is not asked to submit', async (t) => {
  const world = await openWorld(t)
  await world.set('registry.environment', 'production')
  const submitting = ROWS.filter(({ section }) => ['Job', 'Exports', 'POST /jobs/{job_id}/submit'].includes(section))
  const outcomes = await runConformance({ baseUrl: world.baseUrl, key: world.keys.admin, submit: false }, submitting)
  assert.ok(outcomes.some(({ result, reason }) => result === 'not testable here' && reason.includes('--submit')))
  const { total } = await world.store.db
    .selectFrom('audit')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  assert.equal(Number(total), 0)
})

test('a promise that is broken is a failed row, with what was seen', async (t) => {
  const world = await openWorld(t)
  const row: Row = {
    section: 'Test',
    promise: 'teapots',
    check: async (visit) => assert.equal((await visit.v1('/jobs')).status, 418),
  }
  const [outcome] = await runConformance({ baseUrl: world.baseUrl, key: world.keys.admin, submit: false }, [row])
  assert.equal(outcome?.result, 'fail')
  assert.match(outcome?.reason ?? '', /418[\s\S]*last answer: 200/)
})

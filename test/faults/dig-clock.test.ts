/**
 * The days of two notifications, on real processes whose clock is moved from day to day while they are killed: one is filed, may be
 * dug under, is missed, repeated and compared; under the other the work begins. Each event is told once, to each who is told.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { z } from 'zod'
import { Digging } from '../../server/features/digging/schema.ts'
import { JobDifference } from '../../server/features/jobs/dashboard-schema.ts'
import { Log } from '../../server/features/projects/schema.ts'
import { AttentionList } from '../../server/features/results/schema.ts'
import { EventList } from '../../server/features/webhooks/event-schema.ts'
import { makeStore } from '../support/make-store.ts'
import { JPEG } from '../support/photos.ts'
import { clusterFor } from '../support/postgres.ts'
import { rdBox } from '../support/rd-box.ts'
import { asWindow, isAlive, RealServer } from '../support/real-server.ts'
import { serverEntry } from '../support/server-entry.ts'
import { until } from '../support/until.ts'

const CLOCK = ['validity.expiring', 'precaution.due', 'start.missed']

interface WebhookCall {
  id: string
  body: { type: string; data: { job_id: string; day: string; working_days_left: number } }
}

/** A generator that says the same on every run (mulberry32). */
function drawn(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

async function keyFor(dataDir: string, env: Record<string, string>): Promise<string> {
  const asked = ['key', 'create', '--name', 'clock', '--permission', 'read,write,admin', '--data', dataDir]
  await makeStore(dataDir, { ...process.env, ...env })
  const child = spawn(process.execPath, [serverEntry('klic'), ...asked], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  return (JSON.parse(said) as { secret: string }).secret
}

/**
 * A server whose day is given, with a listener for its web hooks. The days are over: a PostgreSQL has the real day, and what is to be
 * tried again later is to be due there too.
 */
async function openDays(t: TestContext, database: Record<string, string>, seed: number) {
  const folder = mkdtempSync(join(tmpdir(), 'klic-days-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const file = join(folder, 'moved')
  const move = (day: string): void => {
    writeFileSync(`${file}.new`, String(Date.parse(`${day}T08:00:00Z`) - Date.now()))
    renameSync(`${file}.new`, file)
  }
  move('2025-11-21')
  const moved = new URL('../support/moved-date.ts', import.meta.url).href
  const server = new RealServer(['--registry', 'simulator', '--time-factor', '2000'])
  server.dataDir = join(folder, 'data')
  server.env = { ...database, MOVED_DATE: file, NODE_OPTIONS: `--import=${moved}` }
  server.secret = await keyFor(server.dataDir, server.env)
  await server.start()
  t.after(() => server.close())

  const heard: WebhookCall[] = []
  const listener = createServer(async (req, res) => {
    heard.push({ id: String(req.headers['webhook-id']), body: JSON.parse(await text(req)) })
    res.writeHead(204).end()
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  t.after(() => new Promise((resolve) => listener.close(resolve)))

  const draw = drawn(seed)
  /** The server with all that it started, or its worker alone, at some moment soon; then it goes on. */
  const kill = async (): Promise<void> => {
    await pause(draw() * 1500)
    const worker = server.workerPids.at(-1)!
    const { length } = server.workerPids
    if (draw() < 0.5) server.killWorker()
    else {
      server.killServer()
      await until(() => !isAlive(worker))
      await server.start()
    }
    await until(() => server.workerPids.length > length)
  }
  /** As somebody who has just signed in: days go by. */
  const ask = async <S extends z.ZodType>(
    schema: S,
    path: string,
    body?: object | Buffer,
    method = body ? 'POST' : 'GET',
  ): Promise<z.output<S>> => {
    const { below, headers } = await asWindow({
      ...server,
      ready: { ...server.ready, window_token: undefined },
      token: () => server.token(),
    } as unknown as RealServer)
    const raw = body instanceof Buffer ? new Uint8Array(body) : body && JSON.stringify(body)
    const answer = await fetch(below + path, { method, headers, ...(raw === undefined ? {} : { body: raw }) })
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${await answer.clone().text()}`)
    return schema.parse(await answer.json())
  }
  const events = async () => {
    const { data } = EventList.parse(await (await server.call('/events?limit=200')).json())
    return data.filter(({ type }) => CLOCK.includes(type))
  }
  return {
    server,
    ask,
    heard,
    kill,
    webhook: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/hook`,
    events,
    dig: async (jobId: string) => (await server.job(jobId)).dig_status.answer,
    /** A day comes while a process dies: then all that is awaited of it reaches the event list and the webhook. */
    async onDay(day: string, ...awaited: readonly string[]) {
      move(day)
      await kill()
      await until(async () => awaited.every((each) => [...noticesOf(heard.map(({ body }) => body))].includes(each)))
    },
  }
}

const noticesOf = (bodies: readonly WebhookCall['body'][]): Set<string> =>
  new Set(bodies.map(({ type, data }) => [type, data.job_id, data.day, data.working_days_left].join(' ')))

async function aStory(t: TestContext, database: Record<string, string>, seed: number): Promise<void> {
  const days = await openDays(t, database, seed)
  const { server, ask, dig, onDay, kill, heard, events } = days
  const file = async (reference: string, x: number, start_date = '2025-12-15') => {
    const { json, status } = await server.post('/jobs', {
      klic_type: 'GRAAF',
      submit: true,
      reference,
      start_date,
      webhook_url: days.webhook,
      geometry: rdBox(x, 463_000, 300, 200),
    })
    assert.equal(status, 202, JSON.stringify(json))
    return json.job_id
  }
  const isReady = (id: string) => until(async () => (await server.job(id)).status === 'ready')
  const isRead = async (id: string) => {
    for (const { about, acknowledged } of (await ask(AttentionList, `/jobs/${id}/attention`)).data)
      if (acknowledged === null) await ask(AttentionList, `/jobs/${id}/attention`, { about })
  }
  const isAgreed = async (id: string, contacted_on: string) => {
    const { precautions } = await ask(Digging, `/jobs/${id}/digging`)
    assert.ok(precautions.length > 0, 'somebody demands precautions')
    for (const { operator } of precautions) {
      const body = { operator, contacted_on, agreed_on: contacted_on }
      await ask(Digging, `/jobs/${id}/digging/contacts`, body, 'PUT')
    }
  }

  const missed = await file('Missed', 155_000)
  const begun = await file('Begun', 156_000)
  await kill()
  await kill()
  for (const id of [missed, begun]) await isReady(id)
  for (const id of [missed, begun]) await isRead(id)
  await isAgreed(missed, '2025-11-21')
  assert.equal(await dig(missed), 'not_yet')
  assert.equal((await server.job(missed)).dig_status.begin_until, '2025-12-19')

  await onDay('2025-11-28')
  assert.deepEqual([await dig(missed), await dig(begun)], ['yes', 'not_yet'])
  const due = `precaution.due ${begun} 2025-12-10 0`
  await onDay('2025-12-10', due)
  await isAgreed(begun, '2025-12-10')
  const five = [missed, begun].map((id) => `validity.expiring ${id} 2025-12-19 5`)
  await onDay('2025-12-12', ...five)
  await onDay('2025-12-15')
  assert.equal(await dig(begun), 'yes')
  await ask(Digging, `/jobs/${begun}/digging/work`, { begun_on: '2025-12-15', begun_by: 'Crew 2' }, 'PUT')
  await ask(Digging, `/jobs/${begun}/digging/photos?name=begin.jpg`, JPEG)
  const one = `validity.expiring ${missed} 2025-12-19 1`
  await onDay('2025-12-18', one)
  assert.equal(await dig(missed), 'yes')
  const over = `start.missed ${missed} 2025-12-19 0`
  await onDay('2025-12-20', over)
  assert.deepEqual([await dig(missed), await dig(begun)], ['no_longer', 'unknown'], 'nobody was seen for days')
  await ask(Digging, `/jobs/${begun}/digging/presence`, {})
  assert.equal(await dig(begun), 'yes', 'the work goes on')

  await onDay('2025-12-22')
  const again = await server.post('/jobs', {
    klic_type: 'GRAAF',
    reference: 'Again',
    start_date: '2026-01-12',
    follows: missed,
    geometry: rdBox(155_000, 463_000, 250, 200),
  })
  assert.equal(again.json.status, 'quoted', 'never filed by itself')
  const repeat = again.json.job_id
  assert.equal((await server.post(`/jobs/${repeat}/submit`, {})).status, 202)
  await kill()
  await kill()
  await isReady(repeat)
  assert.deepEqual((await server.job(missed)).followed_by, [repeat])
  assert.equal(await dig(repeat), 'not_yet', 'a clock and precautions of its own')
  const { total, same_area } = await ask(JobDifference, `/jobs/${repeat}/diff?with=${missed}`)
  assert.equal(same_area, false)
  assert.ok(total.gelijk > 0, JSON.stringify(total))

  // Another day, so that a second notice would come: what is due is looked for before a job is filed.
  await onDay('2025-12-23')
  await isReady(await file('Last', 157_000, '2026-01-12'))
  const wanted = [due, ...five, one, over].toSorted()
  const bodies = (await events()).map(({ body }) => body as unknown as WebhookCall['body'])
  assert.deepEqual(bodies.map((body) => [...noticesOf([body])][0]).toSorted(), wanted, 'each is on record once')
  const ofClock = heard.filter(({ body }) => CLOCK.includes(body.type))
  assert.deepEqual([...noticesOf(ofClock.map(({ body }) => body))].toSorted(), wanted)
  const ids = new Set((await events()).map(({ event_id }) => event_id))
  assert.deepEqual(new Set(ofClock.map(({ id }) => id)), ids, 'under one id on every try')
  assert.equal((await server.ledger()).notifications, 4, 'each was filed once')
  const log = await ask(Log, `/jobs/${begun}/log`)
  assert.equal(log.broken_at, null)
  const acts = log.data.map(({ act }) => act)
  for (const act of ['job.submitted', 'dig.recorded', 'photo.added', 'presence.recorded'])
    assert.equal(acts.filter((each) => each === act).length, 1, act)
}

test('from filed to yes to over, repeated and compared, each event once, while processes are killed: SQLite', (t) =>
  aStory(t, {}, 26))

test('from filed to yes to over, repeated and compared, each event once, while processes are killed: PostgreSQL', async (t) => {
  const cluster = await clusterFor(t)
  if (!cluster) return
  await aStory(t, { DATABASE_URL: await cluster.create('days') }, 62)
})

/** Clocks that jump: by a month ahead and by five days back, under a running server and between two of its lives. */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { asWindow, type RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import { isReady, type MovedClock, movedClock, quote, serverIn, submit, testFaults, withFolder } from './world.ts'

const HALF_A_DAY_MS = 43_200_000
const OVERTAKEN = 'The clock was set back: what waited for a later time goes on'

const withClock = (offset: string, work: (server: RealServer, clock: MovedClock) => Promise<string>): Promise<string> =>
  withFolder(async (folder) => {
    const clock = movedClock(folder, offset)
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir)
    const server = await serverIn(dataDir, clock.env)
    try {
      await server.start()
      return await work(server, clock)
    } finally {
      await server.stop()
    }
  })

/** What the server takes for now, as it says in its answers. */
const readsOffBy = async (server: RealServer, ms: number): Promise<void> => {
  const isThere = async () => {
    const said = Date.parse((await server.call('/jobs')).headers.get('date')!)
    return Math.abs(said - Date.now() - ms) < HALF_A_DAY_MS
  }
  await until(isThere)
}
const DAY_MS = 86_400_000

interface EventView {
  event_id: string
  job_id: string
}
/** All events, page by page, each from behind the last. */
async function events(server: RealServer, cursor = ''): Promise<{ data: EventView[]; next: string }> {
  const data: EventView[] = []
  for (let next = cursor; ; ) {
    const answer = await server.call(`/events${next && `?after=${next}`}`)
    assert.equal(answer.status, 200, await answer.clone().text())
    const page = (await answer.json()) as { data: EventView[]; next_cursor: string }
    if (page.data.length === 0) return { data, next }
    data.push(...page.data)
    next = page.next_cursor
  }
}

const isFit = async (server: RealServer): Promise<boolean> =>
  (await fetch(`${server.ready.local_url}/health/ready`)).status === 200

const logOf = (server: RealServer): string => readFileSync(server.ready.log_file, 'utf8')

async function filedOnce(server: RealServer, jobs: readonly string[]): Promise<void> {
  const { orders } = await server.ledger()
  assert.equal(orders.length, jobs.length, 'each was filed once')
}

/** Of what was open before the jump: what is said of it. */
const aMonthAhead = (): Promise<string> =>
  withClock('+0', async (server, clock) => {
    const open = ((await (await quote(server)).json()) as { job_id: string }).job_id
    const before = await submit(server)
    await until(() => isReady(server, before))
    const { below, headers } = await asWindow(server)
    const seen = await events(server)
    const during = await submit(server)
    clock.move('+31d')
    await readsOffBy(server, 31 * DAY_MS)
    await until(() => isReady(server, during))
    await until(() => isFit(server))

    const expired = await server.job(open)
    assert.equal(expired.next_action_reason, 'quote_expired')
    const signedOut = await fetch(`${below}/session`, { headers })
    assert.equal(signedOut.status, 401)
    const again = await asWindow({
      ...server,
      token: () => server.token(),
      ready: { ...server.ready, window_token: undefined },
    } as never)
    assert.equal((await fetch(`${again.below}/session`, { headers: again.headers })).status, 200)
    assert.equal((await server.post(`/jobs/${open}/submit`, {})).status, 202, 'quoted anew for the same price')
    const after = await submit(server)
    const jobs = [before, during, open, after]
    for (const job of jobs) await until(() => isReady(server, job))
    await server.stop()
    await server.start()
    const last = await submit(server)
    await until(() => isReady(server, last))
    assert.deepEqual(
      new Set((await events(server, seen.next)).data.map(({ job_id }) => job_id)),
      new Set([during, open, after, last]),
    )
    await filedOnce(server, [...jobs, last])
    return `the open quote: ${expired.next_action_message} The window has to be opened anew.`
  })

const fiveDaysBack = (): Promise<string> =>
  withClock('+0', async (server, clock) => {
    const before = await submit(server)
    await until(() => isReady(server, before))
    const { below, headers } = await asWindow(server)
    const seen = await events(server)
    assert.ok(seen.data.length > 0)
    const during = await submit(server)
    clock.move('-5d')
    await readsOffBy(server, -5 * DAY_MS)
    const after = await submit(server)
    for (const job of [during, after]) await until(() => isReady(server, job))
    await until(() => isFit(server))
    assert.equal((await fetch(`${below}/session`, { headers })).status, 200, 'a session goes on')
    const newer = await events(server, seen.next)
    assert.deepEqual(new Set(newer.data.map(({ job_id }) => job_id)), new Set([during, after]), 'none is missed')
    const all = await events(server)
    assert.deepEqual(all.data, [...seen.data, ...newer.data], 'and none is sorted in before')
    await filedOnce(server, [before, during, after])
    return 'nothing: what was under way goes on, and no event is missed'
  })

const aheadUntilTheStart = (): Promise<string> =>
  withClock('+5d', async (server, clock) => {
    const done = await submit(server)
    await until(() => isReady(server, done))
    const seen = await events(server)
    const job = await submit(server)
    await server.stop()
    clock.move('+0')
    await server.start()
    await readsOffBy(server, 0)
    await until(() => isReady(server, job))
    assert.ok(logOf(server).includes(OVERTAKEN))
    const newer = await events(server, seen.next)
    assert.deepEqual(
      newer.data.map(({ job_id }) => job_id),
      [job],
    )
    await filedOnce(server, [done, job])
    return `log: ${OVERTAKEN}`
  })

testFaults([
  { name: 'a clock that jumps a month ahead', run: aMonthAhead },
  { name: 'a clock that is set back by five days, while it runs', run: fiveDaysBack },
  { name: 'a clock that was five days ahead, until the start', run: aheadUntilTheStart },
])

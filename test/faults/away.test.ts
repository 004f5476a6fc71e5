/** What the server stands on and does not answer: its PostgreSQL, and a registry that hangs. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { type Line, lineTo } from '../support/cut-line.ts'
import { type Cluster, NoPostgres, startCluster } from '../support/postgres.ts'
import { asWindow, isAlive, type RealServer } from '../support/real-server.ts'
import { until } from '../support/until.ts'
import {
  familyOf,
  isReady,
  messageOf,
  quote,
  SkippedScene,
  serverIn,
  submit,
  testFaults,
  withFolder,
  withServer,
} from './world.ts'

/** A server on PostgreSQL, by a line that can be cut; it is not started yet. */
const onPostgres = (work: (server: RealServer, line: Line, cluster: Cluster) => Promise<string>): Promise<string> =>
  withFolder(async (folder) => {
    const cluster: Cluster = await startCluster().catch((error) => {
      throw error instanceof NoPostgres ? new SkippedScene(`there is no PostgreSQL: ${error.message}`) : error
    })
    const line = await lineTo(await cluster.create('faults'))
    const server = await serverIn(folder, { DATABASE_URL: line.url })
    try {
      return await work(server, line, cluster)
    } finally {
      await server.stop()
      await cluster.stop()
    }
  })

const AWAY_FOR_CALLS = 200

const postgresWhileItRuns = (): Promise<string> =>
  onPostgres(async (server, line) => {
    await server.start()
    await until(() => server.workerPids.length > 0)
    const jobs = [await submit(server), await submit(server), await submit(server)]
    let isOver = false
    const strange = new Set<string>()
    // Calls that are under way when it goes, and when it comes back.
    const busy = ['/jobs', `/jobs/${jobs[0]}`, '/requests', '/events', '/keys'].map(async (path) => {
      while (!isOver) {
        const said = await server.call(path).then(async (answer) => {
          await answer.arrayBuffer()
          return String(answer.status)
        }, String)
        if (!['200', '503'].includes(said)) strange.add(`${path}: ${said}`)
      }
    })
    await pause(200)
    await line.cut()
    let told = ''
    for (let n = 0; n < AWAY_FOR_CALLS; n++) {
      const answer = await quote(server)
      assert.equal(answer.status, 503)
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
      told = await messageOf(answer)
    }
    assert.equal((await fetch(`${server.ready.local_url}/health/ready`)).status, 503)
    // Long enough for every process to have noticed: a heartbeat, a look for work, a poll of each queue.
    await pause(10_000)
    await line.restore()
    for (const job of jobs) await until(() => isReady(server, job))
    isOver = true
    await Promise.all(busy)
    assert.deepEqual([...strange], [])
    // A worker may have been started again: see server/platform/queue/postgres-queue.ts.
    assert.ok(isAlive(server.pid))
    const after = await submit(server)
    await until(() => isReady(server, after))
    assert.equal((await server.ledger()).orders.length, jobs.length + 1, 'each was filed once')
    return `503: ${told}`
  })

const postgresAtTheStart = (): Promise<string> =>
  onPostgres(async (server, line) => {
    await line.cut()
    const starting = server.start()
    let told = ''
    await until(async () => {
      const answer = await fetch(`${server.ready.local_url}/api/v1/jobs`).catch(() => undefined)
      if (answer?.status !== 503) return false
      assert.ok(Number(answer.headers.get('retry-after')) > 0)
      told = await messageOf(answer)
      return true
    })
    assert.equal((await fetch(`${server.ready.local_url}/health/live`)).status, 200)
    const words = server.words.find((line) => line.includes('The database does not answer'))
    assert.ok(words, server.words.join('\n'))
    await line.restore()
    await starting
    const job = await submit(server)
    await until(() => isReady(server, job))
    return `503: ${told} On standard error: ${words}`
  })

/** It keeps its connections and takes new ones, and answers nothing. */
const postgresStands = (): Promise<string> =>
  onPostgres(async (server, _line, cluster) => {
    await server.start()
    await until(() => server.workerPids.length > 0)
    const before = await submit(server)
    await until(() => isReady(server, before))
    const jobs = [before, await submit(server), await submit(server)]
    // Alone it starts no more, and those that it has are all.
    process.kill(cluster.pid, 'SIGSTOP')
    const stood = familyOf(cluster.pid)
    const all = (signal: NodeJS.Signals) => {
      for (const pid of stood) {
        try {
          process.kill(pid, signal)
        } catch {
          // One of its background processes ended by itself.
        }
      }
    }
    all('SIGSTOP')
    let told = ''
    try {
      assert.equal((await fetch(`${server.ready.local_url}/health/ready`)).status, 503)
      assert.equal((await fetch(`${server.ready.local_url}/health/live`)).status, 200)
      // More than it has connections, of all kinds, and again when those are given up.
      for (let round = 0; round < 2; round++) {
        const answers = await Promise.all([
          ...Array.from({ length: 12 }, () => quote(server)),
          ...['/jobs', `/jobs/${before}`, '/requests', '/events', '/keys'].map((path) => server.call(path)),
        ])
        for (const answer of answers) {
          assert.equal(answer.status, 503)
          assert.ok(Number(answer.headers.get('retry-after')) > 0)
          told = await messageOf(answer)
        }
      }
    } finally {
      all('SIGCONT')
    }
    for (const job of jobs) await until(() => isReady(server, job))
    assert.ok(isAlive(server.pid))
    const after = await submit(server)
    await until(() => isReady(server, after))
    assert.equal((await server.ledger()).orders.length, jobs.length + 1, 'each was filed once')
    return `503 after 15 s, or after 30 s where more wait than there are connections: ${told}`
  })

/** The registry is there, and takes calls, and never answers. */
const simulatorStands = (): Promise<string> =>
  withServer(async (server) => {
    const first = await submit(server)
    await until(() => isReady(server, first))
    const { stdout } = spawnSync('ps', ['-o', 'pid=,args=', '-p', familyOf(server.pid).join(',')], { encoding: 'utf8' })
    const pid = Number(/^ *(\d+) .*simulate\.(?:js|ts)/m.exec(stdout)?.[1])
    assert.ok(pid > 0, stdout)
    process.kill(pid, 'SIGSTOP')
    try {
      const jobs = [await submit(server), await submit(server)]
      let told: string | undefined
      await until(async () => {
        const { warnings } = await server.job(jobs[0]!)
        told = warnings.find(({ code }) => code === 'REGISTRY_UNREACHABLE')?.message
        return told !== undefined
      })
      const { below, headers } = await asWindow(server)
      const shown = (await (await fetch(`${below}/jobs/${jobs[0]}`, { headers })).json()) as Record<string, string>
      // Whether it heard the order before it stood still, nobody knows.
      assert.ok(['registry_unreachable', 'outcome_unknown'].includes(shown.next_action_reason!))
      assert.equal((await fetch(`${server.ready.local_url}/health/ready`)).status, 200, 'calls are still taken')
      process.kill(pid, 'SIGCONT')
      for (const job of jobs) await until(() => isReady(server, job))
      assert.deepEqual((await server.job(jobs[0]!)).warnings, [])
      assert.equal((await server.ledger()).orders.length, jobs.length + 1, 'each was filed once')
      return `the job: ${told} Its next step: ${shown.next_action_message}`
    } finally {
      process.kill(pid, 'SIGCONT')
    }
  })

testFaults([
  { name: 'a PostgreSQL that goes away, while it runs', run: postgresWhileItRuns },
  { name: 'a PostgreSQL that is away, at the start', run: postgresAtTheStart },
  { name: 'SIGSTOP of PostgreSQL, all its processes', run: postgresStands },
  { name: 'SIGSTOP of the registry (the simulator)', run: simulatorStands },
])

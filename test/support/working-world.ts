/**
 * A server in this process with its simulator and the worker's own flows, which go on only while a test waits for them. The
 * registry and the files are real; conversions run in this process, and nothing waits for the pace of processes.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { runTask } from '../../server/exports/conversion/task.ts'
import { Job } from '../../server/features/jobs/schema.ts'
import { registryConnections } from '../../server/features/settings/registry-connections.ts'
import { effectiveSettings } from '../../server/features/settings/rows.ts'
import { openVaults } from '../../server/features/settings/secrets.ts'
import { createSweep } from '../../server/features/sweep.ts'
import { recordBeat } from '../../server/platform/database/installation-rows.ts'
import { simulatorCredentials } from '../../server/simulator/customer.ts'
import { shown } from './api-world.ts'
import { ReplayEngine } from './replay-engine.ts'
import { openWithSimulator } from './simulated-world.ts'
import { PATIENCE_MS } from './until.ts'

/** A delivery comes 60 ms after an order. */
const FACTOR = 5000
const STEP_MS = 5

type WorkingWorld = Awaited<ReturnType<typeof openWorkingWorld>>

async function openWorkingWorld(t: Pick<TestContext, 'after'>) {
  const clock = { now: () => new Date() }
  const { world, simulator, folder } = await openWithSimulator(t, { timeFactor: FACTOR, clock })
  const { services, store, companyId } = world
  const vaults = openVaults(world.dataDir)
  const log = { info() {}, warn() {}, error() {} }
  const settingsOf = (owner: string) => effectiveSettings(services, owner)
  const { connectionFor } = registryConnections({
    ...{ settingsOf, log, send: fetch, operators: null },
    vaultOf: (owner) => vaults.of(owner),
    simulator: {
      url: () => simulator.url,
      whyNone: '',
      credentials: async (...asked) => simulatorCredentials(folder, ...asked),
    },
    observe: (client) => client,
  })
  const [tempDir, readingsDir] = [join(world.dataDir, 'tmp', 'worker'), join(world.dataDir, 'tmp', 'readings')]
  for (const each of [tempDir, readingsDir]) await mkdir(each, { recursive: true })
  const engine = new ReplayEngine(Date.now, () => {})
  const sweep = createSweep({
    ...{ store, clock, engine, settingsOf, log, tempDir, readingsDir },
    ids: services.ids,
    storage: services.storage,
    registryFor: async (...asked) => (await connectionFor(...asked)).client,
    testConnection: async () => [],
    pause: (ms) => ms / FACTOR,
    convert: (task) => runTask(task),
    baseUrl: () => world.baseUrl,
    post: async () => ({ status: 200 }),
  })
  const beat = () => {
    const now = clock.now().toISOString()
    const about = { host: 'here', pid: 1, version: '0', slots: 8, counts: '[]' }
    return recordBeat(store.db, { id: 'wrk_test', ...about, started_at: now, seen_at: now })
  }
  await beat()
  await world.set('people.desk_name', 'Sanne de Vries', companyId)

  const job = async (id: string): Promise<Job> => shown(Job, await world.v1(`/jobs/${id}`))
  /** The worker works until a condition holds. */
  const workUntil = async (condition: () => Promise<boolean>): Promise<void> => {
    for (const end = performance.now() + PATIENCE_MS; ; ) {
      await sweep.run()
      await engine.turn(sweep.flows)
      if (await condition()) return
      if (performance.now() > end) throw new Error(`did not come true: ${condition}`)
      await pause(STEP_MS)
    }
  }
  const reached = async (id: string, status: string): Promise<Job> => {
    await workUntil(async () => (await job(id)).status.startsWith(status))
    return job(id)
  }
  return {
    ...world,
    ...{ job, workUntil, reached },
    /** Submitted, and with a result. */
    delivered: async (asked: Record<string, unknown>): Promise<Job> =>
      reached((await world.quote({ submit: true, ...asked })).job_id, 'ready'),
  }
}

/** One for all tests of a suite. @returns it, from the first test on */
export function workingWorld(): () => WorkingWorld {
  const ends: (() => unknown)[] = []
  let world: WorkingWorld
  before(async () => {
    world = await openWorkingWorld({ after: (end) => void ends.push(end as () => unknown) })
  })
  after(async () => {
    for (const end of ends) await end()
  })
  return () => world
}

/**
 * The soak: a month of notifications against the simulated registry with outages, lost answers, partial deliveries and
 * deaths of the worker, and amid it the day on which version 3 of the standards begins; in the end ledger and store must
 * agree to the last row. Same seed, same month.
 * Options: --seed, --notifications, --days, --minutes. Exit code 1 when anything differs or it takes longer than those
 * (thirty: the whole month is sixteen minutes of computing on one of our cores).
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { OFFICE } from '../../server/simulator/clock.ts'
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { startSimulator } from '../../server/simulator/server.ts'
import { askControl } from '../support/ask-control.ts'
import { randomFrom } from '../support/random.ts'
import { differences, isVersion3 } from './compare.ts'
import { dayBegins, makePlan } from './plan.ts'
import { SoakWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261120' },
    notifications: { type: 'string', default: '2000' },
    days: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '30' },
  },
})
const [seed, notifications, days, minutes] = [...[values.seed, values.notifications, values.days, values.minutes]].map(
  Number,
) as [number, number, number, number]

/** In memory where there is such a folder: a month of synced writes would take a disk longer than the rest. */
const MEMORY = '/dev/shm'
const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'klic-soak-'))
const started = performance.now()
const simulatorFolder = join(folder, 'simulator')
const dataDir = join(folder, 'data')
mkdirSync(dataDir)
const HOUR = 3_600_000
const simulator = await startSimulator({
  folder: simulatorFolder,
  timeFactor: 1,
  density: 0.2,
  // A delivery in pieces takes hours instead of weeks: as many are met, and far fewer questions asked in between.
  schedule: { ...OFFICE, partial: { ms: HOUR }, supplement: { ms: 3 * HOUR }, completed: { ms: 6 * HOUR } },
})
const registry = { url: simulator.url, folder: simulatorFolder }
const guard = setTimeout(() => {
  process.stdout.write(`soak seed=${seed}: not done after ${minutes} minutes\n`)
  process.exit(1)
}, minutes * 60_000)

/** Whole minutes from now on, so that both clocks count the same steps. */
const startMs = Math.ceil(Date.now() / 60_000) * 60_000
const step = async (stepMs: number): Promise<void> => {
  const answer = await askControl(registry, 'clock', { stepMs })
  if (!answer.ok) throw new Error(`the clock could not be stepped (${answer.status})`)
}
const random = randomFrom(seed)
const plan = makePlan(random, startMs, notifications, days)
const world = new SoakWorld({
  plan,
  random,
  dataDir,
  simulatorFolder,
  startMs,
  simulatorUrl: simulator.url,
  stepSimulator: step,
})
await step(startMs - Date.now())
const from = new Date(dayBegins(plan.version3From)).toISOString()
if (!(await askControl(registry, 'version3', { from })).ok) throw new Error('the day of version 3 could not be set')
await world.run()

const ledger = (await (await askControl(registry, 'ledger')).json()) as SimulatorLedger
const found = await differences(ledger, world.store, plan, dataDir)
const bodies = await world.store.db.selectFrom('registry_order').select('body').execute()
const newer = bodies.filter(({ body }) => isVersion3(body)).length
const { calls, lost, unanswered, restarts, turns } = world.counts
await world.store.close()
await simulator.stop()
clearTimeout(guard)
rmSync(folder, { recursive: true, force: true })
for (const line of found.slice(0, 40)) process.stdout.write(`  ${line}\n`)
const resent = ledger.orders.filter((order) => order.timesReceived > 1).length
process.stdout.write(
  `soak seed=${seed}: ${notifications} notifications in ${plan.jobs.length} jobs over ${days} days, ${plan.outages.length} outages, ` +
    `${newer} of ${bodies.length} orders in version 3 (from ${plan.version3From}), ${calls} calls (${unanswered} unanswered, ${lost} answers lost, ${resent} orders sent again), ${restarts} restarts, ${turns} turns: ` +
    `${ledger.notifications} filed, ${found.length === 0 ? 'ledger and store agree' : `${found.length} differences`}, ` +
    `${((performance.now() - started) / 1000).toFixed(0)} s (${(process.cpuUsage().user / 1_000_000).toFixed(0)} s of computing)\n`,
)
process.exit(found.length === 0 ? 0 : 1)

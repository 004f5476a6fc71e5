/**
 * npm run soak -- --postgres [--jobs 500 --companies 10 --seconds 300 --every 1 --seed N]
 *
 * Three workers and two APIs as processes on one PostgreSQL and one simulated registry. Companies submit through both APIs
 * while every second one of the five, drawn at random, is killed with -9, unless it is just starting, and started again. In the end every job is ready,
 * ledger and store agree to the last row, nothing is doubled, and no company waited three times the median.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openStore } from '../../server/platform/database/open.ts'
import type { SimulatorLedger } from '../../server/simulator/control-port.ts'
import { askControl } from '../support/ask-control.ts'
import { NoPostgres, startCluster } from '../support/postgres.ts'
import { randomFrom } from '../support/random.ts'
import { differences } from './compare.ts'
import { doublings, waits } from './office-checks.ts'
import { makeCompanies, type SubmittedJob, submit } from './office-companies.ts'
import { startOffice, startRegistry } from './office-processes.ts'

const WORKERS = 3
const APIS = 2
const SLOTS = 8
const SUBMITTERS = 6
const MAX_UNFAIR = 3
const TIME_FACTOR = 600
/** Of what lies in the ground: a delivery of a few objects. */
const DENSITY = 0.05

const { values } = parseArgs({
  options: {
    postgres: { type: 'boolean' },
    jobs: { type: 'string', default: '500' },
    companies: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '300' },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: '20261121' },
    'most-minutes': { type: 'string', default: '40' },
  },
})
const [jobs, companies, seconds, seed] = [values.jobs, values.companies, values.seconds, values.seed].map(Number) as [
  number,
  number,
  number,
  number,
]
/** Between two kills: on a machine that needs long to start a process, nothing else would happen. */
const everyMs = Number(values.every) * 1000
const random = randomFrom(seed)
const startedMs = performance.now()
const since = (): string => `${((performance.now() - startedMs) / 1000).toFixed(0)} s`
const tell = (text: string): void => void process.stderr.write(`  ${since()}: ${text}\n`)

const cluster = await startCluster({ KLIC_SYNC: 'on' }).catch((error: Error) => {
  if (!(error instanceof NoPostgres)) throw error
  process.stdout.write(`soak --postgres: not run, no PostgreSQL: ${error.message}\n`)
  process.exit(1)
})
const folder = mkdtempSync(join(tmpdir(), 'klic-office-'))
const dataDir = join(folder, 'data')
const databaseUrl = await cluster.create('soak')
const store = await openStore(databaseUrl)
const owners = await makeCompanies(store, companies, TIME_FACTOR)
const registry = await startRegistry(join(folder, 'simulator'), TIME_FACTOR, DENSITY)
const office = await startOffice({
  databaseUrl,
  dataDir,
  simulator: registry,
  apis: APIS,
  workers: WORKERS,
  slots: SLOTS,
})
const processes = [...office.apis.map((api) => api.process), ...office.workers]
tell(`${APIS} APIs and ${WORKERS} workers are ready`)

const open = async (): Promise<number> => {
  const rows = await store.db.selectFrom('job').select('status').execute()
  return rows.filter(({ status }) => !['ready', 'ready_incomplete', 'failed', 'rejected'].includes(status)).length
}

/** Shared out over the time of the killing, so that jobs are in every state when somebody dies. */
const submitted: SubmittedJob[] = []
const beganMs = performance.now()
const endsMs = beganMs + seconds * 1000
const killer = (async () => {
  while (performance.now() + everyMs <= endsMs) {
    await pause(everyMs)
    processes[Math.floor(random() * processes.length)]!.kill()
  }
  tell(`the killing is over: ${submitted.length} of ${jobs} jobs submitted, ${await open()} under way`)
})()

let next = 0
const urls = office.apis.map((api) => api.url)
const submitAll = async (): Promise<void> => {
  while (next < jobs) {
    const index = next++
    const dueMs = beganMs + (index / jobs) * seconds * 0.8 * 1000
    await pause(Math.max(0, dueMs - performance.now()))
    submitted.push(await submit(urls, owners[index % owners.length]!, index, random))
  }
}
await Promise.all(Array.from({ length: SUBMITTERS }, submitAll))
tell(`${jobs} jobs submitted, sent ${submitted.reduce((sum, each) => sum + each.tries, 0)} times`)
await killer

const deadlineMs = performance.now() + Number(values['most-minutes']) * 60_000
let told = performance.now()
while ((await open()) > 0 && performance.now() < deadlineMs) {
  await pause(1000)
  if (performance.now() - told > 30_000) {
    told = performance.now()
    tell(`${await open()} jobs under way`)
  }
}
const tookMs = performance.now() - beganMs

const ledger = (await (await askControl(registry, 'ledger')).json()) as SimulatorLedger
const found = [
  ...(await differences(ledger, store, { jobs: submitted, outages: [] } as never, dataDir)),
  ...(await doublings(store)),
]
const waited = await waits(store)
if (waited.mostUnfair > MAX_UNFAIR) found.push(`a company waited ${waited.mostUnfair.toFixed(1)} times the median`)
await office.stop()
await registry.process.stop()
await store.close()
await cluster.stop()
rmSync(folder, { recursive: true, force: true })

for (const line of found.slice(0, 40)) process.stdout.write(`  ${line}\n`)
if (found.length > 0) for (const each of processes) process.stdout.write(`${each.words.slice(-5).join('\n')}\n`)
const kills = processes.reduce((sum, each) => sum + each.kills, 0)
const resent = ledger.orders.filter((order) => order.timesReceived > 1).length
process.stdout.write(
  `soak --postgres seed=${seed}: ${jobs} jobs of ${companies} companies, ${APIS} APIs, ${WORKERS} workers, ${kills} kills in ${seconds} s ` +
    `(${resent} orders sent again): ${ledger.notifications} filed, ` +
    `${found.length === 0 ? 'every job ready, ledger and store agree, nothing doubled' : `${found.length} differences`}; ` +
    `waited: median ${waited.medianS.toFixed(0)} s, longest ${waited.longestS.toFixed(0)} s, ` +
    `companies ${waited.leastUnfair.toFixed(1)} to ${waited.mostUnfair.toFixed(1)} times the median; ${(tookMs / 1000).toFixed(0)} s\n`,
)
process.exit(found.length === 0 ? 0 : 1)

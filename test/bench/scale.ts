/**
 * What an office's installation does, in processes as it runs: jobs a minute with one, two and three workers, what bounds
 * them, GET /requests with a million requests beside a thousand, and what every worker asks once a second there. On a throw-away PostgreSQL and the simulated registry.
 *
 *   node test/bench/scale.ts [jobs for each worker] [requests] [workers, 1,2,3]     0 leaves that half out
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { ordersToWatch } from '../../server/features/jobs/filing/watch-order.ts'
import { deliveriesToFetch } from '../../server/features/jobs/rows/deliveries.ts'
import { jobsToFile, ordersToFollow } from '../../server/features/jobs/rows/orders.ts'
import { artifactsToMake, jobsToMerge } from '../../server/features/results/rows/results.ts'
import { checksToRun } from '../../server/features/settings/registry-check.ts'
import { eventsByState, jobsByState, queueByKind } from '../../server/features/status/measure-rows.ts'
import { eventsToSend } from '../../server/features/webhooks/rows.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { type Company, makeCompanies, submit } from '../soak/office-companies.ts'
import { type Office, startOffice, startRegistry } from '../soak/office-processes.ts'
import { fillWithRequests } from '../support/many-requests.ts'
import { NoPostgres, startCluster } from '../support/postgres.ts'
import { randomFrom } from '../support/random.ts'

const JOBS_A_WORKER = Number(process.argv[2] ?? 20)
const REQUESTS = Number(process.argv[3] ?? 1_000_000)
const WORKERS = (process.argv[4] ?? '1,2,3').split(',').map(Number)
const COMPANIES = 4
const TIME_FACTOR = 3600
const DENSITY = 0.05
const CALLS = 300
const WARM_UP = 30
const FEW = 1000
/** Until what follows the last job is done. */
const SETTLING_MS = 3000
const REST_MS = 10_000

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const load = (): string => loadavg()[0]!.toFixed(1)
const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * share)] ?? 0

const cluster = await startCluster({ KLIC_SYNC: 'on', KLIC_SHARED_BUFFERS: '256MB' }).catch((error: Error) => {
  if (!(error instanceof NoPostgres)) throw error
  say(`scale: not measured, no PostgreSQL: ${error.message}`)
  process.exit(1)
})
say(`${cpus()[0]?.model}, ${availableParallelism()} cores, load ${load()} before it began`)

const TICKS_A_SECOND = 100
const KIB_A_MIB = 1024

interface Spent {
  byKind: Map<string, number>
  /** The most that one of them ever held, in MiB (VmHWM) */
  peaks: Map<string, number>
  /** Of all programs of the machine */
  machine: number
}

/** Seconds of processor time of our processes by what they are, with that of their children that have ended. */
function processorSeconds(): Spent {
  const rows = readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return []
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
        .map(Number)
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const [own, ended] = [fields[11]! + fields[12]!, fields[13]! + fields[14]!].map((ticks) => ticks / TICKS_A_SECOND)
      const peakKiB = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
      return [{ pid: Number(pid), parent: fields[1]!, own: own!, ended: ended!, command, peakKiB }]
    } catch {
      return []
    }
  })
  const ours = new Set([process.pid])
  for (let before = 0; before !== ours.size; ) {
    before = ours.size
    for (const row of rows) if (ours.has(row.parent)) ours.add(row.pid)
  }
  const byKind = new Map<string, number>()
  const add = (kind: string, seconds: number): void => void byKind.set(kind, (byKind.get(kind) ?? 0) + seconds)
  const peaks = new Map<string, number>()
  for (const { pid, own, ended, command, peakKiB } of rows) {
    if (!ours.has(pid) || pid === process.pid) continue
    const entry = /server\/(\w+)\.(?:ts|js)/.exec(command)?.[1]
    if (entry !== undefined) peaks.set(entry, Math.max(peaks.get(entry) ?? 0, peakKiB / KIB_A_MIB))
    if (entry === 'work') {
      add('workers', own)
      add('conversions', ended)
    } else if (entry === 'convert') add('conversions', own)
    else add(entry ?? (/postgres/.test(command) ? 'postgres' : 'other'), own + ended)
  }
  const [user = 0, nice = 0, system = 0] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1, 4).map(Number)
  return { byKind, peaks, machine: (user + nice + system) / TICKS_A_SECOND }
}

async function jobsAMinute(workers: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-scale-'))
  const databaseUrl = await cluster.create(`scale_${workers}`)
  const store = await openStore(databaseUrl)
  const companies = await makeCompanies(store, COMPANIES, TIME_FACTOR)
  const registry = await startRegistry(join(folder, 'simulator'), TIME_FACTOR, DENSITY)
  const where = { databaseUrl, dataDir: join(folder, 'data'), simulator: registry }
  const office = await startOffice({ ...where, apis: 1, workers, slots: 8 })
  const jobs = JOBS_A_WORKER * workers
  const random = randomFrom(1)
  const before = processorSeconds()
  const startedMs = performance.now()
  const url = office.apis[0]!.url
  const sent = Array.from({ length: jobs }, (_, index) => submit([url], companies[index % COMPANIES]!, index, random))
  await Promise.all(sent)
  const submittedMs = performance.now() - startedMs
  let [ready, running, polls] = [0, 0, 0]
  const peaks = new Map<string, number>()
  while (ready < jobs) {
    await pause(500)
    ready = (
      await store.db.selectFrom('job').select('id').where('status', 'in', ['ready', 'ready_incomplete']).execute()
    ).length
    for (const [kind, MiB] of processorSeconds().peaks) peaks.set(kind, Math.max(peaks.get(kind) ?? 0, MiB))
    const { rows } = await sql<{ n: number }>`select count(*) as n from openworkflow.workflow_runs
      where status = 'running' and worker_id is not null`.execute(store.db)
    running += rows[0]!.n
    polls++
  }
  const tookS = (performance.now() - startedMs) / 1000
  const after = processorSeconds()
  const each = ([kind, seconds]: [string, number]): string =>
    `${kind} ${((seconds - (before.byKind.get(kind) ?? 0)) / jobs).toFixed(2)} s`
  const machine = after.machine - before.machine
  say(
    `${workers} worker${workers > 1 ? 's' : ''}: ${jobs} jobs in ${tookS.toFixed(1)} s = ${((jobs / tookS) * 60).toFixed(1)} a minute ` +
      `(taken in ${(submittedMs / 1000).toFixed(1)} s; ${(running / polls).toFixed(1)} of ${workers * 8} slots at work on average); ` +
      `processors ${((machine / tookS / availableParallelism()) * 100).toFixed(0)} % busy, all programs; ` +
      `processor time a job: ${[...after.byKind].map(each).join(', ')}; ` +
      `peaks of memory: ${[...peaks].map(([kind, MiB]) => `${kind} ${MiB.toFixed(0)} MiB`).join(', ')}; load ${load()}`,
  )
  await sayRest()
  await close(office, store)
  await registry.process.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** What looking for work takes where there is none. */
async function sayRest(): Promise<void> {
  await pause(SETTLING_MS)
  const before = processorSeconds()
  await pause(REST_MS)
  const after = processorSeconds()
  const share = ([kind, seconds]: [string, number]): string =>
    `${kind} ${(((seconds - (before.byKind.get(kind) ?? 0)) / (REST_MS / 1000)) * 100).toFixed(1)} %`
  say(`  at rest, of one core: ${[...after.byKind].map(share).join(', ')}`)
}

async function close(office: Office, store: Store): Promise<void> {
  await office.stop()
  await store.close()
}

interface FilledOffice {
  office: Office
  store: Store
  key: string
  folder: string
}

async function filled(name: string, count: number): Promise<FilledOffice> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-scale-'))
  const databaseUrl = await cluster.create(name)
  const store = await openStore(databaseUrl)
  const [company] = (await makeCompanies(store, 1, TIME_FACTOR)) as [Company]
  const where = { databaseUrl, dataDir: folder }
  const office = await startOffice({ ...where, apis: 1, workers: 0, slots: 1 })
  const { jobId } = await submit([office.apis[0]!.url], company, 0, () => 0)
  await fillWithRequests(store, jobId, count)
  return { office, store, key: company.key, folder }
}

const page = async ({ office, key }: FilledOffice, query = ''): Promise<number> => {
  const startedMs = performance.now()
  const answer = await fetch(`${office.apis[0]!.url}/api/v1/requests${query}`, { headers: { 'X-API-Key': key } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`GET /requests answered ${answer.status}: ${text}`)
  const { pagination } = JSON.parse(text) as { pagination: { total: number } }
  if (!(pagination.total >= FEW)) throw new Error(`GET /requests knows of ${pagination.total} requests only`)
  return performance.now() - startedMs
}
const figures = (list: readonly number[]) =>
  `p50 ${quantile(list, 0.5).toFixed(1)} ms, p99 ${quantile(list, 0.99).toFixed(1)} ms`
const now = new Date().toISOString()
/** What every worker asks the store once a second (features/sweep.ts), and what a reading of the metrics counts. */
const QUESTIONS: Record<string, (store: Store) => Promise<unknown>> = {
  'jobs to file': jobsToFile,
  'orders to follow': ordersToFollow,
  'orders to watch': (store) => ordersToWatch(store, now),
  'deliveries to fetch': deliveriesToFetch,
  'jobs to merge': jobsToMerge,
  'files to make': artifactsToMake,
  'events to tell': (store) => eventsToSend(store, now, 20),
  'tests of the connection': checksToRun,
  'metrics: jobs': ({ db }) => jobsByState(db),
  'metrics: queue': ({ db }) => queueByKind(db),
  'metrics: events': ({ db }) => eventsByState(db),
}

/** A thousand requests and many, asked in turn, so that both meet the same machine. */
async function lists(): Promise<void> {
  const [few, many] = [await filled('few', FEW), await filled('many', REQUESTS)]
  const times = { few: [] as number[], many: [] as number[], deep: [] as number[] }
  for (let call = -WARM_UP; call < CALLS; call++) {
    const took = { few: await page(few), many: await page(many) }
    if (call < 0) continue
    times.few.push(took.few)
    times.many.push(took.many)
    if (call % 10 === 0) times.deep.push(await page(many, '?page=10000'))
  }
  say(`GET /requests with ${FEW} requests: ${figures(times.few)}`)
  say(
    `GET /requests with ${REQUESTS} requests: ${figures(times.many)}; page 10,000 of them: ${figures(times.deep)}; load ${load()}`,
  )
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const took: Record<string, number[]> = { few: [], many: [] }
    for (let round = -3; round < 20; round++) {
      for (const [size, { store }] of Object.entries({ few, many })) {
        const startedMs = performance.now()
        await ask(store)
        if (round >= 0) took[size]!.push(performance.now() - startedMs)
      }
    }
    say(
      `${name}: ${quantile(took.few!, 0.5).toFixed(1)} ms with ${FEW}, ${quantile(took.many!, 0.5).toFixed(1)} ms with ${REQUESTS}`,
    )
  }
  for (const each of [few, many]) {
    await close(each.office, each.store)
    rmSync(each.folder, { recursive: true, force: true })
  }
}

for (const workers of WORKERS) if (JOBS_A_WORKER > 0) await jobsAMinute(workers)
if (REQUESTS > 0) await lists()
await cluster.stop()
process.exit(0)

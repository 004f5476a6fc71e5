/**
 * What an office's installation does, in processes as it runs: jobs a minute with one, two and three workers, what bounds
 * them, GET /requests with a million requests beside a thousand, and what every worker asks once a second there. On a throw-away PostgreSQL and the simulated registry.
 *
 *   node test/bench/scale.ts [jobs for each worker] [requests]
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { deliveriesToFetch } from '../../server/store/deliveries.ts'
import { eventsToSend } from '../../server/store/events.ts'
import { eventsByState, jobsByState, queueByKind } from '../../server/store/measures.ts'
import { openStore, type Store } from '../../server/store/open.ts'
import { jobsToFile, ordersToFollow, ordersToWatch } from '../../server/store/orders.ts'
import { checksToRun } from '../../server/store/registry-checks.ts'
import { artifactsToMake, jobsToMerge } from '../../server/store/results.ts'
import { type Company, makeCompanies, submit } from '../soak/office-companies.ts'
import { type Office, startOffice, startRegistry } from '../soak/office-processes.ts'
import { NoPostgres, startCluster } from '../support/postgres.ts'
import { randomFrom } from '../support/random.ts'

const JOBS_A_WORKER = Number(process.argv[2] ?? 20)
const REQUESTS = Number(process.argv[3] ?? 1_000_000)
const COMPANIES = 4
const TIME_FACTOR = 3600
const DENSITY = 0.05
const CALLS = 300
const WARM_UP = 30
const FEW = 1000

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

interface Spent {
  byKind: Map<string, number>
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
      return [{ pid: Number(pid), parent: fields[1]!, own: own!, ended: ended!, command }]
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
  for (const { pid, own, ended, command } of rows) {
    if (!ours.has(pid) || pid === process.pid) continue
    const entry = /server\/(\w+)\.ts/.exec(command)?.[1]
    if (entry === 'work') {
      add('workers', own)
      add('conversions', ended)
    } else if (entry === 'convert') add('conversions', own)
    else add(entry ?? (/postgres/.test(command) ? 'postgres' : 'other'), own + ended)
  }
  const [user = 0, nice = 0, system = 0] = readFileSync('/proc/stat', 'utf8').split(/\s+/).slice(1, 4).map(Number)
  return { byKind, machine: (user + nice + system) / TICKS_A_SECOND }
}

async function jobsAMinute(workers: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-scale-'))
  const databaseUrl = await cluster.create(`scale_${workers}`)
  const store = await openStore(databaseUrl)
  const companies = await makeCompanies(store, COMPANIES, TIME_FACTOR)
  const registry = await startRegistry(join(folder, 'simulator'), TIME_FACTOR, DENSITY)
  const where = { databaseUrl, dataDir: join(folder, 'data'), simulatorUrl: registry.url }
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
  while (ready < jobs) {
    await pause(500)
    ready = (
      await store.db.selectFrom('job').select('id').where('status', 'in', ['ready', 'ready_incomplete']).execute()
    ).length
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
      `processor time a job: ${[...after.byKind].map(each).join(', ')}; load ${load()}`,
  )
  await close(office, store)
  await registry.process.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function close(office: Office, store: Store): Promise<void> {
  await office.stop()
  await store.close()
}

for (const workers of [1, 2, 3]) if (JOBS_A_WORKER > 0) await jobsAMinute(workers)

/** Requests of one company as if filed over the years, ten a job. */
async function fill(store: Store, jobId: string, count: number): Promise<void> {
  const columns = async (table: string, changed: Record<string, string>) => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_name = ${table} and table_schema = 'public' order by ordinal_position`.execute(store.db)
    return rows.map(({ name }) => changed[name] ?? `o.${name}`).join(', ')
  }
  const at = (i: string) =>
    `to_char(to_timestamp(1600000000 + 100 * ${i}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const key = { client_ref: 'null', registry_order_id: 'null', gi_aanvraag_id: 'null' }
  const done = { status: "'ready'", created_at: at('10 * i'), submitted_at: at('10 * i') }
  const job = await columns('job', { ...key, ...done, id: "'job_' || i" })
  const ids = { id: "'prt_' || lpad(i::text, 9, '0')", job_id: "'job_' || ((i + 9) / 10)", order_id: "'ord_' || i" }
  const order = { status: "'delivered'", registry_order_id: "'rgo_' || ((i + 9) / 10)" }
  const part = await columns('part', { ...key, ...ids, ...order, part_no: 'i', submitted_at: at('i') })
  const jobs = Math.ceil(count / 10)
  const from = (to: number, table: string, id: string) =>
    `from generate_series(1, ${to}) i, (select * from ${table} where ${id} = '${jobId}' limit 1) o`
  // One row of the tally would be written a million times: it is counted once instead.
  await store.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(`insert into job select ${job} ${from(jobs, 'job', 'id')}`).execute(trx)
    await sql.raw(`insert into part select ${part} ${from(count, 'part', 'job_id')}`).execute(trx)
    for (const rows of ofRequests(jobs, count, at)) await sql.raw(rows).execute(trx)
    await sql.raw(`update tally set total = total + ${jobs} where what = 'jobs'`).execute(trx)
    await sql.raw(`update tally set total = total + ${count} where what = 'requests'`).execute(trx)
  })
  await sql`analyze`.execute(store.db)
}

/** What the worker leaves behind a request that is done: its order, delivery and files, and that it was told. */
function ofRequests(jobs: number, requests: number, at: (i: string) => string): string[] {
  const series = (to: number) => `from generate_series(1, ${to}) i`
  return [
    `insert into registry_order (id, job_id, order_index, attempt, post_id, body, body_sha256, state, sends, polls, reads,
       created_at, messages) select 'rgo_' || i, 'job_' || i, 0, 1, 'post_' || i, repeat('b', 500), '', 'accepted', 1, 9, 9,
       ${at('10 * i')}, '[]' ${series(jobs)}`,
    `insert into delivery (id, part_id, sequence, complete, safety_area, received_at, path, sha256, bytes, read_at)
       select 'dlv_' || i, 'prt_' || lpad(i::text, 9, '0'), 1, 1, 0, ${at('i')}, repeat('d', 200) || i, '', 1000, ${at('i')}
       ${series(requests)}`,
    `insert into artifact (id, job_id, revision, format, state, path, sha256, bytes, created_at) select 'art_' || i || format,
       'job_' || i, 1, format, 'ready', 'results/' || i, '', 1000, ${at('10 * i')}
       ${series(jobs)}, (values ('gpkg'), ('geojson')) f(format)`,
    `insert into event (seq, id, company_id, job_id, type, payload, state, attempts, created_at) select 1000 + i, 'evt_' || i,
       (select id from company limit 1), 'job_' || i, 'job.ready', repeat('p', 500), 'sent', 1, ${at('10 * i')} ${series(jobs)}`,
  ]
}

interface Filled {
  office: Office
  store: Store
  key: string
  folder: string
}

async function filled(name: string, count: number): Promise<Filled> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-scale-'))
  const databaseUrl = await cluster.create(name)
  const store = await openStore(databaseUrl)
  const [company] = (await makeCompanies(store, 1, TIME_FACTOR)) as [Company]
  const where = { databaseUrl, dataDir: folder, simulatorUrl: 'http://127.0.0.1:9' }
  const office = await startOffice({ ...where, apis: 1, workers: 0, slots: 1 })
  const { jobId } = await submit([office.apis[0]!.url], company, 0, () => 0)
  await fill(store, jobId, count)
  return { office, store, key: company.key, folder }
}

const [few, many] = [await filled('few', FEW), await filled('many', REQUESTS)]
const page = async ({ office, key }: Filled, query = ''): Promise<number> => {
  const startedMs = performance.now()
  const answer = await fetch(`${office.apis[0]!.url}/api/v1/requests${query}`, { headers: { 'X-API-Key': key } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`GET /requests answered ${answer.status}: ${text}`)
  const { pagination } = JSON.parse(text) as { pagination: { total: number } }
  if (!(pagination.total >= FEW)) throw new Error(`GET /requests knows of ${pagination.total} requests only`)
  return performance.now() - startedMs
}
const times = { few: [] as number[], many: [] as number[], deep: [] as number[] }
for (let call = -WARM_UP; call < CALLS; call++) {
  const took = { few: await page(few), many: await page(many) }
  if (call < 0) continue
  times.few.push(took.few)
  times.many.push(took.many)
  if (call % 10 === 0) times.deep.push(await page(many, '?page=10000'))
}
const figures = (list: readonly number[]) =>
  `p50 ${quantile(list, 0.5).toFixed(1)} ms, p99 ${quantile(list, 0.99).toFixed(1)} ms`
say(`GET /requests with ${FEW} requests: ${figures(times.few)}`)
say(
  `GET /requests with ${REQUESTS} requests: ${figures(times.many)}; page 10,000 of them: ${figures(times.deep)}; load ${load()}`,
)
const now = new Date().toISOString()
/** What every worker asks the store once a second (flows/sweep.ts), and what a reading of the metrics counts. */
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
await cluster.stop()
process.exit(0)

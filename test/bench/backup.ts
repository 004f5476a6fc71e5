/**
 * What `klic backup` and `klic restore` hold in memory at their peak, and how long they take, for stores of several sizes on
 * both databases: rows only, since a file is never held. A small store ends before V8 has used the room that it takes for
 * garbage; the goal is that a store three times as large as a large one takes no more.
 *
 *   node test/bench/backup.ts [requests...]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../server/platform/database/open.ts'
import { fillWithRequests } from '../support/many-requests.ts'
import { NoPostgres, startCluster } from '../support/postgres.ts'
import { seedJob } from '../support/seed-job.ts'
import { serverEntry } from '../support/server-entry.ts'

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000, 300_000]
const MAX_GROWTH = 1.15
const LOOK_EVERY_MS = 20
const KIB_A_MIB = 1024

const say = (text: string): void => void process.stdout.write(`${text}\n`)

interface Run {
  peakMiB: number
  seconds: number
  rows: number
}

/** The peak is Linux's own count of it (VmHWM), read until the process has gone. */
async function klic(args: readonly string[], databaseUrl?: string): Promise<Run> {
  const { DATABASE_URL: _, ...env } = process.env
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=16', serverEntry('klic'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: databaseUrl === undefined ? env : { ...env, DATABASE_URL: databaseUrl },
  })
  let peakKiB = 0
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peakKiB = Math.max(peakKiB, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0))
    } catch {
      // It has gone.
    }
  }, LOOK_EVERY_MS)
  const ended = once(child, 'exit')
  const said = Buffer.concat(await child.stdout.toArray()).toString('utf8')
  const [code] = await ended
  clearInterval(look)
  if (code !== 0) throw new Error(`klic ${args[0]} ended with ${code}`)
  const seconds = (performance.now() - startedMs) / 1000
  return { peakMiB: peakKiB / KIB_A_MIB, seconds, rows: (JSON.parse(said) as { rows: number }).rows }
}

const cluster = await startCluster({ KLIC_SHARED_BUFFERS: '256MB' }).catch((error: Error) => {
  if (!(error instanceof NoPostgres)) throw error
  say(`backup: not measured, no PostgreSQL: ${error.message}`)
  process.exit(1)
})
const folder = mkdtempSync(join(tmpdir(), 'klic-bench-backup-'))
const peaks = new Map<string, number[]>()

async function measure(requests: number): Promise<void> {
  const from = await cluster.create(`from_${requests}`)
  const store = await openStore(from)
  await seedJob(store, 'job_0', {})
  await fillWithRequests(store, 'job_0', requests)
  // As retention leaves them: a file that a row names would be one more thing to measure.
  await sql`update delivery set path = null`.execute(store.db)
  await sql`update artifact set path = null, state = 'removed'`.execute(store.db)
  await store.close()

  const [file, dataDir] = [join(folder, `${requests}.zip`), join(folder, String(requests))]
  const to = await cluster.create(`to_${requests}`)
  const empty = mkdtempSync(join(folder, 'empty-'))
  const runs: Record<string, Run> = {
    'backup of PostgreSQL': await klic(['backup', '--out', file, '--data', empty], from),
    'restore to SQLite': await klic(['restore', file, '--data', dataDir]),
    'backup of SQLite': await klic(['backup', '--out', `${file}.again`, '--data', dataDir]),
    'restore to PostgreSQL': await klic(['restore', file, '--data', join(folder, `${requests}-office`)], to),
  }
  for (const [name, { peakMiB, seconds, rows }] of Object.entries(runs)) {
    say(`${requests} requests, ${rows} rows: ${name} peaks at ${peakMiB.toFixed(0)} MiB, ${seconds.toFixed(1)} s`)
    peaks.set(name, [...(peaks.get(name) ?? []), peakMiB])
  }
  say(`the backup takes ${(statSync(file).size / 2 ** 20).toFixed(1)} MiB`)
}

try {
  for (const requests of SIZES) await measure(requests)
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

for (const [name, each] of peaks) {
  const [large, larger] = each.slice(-2)
  if (large === undefined || larger === undefined) continue
  say(`${name}: ${(larger / large).toFixed(2)} times the memory of the size before (goal: at most ${MAX_GROWTH})`)
  if (larger > MAX_GROWTH * large) process.exitCode = 1
}

/** What must be there once, and how long who waited. */

import { hashedText, type LogSubject } from '../../server/features/log-entries.ts'
import { logHash } from '../../server/features/log-rows.ts'
import type { Store } from '../../server/platform/database/open.ts'
import { PRICE_CENTS } from '../../server/registry/prices.ts'

/** One line for each thing that is there twice, or of which something is missing. */
export async function doublings({ db }: Store): Promise<string[]> {
  const found: string[] = []
  const jobs = await db.selectFrom('job').select(['id', 'company_id', 'revision', 'client_ref']).execute()
  const parts = await db.selectFrom('part').select(['job_id', 'company_id']).execute()
  const acts = await db.selectFrom('audit').selectAll().execute()
  const events = await db.selectFrom('event').select(['job_id', 'company_id', 'seq', 'type']).orderBy('seq').execute()
  const artifacts = await db.selectFrom('artifact').select(['job_id', 'revision', 'format', 'state']).execute()
  for (const job of jobs) {
    const own = <T extends { job_id: string | null }>(rows: readonly T[]) => rows.filter((row) => row.job_id === job.id)
    const [notifications, paid] = [own(parts).length, own(acts)]
    if (paid.length !== 1) found.push(`${job.id} was paid ${paid.length} times`)
    if (paid[0] && paid[0].amount_cents !== notifications * PRICE_CENTS)
      found.push(`${job.id} cost ${paid[0].amount_cents}`)
    if (job.revision !== 1) found.push(`${job.id} has ${job.revision} results`)
    const told = own(events).filter(({ type }) => type === 'job.ready').length
    if (told !== 1) found.push(`${job.id} was told ready ${told} times`)
    const ready = own(artifacts).filter(({ state }) => state === 'ready').length
    if (ready < 2) found.push(`${job.id} has ${ready} files`)
  }
  for (const [company, rows] of Map.groupBy(events, (row) => row.company_id)) {
    if (rows.some(({ seq }, index) => seq !== index + 1)) found.push(`the events of ${company} have gaps`)
  }
  for (const [company, rows] of Map.groupBy(jobs, (row) => row.company_id)) {
    const tally = await db.selectFrom('tally').selectAll().where('company_id', '=', company).execute()
    const total = (what: string) => tally.find((row) => row.what === what)?.total
    const requests = parts.filter((part) => part.company_id === company).length
    if (total('jobs') !== rows.length) found.push(`${company} has ${rows.length} jobs, the tally says ${total('jobs')}`)
    if (total('requests') !== requests) found.push(`${company}: ${requests} requests, tally ${total('requests')}`)
  }
  return [...found, ...(await brokenLogs(db))]
}

async function brokenLogs(db: Store['db']): Promise<string[]> {
  const rows = await db.selectFrom('log_entry').selectAll().orderBy('no').execute()
  return [...Map.groupBy(rows, (row) => row.subject)].flatMap(([subject, log]) => {
    let previousHash = ''
    const isWhole = log.every((row, index) => {
      const hash = logHash(hashedText({ ...row, subject: subject as LogSubject, previousHash }))
      const fits = row.no === index + 1 && row.previous_hash === previousHash && row.hash === hash
      previousHash = row.hash
      return fits
    })
    return isWhole ? [] : [`the log of ${subject} is no chain`]
  })
}

export interface Waits {
  medianS: number
  longestS: number
  /** The median of the quickest and of the slowest company, as a share of the median of all jobs. */
  leastUnfair: number
  mostUnfair: number
}

const median = (list: readonly number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

/** From submission to result. */
export async function waits({ db }: Store): Promise<Waits> {
  const jobs = await db.selectFrom('job').select(['company_id', 'submitted_at', 'ready_at']).execute()
  const waited = jobs.flatMap(({ company_id, submitted_at, ready_at }) =>
    submitted_at && ready_at ? [{ company_id, s: (Date.parse(ready_at) - Date.parse(submitted_at)) / 1000 }] : [],
  )
  const all = waited.map(({ s }) => s)
  const shares = [...Map.groupBy(waited, (each) => each.company_id).values()].map(
    (own) => median(own.map(({ s }) => s)) / Math.max(median(all), 0.001),
  )
  return {
    medianS: median(all),
    longestS: Math.max(0, ...all),
    leastUnfair: Math.min(...shares),
    mostUnfair: Math.max(...shares),
  }
}

/** A PostgreSQL store with as many requests as an office has after years, for benchmarks: rows only, no files. */
import { sql } from 'kysely'
import type { Store } from '../../server/platform/database/open.ts'

/** Requests of one company as if filed over the years, ten a job. */
export async function fillWithRequests(store: Store, jobId: string, count: number): Promise<void> {
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

/** What one writer at a time gives on SQLite, and PostgreSQL gives to several processes only because we see to it. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { recordRead } from '../../server/features/jobs/rows/deliveries.ts'
import { hashedText } from '../../server/features/log-entries.ts'
import { appendToLog, logHash, logPages } from '../../server/features/log-rows.ts'
import { firstRun } from '../../server/features/settings/first-run.ts'
import { eventsAfter, type NewEvent, recordEvent } from '../../server/features/webhooks/rows.ts'
import { definition } from '../../server/platform/database/dialect.ts'
import { STEP_NAMES } from '../../server/platform/database/migrations/migrations.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { insertRows, MAX_ROWS, type Row, writeRows } from '../../server/platform/database/snapshot.ts'
import { systemClock, systemIds } from '../../server/platform/real-clock.ts'
import { administer, ownDatabases } from '../support/postgres.ts'
import { seedJob } from '../support/seed-job.ts'
import { until } from '../support/until.ts'

const COMPANY = 'cmp_1'
const AT = '2026-11-20T09:00:00.000Z'

const databases = await ownDatabases()
const cannot = 'missing' in databases ? { skip: databases.missing } : {}

/** So many processes, as the database sees them. */
async function stores(t: TestContext, howMany = 2): Promise<Store[]> {
  assert.ok('create' in databases)
  const url = await databases.create()
  // All at once: the migrations must bear it.
  const opened = await Promise.all(Array.from({ length: howMany }, () => openStore(url)))
  t.after(() => Promise.all(opened.map((store) => store.close())))
  return opened
}

const event = (id: string): NewEvent => ({
  id,
  companyId: COMPANY,
  jobId: null,
  type: 'webhook.test',
  data: {},
  at: AT,
  target: null,
})

const insertCompany = ({ db }: Store) =>
  db.insertInto('company').values({ id: COMPANY, name: 'Own', created_at: AT }).execute()

test('tables keep whole numbers, exact reals, and the order of ids by their bytes', () => {
  assert.equal(
    definition('create table x (id text primary key, "user" text not null, no integer, m real) strict, without rowid'),
    'create table x (id text collate "C" primary key, "user" text collate "C" not null, no bigint, m double precision)',
  )
  assert.equal(definition(`create index x on y (text)`), `create index x on y (text)`)
})

test('several processes that start on an empty database make one company', cannot, async (t) => {
  const opened = await stores(t, 4)
  const found = await Promise.all(opened.map((store) => firstRun({ store, clock: systemClock, ids: systemIds })))
  assert.equal(new Set(found.map(({ companyId }) => companyId)).size, 1)
  assert.equal(found.filter(({ isNew }) => isNew).length, 1)
})

test('who reads events on from a place misses none that commits later', cannot, async (t) => {
  const [one, other] = (await stores(t)) as [Store, Store]
  await insertCompany(one)
  const first = Promise.withResolvers<void>()
  const isIn = Promise.withResolvers<void>()
  // Beside the turns on purpose: the database itself sees to it.
  const slow = one.db.transaction().execute(async (trx) => {
    await recordEvent(trx, event('evt_slow'))
    isIn.resolve()
    await first.promise
  })
  await isIn.promise
  const quick = recordEvent(other.db, event('evt_quick'))
  const waiting = () =>
    sql<{
      n: number
    }>`select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      .execute(one.db)
      .then(({ rows }) => rows[0]!.n > 0)
  await until(waiting)
  assert.deepEqual(await eventsAfter(other.db, COMPANY, 0, 10), [])
  first.resolve()
  await Promise.all([slow, quick])
  const rows = await eventsAfter(other.db, COMPANY, 0, 10)
  assert.deepEqual(
    rows.map(({ seq, id }) => [seq, id]),
    [
      [1, 'evt_slow'],
      [2, 'evt_quick'],
    ],
  )
})

test('the last two parts of a job that are read at the same time take it on', cannot, async (t) => {
  const [one, other] = (await stores(t)) as [Store, Store]
  await insertCompany(one)
  await one.db.deleteFrom('company').execute()
  await seedJob(one, 'job_1', { parts: 12 })
  await one.db.updateTable('part').set({ status: 'submitted' }).execute()
  await one.db.updateTable('job').set({ status: 'submitted' }).execute()
  const empty = { safety_area: 0, composed_at: null, received_at: null, path: null, sha256: null, bytes: null }
  const delivery = {
    ...empty,
    read_at: null,
    summary: null,
    geojson_path: null,
    failure: null,
    complete: 1,
    sequence: 1,
  }
  for (let part = 0; part < 12; part++) {
    await one.db
      .insertInto('delivery')
      .values({ ...delivery, id: `dlv_${part}`, part_id: `part_${part}` })
      .execute()
  }
  const read = { summary: '{}', geojsonPath: 'x', geojsonSha256: null, geojsonBytes: null, klicNumber: null }
  await Promise.all(
    Array.from({ length: 12 }, (_, part) => recordRead(part % 2 ? one : other, `dlv_${part}`, read, AT)),
  )
  const { status } = await one.db.selectFrom('job').select('status').executeTakeFirstOrThrow()
  assert.equal(status, 'processing')
})

test('the log stays one chain when several write to it', cannot, async (t) => {
  const [one, other] = (await stores(t)) as [Store, Store]
  await insertCompany(one)
  const subject = 'job:job_1' as const
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? one : other).transaction({ company: COMPANY }, (trx) =>
        appendToLog(trx, {
          companyId: COMPANY,
          subject,
          at: AT,
          actor: `key:${index}`,
          act: 'job.submitted',
          data: {},
        }),
      ),
    ),
  )
  const log = []
  for await (const page of logPages(one.db, COMPANY, subject)) log.push(...page)
  assert.equal(log.length, 20)
  let previousHash = ''
  for (const [index, entry] of log.entries()) {
    assert.equal(entry.no, index + 1)
    assert.equal(entry.previousHash, previousHash)
    assert.equal(entry.hash, logHash(hashedText({ ...entry, subject })))
    previousHash = entry.hash
  }
})

test('two that wait for each other are both done: the one that the database ends begins again', cannot, async (t) => {
  const [one, other] = (await stores(t)) as [Store, Store]
  await insertCompany(one)
  for (const name of ['a', 'b']) {
    await one.db.insertInto('setting').values({ company_id: COMPANY, name, value: '0' }).execute()
  }
  const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const add = (store: Store, turn: string, names: readonly [string, string], mine: number) => {
    const raise = (name: string) => sql`update setting set value = (value::int + 1)::text where name = ${name}`
    return store.transaction({ company: turn }, async (trx) => {
      await raise(names[0]).execute(trx)
      both[mine]!.resolve()
      await both[1 - mine]!.promise
      await raise(names[1]).execute(trx)
    })
  }
  await Promise.all([add(one, 'x', ['a', 'b'], 0), add(other, 'y', ['b', 'a'], 1)])
  const rows = await one.db.selectFrom('setting').select('value').execute()
  assert.deepEqual(rows, [{ value: '2' }, { value: '2' }])
})

test('after the database has ended all connections the store goes on', cannot, async (t) => {
  const [one, other] = (await stores(t)) as [Store, Store]
  await insertCompany(one)
  const name = async (store: Store) => (await store.db.selectFrom('company').select('name').execute())[0]?.name
  assert.deepEqual(await Promise.all([name(one), name(one), name(other)]), ['Own', 'Own', 'Own'])
  assert.ok('url' in databases)
  await administer(
    databases.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname like 'own_${process.pid}_%'`,
  )
  await until(async () => (await name(one).catch(() => undefined)) === 'Own')
  assert.deepEqual(await Promise.all([name(one), name(one), name(other)]), ['Own', 'Own', 'Own'])
})

test(
  'a restore counts once a statement, not once a row, and the next event comes after those restored',
  cannot,
  async (t) => {
    const [store] = (await stores(t, 1)) as [Store]
    await insertCompany(store)
    const rows = 3 * MAX_ROWS
    const job = (id: string): Row => ({
      id,
      company_id: COMPANY,
      status: 'ready',
      klic_type: 'ORIENT',
      environment: 'simulator',
      submit: 1,
      crs: 'EPSG:28992',
      geometry: '{}',
      area: '[]',
      area_m2: 1,
      quote: '{}',
      quote_expires_at: AT,
      warnings: '[]',
      errors: '[]',
      input_hash: '',
      input: '{}',
      revision: 0,
      created_at: AT,
    })
    const told = (seq: number): Row => ({
      seq,
      id: `evt_${seq}`,
      company_id: COMPANY,
      type: 'webhook.test',
      payload: '{}',
      state: 'sent',
      attempts: 1,
      created_at: AT,
    })
    const each = async function* (row: (no: number) => Row): AsyncIterable<Row> {
      for (let no = 1; no <= rows; no++) yield row(no)
    }
    await store.transaction('all', async (trx) => {
      await insertRows(
        trx,
        'job',
        each((no) => job(`job_${no}`)),
      )
      await insertRows(
        trx,
        'event',
        each((no) => told(10 + no)),
      )
      const { rows: written } = await sql<{ n: number }>`select sum(n_tup_ins + n_tup_upd) as n
      from pg_stat_xact_user_tables where relname in ('tally', 'event_place')`.execute(trx)
      assert.equal(written[0]?.n, 2 * (rows / MAX_ROWS))
    })
    assert.deepEqual(await store.db.selectFrom('tally').select(['what', 'total']).execute(), [
      { what: 'jobs', total: rows },
    ])
    await recordEvent(store.db, event('evt_next'))
    const { seq } = await store.db
      .selectFrom('event')
      .select('seq')
      .where('id', '=', 'evt_next')
      .executeTakeFirstOrThrow()
    assert.equal(seq, 10 + rows + 1)
  },
)

test('a text of SQLite that PostgreSQL can not hold is restored with the sign for it', cannot, async () => {
  assert.ok('create' in databases)
  const url = await databases.create()
  await writeRows(url, STEP_NAMES, async function* (table) {
    if (table === 'company') yield { id: COMPANY, name: 'O\0wn', created_at: AT }
  })
  const store = await openStore(url)
  const { name } = await store.db.selectFrom('company').select('name').executeTakeFirstOrThrow()
  await store.close()
  assert.equal(name, 'O\ufffdwn')
})

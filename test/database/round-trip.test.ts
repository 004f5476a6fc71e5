/** An office of two companies from one database to the other and back: every row of every table is the same. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { entryOfTable, linesOf, openBackup } from '../../server/cli/backup-file.ts'
import { migrate, migrationNames } from '../../server/store/migrations/migrations.ts'
import { openStore, type Store } from '../../server/store/open.ts'
import { recordEvent } from '../../server/store/rows/events.ts'
import { COPIED_TABLES, type CopiedTable, type Row, readSnapshot, writeRows } from '../../server/store/snapshot.ts'
import { ownDatabases } from '../support/postgres.ts'
import { shared } from '../support/shared.ts'

const AT = '2026-11-20T09:00:00.000Z'
const databases = await ownDatabases()
const cannot = 'missing' in databases ? { skip: databases.missing } : {}
const newDatabase = (): Promise<string> => ('create' in databases ? databases.create() : assert.fail('no database'))

function inFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-round-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Tables = Record<string, Row[]>
const read = (at: string): Promise<Tables> =>
  readSnapshot(at, async (snapshot) => {
    const tables: Tables = {}
    for (const table of COPIED_TABLES) {
      const rows: Row[] = []
      for await (const row of snapshot.rows(table)) rows.push(Object.fromEntries(Object.entries(row).sort()))
      tables[table] = rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    }
    return tables
  })
const write = (at: string, tables: Tables): Promise<void> =>
  writeRows(at, migrationNames(), async function* (table) {
    yield* tables[table] ?? []
  })

/** Rows of a company in each table, as its columns and references ask for. */
function fillTables(file: string, companies: readonly string[]): Tables {
  const raw = new Database(file, { readonly: true })
  const tables: Tables = {}
  for (const table of COPIED_TABLES) {
    const columns = raw.pragma(`table_info("${table}")`) as { name: string; type: string; pk: number }[]
    const references = raw.pragma(`foreign_key_list("${table}")`) as {
      from: string
      table: string
      to: string | null
    }[]
    tables[table] = companies.flatMap((company, index) =>
      (table === 'event' ? [1, 2] : [1]).map((no): Row => {
        const cellOf = ({ name, type }: { name: string; type: string }): string | number => {
          if (table === 'company' && name === 'id') return company
          const to = references.find(({ from }) => from === name)
          if (to) return tables[to.table]!.at(to.table === 'event' ? 2 * index : index)![to.to ?? 'id']!
          if (name === 'company_id') return company
          return type === 'INTEGER' ? no : type === 'REAL' ? no / 3 : `${table}.${name}.${company}.${no}`
        }
        return Object.fromEntries(columns.map((column) => [column.name, cellOf(column)]))
      }),
    )
  }
  raw.close()
  return tables
}

test('two companies with rows in every table are the same after each change of database', cannot, async (t) => {
  const folder = inFolder(t)
  await (await openStore(join(folder, 'empty.db'))).close()
  const filled = fillTables(join(folder, 'empty.db'), ['com_a', 'com_b'])
  // Each of the four changes there are: SQLite and PostgreSQL, from and to each.
  const sqlite = (name: string): string => join(folder, `${name}.db`)
  const [two, five, six] = [await newDatabase(), await newDatabase(), await newDatabase()]
  const places = [sqlite('one'), two, sqlite('three'), sqlite('four'), five, six]
  await write(places[0]!, filled)
  const first = await read(places[0]!)
  for (const table of COPIED_TABLES) assert.ok(first[table]!.length >= 2, `${table} has a row of each company`)
  for (let step = 1; step < places.length; step++) {
    await write(places[step]!, await read(places[step - 1]!))
    assert.deepEqual(await read(places[step]!), first)
  }
  // Each company goes on behind its own last event.
  for (const place of places) {
    const store = await openStore(place)
    const target = { jobId: null, type: 'webhook.test' as const, data: {}, at: AT, target: null }
    for (const company of ['com_a', 'com_b', 'com_b']) {
      await recordEvent(store.db, { ...target, companyId: company, id: `next.${company}.${await eventsOf(store)}` })
    }
    const { rows } = await sql`select company_id, max(seq) as last from event group by company_id order by 1`.execute(
      store.db,
    )
    await store.close()
    assert.deepEqual(
      rows.map((row) => ({ ...(row as object) })),
      [
        { company_id: 'com_a', last: 3 },
        { company_id: 'com_b', last: 4 },
      ],
    )
  }
})

const eventsOf = async ({ db }: Store): Promise<number> => (await db.selectFrom('event').select('id').execute()).length

test('the unique keys of both databases are the same list', cannot, async (t) => {
  const file = join(inFolder(t), 'app.db')
  await (await openStore(file)).close()
  const raw = new Database(file, { readonly: true })
  const here = raw
    .prepare(
      `select m.name || ' (' || (select group_concat(name) from (select name from pragma_index_info(i.name) order by name))
         || ')' || case i.partial when 1 then ' partly' else '' end
       from sqlite_master m, pragma_index_list(m.name) i where m.type = 'table' and i."unique" = 1`,
    )
    .pluck()
    .all() as string[]
  // A single whole number as key has no index of its own.
  const plain = raw
    .prepare(
      `select m.name || ' (' || c.name || ')' from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'
         and c.pk > 0 and not exists (select 1 from pragma_index_list(m.name) where origin = 'pk')`,
    )
    .pluck()
    .all() as string[]
  raw.close()
  const url = await newDatabase()
  await (await openStore(url)).close()
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query(
    `select c.relname || ' (' || (select string_agg(a.attname, ',' order by a.attname collate "C") from pg_attribute a
       where a.attrelid = x.indrelid and a.attnum = any (x.indkey)) || ')'
       || case when x.indpred is null then '' else ' partly' end as key
     from pg_index x join pg_class c on c.oid = x.indrelid join pg_namespace n on n.oid = c.relnamespace
     where x.indisunique and n.nspname = 'public'`,
  )
  await client.end()
  const there = rows.map(({ key }) => String(key))
  const listed = (keys: string[]) => [...new Set(keys)].filter((key) => !/^(sqlite_|kysely_)/.test(key)).sort()
  assert.deepEqual(listed([...here, ...plain]), listed(there))
})

test('a SQLite store of before keeps its events and their tries, and gives no place twice', async (t) => {
  const file = join(inFolder(t), 'app.db')
  const raw = new Database(file)
  raw.pragma('foreign_keys = ON')
  // The tables as the step 010 of before made them.
  const before = new Kysely<never>({ dialect: new SqliteDialect({ database: raw }) })
  await migrate(before, '500-site-presence')
  raw.exec(`drop table event_attempt; drop table event; drop table event_place;
    create table event (seq integer primary key autoincrement, id text not null unique,
      company_id text not null references company(id), job_id text, type text not null, payload text not null,
      target text, target_url text, state text not null, round integer not null default 0, attempts integer not null,
      created_at text not null, next_attempt_at text, last_status integer, last_error text, receiver text) strict;
    create table event_attempt (event_id text not null references event(id), no integer not null, at text not null,
      url text not null, status integer, duration_ms integer not null, error text,
      primary key (event_id, no)) strict, without rowid;
    insert into company values ('com_a', 'A', '${AT}'), ('com_b', 'B', '${AT}');
    insert into event (id, company_id, type, payload, state, attempts, created_at, receiver) values
      ('evt_1', 'com_a', 'webhook.test', '{}', 'sent', 1, '${AT}', 'a.example'),
      ('evt_2', 'com_b', 'webhook.test', '{}', 'sent', 1, '${AT}', null),
      ('evt_3', 'com_b', 'webhook.test', '{}', 'sent', 1, '${AT}', null);
    insert into event_attempt values ('evt_1', 1, '${AT}', 'https://a.example/', 200, 5, null);
    delete from event where id = 'evt_3';`)
  raw.close()

  const store = await openStore(file)
  t.after(() => store.close())
  for (const [id, companyId] of [
    ['evt_4', 'com_a'],
    ['evt_5', 'com_b'],
    ['evt_6', 'com_b'],
  ] as const) {
    await recordEvent(store.db, { id, companyId, jobId: null, type: 'webhook.test', data: {}, at: AT, target: null })
  }
  const events = await store.db.selectFrom('event').select(['id', 'seq', 'receiver']).orderBy('id').execute()
  assert.deepEqual(events, [
    { id: 'evt_1', seq: 1, receiver: 'a.example' },
    { id: 'evt_2', seq: 2, receiver: null },
    { id: 'evt_4', seq: 4, receiver: null },
    { id: 'evt_5', seq: 4, receiver: null },
    { id: 'evt_6', seq: 5, receiver: null },
  ])
  assert.deepEqual(await store.db.selectFrom('event_attempt').select(['event_id', 'status']).execute(), [
    { event_id: 'evt_1', status: 200 },
  ])
})

const BACKUP = shared('review') && join(shared('review')!, 'office', 'two-companies-backup.zip')
const noBackup = BACKUP && existsSync(BACKUP) ? false : 'the backup of the review (../shared/review) is not here'

test('the backup of an office of two companies that failed is restored to SQLite', { skip: noBackup }, async (t) => {
  const file = join(inFolder(t), 'app.db')
  const backup = await openBackup(String(BACKUP))
  t.after(() => backup.close())
  await writeRows(file, backup.manifest.migrations, async function* (table: CopiedTable): AsyncIterable<Row> {
    if (!Object.hasOwn(backup.manifest.tables, table)) return
    for await (const line of linesOf(await backup.open(entryOfTable(table)))) yield JSON.parse(line) as Row
  })
  const tables = await read(file)
  assert.ok(new Set(tables.event!.map(({ company_id }) => company_id)).size > 1)
  for (const [table, { rows }] of Object.entries(backup.manifest.tables)) assert.equal(tables[table]!.length, rows)
})

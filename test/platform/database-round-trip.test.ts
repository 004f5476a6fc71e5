/** An office of two companies from one database to the other and back: every row of every table is the same. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { recordEvent } from '../../server/features/webhooks/rows.ts'
import { STEP_NAMES } from '../../server/platform/database/migrations/migrations.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { COPIED_TABLES, type Row, readSnapshot, writeRows } from '../../server/platform/database/snapshot.ts'
import { ownDatabases } from '../support/postgres.ts'

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
  writeRows(at, STEP_NAMES, async function* (table) {
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

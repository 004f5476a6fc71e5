/** A new database and one of version 0.1.0 that took all steps are the same, and one that is older is refused as it is. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { inspectStore } from '../../server/platform/database/inspect.ts'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { copiedTables, LEFT_OUT, readSnapshot, writeRows } from '../../server/platform/database/snapshot.ts'
import { BadSetup } from '../../server/platform/refusal.ts'
import { makeOlderPostgres, makeTooOld, unpackOlder } from '../support/older-data.ts'
import { ownDatabases } from '../support/postgres.ts'
import { schemaDifferences, schemaOfPostgres, schemaOfSqlite } from '../support/schema-of.ts'

const databases = await ownDatabases()
const cannot = 'missing' in databases ? { skip: databases.missing } : {}
const newDatabase = (): Promise<string> => ('create' in databases ? databases.create() : assert.fail('no database'))

function inFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'klic-schema-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

async function olderSqlite(t: TestContext): Promise<string> {
  const folder = inFolder(t)
  await unpackOlder('data.zip', folder)
  return join(folder, 'app.db')
}

async function olderPostgres(): Promise<string> {
  const url = await newDatabase()
  await makeOlderPostgres(url)
  return url
}

/** @returns what all processes of an installation read of it first */
async function opened(at: string): Promise<{ oldest_build: string; last: string }> {
  const store = await openStore(at)
  const { rows } = await sql<{ oldest_build: string; last: string }>`select
    (select value from installation where name = 'oldest_build') as oldest_build,
    (select max(name) from kysely_migration) as last`.execute(store.db)
  await store.close()
  return { ...rows[0]! }
}

test('a new SQLite database is the same as an older one that took all steps', async (t) => {
  const [older, fresh] = [await olderSqlite(t), join(inFolder(t), 'app.db')]
  const before = schemaOfSqlite(older)
  assert.deepEqual(await opened(older), await opened(fresh))
  assert.deepEqual(schemaDifferences(schemaOfSqlite(older), schemaOfSqlite(fresh)), [])
  assert.ok('table office_handover' in before && 'column job.trace' in before, 'the steps had something to do')
  assert.equal(Object.keys(schemaOfSqlite(fresh)).filter((name) => name.startsWith('table ')).length, 45)
})

type AnyRow = Record<string, unknown>

function rowsOf(file: string, tables: readonly string[]): Record<string, AnyRow[]> {
  const raw = new Database(file, { readonly: true })
  const found = tables.map((table) => [table, raw.prepare(`select * from "${table}" order by 1, 2`).all()])
  raw.close()
  return Object.fromEntries(found)
}

test('the steps keep every row, but for what is retired', async (t) => {
  const file = await olderSqlite(t)
  const gone = ['kysely_migration', 'office_handover']
  const kept = [...copiedTables([]), ...LEFT_OUT].filter((table) => !gone.includes(table))
  const [before, { office_handover: handedOver }] = [rowsOf(file, kept), rowsOf(file, ['office_handover'])]
  await opened(file)
  const after = rowsOf(file, kept)
  // What the steps change on purpose: closed jobs, new and dropped columns, retired formats, the oldest build.
  const closed = handedOver!.map(({ job_id }) => job_id)
  const changed = (row: AnyRow): string[] => [
    'trace',
    ...(closed.includes(row.id) ? ['status', 'failure', 'quote_final', 'changed_at'] : []),
    ...(row.name === 'oldest_build' ? ['value'] : []),
  ]
  for (const table of kept) {
    const columns = Object.keys(before[table]![0] ?? {})
    const same = (rows: AnyRow[]): AnyRow[] =>
      rows
        .filter(({ format }) => !['fgb', 'csv'].includes(String(format)))
        .map((row) =>
          Object.fromEntries(columns.filter((name) => !changed(row).includes(name)).map((name) => [name, row[name]])),
        )
    assert.deepEqual(same(after[table]!), same(before[table]!), table)
  }
  assert.equal(closed.length, 2)
  assert.ok(['job', 'part', 'delivery', 'artifact', 'event', 'log_entry'].every((table) => before[table]!.length > 0))
})

test('a new PostgreSQL database is the same as an older one that took all steps', cannot, async () => {
  const [older, fresh] = [await olderPostgres(), await newDatabase()]
  const before = await schemaOfPostgres(older)
  assert.deepEqual(await opened(older), await opened(fresh))
  assert.deepEqual(schemaDifferences(await schemaOfPostgres(older), await schemaOfPostgres(fresh)), [])
  assert.ok('table office_handover' in before && 'column job.trace' in before, 'the steps had something to do')
})

const TOO_OLD = /older version.*nothing was changed. Install KLIC Desktop 0\.1\.0/

async function isRefused(at: string): Promise<void> {
  const isTooOld = (error: unknown) => error instanceof BadSetup && TOO_OLD.test(error.message)
  await assert.rejects(openStore(at), isTooOld)
  await assert.rejects(inspectStore(at, 0), isTooOld)
  await assert.rejects(
    readSnapshot(at, async () => {}),
    isTooOld,
  )
}

test('a SQLite database of before is refused, and not a byte of it changes', async (t) => {
  const file = await olderSqlite(t)
  await makeTooOld(file)
  const before = readFileSync(file)
  await isRefused(file)
  assert.ok(before.equals(readFileSync(file)))
})

test('a PostgreSQL database of before is refused, and stays as it is', cannot, async () => {
  const url = await olderPostgres()
  await makeTooOld(url)
  const before = await schemaOfPostgres(url)
  await isRefused(url)
  assert.deepEqual(schemaDifferences(await schemaOfPostgres(url), before), [])
})

test('a step that fails leaves the database as it was, and the next start takes all of them', async (t) => {
  const file = await olderSqlite(t)
  const before = schemaOfSqlite(file)
  const raw = new Database(file)
  raw.exec('alter table office_handover rename to elsewhere')
  await assert.rejects(openStore(file), /could not be brought up to date/)
  raw.exec('alter table elsewhere rename to office_handover')
  raw.close()
  assert.deepEqual(schemaDifferences(schemaOfSqlite(file), before), [])
  assert.deepEqual(await opened(file), await opened(join(inFolder(t), 'app.db')))
})

const closedJobs = async ({ db }: Store): Promise<string[]> => {
  const jobs = await db
    .selectFrom('job')
    .select(['id', 'failure'])
    .where('status', '=', 'failed')
    .orderBy('id')
    .execute()
  return jobs.filter(({ failure }) => failure?.includes('failed_closed_at_office')).map(({ id }) => id)
}

test('rows of an older database close what was handed over, in either database', cannot, async (t) => {
  const older = await olderSqlite(t)
  const [file, url, freshFile, freshUrl] = [
    join(inFolder(t), 'app.db'),
    await newDatabase(),
    join(inFolder(t), 'app.db'),
    await newDatabase(),
  ]
  for (const place of [file, url]) {
    await readSnapshot(older, (snapshot) => writeRows(place, snapshot.migrations, (table) => snapshot.rows(table)))
    const store = await openStore(place)
    assert.equal((await closedJobs(store)).length, 2)
    await store.close()
  }
  assert.deepEqual([await opened(file), await opened(url)], [await opened(freshFile), await opened(freshUrl)])
  assert.deepEqual(schemaDifferences(schemaOfSqlite(file), schemaOfSqlite(freshFile)), [])
  assert.deepEqual(schemaDifferences(await schemaOfPostgres(url), await schemaOfPostgres(freshUrl)), [])
})

test('the tables are made where a first start was cut off', async (t) => {
  const file = join(inFolder(t), 'app.db')
  const raw = new Database(file)
  raw.exec('create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)')
  raw.close()
  assert.deepEqual(await opened(file), await opened(join(inFolder(t), 'app.db')))
})

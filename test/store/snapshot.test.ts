import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import {
  COPIED_TABLES,
  insertRows,
  LEFT_OUT,
  MAX_BYTES,
  MAX_ROWS,
  type Row,
  readSnapshot,
  rowsAtOnce,
  writeRows,
} from '../../server/platform/database/snapshot.ts'
import { openSqlite } from '../../server/platform/database/sqlite.ts'
import { seedJob } from '../support/seed-job.ts'
import { forget, storeIn } from '../support/test-store.ts'

const read = async (at: string): Promise<{ migrations: readonly string[]; tables: Record<string, Row[]> }> =>
  readSnapshot(at, async (snapshot) => {
    const tables: Record<string, Row[]> = {}
    for (const table of COPIED_TABLES) {
      tables[table] = []
      for await (const row of snapshot.rows(table)) tables[table].push(row)
    }
    return { migrations: snapshot.migrations, tables }
  })

async function inFolder(act: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-snapshot-'))
  try {
    await act(folder)
  } finally {
    await forget(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

test('every table is copied or left out for a reason, and a table comes after those that it refers to', async () => {
  await inFolder(async (folder) => {
    const store = await openSqlite(join(folder, 'app.db'))
    const tables = await store.db.introspection.getTables({ withInternalKyselyTables: true })
    const known = [...COPIED_TABLES, ...LEFT_OUT] as string[]
    assert.deepEqual(
      tables.map(({ name }) => name).filter((name) => !known.includes(name)),
      [],
    )
    await store.close()
  })
})

test('what is written while it is read is not in it, and nobody waits', async () => {
  await inFolder(async (folder) => {
    const at = await storeIn(folder)
    const store = await openStore(at)
    await seedJob(store, 'job_1', { parts: 2 })
    await readSnapshot(at, async (snapshot) => {
      for await (const row of snapshot.rows('company')) assert.ok(row.id)
      await store.db.updateTable('job').set({ reference: 'Later' }).execute()
      for await (const row of snapshot.rows('job')) assert.notEqual(row.reference, 'Later')
    })
    assert.equal((await store.db.selectFrom('job').select('reference').executeTakeFirst())?.reference, 'Later')
    await store.close()
  })
})

test('rows that are copied into another store are the same there, with the totals that triggers keep', async () => {
  await inFolder(async (folder) => {
    const at = await storeIn(folder)
    const store = await openStore(at)
    await seedJob(store, 'job_1', { parts: 2 })
    const before = await read(at)
    const totals = await store.db.selectFrom('tally').selectAll().orderBy('what').execute()
    await store.close()

    const file = join(folder, 'copy.db')
    await writeRows(file, before.migrations, async function* (table) {
      yield* before.tables[table] ?? []
    })
    assert.deepEqual(await read(file), before)
    const copy = await openSqlite(file)
    assert.deepEqual(await copy.db.selectFrom('tally').selectAll().orderBy('what').execute(), totals)
    await copy.close()
    await assert.rejects(
      writeRows(file, before.migrations, async function* () {}),
      /not empty/,
    )
  })
})

test('rows of an older version are brought up to date, and those of a newer one are refused', async () => {
  await inFolder(async (folder) => {
    const now = await openSqlite(join(folder, 'now.db'))
    await now.close()
    const { migrations } = await read(join(folder, 'now.db'))
    const company: Row = { id: 'com_1', name: 'Voorbeeld', created_at: '2026-01-01T00:00:00.000Z' }
    const rows = async function* (table: string): AsyncIterable<Row> {
      if (table === 'company') yield company
    }
    await writeRows(join(folder, 'old.db'), migrations.slice(0, -1), rows)
    const { migrations: after, tables } = await read(join(folder, 'old.db'))
    assert.deepEqual(after, migrations)
    assert.deepEqual(tables.company?.[0]?.id, 'com_1')
    await assert.rejects(writeRows(join(folder, 'new.db'), [...migrations, '999-later'], rows), /newer version/)
  })
})

test('what is copied is held a little at a time, however many rows there are and however long they are', async () => {
  await inFolder(async (folder) => {
    const store = await openStore(await storeIn(folder))
    await store.db.insertInto('company').values({ id: 'cmp_1', name: 'Own', created_at: '' }).execute()
    /** @returns how many rows were asked for before they were written, at most */
    const mostHeld = (rows: number, bytesEach: number): Promise<number> =>
      store.transaction('all', async (trx) => {
        let most = 0
        const { written: before } = await countSettings(trx)
        const given = async function* (): AsyncIterable<Row> {
          for (let row = 1; row <= rows; row++) {
            yield { company_id: 'cmp_1', name: `${bytesEach}.${row}`, value: 'x'.repeat(bytesEach) }
            most = Math.max(most, row - ((await countSettings(trx)).written - before))
          }
        }
        assert.equal(await insertRows(trx, 'setting', given()), rows)
        assert.equal((await countSettings(trx)).written - before, rows)
        return most
      })
    const countSettings = (db: Store['db']) =>
      db
        .selectFrom('setting')
        .select(({ fn }) => fn.countAll<number>().as('written'))
        .executeTakeFirstOrThrow()
    assert.ok((await mostHeld(3 * MAX_ROWS, 1)) <= MAX_ROWS)
    const long = MAX_BYTES / 10
    assert.ok((await mostHeld(100, long)) * long <= MAX_BYTES + long)
    await store.close()
  })
})

test('as many rows are fetched at once as their length allows', () => {
  const rows = (bytesEach: number) => Array.from({ length: 20 }, (): Row => ({ id: 'x'.repeat(bytesEach), part_no: 1 }))
  assert.equal(rowsAtOnce(rows(10)), MAX_ROWS)
  assert.equal(rowsAtOnce(rows(MAX_BYTES / 4)), 3)
  assert.equal(rowsAtOnce(rows(3 * MAX_BYTES)), 1)
})

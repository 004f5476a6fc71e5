/** A database that is not there is told apart from a fault of ours, by the store that asked it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore, type Store } from '../../server/store/open.ts'
import { NoPostgres, startCluster } from '../support/postgres.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )

const companies = ({ db }: Store) => db.selectFrom('company').select('id').execute()

test('a PostgreSQL that goes away is an outage for queries, transactions and new connections; a fault of ours is none', async (t) => {
  const cluster = await startCluster().catch((error) => {
    if (error instanceof NoPostgres) return undefined
    throw error
  })
  if (!cluster) return t.skip('PostgreSQL can not be had here')
  const store = await openStore(await cluster.create('outage'))
  t.after(() => store.close())
  await companies(store)
  const ours = await failureOf(sql`select nothing from nowhere`.execute(store.db))
  assert.equal(store.outage(ours), undefined)
  await cluster.stop()
  for (let n = 0; n < 3; n++) {
    const reading = store.outage(await failureOf(companies(store)))
    assert.match(reading?.message ?? '', /does not answer/)
    assert.ok((reading?.retryAfterMs ?? 0) > 0)
    assert.ok(store.outage(await failureOf(store.transaction('all', async () => null))))
  }
})

test('the same words from elsewhere say nothing of the store', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'klic-outage-'))
  const store = await openStore(join(folder, 'app.db'))
  t.after(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const elsewhere = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' })
  assert.equal(store.outage(elsewhere), undefined)
  assert.equal(store.outage(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })), undefined)
  assert.equal(store.outage(undefined), undefined)
})

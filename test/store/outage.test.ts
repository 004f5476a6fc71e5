/** A database that is not there is told apart from our own fault, by the store that asked it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore, type Store } from '../../server/platform/database/open.ts'
import { openPostgres } from '../../server/platform/database/postgres.ts'
import { lineTo } from '../support/cut-line.ts'
import { clusterFor, ownDatabases } from '../support/postgres.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  )

const companies = ({ db }: Store) => db.selectFrom('company').select('id').execute()

test('a PostgreSQL that goes away is an outage for queries, transactions and new connections; our own fault is none', async (t) => {
  const cluster = await clusterFor(t)
  if (!cluster) return
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

test('a PostgreSQL that hangs and closes nothing is an outage for waiting and new queries, and what it did not get is not done', async (t) => {
  const databases = await ownDatabases()
  if ('missing' in databases) return t.skip(databases.missing)
  const database = await databases.create()
  const line = await lineTo(database)
  const store = await openPostgres(line.url, 2000)
  t.after(() => store.close())
  const named = (name: string) => ({ id: name, name, created_at: '2026-03-06T11:00:00.000Z' })
  await store.db.insertInto('company').values(named('before')).execute()
  line.hold()
  const asked = [
    () => companies(store),
    () => store.transaction('all', (trx) => trx.insertInto('company').values(named('while')).execute()),
    () => store.durably({ company: 'before' }, async () => null),
  ]
  // More at once than it has connections.
  const all = await Promise.all(Array.from({ length: 5 }, () => asked.map((each) => failureOf(each()))).flat())
  for (const failure of all) assert.match(store.outage(failure)?.message ?? String(failure), /does not answer/)
  line.letGo()
  assert.deepEqual(await companies(store), [{ id: 'before' }])
  await store.transaction('all', (trx) => trx.insertInto('company').values(named('after')).execute())
  assert.deepEqual((await companies(store)).map(({ id }) => id).sort(), ['after', 'before'])
})

test('who waits for a turn is not taken for somebody whom nobody answers', async (t) => {
  const databases = await ownDatabases()
  if ('missing' in databases) return t.skip(databases.missing)
  const store = await openPostgres(await databases.create(), 1000)
  t.after(() => store.close())
  const held = Promise.withResolvers<void>()
  const first = store.transaction('all', () => held.promise)
  const second = store.transaction('all', async () => 'had its turn')
  // Longer than a statement may take: others are cut off meanwhile.
  for (let n = 0; n < 3; n++) await failureOf(sql`select pg_sleep(30)`.execute(store.db))
  held.resolve()
  await first
  assert.equal(await second, 'had its turn')
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

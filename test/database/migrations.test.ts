/** Each step from an old copy with data in it. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { migrate } from '../../server/store/migrations/migrations.ts'
import { openStore } from '../../server/store/open.ts'

const AT = '2026-03-06T11:00:00.000Z'
const JOB_URL = 'https://job.example/'

test('events, keys, sessions and paid acts of before are kept, and mean what they meant', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'klic-store-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.db')
  const raw = new Database(file)
  await migrate(new Kysely<never>({ dialect: new SqliteDialect({ database: raw }) }), '001-first')
  raw.exec(`
    insert into company values ('com', 'Own', '${AT}');
    insert into api_key values ('key', 'com', 'ERP', '["read"]', 'klic', 'hash', '${AT}', null, null, null, 'window');
    insert into api_key values ('adm', 'com', 'All', '["admin"]', 'klic_live_abcdef', 'hash2', '${AT}', null, null, null, 'window');
    insert into api_key values ('wri', 'com', 'QGIS', '["write"]', 'klic_eto_abcdef', 'hash3', '${AT}', null, null, null, 'window');
    insert into job (id, company_id, status, klic_type, environment, submit, reference, crs, geometry, area, area_m2, webhook_url,
      quote, quote_expires_at, warnings, errors, input_hash, input, revision, created_at)
      values ('job', 'com', 'ready', 'ORIENT', 'simulator', 1, 'Kabel 2', 'EPSG:28992', '{}', '[]', 1, '${JOB_URL}', '{}', '${AT}',
      '[]', '[]', '', '{}', 1, '${AT}');
    insert into event values ('evt_2', 'com', 'job', 'job.ready', '{}', 'https://company.example/', 'sent', 1,
      '2026-03-06T12:00:00.000Z', null, 200, null);
    insert into event values ('evt_1', 'com', 'job', 'job.ready', '{}', '${JOB_URL}', 'waiting', 2, '${AT}', '${AT}', 500, 'no');
    insert into session values ('0123456789abcdef0123456789abcdef', 'com', 'csrf', '${AT}', '${AT}');
    insert into audit values ('act', 'com', '${AT}', 'key:key', 'submit', 'job', 1, 3995, '127.0.0.1');
  `)
  raw.close()

  const store = await openStore(file)
  t.after(() => store.close())
  const { reference_key } = await store.db.selectFrom('job').select('reference_key').executeTakeFirstOrThrow()
  assert.equal(reference_key, 'kabel 000000000002')
  const events = await store.db.selectFrom('event').selectAll().orderBy('seq').execute()
  assert.deepEqual(
    events.map(({ id, target, state, attempts, round, receiver }) => [id, target, state, attempts, round, receiver]),
    [
      ['evt_1', 'job', 'waiting', 2, 0, 'job.example'],
      ['evt_2', 'company', 'sent', 1, 0, null],
    ],
  )
  const keys = await store.db
    .selectFrom('api_key')
    .select(['id', 'daily_limit_cents', 'permissions', 'environment'])
    .orderBy('id')
    .execute()
  assert.deepEqual(keys, [
    { id: 'adm', daily_limit_cents: null, permissions: '["read","write","admin"]', environment: 'production' },
    { id: 'key', daily_limit_cents: null, permissions: '["read"]', environment: 'simulator' },
    { id: 'wri', daily_limit_cents: null, permissions: '["read","write"]', environment: 'eto' },
  ])
  const [act] = await store.db.selectFrom('audit').select(['day', 'key_id', 'environment', 'amount_cents']).execute()
  assert.deepEqual(act, { day: '2026-03-06', key_id: null, environment: 'simulator', amount_cents: 3995 })
  const [session] = await store.db.selectFrom('session').select(['id', 'user_id', 'csrf_token']).execute()
  assert.deepEqual(session, { id: 'ses_0123456789abcdef0123', user_id: null, csrf_token: 'csrf' })
})

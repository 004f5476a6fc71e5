/** A result whose ground came before the company's base map was kept by place is in that map after the update. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { cellsOf } from '../../server/domain/look/company-ground.ts'
import { migrate } from '../../server/store/migrations/migrations.ts'
import { openStore } from '../../server/store/open.ts'
import { groundOfCompany, sheetsIn } from '../../server/store/rows/ground-sheets.ts'

const AT = '2026-03-06T11:00:00.000Z'
const EXTENT = [155_000, 463_000, 155_100, 463_080] as const

test('a ground that is older than the base map of its company comes into it with the update, and what has none does not', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'klic-store-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'app.db')
  const raw = new Database(file)
  await migrate(new Kysely<never>({ dialect: new SqliteDialect({ database: raw }) }), '270-ground-sheets')
  raw.exec(`insert into company (id, name, created_at) values ('com', 'Own', '${AT}')`)
  const pictures = [{ klicNumber: '22G000001', perMetre: 14, extent: EXTENT }]
  const withGround = JSON.stringify({ ground: { pictures, layers: [], warnings: [] } })
  for (const [id, ground, summary] of [
    ['old', 'ready', withGround],
    ['bare', null, '{}'],
  ] as const) {
    raw
      .prepare(
        `insert into job (id, company_id, status, klic_type, environment, submit, crs, geometry, area, area_m2, quote,
           quote_expires_at, warnings, errors, input_hash, input, revision, created_at, summary)
         values (?, 'com', 'ready', 'ORIENT', 'simulator', 1, 'EPSG:28992', '{}', '[]', 1, '{}', ?, '[]', '[]', '', '{}', 1, ?, ?)`,
      )
      .run(id, AT, AT, summary)
    raw
      .prepare(
        `insert into artifact (id, job_id, revision, format, state, path, sha256, bytes, created_at, ready_at, ground)
         values (?, ?, 1, 'gpkg', 'ready', 'results/x.gpkg', 'hash', 1, ?, ?, ?)`,
      )
      .run(`art_${id}`, id, AT, AT, ground)
  }
  raw.close()

  const store = await openStore(file)
  t.after(() => store.close())
  const found = await groundOfCompany(store.db, 'com', 'simulator')
  assert.deepEqual(found, { results: 1, damaged: 0, finest: 14, extent: EXTENT })
  const [minX, minY, maxX, maxY] = EXTENT
  const sheets = await sheetsIn(store.db, 'com', 'simulator', cellsOf({ minX, minY, maxX, maxY }))
  assert.deepEqual(
    sheets.map(({ artifactId, extent }) => [artifactId, extent]),
    [['art_old', EXTENT]],
  )
})

/** Files with areas are read in turn by company, each for a bounded time; what is hopeless is refused before it is tried. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { areaReader, type ReadingBounds } from '../../server/features/areas/run-area-reading.ts'
import { TryLater } from '../../server/platform/refusal.ts'
import { plainGeoPackage } from '../support/hostile-geopackage.ts'
import { readingAreas } from '../support/read-areas.ts'
import { uncaged } from '../support/uncaged.ts'

const { folder, fault, read } = await readingAreas()
const HANGING = join(import.meta.dirname, '..', 'support', 'area-reading-that-hangs.ts')
const LONG_MS = 600_000
const readerThatHangs = (bounds: Partial<ReadingBounds> = {}) => {
  const whole = { longestMs: LONG_MS, longestTextMs: LONG_MS, turnMs: LONG_MS, ...bounds }
  const reader = areaReader(async () => uncaged(HANGING), whole)
  return (name: string, companyId: string, gone?: AbortSignal) =>
    reader(
      { path: name, folder: join(folder, `${name}-${companyId}`), crs: undefined, layer: undefined, isTurned: false },
      { companyId, signal: gone },
    )
}
const codeOf = (line: Awaited<ReturnType<ReturnType<typeof readerThatHangs>>>): string =>
  'fault' in line ? line.fault.code : 'read'

describe('the places where files are read', () => {
  test('a file that takes all the time there is delays no file of another company', async () => {
    const reader = readerThatHangs()
    const hangUp = new AbortController()
    const slow = [reader('slow', 'they', hangUp.signal), reader('slow', 'they', hangUp.signal)]
    const ended = Promise.allSettled(slow)
    assert.equal(codeOf(await reader('other', 'we')), 'NO_AREAS')
    hangUp.abort()
    const [, waiting] = await ended
    assert.ok(waiting?.status === 'rejected' && waiting.reason instanceof TryLater)
  })

  test('two companies with such files delay no third one: it takes the place of one of them', async () => {
    const reader = readerThatHangs({ turnMs: 100 })
    const hangUp = new AbortController()
    const slow = ['they', 'others'].map((company) =>
      reader('slow', company, hangUp.signal).catch((error: unknown) => error),
    )
    assert.equal(codeOf(await reader('other', 'we')), 'NO_AREAS')
    const taken = await Promise.race(slow)
    assert.ok(taken instanceof TryLater && taken.retryAfterMs !== undefined, String(taken))
    hangUp.abort()
    await Promise.all(slow)
  })

  test('a file that takes too long is ended and refused, a text sooner', async () => {
    const reader = readerThatHangs({ longestMs: 1000 })
    assert.equal(codeOf(await reader('slow', 'we')), 'TOO_LONG')
    const soon = readerThatHangs({ longestTextMs: 200 })
    const text = await soon('text', 'we')
    assert.match('fault' in text ? text.fault.message : '', /within 0\.2 s/)
  })
})

type Tag = readonly [code: number, value: string | number]
const dxf = (...tags: readonly Tag[]): string => tags.map(([code, value]) => `${code}\n${value}\n`).join('')
const LINE = dxf([0, 'LINE'], [8, 'L'], [10, 155_000], [20, 463_000], [11, 155_100], [21, 463_100])
const insert = (name: string, columns = 1, rows = 1): string =>
  dxf([0, 'INSERT'], [8, 'L'], [2, name], [10, 0], [20, 0], [70, columns], [71, rows], [44, 1], [45, 1])
const block = (name: string, inside: string): string =>
  dxf([0, 'BLOCK'], [8, '0'], [2, name], [70, 0], [10, 0], [20, 0]) + inside + dxf([0, 'ENDBLK'], [8, '0'])
const section = (name: string, inside: string): string => dxf([0, 'SECTION'], [2, name]) + inside + dxf([0, 'ENDSEC'])
const drawing = (blocks: string, entities: string): string =>
  section('HEADER', '') + section('BLOCKS', blocks) + section('ENTITIES', entities) + dxf([0, 'EOF'])

describe('a drawing that has its blocks copied', () => {
  test('more than 100,000 times by an array is refused', async () => {
    assert.equal(await fault(drawing(block('a', LINE), insert('a', 32_767, 32_767))), 'TOO_MANY_CORNERS')
    assert.equal(await fault(drawing(block('a', LINE), insert('a', 1, 100_002))), 'TOO_MANY_CORNERS')
  })

  test('more than 100,000 times by blocks within blocks is refused, however deep', async () => {
    const powers = Array.from({ length: 7 }, (_, i) =>
      block(`b${i}`, i === 0 ? LINE : insert(`b${i - 1}`).repeat(10)),
    ).join('')
    assert.equal(await fault(drawing(powers, insert('b6'))), 'TOO_MANY_CORNERS')
    const chain = Array.from({ length: 100_000 }, (_, i) => block(`b${i}`, i === 0 ? LINE : insert(`b${i - 1}`)))
    assert.equal(await fault(drawing(chain.join(''), insert('b99999'))), 'TOO_MANY_CORNERS')
  })

  test('as symbols are, each by its own line or in a small array, is read', async () => {
    // At one place they are one line.
    assert.equal((await read(drawing(block('a', LINE), insert('a').repeat(300)))).areas.length, 1)
    assert.equal((await read(drawing(block('a', LINE), insert('a', 4, 5)))).areas.length, 20)
  })
})

test('a million blanks in a text of geometry are read as quickly as one', async () => {
  assert.equal(await fault(`POLYGON${' '.repeat(1_000_000)}X`), 'NOT_UNDERSTOOD')
  const square = `POLYGON${' '.repeat(1_000_000)}Z${' '.repeat(1_000_000)}((155000 463000 1, 155100 463000 1, 155100 463100 1, 155000 463000 1))`
  assert.equal((await read(square)).areas.length, 1)
})

test('a table of 200,000 corners is refused in words', async () => {
  const rows = Array.from({ length: 200_000 }, (_, i) => `${i};${155_000 + i * 0.01};463000,5`)
  assert.equal(await fault(`punt;x;y\n${rows.join('\n')}`), 'TOO_MANY_CORNERS')
})

describe('a GeoPackage that names its layers again and again', () => {
  const withColumns = (sql: string): Buffer => {
    const path = plainGeoPackage(folder)
    const db = new Database(path)
    db.unsafeMode()
    db.pragma('foreign_keys = OFF')
    db.exec(sql)
    const bytes = db.serialize()
    db.close()
    return bytes
  }
  const COUNT = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i <'

  test('reads each layer once', async () => {
    const again = withColumns(`
      CREATE TABLE again AS SELECT * FROM gpkg_geometry_columns;
      DROP TABLE gpkg_geometry_columns;
      ${COUNT} 50) INSERT INTO again SELECT a.* FROM again a, n;
      ALTER TABLE again RENAME TO gpkg_geometry_columns`)
    const before = await read(withColumns(''))
    const { areas, leftOut } = await read(again)
    assert.equal(areas.length, before.areas.length)
    assert.deepEqual(leftOut, before.leftOut)
  })

  test('is refused when it has more than 100', async () => {
    const many = withColumns(`
      CREATE TABLE again AS SELECT * FROM gpkg_geometry_columns;
      DROP TABLE gpkg_geometry_columns;
      ${COUNT} 200) INSERT INTO again (table_name, column_name, srs_id)
        SELECT table_name, 'g' || i, srs_id FROM (SELECT * FROM again LIMIT 1), n;
      ALTER TABLE again RENAME TO gpkg_geometry_columns`)
    assert.equal(await fault(many), 'NOT_UNDERSTOOD')
    await assert.rejects(read(many), /more than 100 layers/)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { pageFiller } from '../../server/exports/geopackage/page-filler.ts'

/** Sizes without a pattern, the same on every run. */
function sizes(count: number): number[] {
  let seed = 7
  return Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return 60 + ((seed >>> 8) % 6000)
  })
}

function written(order: readonly number[]): { bytes: number; rows: number[] } {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a INTEGER, b INTEGER, c INTEGER, tile BLOB NOT NULL)')
  const insert = db.prepare('INSERT INTO t (a, b, c, tile) VALUES (1, 2, 3, zeroblob(?))')
  for (const bytes of order) insert.run(bytes)
  const bytes = db.prepare("SELECT sum(pgsize) FROM dbstat WHERE name = 't'").pluck().get() as number
  const rows = db.prepare('SELECT length(tile) FROM t').pluck().all() as number[]
  db.close()
  return { bytes, rows }
}

function filled(given: readonly number[]): number[] {
  const order: number[] = []
  const filler = pageFiller<{ bytes: number }>(({ bytes }) => order.push(bytes))
  for (const bytes of given) filler.add({ bytes })
  filler.end()
  return order
}

test('every row is written once, and hardly any of a page stays empty', () => {
  const given = sizes(300)
  const total = given.reduce((sum, bytes) => sum + bytes, 0)
  const [plain, better] = [written(given), written(filled(given))]
  assert.deepEqual([...better.rows].sort(), [...given].sort())
  assert.ok(plain.bytes > total * 1.1, `${plain.bytes} of ${total}`)
  assert.ok(better.bytes < total * 1.05, `${better.bytes} of ${total}`)
})

test('few rows, and none, are written too', () => {
  assert.deepEqual(filled([]), [])
  assert.deepEqual(filled([20]), [20])
  assert.deepEqual(filled([30, 4000, 30]).length, 3)
})

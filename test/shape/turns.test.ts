/** Who reads and then writes waits for its turn: a transaction that names nobody's is right on SQLite only. */
import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const server = path.resolve(import.meta.dirname, '..', '..', 'server')
/** The two databases themselves, what makes their tables, and a copy of all rows into an empty database. */
const OWN = [
  'platform/database/sqlite.ts',
  'platform/database/postgres.ts',
  'platform/database/snapshot.ts',
  'platform/database/migrations/migrations.ts',
]

const begins = (text: string): boolean => /\.transaction\(\)/.test(text)

test('only the store begins transactions; everybody else says whose turn it is', () => {
  const found = fs
    .readdirSync(server, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && begins(fs.readFileSync(path.join(server, file), 'utf8')))
  assert.deepEqual(found.sort(), OWN.toSorted())
})

test('a transaction of Kysely is noticed, one of the store is not', () => {
  assert.equal(begins('await store.db.transaction().execute(work)'), true)
  assert.equal(begins('await store.transaction({ company }, work)'), false)
})

/** The oldest build that may run is kept in the database, and each build compares itself with it. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '../../server/platform/database/open.ts'
import { BadSetup } from '../../server/platform/refusal.ts'
import { forget, storeIn } from '../support/test-store.ts'

async function inFolder(act: (at: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-installation-'))
  try {
    await act(await storeIn(folder))
  } finally {
    await forget(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

test('a build that is older than the oldest that may run does not open the database, and says what to do', async () => {
  await inFolder(async (at) => {
    const store = await openStore(at)
    await store.db.deleteFrom('installation').execute()
    await store.db.insertInto('installation').values({ name: 'oldest_build', value: '9999' }).execute()
    await store.close()
    await assert.rejects(
      openStore(at),
      (error) => error instanceof BadSetup && /install the version/.test(error.message),
    )
  })
})

test('a build opens a database with later steps that take nothing away from it', async () => {
  await inFolder(async (at) => {
    const store = await openStore(at)
    await sql`insert into kysely_migration (name, timestamp) values ('998-later', '2030-01-01')`.execute(store.db)
    await store.close()
    const again = await openStore(at)
    await sql`delete from kysely_migration where name = '998-later'`.execute(again.db)
    await again.close()
  })
})

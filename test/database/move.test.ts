/** A desktop's data on their way to an office: all of them, once, and what was under way goes on there. */
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { move } from '../../server/cli/move.ts'
import { openStorage } from '../../server/storage/open.ts'
import { openStore, type Store } from '../../server/store/open.ts'
import { recordEvent } from '../../server/store/rows/events.ts'
import { appendToLog, logPages } from '../../server/store/rows/log.ts'
import { FlowWorld } from '../support/flow-world.ts'
import { makeStore } from '../support/make-store.ts'
import { ownDatabases } from '../support/postgres.ts'

const COMPANY = 'cmp_1'
const AT = '2026-11-20T09:00:00.000Z'
const FILE = 'results/job_0/1/klic.gpkg'

const databases = await ownDatabases()
const cannot = 'missing' in databases ? { skip: databases.missing } : {}
async function newDatabase(): Promise<string> {
  const url = 'create' in databases ? await databases.create() : assert.fail('no database')
  await makeStore(tmpdir(), { DATABASE_URL: url })
  return url
}

async function inDesktop(act: (world: FlowWorld, officeDir: string) => Promise<void>): Promise<void> {
  const world = new FlowWorld({ parts: 2 })
  await world.open()
  const officeDir = mkdtempSync(join(tmpdir(), 'klic-office-'))
  try {
    await act(world, officeDir)
  } finally {
    await world.close()
    rmSync(officeDir, { recursive: true, force: true })
  }
}

const rowsOf = async ({ db }: Store) => ({
  jobs: await db.selectFrom('job').selectAll().orderBy('id').execute(),
  parts: await db.selectFrom('part').selectAll().orderBy('id').execute(),
  orders: await db.selectFrom('registry_order').selectAll().orderBy('id').execute(),
  events: await db.selectFrom('event').selectAll().orderBy('seq').execute(),
  settings: await db.selectFrom('setting').selectAll().orderBy('name').execute(),
  tally: await db.selectFrom('tally').selectAll().where('total', '>', 0).orderBy('what').execute(),
})

test(
  'a job that is under way on a desktop is moved with its files, and ends at the office; filed once',
  cannot,
  async () => {
    await inDesktop(async (world, officeDir) => {
      const { dataDir } = world
      // Some way into filing: the body is on the disk, and the registry may have it or not.
      assert.equal(await world.live(9), false)
      await world.store.db
        .insertInto('setting')
        .values({ company_id: COMPANY, name: 'x', value: '"e\u0301"' })
        .execute()
      for (const id of ['evt_a', 'evt_b']) {
        const event = { id, companyId: COMPANY, jobId: null, type: 'webhook.test' as const, data: {}, at: AT }
        await recordEvent(world.store.db, { ...event, target: null })
      }
      await world.store.db.deleteFrom('event').where('id', '=', 'evt_a').execute()
      const entry = { companyId: COMPANY, subject: 'job:job_1' as const, at: AT, actor: 'window', data: { é: 1 } }
      await world.store.transaction('all', (trx) => appendToLog(trx, { ...entry, act: 'job.submitted' }))
      mkdirSync(dirname(join(dataDir, FILE)), { recursive: true })
      writeFileSync(join(dataDir, FILE), 'sealed')
      const before = await rowsOf(world.store)
      const logOf = async () => {
        const pages = []
        for await (const page of logPages(world.store.db, COMPANY, 'job:job_1')) pages.push(page)
        return pages.flat()
      }
      const log = await logOf()
      await world.store.close()

      const url = await newDatabase()
      const moved = await move(dataDir, url, await openStorage(null, officeDir))
      assert.deepEqual(moved.companies, [{ id: COMPANY, name: 'Own' }])
      assert.equal(moved.files, 1)
      assert.equal(readFileSync(join(officeDir, FILE), 'utf8'), 'sealed')
      world.store = await openStore(url)
      assert.deepEqual(await rowsOf(world.store), before)
      assert.equal(before.events[0]!.seq, 2)
      assert.deepEqual(await logOf(), log)

      await world.live()
      assert.equal((await world.job()).status, 'ready')
      // One for each part.
      assert.equal(world.registry.filed.length, 2)
      assert.equal(new Set((await rowsOf(world.store)).orders.map((order) => order.post_id)).size, 1)
      // The next event goes on behind those that came along.
      assert.ok((await world.events()).every((event, index) => event.seq === index + 2))
    })
  },
)

test('what was moved is not moved again, and nothing of the office is overwritten', cannot, async () => {
  await inDesktop(async (world, officeDir) => {
    const { dataDir } = world
    await world.store.close()
    mkdirSync(dirname(join(dataDir, FILE)), { recursive: true })
    writeFileSync(join(dataDir, FILE), 'sealed')
    const url = await newDatabase()
    const files = await openStorage(null, officeDir)
    await move(dataDir, url, files)
    // Interrupted after the office had committed: the second run finds that.
    const again = await move(dataDir, url, files)
    assert.deepEqual(again.companies, [])

    const second = mkdtempSync(join(tmpdir(), 'klic-second-'))
    const other = await newDatabase()
    const toOther = move(dataDir, other, await openStorage(null, second))
    const name = new URL(url).pathname.slice(1)
    await assert.rejects(toOther, new RegExp(`^Refusal: This data was moved to ${name} on .*Nothing was moved to `))
    assert.equal(existsSync(join(second, FILE)), false)
    rmSync(second, { recursive: true })

    // A copy of the desktop that was kept elsewhere.
    const copy = mkdtempSync(join(tmpdir(), 'klic-copy-'))
    writeFileSync(join(copy, 'app.db'), readFileSync(join(dataDir, 'app.moved.db')))
    await assert.rejects(move(copy, url, files), /The office has this company already \(Own\): nothing was moved/)
    const store = await openStore(join(copy, 'app.db'))
    assert.equal((await store.db.selectFrom('job').select('id').execute()).length, 1)
    await store.close()
    rmSync(copy, { recursive: true })

    const office = await openStore(url)
    assert.equal((await office.db.selectFrom('job').select('id').execute()).length, 1)
    await office.close()
    world.store = await openStore(join(dataDir, 'app.moved.db'))
  })
})

/** The statement of a month: the log of paid acts to the cent, by Dutch days. */

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { recordAct } from '../../server/features/settings/company-rows.ts'
import type { BilledBy } from '../../server/registry/klic.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { openWorld, pointers, refused, type World } from '../support/api-world.ts'
import { randomFrom } from '../support/random.ts'
import { onPostgres, storeIn } from '../support/test-store.ts'

const cents = (amount: string): number => Math.round(Number(amount) * 100)
const rowsOf = (text: string): Record<string, string>[] => {
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index]!, cell])))
}
const sum = (amounts: number[]): number => amounts.reduce((total, each) => total + each, 0)

/** Acts at random moments of four months, many of them within hours of a border between months. */
async function spendAtRandom(world: World, companyId: string, count: number, seed: number) {
  const random = randomFrom(seed)
  const borders = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'].map((day) => Date.parse(`${day}T00:00:00Z`))
  for (let no = 0; no < count; no++) {
    const border = borders[Math.floor(random() * borders.length)]!
    const near = random() < 0.6 ? (random() - 0.5) * 6 * 3_600_000 : random() * 27 * 86_400_000
    const atMs = Math.round(border + near)
    await recordAct(world.store.db, {
      id: world.services.ids.make('act'),
      company_id: companyId,
      at: new Date(atMs).toISOString(),
      day: dutchDate(atMs),
      actor: 'window',
      key_id: null,
      act: 'submit',
      job_id: null,
      environment: random() < 0.5 ? 'production' : 'eto',
      billed_by: (random() < 0.5 ? 'invoice' : 'kadaster') satisfies BilledBy,
      notifications: 1 + Math.floor(random() * 40),
      amount_cents: Math.floor(random() * 200_000),
      address: null,
    })
  }
}

test('every act stands in the statement of one month, and the sums are those of the ledger', async (t) => {
  const world = await openWorld(t)
  const { window } = await world.signIn()
  await spendAtRandom(world, world.companyId, 150, 20)
  await spendAtRandom(world, await world.company(), 20, 21)
  const ledger = await world.store.db
    .selectFrom('audit')
    .selectAll()
    .where('company_id', '=', world.companyId)
    .execute()
  let seen = 0
  for (const month of ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05']) {
    const reply = await window(`/statement?month=${month}`)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-disposition') ?? '', new RegExp(`klic-${month}\\.csv`))
    const rows = rowsOf(reply.text)
    // By the wall in Amsterdam, worked out here by itself.
    const ofMonth = ledger.filter(({ at }) =>
      new Date(at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Amsterdam' }).startsWith(month),
    )
    for (const by of ['invoice', 'kadaster']) {
      for (const environment of ['production', 'eto']) {
        const own = rows.filter((row) => row.billed_by === by && row.environment === environment)
        const acts = ofMonth.filter((act) => act.billed_by === by && act.environment === environment)
        assert.equal(sum(own.map(({ amount_eur }) => cents(amount_eur!))), sum(acts.map((act) => act.amount_cents)))
        assert.equal(sum(own.map((row) => Number(row.notifications))), sum(acts.map((act) => act.notifications)))
      }
    }
    assert.equal(rows.length, ofMonth.length)
    seen += rows.length
  }
  assert.equal(seen, 150)
})

test('a month that is none is refused', async (t) => {
  const { window } = await (await openWorld(t)).signIn()
  for (const month of ['2026-13', '2026', '1999-01', "2026-01' or 1=1"]) {
    const reply = await window(`/statement?month=${encodeURIComponent(month)}`)
    assert.deepEqual(pointers(refused(reply, 422, 'VALIDATION_FAILED')), ['?month'])
  }
})

test('the operator of the server takes the statement of all companies by command', async (t) => {
  const world = await openWorld(t)
  await spendAtRandom(world, world.companyId, 30, 1)
  await spendAtRandom(world, await world.company(), 30, 2)
  const out = join(world.dataDir, 'statement.csv')
  const entry = new URL('../../server/klic.ts', import.meta.url).pathname
  const args = [entry, 'statement', '--month', '2026-02', '--out', out, '--data', world.dataDir]
  const env = { ...process.env, ...(onPostgres && { DATABASE_URL: await storeIn(world.dataDir) }) }
  const ran = spawnSync(process.execPath, args, { encoding: 'utf8', env })
  assert.equal(ran.status, 0, ran.stderr)
  const rows = rowsOf(readFileSync(out, 'utf8'))
  const { totals } = JSON.parse(ran.stdout) as { totals: { amount: { amount: string } }[] }
  const ledger = await world.store.db.selectFrom('audit').selectAll().where('day', 'like', '2026-02%').execute()
  assert.equal(new Set(rows.map(({ company_id }) => company_id)).size, 2)
  assert.deepEqual(
    [sum(rows.map(({ amount_eur }) => cents(amount_eur!))), sum(totals.map(({ amount }) => cents(amount.amount)))],
    [sum(ledger.map((act) => act.amount_cents)), sum(ledger.map((act) => act.amount_cents))],
  )
  assert.equal(spawnSync(process.execPath, args, { encoding: 'utf8', env }).status, 2)
})

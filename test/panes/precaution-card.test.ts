/** The card of what lies in an area of precaution: whom to call, and each number once. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openWorld, START_DATE } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { openPane } from './pane.ts'

const AREA = [155_000, 463_000, 155_480, 463_480] as const

for (const [what, phoneOf, isAnother, isNamed] of [
  ['a demand without a number', () => null, false, false],
  ['a demand with a number of its own', () => '088 123 45 67', true, false],
  ["a demand with its operator's number, written otherwise", (own: string) => own.replaceAll(' ', '-'), false, true],
] as const) {
  test(`the card shows no phone number twice: ${what}`, async (t) => {
    const world = await openWorld(t)
    const asked = { klic_type: 'GRAAF', start_date: START_DATE, geometry: rdBox(AREA[0], AREA[1], 480, 480) }
    const { job_id } = await world.quote({ ...asked, submit: true })
    await world.put(job_id, 'ready')
    const path = await simulatedDelivery(world.dataDir, '26G000001', [...AREA], { klicType: 'GRAAF' })
    const gpkg = join(world.dataDir, 'result.gpkg')
    const out = [{ format: 'gpkg' as const, path: gpkg }]
    const { summary } = await runTask({ kind: 'merge', deliveries: [{ path }], out, tempDir: world.dataDir })
    const result = new Database(gpkg)
    // Named by triggers that keep the spatial index, which stays as it is.
    for (const name of ['ST_IsEmpty', 'ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'])
      result.function(name, (_geometry) => 0)
    const columns = 'rowid as no, bronhouder as operator'
    const demand = result.prepare(`select ${columns} from eis_voorzorgsmaatregel`).get() as {
      no: number
      operator: string
    }
    const { contacts } = summary!.operators.find(({ code }) => code === demand.operator)!
    const contact = ['Voorzorg', phoneOf(contacts[0]!.phone!), demand.no]
    result
      .prepare(
        'update eis_voorzorgsmaatregel set contact_naam = ?, contact_telefoon = ?, contact_email = null where rowid = ?',
      )
      .run(contact)
    result.close()
    await world.putFile(job_id, 'gpkg', readFileSync(gpkg))
    const set = { summary: JSON.stringify(summary) }
    await world.store.db.updateTable('job').set(set).where('id', '=', job_id).execute()

    const place = `/?job=${job_id}&at=eis_voorzorgsmaatregel.${demand.no}`
    const { screen } = await openPane(t, await world.signIn(), place)
    await screen.findByText(/^Call at least 3 working days before/, { selector: '.feature-card *' })
    const card = document.querySelector('.feature-card')!
    assert.match(card.querySelector('.attention')!.textContent, /call before you dig here/)
    const dialled = [...card.querySelectorAll('a[href^="tel:"]')].map((link) => link.getAttribute('href'))
    const own = new Set(contacts.map(({ phone }) => phone).filter(Boolean))
    assert.equal(dialled.length, own.size + Number(isAnother))
    assert.equal(new Set(dialled).size, dialled.length, dialled.join())
    // Which of them is demanded is said, wherever it stands.
    const named = [...card.querySelectorAll('.callee')].filter(({ textContent }) => textContent.includes('precautions'))
    assert.equal(named.length, Number(isNamed))
  })
}

/** Parts that are withheld because of a safety area: lines there are unknown, and the window says who can be asked. */
import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { within } from '@testing-library/dom'
import { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { shown } from '../support/api-world.ts'
import { rdBox } from '../support/rd-box.ts'
import { workingWorld } from '../support/working-world.ts'
import { openPane } from './pane.ts'

const DAY_MS = 86_400_000
/** Two notifications, of which the invented airfield takes the eastern one. */
const ACROSS = rdBox(155_300, 389_320, 800, 100)
const INSIDE = rdBox(156_300, 389_500, 100, 100)
const MAIL = { name: 'klic@kadaster.nl' }

describe('parts that are withheld', () => {
  const world = workingWorld()

  const onJob = async (t: TestContext, jobId: string) => {
    const pane = await openPane(t, await world().signIn(), `/?job=${jobId}`)
    const { screen, user } = pane
    await screen.findByRole('tab', { name: 'Map' })
    return {
      ...pane,
      /** The operators that are called, and the first of them. */
      callees: async (press: () => HTMLElement) => {
        await user.click(press())
        const list = await screen.findByRole('region', { name: 'Contacts' })
        const all = [...list.querySelectorAll<HTMLElement>('.callees > li')]
        return { all, first: all[0]!, withinFirst: within(all[0]!) }
      },
    }
  }

  test('the first page says that what lies there is unknown, and leads to who can be asked', async (t) => {
    const start_date = dutchDate(Date.now() + 14 * DAY_MS)
    const dug = { klic_type: 'GRAAF', reference: 'Across', geometry: ACROSS, start_date }
    const job = await world().delivered(dug)
    const parts = job.parts.filter(({ status }) => status === 'safety_area')
    assert.deepEqual([parts.length, job.parts.length], [1, 2])
    const { part_no, klic_number } = parts[0]!
    const title = `Part ${part_no} is withheld: safety area`
    const { screen, callees } = await onJob(t, job.job_id)
    const notice = within(await screen.findByRole('region', { name: title }))
    notice.getByText('What lies there is unknown: there may be cables and pipes that are not on the map.')
    // What was delivered of the others can be switched as always.
    assert.ok((await screen.findAllByRole('checkbox')).some((each) => each.closest('.themes > li')))
    const { all, first, withinFirst } = await callees(() => notice.getByRole('button', { name: 'Whom to ask' }))
    withinFirst.getByRole('heading', { name: 'Manager of the safety area' })
    assert.equal(first.getAttribute('data-care'), 'true')
    assert.match(first.textContent, new RegExp(`${title} · ${klic_number}`))
    const mail = withinFirst.getByRole('link', MAIL).getAttribute('href')
    assert.equal(mail, `mailto:klic@kadaster.nl?subject=KLIC%20${klic_number}`)
    // And the operators that delivered are there after it.
    assert.ok(all.length > 1)
  })

  test('where all are withheld nothing stands there to be switched, and there is somebody to ask', async (t) => {
    const job = await world().delivered({ klic_type: 'ORIENT', reference: 'Inside', geometry: INSIDE })
    const { screen, callees } = await onJob(t, job.job_id)
    await screen.findByRole('region', { name: 'Part 1 is withheld: safety area' })
    await screen.findByRole('button', { name: 'Read 1 item first' })
    const map = within(screen.getByRole('tabpanel', { name: 'Map' }))
    assert.deepEqual(
      map.getAllByRole('button').map(({ textContent }) => textContent),
      ['Whom to ask'],
    )
    assert.deepEqual(map.queryAllByRole('checkbox'), [])
    const { withinFirst } = await callees(() => screen.getByRole('tab', { name: 'Contacts' }))
    withinFirst.getByRole('link', MAIL)
    assert.equal(screen.queryByText('This result names no operator.'), null)
  })

  test('a manager whom the registry names, as it does of a calamity, is called', async (t) => {
    const { window } = await world().signIn()
    const contact = { name: 'K. Wacht', phone: '0612345678', email: 'wacht@graafwerk.example' }
    const calamity = { what: 'Gasleiding geraakt', geometry: INSIDE, contact }
    const quoted = shown(Job, await window('/calamities', { method: 'POST', body: calamity }), 201)
    const confirmation = { confirmed: true, confirm_euros: quoted.quote.total.amount }
    await window(`/calamities/${quoted.job_id}/file`, { method: 'POST', body: confirmation })
    await world().reached(quoted.job_id, 'ready')
    const { screen, callees } = await onJob(t, quoted.job_id)
    const { first, withinFirst } = await callees(() => screen.getByRole('tab', { name: 'Contacts' }))
    await withinFirst.findByText('Simulatie Luchthavenbeheer')
    assert.match(first.querySelector('a')!.href, /^tel:\+?\d+$/)
    assert.equal(withinFirst.queryByRole('link', MAIL), null)
  })
})

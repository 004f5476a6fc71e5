/** What a notification costs and who bills it, as the window's settings have it: the price list, and the log of paid acts. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { fireEvent, within } from '@testing-library/dom'
import { recordAct } from '../../server/features/settings/company-rows.ts'
import type { PricePeriod } from '../../server/registry/prices.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { LANGUAGES } from '../../server/texts/languages.ts'
import { translate } from '../../server/texts/texts.ts'
import { openWorld } from '../support/api-world.ts'
import { openPane } from './pane.ts'

const clock = { now: () => new Date() }
const today = dutchDate(Date.now())
const inDays = (days: number): string => dutchDate(Date.parse(today) + days * 86_400_000)

const openList = async (t: TestContext) => {
  const world = await openWorld(t, { clock })
  const signedIn = await world.signIn()
  const { screen, user } = await openPane(t, signedIn, '/?settings=billing')
  const list = (await screen.findByText('Price list')).closest('details')!
  await user.click(list.querySelector('summary')!)
  const row = (no: number) => within(within(list).getAllByRole('listitem')[no - 1]!)
  return {
    ...{ screen, row },
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    /** Typed into each part of the date field. */
    day: async (no: number, day: string) => {
      const [year = '', month = '', date = ''] = day.split('-')
      for (const [part, typed] of Object.entries({ day: date, month, year })) {
        await user.click(row(no).getByRole('spinbutton', { name: new RegExp(part) }))
        await user.keyboard(typed)
      }
    },
    amount: async (no: number, amount: string) => {
      const field = row(no).getByRole('textbox', { name: 'Price of a notification (€)' })
      await user.clear(field)
      await user.type(field, amount)
    },
    /** Saves and reads what the server has then. */
    saved: async (): Promise<PricePeriod[] | null> => {
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await screen.findByText(/^Saved at/)
      return ((await signedIn.window('/settings')).json as { 'billing.prices': PricePeriod[] | null })['billing.prices']
    },
    quoted: async (): Promise<string> => (await world.quote()).quote.total.amount,
  }
}

test('quotes cost what the price list says of their day', async (t) => {
  const { screen, press, day, amount, saved, quoted } = await openList(t)
  await screen.findByText('No price list: a notification costs €39.95.')
  assert.equal(await quoted(), '39.95')

  await press('Add price')
  await day(1, inDays(-400))
  await amount(1, '41,5')
  assert.deepEqual(await saved(), [{ from: inDays(-400), until: null, cents: 4150 }])
  assert.equal(await quoted(), '41.50')

  await press('Add price')
  await day(2, inDays(1))
  await amount(2, '43.00')
  assert.deepEqual(await saved(), [
    { from: inDays(-400), until: today, cents: 4150 },
    { from: inDays(1), until: null, cents: 4300 },
  ])
  assert.equal(await quoted(), '41.50')
  await screen.findByText('Before the first day a notification costs €39.95.')

  await press('Remove price 1')
  assert.deepEqual(await saved(), [{ from: inDays(1), until: null, cents: 4300 }])
  assert.equal(await quoted(), '39.95', 'the list begins tomorrow')

  await press('Remove price 1')
  assert.equal(await saved(), null)
})

test('a wrong price is refused at its own row, and nothing is stored', async (t) => {
  const { screen, row, press, day, amount, saved, quoted } = await openList(t)
  await press('Add price')
  await press('Save')
  assert.equal((await row(1).findAllByText('Fill this in.')).length, 2)
  await day(1, today)
  await amount(1, 'forty')
  await row(1).findByText('An amount in euros, such as 39.95.')
  await amount(1, '40')
  await press('Add price')
  await day(2, inDays(-1))
  await amount(2, '41')
  await row(2).findByText('Each price starts later than the one above it.')
  await press('Save')
  await screen.findByText('Check 1 field.')
  assert.equal(await quoted(), '39.95')
  await day(2, inDays(1))
  assert.deepEqual(
    (await saved())?.map(({ cents }) => cents),
    [4000, 4100],
  )
})

for (const language of LANGUAGES)
  test(`the log of paid acts names who bills each act, the job, and the sums of a month: ${language}`, async (t) => {
    const say = translate(language)
    const world = await openWorld(t)
    const { job_id } = await world.quote({ reference: 'Soesterweg 12' })
    const acts = [
      ['act_1', 'production', 'kadaster', null],
      ['act_2', 'production', 'invoice', null],
      ['act_3', 'simulator', 'invoice', job_id],
    ] as const
    const about = { company_id: world.companyId, actor: 'window', key_id: null, act: 'submit', address: null }
    for (const [index, [id, environment, billed_by, ofJob]] of acts.entries()) {
      const day = `2026-03-0${index + 1}`
      const sum = { environment, billed_by, notifications: 2, amount_cents: 8300 }
      await recordAct(world.store.db, { id, ...about, at: `${day}T11:00:00.000Z`, day, ...sum, job_id: ofJob })
    }
    const { screen } = await openPane(t, await world.signIn(), '/?settings=audit', { language })
    const table = within(await screen.findByRole('region', { name: say('audit.title') }))
    // By the name that people gave it.
    await table.findByRole('button', { name: 'Soesterweg 12' })
    const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const column = heads.indexOf(say('audit.billedBy'))
    assert.deepEqual(
      table
        .getAllByRole('row')
        .slice(1)
        .map((each) => within(each).getAllByRole('cell')[column]?.textContent),
      [say('audit.nobody'), say('audit.biller.invoice'), say('audit.biller.kadaster')],
    )
    const sums = within(screen.getByRole('region', { name: say('audit.perMonth') }))
    const [ofKadaster = '', ofSimulator = ''] = sums.getAllByRole('definition').map((each) => each.textContent ?? '')
    assert.match(ofKadaster, /^4 .*166[.,]00$/)
    assert.match(ofSimulator, /^2 .*83[.,]00$/)

    const month = screen.getByLabelText(say('audit.month'))
    fireEvent.change(month, { target: { value: '2026-03' } })
    const link = await screen.findByRole('link', { name: 'CSV' })
    const csv = await fetch((link as HTMLAnchorElement).href)
    assert.match(csv.headers.get('content-disposition') ?? '', /2026-03.*\.csv/)
    assert.equal((await csv.text()).trimEnd().split('\r\n').length, acts.length + 1)
    fireEvent.change(month, { target: { value: '' } })
    assert.equal(screen.queryByRole('link', { name: 'CSV' }), null)
  })

/** From a place to a result, in a real browser against the real server, worker and simulator. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { dutchDate, earliestStart } from '../../server/features/vocabulary.ts'
import { translate } from '../../server/texts/texts.ts'
import { noBrowser } from '../support/browser.ts'
import { GARDEN } from '../support/rd-box.ts'
import { SUITE_MS } from '../support/until.ts'
import { hasAttribute, hasValue, shows } from '../support/waits.ts'
import {
  button,
  chooseOrientation,
  FIELD_WKT,
  factsOf,
  giveFile,
  paste,
  priced,
  WindowWorld,
  xOf,
} from '../support/window-world.ts'

const en = translate('en')

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const
const file = async (page: Page): Promise<void> => {
  await priced(page)
  await button(page, 'Submit…').click()
  await button(page, /^Submit \d+ notification/).click()
}

describe('from a place to a result', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  test('more notifications than one expects of an area are filed only after they were meant', () =>
    world.inWindow(async (page) => {
      await paste(page, 'POLYGON((150000 460000,157000 460000,157000 465000,150000 465000,150000 460000))')
      await chooseOrientation(page)
      await page.getByRole('textbox', { name: /Reference/ }).fill('Überlange Wasserleitung am Kanal, zweiter Abschnitt')
      await page.getByText('“Uberlange Wasserleitung am Kan”').waitFor()
      await priced(page)
      await button(page, 'Submit…').click()
      const receipt = page.getByRole('alertdialog')
      await receipt.getByText('Uberlange Wasserleitung am Kan').waitFor()
      const yes = receipt.getByRole('button', { name: /^Submit 6 notifications for €239.70/ })
      await yes.click({ force: true })
      await receipt.waitFor()
      await receipt.getByText('Yes, I want to submit 6 notifications for €239.70.').click()
      await hasAttribute(yes, 'aria-disabled', 'false')
      // Opened anew it asks anew.
      await receipt.getByRole('button', { name: 'Cancel' }).click()
      await button(page, 'Submit…').click()
      assert.equal(await receipt.getByRole('checkbox').isChecked(), false)
    }))

  test('before a notification to dig at the real registry one reads what it is, where, when, as what, for how much and who bills it', async () => {
    const start = dutchDate(Date.now() + 14 * 86_400_000)
    const asked = { klic_type: 'GRAAF', reference: 'Rioolvervanging Dorpsstraat 12 tot en met 48', start_date: start }
    const made = await world.server.post('/jobs', { ...asked, geometry: GARDEN })
    const { billed_by } = (await world.server.job(made.json.job_id)).quote
    await world.inWindow(async (page) => {
      await page.route('**/dashboard/api/session', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), environment: 'production' } })
      })
      const amount = (euros: string) => ({ amount: euros, currency: 'EUR' })
      await page.route('**/dashboard/api/spending', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), left: amount('60.05') } })
      })
      await page.goto(`${world.server.ready.base_url}/?job=${made.json.job_id}`)
      await button(page, 'Submit…').click()
      const receipt = page.getByRole('alertdialog')
      await receipt.getByText('€60.05 left today').waitFor()
      const day = new Date(`${start}T12:00:00Z`).toLocaleDateString('en-GB', DAY)
      const facts = await factsOf(receipt)
      assert.match(facts[1]![1]!, /^RD 1\d\d,\d{3}, [3-6]\d\d,\d{3}$/)
      assert.deepEqual(facts.toSpliced(1, 1), [
        ['Kind of notification', `${en('klicType.GRAAF.name')}: ${en('klicType.GRAAF.what')}`],
        [en('area.startDate'), day],
        ['Reference at Kadaster', 'Rioolvervanging Dorpsstraat 12'],
        ['Notifications', '1'],
        ['Service price', '€39.95 excl. VAT'],
        ['Kadaster’s tariff', '€11.00, VAT exempt (since 1 Jan 2024)'],
        ['Invoice', en(`billedBy.${billed_by!}`)],
        ['Daily limit', '€60.05 left today'],
      ])
      await receipt.getByText('A submitted notification cannot be withdrawn.').waitFor()
      await receipt.getByRole('button', { name: 'Cancel' }).click()
    })
  })

  test('an area far from every house says so at its place; one among houses offers their addresses', () =>
    world.inWindow(async (page) => {
      const note = page.locator('.note', { hasText: 'No house number nearby' })
      await paste(page, 'POLYGON((154590 463190,154610 463190,154610 463210,154590 463190))')
      await priced(page)
      await note.waitFor()
      await button(page, 'Undo').first().click()
      await paste(page, FIELD_WKT)
      await priced(page)
      await page.locator('.more summary').click()
      await page
        .getByRole('combobox', { name: /Site address/ })
        .getByText('Simulatiedorp')
        .first()
        .waitFor({ state: 'attached' })
      await shows(note, 0)
    }))

  test('what the server warns of is said in the language of the window', async () => {
    const high = [
      [155000, 463000],
      [155200, 463000],
      [155200, 463150],
      [155000, 463000],
    ].map((at) => [...at, 1.5])
    const geometry = { type: 'Polygon', coordinates: [high] }
    const { json: job } = await world.server.post('/jobs', { klic_type: 'ORIENT', reference: 'High', geometry })
    await world.inWindow(async (page) => {
      await page.locator('.job-item', { hasText: 'High' }).click()
      await page.getByRole('heading', { name: 'High' }).waitFor()
      await page.getByText('Notes').click()
      await page.getByText('Only x and y are used: heights were left out.').waitFor()
      await button(page, 'Nederlands').click()
      await page.getByText('Alleen x en y tellen: hoogten zijn weggelaten.').waitFor()
      assert.equal(new URL(page.url()).searchParams.get('job'), job.job_id)
    })
  })

  test('days that the registry refuses say why in the calendar and can’t be chosen', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await priced(page)
      const keys = page.keyboard
      await button(page, /Start date of digging/).click()
      const calendar = page.getByRole('application')
      const day = (ahead: number) => {
        const date = dutchDate(Date.now() + ahead * 86_400_000)
        const name = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(date))
        return calendar.getByRole('button', { name: new RegExp(name.replace(',', ',?')) })
      }
      const tooEarly = calendar.getByText(/^You may dig from .*: 3 working days after submitting\.$/)
      const today = dutchDate(Date.now())
      const first = earliestStart(today, { 'digging.wait_working_days': 3 })
      const focused = (ahead: number) => day(ahead).and(page.locator(':focus')).waitFor()
      // It opens on the first day on which one may dig; by keys, because that may be in the next month.
      const ahead = (Date.parse(first) - Date.parse(today)) / 86_400_000
      await focused(ahead)
      for (let left = ahead - 1; left >= 0; left--) {
        await keys.press('ArrowLeft')
        await focused(left)
      }
      await tooEarly.waitFor()
      await keys.press('Enter')
      await calendar.waitFor()
      await keys.press('ArrowRight')
      await focused(1)
      await tooEarly.waitFor()
      // Twenty working days are over within five weeks.
      for (let week = 0; week < 5; week++) await keys.press('ArrowDown')
      await calendar.getByText('Digging starts within 20 working days.').waitFor()
      await tooEarly.waitFor({ state: 'detached' })
      for (let week = 0; week < 5; week++) await keys.press('ArrowUp')
      await keys.press('Enter')
      await calendar.waitFor({ state: 'detached' })
      await page.getByText(/^\d+ working days? from today$/).waitFor()
      await page.locator('.start-soon', { hasText: 'You may dig from' }).waitFor()
      // What is typed is judged the same.
      await page.getByRole('spinbutton', { name: /year/ }).focus()
      await keys.press('ArrowUp')
      await page.locator('.day .field-error', { hasText: 'within 20 working days' }).waitFor()
      // The button leads back to the day, and files nothing.
      await page.getByRole('button', { name: 'Submit…' }).click()
      await page.locator('.day :focus').waitFor()
      await shows(page.getByRole('alertdialog'), 0)
    }))

  test('an empty start date is filled with the first day on which one may dig by one press', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await priced(page)
      await button(page, /^Start on /).click()
      await page.getByText('3 working days from today').waitFor()
      await shows(button(page, /^Start on /), 0)
      await shows(page.locator('.start-soon'), 0)
    }))

  test('a rejected job gives everything back, and goes through once corrected', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await chooseOrientation(page)
      await page.getByRole('textbox', { name: /Reference/ }).fill('SIM:reject:COR0309')
      await file(page)
      await page.getByText('COR0309').first().waitFor()
      await button(page, 'Fix and resubmit').click()
      // What it was rejected for stands there while it is corrected, and of what one corrects.
      const correcting = page.locator('.panel.right .correcting')
      await correcting.locator('.registry-says', { hasText: 'COR0309 Het locatieadres' }).waitFor()
      await correcting.getByText('SIM:reject:COR0309', { exact: true }).waitFor()
      await page.getByRole('heading', { name: 'Fix and resubmit' }).waitFor()
      const reference = page.getByRole('textbox', { name: /Reference/ })
      await hasValue(reference, 'SIM:reject:COR0309')
      await hasValue(xOf(page, 2), '155200')
      await reference.fill('Corrected')
      await file(page)
      await page.getByRole('tab', { name: 'Files' }).waitFor()
    }))

  test('a correction is no new area: each is found as it was left, and the confirmation says which it is', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await chooseOrientation(page)
      await page.getByRole('textbox', { name: /Reference/ }).fill('SIM:reject:COR0309')
      await file(page)
      const reference = page.getByRole('textbox', { name: /Reference/ })
      const correct = async () => {
        await button(page, 'Fix and resubmit').click()
        await page.getByRole('heading', { name: 'Fix and resubmit' }).waitFor()
      }
      await correct()
      await reference.fill('Corrected')
      await button(page, /^New notification/).click()
      await page.getByRole('heading', { name: 'New notification' }).waitFor()
      await shows(page.locator('.correcting'), 0)
      await hasValue(reference, '')
      await giveFile(
        page,
        Buffer.from('POLYGON((156000 463000,156050 463000,156050 463050,156000 463000))'),
        'other.wkt',
      )
      await hasValue(xOf(page, 2), '156050')
      for (const _ of [1, 2]) {
        await page.locator('.job-item', { hasText: 'SIM:reject:COR0309' }).click()
        await correct()
        assert.deepEqual([await reference.inputValue(), await xOf(page, 2).inputValue()], ['Corrected', '155200'])
        await shows(page.getByRole('heading', { name: /Other areas/ }), 0)
        await page.reload()
      }
      await page.getByRole('heading', { name: 'Fix and resubmit' }).waitFor()
      await hasValue(reference, 'Corrected')
      await priced(page)
      await button(page, 'Submit…').click()
      const receipt = page.getByRole('alertdialog', { name: 'Submit to Kadaster again?' })
      const facts = await factsOf(receipt)
      assert.deepEqual(facts[0], ['Correction of', 'SIM:reject:COR0309'])
      await button(page, /^Submit 1 notification/).click()
      await page.getByRole('tab', { name: 'Files' }).waitFor()
      await button(page, /^New notification/).click()
      await hasValue(xOf(page, 2), '156050')
    }))

  test('a draft of several areas, with corners just placed, outlives the death of its page', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await page.getByText('Whole area').click()
      await button(page, 'Draw another area').click()
      await button(page, 'Polygon').click()
      for (const corner of ['155300 463000', '155400 463000']) {
        await page.getByRole('textbox', { name: /Point: x y/ }).fill(corner)
        await button(page, /^Place$/)
          .first()
          .click()
      }
      await page.getByText('Point 2 placed').waitFor()
      const dying = page.waitForEvent('crash')
      await page.goto('chrome://crash').catch(() => {})
      await dying
      const next = await world.signedIn(page.context())
      await next.getByText('Point 2 placed at 155,400, 463,000').waitFor()
      await next.getByRole('heading', { name: /Other areas/ }).waitFor()
    }))
})

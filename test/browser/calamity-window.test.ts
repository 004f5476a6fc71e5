/** A calamity in a real window: drawn, confirmed as the law means it, and whom to call on the screen and on paper. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { translate } from '../../server/texts/texts.ts'
import { axeFindsNothing } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasAttribute, says, shows } from '../support/waits.ts'
import { FIELD_WKT, WindowWorld } from '../support/window-world.ts'

const en = translate('en')
const nl = translate('nl')

/** Of more than one notification. */
const LARGE_WKT = 'POLYGON((155000 463000,155700 463000,155700 463700,155000 463700,155000 463000))'
/** A thumb. */
const FINGER_PX = 44

const LOOKS = [
  { t: en, more: { locale: 'en-GB', colorScheme: 'light' } },
  { t: nl, more: { locale: 'nl-NL', colorScheme: 'dark', viewport: { width: 480, height: 800 } } },
] as const

describe('a calamity', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    // Its simulator starts after itself.
    await until(async () => (await world.server.ledger().catch(() => null)) !== null)
  })
  after(() => world?.close())

  const filed = async (): Promise<number> => (await world.server.ledger()).notifications
  /** As if the registry had not answered yet. @returns what lets it */
  const unanswered = async (page: Page): Promise<() => void> => {
    let isHeld = true
    await page.route(/\/calamities\/[^/]+$/, async (route) => {
      const response = await route.fetch()
      const nothing = { klic_number: null, answered_at: null, account_by: null, operators: null }
      await route.fulfill({ response, json: { ...(await response.json()), ...(isHeld && nothing) } })
    })
    return () => {
      isHeld = false
    }
  }

  for (const { t, more } of LOOKS) {
    test(`is confirmed, filed once, and says whom to call: ${more.locale}`, () => {
      return world.inLanguage(
        t('area.title'),
        async (page) => {
          const before = await filed()
          const button = (name: string) => page.getByRole('button', { name, exact: true })
          const paste = async (wkt: string) => {
            await button(t('area.tools.paste')).click()
            await page.getByRole('textbox', { name: /WKT/ }).fill(wkt)
            await button(t('area.pasteUse')).click()
            await page.locator('.price[aria-busy="false"]').waitFor()
          }
          await page.locator('.kind', { hasText: t('klicType.CALAMITEIT.name') }).click()
          await shows(page.getByText(t('area.startDate')), 0)
          await shows(button(t('area.saveQuote')), 0)
          await paste(LARGE_WKT)
          await page
            .locator('.panel-foot')
            .getByText(t('calamity.several', { n: 4 }))
            .waitFor()
          await button(t('area.clear')).click()
          await paste(FIELD_WKT)
          const file = button(t('calamity.file'))
          await file.click()
          await page.locator('.field').getByText(t('calamity.whatNeeded')).waitFor()
          // The focus is there already.
          await page.locator('.field textarea:focus').fill('Gasleiding geraakt')
          assert.equal(await page.getByLabel(t('calamity.what')).inputValue(), 'Gasleiding geraakt')
          await page.getByLabel(t('calamity.contact')).selectOption('other')
          const contact = { name: 'K. Wacht', phone: '0612345678', email: 'wacht@graafwerk.example' }
          for (const field of ['name', 'phone', 'email'] as const) {
            await page.getByLabel(t(`calamity.contactFields.${field}`), { exact: true }).fill(contact[field])
          }
          await until(async () => (await file.getAttribute('aria-disabled')) !== 'true')
          await axeFindsNothing(page)

          await file.click()
          const dialog = page.getByRole('alertdialog', { name: t('calamity.confirm.title') })
          await dialog.getByText('K. Wacht, 0612345678').waitFor()
          await dialog.getByText(t('calamity.confirm.law')).waitFor()
          await axeFindsNothing(page)
          const yes = dialog.locator('.act-primary')
          await says(yes, /39[.,]95/)
          await yes.click({ force: true })
          await hasAttribute(yes, 'aria-disabled', 'true')
          const quoted = await world.server.call('/jobs?calamities=true&status=quoted')
          const { data } = (await quoted.json()) as { data: Job[] }
          assert.deepEqual(
            data.map(({ klic_type }) => klic_type),
            ['CALAMITEIT'],
            'nothing is filed without the tick',
          )
          assert.equal(await filed(), before)
          // By keys: the tick is a tab away from the foot.
          await dialog.getByRole('checkbox', { name: t('calamity.confirm.check') }).focus()
          await page.keyboard.press('Space')
          await until(async () => (await yes.getAttribute('aria-disabled')) !== 'true')
          const letAnswer = await unanswered(page)
          await yes.focus()
          await page.keyboard.press('Enter')

          const card = page.locator('.calamity')
          await card.getByText(t('calamity.asking')).waitFor()
          await card.getByText(t('calamity.simulated')).waitFor()
          await shows(card.getByRole('link'), 0)
          letAnswer()
          await card.locator('a[href^="tel:"]').first().waitFor()
          await card.getByRole('heading', { name: /99C/ }).waitFor()
          assert.equal(await filed(), before + 1)
          await hasAttribute(page.locator('.right .panel-body > :first-child'), 'class', 'calamity')
          const numbers = card.locator('li a[href^="tel:"]')
          await shows(numbers, await card.locator('li').count())
          for (const each of await numbers.all()) {
            assert.ok((await each.boundingBox())!.height >= FINGER_PX)
            assert.match((await each.getAttribute('href'))!, /^tel:\+31\d+$/)
          }
          await axeFindsNothing(page)
          const [got] = await Promise.all([
            page.waitForEvent('download'),
            card.getByRole('link', { name: t('calamity.print') }).click(),
          ])
          assert.equal(readFileSync(await got.path(), 'latin1').slice(0, 5), '%PDF-')
          // The next area is none by habit.
          await page.goto(`${world.server.ready.base_url}/?area`)
          await page.locator('.kind[data-selected]', { hasText: t('klicType.GRAAF.name') }).waitFor()
        },
        { ...more, acceptDownloads: true },
      )
    })
  }
})

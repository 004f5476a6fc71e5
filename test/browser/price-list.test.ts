/** What a notification costs and who bills it, as the window's settings have it: the price list, and the log of paid acts. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import type { Act } from '../../server/features/settings/audit-schema.ts'
import { recordAct } from '../../server/features/settings/company-rows.ts'
import { openStore } from '../../server/platform/database/open.ts'
import type { PricePeriod } from '../../server/registry/prices.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { translate } from '../../server/texts/texts.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { DemoWorld, type Language } from '../support/demo-world.ts'
import { rdBox } from '../support/rd-box.ts'
import { PATIENCE_MS, SUITE_MS } from '../support/until.ts'
import { hasValue, lists, shows } from '../support/waits.ts'

const en = translate('en')
const nl = translate('nl')

const LANGUAGES = [['en', en], ['nl', nl]] as const // biome-ignore format: a table

describe('prices and who bills them', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const demo = new DemoWorld()
  let browser: Browser
  before(async () => {
    await demo.open()
    browser = await startBrowser({ withMap: false })
  })
  after(async () => {
    await browser?.close()
    await demo.close()
  })

  const at = async (section: string, language: Language, work: (page: Page) => Promise<void>): Promise<void> => {
    const context = await demo.context(browser, { language, scheme: 'light' })
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(error.error().message))
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.goto(`${demo.url}/?settings=${section}`)
      await work(page)
      assert.deepEqual(errors, [])
    } finally {
      await context.close()
    }
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const pricesKept = async (): Promise<PricePeriod[] | null> =>
    ((await demo.ask('/settings')) as { 'billing.prices': PricePeriod[] | null })['billing.prices']
  const quoted = async (): Promise<string> => {
    const area = { geometry: rdBox(155_000, 390_000, 40), klic_type: 'ORIENT' }
    return ((await demo.ask('/jobs', 'POST', area)) as Job).quote.total.amount
  }
  const today = dutchDate(Date.now())
  const inDays = (days: number): string => dutchDate(Date.parse(today) + days * 86_400_000)

  /** The editor of an English window. */
  const editor = (page: Page) => {
    const row = (no: number) => page.locator('.price-list li').nth(no - 1)
    return {
      row,
      open: () => page.locator('.price-list summary').click(),
      add: () => button(page, 'Add price').click(),
      /** As typed into a date field: each part is a field of its own. */
      day: async (no: number, day: string) => {
        const [year, month, date] = day.split('-') as [string, string, string]
        for (const [part, typed] of [
          ['day', date],
          ['month', month],
          ['year', year],
        ] as const) {
          // biome-ignore format: a table
          await row(no).getByRole('spinbutton', { name: new RegExp(part) }).focus()
          await page.keyboard.type(typed)
        }
      },
      amount: (no: number, amount: string) =>
        row(no).getByRole('textbox', { name: 'Price of a notification (€)' }).fill(amount),
      save: () => button(page, 'Save').click(),
      saved: () => page.getByText(/^Saved at/).waitFor(),
      wrong: (no: number, words: string) => row(no).getByText(words, { exact: true }).waitFor(),
    }
  }

  test('a price is added, another from a later day on, and one is removed: quotes cost what the list says of their day', () =>
    at('billing', 'en', async (page) => {
      const list = editor(page)
      await list.open()
      await page.getByText('No price list: a notification costs €39.95.', { exact: true }).waitFor()
      assert.equal(await quoted(), '39.95')

      await list.add()
      await list.day(1, inDays(-400))
      await list.amount(1, '41,5')
      await list.save()
      await list.saved()
      assert.deepEqual(await pricesKept(), [{ from: inDays(-400), until: null, cents: 4150 }])
      assert.equal(await quoted(), '41.50')

      await list.add()
      await list.day(2, inDays(1))
      await list.amount(2, '43.00')
      await list.save()
      await list.saved()
      assert.deepEqual(await pricesKept(), [
        { from: inDays(-400), until: today, cents: 4150 },
        { from: inDays(1), until: null, cents: 4300 },
      ])
      assert.equal(await quoted(), '41.50')

      await page.getByText('Before the first day a notification costs €39.95.', { exact: true }).waitFor()
      // What it said before a reload it says after it.
      await page.reload()
      await list.open()
      await hasValue(list.row(2).getByRole('textbox'), '43.00')
      await button(page, 'Remove price 1').click()
      await list.save()
      await list.saved()
      assert.deepEqual(await pricesKept(), [{ from: inDays(1), until: null, cents: 4300 }])
      assert.equal(await quoted(), '39.95', 'before its first day the list says nothing')

      await button(page, 'Remove price 1').click()
      await list.save()
      await list.saved()
      assert.equal(await pricesKept(), null)
    }))

  test('what is wrong with a price is said at that price, and nothing is kept', () =>
    at('billing', 'en', async (page) => {
      const list = editor(page)
      await list.open()
      await list.add()
      await list.save()
      await list.row(1).getByText('Fill this in.', { exact: true }).nth(1).waitFor()
      await list.day(1, today)
      await list.amount(1, 'forty')
      await list.wrong(1, 'An amount in euros, such as 39.95.')
      await list.amount(1, '40')
      await list.add()
      await list.day(2, inDays(-1))
      await list.amount(2, '41')
      await list.wrong(2, 'Each price starts later than the one above it.')
      await shows(list.row(1).locator('.field-error'), 0)
      await list.save()
      await page.getByText('Check 1 field.').waitFor()
      assert.equal(await pricesKept(), null)
      await list.day(2, inDays(1))
      await list.save()
      await list.saved()
      assert.deepEqual(
        (await pricesKept())?.map(({ cents }) => cents),
        [4000, 4100],
      )
      await demo.ask('/settings', 'PUT', { 'billing.prices': null })
    }))

  test('the log of paid acts says who bills each, and the statement of a month is there to take', async () => {
    const store = await openStore(join(demo.server.dataDir, 'app.db'))
    const { id: companyId } = await store.db.selectFrom('company').select('id').executeTakeFirstOrThrow()
    const area = { geometry: rdBox(155_000, 390_000, 40), klic_type: 'ORIENT', reference: 'Soesterweg 12' }
    const { job_id } = (await demo.ask('/jobs', 'POST', area)) as Job
    const acts = [
      ['act_1', 'production', 'kadaster', null],
      ['act_2', 'production', 'invoice', null],
      ['act_3', 'simulator', 'invoice', job_id],
    ] as const
    const about = { company_id: companyId, actor: 'window', key_id: null, act: 'submit', address: null }
    for (const [id, environment, billed_by, ofJob] of acts) {
      const when = { at: `2026-03-0${id.at(-1)}T11:00:00.000Z`, day: `2026-03-0${id.at(-1)}` }
      const sum = { environment, billed_by, notifications: 2, amount_cents: 8300 }
      await recordAct(store.db, { id, ...about, ...when, ...sum, job_id: ofJob })
    }
    await store.close()
    const ledger = ((await demo.ask('/audit')) as { data: Act[] }).data
    assert.equal(ledger.length, acts.length)
    for (const [language, t] of LANGUAGES) {
      await at('audit', language, async (page) => {
        const table = page.getByRole('region', { name: t('audit.title') })
        await table.getByRole('columnheader').first().waitFor()
        const heads = await table.getByRole('columnheader').allInnerTexts()
        const column = heads.indexOf(t('audit.billedBy'))
        const cells = table.locator(`tbody tr td:nth-child(${column + 1})`)
        await lists(cells, [t('audit.nobody'), t('audit.biller.invoice'), t('audit.biller.kadaster')])
        // By the name that people gave it.
        await table.getByRole('button', { name: 'Soesterweg 12', exact: true }).waitFor()

        const sums = page.getByRole('region', { name: t('audit.perMonth') })
        await sums.getByText(/^4 .*166[.,]00$/).waitFor()
        await sums.getByText(/^2 .*83[.,]00$/).waitFor()

        const month = page.getByRole('textbox', { name: t('audit.month'), exact: true })
        await month.fill('2026-03')
        const [csv] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: 'CSV' }).click(),
        ])
        const text = await (await csv.createReadStream()).toArray()
        const lines = Buffer.concat(text).toString().trimEnd().split('\r\n')
        assert.equal(lines.length, acts.length + 1)
        assert.match(csv.suggestedFilename(), /2026-03.*\.csv$/)
        await month.fill('')
        await page.getByRole('link', { name: 'CSV' }).waitFor({ state: 'detached' })
      })
    }
  })
})

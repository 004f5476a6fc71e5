/** The window in a real browser, by role and name as a person finds things, on the real server, its worker and the simulator. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'
import { hasAttribute, hasValue, shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

const ENGLISH = {
  locale: 'en-GB',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 720 },
} as const
/** 1,200 by 400 m in RD: three excavation notifications, or one for orientation. */
const RD_CORNERS = '155000 463000\n156200 463000\n156200 463400\n155000 463400'
/** A trench across four squares of a grid, of which two notifications are enough. */
const SLANTING = '155000 463000\n155750 463600\n155730 463620\n154980 463020'
/** Runs in the page: all of it, and the field above it, is in what is seen of its panel. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const IS_IN_SIGHT = (said: any): boolean => {
  const panel = said.closest('.panel-body').getBoundingClientRect()
  const field = said.previousElementSibling.getBoundingClientRect()
  return field.top >= panel.top && said.getBoundingClientRect().bottom <= panel.bottom
}
const PRICE = '€119.85'
const ONE_PART = '€39.95'

describe('the window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  /** For tests that need no map. */
  let withoutMap: Browser
  before(async () => {
    world = await WindowWorld.open()
    withoutMap = await startBrowser({ withMap: false })
  })
  after(async () => {
    await withoutMap?.close()
    await world?.close()
  })

  /** A signed-in page with a draft of its own; fails when the page reports an error or breaks the content policy. */
  const inWindow = async (
    work: (page: Page) => Promise<void>,
    options: BrowserContextOptions = ENGLISH,
    openIn = world.browser,
  ): Promise<void> => {
    const context = await openIn.newContext(options)
    const complaints: string[] = []
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Refused|violates/.test(message.text())) complaints.push(message.text())
      })
      await page.goto(`${world.server.ready.base_url}/#token=${await world.server.token()}`)
      await work(page)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  }
  const inWindowWithoutMap = (work: (page: Page) => Promise<void>, options: BrowserContextOptions = ENGLISH) =>
    inWindow(work, options, withoutMap)
  const jobs = async (): Promise<Job[]> =>
    ((await (await world.server.call('/jobs?page_size=200')).json()) as { data: Job[] }).data
  /** What the registry has of a job with this reference, in the order in which it came. */
  const ordersOf = async (reference: string) =>
    (await world.server.ledger()).orders.filter((order) => order.reference === reference)
  const call = (page: Page, reference: string) => page.getByRole('textbox', { name: /Reference/ }).fill(reference)
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const price = (page: Page) => page.getByRole('region', { name: 'Price' })
  const sum = (page: Page, amount: string) => price(page).getByText(amount, { exact: true })
  const orient = async (page: Page) => {
    // When the price stands there nothing moves any more.
    await page.locator('.price[aria-busy="false"]').waitFor()
    await page.locator('.kind', { hasText: 'Orientation' }).click()
  }
  const newArea = (page: Page) => button(page, 'New area').click()
  const paste = async (page: Page, text: string) => {
    await newArea(page)
    await button(page, 'Paste').click()
    await page.getByRole('textbox', { name: /WKT/ }).fill(text)
    await button(page, 'Use this area').click()
  }

  test('without a session it says how to get one', () =>
    inWindowWithoutMap(async (page) => {
      await button(page, 'New area').waitFor()
      await page.context().clearCookies()
      await page.goto(`${world.server.ready.base_url}/?fresh`)
      await page.getByRole('heading', { name: 'This window is not signed in' }).waitFor()
      await page.getByRole('textbox', { name: 'One-time token' }).fill('a-token-that-nobody-gave')
      await button(page, 'Sign in').click()
      await page.getByText('This token is unknown or has been used').waitFor()
    }))

  test('the simulator is named all the time', () =>
    inWindowWithoutMap(async (page) => {
      await page.getByText('Simulator: not for use in the field').waitFor()
      await newArea(page)
      await page.getByText('Simulator: not for use in the field').waitFor()
    }))

  test('pasted RD coordinates are priced, against the plain grid too', () =>
    inWindow(async (page) => {
      await paste(page, SLANTING)
      await sum(page, '€79.90').waitFor()
      await price(page).getByText('€39.95 saved').waitFor()
      await price(page).getByText('Details').click()
      await price(page).getByText('A grid over the area needs 3 notifications. This is the minimum.').waitFor()
      await shows(page.locator('.note-part'), 2)
    }))

  test('text that is no area gets a reason', () =>
    inWindowWithoutMap(async (page) => {
      await paste(page, '155000 463000\n155100 463000\nhere')
      await page.getByText('Line 3 does not hold two numbers.').waitFor()
    }))

  test('a crossing outline is shown with what the repair would change, and repaired only when asked', () =>
    inWindow(async (page) => {
      await paste(page, '155000 463000\n155300 463300\n155300 463000\n155000 463300')
      await page.getByText('Found: one crossing').waitFor()
      await shows(price(page), 0)
      await button(page, 'Use this').click()
      await sum(page, ONE_PART).waitFor()
      await page.getByText('Other areas').waitFor()
    }))

  test('filing is confirmed in words, followed to its end, and paid once', () =>
    inWindow(async (page) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await orient(page)
      await call(page, 'Followed')
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      const dialog = page.getByRole('alertdialog')
      await dialog.getByText('€39.95 excl. VAT').waitFor()
      assert.deepEqual(await ordersOf('Followed'), [])
      await dialog.getByRole('button', { name: 'Submit 1 notification for €39.95' }).click()
      await page.getByRole('heading', { name: 'Followed' }).waitFor()
      await page.getByRole('checkbox').first().waitFor()
      assert.equal((await ordersOf('Followed')).length, 1)
    }))

  test('an excavation notification is not filed without its start date', () =>
    inWindowWithoutMap(async (page) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await call(page, 'Undated')
      await page.getByText('Enter the start date to submit').waitFor()
      await button(page, 'Submit…').click({ force: true })
      await shows(page.getByRole('alertdialog'), 0)
      assert.ok(!(await jobs()).some(({ reference }) => reference === 'Undated'))
    }))

  test('a double click saves one quote', () =>
    inWindowWithoutMap(async (page) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await call(page, 'Twice')
      await button(page, 'Save quote').dblclick()
      await page.getByText('Nothing has been filed yet.').waitFor()
      await page.getByRole('option').first().waitFor()
      assert.equal((await jobs()).filter(({ reference }) => reference === 'Twice').length, 1)
    }))

  test('a refused job shows what the registry said, is corrected and filed again, and stays one job', () =>
    inWindow(async (page) => {
      await paste(page, RD_CORNERS)
      await orient(page)
      await call(page, 'SIM:reject:COR0309 pump')
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      await button(page, /^Submit 1/).click()
      await page.locator('.registry-says', { hasText: 'COR0309' }).first().waitFor()
      const [first] = (await jobs()).filter(({ reference }) => reference === 'SIM:reject:COR0309 pump')
      await button(page, 'Fix and resubmit').click()
      await page.getByRole('heading', { name: 'Fix and resubmit' }).waitFor()
      await page.locator('.correcting', { hasText: 'COR0309' }).waitFor()
      // On top, and at the field that it is about.
      const atField = page.locator('label.field + .registry-says', { hasText: 'COR0309' })
      await atField.waitFor()
      await sum(page, ONE_PART).waitFor()
      // Below all that is drawn: nobody looks for it there.
      await until(() => atField.evaluate(IS_IN_SIGHT))
      const reference = page.getByRole('textbox', { name: /Reference/ })
      await hasValue(reference, 'SIM:reject:COR0309 pump')
      await page.reload()
      await page.getByRole('heading', { name: 'Fix and resubmit' }).waitFor()
      await reference.fill('Vervangen gasleiding Hoofdstraat, fase 2')
      await page.getByText('Kadaster gets: “Vervangen gasleiding Hoofdstra”.').waitFor()
      await reference.fill('Pump')
      await page.getByText('4 of 30 characters go to Kadaster.').waitFor()
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      await button(page, /^Submit 1/).click()
      await page.getByRole('heading', { name: 'Pump', exact: true }).waitFor()
      await page.getByRole('checkbox').first().waitFor()
      const corrected = await world.server.job(first!.job_id)
      assert.deepEqual([corrected.reference, corrected.status], ['Pump', 'ready'])
      assert.ok(!corrected.order_ids.includes(first!.order_ids[0]!))
      assert.ok(!(await jobs()).some((job) => job.job_id !== first!.job_id && /pump/i.test(job.reference ?? '')))
      await page.getByRole('tab', { name: 'Course' }).click()
      await page.getByText('Timeline', { exact: true }).click()
      const steps = page.locator('.timeline li')
      await steps.filter({ hasText: 'Rejected by Kadaster' }).filter({ hasText: 'COR0309' }).waitFor()
      await steps.filter({ hasText: 'Fixed and quoted again.' }).waitFor()
      await steps.filter({ hasText: 'Accepted by Kadaster' }).waitFor()
      await shows(steps.filter({ hasText: 'Queued for submission' }), 2)
      await newArea(page)
      await page.getByRole('heading', { name: 'New area' }).waitFor()
    }))

  test('a file that is still being made is waited for and then downloaded', () =>
    inWindowWithoutMap(async (page) => {
      await paste(page, RD_CORNERS)
      await orient(page)
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      await button(page, /^Submit 1/).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('tab', { name: 'Files' }).click()
      await button(page, /Shapefile/).click()
      await page.getByText('being created…').waitFor()
      const download = await downloading
      assert.match(download.url(), /export\?format=shp$/)
      assert.equal(await download.failure(), null)
    }))

  test('the secret of a key is shown once, and a revoked key says so', () =>
    inWindowWithoutMap(async (page) => {
      await button(page, 'Settings').click()
      await button(page, 'API and integrations').click()
      await page.getByRole('textbox', { name: 'What is it for?' }).fill('QGIS')
      await button(page, 'Create key').click()
      const secret = page.getByText(/^klic_sim_\w{20,}/)
      await secret.waitFor()
      await button(page, 'Close').click()
      await button(page, 'Settings').click()
      await button(page, 'API and integrations').click()
      await button(page, 'Revoke: QGIS').click()
      await shows(secret, 0)
      await page.getByRole('button', { name: 'Revoke', exact: true }).click()
      await page.getByText('Revoked on').waitFor()
    }))

  test('the language follows the system and is switched while running', () =>
    inWindowWithoutMap(
      async (page) => {
        await button(page, 'Nieuw gebied').waitFor()
        await button(page, 'English').click()
        await button(page, 'New area').waitFor()
        await hasAttribute(page.locator('html'), 'lang', 'en')
        await page.reload()
        await button(page, 'New area').waitFor()
      },
      { ...ENGLISH, locale: 'nl-NL' },
    ))

  test('on a narrow screen the jobs are in a drawer', () =>
    inWindowWithoutMap(
      async (page) => {
        await button(page, 'Jobs').click()
        await newArea(page)
        await page.getByRole('heading', { name: 'New area' }).waitFor()
        await page.getByText('Simulator: not for use in the field').waitFor()
      },
      { ...ENGLISH, viewport: { width: 480, height: 800 } },
    ))
})

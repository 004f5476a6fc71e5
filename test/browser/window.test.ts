/** What the window needs a browser for: what is in sight, a download, and a narrow screen; on the real server and simulator. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'
import { hasValue, shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

const ENGLISH = {
  locale: 'en-GB',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 720 },
} as const
/** 1,200 by 400 m in RD: three excavation notifications, or one for orientation. */
const RD_CORNERS = '155000 463000\n156200 463000\n156200 463400\n155000 463400'
/** Runs in the page: all of it, and the field above it, is in what is seen of its panel. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const IS_IN_SIGHT = (said: any): boolean => {
  const panel = said.closest('.panel-body').getBoundingClientRect()
  const field = said.previousElementSibling.getBoundingClientRect()
  return field.top >= panel.top && said.getBoundingClientRect().bottom <= panel.bottom
}
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
  const call = (page: Page, reference: string) => page.getByRole('textbox', { name: /Reference/ }).fill(reference)
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const price = (page: Page) => page.getByRole('region', { name: 'Price' })
  const sum = (page: Page, amount: string) => price(page).getByText(amount, { exact: true })
  const orient = async (page: Page) => {
    // When the price stands there nothing moves any more.
    await page.locator('.price[aria-busy="false"]').waitFor()
    await page.locator('.kind', { hasText: 'Planning request' }).click()
  }
  const newArea = (page: Page) => button(page, 'New notification').click()
  const paste = async (page: Page, text: string) => {
    await newArea(page)
    await button(page, 'Paste').click()
    await page.getByRole('textbox', { name: /WKT/ }).fill(text)
    await button(page, 'Use this area').click()
  }

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
      await page.getByText('4 / 30 characters (sent to Kadaster)').waitFor()
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      await button(page, /^Submit 1/).click()
      await page.getByRole('heading', { name: 'Pump', exact: true }).waitFor()
      await page.getByRole('checkbox').first().waitFor()
      const corrected = await world.server.job(first!.job_id)
      assert.deepEqual([corrected.reference, corrected.status], ['Pump', 'ready'])
      assert.ok(!corrected.order_ids.includes(first!.order_ids[0]!))
      assert.ok(!(await jobs()).some((job) => job.job_id !== first!.job_id && /pump/i.test(job.reference ?? '')))
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await page.getByRole('tabpanel', { name: 'Timeline' }).getByText('Timeline', { exact: true }).click()
      const steps = page.locator('.timeline li')
      await steps.filter({ hasText: 'Rejected by Kadaster' }).filter({ hasText: 'COR0309' }).waitFor()
      await steps.filter({ hasText: 'Fixed and priced again.' }).waitFor()
      await steps.filter({ hasText: 'Accepted by Kadaster' }).waitFor()
      await shows(steps.filter({ hasText: 'Queued for submission' }), 2)
      await newArea(page)
      await page.getByRole('heading', { name: 'New notification' }).waitFor()
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

  test('a narrow screen begins with the jobs, which are a sheet over the map', () =>
    inWindowWithoutMap(
      async (page) => {
        const sheet = (await page.locator('.left').boundingBox())!
        assert.deepEqual([sheet.x, sheet.width, sheet.y + sheet.height], [0, 480, 800])
        assert.ok(sheet.y > 300, 'the map is seen above it')
        await button(page, 'Jobs').first().click()
        await page.locator('.left').waitFor({ state: 'hidden' })
        await button(page, 'Jobs').first().click()
        await newArea(page)
        await page.getByRole('heading', { name: 'New notification' }).waitFor()
        await page.getByText('Simulator: not for use in the field').waitFor()
      },
      { ...ENGLISH, viewport: { width: 480, height: 800 } },
    ))
})

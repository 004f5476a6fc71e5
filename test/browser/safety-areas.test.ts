/** Safety areas while one draws, in a real browser on the real server, worker and simulator. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { countPixels } from '../support/pixels.ts'
import { asWindow } from '../support/real-server.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { atRest, button, clear, paste, priced, WindowWorld } from '../support/window-world.ts'

/** Across the border of the invented airfield; and two kilometres off. */
const ACROSS = 'POLYGON((155900 389320,156100 389320,156100 389420,155900 389420,155900 389320))'
const BESIDE = 'POLYGON((153900 389320,154100 389320,154100 389420,153900 389420,153900 389320))'

describe('safety areas', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ drawn: true })
  })
  after(() => world?.close())

  const known = (page: Page, text: RegExp) => page.locator('.safety-known', { hasText: text }).waitFor()
  const isRed = 'r > 150 && g < 80 && b < 80'
  const redOf = (page: Page) => countPixels(page, { x: 400, y: 120, width: 400, height: 480 }, isRed)

  test('where it is not granted, or nobody is signed in at the registry, one line says so; then the list comes', async () => {
    const { below, headers } = await asWindow(world.server)
    const put = (path: string, body: object) =>
      fetch(`${below}/${path}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    await until(async () => (await put('simulator', { scenario: 'nogrant' })).ok)
    await world.inWindow(async (page) => {
      await known(page, /^Safety areas cannot be shown: Kadaster has not released the list to this company yet/)
      const address = 'https://service10.kadaster.nl/klic/veiligheidsgebieden'
      const eto = { 'registry.environment': 'eto', 'registry.safety_areas_url': address }
      assert.equal((await put('settings', eto)).status, 200)
      await page.reload()
      await known(page, /was not requested: there is no working login at Kadaster/)
      assert.equal((await put('settings', { 'registry.environment': 'simulator' })).status, 200)
      await until(async () => (await put('simulator', { scenario: '' })).ok)
      await page.reload()
      await known(page, /^Safety areas on the map.*: 3, as Kadaster listed them on \d+ \w+ 20\d\d/)
      await page.addInitScript("Object.defineProperty(navigator, 'languages', { get: () => ['nl-NL'] })")
      await page.addInitScript("Object.defineProperty(navigator, 'language', { get: () => 'nl-NL' })")
      await page.reload()
      await known(page, /^Veiligheidsgebieden op de kaart.*: 3, zoals het Kadaster ze op \d+ \w+ 20\d\d gaf/)
    })
  })

  test('the list is on the map, and an area that touches one is warned of before it is filed', () =>
    world.inWindow(async (page) => {
      await known(page, /Safety areas on the map/)
      await paste(page, BESIDE)
      await priced(page)
      await atRest(page)
      await shows(page.locator('.price', { hasText: 'safety area' }), 0)
      assert.equal(await redOf(page), 0)
      await clear(page)
      await paste(page, ACROSS)
      await page.locator('.price', { hasText: 'This touches a safety area (list of' }).waitFor()
      await until(async () => (await redOf(page)) > 200)
      await button(page, 'Save draft').click()
      // The quote has taken the place of the area: there it stands among what is good to know.
      await page.locator('summary', { hasText: 'Notes' }).click()
      await page.locator('details li', { hasText: 'This touches a safety area (list of' }).waitFor()
    }))
})

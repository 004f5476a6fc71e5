/** What people tripped over in the window and no other test holds: what lies under what, and to what a pin points. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { GARDEN } from '../support/rd-box.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { atRest, button, paste, priced, rdAt, WindowWorld } from '../support/window-world.ts'

/** RD New: 60 by 900 m, as high as the map allows. */
const TALL = 'POLYGON((155000 463000,155060 463000,155060 463900,155000 463900,155000 463000))'
/** RD New: a strip of which a plain grid would need more notifications. */
const SLANTING = 'POLYGON((155000 463000,158750 466000,158730 466020,154980 463020,155000 463000))'

describe('the window, as people use it', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  test('a tall area lies below the search, not under it', () =>
    world.inWindow(async (page) => {
      await paste(page, TALL)
      await priced(page)
      await atRest(page)
      const search = (await page.locator('.search-box').boundingBox())!
      const foot = search.y + search.height
      const x = search.x + search.width / 2
      // Its north is seen: just below the search the ground is north of it.
      const [, north] = await rdAt(page, x, foot + 6)
      assert.ok(north > 463_900, `${north} stands below the search: the area goes on under it`)
      // And it is not far away, either: it fills most of what is free.
      const [, south] = await rdAt(page, x, 700)
      assert.ok(north - south < 1_400, `${north - south} m are shown`)
    }))

  test('the pin of a place stands with its foot on that place', () =>
    world.inWindow(async (page) => {
      await page.keyboard.press('Control+k')
      await page.keyboard.type('155000 463000')
      await page.getByRole('option', { name: /155,000/ }).waitFor()
      await page.keyboard.press('Enter')
      await page.locator('.note-place').waitFor()
      await atRest(page)
      const pin = (await page.locator('.note-place').boundingBox())!
      const [x, y] = await rdAt(page, pin.x + pin.width / 2, pin.y + pin.height)
      const [from] = await rdAt(page, 500, 300)
      const [to] = await rdAt(page, 600, 300)
      // Within two pixels; the readout has whole metres.
      const within = 2 * (Math.abs(to - from) / 100) + 0.5
      const aside = Math.hypot(x - 155_000, y - 463_000)
      assert.ok(aside <= within, `${aside} m beside it, where ${within} m are two pixels and the rounding`)
      // What is drawn stands in the middle of what the map has moved there.
      const drawnAt = await page.locator('.note-place').evaluate((note) => {
        // biome-ignore lint/suspicious/noExplicitAny: this runs in the page
        const styleOf = (globalThis as any).getComputedStyle
        const { x: left } = (note as unknown as { getBoundingClientRect(): { x: number } }).getBoundingClientRect()
        const [box, drawn] = [styleOf(note), styleOf(note, '::before')].map((style) => style as Record<string, string>)
        const px = (value: string | undefined) => Number.parseFloat(value ?? '')
        return left + px(box!.borderLeftWidth) + px(box!.paddingLeft) + px(drawn!.width) / 2
      })
      assert.ok(Math.abs(drawnAt - (pin.x + pin.width / 2)) <= 1, `${drawnAt}, not ${pin.x + pin.width / 2}`)
    }))

  test('twelve jobs are in sight at 720 pixels', () =>
    world.unopened(async (page) => {
      const geometry = GARDEN
      for (let n = 1; n <= 14; n++) {
        const made = await world.server.post('/jobs', { geometry, klic_type: 'ORIENT', reference: `Kabel ${n}` })
        assert.equal(made.status, 201)
      }
      await page.goto(world.server.ready.base_url)
      await page.locator('.job-item').nth(13).waitFor()
      const boxes = await Promise.all((await page.locator('.job-item').all()).map((each) => each.boundingBox()))
      const inSight = boxes.filter((box) => box && box.y + box.height <= 720).length
      assert.ok(inSight >= 12, `${inSight} jobs are in sight`)
    }))

  test('a row stays under the mouse while the list is ordered anew, and has its news', () =>
    world.unopened(async (page) => {
      const base = world.server.ready.base_url
      for (const reference of ['Steady A', 'Steady B', 'Steady C'])
        await world.server.post('/jobs', { klic_type: 'ORIENT', reference, geometry: GARDEN })
      let isTurned = false
      await page.route('**/dashboard/api/jobs?*', async (route) => {
        const response = await route.fetch()
        const json = (await response.json()) as { data: { reference: string }[] }
        json.data = json.data.filter(({ reference }) => reference.startsWith('Steady'))
        if (isTurned) {
          json.data.reverse()
          for (const job of json.data) job.reference = `${job.reference}, news`
        }
        await route.fulfill({ response, json })
      })
      await page.goto(base)
      const rows = page.locator('.job-item')
      const order = async () => (await rows.allInnerTexts()).map((text) => /Steady (.)/.exec(text)![1]).join('')
      await until(async () => (await rows.count()) === 3)
      const before = await order()
      await rows.first().hover()
      isTurned = true
      await rows.filter({ hasText: ', news' }).first().waitFor()
      assert.equal(await order(), before)
      await page.mouse.move(700, 400)
      await until(async () => (await order()) === [...before].reverse().join(''))
    }))

  test('the price has one height with any explanation, and leaves the form its room', () =>
    world.inWindow(async (page) => {
      const foot = async () => (await page.locator('.panel-foot').boundingBox())!.height
      const priceOf = async (wkt: string) => {
        await paste(page, wkt)
        await priced(page)
        await page.getByText('Planning request (oriëntatieverzoek)', { exact: true }).first().click()
        await priced(page)
        return foot()
      }
      const plain = await priceOf('POLYGON((155000 463000,155060 463000,155060 463060,155000 463060,155000 463000))')
      await shows(page.locator('.price .saving'), 0)
      const saving = await priceOf(SLANTING)
      await page.locator('.price .saving').waitFor({ state: 'attached' })
      assert.equal(saving, plain)
      const body = (await page.locator('.panel.right .panel-body').boundingBox())!.height
      assert.ok(body > 3 * saving, `${body} px for the form, ${saving} for the price and its buttons`)
      // All of it is one click away.
      await page.locator('.price-why summary').click()
      await page.locator('.price').getByText('This is the minimum.').waitFor()
    }))

  test('how much of a reference goes to Kadaster is said while it is typed', () =>
    world.inWindow(async (page) => {
      const field = page.getByRole('textbox', { name: /Reference/ })
      await field.fill('Glasvezel Soesterweg')
      await page.getByText('20 / 30 characters (sent to Kadaster)').waitFor()
      await field.fill('Glasvezel Soesterweg van 12 tot en met 48')
      await page.getByText(/Glasvezel Soesterweg van 12 to/).waitFor()
      await shows(page.getByText(/Soesterweg van 12 tot/), 0)
    }))

  test('a file of maps is chosen in the system’s dialog where the window has one', () =>
    world.at('/?settings=maps', async (page) => {
      await button(page, 'Choose a file…').waitFor()
      await shows(page.getByRole('textbox', { name: 'Map file' }), 0, 'nobody has to type a path')
      // The one call of the shell; what else it can do is not asked of it here.
      await page.addInitScript(`window.klic = new Proxy({}, { get: (_, name) =>
        name === 'chooseMapFile' ? async () => '/kaarten/utrecht.pmtiles'
        : String(name).startsWith('on') ? () => () => {} : () => new Promise(() => {}) })`)
      await page.reload()
      await button(page, 'Choose a file…').click()
      await until(async () => (await page.getByRole('textbox', { name: 'Map file' }).inputValue()).endsWith('.pmtiles'))
    }))
})

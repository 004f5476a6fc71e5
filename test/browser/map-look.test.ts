/** What is on the map: the background of one's own, and of a result the themes and operators, as strongly as wished. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { DemoWorld } from '../support/demo-world.ts'
import { pmtilesFile, pngOf, vectorTiles } from '../support/map-files.ts'
import { colourAt, countPixels } from '../support/pixels.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue, shows } from '../support/waits.ts'

const BOUNDS = [3, 50.5, 7.5, 54] as const
/** The whole country lies in these. */
const TILES = [5, 6, 7].flatMap((z) => {
  const column = (lng: number) => Math.floor(((lng + 180) / 360) * 2 ** z)
  const [west, east] = [column(BOUNDS[0]), column(BOUNDS[2])]
  const rows = { 5: [10, 10], 6: [20, 21], 7: [40, 43] }[z] as [number, number]
  return Array.from({ length: east - west + 1 }, (_, i) => west + i).flatMap((x) =>
    Array.from({ length: rows[1] - rows[0] + 1 }, (_, i) => [z, x, rows[0] + i] as const),
  )
})
const [west, south, east, north] = BOUNDS
const EVERYWHERE = {
  type: 'FeatureCollection' as const,
  features: [
    {
      type: 'Feature' as const,
      properties: { kind: 'wood' },
      geometry: {
        type: 'Polygon' as const,
        coordinates: [[west, south, east, south, east, north, west, north, west, south]].map((flat) =>
          Array.from({ length: 5 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!]),
        ),
      },
    },
  ],
}
/** A place on the map beside all panels, in the middle of the country. */
const MIDDLE = [690, 380] as const
/** Five for the first picture of a slow map, which has no sky, and one for each look of map/warm-up.ts. */
const SHADERS = 14

describe('what is on the map', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const demo = new DemoWorld()
  let browser: Browser
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klic-map-'))
    await demo.open()
    browser = await startBrowser({ drawn: true })
    await demo.fill()
  })
  after(async () => {
    await browser?.close()
    await demo.close()
    await rm(folder, { recursive: true, force: true })
  })

  const at = (path: string, work: (page: Page) => Promise<void>, script = ''): Promise<void> =>
    demo.inWindow(browser, path, work, script)
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  const still = (page: Page) => page.locator('.canvas[aria-busy="false"]').waitFor()
  const chooseBackground = async (page: Page, name: string) => {
    await button(page, 'Background map').click()
    await page.getByRole('menuitemradio', { name }).click()
    await page.getByRole('menuitemradio').first().waitFor({ state: 'detached' })
  }
  const isShown = (page: Page, rgb: readonly number[]) =>
    until(async () => {
      const colour = await colourAt(page, ...MIDDLE)
      return colour.every((value, i) => Math.abs(value - rgb[i]!) < 12)
    })

  test('what a result is drawn with is made before one is opened: neither opening it nor coming closer waits for it', () =>
    at(
      '/',
      async (page) => {
        const linked = async (): Promise<number> => Number(await page.evaluate('globalThis.linked'))
        await until(async () => (await linked()) >= SHADERS)
        await page.locator('.job-item', { hasText: 'Bermsloot' }).click()
        await page.locator('.right .theme').first().waitFor()
        for (let closer = 0; closer < 5; closer++) {
          await still(page)
          await button(page, 'Zoom in').click()
        }
        await still(page)
        assert.equal(await linked(), SHADERS)
      },
      `globalThis.linked = 0
      const { linkProgram } = WebGL2RenderingContext.prototype
      WebGL2RenderingContext.prototype.linkProgram = function (program) { linked++; linkProgram.call(this, program) }`,
    ))

  test('operators are listed with their themes, switched off one by one, and remembered as the list to show', () =>
    at(`/?job=${demo.readyJob}`, async (page) => {
      await page.locator('.right .theme').first().waitFor()
      await still(page)
      const all = await countPixels(page, MAP, STRONG)
      assert.ok(all > 300, `${all} pixels of cables`)
      await page.getByRole('radio', { name: 'Operators' }).click()
      const operators = page.locator('.by-operator').getByRole('checkbox')
      const count = await operators.count()
      assert.ok(count >= 2)
      for (let i = 0; i < count; i++) await page.locator('label.by-operator').nth(i).click()
      await until(async () => (await countPixels(page, MAP, STRONG)) < all / 10)
      assert.match(page.url(), /hide-operators=/)
      await page.reload()
      await page.locator('.by-operator').first().waitFor()
      await shows(page.locator('.by-operator').getByRole('checkbox', { checked: true }), 0)
      await button(page, 'Show all').click()
      await until(async () => (await countPixels(page, MAP, STRONG)) > all / 2)
      assert.doesNotMatch(page.url(), /hide-operators=/)
    }))

  test('a file of pictures is chosen in the settings, described, and lies under everything', () =>
    at('/?settings=maps', async (page) => {
      const file = join(folder, 'foto.pmtiles')
      const tiles = TILES.map(([z, x, y]) => ({ z, x, y, bytes: pngOf(200, 40, 160) }))
      await writeFile(
        file,
        pmtilesFile({ tiles, type: 2, bounds: BOUNDS, metadata: { name: 'Luchtfoto' }, packing: 'none' }),
      )
      await page.getByText('A file that is on this computer already').click()
      const path = page.getByRole('textbox', { name: 'Map file' })
      await path.fill(`${file}.gone`)
      await button(page, 'Save').click()
      await page.locator('.field-error', { hasText: 'There is no such file' }).waitFor()
      await path.fill(file)
      await button(page, 'Save').click()
      await page.getByText('PMTiles, raster tiles').waitFor()
      await page.getByText('50.5°, 3° to 54°, 7.5°').waitFor()
      await button(page, 'Close').click()
      await chooseBackground(page, 'Offline map')
      await page.getByText('Offline map: Luchtfoto').waitFor()
      await isShown(page, [205, 63, 170])
      await page.reload()
      await isShown(page, [205, 63, 170])
      await chooseBackground(page, 'No map')
      await page.getByText('© Natural Earth').waitFor()
      await still(page)
      await isShown(page, [251, 250, 246])
    }))

  test('vector tiles are drawn in our own plain look, light and dark', () =>
    at('/', async (page) => {
      const file = join(folder, 'streek.pmtiles')
      const metadata = { name: 'Streek', vector_layers: [{ id: 'landuse' }] }
      const tiles = vectorTiles({ landuse: EVERYWHERE }, TILES)
      await writeFile(file, pmtilesFile({ tiles, type: 1, bounds: BOUNDS, metadata }))
      await demo.ask('/settings', 'PUT', { 'maps.offline_file': file })
      await page.reload()
      await chooseBackground(page, 'Offline map')
      await page.getByText('Offline map: Streek').waitFor()
      await isShown(page, [230, 237, 220])
      await button(page, 'Dark').click()
      await isShown(page, [29, 46, 40])
    }))

  /** Beside the panels. */
  const MAP = { x: 330, y: 120, width: 520, height: 560 }

  for (const [scheme, house] of [
    ['light', 'Math.abs(r - 228) < 10 && Math.abs(g - 228) < 10 && Math.abs(b - 224) < 12'],
    ['dark', 'r > 45 && r < 80 && Math.abs(r - g) < 12 && Math.abs(g - b) < 14'],
  ] as const)
    test(`without a network the town of the simulator lies under everything, which says that it is invented, ${scheme}`, () =>
      at('/?area', async (page) => {
        if (scheme === 'dark') await button(page, 'Dark').click()
        await chooseBackground(page, 'Simulator base map')
        await page.getByText('Invented base map (simulator)').waitFor()
        await page.keyboard.press('Control+k')
        await page.keyboard.type('155000 463000')
        await page.getByRole('option', { name: /155,000/ }).waitFor()
        await page.keyboard.press('Enter')
        await until(async () => {
          await still(page)
          return (await countPixels(page, MAP, house)) > 4000
        })
        await chooseBackground(page, 'No map')
        await page.getByText('© Natural Earth').waitFor()
        // The shadow of its name has the colour of a house.
        await button(page, 'Clear search').click()
        await shows(page.locator('.note-place'), 0)
        await until(async () => {
          await still(page)
          return (await countPixels(page, MAP, house)) < 2000
        })
      }))

  test('a background that does not come is said, with what can be done about it', async () => {
    // Which would stand in for it.
    await demo.ask('/settings', 'PUT', { 'maps.offline_file': null })
    await at('/', async (page) => {
      await page.route('https://service.pdok.nl/**', (route) => route.abort('internetdisconnected'))
      await chooseBackground(page, 'PDOK map')
      await page.getByText('Invented base map: PDOK is not reachable.').waitFor()
      await page.getByText('Invented base map (simulator)').waitFor()
      await chooseBackground(page, 'No map')
      await shows(page.locator('.map-notes p'), 0)
      await chooseBackground(page, 'PDOK map')
      // A result that lies on the base map of its deliveries is not in want of one.
      await page.locator('.map-notes p').waitFor()
      await page.locator('.job-item', { hasText: 'Bermsloot' }).click()
      await page.locator('.right .theme').first().waitFor()
      await shows(page.locator('.map-notes p'), 0)
      await button(page, 'Close').first().click()
      await button(page, 'Choose an offline map').click()
      await button(page, 'Choose a file…').waitFor()
    })
  })

  test('all jobs are pins: one says its name and opens its job, several at one place come apart', () =>
    at('/', async (page) => {
      await page.locator('.job-item').first().waitFor()
      const find = async (place: string) => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type(place)
        await page
          .getByRole('option', { name: place.slice(0, 3) })
          .first()
          .waitFor()
        await page.keyboard.press('Enter')
        await page.locator('.note-place').waitFor()
      }
      const pointed = async (said: RegExp) => {
        await until(async () => {
          await still(page)
          const { x, y, width, height } = (await page.locator('.note-place').boundingBox())!
          await page.mouse.move(x + width / 2, y + height + 1)
          await page.mouse.move(x + width / 2, y + height)
          return said.test((await page.locator('.readout').textContent()) ?? '')
        })
      }
      const click = async () => {
        await page.mouse.down()
        await page.mouse.up()
      }
      // The middle of the area of a quote.
      await find('155645 390645')
      await pointed(/^Schoolplein · RD/)
      await page.locator('.note-tip', { hasText: 'Schoolplein' }).waitFor()
      for (let out = 0; out < 7; out++) await button(page, 'Zoom out').click()
      await pointed(/^[4-9] jobs · RD/)
      const scale = await page.locator('.scale-choice option:checked').textContent()
      await click()
      await until(async () => (await page.locator('.scale-choice option:checked').textContent()) !== scale)
      await page.reload()
      await page.locator('.job-item').first().waitFor()
      await find('155645 390645')
      await pointed(/^Schoolplein · RD/)
      await click()
      await page.locator('.right').getByRole('heading', { name: 'Schoolplein' }).waitFor()
      // An area that is drawn has the map to itself.
      await button(page, 'New notification').click()
      await page.locator('.right .tools').waitFor()
      await still(page)
      await page.mouse.move(...MIDDLE)
      await shows(page.locator('.note-tip', { hasText: 'Schoolplein' }), 0)
    }))

  test('without a file the choice says so and leads to where one is set', async () => {
    await demo.ask('/settings', 'PUT', { 'maps.offline_file': null })
    await at('/', async (page) => {
      await button(page, 'Background map').click()
      const choice = page.getByRole('menuitemradio', { name: 'Offline map' })
      await choice.getByText('No map file has been chosen yet').waitFor()
      await choice.click()
      await button(page, 'Choose a file…').waitFor()
    })
  })

  /** Colours of cables and pipes are strong; paper, parts and the request's border are not, or are pink. */
  const STRONG = 'Math.max(r, g, b) - Math.min(r, g, b) > 90 && !(r > 200 && b > 180)'

  test('the pointer says what lies under it, and whose', () =>
    at(`/?job=${demo.readyJob}`, async (page) => {
      await page.locator('.right .theme').first().waitFor()
      await still(page)
      const themes = await page.locator('.right .theme-name').allTextContents()
      const said = page.locator('.readout')
      // From west to east through the middle of the area: something is crossed.
      let found = ''
      for (let x = 340; x < 850 && found === ''; x += 3) {
        await page.mouse.move(x, 360)
        const text = (await said.textContent()) ?? ''
        if (!text.startsWith('RD')) found = text
      }
      const [theme, operator] = found.split(' · ')[0]!.split(', ')
      assert.ok(themes.includes(theme!), found)
      assert.match(operator!, /^Simulatie/)
      assert.match(found, / · RD 15[45]\d{3}, 390\d{3}$/)
    }))

  test('all themes or one are made faint, by keys too, and stay so', () =>
    at(`/?job=${demo.readyJob}`, async (page) => {
      await page.locator('.right .theme').first().waitFor()
      await still(page)
      const all = await countPixels(page, MAP, STRONG)
      const slider = page.getByRole('slider', { name: 'Opacity' })
      await slider.focus()
      await page.keyboard.press('Home')
      await page.getByText('10%').waitFor()
      await until(async () => (await countPixels(page, MAP, STRONG)) < all / 10)
      await page.reload()
      await page.getByText('10%').waitFor()
      await until(async () => (await countPixels(page, MAP, STRONG)) < all / 10)
      await page.getByRole('combobox', { name: 'Opacity of' }).selectOption({ index: 1 })
      await hasValue(slider, '1')
      await slider.focus()
      await page.keyboard.press('ArrowLeft')
      await page.getByText('90%').waitFor()
      await button(page, 'Reset opacity').click()
      await until(async () => (await countPixels(page, MAP, STRONG)) > all / 2)
    }))
})

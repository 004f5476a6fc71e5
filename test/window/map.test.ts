/** The map by its pixels: differences, and a slow map's first picture. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { DemoWorld } from '../support/demo-world.ts'
import { colourAt, countPixels } from '../support/pixels.ts'
import { rdBox } from '../support/rd-box.ts'
import { WATCH } from '../support/slow-map.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { atRest } from '../support/window-world.ts'

/** A place on the map beside all panels, in the middle of the country. */
const MIDDLE = [690, 380] as const
const TILES = /\/tiles\/.*\.mvt/
/** Beside the panels. */
const MAP = { x: 330, y: 120, width: 520, height: 560 }
describe('the map, as it is drawn', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const demo = new DemoWorld()
  let browser: Browser
  before(async () => {
    await demo.open()
    browser = await startBrowser({ drawn: true })
    await demo.fill()
  })
  after(async () => {
    await browser?.close()
    await demo.close()
  })

  const at = (path: string, work: (page: Page) => Promise<void>, script = ''): Promise<void> =>
    demo.inWindow(browser, path, work, script)
  const still = atRest

  test('lies under a veil that says so until the lines of the result are drawn, at every width, also when they fail', async () => {
    const held = Promise.withResolvers<void>()
    const veil = (page: Page) => page.locator('.map-veil')
    await at('/', async (page) => {
      await page.route(TILES, async (route) => {
        await held.promise
        await route.continue()
      })
      await page.setViewportSize({ width: 360, height: 760 })
      const job = Promise.withResolvers<void>()
      await page.route(`**/dashboard/api/jobs/${demo.readyJob}`, async (route) => {
        await job.promise
        await route.continue()
      })
      const asked = page.waitForRequest(TILES)
      await page.goto(`${demo.url}/?job=${demo.readyJob}`)
      // Its area may be drawn before it is known what lies there.
      await veil(page).getByText('Drawing cables and pipes…').waitFor()
      job.resolve()
      await asked
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 760 })
        await veil(page).getByText('Drawing cables and pipes…').waitFor()
      }
      held.resolve()
      await veil(page).waitFor({ state: 'detached' })
      assert.equal(await page.getByText('the map is incomplete').count(), 0)
    })
    await at('/', async (page) => {
      await page.route(TILES, (route) => route.fulfill({ status: 500 }))
      await page.goto(`${demo.url}/?job=${demo.neighbourJob}`)
      await page.getByText('the map is incomplete').waitFor()
      await veil(page).waitFor({ state: 'detached' })
    })
  })

  test('what is new since another result lies on the map in green, what is gone in red, and all of it is saved', async () => {
    const nothing = { geometry: rdBox(155_000, 390_000, 260, 180), klic_type: 'ORIENT', reference: 'SIM:empty' }
    const { job_id: empty } = (await demo.ask('/jobs', 'POST', { ...nothing, submit: true })) as { job_id: string }
    await until(async () => ((await demo.ask(`/jobs/${empty}`)) as { status: string }).status === 'ready')
    const near = (r: number, g: number, b: number) =>
      `Math.abs(r - ${r}) + Math.abs(g - ${g}) + Math.abs(b - ${b}) < 12`
    for (const [job, other, kind, ink] of [
      [demo.readyJob, empty, 'nieuw', near(29, 122, 70)],
      [empty, demo.readyJob, 'vervallen', near(179, 38, 30)],
    ] as const) {
      await at(`/?job=${job}&tab=course`, async (page) => {
        const comparison = page.getByRole('combobox', { name: 'Compare with…' })
        await page.getByText('Compare', { exact: true }).click()
        await still(page)
        const before = await countPixels(page, MAP, ink)
        await comparison.selectOption({ value: `with:${other}` })
        const count = Number(await page.locator(`.count-${kind} strong`).innerText())
        assert.ok(count > 0)
        await until(async () => (await countPixels(page, MAP, ink)) > before + 50)
        const saving = page.waitForEvent('download')
        await page.locator('.save-differences').getByRole('link', { name: 'GeoJSON' }).click()
        const file = await saving
        assert.match(file.suggestedFilename(), /_verschillen\.geojson$/)
        const { features } = JSON.parse(await readFile(await file.path(), 'utf8')) as {
          features: { properties: { verschil: string } }[]
        }
        assert.equal(features.filter(({ properties }) => properties.verschil === kind).length, count)
        await comparison.selectOption('')
        await until(async () => (await countPixels(page, MAP, ink)) <= before)
      })
    }
  })

  test('a slow map is hidden until it has a picture, and then the country is seen', () =>
    at(
      '/',
      async (page) => {
        await still(page)
        assert.ok(Number(await page.evaluate('pictures')) > 0)
        assert.equal(await page.evaluate('bare'), 0)
        const [r, g, b] = await colourAt(page, ...MIDDLE)
        assert.ok(Math.min(r!, g!, b!) > 230, `land: ${[r, g, b].join()}`)
      },
      WATCH,
    ))

  test('a slow map is reached by keys, and shows that it is', () =>
    at('/', async (page) => {
      await still(page)
      await page.locator('.maplibregl-canvas').focus()
      await page.keyboard.press('ArrowLeft')
      const outline = await page.evaluate(`getComputedStyle(document.querySelector('.slow-picture')).outlineStyle`)
      assert.equal(outline, 'solid')
    }))
})

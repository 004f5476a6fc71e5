/** Every tool for an area, by mouse and by finger on the map, in a browser on the real server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { drag, hasCorners, isNear, rectangle, surface } from '../support/drawn-area.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { atRest, button, clear, clicks, paste, priced, rdAt, tool, WindowWorld, xOf } from '../support/window-world.ts'

/** Corners in RD of 1,200 by 400 m: three notifications. */
const WIDE = '155000 463000\n156200 463000\n156200 463400\n155000 463400'
describe('the tools for an area', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  const onMap = (work: (page: Page) => Promise<void>) => world.onMap(work)
  const sum = (page: Page, amount: string) =>
    page.getByRole('region', { name: 'Price' }).getByText(amount, { exact: true })

  test('a circle by its centre and rim, a trench by its line and width', () =>
    onMap(async (page) => {
      await tool(page, 'Rectangle')
      await clicks(page, [500, 250], [700, 450])
      // What 200 by 200 pixels are in square metres.
      const square = await surface(page)
      await clear(page)
      await tool(page, 'Circle')
      await clicks(page, [600, 360], [680, 360])
      isNear(await surface(page), (square * Math.PI * 80 ** 2) / 200 ** 2, square / 200)
      await clear(page)
      await tool(page, 'Corridor')
      await clicks(page, [450, 300], [650, 300], [650, 300])
      const width = page.getByRole('spinbutton', { name: 'Width in metres' })
      await width.fill('10')
      await priced(page)
      const ten = await surface(page)
      // Ten metres wide, its ends round.
      isNear(ten, Math.sqrt(square) * 10 + Math.PI * 25, 15)
      await width.fill('20')
      await until(async () => (await surface(page)) > ten * 1.9)
    }))

  test('Escape takes back the last corner, another tool leaves the drawing, and undo brings it back', () =>
    onMap(async (page) => {
      await tool(page, 'Polygon')
      await clicks(page, [500, 250], [700, 250], [700, 450], [500, 450])
      await page.getByText('Point 4 placed').waitFor()
      await page.keyboard.press('Escape')
      const placed = page.locator('.note-corner, .making')
      await page.getByRole('button', { name: 'Circle', exact: true }).click()
      await page.getByRole('button', { name: 'Circle', exact: true, pressed: true }).waitFor()
      await tool(page, 'Undo')
      await page.getByRole('button', { name: 'Polygon', exact: true, pressed: true }).waitFor()
      assert.ok(await placed.count())
      await clicks(page, [500, 450], [500, 450])
      await hasCorners(page, 4)
      await clear(page)
    }))

  test('corners are dragged, added at a midpoint and removed; a hole is cut, the whole split, all of it undone', () =>
    onMap(async (page) => {
      await rectangle(page)
      const whole = await surface(page)
      const x = await xOf(page, 1).inputValue()
      await drag(page, [500, 250], [470, 230])
      await until(async () => (await xOf(page, 1).inputValue()) !== x)
      await until(async () => (await surface(page)) > whole)
      await drag(page, [600, 450], [600, 480])
      await hasCorners(page, 5)
      await page.mouse.click(600, 480, { button: 'right' })
      await hasCorners(page, 4)
      await tool(page, 'Cut a hole')
      await clicks(page, [560, 320], [640, 320], [640, 390], [560, 390], [560, 320])
      await page.getByText('Hole 1').waitFor()
      await hasCorners(page, 8)
      await tool(page, 'Split')
      await clicks(page, [520, 200], [520, 500], [520, 500])
      await page.getByRole('heading', { name: /Other areas/ }).waitFor()
      let steps = 0
      for (const undo = page.getByRole('button', { name: 'Undo', exact: true }); await undo.isEnabled(); steps++) {
        await undo.click()
      }
      await page.getByText('Draw on the map').waitFor()
      assert.ok(steps >= 6, `${steps} steps`)
    }))

  test('at the scale of a country a click begins nothing but comes closer; with Shift it draws', () =>
    world.inWindow(async (page) => {
      await tool(page, 'Polygon')
      const hint = page.getByText('Zoom in first')
      await hint.waitFor()
      // The map moves to where it was clicked: the same place is clicked until it is near enough.
      for (let closer = 0; closer < 8 && (await hint.isVisible()); closer++) {
        await page.mouse.click(560, 400)
        await atRest(page)
      }
      await hint.waitFor({ state: 'hidden' })
      const first = page.locator('.making .unseen', { hasText: 'Point 1' })
      await shows(first, 0)
      await page.getByRole('button', { name: 'Zoom to the Netherlands' }).click()
      await hint.waitFor()
      await page.keyboard.down('Shift')
      await page.mouse.click(560, 400)
      await page.keyboard.up('Shift')
      await first.waitFor()
    }))

  test('a finger draws: a tap is a corner, a tap on the last one ends it', () =>
    world.inWindow(
      async (page) => {
        await page.keyboard.press('Control+k')
        await page.keyboard.type('155000 463000')
        await page.getByRole('option', { name: /155,000/ }).waitFor()
        await page.keyboard.press('Enter')
        await page.locator('.canvas[aria-busy="false"]').waitFor()
        await button(page, 'Polygon').tap()
        const corners = [
          [520, 300],
          [680, 300],
          [680, 420],
          [520, 420],
        ] as const
        for (const [i, [x, y]] of corners.entries()) {
          await page.touchscreen.tap(x, y)
          await page.getByText(`Point ${i + 1} placed`).waitFor()
        }
        await page.touchscreen.tap(520, 420)
        await xOf(page, 4).waitFor({ state: 'attached' })
        await priced(page)
        await page.getByRole('region', { name: 'Price' }).getByText('€39.95', { exact: true }).waitFor()
      },
      { hasTouch: true },
    ))

  test('a rectangle that is drawn lies where it was drawn, gets its price, can be undone and survives a reload', () =>
    world.inWindow(async (page) => {
      await paste(page, WIDE)
      await sum(page, '€119.85').waitFor()
      await tool(page, 'Rectangle')
      await atRest(page)
      await page.mouse.click(520, 300)
      await page.mouse.move(640, 380, { steps: 5 })
      await page.mouse.click(640, 380)
      await sum(page, '€39.95').waitFor()
      await page.getByText('4 points').waitFor()
      await page.locator('.price[aria-busy="false"]').waitFor()
      const [first, opposite] = [await rdAt(page, 520, 300), await rdAt(page, 640, 380)]
      const figures = await page
        .locator('.corners .figure')
        .evaluateAll((all) => all.map((each) => Number((each as unknown as { value: string }).value)))
      const pixelM = (opposite[0] - first[0]) / 120
      for (const wanted of [...first, ...opposite])
        assert.ok(
          figures.some((figure) => Math.abs(figure - wanted) < 4 * pixelM),
          `${wanted} is none of ${figures}`,
        )
      // One part has no number on the map.
      await shows(page.locator('.note-part'), 0)
      await page.reload()
      await page.getByText('4 points').waitFor()
      await tool(page, 'Undo')
      await sum(page, '€119.85').waitFor()
    }))
})

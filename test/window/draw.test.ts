/** Every tool for an area, by mouse and by finger on the map, in a browser on the real server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import {
  atRest,
  button,
  clear,
  clicks,
  type Pixel,
  paste,
  priced,
  tool,
  WindowWorld,
  xOf,
} from '../support/window-world.ts'

/** Corners in RD of 1,200 by 400 m: three notifications. */
const WIDE = '155000 463000\n156200 463000\n156200 463400\n155000 463400'
/** A hand that has rested so long no longer throws the map. */
const LET_GO_MS = 300

describe('the tools for an area', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  const onMap = (work: (page: Page) => Promise<void>) => world.onMap(work)
  const drag = async (page: Page, from: Pixel, ...to: Pixel[]): Promise<void> => {
    await page.mouse.move(...from)
    await page.mouse.down()
    for (const place of to) await page.mouse.move(...place, { steps: 6 })
    await page.mouse.up()
  }
  const rectangle = async (page: Page): Promise<void> => {
    await tool(page, 'Rectangle')
    await clicks(page, [500, 250], [700, 450])
    await corners(page, 4)
    await atRest(page)
  }
  const corners = async (page: Page, count: number): Promise<void> => {
    await page.getByText(`${count} points`, { exact: true }).waitFor()
    await priced(page)
  }
  /** Square metres, as the price says them. */
  const surface = async (page: Page): Promise<number> => {
    await priced(page)
    const said = await page.getByRole('region', { name: 'Price' }).getByText(/^Area/).textContent()
    const [, figure, unit] = /Area ([\d.,]+) (m²|ha)/.exec(said!)!
    return Number(figure!.replace(',', '')) * (unit === 'ha' ? 10_000 : 1)
  }
  const sum = (page: Page, amount: string) =>
    page.getByRole('region', { name: 'Price' }).getByText(amount, { exact: true })
  const isNear = (actual: number, wanted: number, by: number): void =>
    assert.ok(Math.abs(actual - wanted) <= by, `${actual}, wanted ${wanted} ± ${by}`)

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
      await corners(page, 4)
      await clear(page)
    }))

  test('a map that is dragged goes as far as the hand, in one step or in many, and takes what is drawn along', () =>
    onMap(async (page) => {
      await tool(page, 'Rectangle')
      await clicks(page, [500, 200], [560, 260])
      await priced(page)
      await tool(page, 'Polygon')
      const note = async (): Promise<Pixel> => {
        const { x, y } = (await page.locator('.note-part').boundingBox())!
        return [x, y]
      }
      for (const [steps, right, down] of [
        [1, 60, 40],
        [20, -60, -40],
        [7, 60, 40],
      ] as const) {
        await atRest(page)
        const [x, y] = await note()
        await page.mouse.move(700, 500)
        await page.mouse.down()
        await page.mouse.move(700 + right, 500 + down, { steps })
        const isThere = async (): Promise<boolean> => {
          const [left, top] = await note()
          return Math.hypot(left - x - right, top - y - down) < 2
        }
        // Held there: what is let go while it moves goes on for a while.
        await until(isThere)
        await page.waitForTimeout(LET_GO_MS)
        await page.mouse.up()
        await atRest(page)
        assert.ok(await isThere(), `${steps} steps`)
      }
    }))

  test('freehand: pressed, drawn around, let go; larger, simpler, and all undone', () =>
    onMap(async (page) => {
      await tool(page, 'Freehand')
      // Straight at first, as a hand that begins along a kerb.
      await drag(page, [500, 250], [560, 250], [700, 250], [720, 350], [650, 450], [520, 440], [490, 340], [500, 252])
      await page.getByText(/^\d+ points$/).waitFor()
      const drawn = await surface(page)
      assert.ok(drawn > 1000)
      await page.getByText('Whole area').click()
      await page.getByRole('textbox', { name: /Grow or shrink/ }).fill('5')
      await tool(page, 'Apply')
      await until(async () => (await surface(page)) > drawn * 1.1)
      const grown = await page.getByText(/^\d+ points$/).textContent()
      await page.getByRole('textbox', { name: /Simplify/ }).fill('3')
      await tool(page, 'Simplify')
      await page.getByText(grown!, { exact: true }).waitFor({ state: 'detached' })
      for (let step = 0; step < 3; step++) await tool(page, 'Undo')
      await page.getByText('Draw it on the map').waitFor()
      for (let step = 0; step < 3; step++) await tool(page, 'Redo')
      await priced(page)
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
      await corners(page, 5)
      await page.mouse.click(600, 480, { button: 'right' })
      await corners(page, 4)
      await tool(page, 'Cut a hole')
      await clicks(page, [560, 320], [640, 320], [640, 390], [560, 390], [560, 320])
      await page.getByText('Hole 1').waitFor()
      await corners(page, 8)
      await tool(page, 'Split')
      await clicks(page, [520, 200], [520, 500], [520, 500])
      await page.getByRole('heading', { name: /Other areas/ }).waitFor()
      let steps = 0
      for (const undo = page.getByRole('button', { name: 'Undo', exact: true }); await undo.isEnabled(); steps++) {
        await undo.click()
      }
      await page.getByText('Draw it on the map').waitFor()
      assert.ok(steps >= 6, `${steps} steps`)
    }))

  test('the pen jumps to the corner of another area, and not with Alt', () =>
    onMap(async (page) => {
      await rectangle(page)
      const [x, y] = [await xOf(page, 2).inputValue(), await page.getByLabel('y of point 2').inputValue()]
      await page.getByText('Whole area').click()
      await tool(page, 'Draw another area')
      await tool(page, 'Polygon')
      // The rectangle's upper right corner is its second; both are within the reach of the pen.
      const placed = page.getByText(/^Point \d placed at/)
      const at = (text: string) => Number(text.replaceAll(',', ''))
      await clicks(page, [706, 244])
      const jumped = /at ([\d,.]+), ([\d,.]+)$/.exec((await placed.textContent())!)!
      isNear(at(jumped[1]!), Number(x), 0.5)
      isNear(at(jumped[2]!), Number(y), 0.5)
      await page.keyboard.press('Backspace')
      await page.keyboard.down('Alt')
      await clicks(page, [706, 244])
      await page.keyboard.up('Alt')
      const free = /at ([\d,.]+), ([\d,.]+)$/.exec((await placed.textContent())!)!
      assert.ok(Math.hypot(at(free[1]!) - Number(x), at(free[2]!) - Number(y)) > 1, String(free))
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
        await xOf(page, 4).waitFor()
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
      await until(async () => {
        const number = await page.locator('.note-part').boundingBox()
        return Math.hypot(number!.x + number!.width / 2 - 580, number!.y + number!.height / 2 - 340) < 4
      })
      await page.reload()
      await page.getByText('4 points').waitFor()
      await tool(page, 'Undo')
      await sum(page, '€119.85').waitFor()
    }))
})

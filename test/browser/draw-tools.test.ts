/** Freehand, a map that moves below the pen, and the pen that jumps to corners, in a browser on the real server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { drag, isNear, rectangle, surface } from '../support/drawn-area.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { atRest, clicks, type Pixel, paste, priced, tool, WindowWorld, xOf } from '../support/window-world.ts'

/** A hand that has rested so long no longer throws the map. */
const LET_GO_MS = 300

describe('the pen and the map below it', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  const onMap = (work: (page: Page) => Promise<void>) => world.onMap(work)

  test('a map that is dragged goes as far as the hand, in one step or in many, and takes what is drawn along', () =>
    onMap(async (page) => {
      // Of two parts: their numbers are on the map.
      await paste(page, '155000 463000\n155700 463000\n155700 463200\n155000 463200')
      await priced(page)
      await atRest(page)
      await tool(page, 'Polygon')
      const note = async (): Promise<Pixel> => {
        const { x, y } = (await page.locator('.note-part').first().boundingBox())!
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
      await page.getByText('Draw on the map').waitFor()
      for (let step = 0; step < 3; step++) await tool(page, 'Redo')
      await priced(page)
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
})

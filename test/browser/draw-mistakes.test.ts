/** What is wrong with an area is said where it is wrong, on the map, in the language of the window. */
import { after, before, describe, test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { atRest, clear, clicks, paste, tool, WindowWorld } from '../support/window-world.ts'

describe('what is wrong with an area', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  test('what seems to lie abroad is said at that corner, while the price stands', () =>
    world.onMap(async (page) => {
      // On the border of Dutch Limburg with Belgium, which lies in the south-west.
      await page.keyboard.press('Control+k')
      await page.keyboard.type('181368 348842')
      await page.getByRole('option', { name: /181,368/ }).waitFor()
      await page.keyboard.press('Enter')
      await atRest(page)
      await tool(page, 'Polygon')
      await clicks(page, [700, 250], [500, 450], [720, 300], [700, 250])
      const price = page.getByRole('region', { name: 'Price' })
      await price.getByText('appears to be in Belgium or Germany').waitFor()
      const note = page.locator('.note-care')
      await note.getByText('Appears to be outside the Netherlands').waitFor()
      await shows(note, 1)
      // Below its corner, over the area, which lies to the right of it.
      await until(async () => {
        const { x, y } = (await note.boundingBox())!
        return Math.hypot(x - 500, y - 460) < 8
      })
      await tool(page, 'Nederlands')
      await note.getByText('Lijkt in het buitenland te liggen').waitFor()
      await tool(page, 'English')
      await clear(page)
      await note.waitFor({ state: 'detached' })
    }))

  test('what is wrong is said at its place: a crossing, another country, too large', () =>
    world.onMap(async (page) => {
      const note = page.locator('.note-mistake, .note-wrong')
      await tool(page, 'Polygon')
      await clicks(page, [500, 250], [700, 450], [700, 250], [500, 450], [500, 250])
      // It may be drawn anew meanwhile.
      await until(async () => {
        const box = await note.boundingBox()
        return box !== null && Math.hypot(box.x + box.width / 2 - 600, box.y + box.height / 2 - 350) < 8
      })
      await page.getByText('Found: one crossing').waitFor()
      await clear(page)
      await tool(page, 'Polygon')
      for (const [i, corner] of ['155000 463000', '155000 645000', '160000 463000'].entries()) {
        await page.getByRole('textbox', { name: /Point: x y/ }).fill(corner)
        await page.keyboard.press('Enter')
        await page.getByText(`Point ${i + 1} placed`).waitFor()
      }
      await note.getByText('Outside the Netherlands').waitFor()
      await tool(page, 'Stop')
      await paste(page, 'POLYGON((100000 400000,200000 400000,200000 500000,100000 500000,100000 400000))')
      await note.getByText('Too large for one job').waitFor()
      await tool(page, 'Nederlands')
      await note.getByText('Te groot voor één opdracht').waitFor()
      // The server's own words are English.
      await shows(page.locator('.problem [lang="en"]'), 0)
    }))
})

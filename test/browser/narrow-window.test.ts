/** The sheet of a narrow window, as also 1280 x 720 is at 200 %: it folds to one line, and the map is free beside it. */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import {
  closeSheets,
  foldByKeyboard,
  folding,
  isUnfolded,
  NARROW,
  newAreaInSheet,
  openSheet,
  TWICE,
  topOf,
} from '../support/narrow-sheet.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { atRest, rdAt, WindowWorld } from '../support/window-world.ts'

/** The buttons of the map are behind one in so narrow a window. */
const zoomIn = async (page: Page): Promise<void> => {
  const buttons = page.getByRole('button', { name: 'Map buttons' })
  const zoom = page.getByRole('button', { name: 'Zoom in' })
  await shows(zoom, 0)
  await buttons.click()
  await zoom.click()
  await buttons.click()
  await shows(zoom, 0)
}

describe('the sheet of a narrow window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())
  afterEach(() => closeSheets(world))

  test('folds by keyboard to one line with what it is and its state, at 200 %', async () => {
    await foldByKeyboard(world, TWICE)
  })

  test('at 200 % every act on a point of the area is in sight', async () => {
    const page = await openSheet(world, TWICE)
    const points = page.locator('.corners')
    if ((await points.getAttribute('open')) === null) await points.locator('summary').click()
    const panel = (await page.locator('.right').boundingBox())!
    for (const name of ['Move point 1 with the arrow keys', 'New point after point 1', 'Remove point 1']) {
      const act = points.getByRole('button', { name, exact: true })
      await act.scrollIntoViewIfNeeded()
      const { x, width } = (await act.boundingBox())!
      assert.ok(x >= panel.x && x + width <= panel.x + panel.width, name)
      assert.equal(await points.locator('> div').evaluate((box) => box.scrollWidth - box.clientWidth), 0)
    }
  })

  test('stays folded while the same is open, and comes unfolded with something else', async () => {
    const page = await openSheet(world, NARROW)
    await folding(page).click()
    await zoomIn(page)
    await newAreaInSheet(page)
    assert.equal(await isUnfolded(page), false)
    await folding(page).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Nothing has been submitted yet.').waitFor()
    await folding(page).click()
    await page.locator('.right .pill', { hasText: 'Draft' }).waitFor()
    await newAreaInSheet(page)
    await page.getByRole('heading', { name: 'New notification' }).waitFor()
    assert.ok(await isUnfolded(page))
  })

  test('what is looked for ends up in the middle of what is left of the map', async () => {
    const page = await openSheet(world, NARROW)
    const lookFor = async (text: string): Promise<number> => {
      const search = page.getByRole('combobox', { name: 'Search' })
      await search.fill(text)
      await page.getByRole('option', { name: /RD/ }).first().waitFor()
      await search.press('Enter')
      await page.locator('.note-place').waitFor()
      await page.locator('.canvas[aria-busy="true"]').waitFor({ state: 'detached' })
      const { x, y, width, height } = (await page.locator('.note-place').boundingBox())!
      const foot = { x: x + width / 2, y: y + height }
      // The buttons of the map take a little on the right.
      assert.ok(Math.abs(foot.x - NARROW.width / 2) < 30, `${foot.x} is not in the middle`)
      return foot.y
    }
    const above = await lookFor('155000 463000')
    assert.ok(above < (await topOf(page)), `${above} is behind the sheet`)
    await folding(page).click()
    const lower = await lookFor('170000 470000')
    assert.ok(lower > above + 100, `${lower} is where it was with the sheet unfolded`)
    assert.ok(lower < (await topOf(page)))
  })

  test('what a job opened with comes into the free map once its sheet is folded, but not under a hand', async () => {
    const page = await openSheet(world, TWICE)
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Nothing has been submitted yet.').waitFor()
    const part = page.locator('.note-part').first()
    const rest = () => page.locator('.canvas[aria-busy="false"]').waitFor()
    const middle = async (): Promise<number> => {
      await rest()
      const { y, height } = (await part.boundingBox())!
      return y + height / 2
    }
    await rest()
    // Beside the sheet, which leaves room for it: the map that shows what was opened is seen at once.
    const sheet = (await page.locator('.right').boundingBox())!
    for (const note of await page.locator('.note-part').all()) {
      const { x, y, width, height } = (await note.boundingBox())!
      assert.ok(x > 0 && x + width < sheet.x && y > 0 && y + height < TWICE.height, `a part at ${x}, ${y}`)
    }
    await folding(page).click()
    await page.locator('.fold [aria-expanded="false"]').waitFor()
    const below = (await page.locator('.search-field').boundingBox())!
    const free = await middle()
    assert.ok(free > below.y + below.height && free < (await topOf(page)), `${free} is not in the free map`)
    // All three lie side by side: they fill a good part of the free map's width or height.
    const width = (await page.locator('.note-part').last().boundingBox())!.x - (await part.boundingBox())!.x
    assert.ok(Math.abs(width) > 100, `${width} pixels from the first to the last`)
    await zoomIn(page)
    const apart = async (): Promise<number> => {
      await rest()
      return Math.abs((await page.locator('.note-part').last().boundingBox())!.x - (await part.boundingBox())!.x)
    }
    await until(async () => (await apart()) > 1.9 * Math.abs(width))
    const near = await apart()
    await folding(page).click()
    await page.locator('.fold [aria-expanded="true"]').waitFor()
    assert.ok(Math.abs((await apart()) - near) < 3)
  })

  test('the whole country lies next to the list, and fills the map without it', async () => {
    /** RD, metres: the northernmost, southernmost and westernmost ground of the country. */
    const [NORTH, SOUTH, WEST] = [619_000, 307_000, 14_000]
    const place = async (page: Page, x: number, y: number) => {
      const [east, north] = await rdAt(page, x, y)
      const metresPerPixel = (await rdAt(page, x, y - 30))[1] / 30 - north / 30
      return { x: x - (east - WEST) / metresPerPixel, y: (rd: number) => y + (north - rd) / metresPerPixel }
    }
    for (const viewport of [NARROW, TWICE]) {
      await world.at(
        '/',
        async (page) => {
          await page.locator('.left').waitFor()
          await atRest(page)
          const list = (await page.locator('.left').boundingBox())!
          const isBelow = list.y > 60
          const foot = isBelow ? list.y : viewport.height
          const free = (await page.locator('.search-field').boundingBox())!
          const seen = await place(page, isBelow ? viewport.width / 2 : viewport.width - 150, foot - 90)
          const [top, bottom] = [seen.y(NORTH), seen.y(SOUTH)]
          assert.ok(top > free.y + free.height && bottom < foot, `from ${top} to ${bottom} over ${foot}`)
          if (!isBelow) assert.ok(seen.x > list.width, `begins at ${seen.x}`)
          await page.locator('.drawer-button button').click()
          await page.locator('.left').waitFor({ state: 'hidden' })
          await atRest(page)
          const alone = await place(page, viewport.width / 2, 250)
          if (isBelow) assert.ok(alone.y(SOUTH) - alone.y(NORTH) > 1.5 * (bottom - top))
          else assert.ok(alone.x < list.width)
        },
        { viewport },
      )
    }
  })

  test('a wide window has no fold, also after one was folded', async () => {
    const page = await openSheet(world, NARROW)
    await folding(page).click()
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.getByRole('button', { name: 'Save draft' }).waitFor()
    await shows(folding(page), 0)
  })
})

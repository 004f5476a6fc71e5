/** The sheet of a narrow window, with a new area that has its price. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright'
import { axeFindsNothing } from './axe.ts'
import { PATIENCE_MS } from './until.ts'
import { shows } from './waits.ts'
import type { WindowWorld } from './window-world.ts'

export const NARROW = { width: 480, height: 800 }
/** 1280 x 720 at 200 % */
export const TWICE = { width: 640, height: 360 }
const RD_CORNERS = '155000 463000\n156200 463000\n156200 463400\n155000 463400'

export async function openSheet(world: WindowWorld, viewport: { width: number; height: number }): Promise<Page> {
  const context = await world.browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', viewport })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  await page.goto(`${world.server.ready.base_url}/#token=${await world.server.token()}`)
  await newAreaInSheet(page)
  await page.getByRole('button', { name: 'Paste' }).click()
  await page.getByRole('textbox', { name: /WKT/ }).fill(RD_CORNERS)
  await page.getByRole('button', { name: 'Use this area' }).click()
  await page.locator('.price[aria-busy="false"]').waitFor()
  return page
}

/** After each test: a window that stays open costs the others. */
export const closeSheets = async (world: WindowWorld): Promise<void> => {
  for (const context of world.browser.contexts()) await context.close()
}

export const newAreaInSheet = async (page: Page): Promise<void> => {
  const list = page.getByRole('button', { name: 'Jobs' }).first()
  if ((await list.getAttribute('aria-expanded')) === 'false') await list.click()
  await page.getByRole('button', { name: 'New notification' }).click()
}
export const folding = (page: Page): Locator => page.getByRole('button', { name: 'Show details' })
export const isUnfolded = async (page: Page): Promise<boolean> =>
  (await folding(page).getAttribute('aria-expanded')) === 'true'
const boxOf = async (page: Page) => (await page.locator('.right').boundingBox())!
export const topOf = async (page: Page): Promise<number> => (await boxOf(page)).y
export const heightOf = async (page: Page): Promise<number> => (await boxOf(page)).height

/** Folds the sheet to one line and unfolds it, by the keyboard alone; axe finds nothing in the folded one. */
export async function foldByKeyboard(world: WindowWorld, size: { width: number; height: number }): Promise<void> {
  const page = await openSheet(world, size)
  assert.ok(await isUnfolded(page))
  assert.ok((await heightOf(page)) > size.height / 2)
  await folding(page).focus()
  await page.keyboard.press('Enter')
  assert.equal(await isUnfolded(page), false)
  assert.ok((await heightOf(page)) < 60)
  await page.getByRole('heading', { name: 'New notification' }).waitFor()
  await page.getByText('3 notifications, €119.85').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).waitFor({ state: 'hidden' })
  await shows(page.locator('.fold button:focus'), 1)
  // Gone, so that what it says above the page is not judged as a part of it.
  await page.keyboard.press('Escape')
  await axeFindsNothing(page)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save draft' }).waitFor()
}

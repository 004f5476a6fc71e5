/** An area that is drawn by the mouse, and what the panel says of it. */
import assert from 'node:assert/strict'
import type { Page } from 'playwright'
import { atRest, clicks, type Pixel, priced, tool } from './window-world.ts'

export const drag = async (page: Page, from: Pixel, ...to: Pixel[]): Promise<void> => {
  await page.mouse.move(...from)
  await page.mouse.down()
  for (const place of to) await page.mouse.move(...place, { steps: 6 })
  await page.mouse.up()
}

export const rectangle = async (page: Page): Promise<void> => {
  await tool(page, 'Rectangle')
  await clicks(page, [500, 250], [700, 450])
  await hasCorners(page, 4)
  await atRest(page)
}

export const hasCorners = async (page: Page, count: number): Promise<void> => {
  await page.getByText(`${count} points`, { exact: true }).waitFor()
  await priced(page)
}

/** Square metres, as the price says them. */
export const surface = async (page: Page): Promise<number> => {
  await priced(page)
  const said = await page.getByRole('region', { name: 'Price' }).getByText(/^Area/).textContent()
  const [, figure, unit] = /Area ([\d.,]+) (m²|ha)/.exec(said!)!
  return Number(figure!.replace(',', '')) * (unit === 'ha' ? 10_000 : 1)
}

export const isNear = (actual: number, wanted: number, by: number): void =>
  assert.ok(Math.abs(actual - wanted) <= by, `${actual}, wanted ${wanted} ± ${by}`)

/** What the map says of itself, and what can be done with a place on it, in a real browser. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue } from '../support/waits.ts'
import { atRest, button, WindowWorld } from '../support/window-world.ts'

const FIELD = [
  [155_000, 463_000],
  [155_200, 463_000],
  [155_200, 463_150],
  [155_000, 463_150],
  [155_000, 463_000],
]

/** Runs in the page: pixels by which the end of the readout lies outside a bar that is too narrow for it. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const BEYOND = (bar: any): number => {
  bar.style.maxWidth = '230px'
  const page = bar.ownerDocument
  const parts = page.createTreeWalker(bar.querySelector('.readout'), 4)
  let last = null
  while (parts.nextNode()) last = parts.currentNode
  const end = page.createRange()
  end.setStart(last, last.length - 1)
  end.setEnd(last, last.length)
  return end.getBoundingClientRect().right - bar.getBoundingClientRect().right
}

describe('places and the scale of the map', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open()
    job = await world.readyToDig('Spot', FIELD)
  })
  after(() => world?.close())

  const onJob = (work: (page: Page) => Promise<void>): Promise<void> =>
    world.onFiles(job, work, { permissions: ['clipboard-read', 'clipboard-write'] })
  const menu = (page: Page) => page.getByRole('menu', { name: 'This place' })
  const item = (page: Page, name: string | RegExp) => menu(page).getByRole('menuitem', { name })
  const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()') as Promise<string>
  const readout = async (page: Page) =>
    [.../RD (\d+), (\d+)/.exec((await page.locator('.readout').textContent())!)!].slice(1).map(Number)
  const scale = (page: Page) => page.getByRole('combobox', { name: 'Map scale' })

  test('the scale is said, and chosen to the very pixel', () =>
    onJob(async (page) => {
      for (const each of [500, 50, 25_000, 1000]) {
        await scale(page).selectOption(String(each))
        await atRest(page)
        await hasValue(scale(page), String(each))
        // 100 px of 0.28 mm each.
        await page.mouse.move(500, 400)
        await until(async () => (await page.locator('.readout').textContent())!.includes('RD'))
        const [x, y] = await readout(page)
        await page.mouse.move(600, 400)
        await until(async () => String(await readout(page)) !== `${x},${y}` || each === 50)
        const [x2, y2] = await readout(page)
        const metres = Math.hypot(x2! - x!, y2! - y!)
        assert.ok(Math.abs(metres - each * 0.028) <= 1.5 + metres * 0.002, `${each}: ${metres}`)
      }
      await button(page, 'Zoom in').click()
      await until(async () => (await scale(page).locator('option:checked').textContent()) === '1:500')
    }))

  test('the readout follows when the map moves below a mouse that rests, and is silent when it is elsewhere', () =>
    onJob(async (page) => {
      await scale(page).selectOption('500')
      await page.mouse.move(500, 400)
      await until(async () => (await page.locator('.readout').textContent())!.includes('RD'))
      const before = await readout(page)
      await page.locator('.map-container canvas.maplibregl-canvas').focus()
      await page.keyboard.press('ArrowRight')
      await until(async () => (await readout(page))[0]! > before[0]! + 5)
      await page.mouse.move(100, 300)
      await until(async () => (await page.locator('.readout').textContent()) === '')
    }))

  test('by the right button a place can be copied, measured from and asked about', () =>
    onJob(async (page) => {
      await scale(page).selectOption('500')
      await atRest(page)
      await page.mouse.move(560, 420)
      await until(async () => (await page.locator('.readout').textContent())!.includes('RD'))
      const [x, y] = await readout(page)
      await page.mouse.click(560, 420, { button: 'right' })
      await item(page, /RD/).click()
      await page.getByText(/^Copied: /).waitFor()
      const [rdX, rdY] = (await copied(page)).split(' ').map(Number)
      assert.ok(Math.abs(rdX! - x!) < 1.5 && Math.abs(rdY! - y!) < 1.5, `${rdX} ${rdY} of ${x} ${y}`)
      await page.mouse.click(560, 420, { button: 'right' })
      await item(page, /WGS84/).click()
      await page.getByText(/^Copied: \d+\.\d{6}, \d\.\d{6}$/).waitFor()
      const [lat, lng] = (await copied(page)).split(', ').map(Number)
      assert.ok(Math.abs(lat! - 52.155) < 0.01 && Math.abs(lng! - 5.388) < 0.01)
      await page.mouse.click(560, 420, { button: 'right' })
      await item(page, 'Measure from here').click()
      await menu(page).waitFor({ state: 'detached' })
      await page.mouse.move(660, 420, { steps: 3 })
      await page.mouse.click(660, 420)
      await page.mouse.click(660, 420)
      // 100 px at 1:500.
      await page
        .locator('.asking-card')
        .getByText(/^14(\.\d+)? m$/)
        .first()
        .waitFor()
    }))

  test('by keys on the map, too; what lies there is picked; a new area begins there', () =>
    onJob(async (page) => {
      await page.locator('.map-container canvas.maplibregl-canvas').focus()
      await page.keyboard.press('Shift+F10')
      await menu(page).waitFor()
      await page.keyboard.press('Escape')
      await menu(page).waitFor({ state: 'detached' })
      // Somewhere on a line: the cursor says where one lies.
      await scale(page).selectOption('1000')
      await atRest(page)
      const found = await (async () => {
        for (let y = 250; y < 600; y += 6)
          for (const x of [450, 520, 590, 660]) {
            await page.mouse.move(x, y)
            if (/ · RD/.test((await page.locator('.readout').textContent())!)) return [x, y] as const
          }
        throw new Error('no line was met')
      })()
      // Where there is no room for all of it, the place is whole.
      const beyond = await page.locator('.status-bar').evaluate(BEYOND)
      assert.ok(beyond <= 0, `the place of the pointer goes on ${beyond} px beyond its bar`)
      await page.mouse.click(...found, { button: 'right' })
      await item(page, /^What lies here: \d+ objects?/).click()
      await page.locator('.feature-card').waitFor()
      await page.mouse.click(...found, { button: 'right' })
      await item(page, 'New notification from here').click()
      await page.getByRole('heading', { name: 'New notification' }).waitFor()
      await page.getByText(/^Point 1 placed at /).waitFor()
    }))

  test('what the pointer says is what a click picks: a line before the precaution area that it lies in, and that area beside it', () =>
    world.at(`/?job=${job.job_id}`, async (page) => {
      await page.getByRole('tab', { name: 'Map' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('155117 463031')
      await page.getByRole('option', { name: /155,117/ }).waitFor()
      await page.keyboard.press('Enter')
      await scale(page).selectOption('500')
      await atRest(page)
      const said = async () => (await page.locator('.readout').textContent())!.replace(/ · RD .*|^RD .*/, '')
      // From north to south across the area and the lines in it.
      const met: [y: number, what: string][] = []
      for (let y = 300; y < 560; y += 2) {
        await page.mouse.move(600, y)
        const what = await said()
        if (what !== met.at(-1)?.[1]) met.push([y, what])
      }
      const areas = met.filter(([, what]) => what === 'Precaution area, high-pressure gas, Simulatie Energienet')
      const lines = met.filter(([, what]) => /^(high-pressure gas|data transport|low voltage)/.test(what))
      assert.ok(areas.length > 0 && lines.length > 1, JSON.stringify(met))
      const card = page.locator('.feature-card')
      const picks = async (y: number): Promise<string> => {
        await page.mouse.click(600, y)
        await until(async () => (await page.locator('.canvas[aria-busy="false"]').count()) === 1)
        return (await card.getByRole('heading', { level: 3 }).textContent())!.toLowerCase()
      }
      assert.match(await picks(areas[0]![0] + 2), /^precaution area · high-pressure gas/)
      for (const [y, what] of lines.slice(0, 3)) {
        await card.getByRole('button', { name: 'Close' }).click()
        await card.waitFor({ state: 'detached' })
        assert.ok((await picks(y)).startsWith(what.split(', ')[0]!), `${what} at ${y}`)
        // The area is there to be chosen.
        await card.locator('.under-cursor').getByText('Precaution area').waitFor()
      }
    }))
})

/** A map that the processor draws: nothing of it is seen before its first picture, and the page never waits for the next. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { DemoWorld } from '../support/demo-world.ts'
import { colourAt } from '../support/pixels.ts'
import { WATCH } from '../support/slow-map.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'

/** In each of the pictures that a slow map draws: what it would hold up the page for. */
const DRAWN_MS = 400
/** A place on the map beside all panels, in the middle of the country. */
const MIDDLE = [690, 380] as const

/** Every picture takes a while more, as on a computer that is slower than this one; the processor is left alone. */
const SLOWER = `
  const began = new Map()
  const { fenceSync, getSyncParameter } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.fenceSync = function (...what) {
    const sync = fenceSync.apply(this, what)
    began.set(sync, performance.now())
    return sync
  }
  WebGL2RenderingContext.prototype.getSyncParameter = function (sync, name) {
    return performance.now() - began.get(sync) < ${DRAWN_MS} ? this.UNSIGNALED : getSyncParameter.call(this, sync, name)
  }`

/** How many pictures were begun. */
const FENCES = `
  globalThis.fences = 0
  const { fenceSync } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.fenceSync = function (...what) { fences++; return fenceSync.apply(this, what) }`
const FRAMES = `new Promise((done) => {
  let left = 20
  const next = () => (left-- > 0 ? requestAnimationFrame(next) : done())
  next()
})`

/** The map's own context, to be lost. */
const LOSES = `
  const { getContext } = HTMLCanvasElement.prototype
  HTMLCanvasElement.prototype.getContext = function (...what) {
    const context = getContext.apply(this, what)
    if (this.className === 'maplibregl-canvas' && !globalThis.lost) globalThis.lost = context.getExtension('WEBGL_lose_context')
    return context
  }`
/** Longer than the map turns at one key. */
const TURNED_MS = 600

describe('a map that the processor draws', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const demo = new DemoWorld()
  let browser: Browser
  before(async () => {
    await demo.open()
    browser = await startBrowser({ drawn: true })
  })
  after(async () => {
    await browser?.close()
    await demo.close()
  })

  const at = async (script: string, work: (page: Page) => Promise<void>): Promise<void> => {
    const context = await demo.context(browser, { language: 'en', scheme: 'light' })
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.addInitScript(script)
      await page.goto(demo.url)
      await page.locator('.canvas[aria-busy="false"]').waitFor()
      await work(page)
    } finally {
      await context.close()
    }
  }
  /** The map has drawn what is asked of it; just after a gesture it does not know yet that it has something to draw. */
  const rests = (page: Page) =>
    page.locator('.canvas[aria-busy="false"] .slow-picture canvas:not([style*="matrix"])').waitFor()

  test('draws no picture when a button is pressed and released and nothing is another after it', () =>
    at(FENCES, async (page) => {
      await page.mouse.move(...MIDDLE)
      await page.locator('.canvas[aria-busy="false"]').waitFor()
      const drawn = async (act: () => Promise<void>): Promise<number> => {
        const before = Number(await page.evaluate('fences'))
        await act()
        // A picture is begun in the frame that the map asked for.
        await page.evaluate(FRAMES)
        return Number(await page.evaluate('fences')) - before
      }
      // What a result is drawn with is made ahead, in pictures that nobody notices.
      await until(async () => (await drawn(async () => {})) === 0)
      // A click that drew would do so each time.
      await until(async () => (await drawn(() => page.mouse.click(...MIDDLE))) === 0)
      await until(async () => (await drawn(() => page.mouse.wheel(0, -240))) > 0)
    }))

  test('moves its last picture with the hand, and rests on a picture of its own', () =>
    at(`${WATCH};${SLOWER}`, async (page) => {
      await rests(page)
      const { mouse } = page
      await mouse.move(...MIDDLE)
      await mouse.down()
      const moved = async (how: RegExp) =>
        ((await page.evaluate('[...moved]')) as string[]).some((each) => how.test(each))
      // The last picture is moved until the map has drawn one of its own: the hand goes on until a frame between shows it.
      let steps = 0
      await until(async () => {
        steps++
        await mouse.move(MIDDLE[0] + 10 * (steps % 12), MIDDLE[1] + 5 * (steps % 12))
        return moved(/^matrix\(1, 0, 0, 1, /)
      })
      await mouse.up()
      await until(async () => {
        await mouse.wheel(0, -60)
        return moved(/^matrix\(1\.[0-9]/)
      })
      await rests(page)
      const [width, clientWidth] = (await page.evaluate(
        `(({ width, clientWidth }) => [width, clientWidth])(document.querySelector('.slow-picture canvas'))`,
      )) as number[]
      assert.equal(width, clientWidth, 'sharp')
    }))

  test('is not turned or tilted by keys: north stays up', () =>
    at('', async (page) => {
      await page.locator('.maplibregl-canvas').focus()
      const seen = () => page.screenshot({ clip: { x: MIDDLE[0] - 150, y: MIDDLE[1] - 150, width: 300, height: 300 } })
      let before = await seen()
      await until(async () => {
        const last = before
        before = await seen()
        return before.equals(last)
      })
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(`Shift+${key}`)
      await page.waitForTimeout(TURNED_MS)
      await until(async () => before.equals(await seen()))
    }))

  test('comes back when the computer takes its drawing away and gives it back', () =>
    at(`${WATCH};${LOSES}`, async (page) => {
      await page.locator('.canvas[aria-busy="false"]').waitFor()
      await page.evaluate('lost.loseContext()')
      await page.waitForTimeout(TURNED_MS)
      await page.evaluate('pictures = 0; lost.restoreContext()')
      await until(async () => Number(await page.evaluate('pictures')) > 0)
      await page.locator('.canvas[aria-busy="false"]').waitFor()
      await until(async () => Math.min(...(await colourAt(page, ...MIDDLE))) > 230)
      // And what is drawn from then on is shown too.
      for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Zoom in', exact: true }).click()
      await rests(page)
    }))
})

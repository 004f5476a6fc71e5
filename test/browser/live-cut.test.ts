/** While one draws: what is seen of the pen, what the server is asked, and which of its answers is shown. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page, Route } from 'playwright'
import { type Label, labelsThatFit } from '../../renderer/map/drawing/labels.ts'
import { noBrowser } from '../support/browser.ts'
import { countPixels } from '../support/pixels.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasAttribute } from '../support/waits.ts'
import { clicks, FIELD_WKT, paste, priced, tool, WindowWorld, xOf } from '../support/window-world.ts'

const PEN = 'r > 150 && g < 90 && b > 150'

/** Runs in the page: how often the processor was told to draw a picture of the map, and how many it still draws. */
const COUNT_PICTURES = `
  globalThis.pictures = 0
  globalThis.coming = 0
  const { fenceSync, deleteSync } = WebGL2RenderingContext.prototype
  WebGL2RenderingContext.prototype.fenceSync = function (...what) { pictures++; coming++; return fenceSync.apply(this, what) }
  WebGL2RenderingContext.prototype.deleteSync = function (...what) { coming--; deleteSync.apply(this, what) }`
/** Runs in the page: once the last picture is shown, and none was begun in the frames after it. */
const ALL_SHOWN = `new Promise((resolve) => {
  let frames = 0
  const look = () => {
    frames = coming > 0 ? 0 : frames + 1
    if (frames > 3) resolve()
    else requestAnimationFrame(look)
  }
  look()
})`

const label = (metres: number, at: [number, number], text = 'label'): Label => ({
  draw: 'label',
  at,
  text,
  colour: '',
  halo: '',
  turn: 0,
  below: 0,
  metres,
})

describe('lengths along the sides', () => {
  const fitting = (...labels: Label[]) =>
    labelsThatFit(
      labels,
      ([x, y]) => [x!, y!],
      1,
      (text) => text.length * 6,
    ).map((each) => each.label.metres)

  test('of two that would lie on each other the longer is written', () => {
    assert.deepEqual(fitting(label(60, [0, 0]), label(80, [20, 5]), label(70, [200, 0])), [80, 70])
  })
  test('not at a side that is hardly longer than a label', () => {
    assert.deepEqual(fitting(label(40, [0, 0]), label(50, [100, 0])), [50])
  })
  test('a label that stands upright takes the room of one', () => {
    const upright = { ...label(80, [0, 0], 'a long label'), turn: 90 }
    assert.deepEqual(fitting(upright, label(60, [30, 0]), label(50, [0, 30])), [80, 60])
  })
})

describe('the live cut', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ drawn: true })
  })
  after(() => world?.close())

  const onMap = (work: (page: Page) => Promise<void>) => world.onMap(work)
  const said = (page: Page) => page.locator('.price').getByText(/^Area/).textContent()
  const busy = (page: Page) => page.locator('.price[aria-busy="true"]').waitFor()
  /** Questions stay unanswered until their route goes on. */
  const hold = async (page: Page): Promise<Route[]> => {
    const held: Route[] = []
    await page.route('**/preview', (route) => void held.push(route))
    return held
  }
  const asked = (route: Route) =>
    (route.request().postDataJSON() as { geometry: { coordinates: number[][][] } }).geometry.coordinates[0]!
  const isMagentaAt = async (page: Page, x: number, y: number) =>
    (await countPixels(page, { x: x - 4, y: y - 4, width: 8, height: 8 }, PEN)) > 0

  test('shows the pen without a picture of the map, and goes with the map', () =>
    onMap(async (page) => {
      await page.evaluate(COUNT_PICTURES)
      await tool(page, 'Polygon')
      await clicks(page, [500, 250], [700, 250])
      await page.mouse.move(700, 400)
      const picturesOfMoves = async (): Promise<number> => {
        await page.evaluate(ALL_SHOWN)
        const pictures = Number(await page.evaluate('pictures'))
        for (const y of [450, 400]) {
          const before = await said(page)
          await page.mouse.move(700, y, { steps: 5 })
          await until(async () => (await said(page)) !== before)
        }
        await page.evaluate(ALL_SHOWN)
        return Number(await page.evaluate('pictures')) - pictures
      }
      // A new window draws some by itself, to be ready for more (warm-up.ts).
      await until(async () => (await picturesOfMoves()) === 0)
      assert.ok(await isMagentaAt(page, 700, 350), 'the side to the pen')
      assert.ok(!(await isMagentaAt(page, 640, 270)), 'nothing where nothing was drawn')
      await page.keyboard.press('+')
      // Twice as large around the middle of the map.
      await until(() => isMagentaAt(page, 660, 140))
      assert.ok((await page.evaluate('pictures')) !== 0, 'pictures of the map are counted')
      await page.getByText('Point 2 placed').waitFor({ state: 'attached' })
    }))

  test('asks about the area as it stands, however it came there, and no older answer takes its place', () =>
    onMap(async (page) => {
      await tool(page, 'Polygon')
      await clicks(page, [500, 250], [700, 250])
      const held = await hold(page)
      const pointed = async (x: number, y: number, questions: number) => {
        await page.mouse.move(x, y)
        await until(() => held.length === questions)
      }
      await pointed(700, 300, 1)
      await pointed(700, 350, 2)
      // Two are under way: of these only the last is asked.
      await page.mouse.move(700, 400)
      await page.mouse.move(700, 450)
      await page.locator('.measures').getByText('ha').or(page.locator('.measures').getByText('m²')).waitFor()
      const [older, newer] = held
      await newer!.continue()
      await until(() => held.length === 3)
      const shown = await said(page)
      // Nobody waits for it any more: its answer is lost, or is none.
      await older!.continue().catch(() => {})
      const last = asked(held[2]!)
      const [ring, before] = [last.length, asked(newer!)]
      assert.equal(ring, 4)
      const metres = (place: number[]) => Math.hypot(place[0]! - before[1]![0]!, place[1]! - before[1]![1]!)
      // 200 pixels below the second corner, where the newer stood at 100.
      assert.ok(Math.abs(metres(last[2]!) / metres(before[2]!) - 2) < 0.05)
      await page.mouse.click(700, 450)
      assert.equal(await said(page), shown)
      await busy(page)
      await held[2]!.continue()
      await until(async () => (await said(page)) !== shown)
      assert.equal(held.length, 3, 'a click where the pen stood asks nothing')
    }))

  test('a price of another area says that it is being reckoned, and files nothing', () =>
    onMap(async (page) => {
      await paste(page, FIELD_WKT)
      await priced(page)
      const before = await said(page)
      const held = await hold(page)
      await page.locator('.corners summary').click()
      await xOf(page, 2).fill('155300')
      await xOf(page, 2).press('Enter')
      await busy(page)
      await until(() => held.length === 1)
      assert.equal(await said(page), before)
      await hasAttribute(page.getByRole('button', { name: 'Save draft' }), 'aria-disabled', 'true')
      // What is held goes on.
      await page.unroute('**/preview')
      await priced(page)
      assert.notEqual(await said(page), before)
    }))

  test('an answer that never comes keeps nobody waiting', () =>
    onMap(async (page) => {
      await tool(page, 'Polygon')
      await clicks(page, [500, 250], [700, 250])
      const held = await hold(page)
      for (const [y, questions] of [
        [300, 1],
        [350, 2],
        [400, 3],
      ] as const) {
        await page.mouse.move(700, y)
        await until(() => held.length === questions)
      }
      await held[2]!.continue()
      await page.locator('.price').getByText(/^Area/).waitFor({ state: 'attached' })
    }))
})

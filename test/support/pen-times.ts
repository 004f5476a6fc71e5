import type { Page } from 'playwright'

/** Everyday areas: so many corners each. */
const CORNERS = [4, 8, 12, 16, 20, 6]
/** Pixels on the page; the area is drawn round a place beside all panels. */
const [MIDDLE_X, MIDDLE_Y] = [680, 380]
const [LEAST, MORE] = [90, 110]
const SEARCHED = '155000 463000'
/** Nothing more comes after so long. */
const QUIET_MS = 400

/**
 * Runs in the page: when the hand last did something, when numbers and price were last seen to change (the frame after
 * they did), and when a picture of the map was last shown where pictures come by themselves.
 */
const WATCH = `{
  globalThis.pen = { input: 0, numbers: 0, picture: 0, seen: '' }
  for (const kind of ['pointermove', 'pointerdown', 'pointerup', 'click']) {
    addEventListener(kind, () => { pen.input = performance.now() }, true)
  }
  const said = () => document.querySelectorAll('.note-part').length + (document.querySelector('.price')?.textContent ?? '')
  pen.seen = said()
  new MutationObserver(() => {
    const now = said()
    if (now === pen.seen) return
    pen.seen = now
    requestAnimationFrame(() => requestAnimationFrame(() => { pen.numbers = performance.now() }))
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  const { putImageData } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.putImageData = function (...what) {
    pen.picture = performance.now()
    putImageData.apply(this, what)
  }
}`

/** Runs in the page: resolves once the hand has rested and nothing has changed for so long. */
const RESTED = `new Promise((resolve) => {
  const look = () => {
    const { input, numbers, picture } = pen
    if (performance.now() - Math.max(input, numbers, picture) > ${QUIET_MS}) resolve({ input, numbers, picture })
    else requestAnimationFrame(look)
  }
  look()
})`

/** Milliseconds from the last that the hand did, corner by corner. */
export interface PenTimes {
  /** Until the numbers of the parts and the price are seen. */
  numbers: number[]
  /** Until the last picture of the map that follows; where the page draws the map itself there are none. */
  pictures: number[]
  /** Corners after which nothing had to change. */
  same: number
}

/** @param page a window with a new area being drawn */
export async function penTimes(page: Page): Promise<PenTimes> {
  const search = page.locator('.search-field input')
  await search.fill(SEARCHED)
  await search.press('Enter')
  await page.locator('.note-place').waitFor()
  await page.evaluate(WATCH)
  await page.evaluate(RESTED)
  const times: PenTimes = { numbers: [], pictures: [], same: 0 }
  let seed = 7
  const random = () => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  for (const corners of CORNERS) {
    await page.locator('.area-tools .tool').first().click()
    const start = random() * 2 * Math.PI
    for (let i = 0; i < corners; i++) {
      const angle = start + (2 * Math.PI * i) / corners
      const radius = LEAST + random() * MORE
      const [x, y] = [MIDDLE_X + radius * Math.cos(angle), MIDDLE_Y + radius * Math.sin(angle)]
      await page.mouse.move(x, y, { steps: 4 })
      await page.mouse.click(x, y)
      const { input, numbers, picture } = (await page.evaluate(RESTED)) as Record<
        'input' | 'numbers' | 'picture',
        number
      >
      if (i < 2) continue
      if (numbers > input) times.numbers.push(numbers - input)
      else times.same++
      if (picture > input) times.pictures.push(picture - input)
    }
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  }
  return times
}

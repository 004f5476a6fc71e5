/** Whether the texts of a page fit their places: what is written wider than its box lies over its neighbour, or is cut off. */
import type { Page } from 'playwright'

/** As a laptop shows it, as it does at 200 %, and as a large screen and a telephone do. */
const SIZES = [
  { width: 1280, height: 720 },
  { width: 640, height: 360 },
  { width: 1920, height: 1080 },
  { width: 480, height: 850 },
] as const

/**
 * Runs in the page: each line of each text is held against every box around it, up to one that scrolls sideways or stands out
 * of the flow. Left out: what ends in dots (and is said whole by its tip or name), what only screen readers get, and the map.
 */
const TOO_WIDE = `(() => {
  const found = new Set()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.data.trim()
    const parent = node.parentElement
    if (!text || parent.closest('.unseen, .canvas, svg, select, textarea, option, script, style')) continue
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0)
    for (let box = parent; box && box !== document.documentElement; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
      const scrolls = /auto|scroll/.test(style.overflowX)
      // A panel scrolls up and down: what makes it scroll sideways is too wide.
      if (scrolls && !box.matches('.panel-body')) break
      if (style.display === 'inline' || style.display === 'contents') continue
      const own = box.getBoundingClientRect()
      const clips = /hidden|clip/.test(style.overflowY)
      const isOut = (line) =>
        line.right > own.right + 1 || line.left < own.left - 1 ||
        (clips && (line.bottom > own.bottom + 4 || line.top < own.top - 4))
      if (lines.some(isOut)) {
        found.add(box.tagName.toLowerCase() + '.' + box.className + ': ' + text.slice(0, 60))
        break
      }
      if (scrolls || /absolute|fixed/.test(style.position)) break
    }
  }
  return [...found]
})()`

/** Whether the name of what is open in the panel on the right lies under what is scrolled there. */
const COVERED = `(() => {
  const name = document.querySelector('.right > .panel-head h2')
  if (!name) return []
  const scrollers = [...document.querySelectorAll('.right, .right > .panel-body')].map((box) => [box, box.scrollTop])
  for (const [box] of scrollers) box.scrollTop = box.scrollHeight
  const { x, y, width, height } = name.getBoundingClientRect()
  const over = document.elementFromPoint(x + width / 2, y + height / 2)
  for (const [box, at] of scrollers) box.scrollTop = at
  return over?.closest('.panel-body') ? [name.textContent + ' lies under ' + over.tagName + '.' + over.className] : []
})()`

/** @returns each text that is wider than its place or a name that is covered, with the size of the window at which it is */
export async function textsTooWide(page: Page): Promise<string[]> {
  const found: string[] = []
  const before = page.viewportSize()
  for (const size of SIZES) {
    await page.setViewportSize(size)
    for (const wrong of [TOO_WIDE, COVERED]) {
      found.push(...((await page.evaluate(wrong)) as string[]).map((text) => `${size.width}: ${text}`))
    }
  }
  if (before) await page.setViewportSize(before)
  return found
}

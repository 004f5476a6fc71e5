/**
 * A site package's page as a digger meets it: opened from a file in a Chromium as wide as a telephone, without a network, whose
 * page has a processor four times slower. What is seen is taken from the frames that the browser shows, not from what the page says.
 */
import { pathToFileURL } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright'
import { type Box, likeness, middleOfMap } from '../support/site-page.ts'
import { until } from '../support/until.ts'

/** Times slower. */
const SLOWER = 4
const WINDOW = { width: 360, height: 640 }
/** Nothing more is drawn when no frame came for so long. */
const STILL_MS = 700
const PATIENCE_MS = 180_000
/** Pixels of a strong colour in the map: with fewer nothing is drawn in it. */
const COLOURED = 300
/** Of them, in the first picture. */
const HALF = 0.5

export interface PhoneTimes {
  /** From the address to the first frame with lines of networks in the place of the map */
  firstPictureMs: number
  /** To the map that answers to a finger */
  aliveMs: number
  /** From lifting the finger, right when the map is alive and above many objects, to the frame with what lies there */
  firstTapMs: number | null
  /** The same at each of the places, close by; null: nothing was there */
  tapsMs: (number | null)[]
  /** Addresses that it asked for, beyond its own and what it made itself */
  requests: string[]
}

interface Frame {
  /** Milliseconds since 1970 */
  at: number
  jpeg: string
}

/** Runs before the page does: how long after a finger was lifted the frame with the card was made. */
const WATCH = `{
  globalThis.lifted = null
  globalThis.cardMs = null
  addEventListener('pointerup', (event) => { lifted = event.timeStamp; cardMs = null }, true)
  const shown = () => { if (lifted !== null) { cardMs = performance.now() - lifted; lifted = null } }
  addEventListener('DOMContentLoaded', () =>
    new MutationObserver(() => {
      if (lifted !== null && document.querySelector('.panel .card, .panel .careful'))
        // Right behind the frame, before all else that the page put off until then.
        requestAnimationFrame(() => scheduler.postTask(shown, { priority: 'user-blocking' }))
    }).observe(document.body, { childList: true, subtree: true }))
}`

/**
 * @param file of the page, absolute
 * @param places in degrees, on something that is drawn
 */
export async function phoneTimes(
  browser: Browser,
  file: string,
  places: readonly (readonly [number, number])[],
): Promise<PhoneTimes> {
  const context = await browser.newContext({
    viewport: WINDOW,
    hasTouch: true,
    isMobile: true,
    locale: 'nl-NL',
    offline: true,
    permissions: ['geolocation'],
  })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    const requests: string[] = []
    const own = pathToFileURL(file).href
    page.on('request', (request) => {
      if (request.url() !== own && !/^(blob|data):/.test(request.url())) requests.push(request.url())
    })
    await page.addInitScript(WATCH)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    const frames = await filmed(session)
    await page.goto(own, { waitUntil: 'commit', timeout: PATIENCE_MS })
    const begun = await page.evaluate<number>('performance.timeOrigin')
    await page.locator('.map-view[data-drawn]').waitFor({ state: 'attached' })
    const aliveMs = Date.now() - begun
    const box = (await page.locator('.map').boundingBox())!
    const firstTapMs = await tapped(page, await middleOfMap(page))
    await close(page)
    await still(frames)
    const seen = frames.slice()
    const tapsMs: (number | null)[] = []
    for (const [longitude, latitude] of places) {
      await context.setGeolocation({ longitude, latitude, accuracy: 3 })
      await page.getByRole('button', { name: 'Mijn locatie' }).tap()
      await page.getByText('± 3 m').waitFor()
      await still(frames)
      tapsMs.push(await tapped(page, await middleOfMap(page)))
      await close(page)
    }
    const first = await firstLikeLast(browser, seen, box)
    if (first === undefined) throw new Error('No frame shows the map as it was in the end')
    return { firstPictureMs: first.at - begun, aliveMs, firstTapMs, tapsMs, requests }
  } finally {
    await context.close()
  }
}

async function filmed(session: CDPSession): Promise<Frame[]> {
  const frames: Frame[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ at: (metadata.timestamp ?? Number.NaN) * 1000, jpeg: data })
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 })
  return frames
}

async function still(frames: readonly Frame[]): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  for (let count = -1; frames.length !== count; ) {
    if (performance.now() > end) throw new Error('The page never came to rest')
    count = frames.length
    await new Promise((resolve) => setTimeout(resolve, STILL_MS))
  }
}

/** @returns null when nothing lies there */
async function tapped(page: Page, [x, y]: readonly [number, number]): Promise<number | null> {
  await page.touchscreen.tap(x, y)
  let ms: number | null = null
  await until(async () => {
    ms = await page.evaluate<number | null>('globalThis.cardMs')
    return ms !== null
  })
  return (await page.locator('.panel .card').count()) > 0 ? ms : null
}

async function close(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sluiten' }).tap()
  await page.locator('.panel').waitFor({ state: 'hidden' })
}

/** The first that shows at least half of the coloured pixels of the last one at their places: the same map, there to be read. */
async function firstLikeLast(browser: Browser, frames: readonly Frame[], part: Box): Promise<Frame | undefined> {
  const { coloured, shareIn, done } = await likeness(browser, frames.at(-1)!.jpeg, { part, width: WINDOW.width })
  try {
    if (coloured < COLOURED) return undefined
    for (const frame of frames) if ((await shareIn(frame.jpeg)) >= HALF) return frame
    return undefined
  } finally {
    await done()
  }
}

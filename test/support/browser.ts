/** Chromium for tests of the window, with no way to the internet. KLIC_CHROMIUM and KLIC_HEADLESS_SHELL name other programs. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { builtWindow } from './built-window.ts'
import { NO_DRAWING } from './no-drawing.ts'

const CHROMIUM = process.env.KLIC_CHROMIUM ?? '/usr/bin/chromium'
/** Chromium without its own window: a page costs a quarter less of the processor. */
const HEADLESS_SHELL = process.env.KLIC_HEADLESS_SHELL ?? CHROMIUM

/** Why tests of the window are skipped here, or false. */
export const noBrowser: string | false = existsSync(CHROMIUM)
  ? false
  : `no Chromium at ${CHROMIUM}; set KLIC_CHROMIUM to one`

/** As on a computer without a graphics card: the processor draws the map. */
const WEBGL = ['--disable-gpu', '--enable-unsafe-swiftshader']
const NO_WEBGL = ['--disable-3d-apis']

const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // A test that needs another host answers for it with a route.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** The window asks PDOK for its base map unless the user chose another. An empty page has no storage. */
const PLAIN_BACKGROUND = `if (location.protocol === 'http:' && !localStorage.getItem('klic-desktop:preferences'))
  localStorage.setItem('klic-desktop:preferences', '{"background":"plain"}')`

/** The map is laid out and answers the pointer, but has no pixels and no base map (1.2 MB, parsed for each page). */
const layOutOnly = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(NO_DRAWING)
  await context.route('**/assets/{baseMap,outline}-*.geojson', (route) =>
    route.fulfill({ json: { type: 'FeatureCollection', features: [] } }),
  )
}

export interface BrowserOptions {
  /** The map has pixels. They cost half of a page, so only tests that look at them ask for it. */
  drawn?: boolean
  /** False: the page has no map at all, which costs half of one that is only laid out. */
  withMap?: boolean
}

export const startBrowser = async ({ drawn = false, withMap = true }: BrowserOptions = {}): Promise<Browser> => {
  builtWindow()
  const browser = await chromium.launch({
    executablePath: HEADLESS_SHELL,
    args: [...QUIET, ...(drawn ? WEBGL : NO_WEBGL)],
  })
  const newContext = browser.newContext.bind(browser)
  browser.newContext = async (options) => {
    const context = await newContext(options)
    await context.addInitScript(PLAIN_BACKGROUND)
    if (withMap && !drawn) await layOutOnly(context)
    return context
  }
  return browser
}

/** A browser that keeps its pages' storage in this folder, as a user's does. The headless shell has no profiles. */
export const openProfile = async (folder: string): Promise<BrowserContext> => {
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: CHROMIUM,
    args: [...QUIET, ...NO_WEBGL],
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 720 },
  })
  await context.addInitScript(PLAIN_BACKGROUND)
  await layOutOnly(context)
  return context
}

/** A Chromium for tests of the window: the one that KLIC_CHROMIUM names, or the system's. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright'

const EXECUTABLE = process.env.KLIC_CHROMIUM ?? '/usr/bin/chromium'

/** Why tests of the window are skipped here, or false. */
export const noBrowser: string | false = existsSync(EXECUTABLE)
  ? false
  : `no Chromium at ${EXECUTABLE}; set KLIC_CHROMIUM to one`

/**
 * As on a computer without a graphics card: the processor draws the map too. That takes a core, so where nobody looks at
 * the map there is none.
 */
const MAP = ['--disable-gpu', '--enable-unsafe-swiftshader']
const NO_MAP = ['--disable-3d-apis']

const QUIET = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

export const startBrowser = ({ withMap = true } = {}): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: [...QUIET, ...(withMap ? MAP : NO_MAP)] })

/** A browser that keeps what its pages keep in this folder, as that of a person does. */
export const openProfile = (folder: string): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, {
    executablePath: EXECUTABLE,
    args: [...QUIET, ...MAP],
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 720 },
  })

/**
 * npm run screenshots [-- FOLDER [NAME...]]: every page of the window in the four combinations of language and colours, on
 * a narrow screen, and enlarged to 200 %; from the real server and its simulator with something of everything in it. Names
 * of pages (result, settings-keys) and of looks (nl-light, narrow, twice) leave out the others.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserContextOptions } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { buildWindow } from '../support/built-window.ts'
import { DemoWorld, type Language, type Scheme } from '../support/demo-world.ts'
import { openPage, PAGES } from './pages.ts'

interface LookedAt extends Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor'> {
  language: Language
  scheme: Scheme
  /** Of its files, behind the page's. */
  name: string
}

const inBoth = (language: Language): LookedAt[] =>
  (['light', 'dark'] as const).map((scheme) => ({ language, scheme, name: `${language}-${scheme}` }))
const LOOKS: readonly LookedAt[] = [
  ...inBoth('nl'),
  ...inBoth('en'),
  { language: 'nl', scheme: 'light', name: 'narrow', viewport: { width: 480, height: 800 } },
  // As 1280 x 720 is at 200 %.
  { language: 'nl', scheme: 'light', name: 'twice', viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 },
]
const PATIENCE_MS = 60_000

const [folder = 'screenshots', ...names] = process.argv.slice(2)
if (noBrowser) {
  process.stderr.write(`${noBrowser}\n`)
  process.exit(4)
}
const there = [...PAGES, ...LOOKS].map(({ name }) => name)
const unknown = names.filter((name) => !there.includes(name))
if (unknown.length > 0) {
  process.stderr.write(`Not there: ${unknown.join(', ')}; there are: ${there.join(', ')}\n`)
  process.exit(2)
}
const chosen = <T extends { name: string }>(all: readonly T[]): readonly T[] => {
  const named = all.filter(({ name }) => names.includes(name))
  return named.length > 0 ? named : all
}
const pages = chosen(PAGES)
const looks = chosen(LOOKS)
await mkdir(folder, { recursive: true })
const window = await buildWindow()
const demo = await new DemoWorld().open()
const browser = await startBrowser()
try {
  await demo.fill()
  for (const { language, scheme, name, ...size } of looks) {
    for (const each of pages) {
      const context = await demo.context(browser, { language, scheme, signedIn: each.signedIn ?? true, ...size })
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await openPage(page, demo, each)
      await page.screenshot({ path: join(folder, `${each.name}-${name}.png`) })
      await context.close()
    }
  }
} finally {
  await browser.close()
  await demo.close()
  await window.remove()
}
process.stdout.write(
  `${JSON.stringify({ folder: resolve(folder), pages: pages.length, files: pages.length * looks.length })}\n`,
)

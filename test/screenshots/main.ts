/**
 * npm run screenshots [-- FOLDER [NAME...]]: every page of the window, at four sizes; each size in one language and one
 * scheme of colours, so that four pictures of a page are all four pairs of them too. From the real server and its simulator
 * with something of everything in it; where real deliveries lie beside the project, their results are what is shown. Names
 * of pages (result, settings-keys) and of looks (1920-en-dark, any of sixteen) leave out the others.
 */
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContextOptions } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { DemoWorld, type Language, type Scheme } from '../support/demo-world.ts'
import { shared } from '../support/shared.ts'
import { openPage, PAGES } from './pages.ts'

interface LookedAt extends Pick<BrowserContextOptions, 'viewport' | 'deviceScaleFactor'> {
  language: Language
  scheme: Scheme
  /** Of its files, behind the page's. */
  name: string
}

const SIZES = {
  1280: { viewport: { width: 1280, height: 720 } },
  1920: { viewport: { width: 1920, height: 1080 } },
  480: { viewport: { width: 480, height: 850 } },
  // As 1280 x 720 is at 200 %.
  twice: { viewport: { width: 640, height: 360 }, deviceScaleFactor: 2 },
}
const LOOKS: readonly LookedAt[] = Object.entries(SIZES).flatMap(([size, options]) =>
  (['nl', 'en'] as const).flatMap((language) =>
    (['light', 'dark'] as const).map((scheme) => ({
      language,
      scheme,
      name: `${size}-${language}-${scheme}`,
      ...options,
    })),
  ),
)
/** Taken when none is named. Dutch words are the longer ones: they are on the narrowest. */
const USUAL = ['1280-nl-light', '1920-en-dark', '480-nl-dark', 'twice-en-light']
/** Two that overlap, and a street in the first. */
const REAL = {
  files: ['22G003181', '22G003182'].map((number) => shared(`deliveries/Levering_${number}_1.zip`)),
  street: [189_500, 352_180, 189_700, 352_320],
} as const
const PATIENCE_MS = 60_000

const [folder = 'screenshots', ...names] = parseArgs({ allowPositionals: true }).positionals
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
const looks = names.some((name) => LOOKS.some((look) => look.name === name))
  ? chosen(LOOKS)
  : LOOKS.filter(({ name }) => USUAL.includes(name))
await mkdir(folder, { recursive: true })
const failed: string[] = []
const demo = await new DemoWorld().open()
const browser = await startBrowser({ drawn: true })
try {
  await demo.fill()
  const [first, second] = REAL.files
  if (first && second) await demo.openDeliveries([first, second], REAL.street)
  else process.stderr.write('No real deliveries beside the project: results are those of the simulator.\n')
  for (const { language, scheme, name, ...size } of looks) {
    for (const each of pages) {
      const context = await demo.context(browser, { language, scheme, signedIn: each.signedIn ?? true, ...size })
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      const file = `${each.name}-${name}.png`
      // One page that does not come takes no other along: what is there of it is the picture.
      await openPage(page, demo, each).catch((error: Error) => failed.push(`${file}: ${error.message}`))
      await page.screenshot({ path: join(folder, file) })
      await context.close()
    }
  }
} finally {
  await browser.close()
  await demo.close()
}
process.stdout.write(
  `${JSON.stringify({ folder: resolve(folder), pages: pages.length, files: pages.length * looks.length, failed })}\n`,
)
process.exitCode = failed.length > 0 ? 1 : 0

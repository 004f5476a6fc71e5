/** axe on every page of the window, at the real server: no violation of WCAG 2.2 A and AA, in light and dark. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright'
import { openPage, PAGES } from '../screenshots/pages.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { buildWindow } from '../support/built-window.ts'
import { DemoWorld } from '../support/demo-world.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const WAIT_MS = 30_000

describe('axe finds nothing', { skip: noBrowser, timeout: 290_000 }, () => {
  const demo = new DemoWorld()
  const browsers = new Map<boolean, Browser>()
  let window: Awaited<ReturnType<typeof buildWindow>>
  before(async () => {
    window = await buildWindow()
    await demo.open()
    for (const withMap of [true, false]) browsers.set(withMap, await startBrowser({ withMap }))
    await demo.fill()
  })
  after(async () => {
    for (const browser of browsers.values()) await browser.close()
    await demo.close()
    await window?.remove()
  })

  // English in light and Dutch in dark: what is longer in one language shows as well as what is pale in one scheme.
  for (const [language, scheme] of [
    ['en', 'light'],
    ['nl', 'dark'],
  ] as const) {
    for (const each of PAGES) {
      test(`${each.name} in ${language}, ${scheme}`, async () => {
        const browser = browsers.get(each.withMap ?? false)!
        const context = await demo.context(browser, { language, scheme, signedIn: each.signedIn ?? true })
        const page = await context.newPage()
        page.setDefaultTimeout(WAIT_MS)
        try {
          await openPage(page, demo, each)
          const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze()
          const said = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 200))])
          assert.deepEqual(said, [])
        } finally {
          await context.close()
        }
      })
    }
  }
})

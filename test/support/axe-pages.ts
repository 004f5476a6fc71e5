/** axe on pages of the window, at the real server: no violation of WCAG 2.2 A and AA, in light and dark; and every text fits. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright'
import { openPage, type WindowPage } from '../screenshots/pages.ts'
import { noBrowser, startBrowser } from './browser.ts'
import { DemoWorld } from './demo-world.ts'
import { PATIENCE_MS, SUITE_MS } from './until.ts'
import { textsTooWide } from './words-fit.ts'

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Of them those that ask for colours; the others find the same in the other scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What a button says when it is reached lies above the page, and is read with the button: it needs no landmark. */
const isTip = (rule: string, html: string): boolean => rule === 'region' && html.includes('role="tooltip"')

/** Said on every page, so that nobody digs on what the simulator made up. */
const NOT_FOR_THE_FIELD = {
  en: 'Simulator: not for use in the field',
  nl: 'Simulator: niet voor gebruik in het veld',
} as const

/** A suite of its own for these pages. */
export const axeFindsNothing = (what: string, pages: readonly WindowPage[]): void => {
  describe(what, { skip: noBrowser, timeout: SUITE_MS }, () => {
    const demo = new DemoWorld()
    let browser: Browser
    before(async () => {
      await demo.open()
      // What is drawn by WebGL is nothing that axe could judge.
      browser = await startBrowser({ withMap: false })
      await demo.fill()
    })
    after(async () => {
      await browser?.close()
      await demo.close()
    })

    for (const [index, each] of pages.entries()) {
      // One language after the other: a load of every page in both takes longer than a test may.
      const language = index % 2 === 0 ? 'en' : 'nl'
      test(`${each.name}, in ${language}, light and dark; its texts fit in both languages`, async () => {
        const context = await demo.context(browser, { language, scheme: 'light', signedIn: each.signedIn ?? true })
        const page = await context.newPage()
        page.setDefaultTimeout(PATIENCE_MS)
        try {
          await openPage(page, demo, each)
          if (each.signedIn !== false) await page.getByText(NOT_FOR_THE_FIELD[language]).first().waitFor()
          for (const scheme of ['light', 'dark']) {
            await page.evaluate(`document.documentElement.dataset.scheme = '${scheme}'`)
            const axe = new AxeBuilder({ page })
            const { violations } = await (scheme === 'light'
              ? axe.withTags(RULES)
              : axe.withRules(COLOUR_RULES)
            ).analyze()
            const said = violations
              .map(({ id, nodes }) => [scheme, id, nodes.map(({ html }) => html).filter((html) => !isTip(id, html))])
              .filter(([, , nodes]) => nodes!.length > 0)
            assert.deepEqual(said, [])
          }
          assert.deepEqual(await textsTooWide(page), [])
          await page.locator('.language[aria-pressed="false"]').first().dispatchEvent('click')
          await page.locator(`html[lang="${language === 'en' ? 'nl' : 'en'}"]`).waitFor()
          assert.deepEqual(await textsTooWide(page), [])
        } finally {
          await context.close()
        }
      })
    }
  })
}

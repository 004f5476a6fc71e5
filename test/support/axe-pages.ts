/** axe on pages of the window, at the real server: it finds nothing in light and dark; and every text fits. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright'
import { openPage, type WindowPage } from '../screenshots/pages.ts'
import { axeFindings } from './axe.ts'
import { noBrowser, startBrowser } from './browser.ts'
import { DemoWorld, type Language } from './demo-world.ts'
import { PATIENCE_MS, SUITE_MS } from './until.ts'
import { textsTooWide } from './words-fit.ts'

/** Those that ask for colours; the others find the same in the other scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What a button says when it is reached lies above the page, and is read with the button: it needs no landmark. */
const isTip = (rule: string, html: string): boolean => rule === 'region' && html.includes('role="tooltip"')

/** Said on every page, so that nobody digs on what the simulator made up. */
const NOT_FOR_THE_FIELD = {
  en: 'Simulator: not for use in the field',
  nl: 'Simulator: niet voor gebruik in het veld',
} as const

/** Runs before a page: what the page before it kept is gone, but for what was there at first. */
const FORGET = `if (location.protocol === 'http:') {
  const first = JSON.parse(window.name || JSON.stringify({ ...localStorage }))
  window.name = JSON.stringify(first)
  localStorage.clear()
  sessionStorage.clear()
  Object.assign(localStorage, first)
  indexedDB.deleteDatabase('klic-desktop')
}`

/** A suite of its own for these pages. */
export const axeFindsNothingOn = (what: string, pages: readonly WindowPage[]): void => {
  describe(what, { skip: noBrowser, timeout: SUITE_MS }, () => {
    const demo = new DemoWorld()
    let browser: Browser
    /** Windows that go from page to page: the program is loaded and compiled once for each. */
    const windows = new Map<string, Promise<Page>>()
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

    const openWindow = async (language: Language, signedIn: boolean): Promise<Page> => {
      const context = await demo.context(browser, { language, scheme: 'light', signedIn })
      await context.addInitScript(FORGET)
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      return page
    }
    const windowFor = (language: Language, signedIn: boolean): Promise<Page> => {
      const key = `${language} ${signedIn}`
      if (!windows.has(key)) windows.set(key, openWindow(language, signedIn))
      return windows.get(key)!
    }

    for (const [index, each] of pages.entries()) {
      // One language after the other: a load of every page in both takes longer than a test may.
      const language = index % 2 === 0 ? 'en' : 'nl'
      test(`${each.name}, in ${language}, light and dark; its texts fit in both languages`, async () => {
        const page = await windowFor(language, each.signedIn ?? true)
        await openPage(page, demo, each)
        if (each.signedIn !== false) await page.getByText(NOT_FOR_THE_FIELD[language]).first().waitFor()
        for (const scheme of ['light', 'dark']) {
          await page.evaluate(`document.documentElement.dataset.scheme = '${scheme}'`)
          const found = await axeFindings(page, scheme === 'light' ? {} : { rules: COLOUR_RULES })
          const said = found
            .map(({ rule, elements }) => [scheme, rule, elements.filter((html) => !isTip(rule, html))])
            .filter(([, , elements]) => elements!.length > 0)
          assert.deepEqual(said, [])
        }
        assert.deepEqual(await textsTooWide(page), [])
        await page.locator('.language[aria-pressed="false"]').first().dispatchEvent('click')
        await page.locator(`html[lang="${language === 'en' ? 'nl' : 'en'}"]`).waitFor()
        assert.deepEqual(await textsTooWide(page), [])
      })
    }
  })
}

/** What the settings need a browser for: their place beside the search and below the bar that saves, and a download. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { DemoWorld } from '../support/demo-world.ts'
import { SUITE_MS } from '../support/until.ts'

describe('settings', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const demo = new DemoWorld()
  let browser: Browser
  before(async () => {
    await demo.open()
    browser = await startBrowser({ withMap: false })
  })
  after(async () => {
    await browser?.close()
    await demo.close()
  })

  /** A page of one's own; fails when the page reports an error. */
  const at = (path: string, work: (page: Page) => Promise<void>): Promise<void> => demo.inWindow(browser, path, work)

  test('the settings cover neither the search nor the label of the registry', () =>
    at('/?settings=keys', async (page) => {
      await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor()
      for (const width of [1280, 1000]) {
        await page.setViewportSize({ width, height: 720 })
        const boxes = await Promise.all(
          ['.search-field', '.banner', '.right'].map((each) => page.locator(each).boundingBox()),
        )
        const [search, banner, panel] = boxes as { x: number; y: number; width: number; height: number }[]
        assert.ok(search!.x + search!.width <= banner!.x, 'the search ends where the label begins')
        assert.ok(search!.width >= 150)
        for (const above of [search, banner]) assert.ok(above!.y + above!.height <= panel!.y)
      }
    }))

  test('nothing of the bar that saves is cut off where 1280 x 720 is enlarged to 200 %', () =>
    at('/?settings=billing', async (page) => {
      await page.setViewportSize({ width: 640, height: 360 })
      const save = page.locator('.save-bar').getByRole('button', { name: 'Save' })
      // With nothing to save it takes no room from what there is to read.
      assert.ok((await save.boundingBox())!.y > 360)
      await page.getByRole('textbox', { name: 'Purchase number' }).fill('4500012345')
      const { y, height } = (await save.boundingBox())!
      assert.ok(y + height <= 360 - 4, `it ends at ${y + height}`)
      // Between the name above and the bar below more is seen than two lines.
      await page.locator('.settings .panel-body').getByRole('textbox').last().scrollIntoViewIfNeeded()
      const bar = (await page.locator('.save-bar').boundingBox())!
      const head = (await page.locator('.settings .panel-head, .right .panel-head').first().boundingBox())!
      const free = bar.y - Math.max(0, head.y + head.height)
      assert.ok(free >= 150, `${free} of 360 pixels are left`)
    }))

  test('what helps others to help is downloaded as a file', () =>
    at('/?settings=diagnostics', async (page) => {
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download file' }).click()
      assert.equal((await downloading).suggestedFilename(), 'klic-desktop-diagnostics.json')
    }))
})

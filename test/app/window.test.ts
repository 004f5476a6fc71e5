/**
 * The window in a real browser, by role and name as a person finds things, against a mock of the dashboard's interface.
 * The window is built for the test, so that what is tested is what is written.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { buildWindow } from '../support/built-window.ts'
import { type MockDashboard, startMockDashboard, TOKEN } from '../support/mock-dashboard.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'

const ENGLISH = {
  locale: 'en-GB',
  colorScheme: 'light',
  reducedMotion: 'reduce',
  viewport: { width: 1280, height: 720 },
} as const
/** 1,200 by 500 m in RD: three parts by one in the mock's grid. */
const RD_CORNERS = '155000 463000\n156200 463000\n156200 463400\n155000 463400'
const PRICE = '€119.85'
const ONE_PART = '€39.95'

describe('the window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let window: Awaited<ReturnType<typeof buildWindow>>
  let browser: Browser
  before(async () => {
    window = await buildWindow()
    browser = await startBrowser()
  })
  after(async () => {
    await browser?.close()
    await window?.remove()
  })

  /** A signed-in page on a fresh mock; fails when the page reports an error or breaks the content policy. */
  const inWindow = async (
    work: (page: Page, mock: MockDashboard) => Promise<void>,
    options: BrowserContextOptions = ENGLISH,
  ): Promise<void> => {
    const mock = await startMockDashboard(window.folder)
    const context = await browser.newContext(options)
    const complaints: string[] = []
    try {
      const page = await context.newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && /Refused|violates/.test(message.text())) complaints.push(message.text())
      })
      await page.goto(`${mock.url}/#token=${TOKEN}`)
      await work(page, mock)
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
      await mock.close()
    }
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const price = (page: Page) => page.getByRole('region', { name: 'Price' })
  const sum = (page: Page, amount: string) => price(page).getByText(amount, { exact: true })
  const orient = async (page: Page) => {
    // When the price stands there nothing moves any more.
    await page.locator('.price[aria-busy="false"]').waitFor()
    await page.locator('.kind', { hasText: 'Orientation' }).click()
  }
  const newArea = (page: Page) => button(page, 'New area').click()
  const paste = async (page: Page, text: string) => {
    await newArea(page)
    await button(page, 'Paste').click()
    await page.getByRole('textbox', { name: /WKT/ }).fill(text)
    await button(page, 'Use this area').click()
  }

  /** The map has stopped flying: a part's number stays where it is. */
  const atRest = async (page: Page): Promise<void> => {
    const place = () => page.locator('.note-part').first().getAttribute('style')
    for (let before = await place(), same = 0; same < 5; ) {
      await page.evaluate('new Promise(requestAnimationFrame)')
      const now = await place()
      same = now === before ? same + 1 : 0
      before = now
    }
  }

  test('the one-time token signs in and leaves the address at once', () =>
    inWindow(async (page) => {
      await button(page, 'New area').waitFor()
      assert.doesNotMatch(page.url(), /token/)
    }))

  test('without a session it says how to get one', () =>
    inWindow(async (page, mock) => {
      await button(page, 'New area').waitFor()
      await page.context().clearCookies()
      await page.goto(`${mock.url}/?fresh`)
      await page.getByRole('heading', { name: 'This window is not signed in' }).waitFor()
      await page.getByRole('textbox', { name: 'One-time token' }).fill('a-token-that-nobody-gave')
      await button(page, 'Sign in').click()
      await page.getByText('This token is unknown or has been used').waitFor()
    }))

  test('the simulator is named all the time', () =>
    inWindow(async (page) => {
      await page.getByText('Simulator: not for use in the field').waitFor()
      await newArea(page)
      assert.ok(await page.getByText('Simulator: not for use in the field').isVisible())
    }))

  test('a rectangle that is drawn lies where it was drawn, gets its price, can be undone and survives a reload', () =>
    inWindow(async (page) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await button(page, 'Rectangle').click()
      await atRest(page)
      await page.mouse.click(520, 300)
      await page.mouse.move(640, 380, { steps: 5 })
      await page.mouse.click(640, 380)
      await sum(page, ONE_PART).waitFor()
      await page.getByText('4 corners').waitFor()
      await page.locator('.price[aria-busy="false"]').waitFor()
      await until(async () => {
        const number = await page.locator('.note-part').boundingBox()
        return Math.hypot(number!.x + number!.width / 2 - 580, number!.y + number!.height / 2 - 340) < 4
      })
      await page.reload()
      await page.getByText('4 corners').waitFor()
      await button(page, 'Undo').click()
      await sum(page, PRICE).waitFor()
    }))

  test('pasted RD coordinates are priced, against the plain grid too', () =>
    inWindow(async (page) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await price(page).getByText('The plain grid would need 6: you save €119.85.').waitFor()
      assert.equal(await page.locator('.note-part').count(), 3)
    }))

  test('text that is no area gets a reason', () =>
    inWindow(async (page) => {
      await paste(page, '155000 463000\n155100 463000\nhere')
      await page.getByText('Line 3 does not hold two numbers.').waitFor()
    }))

  test('a crossing outline is shown with what mending it would change, and mended only when asked', () =>
    inWindow(async (page) => {
      await paste(page, '155000 463000\n155300 463300\n155300 463000\n155000 463300')
      await page.getByText('Not in order: one crossing').waitFor()
      assert.equal(await price(page).count(), 0)
      await button(page, 'Use it').click()
      await sum(page, ONE_PART).waitFor()
      await page.getByText('Further areas').waitFor()
    }))

  test('filing is confirmed in words, followed to its end, and shown with what to be careful of', () =>
    inWindow(async (page, mock) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await orient(page)
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      const dialog = page.getByRole('alertdialog')
      await dialog
        .getByText('You file one (1) notification. By the price list that is €39.95, excluding VAT.')
        .waitFor()
      assert.deepEqual(mock.filed, [])
      await dialog.getByRole('button', { name: 'File 1 notification for €39.95' }).click()
      await page.getByText('1,234 of 5,678 features merged').waitFor()
      const attention = page.getByRole('region', { name: 'First read this' })
      await attention.getByText('Voorbeeld Warmte delivered nothing').waitFor()
      await attention.getByRole('link', { name: '+31 88 000 0003' }).waitFor()
      await attention.getByText('Voorbeeld Net demands precautions').waitFor()
      assert.equal(await page.getByRole('checkbox').count(), 7)
      assert.deepEqual(mock.filed, ['job-1'])
    }))

  test('an excavation notification is not filed without its start date', () =>
    inWindow(async (page, mock) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await page.getByText('An excavation notification needs its start date').waitFor()
      await button(page, 'Submit…').click({ force: true })
      assert.equal(await page.getByRole('alertdialog').count(), 0)
      assert.deepEqual(mock.filed, [])
    }))

  test('a double click saves one quote', () =>
    inWindow(async (page, mock) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await button(page, 'Save quote').dblclick()
      await page.getByText('Nothing has been filed yet.').waitFor()
      await page.getByRole('option').first().waitFor()
      assert.deepEqual(mock.quoted, ['job-1'])
    }))

  test('the focus on its way past the jobs opens none of them; Enter does', () =>
    inWindow(async (page) => {
      await paste(page, RD_CORNERS)
      await sum(page, PRICE).waitFor()
      await button(page, 'Save quote').click()
      await page.getByText('Nothing has been filed yet.').waitFor()
      await newArea(page)
      await page.getByRole('heading', { name: 'New area' }).waitFor()
      await button(page, 'New area').focus()
      await page.keyboard.press('Tab')
      await page.locator('.job-item:focus').waitFor()
      await page.keyboard.press('ArrowDown')
      assert.ok(await page.getByRole('heading', { name: 'New area' }).isVisible())
      await page.keyboard.press('Enter')
      await page.getByText('Nothing has been filed yet.').waitFor()
    }))

  test('a refused job shows what the registry said and gives its area back', () =>
    inWindow(async (page) => {
      await paste(page, RD_CORNERS)
      await orient(page)
      await page.getByRole('textbox', { name: /Reference/ }).fill('SIM-REFUSE')
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      await button(page, /^File 1/).click()
      await page.getByText('KLIC-1234').first().waitFor()
      await button(page, 'Correct and file again').click()
      assert.equal(await page.getByRole('textbox', { name: /Reference/ }).inputValue(), 'SIM-REFUSE')
      await sum(page, ONE_PART).waitFor()
    }))

  test('a file that is still being made is waited for and then downloaded', () =>
    inWindow(async (page, mock) => {
      await paste(page, RD_CORNERS)
      await orient(page)
      await sum(page, ONE_PART).waitFor()
      await button(page, 'Submit…').click()
      await button(page, /^File 1/).click()
      const downloading = page.waitForEvent('download')
      await button(page, /GeoPackage/).click()
      await page.getByText('is being made…').waitFor()
      const download = await downloading
      assert.match(download.url(), /export\?format=gpkg$/)
      assert.ok(mock.downloaded.includes('gpkg'))
    }))

  test('the secret of a key is shown once, and a revoked key says so', () =>
    inWindow(async (page) => {
      await button(page, 'Settings').click()
      await button(page, 'API and integrations').click()
      await page.getByRole('textbox', { name: 'What is it for?' }).fill('QGIS')
      await button(page, 'Make a key').click()
      await page.getByText('klic_sim_secret_of_key-1').waitFor()
      await button(page, 'Close').click()
      await button(page, 'Settings').click()
      await button(page, 'API and integrations').click()
      await button(page, 'Revoke: QGIS').click()
      assert.equal(await page.getByText('klic_sim_secret_of_key-1').count(), 0)
      await button(page, 'Revoke').click()
      await page.getByText('Revoked on').waitFor()
    }))

  test('the language follows the system and is switched while running', () =>
    inWindow(
      async (page) => {
        await button(page, 'Nieuw gebied').waitFor()
        await button(page, 'English').click()
        await button(page, 'New area').waitFor()
        assert.equal(await page.locator('html').getAttribute('lang'), 'en')
        await page.reload()
        await button(page, 'New area').waitFor()
      },
      { ...ENGLISH, locale: 'nl-NL' },
    ))

  test('on a narrow screen the jobs are in a drawer', () =>
    inWindow(
      async (page) => {
        await button(page, 'Jobs').click()
        await newArea(page)
        await page.getByRole('heading', { name: 'New area' }).waitFor()
        assert.ok(await page.getByText('Simulator: not for use in the field').isVisible())
      },
      { ...ENGLISH, viewport: { width: 480, height: 800 } },
    ))
})

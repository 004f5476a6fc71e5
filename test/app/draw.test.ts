/**
 * From a place to a quote and on to a result, in a real browser against the real server, worker and simulator: one server
 * and one browser for all. Waits are for what a person waits for.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright'
import { build } from 'vite'
import { type AreaKind, makeAreaFile } from '../support/area-files.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { RealServer } from '../support/real-server.ts'

const WAIT_MS = 60_000
const FIELD = 'POLYGON((155000 463000,155200 463000,155200 463150,155080 463180,155000 463000))'

describe('from a place to a result', { skip: noBrowser, timeout: 900_000 }, () => {
  let folder: string
  let browser: Browser
  let server: RealServer
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'klic-draw-'))
    const configFile = fileURLToPath(new URL('../../renderer/vite.config.ts', import.meta.url))
    const outDir = join(folder, 'window')
    await build({ configFile, logLevel: 'error', build: { outDir, reportCompressedSize: false } })
    process.env.KLIC_RENDERER = outDir
    server = await new RealServer(['--registry', 'simulator', '--time-factor', '2000']).open()
    browser = await startBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const signedIn = async (context: BrowserContext): Promise<Page> => {
    const page = await context.newPage()
    page.setDefaultTimeout(WAIT_MS)
    const token = await server.token()
    await page.goto(`${server.ready.base_url}/?area#token=${token}`)
    await page.getByRole('heading', { name: 'New area' }).waitFor()
    return page
  }
  /** A window of its own, with a draft of its own; fails when the page reports an error. */
  const inWindow = async (work: (page: Page) => Promise<void>): Promise<void> => {
    const context = await browser.newContext({
      locale: 'en-GB',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      viewport: { width: 1280, height: 720 },
    })
    const complaints: string[] = []
    context.on('weberror', (error) => complaints.push(error.error().message))
    try {
      await work(await signedIn(context))
      assert.deepEqual(complaints, [])
    } finally {
      await context.close()
    }
  }
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const priced = (page: Page) => page.locator('.price[aria-busy="false"]').waitFor()
  const giveFile = async (page: Page, bytes: Buffer, name: string) => {
    const choosing = page.waitForEvent('filechooser')
    await button(page, 'File').click()
    await (await choosing).setFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  }
  const paste = async (page: Page, text: string) => {
    await button(page, 'Paste').click()
    await page.getByRole('textbox', { name: /WKT/ }).fill(text)
    await button(page, 'Use this area').click()
  }
  const x = (page: Page, corner: number) => page.getByRole('textbox', { name: `x of corner ${corner}`, exact: true })
  const orient = async (page: Page) => {
    // When the price stands there nothing moves any more.
    await priced(page)
    await page.locator('.kind', { hasText: 'Orientation' }).click()
  }
  const file = async (page: Page) => {
    await priced(page)
    await button(page, 'Submit…').click()
    await button(page, /^File \d+ notification/).click()
  }

  test('orientation: pasted, filed after one confirmation, and ready with a result', () =>
    inWindow(async (page) => {
      await paste(page, FIELD)
      await page.getByText('recognised by its numbers').waitFor()
      await orient(page)
      await page.getByRole('textbox', { name: /Reference/ }).fill('Field')
      await priced(page)
      await page.getByRole('region', { name: 'Price' }).getByText('€39.95', { exact: true }).waitFor()
      await button(page, 'Submit…').click()
      await page.getByRole('alertdialog').getByText('You file one (1) notification. That costs €39.95').waitFor()
      await button(page, 'File 1 notification for €39.95').click()
      await button(page, /GeoPackage/).waitFor()
      // It is found again by its reference, and by the KLIC number that it has now.
      const klicNumber = await page
        .locator('.part')
        .first()
        .getByText(/^\d{2}O\d+/)
        .textContent({ timeout: WAIT_MS })
      for (const text of ['Field', klicNumber!.trim().slice(0, 10)]) {
        await button(page, 'New area').click()
        await page.keyboard.press('Control+k')
        await page.keyboard.type(text)
        await page.getByRole('option', { name: /^Field/ }).waitFor()
        await page.keyboard.press('Enter')
        await button(page, /GeoPackage/).waitFor()
      }
      // The draft is done with.
      await button(page, 'New area').click()
      await page.getByText('Draw it on the map').waitFor()
    }))

  test('excavation by keys only: drawn, corrected in the list, dated, filed', () =>
    inWindow(async (page) => {
      const keys = page.keyboard
      await keys.press('Control+k')
      await keys.type('155000 463000')
      await page.getByRole('option', { name: /155,000/ }).waitFor()
      await keys.press('Enter')
      const polygon = button(page, 'Polygon')
      await polygon.focus()
      await keys.press('Enter')
      await page.getByRole('region', { name: 'By numbers' }).waitFor()
      await page.getByRole('textbox', { name: /Corner x y/ }).focus()
      await keys.type('155000 463000')
      await keys.press('Enter')
      await page.getByText('Corner 1 placed at 155,000, 463,000').waitFor()
      // The focus is on the map again: a figure is a length.
      await keys.press('5')
      await keys.type('0')
      await keys.press('Tab')
      await keys.type('90')
      await keys.press('Enter')
      await page.getByText('Corner 2 placed at 155,050, 463,000').waitFor()
      for (let step = 0; step < 4; step++) await keys.press('Shift+ArrowUp')
      await keys.press('Enter')
      await page.getByText('Corner 3 placed at 155,050, 463,040').waitFor()
      await keys.press('Enter')
      await x(page, 3).waitFor()
      await priced(page)
      await button(page, 'Move corner 3 with the arrow keys').focus()
      await keys.press('ArrowRight')
      await page.getByText('Corner 3: 155,051, 463,040').waitFor()
      assert.equal(await x(page, 3).inputValue(), '155051')
      await keys.press('Control+z')
      await page.waitForFunction(`document.querySelector('[aria-label="x of corner 3"]').value === '155050'`)
      await button(page, 'New corner after corner 3').focus()
      await keys.press('Enter')
      await x(page, 4).waitFor()
      await button(page, 'Remove corner 4').focus()
      await keys.press('Enter')
      await x(page, 4).waitFor({ state: 'detached' })
      // Ten working days on: never a day that the registry finds too early or too late.
      const start = new Date(Date.now() + 14 * 86_400_000)
      await page.getByRole('spinbutton', { name: /day/ }).focus()
      await keys.type(String(start.getDate()).padStart(2, '0'))
      await page.getByRole('spinbutton', { name: /month/ }).focus()
      await keys.type(String(start.getMonth() + 1).padStart(2, '0'))
      await page.getByRole('spinbutton', { name: /year/ }).focus()
      await keys.type(String(start.getFullYear()))
      await priced(page)
      await button(page, 'Submit…').focus()
      await keys.press('Enter')
      const confirm = button(page, /^File 1 notification/)
      await confirm.focus()
      await keys.press('Enter')
      await button(page, /GeoPackage/).waitFor()
    }))

  test('every format: the field is on the map, and what is more is offered', () =>
    inWindow(async (page) => {
      const kinds: AreaKind[] = ['geojson', 'kml', 'kmz', 'shp', 'gpkg', 'dxf', 'gml', 'wkt', 'csv']
      for (const kind of kinds) {
        await giveFile(page, await makeAreaFile(kind, folder), `field.${kind}`)
        if (!['shp', 'wkt', 'csv'].includes(kind)) {
          await page.getByText(/areas and lines were found/).waitFor()
          await button(page, 'Use it').click()
        }
        await x(page, 4).waitFor()
        const fields = await page.locator('[data-ring="0"] .figure').all()
        const all = await Promise.all(
          fields.map(async (field) => Math.round(Number(await field.inputValue()) * 10) / 10),
        )
        for (const figure of [155000, 155200, 463150, 463180]) assert.ok(all.includes(figure), `${kind}: ${all}`)
        await button(page, 'Clear').first().click()
        await button(page, 'Clear').first().waitFor()
      }
    }))

  test('several areas: chosen, a line as a corridor, joined, split again, and undone', () =>
    inWindow(async (page) => {
      await paste(
        page,
        `${FIELD}\nPOLYGON((155200 463000,155300 463000,155300 463100,155200 463100,155200 463000))\nLINESTRING(155400 463000,155500 463000)`,
      )
      await page.getByText('3 areas and lines were found').waitFor()
      await button(page, 'All').click()
      await page.getByText('Width around lines').waitFor()
      await button(page, 'Use 3 areas').click()
      await page.getByRole('heading', { name: /Further areas/ }).waitFor()
      await button(page, /^Join Area 1/).click()
      await button(page, /^Join Area 2/).waitFor({ state: 'detached' })
      await button(page, 'Undo').click()
      await button(page, /^Join Area 2/).waitFor()
    }))

  test('wrong files say why, and another system can be chosen', () =>
    inWindow(async (page) => {
      await giveFile(page, Buffer.from('%PDF-1.7 nothing'), 'letter.pdf')
      await page.getByText('This can’t be read as an area').waitFor()
      await giveFile(
        page,
        Buffer.from('SRID=4326;POLYGON((155000 463000,155100 463000,155100 463100,155000 463000))'),
        'wrong.wkt',
      )
      await page.getByText('In this system it lies outside the Netherlands').waitFor()
      await page.getByRole('combobox', { name: /Coordinate system/ }).selectOption('EPSG:28992')
      await page.getByText('chosen by you').waitFor()
      await x(page, 3).waitFor()
    }))

  test('a rejected job gives everything back, and goes through once corrected', () =>
    inWindow(async (page) => {
      await paste(page, FIELD)
      await orient(page)
      await page.getByRole('textbox', { name: /Reference/ }).fill('SIM:reject:COR0309')
      await file(page)
      await page.getByText('COR0309').first().waitFor()
      await button(page, 'Correct the area').click()
      const reference = page.getByRole('textbox', { name: /Reference/ })
      assert.equal(await reference.inputValue(), 'SIM:reject:COR0309')
      assert.equal(await x(page, 2).inputValue(), '155200')
      await reference.fill('Corrected')
      await file(page)
      await button(page, /GeoPackage/).waitFor()
    }))

  test('a draft of several areas, with corners just placed, outlives the death of its page', () =>
    inWindow(async (page) => {
      await paste(page, FIELD)
      await page.getByText('Whole area').click()
      await button(page, 'Draw another area').click()
      await button(page, 'Polygon').click()
      for (const corner of ['155300 463000', '155400 463000']) {
        await page.getByRole('textbox', { name: /Corner x y/ }).fill(corner)
        await button(page, 'Place').first().click()
      }
      await page.getByText('Corner 2 placed').waitFor()
      const dying = page.waitForEvent('crash')
      await page.goto('chrome://crash').catch(() => {})
      await dying
      const next = await signedIn(page.context())
      await next.getByText('Corner 2 placed at 155,400, 463,000').waitFor()
      await next.getByRole('heading', { name: /Further areas/ }).waitFor()
    }))

  test('the server dies while one draws: the draft stays, and the price comes when it is back', () =>
    inWindow(async (page) => {
      await paste(page, FIELD)
      await priced(page)
      await server.stop()
      await x(page, 2).fill('155300')
      await x(page, 2).press('Enter')
      await page.getByText('The local server does not answer').waitFor()
      await server.startAgain()
      await button(page, 'Try again').click()
      await priced(page)
      assert.equal(await x(page, 2).inputValue(), '155300')
      await button(page, 'Save quote').click()
      await page.getByText('This price holds until').waitFor()
    }))
})

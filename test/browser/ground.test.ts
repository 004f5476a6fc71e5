/** The ground of a delivery under the lines of its result: it comes by itself, in both colours, as strong as one likes. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { groundZoomMax } from '../../server/exports/tiles/ground-tile-grid.ts'
import { noBrowser } from '../support/browser.ts'
import { zippedDelivery } from '../support/imkl-fixture.ts'
import { countPixels } from '../support/pixels.ts'
import { png } from '../support/png.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue } from '../support/waits.ts'
import { atRest, giveFile, WindowWorld } from '../support/window-world.ts'

const [MIN_X, MIN_Y, MAX_X, MAX_Y] = [155_000, 463_000, 155_100, 463_080]
const CORNERS = [
  [MIN_X, MIN_Y],
  [MAX_X, MIN_Y],
  [MAX_X, MAX_Y],
  [MIN_X, MAX_Y],
  [MIN_X, MIN_Y],
]

/** Reddish roofs on white, of 14 pixels a metre. */
const picture = (): Buffer =>
  png((MAX_X - MIN_X) * 14, (MAX_Y - MIN_Y) * 14, { colour: 2, bits: 8 }, (x, y) =>
    x % 280 < 140 && y % 280 < 140 ? [208, 112, 112] : [255, 255, 255],
  )

const MAP = { x: 420, y: 120, width: 420, height: 420 }
const ROOF = {
  light: 'r > 190 && r - g > 40 && r - b > 40',
  dark: 'r > 50 && r < 190 && r - g > 15 && r - b > 15',
}
/** Below the wash of an area that is being drawn. */
const WASHED = { light: 'r > 150 && r - g > 25 && r - b > 25', dark: ROOF.dark }
/** The request's border shines through nothing, but a smoothed edge may be any colour. */
const NEARLY_NONE = 50
const SOME = 3000

describe('the ground under a result', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let folder: string
  let jobId: string
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'klic-replay-'))
    const zip = await zippedDelivery({
      klicNumber: '22G000001',
      area: CORNERS.flat().join(' '),
      bounds: [MIN_X, MIN_Y, MAX_X, MAX_Y],
      members: [],
      documents: { 'bronnen/GB_22G000001.png': picture() },
    })
    writeFileSync(join(folder, 'Levering_22G000001_1.zip'), zip)
    world = await WindowWorld.open({ drawn: true, serverArgs: ['--replay', folder] })
    const { server } = world
    const geometry = { type: 'Polygon', coordinates: [CORNERS] }
    const made = await server.post('/jobs', { klic_type: 'ORIENT', reference: 'Ground', submit: true, geometry })
    jobId = made.json.job_id
    await until(async () => (await server.job(jobId)).status === 'ready')
  })
  after(async () => {
    await world?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  const roofs = async (page: Page, scheme: 'light' | 'dark', looks = ROOF): Promise<number> => {
    await atRest(page)
    return countPixels(page, MAP, looks[scheme])
  }
  /** Also where pixels are the mean of roofs and what is between them. */
  const coloured = async (page: Page): Promise<number> => {
    await atRest(page)
    return countPixels(page, MAP, 'r > 190 && r - g > 10 && Math.abs(g - b) < 12')
  }
  const open = async (page: Page): Promise<void> => {
    await page.goto(`${world.server.ready.base_url}/?job=${jobId}`)
    await page.getByRole('slider', { name: 'Base map from the delivery' }).waitFor({ state: 'attached' })
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`it lies under the lines by itself, ${colorScheme}, and is gone at no strength`, () =>
      world.unopened(
        async (page) => {
          await open(page)
          await until(async () => (await roofs(page, colorScheme)) > SOME)
          await page.getByRole('slider', { name: 'Base map from the delivery' }).focus()
          await page.keyboard.press('Home')
          await until(async () => (await roofs(page, colorScheme)) < NEARLY_NONE)
          await page.reload()
          await page.getByRole('slider', { name: 'Base map from the delivery' }).waitFor({ state: 'attached' })
          assert.ok((await roofs(page, colorScheme)) < NEARLY_NONE, 'it is remembered')
        },
        { colorScheme },
      ))
  }

  test('it is there from 1:50 to 1:25,000, and at 1:50 with all the pixels that were delivered', () =>
    world.unopened(async (page) => {
      const asked = new Set<number>()
      page.on('response', (answer) => {
        const [, z] = /\/tiles\/.*ground\/(\d+)\/\d+\/\d+\.png/.exec(answer.url()) ?? []
        if (z !== undefined && answer.ok()) asked.add(Number(z))
      })
      await open(page)
      const finest = groundZoomMax('mercator', 14)
      const scale = page.getByRole('combobox', { name: 'Map scale' })
      // What it was opened at has come.
      await coloured(page)
      // A roof of ten metres has a millimetre and a half at 1:25,000, and is half of the ground.
      for (const [each, least] of [
        [25_000, 20],
        [5000, 300],
        [500, SOME],
        [50, SOME],
      ] as const) {
        asked.clear()
        await scale.selectOption(String(each))
        await until(async () => (await coloured(page)) > least)
        await atRest(page)
        const zooms = [...asked]
        if (each === 50) assert.ok(zooms.includes(finest), `at 1:${each}: ${zooms}, of ${finest}`)
        if (each === 25_000) assert.ok(Math.max(...zooms) <= 14, `at 1:${each}: ${zooms}`)
      }
    }))

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`it is the base map on which a new area is drawn, or a file is shown, ${colorScheme}`, () =>
      world.inWindow(
        async (page) => {
          const slider = page.getByRole('slider', { name: 'Base map from earlier deliveries' })
          await slider.waitFor({ state: 'attached' })
          await giveFile(
            page,
            Buffer.from(`POLYGON((${CORNERS.map((corner) => corner.join(' ')).join(',')}))`),
            'area.wkt',
          )
          await until(async () => (await roofs(page, colorScheme, WASHED)) > SOME)
          await slider.focus()
          await page.keyboard.press('Home')
          await until(async () => (await roofs(page, colorScheme, WASHED)) < NEARLY_NONE)
          await page.goto(`${world.server.ready.base_url}/?job=${jobId}`)
          const ofResult = page.getByRole('slider', { name: 'Base map from the delivery' })
          await ofResult.waitFor({ state: 'attached' })
          await hasValue(ofResult, '0', 'it is one strength for both')
        },
        { colorScheme },
      ))
  }

  test('it can be had as GeoTIFF, and a print is asked with it or without', () =>
    world.unopened(async (page) => {
      await open(page)
      await page.getByRole('tab', { name: 'Files' }).click()
      const saving = page.waitForEvent('download')
      await page.getByRole('combobox', { name: 'Other formats…' }).selectOption('geotiff')
      assert.match((await saving).suggestedFilename(), /_ondergrond\.zip$/)
      for (const ground of ['true', 'false']) {
        const answering = page.waitForResponse((answer) => answer.url().includes('/print?'))
        await page.getByRole('button', { name: 'Create PDF' }).click()
        const answer = await answering
        assert.equal(answer.headers()['content-type'], 'application/pdf')
        assert.equal(new URL(answer.url()).searchParams.get('ground'), ground)
        await page.getByRole('img', { name: /^Page 1 of/ }).waitFor()
        await page
          .getByRole('region', { name: /1:500 A3/ })
          .getByRole('button', { name: 'Close' })
          .click()
        await page.locator('.document-body').waitFor({ state: 'detached' })
        await page.getByRole('button', { name: 'with base map' }).click()
      }
    }))
})

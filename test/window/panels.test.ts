/** Panels in a browser on the real server: the words on tools, focus, the sheet of a narrow window, and a map file. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Job } from '../../server/features/jobs/schema.ts'
import { noBrowser } from '../support/browser.ts'
import { picturesFile } from '../support/map-files.ts'
import { closeSheets, foldByKeyboard, isUnfolded, NARROW, openSheet, topOf } from '../support/narrow-sheet.ts'
import { GARDEN } from '../support/rd-box.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { atRest, button, WindowWorld } from '../support/window-world.ts'

const FIELD = [
  [155_000, 463_000],
  [155_200, 463_000],
  [155_200, 463_150],
  [155_000, 463_150],
  [155_000, 463_000],
]
describe('the panels of the window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open()
    job = await world.readyToDig('Bermsloot', FIELD)
  })
  after(() => world?.close())
  afterEach(() => closeSheets(world))

  test('the tools on a result have words where there is room, each within its button and its name', () =>
    world.inWindow(async (page) => {
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}`)
      const tools = page.locator('.result-tools button')
      await tools.first().waitFor()
      for (const tool of await tools.all()) {
        const word = tool.locator('.tool-word')
        const name = (await tool.getAttribute('aria-label'))!.toLowerCase()
        const text = (await word.innerText()).toLowerCase()
        assert.ok(name.includes(text), name)
        const [inner, outer] = [(await word.boundingBox())!, (await tool.boundingBox())!]
        assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width, name)
        assert.ok(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height, name)
      }
      // Those and what stands on the map are written in the window's own typeface.
      await page.locator('.note').first().waitFor()
      for (const each of ['.tool-word', '.note', '.maplibregl-ctrl-scale']) {
        const family = await page
          .locator(each)
          .first()
          .evaluate(
            (element) =>
              (globalThis as unknown as { getComputedStyle(of: unknown): { fontFamily: string } }).getComputedStyle(
                element,
              ).fontFamily,
          )
        assert.match(family, /^Inter\b/, each)
      }
      await page.setViewportSize({ width: 1000, height: 720 })
      await until(async () => (await page.locator('.tool-word:visible').count()) === 0)
    }))

  test('a panel opened by its address has no frame of focus around its name, one reached by F6 has', () =>
    world.inWindow(async (page) => {
      const name = page.locator('#panel-name')
      const frame = () =>
        name.evaluate(
          (heading) =>
            (globalThis as unknown as { getComputedStyle(of: unknown): { outlineStyle: string } }).getComputedStyle(
              heading,
            ).outlineStyle,
        )
      for (const path of [`/?job=${job.job_id}`, '/?area', '/?settings=look']) {
        await page.goto(world.server.ready.base_url + path)
        await name.waitFor()
        await atRest(page)
        assert.equal(await frame(), 'none', path)
      }
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}`)
      await button(page, 'Close').waitFor()
      await page.locator('.search-box input').focus()
      await page.keyboard.press('F6')
      await until(async () => (await frame()) === 'solid')
    }))

  test('a browser gives the file itself; what is no map is said, and the former stays in use', () =>
    world.inWindow(async (page) => {
      await page.goto(`${world.server.ready.base_url}/?settings=maps`)
      await page.getByRole('button', { name: 'Choose a file…' }).waitFor()
      const give = async (name: string, bytes: Uint8Array) => {
        const path = join(world.folder, name)
        writeFileSync(path, bytes)
        const choosing = page.waitForEvent('filechooser')
        await button(page, 'Choose a file…').click()
        await (await choosing).setFiles(path)
      }
      await give('brabant.pmtiles', picturesFile('Onze streek', 6))
      await page.getByText('Onze streek', { exact: true }).waitFor()
      await give('words.pmtiles', Buffer.from('words'))
      await page.getByRole('alert').getByText('neither PMTiles (version 3) nor MBTiles').waitFor()
      await page.getByText('Onze streek', { exact: true }).waitFor()
    }))

  test('folds by keyboard to one line with what it is and its state', async () => {
    await foldByKeyboard(world, NARROW)
  })

  test('is pulled down and up by its head', async () => {
    const page = await openSheet(world, NARROW)
    const pull = async (by: number): Promise<void> => {
      const from = { x: 150, y: (await topOf(page)) + 20 }
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x, from.y + by, { steps: 4 })
      await page.mouse.up()
    }
    await pull(8)
    assert.ok(await isUnfolded(page))
    await pull(80)
    await page.locator('.fold [aria-expanded="false"]').waitFor()
    await pull(-60)
    await page.locator('.fold [aria-expanded="true"]').waitFor()
  })

  test('at 200 % the confirmation is whole: its buttons are reached', async () => {
    const made = await world.server.post('/jobs', { geometry: GARDEN, klic_type: 'ORIENT', reference: 'Receipt' })
    await world.inWindow(
      async (page) => {
        await page.goto(`${world.server.ready.base_url}/?job=${made.json.job_id}`)
        await button(page, 'Submit…').click()
        const yes = button(page, /^Submit 1 notification/)
        await yes.waitFor()
        await until(async () => {
          await yes.scrollIntoViewIfNeeded()
          const { y, height } = (await yes.boundingBox())!
          return y >= 0 && y + height <= 360
        })
      },
      { viewport: { width: 640, height: 360 } },
    )
  })
})

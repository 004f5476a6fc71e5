/** What people come for, in a real browser with every click counted: on a real delivery where one lies beside the repository. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { shared } from '../support/shared.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { SUITE_MS } from '../support/until.ts'
import { atRest, button, priced, WindowWorld } from '../support/window-world.ts'

const CORRIDOR_CLICKS = 12
const GAS_CLICKS = 2
const CONNECTION_CLICKS = 3
const CHANGES_CLICKS = 5

describe('what people come for', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let delivery: string
  before(async () => {
    world = await WindowWorld.open()
    delivery =
      shared('deliveries/Levering_22G003181_1.zip') ??
      (await simulatedDelivery(world.folder, '26G000001', [155_000, 390_000, 155_300, 390_200], {
        klicType: 'GRAAF',
      }))
  })
  after(() => world?.close())

  test(`a corridor of 1.2 km is a filed job after at most ${CORRIDOR_CLICKS} clicks`, () =>
    world.inWindow(async (page) => {
      await page.goto(world.server.ready.base_url)
      await button(page, 'New notification').waitFor()
      await page.keyboard.press('Control+k')
      await page.keyboard.type('155000 463000')
      await page.getByRole('option', { name: /155,000/ }).waitFor()
      await page.keyboard.press('Enter')
      await atRest(page)
      let clicks = 0
      const click = async (what: Locator) => {
        clicks++
        await what.click()
      }
      await click(button(page, 'New notification'))
      await click(button(page, 'Corridor'))
      await page.mouse.move(560, 430)
      // As wide as it must be for 1.2 km between the panels.
      const scale = async () =>
        Number(/[\d,]+$/.exec(await page.locator('.scale-choice option:checked').innerText())![0].replace(',', ''))
      while ((await scale()) < 8500) {
        await page.mouse.wheel(0, 120)
        await atRest(page)
      }
      const line = [
        [345, 640],
        [480, 560],
        [700, 330],
        [850, 190],
      ] as const
      for (const [x, y] of line) {
        clicks++
        await page.mouse.click(x, y)
      }
      // The last corner again ends it.
      clicks++
      await page.mouse.click(850, 190)
      await priced(page)
      await click(page.getByText('Planning request (oriëntatieverzoek)', { exact: true }).first())
      await click(page.getByRole('textbox', { name: /Reference/ }))
      await page.keyboard.type('Corridor')
      await priced(page)
      await click(button(page, 'Submit…'))
      await click(button(page, /^Submit \d+ notification/))
      await page.getByRole('heading', { name: 'Corridor' }).waitFor()
      const { data } = (await world.server.call('/jobs').then((answer) => answer.json())) as {
        data: { job_id: string; reference: string; status: string }[]
      }
      const job = data.find(({ reference }) => reference === 'Corridor')!
      assert.notEqual(job.status, 'quoted')
      const { area_m2 } = (await world.server.job(job.job_id)) as unknown as { area_m2: number }
      // Ten metres wide.
      assert.ok(area_m2 > 12_000 && area_m2 < 30_000, `${area_m2} m²`)
      assert.ok(clicks <= CORRIDOR_CLICKS, `${clicks} clicks`)
    }))

  /** Where the pointer says that it is over this: what is seen of it, no more. */
  const placeOf = async (page: Page, theme: string): Promise<[number, number]> => {
    const said = page.locator('.readout')
    for (let y = 200; y < 660; y += 12) {
      for (let x = 340; x < 830; x += 6) {
        await page.mouse.move(x, y)
        if (((await said.textContent()) ?? '').startsWith(theme)) return [x, y]
      }
    }
    throw new Error(`${theme} is nowhere to be seen`)
  }

  test(`of one gas line its operator, depth and telephone are known after ${GAS_CLICKS} clicks`, () =>
    world.inWindow(async (page) => {
      await page.goto(world.server.ready.base_url)
      await page
        .locator('.new-area input[type=file]')
        .setInputFiles({ name: basename(delivery), mimeType: 'application/zip', buffer: readFileSync(delivery) })
      await page.getByRole('tab', { name: 'Map' }).waitFor()
      await page.getByRole('tab', { name: 'Map' }).click()
      await page.locator('.themes > li').first().waitFor()
      await atRest(page)
      const row = page.locator('.themes > li').filter({ hasText: /gas/i }).first()
      const theme = await row.locator('.theme-name').innerText()
      // From the open result.
      let clicks = 0
      await row.hover()
      clicks++
      await row.getByRole('button', { name: /^Only / }).click()
      await atRest(page)
      const [x, y] = await placeOf(page, theme)
      clicks++
      await page.mouse.click(x, y)
      const card = page.locator('.feature-card')
      await card.getByRole('link', { name: /damage/ }).waitFor()
      assert.match((await card.getByRole('link').first().getAttribute('href'))!, /^tel:\+?\d+$/)
      const operator = /, (.*) · RD /.exec((await page.locator('.readout').textContent())!)![1]!
      await card.getByText(operator).first().waitFor()
      await card
        .getByText(/^(unknown|.* m, (given for this object|standard depth, not measured|measured nearby))$/)
        .waitFor()
      const [inner, outer] = [(await card.boundingBox())!, (await page.locator('.panel.right').boundingBox())!]
      assert.ok(inner.y >= outer.y, 'in sight at once')
      assert.equal(clicks, GAS_CLICKS)
    }))

  test(`whether the connection to the registry works is known after ${CONNECTION_CLICKS} clicks`, () =>
    world.inWindow(async (page) => {
      await page.goto(world.server.ready.base_url)
      let clicks = 0
      const click = async (name: string) => {
        clicks++
        await page.getByRole('button', { name, exact: true }).click()
      }
      await click('Settings')
      await click('Kadaster')
      await click('Test the connection')
      await page.getByText('The connection works.').waitFor()
      assert.equal(clicks, CONNECTION_CLICKS)
    }))

  test(`what changed since an earlier request is on the map and saved after ${CHANGES_CLICKS} clicks`, async () => {
    const ring = [
      [155_000, 390_000],
      [155_260, 390_000],
      [155_260, 390_180],
      [155_000, 390_180],
      [155_000, 390_000],
    ]
    await world.readyToDig('SIM:empty', ring)
    await world.readyToDig('Newer', ring)
    await world.inWindow(async (page) => {
      await page.goto(world.server.ready.base_url)
      let clicks = 0
      const click = async (what: Locator) => {
        clicks++
        await what.click()
      }
      await click(page.locator('.job-item', { hasText: 'Newer' }))
      await click(page.getByRole('tab', { name: 'Timeline' }))
      await click(page.getByText('Compare', { exact: true }))
      const choice = page.getByRole('combobox', { name: 'Compare with…' })
      const earlier = await choice.locator('option', { hasText: 'SIM:empty' }).getAttribute('value')
      clicks++
      await choice.selectOption(earlier)
      await page.locator('.count-nieuw strong', { hasText: /^[1-9]/ }).waitFor()
      const saving = page.waitForEvent('download')
      await click(page.locator('.save-differences').getByRole('link', { name: 'GeoPackage' }))
      assert.match((await saving).suggestedFilename(), /_verschillen\.gpkg$/)
      assert.equal(clicks, CHANGES_CLICKS)
    })
  })
})

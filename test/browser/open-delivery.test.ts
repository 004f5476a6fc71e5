/** Deliveries that somebody has, in a real browser against the real server: dropped, chosen, on the map, and what is said of them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { SUITE_MS } from '../support/until.ts'
import { says, saysNot } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

const drop = async (page: Page, files: readonly { name: string; bytes: Buffer }[]): Promise<void> => {
  const given = files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') }))
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer()
    for (const { name, base64 } of ${JSON.stringify(given)}) {
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name))
    }
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  })()`)
}

describe('deliveries that somebody has', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let one: string
  let other: string
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    const graaf = { klicType: 'GRAAF' } as const
    one = await simulatedDelivery(world.folder, '26G000001', [155_000, 390_000, 155_040, 390_040], graaf)
    other = await simulatedDelivery(world.folder, '26G000002', [155_060, 390_000, 155_100, 390_040], graaf)
  })
  after(async () => {
    await world?.close()
  })

  const given = (path: string) => ({ name: basename(path), bytes: readFileSync(path) })
  const start = async (page: Page) => {
    await page.goto(world.server.ready.base_url)
    await page.getByRole('button', { name: 'New notification' }).waitFor()
  }

  test('dropped on the window they are one job on the map, which says what it is, and asks for no money', () =>
    world.inWindow(async (page) => {
      await start(page)
      await drop(page, [given(one), given(other)])
      await page
        .locator('.panel.right .pill')
        .filter({ hasNotText: /Merging/ })
        .waitFor()
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await page.locator('.panel.right').getByText('Result created').first().waitFor()
      await says(page.locator('.panel.right'), /26G000001, 26G000002/)
      await page.getByRole('tab', { name: 'Attention' }).click()
      await page.locator('.imported').waitFor()
      const panel = page.locator('.panel.right')
      await says(panel, /Imported: no new notification, no cost/)
      await says(panel, /20 Nov 2026.*current delivery.*20 working days/s)
      await saysNot(panel, /€|Submit…/)
      const row = page.locator('.job-item').first()
      await says(row, /Imported/)
      await row.locator('.dig-chip').waitFor()
      // A digger under somebody else's notification records the start as well.
      await page.locator('.dig-status summary').filter({ hasText: 'Start of the work' }).waitFor()
    }))

  test('chosen again it is here already, which leaves by itself; what is no delivery is said, and a zipped area is an area', () =>
    world.inWindow(async (page) => {
      await page.clock.install()
      await start(page)
      await page.locator('.new-area input[type=file]').setInputFiles(one)
      await page.getByText('26G000001: already here').waitFor()
      await page.clock.fastForward(8000)
      await page.locator('.import-notice').waitFor({ state: 'detached' })
      const half = { name: 'half.zip', bytes: given(one).bytes.subarray(0, 9000) }
      await drop(page, [half])
      await page.getByText('half.zip: The file is damaged or incomplete').waitFor()
      await page.clock.fastForward(8000)
      await page.locator('.import-notice').getByRole('button', { name: 'Close' }).click()
      const text = '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark/></kml>'
      await drop(page, [{ name: 'field.kml', bytes: Buffer.from(text) }])
      await page.locator('.area-import').waitFor()
    }))

  test('asks before it stores where the files make several jobs, and a delivery can be moved to another job', () =>
    world.inWindow(async (page) => {
      const graaf = { klicType: 'GRAAF' } as const
      const far = await simulatedDelivery(world.folder, '26G000011', [205_000, 490_000, 205_040, 490_040], graaf)
      const near = await simulatedDelivery(world.folder, '26G000012', [155_200, 390_000, 155_240, 390_040], graaf)
      const next = await simulatedDelivery(world.folder, '26G000013', [155_260, 390_000, 155_300, 390_040], graaf)
      await start(page)
      await drop(page, [given(far), given(near), given(next)])
      const plan = page.getByRole('region', { name: '3 deliveries, 2 jobs' })
      await plan.waitFor()
      await plan.getByText(/^Job 1 · Excavation/).waitFor()
      await plan.getByText(/^Job 2 · Excavation/).waitFor()
      await page.getByRole('combobox', { name: 'Job of 26G000013' }).selectOption('A job of its own')
      await page.getByRole('region', { name: '3 deliveries, 3 jobs' }).waitFor()
      await page.getByRole('combobox', { name: 'Job of 26G000012' }).selectOption('Job 1')
      await page.getByRole('button', { name: 'Open 2 jobs' }).click()
      await says(page.locator('.panel.right'), /26G000011, 26G000012|26G000012, 26G000011/)
      const answer = await world.server.call('/jobs?q=26G00001')
      const { data } = (await answer.json()) as { data: { klic_numbers: string[] }[] }
      assert.deepEqual(data.map(({ klic_numbers }) => klic_numbers.toSorted().join(' ')).sort(), [
        '26G000011 26G000012',
        '26G000013',
      ])
    }))
})

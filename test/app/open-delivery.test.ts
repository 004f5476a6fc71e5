/** Deliveries that somebody has, in a real browser against the real server: dropped, chosen, on the map, and what is said of them. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { AreaWindows } from '../support/area-windows.ts'
import { noBrowser } from '../support/browser.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { SUITE_MS } from '../support/until.ts'

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
  let windows: AreaWindows
  let one: string
  let other: string
  before(async () => {
    windows = await AreaWindows.open()
    const graaf = { klicType: 'GRAAF' } as const
    one = await simulatedDelivery(windows.folder, '26G000001', [155_000, 390_000, 155_040, 390_040], graaf)
    other = await simulatedDelivery(windows.folder, '26G000002', [155_060, 390_000, 155_100, 390_040], graaf)
  })
  after(() => windows?.close())

  const given = (path: string) => ({ name: basename(path), bytes: readFileSync(path) })
  const start = async (page: Page) => {
    await page.goto(windows.server.ready.base_url)
    await page.getByRole('button', { name: 'New area' }).waitFor()
  }

  test('dropped on the window they are one job on the map, which says what it is, and asks for no money', () =>
    windows.inWindow(async (page) => {
      await start(page)
      await drop(page, [given(one), given(other)])
      await page
        .locator('.panel.right .pill')
        .filter({ hasNotText: /Merging/ })
        .waitFor()
      await page.getByRole('tab', { name: 'Course' }).click()
      await page.locator('.panel.right').getByText('Result made').first().waitFor()
      assert.match(await page.locator('.panel.right').innerText(), /26G000001, 26G000002/)
      await page.getByRole('tab', { name: 'Attention' }).click()
      await page.locator('.imported').waitFor()
      const panel = await page.locator('.panel.right').innerText()
      assert.match(panel, /Imported: nothing is filed, and it costs nothing/)
      assert.match(panel, /20 Nov 2026.*20 working days.*current delivery/s)
      assert.doesNotMatch(panel, /€|Submit…/)
      assert.match(await page.locator('.job-item').first().innerText(), /Imported/)
    }))

  test('chosen again it is here already; what is no delivery is said, and a zipped area is an area', () =>
    windows.inWindow(async (page) => {
      await start(page)
      await page.locator('.new-area input[type=file]').setInputFiles(one)
      await page.getByText('26G000001: is here already').waitFor()
      await page.locator('.import-notice').getByRole('button', { name: 'Close' }).click()
      const half = { name: 'half.zip', bytes: given(one).bytes.subarray(0, 9000) }
      await drop(page, [half])
      await page.getByText('The file is damaged or incomplete').waitFor()
      const text = '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark/></kml>'
      await drop(page, [{ name: 'field.kml', bytes: Buffer.from(text) }])
      await page.locator('.area-import').waitFor()
    }))
})

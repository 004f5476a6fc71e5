/** The address of the own calendar: made, shown once, read without a session and revoked, in a real browser and server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { readIcalendar } from '../support/read-icalendar.ts'
import { PATIENCE_MS, SUITE_MS } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

describe('the calendar in My account', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let context: BrowserContext
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    context = await world.browser.newContext({ locale: 'nl-NL', viewport: { width: 1280, height: 720 } })
    context.setDefaultTimeout(PATIENCE_MS)
  })
  after(() => world?.close())

  test('the address is shown once, read by anyone who has it, and worth nothing once it is revoked', async () => {
    const page = await context.newPage()
    await page.goto(`${world.server.ready.base_url}/?settings=account#token=${world.server.ready.window_token}`)
    await page.getByRole('button', { name: 'Adres maken', exact: true }).click()
    const shown = page.locator('.copyable code', { hasText: '/calendar/nl/klic_cal_' })
    const address = (await shown.textContent())!
    const read = async () => {
      const reply = await fetch(address)
      return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) }
    }
    readIcalendar((await read()).bytes)
    await page.getByText('U hebt een adres sinds').waitFor()
    if (process.env.CALENDAR_PICTURES) {
      await page.screenshot({ path: `${process.env.CALENDAR_PICTURES}/calendar.png` })
      await page.setViewportSize({ width: 390, height: 780 })
      await page.getByRole('heading', { name: 'Agenda', exact: true }).scrollIntoViewIfNeeded()
      await page.screenshot({ path: `${process.env.CALENDAR_PICTURES}/calendar-narrow.png` })
      await page.setViewportSize({ width: 1280, height: 720 })
    }
    await page.reload()
    await page.getByText('U hebt een adres sinds').waitFor()
    await shows(shown, 0)
    assert.equal((await read()).status, 200)
    await page.getByRole('button', { name: 'Adres intrekken', exact: true }).click()
    await page.getByRole('button', { name: 'Weet u het zeker?', exact: true }).click()
    await page.getByRole('button', { name: 'Adres maken', exact: true }).waitFor()
    assert.equal((await read()).status, 404)
  })
})

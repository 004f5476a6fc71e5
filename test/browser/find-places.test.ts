/** Finding a place where the register of addresses does not answer: by name, by what was found before, and where one is. */
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { atRest, button, WindowWorld } from '../support/window-world.ts'

/** Between the panels. */
const MIDDLE = [600, 380] as const
const AWAY = { available: false, data: [] }

describe('finding a place without a network', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  /** Until the map has flown to within so many metres of a place. */
  const isAt = async (page: Page, [x, y]: readonly [number, number], within: number): Promise<void> => {
    let aside = 0
    await until(async () => {
      await atRest(page)
      aside = 1 - aside
      await page.mouse.move(MIDDLE[0] + aside, MIDDLE[1])
      const [, e, n] = /RD (\d+), (\d+)/.exec((await page.locator('.readout').textContent()) ?? '') ?? []
      return e !== undefined && Math.abs(Number(e) - x) < within && Math.abs(Number(n) - y) < within
    })
  }
  const typed = async (page: Page, text: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
  }

  test('by its name, and Enter goes there', () =>
    world.inWindow(async (page) => {
      await page.route('**/addresses', (route) => route.fulfill({ json: AWAY }))
      await typed(page, 'someren')
      await page.getByRole('option', { name: /^Someren\s*N.-Br.$/ }).waitFor()
      await page.keyboard.press('Enter')
      await isAt(page, [178_000, 378_000], 2_500)
    }))

  test('what is no place is said to be looked for in vain, and what else can be looked for', () =>
    world.inWindow(async (page) => {
      await page.route('**/addresses', (route) => route.fulfill({ json: AWAY }))
      await typed(page, 'nergenshuizen 12')
      await page.getByText('The address register does not answer: search by place').waitFor()
    }))

  test('while the server is away it is not said that no job is found', () =>
    world.inWindow(async (page) => {
      await page.route('**/dashboard/api/jobs?*', (route) => route.abort('connectionrefused'))
      await typed(page, '22G003181')
      await page.getByText('No connection to the server: jobs and addresses cannot be searched now.').waitFor()
      await shows(page.getByText('Nothing found.'), 0)
    }))

  test('an address that was found before, though it was not chosen, and its postcode by four digits', () =>
    world.inWindow(async (page) => {
      const found = {
        text: 'Dorpsstraat 3, 5711GA Someren',
        kind: 'address',
        address: null,
        number_designation_id: null,
        inside: null,
        rd: [177_500, 377_900],
        lnglat: [5.71, 51.39],
        source: 'bag',
      }
      await page.route('**/addresses', (route) => route.fulfill({ json: { available: true, data: [found] } }))
      await typed(page, 'dorpsstraat 3')
      await page.getByRole('option', { name: /Dorpsstraat 3/ }).waitFor()
      await page.unroute('**/addresses')
      await page.route('**/addresses', (route) => route.fulfill({ json: AWAY }))
      await page.reload()
      await page.locator('.search-field').waitFor()
      await typed(page, 'dorpsstraat')
      await page.getByRole('option', { name: /Dorpsstraat 3/ }).waitFor()
      await page.keyboard.press('Enter')
      await isAt(page, [177_500, 377_900], 200)
      // Of another postcode with these digits no address was found: where the others are is near.
      await button(page, 'Zoom to the Netherlands').click()
      await page.getByRole('combobox', { name: 'Search', exact: true }).fill('5711 xx')
      await page.getByRole('option', { name: /^5711 Someren/ }).waitFor()
      await page.keyboard.press('Enter')
      await isAt(page, [177_500, 377_900], 2_500)
    }))

  test('where this computer is', () =>
    world.inWindow(
      (page) =>
        button(page, 'My location')
          .click()
          .then(() => isAt(page, [155_000, 463_000], 200)),
      {
        permissions: ['geolocation'],
        geolocation: { latitude: 52.155_17, longitude: 5.387_2 },
      },
    ))

  test('a position outside the Netherlands is said, and the map stays', () =>
    world.inWindow(
      async (page) => {
        await button(page, 'My location').click()
        await page.getByText('Location unknown').waitFor()
        await shows(page.locator('.note-place'), 0)
      },
      { permissions: ['geolocation'], geolocation: { latitude: 48.2, longitude: 16.37 } },
    ))
})

/** The whole way from a place to a result and its print: by mouse without a word in the console, and by few keys. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { button, FIELD_WKT, paste, priced, tool, WindowWorld } from '../support/window-world.ts'

/** From the button of a new area to the filed job. */
const MAX_KEYS = 40

describe('a whole run of the window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  const jobs = async () => {
    const answer = await world.server.call('/jobs')
    return ((await answer.json()) as { data: { reference: string | null; status: string }[] }).data
  }
  /** As on a site: no address but that of the server answers. @returns those that were asked for all the same */
  const withoutNetwork = async (page: Page): Promise<string[]> => {
    const asked: string[] = []
    await page.evaluate(`localStorage.setItem('klic-desktop:preferences', '{"background":"online"}')`)
    await page.addInitScript('Object.defineProperty(navigator, "onLine", { value: false, configurable: true })')
    await page.context().route(
      (url) => url.origin !== new URL(world.server.ready.base_url).origin && url.protocol.startsWith('http'),
      (route) => {
        asked.push(route.request().url())
        return route.abort('internetdisconnected')
      },
    )
    return asked
  }

  test('nothing is said in the console as an error without a network, from drawing to the list', () =>
    world.inWindow(async (page) => {
      const asked = await withoutNetwork(page)
      const said: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') said.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => said.push(String(error)))
      await page.reload()
      await paste(page, FIELD_WKT)
      await page.getByRole('radio', { name: /Planning request/ }).check({ force: true })
      await page.getByRole('textbox', { name: /Reference/ }).fill('Whole run')
      await priced(page)
      await button(page, 'Save draft').click()
      await button(page, 'Submit…').click()
      await button(page, /^Submit 1/).click()
      await page.getByRole('checkbox').first().waitFor()
      for (const tab of ['Attention', 'Contacts', 'Timeline', 'Map', 'Files']) {
        await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      }
      await button(page, 'Create PDF').click()
      await page.getByRole('img', { name: /^Page 1 of/ }).waitFor()
      await page.getByRole('region', { name: /1:\d+/ }).getByRole('button', { name: 'Close' }).click()
      await page.locator('.document-body').waitFor({ state: 'detached' })
      await page.locator('.panel.right').getByRole('button', { name: 'Close', exact: true }).click()
      await page.locator('.job-item', { hasText: 'Whole run' }).waitFor()
      await tool(page, 'Projects')
      await tool(page, 'Jobs')
      await page.locator('.job-item', { hasText: 'Whole run' }).waitFor()
      assert.deepEqual(said, [])
      assert.deepEqual(asked, [])
      // The network is there again, and with it the map of PDOK; who wants none does not ask for it.
      const turnedOn = () =>
        page.evaluate('Object.defineProperty(navigator, "onLine", { value: true }); dispatchEvent(new Event("online"))')
      await turnedOn()
      await until(() => asked.length > 0)
      assert.match(asked[0]!, /^https:\/\/service\.pdok\.nl\//)
      await button(page, 'Background').click()
      await page.getByRole('menuitemradio', { name: 'PDOK map' }).getByText('Not available now').waitFor()
      await page.getByRole('menuitemradio', { name: 'No map' }).click()
      await page.reload()
      await page.locator('.job-item', { hasText: 'Whole run' }).waitFor()
      const before = asked.length
      await turnedOn()
      await button(page, 'Background').click()
      await page.getByRole('menuitemradio', { name: 'No map' }).waitFor()
      assert.equal(asked.length, before)
    }))

  test('the window is written in its own typeface, with figures of one width', () =>
    world.inWindow(async (page) => {
      const [isOwn, narrow, wide] = (await page.evaluate(`(async () => {
        await document.fonts.ready
        const widthOf = (text) => {
          const span = document.createElement('span')
          span.textContent = text
          document.body.append(span)
          const { width } = span.getBoundingClientRect()
          span.remove()
          return width
        }
        const isOwn = [...document.fonts].some(({ family, status }) => family === 'Inter' && status === 'loaded')
        return [isOwn, widthOf('1111111111'), widthOf('8888888888')]
      })()`)) as [boolean, number, number]
      assert.ok(isOwn)
      assert.equal(narrow, wide)
    }))

  test(`a job is filed in at most ${MAX_KEYS} keys from the new area`, () =>
    world.onMap(async (page) => {
      await tool(page, 'Close')
      await button(page, 'New notification').focus()
      const pressed: string[] = []
      const press = async (...keys: string[]) => {
        for (const key of keys) {
          pressed.push(key)
          await page.keyboard.press(key)
        }
      }
      const corner = (n: number) =>
        page.locator('.making .unseen', { hasText: new RegExp(`^Point ${n}`) }).waitFor({ state: 'attached' })
      await press('Enter')
      await page.locator('#panel-name:focus').waitFor()
      await press('Tab', 'Tab', 'Space')
      await page.getByRole('button', { name: 'Polygon', pressed: true }).waitFor()
      // The pen is in the hand: the map has the focus.
      await page.locator('.maplibregl-canvas:focus').waitFor()
      await press('Enter')
      await corner(1)
      await press('9', '0', 'Enter')
      await corner(2)
      await press('8', '0', 'Tab', '9', '0', 'Enter')
      await corner(3)
      await press('Enter')
      await priced(page)
      await press('Shift+F6')
      await page
        .getByRole('radio', { name: /Excavation/ })
        .and(page.locator(':focus'))
        .waitFor()
      await press('ArrowUp')
      await page.getByRole('radio', { name: /Planning request/, checked: true }).waitFor()
      await press('Tab')
      await page
        .getByRole('textbox', { name: /Reference/ })
        .and(page.locator(':focus'))
        .waitFor()
      await press('K', 'e', 'y', 's')
      await priced(page)
      await press('Control+Enter')
      // First it stands on what does nothing.
      const receipt = page.getByRole('alertdialog')
      await receipt.getByRole('button', { name: 'Cancel' }).and(page.locator(':focus')).waitFor()
      await press('Tab')
      await receipt.locator('.act-primary:focus').waitFor()
      await press('Enter')
      await until(async () =>
        (await jobs()).some(({ reference, status }) => reference === 'Keys' && status !== 'quoted'),
      )
      // The window goes on in what came of it.
      await page.locator('#panel-name:focus', { hasText: 'Keys' }).waitFor()
      assert.ok(pressed.length <= MAX_KEYS, `${pressed.length}: ${pressed.join(' ')}`)
    }))
})

/** The window before there is any job, in a real browser: three ways to begin, each of which leads somewhere. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { axeFindsNothing } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { button, FIELD_WKT, WindowWorld } from '../support/window-world.ts'

describe('the first start', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  const begin = async (page: Page) => {
    await page.goto(world.server.ready.base_url)
    await page.getByText('No jobs yet').waitFor()
  }

  test('one way leads to the search, another takes a drawing for an area', () =>
    world.inWindow(async (page) => {
      await begin(page)
      await axeFindsNothing(page, { within: ['.first-start'] })
      await button(page, /^Find a place/).click()
      await page.keyboard.type('Amersfoort')
      await page
        .getByRole('option', { name: /Amersfoort/ })
        .first()
        .waitFor()
      await page.keyboard.press('Escape')
      const choosing = page.waitForEvent('filechooser')
      await button(page, /^Drop a file here/).click()
      await (await choosing).setFiles({ name: 'field.wkt', mimeType: 'text/plain', buffer: Buffer.from(FIELD_WKT) })
      await page.getByRole('heading', { name: 'New notification' }).waitFor()
      await page.locator('.price', { hasText: '€39.95' }).waitFor()
    }))

  test('the list of a narrow window makes way for the search', () =>
    world.inWindow(
      async (page) => {
        await page.goto(world.server.ready.base_url)
        await button(page, /^Find a place/).click()
        await page.locator('.panel.left').waitFor({ state: 'hidden' })
        await page.locator('.search-box input:focus').waitFor()
      },
      { viewport: { width: 480, height: 800 } },
    ))

  test('the example is one delivered job of the simulator, however often one asks', () =>
    world.inWindow(async (page) => {
      await begin(page)
      await button(page, /^See an example/).dblclick()
      await page.getByRole('heading', { name: 'Example' }).waitFor()
      await page.getByRole('tab', { name: 'Map' }).waitFor()
      await page.locator('.themes .theme').first().waitFor()
      const { data } = (await (await page.request.get(`${world.server.ready.base_url}/dashboard/api/jobs`)).json()) as {
        data: { reference: string; status: string }[]
      }
      assert.deepEqual(
        data.map(({ reference, status }) => [reference, status]),
        [['Example', 'ready']],
      )
      await shows(page.locator('.first-start'), 0)
    }))

  const withoutJobs = (page: Page) =>
    page.route('**/dashboard/api/jobs?*', async (route) => {
      const answer = await route.fetch()
      const json = (await answer.json()) as { pagination: object }
      await route.fulfill({
        response: answer,
        json: { ...json, data: [], pagination: { ...json.pagination, total: 0 } },
      })
    })

  test('at another registry than the simulator there is no example: it would cost money', () =>
    world.inWindow(async (page) => {
      await page.route('**/dashboard/api/session', async (route) => {
        const answer = await route.fetch()
        await route.fulfill({ response: answer, json: { ...(await answer.json()), environment: 'production' } })
      })
      await withoutJobs(page)
      await begin(page)
      await button(page, /^Drop a file here/).waitFor()
      await shows(button(page, /^See an example/), 0)
    }))

  test('where the registry became another one after the page was opened, the example is not filed', () =>
    world.inWindow(async (page) => {
      let isReal = false
      await page.route('**/dashboard/api/session', async (route) => {
        const answer = await route.fetch()
        const json = (await answer.json()) as object
        await route.fulfill({ response: answer, json: isReal ? { ...json, environment: 'production' } : json })
      })
      const filed: string[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/submit')) filed.push(request.url())
      })
      await withoutJobs(page)
      await begin(page)
      await button(page, /^See an example/).waitFor()
      isReal = true
      await button(page, /^See an example/).click()
      await page.getByRole('heading', { name: 'Example' }).waitFor()
      assert.deepEqual(filed, [])
    }))
})

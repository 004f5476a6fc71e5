/** What stands above every page of where notifications go, while something is open that does not come from there. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { ImportResult } from '../../server/features/imports/schema.ts'
import { noBrowser } from '../support/browser.ts'
import { asWindow } from '../support/real-server.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { SUITE_MS } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

const SIMULATOR = 'Simulator: not for use in the field'
const TEST = 'Kadaster test environment: not for use in the field'

describe('the label above what is open', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  const opened: Record<string, string> = {}
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    const { below, headers } = await asWindow(world.server)
    // Numbers of year 99 are of the simulator or of Kadaster's tests, in a file as well.
    for (const number of ['26O000001', '99O000001']) {
      const path = await simulatedDelivery(world.folder, number, [155_000, 390_000, 155_040, 390_040])
      const answer = await fetch(`${below}/imports?name=${basename(path)}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/zip' },
        body: readFileSync(path),
      })
      opened[number] = ImportResult.parse(await answer.json()).job.job_id
    }
  })
  after(() => world?.close())

  const label = (page: Page, text: string) =>
    page.getByRole('complementary', { name: 'Where it is submitted' }).getByText(text, { exact: true })
  /** As where the company works with another registry. */
  const at = (page: Page, environment: string) =>
    page.route('**/dashboard/api/session', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), environment } })
    })
  const open = async (page: Page, query: string) => {
    await page.goto(`${world.server.ready.base_url}/${query}`)
    await page.locator('.right .panel-body').waitFor()
  }

  test('a delivery out of the field is not called simulated, and new notifications are', () =>
    world.inWindow(async (page) => {
      await open(page, `?job=${opened['26O000001']}`)
      await label(page, 'From a file; new notifications go to the simulator').waitFor()
      await shows(page.getByText(/not for use in the field/), 0)
      await open(page, '?area')
      await label(page, SIMULATOR).waitFor()
      await at(page, 'eto')
      await open(page, `?job=${opened['26O000001']}`)
      await label(page, 'From a file; new notifications go to the test environment').waitFor()
      await shows(page.getByText(/not for use in the field/), 0)
    }))

  test('what is simulated is called so wherever it is open, out of a file too', () =>
    world.inWindow(async (page) => {
      await open(page, `?job=${opened['99O000001']}`)
      await label(page, SIMULATOR).waitFor()
      await at(page, 'eto')
      await page.reload()
      await label(page, TEST).waitFor()
      await page.unroute('**/dashboard/api/session')
      await at(page, 'production')
      await page.reload()
      await label(page, 'Test data: not for use in the field').waitFor()
      await page.getByRole('button', { name: 'New area' }).click()
      await page.getByRole('heading', { name: 'New area' }).waitFor()
      await shows(page.locator('.banner'), 0)
    }))
})

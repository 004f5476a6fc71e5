/** The card of what lies in an area of precaution, in a real browser: the depth and the demand are in sight. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import type { Precautions } from '../../server/features/results/schema.ts'
import { noBrowser } from '../support/browser.ts'
import { rdBox } from '../support/rd-box.ts'
import { SUITE_MS } from '../support/until.ts'
import { WindowWorld } from '../support/window-world.ts'

/** An area that holds everything: longitude, latitude. */
const EVERYWHERE = {
  type: 'Polygon',
  coordinates: [
    [
      [3, 50],
      [8, 50],
      [8, 54],
      [3, 54],
      [3, 50],
    ],
  ],
}

describe('the card in an area of precaution', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    job = await world.readyToDig('Precaution', rdBox(155_000, 463_000, 480, 480).coordinates[0]!)
  })
  after(() => world?.close())

  const read = async <T>(page: Page, path: string): Promise<T> =>
    (await page.request.get(`${world.server.ready.base_url}/dashboard/api/jobs/${job.job_id}${path}`)).json()
  type Area = Precautions['data'][number]
  /** The card of these, with a demand as a delivery may have it. */
  const card = async (page: Page, refs: string, area: Partial<Area>) => {
    const [first] = (await read<Precautions>(page, '/precautions')).data
    await page.route('**/precautions', (route) => route.fulfill({ json: { data: [{ ...first, ...area }] } }))
    await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}&at=${refs || first!.ref}`)
    const shown = page.locator('.feature-card')
    await shown
      .locator('.attention', { hasText: 'call before you dig here' })
      .getByText(/^Call by /)
      .waitFor()
    return shown
  }

  test('how deep it lies is in sight at once, above the demand, also among other objects', () =>
    world.unopened(async (page) => {
      const refs = [1, 2, 3, 4].map((n) => `kabel_of_leiding.${n}`).join('~')
      const shown = await card(page, refs, { geometry_lnglat: EVERYWHERE } as unknown as Area)
      await shown.locator('.under-cursor').waitFor()
      const depth = shown.getByText(/^(unknown|.* m, (given for this object|standard depth, not measured))$/)
      const said = (await depth.boundingBox())!
      const panel = (await page.locator('.right > .panel-body').boundingBox())!
      const demand = (await shown.locator('.attention').boundingBox())!
      assert.ok(said.y >= panel.y && said.y + said.height <= panel.y + panel.height, JSON.stringify([said, panel]))
      assert.ok(said.y + said.height <= demand.y, JSON.stringify([said, demand]))
      // Of the demand its first words, too.
      assert.ok(demand.y + 40 <= panel.y + panel.height, JSON.stringify([demand, panel]))
    }))
})

/** Links for the site in Files of a result: made for somebody, shown once, revoked. Of a server for others, which this window is told it has. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import type { SiteLinks } from '../../server/features/site-package/schema.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

const FIELD = [
  [155_000, 463_000],
  [155_100, 463_000],
  [155_100, 463_100],
  [155_000, 463_100],
  [155_000, 463_000],
]
const ADDRESS = 'https://klic.office.example/site/klic_site_secret/'

describe('links for the site in the window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    job = await world.readyToDig('Field', FIELD)
  })
  after(() => world?.close())

  const files = (page: Page) => page.getByRole('tab', { name: 'Files' }).click()

  test('one is made for somebody, shown once, says when it was opened, and is revoked after a second press', () =>
    world.onFiles(job, async (page) => {
      let links: SiteLinks['data'] = []
      const asked: unknown[] = []
      await page.route(/\/site-links(\/|$)/, async (route) => {
        const method = route.request().method()
        if (method === 'GET') return route.fulfill({ json: { can_make: true, data: links } })
        asked.push(method === 'POST' ? route.request().postDataJSON() : method)
        const expires_at = '2026-12-20T12:00:00Z'
        if (method === 'DELETE') {
          links = []
          return route.fulfill({ status: 204 })
        }
        const made = { link_id: 'stl_1', created_at: '2026-11-22T12:00:00Z', created_by: 'window', expires_at }
        links = [{ ...made, name: 'Jan', opened_at: '2026-11-23T12:00:00Z', opened_revision: 3 }]
        return route.fulfill({ status: 201, json: { link_id: 'stl_1', expires_at, address: ADDRESS } })
      })
      await page.reload()
      await files(page)
      const section = page.getByRole('region', { name: 'Site link' })
      await section.getByRole('textbox', { name: 'For whom' }).fill(' Jan ')
      await section.getByRole('combobox', { name: 'Valid for' }).selectOption('7 days')
      await section.getByRole('button', { name: 'Create link', exact: true }).click()
      await section.getByText(ADDRESS).waitFor()
      await section.getByText('last opened: revision 3').waitFor()
      if (process.env.SITE_PICTURES) {
        await section.scrollIntoViewIfNeeded()
        await page.screenshot({ path: `${process.env.SITE_PICTURES}/links.png` })
      }
      await section.getByRole('button', { name: 'Revoke the link for Jan', exact: true }).click()
      await section.getByRole('button', { name: 'Are you sure?', exact: true }).click()
      await section.getByText(ADDRESS).waitFor({ state: 'detached' })
      await section.getByText('last opened').waitFor({ state: 'detached' })
      assert.deepEqual(asked, [{ name: 'Jan', days: 7 }, 'DELETE'])
    }))

  test('on a desktop of one’s own a sentence says what a link needs', () =>
    world.onFiles(job, async (page) => {
      const answered = page.waitForResponse(/\/site-links$/)
      await page.reload()
      await files(page)
      assert.equal((await (await answered).json()).can_make, false)
      await page.getByRole('link', { name: 'site package' }).waitFor()
      await page.getByText('A link to open on a phone needs an office server.').waitFor()
      await shows(page.getByText('Site link'), 0)
    }))
})

/** The CSRF token is said once: reloading, further tabs, signing out and old sessions, in a real browser and world.server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { PATIENCE_MS, SUITE_MS } from '../support/until.ts'
import { WindowWorld } from '../support/window-world.ts'

describe('the session of a window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let context: BrowserContext
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    context = await world.browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 720 } })
    context.setDefaultTimeout(PATIENCE_MS)
  })
  after(() => world?.close())
  const at = async (page: Page, hash = '') => {
    await page.goto(`${world.server.ready.base_url}/${hash}`)
    return page
  }
  /** A change by the hand of a person: a new project. */
  const changes = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Projects', exact: true }).click()
    await page.getByRole('textbox', { name: 'Project name' }).fill(name)
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    await page.getByRole('complementary').getByRole('heading', { name }).waitFor()
  }
  const isOut = (page: Page) => page.getByRole('heading', { name: 'This window is not signed in' }).waitFor()

  test('after a reload and in a second tab changes go on; an answer never says the token again', async () => {
    const page = await at(await context.newPage(), `#token=${world.server.ready.window_token}`)
    await changes(page, 'First')
    await page.reload()
    await page.getByRole('complementary').getByRole('heading', { name: 'First' }).waitFor()
    await at(page)
    await changes(page, 'After a new load')
    const told = await page.evaluate(async () => (await fetch('/dashboard/api/session')).text())
    assert.ok(!told.includes('csrf'))
    const second = await at(await context.newPage())
    await changes(second, 'Second')
    await second.close()
  })

  test('a cookie without its token is asked to sign in again, in words, and signing in mends it', async () => {
    const page = await at(await context.newPage())
    await page.getByRole('button', { name: 'New area', exact: true }).waitFor()
    // As a browser comes from an earlier version.
    await page.evaluate(() => localStorage.removeItem('klic-desktop:csrf'))
    await page.reload()
    await page.getByText('This browser was signed in, but by an earlier version').waitFor()
    await page.getByLabel('One-time token').fill(await world.server.token())
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await changes(page, 'Third')
  })

  test('signing out takes the token away, in every tab', async () => {
    const page = await at(await context.newPage(), '?settings=account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await isOut(page)
    assert.equal(await page.evaluate(() => localStorage.getItem('klic-desktop:csrf')), null)
    const [other] = context.pages()
    await other!.reload()
    await isOut(other!)
  })
})

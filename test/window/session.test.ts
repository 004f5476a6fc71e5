/** Sessions of the window, and the origins of other pages that may call v1, in a real browser and server. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { asWindow } from '../support/real-server.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'
import { WindowWorld } from '../support/window-world.ts'

/** @returns the origin of a website of its own */
async function website(t: TestContext): Promise<string> {
  const site = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<!doctype html><p>A page'))
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  t.after(() => site.close())
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

/** What a script of the page reads: a status, or nothing when the browser keeps the answer from it. */
const called = (page: Page, url: string, key: string, body?: object): Promise<number | null> =>
  page.evaluate(
    ([url, key, text]) =>
      fetch(url, {
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        ...(text === null ? {} : { method: 'POST', body: text }),
      }).then(
        (answer) => answer.status,
        () => null,
      ),
    [url, key, body === undefined ? null : JSON.stringify(body)] as const,
  )

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
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    await page.getByRole('textbox', { name: 'Project name' }).fill(name)
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('complementary').getByRole('heading', { name }).waitFor()
  }
  const isOut = (page: Page) => page.getByRole('heading', { name: 'This window is not signed in' }).waitFor()

  test('after a reload and in a second tab changes go on; an answer never says the token again', async () => {
    const page = await at(await context.newPage(), `#token=${await world.server.token()}`)
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

  test('signing out takes the token away, in every tab', async () => {
    const page = await at(await context.newPage(), '?settings=account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await isOut(page)
    assert.equal(await page.evaluate(() => localStorage.getItem('klic-desktop:csrf')), null)
    const [other] = context.pages()
    await other!.reload()
    await isOut(other!)
  })

  test('the one-time token signs in and leaves the address at once', () =>
    world.inWindow(async (page) => {
      assert.doesNotMatch(page.url(), /token/)
    }))

  test('a page of an allowed origin calls v1 with a key, from the moment it is allowed; another never does', async (t) => {
    const { server, browser } = world
    const origins = [await website(t), await website(t)] as const
    const pages = await Promise.all(
      origins.map(async (origin) => {
        const page = await browser.newPage()
        page.setDefaultTimeout(PATIENCE_MS)
        await page.goto(origin)
        return page
      }),
    )
    const [ours, theirs] = pages as [Page, Page]
    const { below, headers } = await asWindow(server)
    const allow = async (list: readonly string[]) =>
      fetch(`${below}/settings`, { method: 'PUT', headers, body: JSON.stringify({ 'api.allowed_origins': list }) })
    const jobs = `${server.ready.local_url}/api/v1/jobs`
    const area = {
      type: 'Polygon',
      coordinates: [
        [150_000, 386_000],
        [150_100, 386_000],
        [150_100, 386_100],
      ],
    }
    const { coordinates: ring } = area
    const order = { klic_type: 'ORIENT', geometry: { ...area, coordinates: [[...ring, ring[0]]] } }

    assert.equal(await called(ours, jobs, server.secret), null)
    assert.equal((await allow(['http://gis.example'])).status, 422)
    assert.equal((await allow([`${origins[0]}/`])).status, 200)
    await until(async () => (await called(ours, jobs, server.secret)) === 200)
    assert.equal(await called(ours, jobs, server.secret, order), 201, 'after a preflight')
    assert.equal(await called(ours, jobs, 'klic_sim_nobody'), 401)
    assert.equal(await called(ours, `${below}/session`, server.secret), null, 'never the dashboard')
    assert.equal(await called(theirs, jobs, server.secret), null)
    assert.equal(await called(theirs, jobs, server.secret, order), null)

    assert.equal((await allow([])).status, 200)
    await until(async () => (await called(ours, jobs, server.secret)) === null)
    const { data } = (await (await server.call('/jobs')).json()) as { data: unknown[] }
    assert.equal(data.length, 1, 'what a browser keeps from a page was not done either')
  })
})

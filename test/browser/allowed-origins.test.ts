/** A page of another origin in a real browser: with a key it calls v1 where the settings allow its origin, and only then. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { asWindow, RealServer } from '../support/real-server.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'

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

test('a page of an allowed origin calls v1 with a key, from the moment it is allowed; another never does', {
  skip: noBrowser,
  timeout: SUITE_MS,
}, async (t) => {
  const server = await new RealServer().open()
  t.after(() => server.close())
  const browser = await startBrowser({ withMap: false })
  t.after(() => browser.close())
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

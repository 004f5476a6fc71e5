/** What comes between: the browser is killed, the server restarts, the page is loaded anew, another program asks. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { noBrowser, openProfile } from '../support/browser.ts'
import { SUITE_MS } from '../support/until.ts'
import { hasValue } from '../support/waits.ts'
import { button, FIELD_WKT, paste, priced, WindowWorld } from '../support/window-world.ts'

const AT_ONCE_MS = 500

const reference = (page: Page) => page.getByRole('textbox', { name: /Reference/ })
const ready = (page: Page) => page.getByRole('tab', { name: 'Files' }).waitFor()
const orient = async (page: Page, name: string): Promise<void> => {
  await paste(page, FIELD_WKT)
  await priced(page)
  await page.locator('.kind', { hasText: 'Planning request' }).click()
  await reference(page).fill(name)
  await priced(page)
}
const submit = async (page: Page): Promise<void> => {
  await button(page, 'Submit…').click()
  await button(page, /^Submit 1 notification/).click()
}

describe('interruptions', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  const jobsNamed = async (name: string): Promise<number> => {
    const answer = await world.server.call('/jobs?page_size=100')
    const { data } = (await answer.json()) as { data: { reference: string | null }[] }
    return data.filter((job) => job.reference === name).length
  }

  test('a browser that is killed while one draws has the draft again', {
    skip: process.platform !== 'linux',
  }, async () => {
    const profile = await mkdtemp(join(tmpdir(), 'klic-profile-'))
    try {
      const killed = await openProfile(profile)
      const page = await world.signedIn(killed)
      await paste(page, FIELD_WKT)
      await priced(page)
      await page.getByText('Whole area').click()
      await button(page, 'Draw another area').click()
      await button(page, 'Polygon').click()
      for (const corner of ['155300 463000', '155400 463017']) {
        await page.getByRole('textbox', { name: /Point: x y/ }).fill(corner)
        await button(page, /^Place$/)
          .first()
          .click()
      }
      await page.getByText('Point 2 placed').waitFor()
      // Long before Chromium writes what pages keep in its memory, which is after some five seconds.
      await pause(AT_ONCE_MS)
      process.kill(await browserOf(profile), 'SIGKILL')
      await killed.close().catch(() => {})
      const again = await openProfile(profile)
      const next = await world.signedIn(again)
      await next.getByText('Point 2 placed at 155,400, 463,017').waitFor()
      await next.getByRole('heading', { name: /Other areas/ }).waitFor()
      await again.close()
    } finally {
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    }
  })

  test('the server restarts just before filing: nothing is filed twice, and the draft stands there until it is', () =>
    world.inWindow(async (page) => {
      await orient(page, 'Restarted before')
      await button(page, 'Submit…').click()
      await world.server.stop()
      await button(page, /^Submit 1 notification/).click()
      await page.getByText('The server does not answer').first().waitFor()
      await hasValue(reference(page), 'Restarted before')
      await world.server.startAgain()
      await page.reload()
      await priced(page)
      await submit(page)
      await ready(page)
      assert.equal(await jobsNamed('Restarted before'), 1)
    }))

  test('a reload and a restart while one waits: the window goes on by itself', () =>
    world.inWindow(async (page) => {
      await orient(page, 'Restarted while waiting')
      await submit(page)
      await page.getByRole('heading', { name: 'Restarted while waiting' }).waitFor()
      await world.server.stop()
      await world.server.startAgain()
      await page.reload()
      await ready(page)
      assert.equal(await jobsNamed('Restarted while waiting'), 1)
      await world.server.stop()
      await world.server.startAgain()
      await page.locator('.right .theme').first().click()
      assert.match(page.url(), /hide=/)
    }))

  test('open in QGIS: a file with all layers, and an address that answers', () =>
    world.inWindow(async (page) => {
      await orient(page, 'For QGIS')
      await submit(page)
      await ready(page)
      const downloading = page.waitForEvent('download')
      await page.getByRole('tab', { name: 'Files' }).click()
      await button(page, 'Open in QGIS').click()
      const layers = await readFile(await (await downloading).path(), 'utf8')
      assert.match(layers, /<qlr/)
      const again = page.waitForEvent('download')
      await button(page, 'Download again').click()
      assert.equal(await readFile(await (await again).path(), 'utf8'), layers)
      const address = await page.locator('.right .secret code').first().textContent()
      const answer = await fetch(`${address}/collections?f=json`)
      assert.equal(answer.status, 200)
      assert.ok(((await answer.json()) as { collections: unknown[] }).collections.length > 0)
    }))

  test('a program asks to be connected: the same code stands here, and one answer settles it', () =>
    world.inWindow(async (page) => {
      const base = world.server.ready.base_url
      const post = async (path: string, body: object) => {
        const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
        return (await (await fetch(base + path, init)).json()) as Record<string, string | null>
      }
      const asking = page.getByRole('region', { name: 'QGIS 3.40 wants to connect' })
      const pair = async (answer: 'Connect' | 'Refuse') => {
        const { pairing_id, secret, code } = await post('/pair', { client: 'QGIS 3.40' })
        await asking.getByText(String(code), { exact: true }).waitFor()
        // One goes on with what one is at.
        await reference(page).fill('Goes on')
        await button(page, answer).click()
        await asking.waitFor({ state: 'detached' })
        return post(`/pair/${pairing_id}/key`, { secret })
      }
      const granted = await pair('Connect')
      const jobs = await fetch(`${base}/api/v1/jobs`, { headers: { 'X-API-Key': String(granted.key) } })
      assert.equal(jobs.status, 200)
      assert.equal((await pair('Refuse')).key ?? null, null)
    }))
})

/** The process of the browser itself; its children name their kind. */
async function browserOf(profile: string): Promise<number> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(`--user-data-dir=${profile}`) && !line.includes('--type=') && !line.includes('crashpad')) {
      return Number(pid)
    }
  }
  throw new Error('The browser is not running')
}

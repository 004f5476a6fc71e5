/**
 * What has come of a job that waits for more, from preliminary to complete over three deliveries, in a browser on the real server,
 * worker and simulator.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { noBrowser } from '../support/browser.ts'
import { countPixels } from '../support/pixels.ts'
import { rdBox } from '../support/rd-box.ts'
import { asWindow } from '../support/real-server.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

const WORDS = {
  en: {
    title: 'Preliminary: not complete yet',
    silent: (name: string) => `${name} has not delivered yet`,
    asked: /^Requested on /,
    shown: (no: number) => new RegExp(`as preliminary result ${no} of .*VOORLOPIG`),
    files: 'Preliminary files',
    mapTab: 'Map',
    filesTab: 'Files',
    preliminary: 'PRELIMINARY',
    news: /^New since /,
    nowDelivered: / delivered for /,
    saw: 'Mark as read',
    ready: 'Download',
  },
  nl: {
    title: 'Voorlopig: nog niet volledig',
    silent: (name: string) => `${name} heeft nog niet geleverd`,
    asked: /^Aangevraagd op /,
    shown: (no: number) => new RegExp(`als voorlopig resultaat ${no} van .*VOORLOPIG`),
    files: 'Voorlopige bestanden',
    mapTab: 'Kaart',
    filesTab: 'Bestanden',
    preliminary: 'VOORLOPIG',
    news: /^Nieuw sinds /,
    nowDelivered: / heeft geleverd voor /,
    saw: 'Als gelezen markeren',
    ready: 'Downloaden',
  },
} as const
/** Between the panels, below the signs on the map. */
const MAP = { x: 330, y: 240, width: 540, height: 420 }
/** The band along what is new. */
const MARKED = {
  light: 'g - r > 12 && b - r > 12 && r > 140 && r < 215',
  dark: 'g - r > 30 && b - r > 30',
}
/** Of some 4,000; what is drawn anyway has up to 1,000. */
const SOME = 2500
const FIBRE = 'Simulatie Glasvezel'

describe('what has come is shown', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ drawn: true })
  })
  after(() => world?.close())

  let signedIn: ReturnType<typeof asWindow> | undefined
  const steer = async (change: { factor?: number; step_ms?: number }): Promise<void> => {
    signedIn ??= asWindow(world.server)
    const { below, headers } = await signedIn
    const set = () => fetch(`${below}/simulator`, { method: 'PUT', headers, body: JSON.stringify(change) })
    await until(async () => (await set()).ok)
  }
  const isFiled = async (reference: string): Promise<boolean> => {
    signedIn ??= asWindow(world.server)
    const { below, headers } = await signedIn
    const answer = await fetch(`${below}/simulator/ledger`, { headers })
    const { data } = (await answer.json()) as { data: { reference: string }[] }
    return data.some((order) => order.reference.startsWith(reference))
  }
  const made = (jobId: string, no: number) => until(async () => (await world.server.job(jobId)).preliminary?.no === no)

  for (const [language, scheme] of [
    ['en', 'light'],
    ['nl', 'dark'],
  ] as const) {
    test(`preliminary to complete over three deliveries, in ${language} and ${scheme}`, async () => {
      const words = WORDS[language]
      // Slow: no delivery comes by itself while the test looks at the one before.
      const reference = `SIM:supplement SIM:slow ${language}`
      await steer({ factor: 2 })
      const job = { klic_type: 'ORIENT', reference, submit: true, geometry: rdBox(155_000, 390_000, 260, 180) }
      const jobId: string = (await world.server.post('/jobs', job)).json.job_id
      await until(() => isFiled(reference))
      await steer({ factor: 2000, step_ms: 350_000 })
      await until(async () => (await world.server.job(jobId)).status === 'submitted')
      await steer({ step_ms: 1_200_000 })
      await made(jobId, 1)
      await world.inWindow(async (page: Page) => {
        await page.evaluate((chosen) => localStorage.setItem('klic-desktop:preferences', JSON.stringify(chosen)), {
          language,
          scheme,
          // The simulator's town, which stands in for it otherwise, has the colours of what is new.
          background: 'plain',
        })
        const below = page.waitForResponse((got) => /\/tiles\/.*ground.*png/.test(got.url()) && got.ok())
        await page.goto(`${world.server.ready.base_url}/?job=${jobId}`)
        const first = page.getByRole('region', { name: words.title })
        // Who is silent stands above all: where, since when, and whom to call.
        const silent = first.getByRole('listitem').filter({ hasText: words.silent(FIBRE) })
        await silent.getByText(words.asked).waitFor()
        assert.match((await silent.getByRole('link').first().getAttribute('href')) ?? '', /^tel:\+?\d+$/)
        assert.equal(
          await first
            .getByRole('listitem')
            .filter({ hasText: words.silent('') })
            .count(),
          2,
        )
        const topOf = async (what: ReturnType<Page['locator']>) => (await what.boundingBox())!.y
        assert.ok((await topOf(first)) < (await topOf(page.locator('.next-step'))), 'it stands first')
        await page.getByText(words.shown(1)).waitFor()
        // On the map itself, and above it.
        await page.locator('.no-result').getByText(words.preliminary).waitFor()
        await below
        await page.getByRole('tab', { name: words.filesTab }).click()
        await page.getByRole('heading', { name: words.files }).waitFor()
        const saving = page.waitForEvent('download')
        await page.locator('.downloads:not(.to-site) button').first().click()
        assert.match(
          (await saving).suggestedFilename(),
          /^KLIC_VOORLOPIG_1_TESTGEGEVENS_SIM-supplement-SIM-slow-\w\w_\w+\.gpkg$/,
        )
        const tiles = page.waitForRequest((asked) => /\/tiles\/.*revision=-2/.test(asked.url()))

        // The second delivery: it is made anew, and the map takes it.
        await steer({ step_ms: 900_000 })
        await made(jobId, 2)
        await page.getByText(words.shown(2)).waitFor()
        await tiles
        await until(
          async () =>
            (await first
              .getByRole('listitem')
              .filter({ hasText: words.silent('') })
              .count()) === 1,
        )
        // Who has delivered since one looked is told, and marked on the map until it is said to be seen.
        const news = page.getByRole('region', { name: words.news })
        await news.getByText(words.nowDelivered).waitFor()
        await shows(news.getByRole('listitem'), 1)
        // Beside the files the sheets of a print lie on the map.
        await page.getByRole('tab', { name: words.mapTab }).click()
        const marked = () => countPixels(page, MAP, MARKED[scheme])
        await until(async () => (await marked()) > SOME)
        await page.reload()
        await news.getByText(words.nowDelivered).waitFor()
        await page.getByRole('button', { name: words.saw }).click()
        await news.waitFor({ state: 'detached' })
        await until(async () => (await marked()) < SOME / 2)

        // All is here: the result, and of what was preliminary nothing.
        const result = page.waitForRequest((asked) => /\/tiles\/.*revision=1/.test(asked.url()))
        const ground = page.waitForResponse((got) => /\/tiles\/.*ground.*png/.test(got.url()) && got.ok())
        await steer({ step_ms: 4_000_000 })
        await until(async () => (await world.server.job(jobId)).status === 'ready')
        await first.waitFor({ state: 'detached' })
        await result
        await ground
        await news.getByText(words.nowDelivered).waitFor()
        await page.getByRole('button', { name: words.saw }).click()
        await news.waitFor({ state: 'detached' })
        await page.reload()
        await page.getByRole('tab', { name: words.filesTab }).click()
        await shows(news, 0)
        await page.getByRole('heading', { name: words.files }).waitFor({ state: 'detached' })
        await shows(page.getByText(/VOORLOPIG|PRELIMINARY/), 0)
        await page.getByRole('heading', { name: words.ready, exact: true }).waitFor()
        const last = page.waitForEvent('download')
        await page.locator('.downloads:not(.to-site) button').first().click()
        assert.match(
          (await last).suggestedFilename(),
          /^KLIC_TESTGEGEVENS_SIM-supplement-SIM-slow-\w\w_99O\d+(-en-\d+)?_r1_\w+\.gpkg$/,
        )
      })
      assert.equal((await world.server.job(jobId)).preliminary, null)
    })
  }
})

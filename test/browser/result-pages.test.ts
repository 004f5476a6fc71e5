/** The pages of a result in a real browser: what is looked for in that minute is where it is looked for. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { JobSummary } from '../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import type { AttentionList, JobDocuments } from '../../server/features/results/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { says, shows } from '../support/waits.ts'
import { button, WindowWorld } from '../support/window-world.ts'

const DAY_MS = 86_400_000
/** RD New, 600 by 200 m: two notifications, so that each letter is delivered twice. */
const STRIP = {
  type: 'Polygon',
  coordinates: [
    [
      [155000, 463000],
      [155600, 463000],
      [155600, 463200],
      [155000, 463200],
      [155000, 463000],
    ],
  ],
}

/** Runs in the page: on how many lines the long word of such a name stands, and how far the head is wider than its place. */
const NAMED = `(() => {
  const head = document.querySelector('.right > .panel-head')
  const name = head.querySelector('h2')
  name.textContent = 'Voorbeeldbestand Kruising'
  const word = document.createRange()
  word.setStart(name.firstChild, 0)
  word.setEnd(name.firstChild, 'Voorbeeldbestand'.length)
  return [word.getClientRects().length, head.scrollWidth - head.clientWidth]
})()`

const READ = { by: 'user:nobody', at: '2026-11-20T09:00:00.000Z' }

/** Runs in the page: the beginning of it is in the panel, below the tabs that stay at its top. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const SEEN = (item: any): boolean => {
  const { top } = item.getBoundingClientRect()
  const panel = item.closest('.panel-body').getBoundingClientRect()
  const tabs = item.ownerDocument.querySelector('.tab-list').getBoundingClientRect()
  return top >= tabs.bottom && top + 40 <= panel.bottom
}
/** Runs in the page. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const HAS_FOCUS = (item: any): boolean => item.ownerDocument.activeElement === item
/** Runs in the page. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const TO_SIGHT = (element: any): void => element.scrollIntoView()

/** Runs in the page. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const TO_THE_END = (element: any): void => element.scrollTo(0, element.scrollHeight)
/** Runs in the page. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const SCROLLED = (element: any): number => element.scrollTop
/** Runs in the page: what a dialog would be written in. */
const FONT_OF_DIALOG = `(() => {
  const dialog = document.body.appendChild(Object.assign(document.createElement('div'), { className: 'dialog' }))
  const { fontFamily } = getComputedStyle(dialog)
  dialog.remove()
  return fontFamily
})()`

/** Runs in the page. */
// biome-ignore lint/suspicious/noExplicitAny: this runs in the page
const LINE = (name: any): string => name.ownerDocument.defaultView.getComputedStyle(name).textDecorationLine

describe('the pages of a result', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open()
    const { server } = world
    const wish = {
      klic_type: 'GRAAF',
      reference: 'Pages',
      submit: true,
      start_date: dutchDate(Date.now() + 14 * DAY_MS),
      geometry: STRIP,
    }
    const made = await server.post('/jobs', wish)
    await until(async () => (await server.job(made.json.job_id)).status === 'ready')
    job = await server.job(made.json.job_id)
  })
  after(() => world?.close())

  const on = (query: string, work: (page: Page) => Promise<void>): Promise<void> =>
    world.at(`/?job=${job.job_id}${query}`, async (page) => {
      await page.getByRole('tab', { name: 'Map' }).waitFor()
      await work(page)
    })
  const read = async <T>(page: Page, path: string): Promise<T> =>
    (await page.request.get(`${world.server.ready.base_url}/dashboard/api/jobs/${job.job_id}${path}`)).json()
  const tab = (page: Page, name: RegExp | string) => page.getByRole('tab', { name })

  test('themes and pages stay under the mouse: nothing that appears beside them moves them', () =>
    on('', async (page) => {
      const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y
      await page.locator('.themes > li').first().waitFor()
      const toRead = button(page, /^Read \d+ items? first$/)
      await toRead.waitFor()
      const rows = await top('.themes > li')
      const first = page.locator('.themes > li').first()
      await first.locator('.theme').click()
      await button(page, 'Show all').waitFor()
      assert.equal(await top('.themes > li'), rows)
      // Off, and still to be read: the name of what is not shown is as important as that of the others.
      const line = await first.locator('.theme-name').evaluate(LINE)
      assert.doesNotMatch(line, /line-through/)
      const pages = await top('.tab-list')
      await tab(page, /^Attention/).click()
      await toRead.waitFor()
      assert.equal(await top('.tab-list'), pages)
    }))

  test('a word of the name stays whole beside the state of the job', () =>
    on('', async (page) => {
      const head = page.locator('.right > .panel-head')
      await says(head.locator('.pill'), 'Do not dig yet')
      const [lines, over] = await page.evaluate<number[]>(NAMED)
      assert.deepEqual([lines, over], [1, 0])
    }))

  test('what is to be read stands on every page until it is read, and leads there; a page outlives a reload', () =>
    on('', async (page) => {
      const left = async () => Number(/\d+/.exec((await button(page, /^Read \d+ items? first$/).textContent())!)![0])
      const first = await left()
      for (const name of ['Map', 'Contacts', 'Files', 'Timeline']) {
        await tab(page, name).click()
        assert.equal(await left(), first, name)
      }
      await page.reload()
      await page.getByRole('tabpanel', { name: 'Timeline' }).waitFor()
      await button(page, /^Read \d+ items? first$/).click()
      const attention = page.getByRole('region', { name: 'Read this first' })
      for (let n = first; n > 0; n--) {
        await attention.getByRole('button', { name: 'I have read this' }).first().click()
        await until(async () => (await attention.getByRole('button', { name: 'I have read this' }).count()) === n - 1)
      }
      await tab(page, 'Map').click()
      await page.locator('.right .theme').first().waitFor()
      await until(async () => (await button(page, /^Read \d+ items? first$/).count()) === 0)
      await says(tab(page, 'Attention'), new RegExp(`${first}$`))
    }))

  test('the first unread item is scrolled into sight', () =>
    on('&tab=files', async (page) => {
      // What one may dig by comes late, and pushes what is below it down.
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/digging', async (route) => {
        await held
        await route.continue()
      })
      // Nobody delivered anything, and of that somebody has read the first.
      const summary = await read<JobSummary>(page, '/summary')
      const operators = summary.operators.map((each) => ({ ...each, delivered: false, precaution: false }))
      const silent = { ...summary, operators, precautions: 0 }
      await page.route(/\/summary(\?|$)/, (route) => route.fulfill({ json: silent }))
      const list = await read<AttentionList>(page, '/attention')
      const data = operators.map(({ code }, i) => ({
        about: `not_delivered:${code}`,
        kind: 'not_delivered',
        operator: code,
        part_no: null,
        acknowledged: i === 0 ? READ : null,
      }))
      await page.route('**/attention', (route) => route.fulfill({ json: { ...list, data } }))
      await page.reload()
      const toRead = button(page, new RegExp(`^Read ${data.length - 1} items first$`))
      await toRead.click()
      const items = page.getByRole('region', { name: 'Read this first' }).locator(':scope > ul > li')
      const unread = items.nth(1)
      const seen = () => unread.evaluate(SEEN)
      await until(seen)
      assert.ok(await unread.evaluate(HAS_FOCUS))
      answer()
      await page.locator('.dig-status summary').first().waitFor()
      await until(seen)
      // Once more from the page itself, after scrolling away.
      await toRead.evaluate(TO_SIGHT)
      await until(async () => !(await seen()))
      await toRead.click()
      await until(seen)
    }))

  test('whom to call is one list with every operator, and on paper that list alone', () =>
    on('&tab=call', async (page) => {
      const summary = await read<JobSummary>(page, '/summary')
      // One that delivered nothing is called before the others, one that has nothing there after them.
      const operators = summary.operators.map((each, i) => ({
        ...each,
        precaution: false,
        delivered: i !== 1,
        involved: i !== 0,
      }))
      await page.route(/\/summary(\?|$)/, (route) => route.fulfill({ json: { ...summary, operators } }))
      await page.reload()
      const list = page.getByRole('region', { name: 'Contacts' })
      await list.getByText(/^nothing or only part delivered/).waitFor()
      const names = await list.getByRole('heading', { level: 4 }).allTextContents()
      assert.deepEqual(names.toSorted(), operators.map(({ name }) => name).toSorted())
      assert.deepEqual([names[0], names.at(-1)], [operators[1]!.name, operators[0]!.name])
      const dialled = await list.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
      for (const { phone } of operators.flatMap(({ contacts }) => contacts))
        if (phone) assert.ok(dialled.includes(`tel:${phone.replace(/[^+\d]/g, '')}`), phone)
      await page.emulateMedia({ media: 'print' })
      await list.getByRole('link').first().waitFor()
      await list.getByText(job.parts[0]!.klic_number!).waitFor()
      for (const elsewhere of ['.left', '.canvas', '.search-box', '.tab-list', '.next-step'])
        await page.locator(elsewhere).waitFor({ state: 'hidden' })
    }))

  test('a document is called by its kind, its file name is small, and the same file of two notifications is one row', () =>
    on('', async (page) => {
      const { data } = await read<JobDocuments>(page, '/documents')
      // The simulator writes the number of the notification into each letter: real operators send one letter for all.
      const again = { ...data.find(({ sha256 }) => sha256)!, no: data.length + 1, klic_number: '26G999999' }
      await page.route('**/documents', (route) => route.fulfill({ json: { data: [...data, again] } }))
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}&tab=files`)
      const rows = page.locator('.right .rows li')
      await rows.filter({ hasText: `${again.klic_number}` }).waitFor()
      await shows(rows, data.length)
      for (const text of await rows.allTextContents()) assert.doesNotMatch(text, /^\S+\.(pdf|png|jpe?g)/i)
      await rows.getByRole('button').first().click()
      await page.locator('.document-body .pdf-page .textLayer span').first().waitFor()
      // The reader of PDFs has styles for a whole program of its own: none of them is for ours.
      assert.match(String(await page.evaluate(FONT_OF_DIALOG)), /Inter/)
    }))

  test('another page, of a result or of the settings, begins at its top', () =>
    on('&tab=attention', async (page) => {
      const body = page.locator('.right .panel-body')
      await page.locator('.dig-status summary').first().waitFor()
      await body.evaluate(TO_THE_END)
      await tab(page, 'Contacts').click()
      const first = page.getByRole('heading', { name: 'Contacts' })
      await first.waitFor()
      assert.ok(await first.evaluate(SEEN))
      await page.goto(`${world.server.ready.base_url}/?settings=registry`)
      await page.getByRole('button', { name: 'Test the connection' }).waitFor()
      await body.evaluate(TO_THE_END)
      await page.locator('.section-name', { hasText: 'API and integrations' }).click()
      await page.getByRole('heading', { name: 'API and integrations' }).waitFor()
      assert.equal(await body.evaluate(SCROLLED), 0)
    }))

  test('an object stands in the panel beside the map: whom to call and how deep at once, the rest behind one click', () =>
    on('&at=kabel_of_leiding.1', async (page) => {
      const card = page.getByRole('complementary', { name: 'Pages' }).locator('.feature-card')
      const damage = card.getByRole('link').first()
      await says(damage, /damage/)
      assert.match((await damage.getAttribute('href'))!, /^tel:\+?\d+$/)
      await card.getByText(/^(unknown|.* m, (given for this object|standard depth, not measured))$/).waitFor()
      await card.getByText('Class', { exact: true }).waitFor({ state: 'hidden' })
      await card.getByText('All attributes').click()
      await card.getByText('Class', { exact: true }).waitFor()
      // Nothing of it lies over the map.
      const [inner, outer] = [(await card.boundingBox())!, (await page.locator('.panel.right').boundingBox())!]
      assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width)
    }))
})

/** What must be done today and this week, in a real browser over twenty jobs: by keyboard, in both languages, narrow and dark. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { cardsOf } from '../../renderer/features/digging/today-cards.ts'
import type { Digging, Duty } from '../../server/features/digging/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { axeFindsNothing } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { rdBox } from '../support/rd-box.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { lists, says, shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

const DAY_MS = 86_400_000
const JOBS = 20
const A_WEEK = 7

interface TodayView {
  duties: Duty[]
}

describe('today', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
  })
  after(() => world?.close())

  const today = (page: Page): Promise<TodayView> =>
    page.evaluate(async () => (await fetch('/dashboard/api/today')).json() as Promise<TodayView>)
  const lines = (page: Page) => page.locator('.left .jobs > .job-list .job-item')

  test('is quiet while nothing is to be done', () =>
    world.inWindow(async (page) => {
      await page.getByRole('button', { name: 'Today' }).click()
      await page.getByText('Nothing to do', { exact: true }).waitFor()
      await shows(page.locator('.list-count'), 0)
    }))

  test('says of twenty jobs what the server knows, and leads to each by keyboard', async () => {
    const { server } = world
    const ids: string[] = []
    for (let no = 0; no < JOBS; no++) {
      const made = await server.post('/jobs', {
        klic_type: 'GRAAF',
        submit: true,
        reference: `Straat ${no}`,
        start_date: dutchDate(Date.now() + (1 + (no % A_WEEK)) * DAY_MS),
        geometry: rdBox(155_000 + no * 60, 463_000, 50),
      })
      assert.equal(made.status, 202, JSON.stringify(made.json))
      ids.push(made.json.job_id)
    }
    await world.inWindow(async (page) => {
      await page.getByRole('button', { name: 'Today' }).click()
      // Once all is delivered, only the day changes what is to be done.
      for (const id of ids) await until(async () => (await server.job(id)).status === 'ready')
      assert.equal(new Set((await today(page)).duties.map(({ job_id }) => job_id)).size, JOBS)
      await page.reload()
      const { duties } = await today(page)
      const cards = cardsOf(duties).map(({ first }) => first)
      assert.equal(new Set(cards.map(({ job_id }) => job_id)).size, cards.length)
      await lists(
        lines(page).locator('.job-top strong'),
        cards.map(({ reference }) => reference ?? ''),
      )
      const now = cards.filter(({ when }) => when !== 'week').length
      await shows(page.locator('.list-count'), now > 0 ? 1 : 0)

      // All that is open of precautions, also what is due later than in a week.
      const { demands } = await page.evaluate(
        async () => (await fetch('/dashboard/api/precautions')).json() as Promise<{ demands: { operator: string }[] }>,
      )
      assert.ok(demands.length > 0)
      await page.getByText('Open precautions').waitFor()
      await page.getByText('Open precautions').focus()
      await page.keyboard.press('Enter')
      await lists(
        page.locator('.open-precautions .job-item strong'),
        demands.map(({ operator }) => operator),
      )
      await page.keyboard.press('Enter')

      await page.getByRole('button', { name: 'Jobs', exact: true }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('ArrowDown')
      await says(page.locator('.job-item:focus strong'), cards[1]!.reference ?? '')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: cards[1]!.reference ?? '' }).waitFor()
      assert.equal(new URL(page.url()).searchParams.get('job'), cards[1]!.job_id)
      assert.equal(new URL(page.url()).searchParams.get('list'), 'today', 'the list stays what it is')
    })
  })

  test('reports presence from its row, and the row is gone', () =>
    world.inWindow(async (page) => {
      const { data } = (await (await world.server.call('/jobs')).json()) as {
        data: { job_id: string; reference: string }[]
      }
      const { job_id: id, reference } = data.find((each) => each.reference === 'Straat 7')!
      // Of a crew that was there last on the working day before this one.
      let reported = false
      await page.route('**/dashboard/api/today', async (route) => {
        const answer = await route.fetch()
        const json = (await answer.json()) as TodayView
        const day = dutchDate(Date.now() - DAY_MS)
        const about = { reasons: [], operators: [], klic_numbers: [], project_id: null, project_name: null }
        const own = { code: 'presence_due', when: 'today', day, job_id: id, reference, ...about }
        await route.fulfill({
          response: answer,
          json: { ...json, duties: reported ? json.duties : [own, ...json.duties] },
        })
      })
      await page.route(`**/dashboard/api/jobs/${id}/digging/presence`, async (route) => {
        reported = true
        await route.continue()
      })
      await page.goto(`${world.server.ready.base_url}/?list=today`)
      const row = lines(page).filter({ hasText: 'On site?' })
      await row.getByRole('button', { name: 'We were here today' }).click()
      await shows(row, 0)
      const digging = await page.evaluate(
        async (job) =>
          (await (await fetch(`/dashboard/api/jobs/${job}/digging`)).json()) as { last_seen_on_site: string },
        id,
      )
      assert.equal(digging.last_seen_on_site, dutchDate(Date.now()))
      assert.equal(new URL(page.url()).searchParams.get('job'), null, 'the job is not opened by it')
    }))

  test('one press on the card of a job records that an operator was called today', () =>
    world.inWindow(async (page) => {
      await page.goto(`${world.server.ready.base_url}/?list=today`)
      const call = page.getByRole('button', { name: /^Called today: / }).first()
      const operator = (await call.getAttribute('aria-label'))!.replace('Called today: ', '')
      const { duties } = await today(page)
      const { job_id: id } = cardsOf(duties)
        .flatMap(({ acts }) => acts)
        .find((act) => act.operator === operator)!
      await call.click()
      await until(async () => {
        const { precautions } = await page.evaluate(
          async (job) => (await (await fetch(`/dashboard/api/jobs/${job}/digging`)).json()) as Digging,
          id,
        )
        const { contact } = precautions.find((each) => each.operator === operator)!
        return contact?.contacted_on === dutchDate(Date.now())
      })
    }))

  for (const [language, scheme, viewport] of [
    ['nl', 'dark', { width: 1280, height: 720 }],
    ['en', 'light', { width: 480, height: 800 }],
    ['nl', 'light', { width: 1280, height: 720 }],
  ] as const) {
    test(`axe finds nothing, and nothing is cut off: ${language}, ${scheme}, ${viewport.width} px`, () =>
      world.inWindow(
        async (page) => {
          await page.goto(`${world.server.ready.base_url}/?list=today`)
          await page.evaluate(
            ([lang, look]) => {
              const known = JSON.parse(localStorage.getItem('klic-desktop:preferences') ?? '{}')
              localStorage.setItem(
                'klic-desktop:preferences',
                JSON.stringify({ ...known, language: lang, scheme: look }),
              )
            },
            [language, scheme],
          )
          await page.reload()
          await page.locator('.job-item .duty').first().waitFor()
          const wide = await page
            .locator('.job-item')
            .evaluateAll((items) =>
              items.filter((item) => item.scrollWidth > item.clientWidth + 1).map((item) => item.textContent),
            )
          assert.deepEqual(wide, [])
          await axeFindsNothing(page)
        },
        { viewport },
      ))
  }
})

/**
 * From a demand for precautions to the agreement, and from a notification to its repeat, by nothing but keys in a narrow window: in
 * both languages, and nothing is cut off.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { translate } from '../../server/texts/texts.ts'
import { axeFindsNothing } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { WindowWorld } from '../support/window-world.ts'

const en = translate('en')
const nl = translate('nl')

const FIRST = [
  [155000, 463000],
  [155300, 463000],
  [155300, 463200],
  [155000, 463200],
  [155000, 463000],
]

describe('digging by keyboard', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
  })
  after(() => world?.close())

  const press = async (at: Locator, key = 'Enter'): Promise<void> => {
    await at.waitFor()
    await at.focus()
    assert.equal(await at.evaluate((node) => node === node.ownerDocument.activeElement), true, 'it takes the focus')
    await at.page().keyboard.press(key)
  }

  const judged = async (page: Page, name: string): Promise<void> => {
    const cut = await page
      .locator('.right .panel-body')
      .evaluateAll((nodes) => nodes.filter((node) => node.scrollWidth > node.clientWidth + 1).length)
    assert.equal(cut, 0, `nothing of ${name} is cut off`)
    await axeFindsNothing(page)
  }

  const inLanguage = async (page: Page, language: 'nl' | 'en'): Promise<void> => {
    await page.evaluate((lang) => {
      const known = JSON.parse(localStorage.getItem('klic-desktop:preferences') ?? '{}')
      localStorage.setItem('klic-desktop:preferences', JSON.stringify({ ...known, language: lang }))
    }, language)
    await page.reload()
  }

  const fillDay = async (within: Locator, label: string, day: string): Promise<void> => {
    const group = within.getByRole('group', { name: label })
    await group.getByRole('spinbutton').first().focus()
    const [year, month, no] = day.split('-')
    // Both languages write the day first.
    await within.page().keyboard.type(`${no}${month}${year}`)
  }

  for (const [language, t, width, x] of [
    ['nl', nl, 360, 0],
    ['en', en, 480, 2000],
  ] as const) {
    test(`a precaution from the list of today to its agreement, and the notification to its repeat: ${language}, ${width} px`, async () => {
      const { server } = world
      const ring = FIRST.map(([east, north]) => [east! + x, north!])
      const job: Job = await world.readyToDig(`Straat ${language}`, ring)
      await world.inWindow(
        async (page) => {
          const base = server.ready.base_url
          await page.goto(`${base}/?list=today`)
          await inLanguage(page, language)
          await press(page.getByText(t('today.desk.title')))
          const line = page.locator('.open-precautions .job-item').filter({ hasText: `Straat ${language}` })
          const operator = (await line.first().locator('strong').textContent())!
          await judged(page, `desk-${language}`)
          await press(line.first())
          // What was chosen lies below no list.
          await page.locator('.window[data-drawer]').waitFor({ state: 'detached' })
          await press(page.locator('.dig-status summary').filter({ hasText: t('digging.precautions') }))
          const demand = page.locator('fieldset').filter({ hasText: operator })
          for (const as of ['pdf', 'eml'] as const) {
            const letter = demand.getByRole('link', { name: t(`digging.letterFor.${as}`, { operator }), exact: true })
            const [got] = await Promise.all([page.waitForEvent('download'), press(letter)])
            await got.path()
          }
          const today = dutchDate(Date.now())
          await fillDay(demand, t('digging.contactedOn'), today)
          await press(demand.getByRole('button', { name: t('digging.record'), exact: true }))
          await demand.locator('p.quiet').filter({ hasText: 'Sanne de Vries' }).waitFor()
          await judged(page, `contact-${language}`)
          await fillDay(demand, t('digging.agreedOn'), today)
          await press(demand.getByRole('button', { name: t('digging.record'), exact: true }))
          await demand.getByRole('link').first().waitFor({ state: 'detached' })

          await page.goto(`${base}/?job=${job.job_id}`)
          await press(page.getByRole('button', { name: t('jobs.acts') }))
          await press(page.getByRole('button', { name: t('lineage.repeat') }))
          await page.getByText(t('following.title', { name: `Straat ${language}` })).waitFor()
          const save = page.getByRole('button', { name: t('area.saveQuote') })
          await until(async () => (await save.getAttribute('aria-disabled')) !== 'true')
          await judged(page, `following-${language}`)
          await press(save)
          const lineage = page.getByRole('region', { name: t('lineage.title') })
          await lineage.getByRole('button', { name: new RegExp(`^Straat ${language}, `) }).waitFor()
          await judged(page, `repeat-${language}`)
          assert.equal((await server.job(job.job_id)).followed_by.length, 1)
        },
        { viewport: { width, height: 780 }, acceptDownloads: true },
      )
    })
  }
})

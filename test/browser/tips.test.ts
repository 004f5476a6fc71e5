/** Tips of controls without words, and motion that the user can turn off, in a browser on the real server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS } from '../support/until.ts'
import { atRest, FIELD_WKT, paste, priced, WindowWorld } from '../support/window-world.ts'

const FIELD = [
  [155_000, 463_000],
  [155_200, 463_000],
  [155_200, 463_150],
  [155_000, 463_150],
  [155_000, 463_000],
]

/** What can be pressed or chosen, and shows no text of its own; of the corners of an area, the controls of one. */
const WORDLESS = `[...document.querySelectorAll('button:enabled, a[href], .icon-choice select')].filter((each) =>
  (each.matches('select') || each.innerText.trim() === '') && each.checkVisibility() && each.tabIndex !== -1 &&
  !each.closest('.corner-list tr + tr'))`

describe('tips and motion', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open()
    job = await world.readyToDig('Bermsloot', FIELD)
    // So many that the list can be searched and narrowed.
    for (let no = 0; no < 6; no++) {
      const geometry = { type: 'Polygon', coordinates: [FIELD.map(([x, y]) => [x! + no, y!])] }
      await world.server.post('/jobs', { klic_type: 'ORIENT', reference: `Offerte ${no}`, geometry })
    }
  })
  after(() => world?.close())

  /** @returns how many there are */
  const eachHasTip = async (page: Page, within = 'body'): Promise<number> => {
    const wordless = `${WORDLESS}.filter((each) => each.closest('${within}'))`
    const count = (await page.evaluate(`${wordless}.length`)) as number
    const tip = page.getByRole('tooltip')
    const silent: string[] = []
    for (let no = 0; no < count; no++) {
      const control = (await page.evaluateHandle(`${wordless}[${no}]`)).asElement()!
      await page.evaluate('document.activeElement?.blur()')
      await page.mouse.move(1, 1)
      await tip.waitFor({ state: 'detached' })
      await control.hover()
      const said = await tip.innerText().catch(() => '')
      if (said.trim() === '')
        silent.push(await control.evaluate((each) => (each as unknown as { outerHTML: string }).outerHTML))
    }
    assert.deepEqual(silent, [])
    return count
  }

  test('every control without words has a tip: the list, the map, an area and a result', () =>
    world.at('/', async (page) => {
      await page.locator('.icon-choice').first().waitFor()
      assert.ok((await eachHasTip(page)) >= 10)
      await page.goto(`${world.server.ready.base_url}/?area`)
      await paste(page, FIELD_WKT)
      await priced(page)
      assert.ok((await eachHasTip(page, '.panel.right')) >= 6)
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}&document=1`)
      await page.locator('.document-body').waitFor()
      assert.ok((await eachHasTip(page, '.document')) >= 4)
    }))

  for (const [wish, motion] of [
    ['no-preference', '0.16s'],
    ['reduce', 'none'],
  ] as const) {
    test(`a panel comes from its edge: with ${wish} it is ${motion}`, () =>
      world.inWindow(
        async (page) => {
          await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}`)
          await page.locator('.panel.right').waitFor()
          await atRest(page)
          const style = await page.locator('.panel.right').evaluate((panel) => {
            const { animationName, animationDuration } = (
              globalThis as unknown as { getComputedStyle(of: unknown): Record<string, string> }
            ).getComputedStyle(panel)
            return [animationName, animationDuration]
          })
          assert.deepEqual(style[0] === 'none' ? 'none' : style[1], motion)
        },
        { reducedMotion: wish },
      ))
  }
})

/** Words on the tools, and motion that the user can turn off, in a browser on the real server. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Job } from '../../server/contract/jobs.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { atRest, WindowWorld } from '../support/window-world.ts'

const FIELD = [
  [155_000, 463_000],
  [155_200, 463_000],
  [155_200, 463_150],
  [155_000, 463_150],
  [155_000, 463_000],
]

describe('words and motion', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open()
    job = await world.readyToDig('Bermsloot', FIELD)
  })
  after(() => world?.close())

  test('the tools on a result have words where there is room, each within its button and its name', () =>
    world.inWindow(async (page) => {
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}`)
      const tools = page.locator('.result-tools button')
      await tools.first().waitFor()
      for (const tool of await tools.all()) {
        const word = tool.locator('.tool-word')
        const name = (await tool.getAttribute('aria-label'))!.toLowerCase()
        const text = (await word.innerText()).toLowerCase()
        assert.ok(name.includes(text), name)
        const [inner, outer] = [(await word.boundingBox())!, (await tool.boundingBox())!]
        assert.ok(inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width, name)
        assert.ok(inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height, name)
      }
      // Those and what stands on the map are written in the window's own typeface.
      await page.locator('.note').first().waitFor()
      for (const each of ['.tool-word', '.note', '.maplibregl-ctrl-scale']) {
        const family = await page
          .locator(each)
          .first()
          .evaluate(
            (element) =>
              (globalThis as unknown as { getComputedStyle(of: unknown): { fontFamily: string } }).getComputedStyle(
                element,
              ).fontFamily,
          )
        assert.match(family, /^Inter\b/, each)
      }
      await page.setViewportSize({ width: 1000, height: 720 })
      await until(async () => (await page.locator('.tool-word:visible').count()) === 0)
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

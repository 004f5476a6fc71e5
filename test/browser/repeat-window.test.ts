/** A notification that is repeated, in a real window: from the job to a quote for what is left, filed, delivered and compared. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dutchDate } from '../../server/registry/working-days.ts'
import { axeFindsNothing } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue } from '../support/waits.ts'
import { atRest, clicks, priced, tool, WindowWorld } from '../support/window-world.ts'

const DAY_MS = 86_400_000
const RING = [
  [155000, 463000],
  [155200, 463000],
  [155200, 463150],
  [155000, 463150],
  [155000, 463000],
]

describe('a notification that is repeated', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  test('one click makes its area the current one; filed and delivered it is compared with its predecessor', async () => {
    const { server } = world
    const first = await world.readyToDig('Kerkstraat', RING)
    await world.at(`/?job=${first.job_id}`, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Repeat this notification' }).click()
      await page.getByText('Repeat of Kerkstraat').waitFor()
      await hasValue(page.getByLabel('Reference (optional)'), 'Kerkstraat')
      const jobs = async () =>
        page.evaluate(
          async () =>
            ((await (await fetch('/dashboard/api/jobs')).json()) as { data: { job_id: string; status: string }[] })
              .data,
        )
      const save = page.getByRole('button', { name: 'Save draft' })
      await until(async () => (await save.getAttribute('aria-disabled')) !== 'true')
      assert.equal((await jobs()).length, 1, 'nothing is made before somebody saves it')
      await save.click()
      const repeats = page.getByRole('region', { name: 'Repeats' })
      await repeats.getByRole('button', { name: /^Kerkstraat, / }).waitFor()
      const second = (await jobs()).find(({ job_id }) => job_id !== first.job_id)!
      assert.equal(second.status, 'quoted', 'it is never filed by itself')
      await server.post(`/jobs/${second.job_id}/submit`, { start_date: dutchDate(Date.now() + 14 * DAY_MS) })
      await until(async () => (await server.job(second.job_id)).status === 'ready')

      await page.goto(`${server.ready.base_url}/?job=${second.job_id}`)
      await repeats.getByText('Precautions must be agreed again').waitFor()
      // By itself: nobody asked for it.
      await repeats.getByText('moved', { exact: true }).waitFor()
      const difference = await page.evaluate(
        async ([id, former]) =>
          (await (await fetch(`/dashboard/api/jobs/${id}/diff?with=${former}`)).json()) as { total: object },
        [second.job_id, first.job_id],
      )
      const { nieuw, vervallen, verplaatst, gewijzigd } = difference.total as Record<string, number>
      const counts = await repeats.locator('.count strong').allTextContents()
      assert.deepEqual(counts.map(Number), [nieuw, vervallen, verplaatst, gewijzigd])
      await axeFindsNothing(page, { within: ['.lineage'] })
      await page.getByRole('tab', { name: 'Timeline' }).click()
      const chosen = page.getByLabel('Compare with…')
      await until(async () => (await chosen.inputValue()) === `with:${first.job_id}`)

      await page.goto(`${server.ready.base_url}/?job=${first.job_id}`)
      await repeats.getByText('Repeated by').waitFor()
    })
  })

  test('what is left of it is drawn away on the map: the quote is for the rest, and follows it', async () => {
    const { server } = world
    const first = await world.readyToDig('Dorpsstraat', RING)
    await world.at(`/?job=${first.job_id}`, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Repeat this notification' }).click()
      await page.getByText('Repeat of Dorpsstraat').waitFor()
      await priced(page)
      await atRest(page)
      await tool(page, 'Cut a hole')
      // Its eastern half and what lies around that.
      await clicks(page, [605, 170], [825, 170], [825, 670], [605, 670], [605, 170])
      await page.getByText('4 points', { exact: true }).waitFor()
      await priced(page)
      const save = page.getByRole('button', { name: 'Save draft' })
      await until(async () => (await save.getAttribute('aria-disabled')) !== 'true')
      await save.click()
      await page
        .getByRole('region', { name: 'Repeats' })
        .getByRole('button', { name: /^Dorpsstraat, / })
        .waitFor()
      const id = new URL(page.url()).searchParams.get('job')!
      const { geometry, follows } = await server.job(id)
      const easts = (geometry.coordinates[0] as [number, number][]).map(([x]) => x)
      assert.equal(follows, first.job_id)
      assert.equal(Math.min(...easts), 155000)
      assert.ok(Math.max(...easts) > 155050 && Math.max(...easts) < 155150, `to ${Math.max(...easts)}`)
    })
  })
})

/** Parts that are withheld because of a safety area, in a real browser: that lines there are unknown, and who can be asked. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { noBrowser } from '../support/browser.ts'
import { rdBox } from '../support/rd-box.ts'
import { asWindow } from '../support/real-server.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasAttribute, lists, says, shows } from '../support/waits.ts'
import { button, WindowWorld } from '../support/window-world.ts'

const DAY_MS = 86_400_000
/** Two notifications, of which the invented airfield takes the eastern one. */
const ACROSS = rdBox(155_300, 389_320, 800, 100)
const INSIDE = rdBox(156_300, 389_500, 100, 100)

describe('parts that are withheld', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
  })
  after(() => world?.close())

  const ready = async (jobId: string): Promise<Job> => {
    await until(async () => (await world.server.job(jobId)).status.startsWith('ready'))
    return world.server.job(jobId)
  }
  const delivered = async (wish: object): Promise<Job> => {
    const { json, status } = await world.server.post('/jobs', { submit: true, ...wish })
    assert.ok(status < 300, JSON.stringify(json))
    return ready(json.job_id)
  }
  const onJob = (job: Job, work: (page: Page) => Promise<void>): Promise<void> =>
    world.inWindow(async (page) => {
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}`)
      await page.getByRole('tab', { name: 'Map' }).waitFor()
      await work(page)
    })
  const mailOf = (where: Locator) => where.getByRole('link', { name: 'klic@kadaster.nl' })

  test('the first page says that what lies there is unknown, and leads to who can be asked, on paper too', async () => {
    const start_date = dutchDate(Date.now() + 14 * DAY_MS)
    const job = await delivered({ klic_type: 'GRAAF', reference: 'Across', geometry: ACROSS, start_date })
    const parts = job.parts.filter(({ status }) => status === 'safety_area')
    assert.deepEqual([parts.length, job.parts.length], [1, 2])
    const [{ part_no, klic_number }] = parts as [Job['parts'][number]]
    const title = `Part ${part_no} is withheld: safety area`
    await onJob(job, async (page) => {
      const notice = page.getByRole('region', { name: title })
      await notice
        .getByText('What lies there is unknown: there may be cables and pipes that are not on the map.')
        .waitFor()
      // What was delivered of the others can be switched as always.
      await page.locator('.themes > li').first().waitFor()
      await notice.getByRole('button', { name: 'Whom to ask' }).click()
      const list = page.getByRole('region', { name: 'Contacts' })
      const first = list.locator('.callees > li').first()
      await first.getByRole('heading', { name: 'Manager of the safety area' }).waitFor()
      await hasAttribute(first, 'data-care', 'true')
      await says(first, new RegExp(`${title} · ${klic_number}`))
      await hasAttribute(mailOf(first), 'href', `mailto:klic@kadaster.nl?subject=KLIC%20${klic_number}`)
      // And the operators that delivered are there after it.
      assert.ok((await list.locator('.callees > li').count()) > 1)
      await page.emulateMedia({ media: 'print' })
      await mailOf(first).waitFor()
      await first.getByText(klic_number!).waitFor()
    })
  })

  test('where all are withheld nothing stands there to be switched, and there is somebody to ask', async () => {
    const job = await delivered({ klic_type: 'ORIENT', reference: 'Inside', geometry: INSIDE })
    await onJob(job, async (page) => {
      await page.getByRole('region', { name: 'Part 1 is withheld: safety area' }).waitFor()
      await button(page, 'Read 1 item first').waitFor()
      const map = page.getByRole('tabpanel', { name: 'Map' })
      await lists(map.getByRole('button'), ['Whom to ask'])
      await shows(map.getByRole('checkbox'), 0)
      await page.getByRole('tab', { name: 'Contacts' }).click()
      const list = page.getByRole('region', { name: 'Contacts' })
      await mailOf(list).waitFor()
      await shows(page.getByText('This result names no operator.'), 0)
    })
  })

  test('a manager whom the registry names, as it does of a calamity, is called', async () => {
    const { below, headers } = await asWindow(world.server)
    const post = async (path: string, body: object) => {
      const answer = await fetch(`${below}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.ok(answer.ok, await answer.clone().text())
      return (await answer.json()) as Job
    }
    const contact = { name: 'K. Wacht', phone: '0612345678', email: 'wacht@graafwerk.example' }
    const quoted = await post('/calamities', { what: 'Gasleiding geraakt', geometry: INSIDE, contact })
    const filing = { confirmed: true, confirm_euros: quoted.quote.total.amount }
    await post(`/calamities/${quoted.job_id}/file`, filing)
    await onJob(await ready(quoted.job_id), async (page) => {
      await page.getByRole('tab', { name: 'Contacts' }).click()
      const first = page.getByRole('region', { name: 'Contacts' }).locator('.callees > li').first()
      await first.getByText('Simulatie Luchthavenbeheer').waitFor()
      assert.match((await first.getByRole('link').first().getAttribute('href'))!, /^tel:\+?\d+$/)
      await shows(mailOf(first), 0)
    })
  })
})

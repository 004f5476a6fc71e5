/** An imported job is split and joined in a real browser against the real server and worker, which makes each result anew. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { noBrowser } from '../support/browser.ts'
import { asWindow } from '../support/real-server.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { says, shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

describe('an imported job with the wrong notifications', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  const paths: string[] = []
  before(async () => {
    world = await WindowWorld.open()
    for (const [number, west] of [
      ['26G000001', 155_000],
      ['26G000002', 155_060],
    ] as const)
      paths.push(
        await simulatedDelivery(world.folder, number, [west, 390_000, west + 40, 390_040], { klicType: 'GRAAF' }),
      )
  })
  after(() => world?.close())

  const jobOf = async (id: string): Promise<Job> => Job.parse(await (await world.server.call(`/jobs/${id}`)).json())
  const ready = async (id: string, revision: number): Promise<Job> => {
    let job = await jobOf(id)
    await until(async () => {
      job = await jobOf(id)
      return job.status === 'ready' && job.revision === revision
    })
    return job
  }
  /** Small and large, light and dark. */
  const picture = async (page: Page, name: string) => {
    const folder = process.env.REGROUP_PICTURES
    if (!folder) return
    for (const [width, height, colorScheme] of [
      [360, 740, 'dark'],
      [1920, 1080, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.locator('.regroup').scrollIntoViewIfNeeded()
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` })
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  }

  test('is split by KLIC number and joined again; the address of the joined job opens the one that is left', () =>
    world.inWindow(async (page) => {
      await page.goto(world.server.ready.base_url)
      await page.getByRole('button', { name: 'New notification' }).waitFor()
      await page.locator('.new-area input[type=file]').setInputFiles(paths)
      const panel = page.locator('.panel.right')
      await panel.getByRole('button', { name: 'Split into jobs…' }).click()
      const id = new URL(page.url()).searchParams.get('job') ?? /job_\w+/.exec(page.url())![0]
      await ready(id, 1)
      const region = panel.getByRole('region', { name: 'Split or join' })
      await region.getByRole('combobox', { name: 'Job of 26G000001' }).selectOption('A job of its own')
      await picture(page, 'split')
      await region.getByRole('button', { name: 'Split into 2 jobs' }).click()
      await region.getByText('Split off:').waitFor()
      const left = await ready(id, 2)
      const [moved] = left.split_into
      const other = await ready(moved!, 1)
      assert.deepEqual([left.klic_numbers, other.klic_numbers], [['26G000002'], ['26G000001']])
      await shows(page.locator('.job-item'), 2)
      await picture(page, 'split-done')

      await region.getByRole('button', { name: 'Join with…' }).click()
      await region.getByRole('combobox', { name: 'Other job' }).selectOption({ index: 1 })
      await picture(page, 'join')
      await region.getByRole('button', { name: 'Join', exact: true }).click()
      const joined = await ready(id, 3)
      assert.deepEqual(joined.klic_numbers.toSorted(), ['26G000001', '26G000002'])
      assert.equal((await jobOf(moved!)).job_id, id)
      await shows(page.locator('.job-item'), 1)
      await page.goto(page.url().replace(id, moved!))
      await says(panel, /26G000001/)
      await page.waitForURL((url) => url.href.includes(id))
    }))

  test('what stands in the way is said in the language of the window', async () => {
    const { below, headers } = await asWindow(world.server, await world.server.token())
    const list = await world.server.call('/jobs')
    const { data } = (await list.json()) as { data: { job_id: string }[] }
    const id = data[0]!.job_id
    const send = (method: string, path: string, body: unknown) =>
      fetch(`${below}/jobs/${id}${path}`, { method, headers, body: JSON.stringify(body) })
    assert.equal((await send('POST', '/split', { jobs: [['26G000001']] })).status, 200)
    const [other] = (await jobOf(id)).split_into
    await ready(other!, 1)
    await ready(id, 4)
    const begun_on = dutchDate(Date.now())
    const work = { begun_on, begun_by: null, place: null, ended_on: null, remark: null }
    assert.equal((await send('PUT', '/digging/work', work)).status, 200)
    await world.inLanguage(
      'Nieuwe melding',
      async (page) => {
        await page.goto(`${world.server.ready.base_url}/?job=${id}`)
        const region = page.locator('.panel.right').getByRole('region', { name: 'Splitsen of samenvoegen' })
        await region.getByRole('button', { name: 'Samenvoegen met…' }).click()
        await region.getByRole('combobox', { name: 'Andere opdracht' }).selectOption({ index: 1 })
        await region.getByRole('button', { name: 'Samenvoegen', exact: true }).click()
        await says(
          region.getByRole('alert'),
          /Begin of einde van het werk is maar voor een deel van deze opdrachten vastgelegd/,
        )
        await picture(page, 'join-refused')
      },
      { locale: 'nl-NL' },
    )
  })
})

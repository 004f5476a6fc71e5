/** May one dig there today, in a real browser: wherever an area of a job is shown, in colour and words. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Locator } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { axeFindsNothing } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { JPEG, withExif } from '../support/photos.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue, shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

/** The parts of a day, in the language's order. @param day YYYY-MM-DD */
async function fillDay(within: Locator, label: string, day: string): Promise<void> {
  const [year, month, no] = day.split('-')
  for (const [part, value] of [
    ['year', year],
    ['month', month],
    ['day', no],
  ] as const) {
    await within
      .getByRole('group', { name: label })
      .getByRole('spinbutton', { name: new RegExp(`^${part}`) })
      .focus()
    await within.page().keyboard.type(value!)
  }
}

const DAY_MS = 86_400_000
const STRIP = {
  type: 'Polygon',
  coordinates: [
    [
      [155000, 463000],
      [155300, 463000],
      [155300, 463200],
      [155000, 463200],
      [155000, 463000],
    ],
  ],
}

describe('may one dig there', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open()
    const { server } = world
    const wish = { klic_type: 'GRAAF', start_date: dutchDate(Date.now() + 14 * DAY_MS), geometry: STRIP }
    await server.post('/jobs', { ...wish, reference: 'Quoted' })
    const made = await server.post('/jobs', { ...wish, reference: 'Kerkstraat', submit: true })
    await until(async () => (await server.job(made.json.job_id)).status === 'ready')
    job = await server.job(made.json.job_id)
  })
  after(() => world?.close())

  test('the list, the map, the project and its map say it of what is filed, and of a quote nothing', () =>
    world.inWindow(async (page) => {
      const base = world.server.ready.base_url
      const row = (name: string) => page.locator('.job-item').filter({ hasText: name })
      await row('Kerkstraat').getByText('Do not dig yet').waitFor()
      await shows(row('Quoted').locator('.dig-chip'), 0)
      await row('Kerkstraat').click()
      const note = page.locator('.note-dig-care')
      await note.getByText('Do not dig yet').waitFor()

      // From the page: it has the session, and says where it is from.
      const project_id = await page.evaluate(async () => {
        // biome-ignore lint/suspicious/noExplicitAny: answers of three routes
        const call = async (method: string, path: string, body?: object): Promise<any> => {
          const token = localStorage.getItem('klic-desktop:csrf') ?? ''
          const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': token }
          const answer = await fetch(`/dashboard/api${path}`, { method, headers, body: body && JSON.stringify(body) })
          if (!answer.ok) throw new Error(await answer.text())
          return answer.json()
        }
        const made = await call('POST', '/projects', { name: 'Renewal' })
        for (const each of (await call('GET', '/jobs')).data)
          await call('PUT', `/projects/${made.project_id}/jobs/${each.job_id}`)
        return made.project_id as string
      })
      await page.goto(`${base}/?project=${project_id}`)
      const rows = page.locator('.rows li')
      await rows.filter({ hasText: 'Kerkstraat' }).getByText('Do not dig yet').waitFor()
      await shows(rows.filter({ hasText: 'Quoted' }).locator('.dig-chip'), 0)
      const notes = page.locator('.note-name')
      await shows(notes, 2)
      await shows(notes.filter({ hasText: /^Kerkstraat\nDo not dig yet$/ }), 1)
      await shows(notes.filter({ hasText: /^Quoted$/ }), 1)
      assert.equal(job.dig_status.answer, 'not_yet')
    }))

  test('the head of a result leads to all reasons, from another page of it and by keyboard', () =>
    world.unopened(async (page) => {
      const { reasons } = job.dig_status
      assert.ok(reasons.length > 2, 'some stand against it')
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}&tab=files`)
      const more = page.locator('.dig-head').getByRole('button', { name: `And ${reasons.length - 1} more reasons` })
      await more.focus()
      await page.keyboard.press('Enter')
      await page.locator('#dig-status:focus').waitFor()
      await shows(page.locator('.dig-status > ul > li'), reasons.length)
      assert.equal(new URL(page.url()).searchParams.get('tab'), 'attention')
    }))

  test('a precaution goes from its demand to its agreement: letter, contact, agreement with its file', () =>
    world.inWindow(
      async (page) => {
        const base = world.server.ready.base_url
        await page.goto(`${base}/?list=today`)
        await page.getByText('Open precautions').click()
        const line = page.locator('.open-precautions .job-item').filter({ hasText: 'Kerkstraat' })
        await line.getByText('To contact').waitFor()
        const operator = (await line.locator('strong').textContent())!
        await line.click()
        await page.locator('.dig-status summary').filter({ hasText: 'Precautions' }).click()
        const demand = page.locator('fieldset').filter({ hasText: operator })
        for (const [name, start] of [
          [`PDF: letter to ${operator}`, '%PDF-'],
          [`Mail (.eml): letter to ${operator}`, 'X-Unsent: 1'],
        ] as const) {
          const [got] = await Promise.all([
            page.waitForEvent('download'),
            demand.getByRole('link', { name, exact: true }).click(),
          ])
          assert.ok(readFileSync(await got.path(), 'latin1').startsWith(start), name)
        }
        const today = dutchDate(Date.now())
        const record = async (label: string) => {
          await fillDay(demand, label, today)
          await demand.getByRole('button', { name: 'Record', exact: true }).click()
        }
        await record('Contact on')
        await demand.getByText('Recorded by').waitFor()
        const [chooser] = await Promise.all([
          page.waitForEvent('filechooser'),
          demand.getByRole('button', { name: 'Add agreement as a file' }).click(),
        ])
        await chooser.setFiles({ name: 'akkoord.txt', mimeType: 'text/plain', buffer: Buffer.from('Akkoord.') })
        await demand.getByRole('link', { name: /akkoord\.txt/ }).waitFor()
        await record('Agreed in writing on')
        await demand
          .getByRole('link', { name: /letter to/ })
          .first()
          .waitFor({ state: 'detached' })
        await axeFindsNothing(page, { within: ['.dig-status'] })
        await page.goto(`${base}/?list=today`)
        await page.locator('.jobs').first().waitFor()
        await until(
          async () => (await page.locator('.open-precautions .job-item', { hasText: operator }).count()) === 0,
        )
      },
      { acceptDownloads: true },
    ))

  test('the start goes on record with who, when and where, in any notation', () =>
    world.at(`/?job=${job.job_id}&tab=attention`, async (page) => {
      const start = page.locator('.dig-status details').filter({ hasText: 'Start of the work' })
      await start.locator('summary').click()
      await fillDay(start, 'Started on', dutchDate(Date.now()))
      await start.getByLabel('By (crew or person)').fill('Crew 2')
      await start.getByLabel('Where (RD or WGS84)').fill('at the corner')
      await start.getByText('This is not a place in the Netherlands', { exact: false }).first().waitFor()
      await start.getByLabel('Where (RD or WGS84)').fill('155100 463050')
      await start.getByRole('button', { name: 'Record', exact: true }).click()
      await start.getByText('Recorded by').waitFor()
      const { work } = await page.evaluate(
        async (id) => (await (await fetch(`/dashboard/api/jobs/${id}/digging`)).json()) as { work: object },
        job.job_id,
      )
      const { begun_by, place, begun_on } = work as Record<string, unknown>
      assert.deepEqual([begun_by, place, begun_on], ['Crew 2', [155100, 463050], dutchDate(Date.now())])
      await hasValue(start.getByLabel('Where (RD or WGS84)'), '155100, 463050')

      const add = start.getByRole('button', { name: 'Add photo of the start' })
      const choose = async (name: string, buffer: Buffer) => {
        const [chooser] = await Promise.all([page.waitForEvent('filechooser'), add.click()])
        await chooser.setFiles({ name, mimeType: 'image/jpeg', buffer })
      }
      await choose('kuil.jpg', Buffer.from('no photo'))
      await start.getByText('no whole photo', { exact: false }).waitFor()
      await choose('kuil.jpg', withExif(JPEG, 'II', 6, 'Jan de Vries'))
      const photo = start.getByRole('list', { name: 'Photos of the start' }).locator('img')
      // 48 by 32, held on its side.
      await until(async () =>
        photo.evaluate((img) => {
          const { naturalWidth, naturalHeight } = img as unknown as Record<string, number>
          return naturalWidth === 32 && naturalHeight === 48
        }),
      )
      await start.getByRole('button', { name: 'Remove: kuil.jpg' }).click()
      await start.getByRole('button', { name: 'Really remove' }).waitFor()
      await axeFindsNothing(page, { within: ['.dig-status'] })
    }))
})

/** Measuring, cross-sections and selections on a result, by mouse and by keys, in a browser on the real server. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { FeatureCollection, Position } from 'geojson'
import type { Page } from 'playwright'
import { across } from '../../renderer/map/drawing/snap.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import { TrenchPlanView } from '../../server/features/trenches/schema.ts'
import { type Row, valueIn } from '../../server/features/vocabulary.ts'
import { axeFindsNothing as nothingFound } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue, says, shows } from '../support/waits.ts'
import { atRest, button, clicks, type Pixel, typeCorners, WindowWorld } from '../support/window-world.ts'

/** RD New, 300 by 250 m */
const FIELD = {
  type: 'Polygon',
  coordinates: [
    [
      [155000, 463000],
      [155300, 463000],
      [155300, 463250],
      [155000, 463250],
      [155000, 463000],
    ],
  ],
}

describe('asking of a result', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  before(async () => {
    world = await WindowWorld.open()
    const { server } = world
    const made = await server.post('/jobs', { klic_type: 'ORIENT', reference: 'Asked', submit: true, geometry: FIELD })
    await until(async () => (await server.job(made.json.job_id)).status === 'ready')
    job = await server.job(made.json.job_id)
  })
  after(() => world?.close())

  const onResult = (work: (page: Page) => Promise<void>): Promise<void> => world.onResult(job, work)
  /** All that lies there, RD New. */
  const linesOf = async ({ job_id: jobId }: Job): Promise<Position[][]> => {
    const answer = await world.server.call(`/jobs/${jobId}/geojson`)
    const { features } = (await answer.json()) as FeatureCollection
    return features.flatMap(({ geometry }) => {
      if (geometry?.type === 'LineString') return [geometry.coordinates]
      return geometry?.type === 'MultiLineString' ? geometry.coordinates : []
    })
  }

  test('from wherever one has looked, the open job and its menu lead back to it', () =>
    onResult(async (page) => {
      const scale = page.locator('.maplibregl-ctrl-scale')
      const isNear = async () => /^\d+\sm$/.test((await scale.textContent())!)
      await until(isNear)
      const ways = [
        () => page.locator('.job-item', { hasText: 'Asked' }).click(),
        async () => {
          await button(page, 'More actions').click()
          await button(page, 'Show on map').click()
        },
      ]
      for (const goBack of ways) {
        await button(page, 'Zoom to the Netherlands').click()
        await until(async () => !(await isNear()))
        await goBack()
        await until(isNear)
      }
      // A reload finds the map where somebody looked, not where the job lies.
      const scaleNow = page.getByRole('combobox', { name: 'Map scale' })
      await scaleNow.selectOption('250')
      await atRest(page)
      await page.reload()
      await page.locator('.themes > li').first().waitFor()
      await atRest(page)
      await hasValue(scaleNow, '250')
    }))

  const axeFindsNothing = (page: Page) => nothingFound(page, { within: ['.asking-card', '.result-tools'] })
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

  test('measured from beside a line it is measured from the line; with Alt from where one clicks', () =>
    onResult(async (page) => {
      await page.getByRole('combobox', { name: 'Map scale' }).selectOption('2500')
      await atRest(page)
      const readout = page.locator('.readout')
      const placed = page.locator('.making .unseen', { hasText: /^Point 1 placed at/ })
      // From above until a line is as near as a click reaches.
      let y = 200
      for (; y < 680 && !/ · RD/.test((await readout.textContent()) ?? ''); y++) await page.mouse.move(600, y + 1)
      const at = async (text: string | null): Promise<[number, number]> => {
        const [, east, north] = /([\d,.]+), ([\d,.]+)$/.exec(text!.replace(/RD (\d+), (\d+)/, '$1, $2'))!
        return [east, north].map((figure) => Number(figure!.replace(',', ''))) as [number, number]
      }
      const here = await at(await readout.textContent())
      const asideM = async (key?: 'Alt') => {
        await button(page, 'Measure distance').click()
        if (key) await page.keyboard.down(key)
        await page.mouse.move(600, y - 1)
        await page.mouse.click(600, y)
        if (key) await page.keyboard.up(key)
        await placed.waitFor({ state: 'attached' })
        const [x, north] = await at(await placed.textContent())
        await page.keyboard.press('Escape')
        await page.keyboard.press('Escape')
        return Math.hypot(x - here[0], north - here[1])
      }
      // A pixel is 0.7 m, and what is said has whole metres.
      assert.ok((await asideM('Alt')) <= 1.5)
      const aside = await asideM()
      assert.ok(aside >= 2, `${aside} m`)
      // From above the line the pen lands straight opposite on it, a little beside where one clicks.
      await button(page, 'Measure distance').click()
      await page.keyboard.down('Alt')
      await page.mouse.click(600, y - 60)
      await page.keyboard.up('Alt')
      const from = await at(await placed.textContent())
      await page.mouse.move(602, y + 3)
      await page.mouse.click(602, y + 4)
      const second = page.locator('.making .unseen', { hasText: /^Point 2 placed at/ })
      const to = await at(await second.textContent())
      const foot = across(await linesOf(job), from, to, 0.1)
      assert.ok(foot, `${to} is not straight across from ${from}`)
    }))

  test('a cross-section: each crossing in the drawing and in the table, and a click shows the object', () =>
    onResult(async (page) => {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/cross-section'))
      await button(page, 'Cross-section').click()
      await typeCorners(page, '155000 463125', '155300 463125')
      await button(page, 'Done').click()
      const { crossings } = (await (await answered).json()) as { crossings: { properties: { id: string } }[] }
      assert.ok(crossings.length > 0)
      const shown = card(page, 'Cross-section')
      await shown.getByText(`${crossings.length} crossing`).waitFor()
      await shown.getByText('over 300 m').waitFor()
      await shown.getByRole('img', { name: /depth downwards/ }).waitFor()
      await shows(shown.locator('.crossing'), crossings.length)
      const rows = shown.getByRole('row').getByRole('button')
      await shows(rows, crossings.length)
      await axeFindsNothing(page)
      const saved = async (name: string) => {
        const saving = page.waitForEvent('download')
        await shown.getByRole('button', { name, exact: true }).click()
        const download = await saving
        return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
      }
      const drawing = await saved('Drawing to scale (SVG)')
      assert.equal(drawing.name, 'cross-section.svg')
      // It must be whole: its reader has no other program than a browser.
      const looked = await page.context().newPage()
      await looked.setContent(drawing.text.slice(drawing.text.indexOf('<svg')))
      await shows(looked.locator('circle'), crossings.length)
      for (const words of [
        'Cross-section: Asked',
        'From RD 155,000 463,125 to RD 155,300 463,125',
        'Practice: nothing',
      ]) {
        await looked.locator('text', { hasText: words }).first().waitFor()
      }
      await looked.close()
      const table = await saved('Table (CSV)')
      assert.equal(table.name, 'cross-section.csv')
      assert.deepEqual(
        table.text
          .split('\r\n')
          .slice(1, crossings.length + 1)
          .map((line) => line.split(';').at(-1)),
        crossings.map(({ properties }) => properties.id),
      )
      await rows.first().focus()
      await page.keyboard.press('Enter')
      await page.locator('.feature-card').waitFor()
      assert.equal(new URL(page.url()).searchParams.get('at'), crossings[0]!.properties.id)
    }))

  test('works of trial trenches are drawn by the mouse, and a line that is clicked on the map opens its row', () =>
    onResult(async (page) => {
      await page.getByRole('tab', { name: 'Trenches' }).click()
      await button(page, 'Draw axis').click()
      const [from, to]: Pixel[] = [
        [360, 300],
        [780, 420],
      ]
      await clicks(page, from!, to!)
      await button(page, 'Done').click()
      await button(page, 'Save plan').click()
      await page.getByRole('link', { name: 'GeoPackage' }).waitFor()
      const answer = await page.request.get(
        `${world.server.ready.base_url}/dashboard/api/jobs/${job.job_id}/trench-plan`,
      )
      const plan = TrenchPlanView.parse(await answer.json())
      const [start, end] = plan.works.coordinates as Position[]
      const crossing = plan.rows.find(({ kind }) => kind === 'crosses')!
      const share = crossing.chainage_m! / Math.hypot(end![0]! - start![0]!, end![1]! - start![1]!)
      const [x, y] = [0, 1].map((axis) => from![axis]! + share * (to![axis]! - from![axis]!)) as [number, number]
      await page.mouse.click(x, y)
      await says(page.locator('.trench-line[data-picked] .pill'), 'not located')
    }))

  test('under a plan of a project the map has the lines of its other jobs', async () => {
    const east = FIELD.coordinates[0]!.map(([x, y]) => [x! + 300, y!])
    const geometry = { type: 'Polygon', coordinates: [east] }
    const { json: beside } = await world.server.post('/jobs', { klic_type: 'ORIENT', submit: true, geometry })
    await until(async () => (await world.server.job(beside.job_id)).status === 'ready')
    await world.onResult(job, async (page) => {
      const csrf = await page.evaluate("localStorage.getItem('klic-desktop:csrf')")
      const send = async (method: 'POST' | 'PUT', path: string, data?: object) => {
        const url = `${world.server.ready.base_url}/dashboard/api${path}`
        const answer = await page.request.fetch(url, { method, data, headers: { 'X-CSRF-Token': String(csrf) } })
        assert.ok(answer.ok(), await answer.text())
        return (await answer.json().catch(() => null)) as { project_id: string }
      }
      const { project_id } = await send('POST', '/projects', { name: 'Route' })
      for (const { job_id } of [job, beside]) await send('PUT', `/projects/${project_id}/jobs/${job_id}`)
      const [y, from, to] = [463_125, 155_200, 155_400]
      const works = {
        type: 'LineString',
        coordinates: [
          [from, y],
          [to, y],
        ],
      }
      const tile = page.waitForResponse(
        (answer) => answer.url().includes(`/tiles/${beside.job_id}/`) && !answer.url().includes('.json'),
      )
      await send('PUT', `/jobs/${job.job_id}/trench-plan`, { works, scope: 'project' })
      await page.reload()
      await page.getByRole('tab', { name: 'Trenches' }).click()
      assert.equal((await tile).status(), 200)
    })
  })

  test('of many objects under the cursor the one that is shown is in sight in the list', () =>
    onResult(async (page) => {
      const refs = Array.from({ length: 6 }, (_, i) => `kabel_of_leiding.${i + 1}`)
      for (const first of refs) {
        const at = [first, ...refs.filter((each) => each !== first)].join('~')
        await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}&at=${at}`)
        const list = page.getByRole('list', { name: '6 objects here' })
        const row = list.getByRole('button', { pressed: true })
        await row.waitFor()
        await until(async () => {
          const [outer, inner] = [(await list.boundingBox())!, (await row.boundingBox())!]
          return inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height
        })
      }
    }))

  test('an object is named in the language of the window, with the Dutch word of the file beside it', () =>
    onResult(async (page) => {
      const below = `${world.server.ready.base_url}/dashboard/api/jobs/${job.job_id}`
      const answer = await page.request.get(`${below}/objects?refs=leidingelement.1`)
      const [{ id, properties }] = ((await answer.json()) as { features: [{ id: string; properties: Row }] }).features
      const english = String(valueIn('en', 'type_naam', properties))
      const dutch = String(properties.type_naam)
      assert.notEqual(english, dutch)
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}&at=${id}`)
      const shown = page.locator('.feature-card')
      await shown.getByRole('heading', { name: /^Appurtenance · / }).waitFor()
      const type = () => shown.locator('.facts > div', { hasText: 'Type' }).locator('dd')
      await says(type(), `${english} ${dutch}`)
      await says(type().locator('[lang="nl"]'), dutch)
      await button(page, 'Nederlands').click()
      await shown.getByRole('heading', { name: /^Leidingelement · / }).waitFor()
      await says(type(), new RegExp(`^\\s*${dutch}\\s*$`))
    }))

  test('a job older than the newest two hundred is found by its KLIC number, and by scrolling; filter and order outlive a reload', async () => {
    const others = 205
    const quote = (n: number) => ({ klic_type: 'ORIENT', reference: `Other ${n}`, geometry: FIELD })
    for (let n = 0; n < others; n++) await world.server.post('/jobs', quote(n))
    const klicNumber = job.parts[0]!.klic_number!
    await onResult(async (page) => {
      const items = page.locator('.job-item')
      await page.getByRole('searchbox', { name: /^Reference, place/ }).fill(klicNumber)
      await until(async () => (await items.count()) === 1)
      await items.filter({ hasText: 'Asked' }).waitFor()
      await page.getByRole('combobox', { name: 'Search', exact: true }).fill(klicNumber.slice(0, -1))
      await page.getByRole('option', { name: new RegExp(`Asked.*${klicNumber}`) }).waitFor()
      await page.keyboard.press('Escape')
      await button(page, 'Show all jobs again').click()
      // The rest comes as the end of the list is in sight; what is far from there is not in the page.
      const headings = () => page.locator('.job-group').allTextContents()
      await until(async () => {
        await page.evaluate(`document.querySelector('.jobs').scrollTo(0, 1e6)`)
        return (await headings()).at(-1) === 'Delivered' && /Asked/.test((await items.last().textContent())!)
      })
      assert.ok((await items.count()) < others / 3)
      // Twelve are in sight at 720 pixels, below what narrows the list.
      await page.evaluate(`document.querySelector('.jobs').scrollTo(0, 0)`)
      const inSight = () =>
        page.evaluate(`(() => {
          const { top, bottom } = document.querySelector('.jobs').getBoundingClientRect()
          const boxes = [...document.querySelectorAll('.job-item')].map((item) => item.getBoundingClientRect())
          return boxes.filter((box) => box.top >= top && box.bottom <= bottom).length
        })()`)
      await until(async () => ((await inSight()) as number) >= 12)
      // By what comes next: quotes before what is there, each below its heading, also what came with a later page.
      assert.deepEqual(await headings(), ['Drafts'])
      // What is shown and in which order is kept, as the language is.
      const shown = () => page.locator('.job-item strong').allTextContents()
      assert.equal((await shown())[0], `Other ${others - 1}`)
      const [state, order] = [
        page.getByRole('combobox', { name: 'Show' }),
        page.getByRole('combobox', { name: 'Sort by' }),
      ]
      await state.selectOption({ label: 'Draft' })
      await order.selectOption('Reference')
      await page.reload()
      await page.locator('.job-item').first().waitFor()
      assert.deepEqual((await shown()).slice(0, 3), ['Other 0', 'Other 1', 'Other 2'])
      assert.deepEqual([await state.inputValue(), await order.inputValue()], ['quoted', 'reference'])
      // The table begins anew, however far one has scrolled, and goes on page by page.
      await until(async () => {
        await page.evaluate(`document.querySelector('.jobs').scrollTo(0, 1e6)`)
        return (await shown()).includes(`Other ${others - 1}`)
      })
      await button(page, 'Jobs as a table').click()
      const rows = page.locator('.jobs-table tbody tr')
      for (const count of [100, 200, others]) {
        await until(async () => (await rows.count()) === count)
        if (count < others) await button(page, 'More jobs').click()
      }
      await shows(button(page, 'More jobs'), 0)
    })
  })
})

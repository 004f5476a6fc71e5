/** A result in a browser on the real server: its themes, objects, measurements and prints. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { JobSummary } from '../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../server/features/jobs/schema.ts'
import { axeFindsNothing } from '../support/axe.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { lists, shows } from '../support/waits.ts'
import { button, typeCorners, WindowWorld } from '../support/window-world.ts'

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

/** RD New: 900 by 20 m, on a slope. */
const TRENCH = [
  [155_000, 463_000],
  [155_800, 463_400],
  [155_791, 463_418],
  [154_991, 463_018],
  [155_000, 463_000],
]

const SCROLLED = `[...document.querySelectorAll('.panel, .window, .map')].map(({ scrollTop }) => scrollTop)`

/** Inputs that React Aria hides in the body of a panel, scrolled to its end, which are not where their label is. */
const ASTRAY = `(() => {
  const body = document.querySelector('.panel.right .panel-body')
  body.scrollTop = body.scrollHeight
  if (body.scrollTop === 0) return ['nothing to scroll']
  return [...body.querySelectorAll('label input')].flatMap((input) => {
    const [own, label] = [input, input.closest('label')].map((each) => each.getBoundingClientRect())
    return own.top >= label.top - 1 && own.bottom <= label.bottom + 1 ? [] : [input.outerHTML]
  })
})()`
interface HTMLInput {
  style: { cssText: string }
  focus(): void
}

describe('a result', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  let trench: Job
  before(async () => {
    world = await WindowWorld.open()
    const { server } = world
    const made = await server.post('/jobs', { klic_type: 'ORIENT', reference: 'Asked', submit: true, geometry: FIELD })
    trench = await world.readyToDig('Trench', TRENCH)
    await until(async () => (await server.job(made.json.job_id)).status === 'ready')
    job = await server.job(made.json.job_id)
  })
  after(() => world?.close())

  const onResult = (work: (page: Page) => Promise<void>): Promise<void> => world.onResult(job, work)
  const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const asked = async (page: Page, act: () => Promise<unknown>): Promise<{ query: URLSearchParams; pages: number }> => {
    const answering = page.waitForResponse((answer) => /\/print\?/.test(answer.url()))
    await act()
    const answer = await answering
    assert.equal(answer.status(), 200)
    const first = page.getByRole('img', { name: /^(Page|Pagina) 1 (of|van) / })
    await first.waitFor()
    const pages = Number(/\d+$/.exec((await first.getAttribute('aria-label'))!)![0])
    return { query: new URL(answer.url()).searchParams, pages }
  }

  test('one theme is shown without the others, zoomed to by a double click, and found by the search', () =>
    onResult(async (page) => {
      const address = `${world.server.ready.base_url}/dashboard/api/jobs/${job.job_id}/summary`
      const { themes } = (await (await page.request.get(address)).json()) as JobSummary
      const least = themes.toSorted((a, b) => (a.length_m ?? 0) - (b.length_m ?? 0))[0]!
      const row = (n: number) => page.locator('.themes > li').nth(n)
      const shown = () => page.locator('.right .theme').getByRole('checkbox', { checked: true }).count()
      const hidden = () => (new URL(page.url()).searchParams.get('hide') ?? '').split('~')
      await row(0).hover()
      await row(0)
        .getByRole('button', { name: /^Only / })
        .click()
      await until(async () => (await shown()) === 1)
      assert.ok(!hidden().includes(themes[0]!.thema))
      await button(page, 'Show all').click()
      const scale = page.locator('.maplibregl-ctrl-scale')
      await button(page, 'Zoom to the Netherlands').click()
      await until(async () => /km/.test((await scale.textContent())!))
      const asked = page.waitForResponse((answer) => answer.url().includes('/extent?theme='))
      await row(themes.indexOf(least)).locator('.theme-name').dblclick()
      const { extent_lnglat } = (await (await asked).json()) as { extent_lnglat: number[] }
      assert.ok(extent_lnglat[0]! < extent_lnglat[2]! && extent_lnglat[1]! < extent_lnglat[3]!)
      await until(async () => !/km/.test((await scale.textContent())!))
      // A double click switches it off and on again.
      assert.equal(await shown(), themes.length)
      await page.keyboard.press('Control+k')
      await page.keyboard.type('water')
      await page
        .getByRole('option', { name: /water.*theme/ })
        .first()
        .waitFor()
      await page.keyboard.press('Enter')
      await until(async () => (await shown()) === 1)
      assert.ok(!hidden().includes('water'))
    }))

  test('a distance by keys only: typed coordinates, a typed length, and Escape puts the tool down', () =>
    onResult(async (page) => {
      await button(page, 'Measure distance').focus()
      await page.keyboard.press('Enter')
      await typeCorners(page, '155050 463050', '155080 463090')
      await page.keyboard.press('2')
      await page.keyboard.type('5')
      await page.keyboard.press('Tab')
      await page.keyboard.type('90')
      await page.keyboard.press('Enter')
      await page.getByText('Point 3 placed at 155,105, 463,090').waitFor()
      await page.keyboard.press('Enter')
      const measured = card(page, 'Measure distance')
      await measured.getByText('75 m', { exact: true }).waitFor()
      await measured.getByText('50 m', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await measured.waitFor({ state: 'detached' })
    }))

  test('a surface by numbers, and by the mouse what the map says', () =>
    onResult(async (page) => {
      await button(page, 'Measure area').click()
      await typeCorners(page, '155100 463100', '155120 463100', '155120 463110')
      await button(page, 'Done').click()
      const measured = card(page, 'Measure area')
      await measured.getByText('100 m²', { exact: true }).waitFor()
      await button(page, 'Redraw').click()
      await page.mouse.click(700, 420)
      await page.getByText('Point 1 placed').waitFor()
      await page.mouse.click(800, 420)
      await page.getByText('Point 2 placed').waitFor()
      await page.mouse.click(800, 520)
      await page.getByText('Point 3 placed').waitFor()
      await page.keyboard.press('Backspace')
      await page.getByText('Point 2 placed').waitFor()
      await page.mouse.click(800, 620)
      await page.getByText('Point 3 placed').waitFor()
      await page.mouse.click(800, 620)
      await measured.getByText('Perimeter').waitFor()
      // Clicks are not picks while one measures.
      assert.equal(new URL(page.url()).searchParams.get('at'), null)
    }))

  test('a selection in a box: counted by theme and operator, listed, shown, and gone with its tool', () =>
    onResult(async (page) => {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/selection'))
      await button(page, 'Select in a box').click()
      await typeCorners(page, '155050 463050')
      await page.getByRole('textbox', { name: /Point: x y/ }).fill('155250 463200')
      await page.keyboard.press('Enter')
      const { total, counts } = (await (await answered).json()) as { total: number; counts: { count: number }[] }
      assert.ok(total > 0)
      assert.equal(
        counts.reduce((sum, { count }) => sum + count, 0),
        total,
      )
      const shown = card(page, 'Select in a box')
      await shown.getByText(`${total.toLocaleString('en-GB')} objects ·`).waitFor()
      await shows(shown.locator('tbody tr'), counts.length)
      await shown.getByText(/^The first/).click()
      await axeFindsNothing(page, { within: ['.asking-card', '.result-tools'] })
      await shown.locator('.asked-list button').first().click()
      await page.locator('.feature-card').waitFor()
      await button(page, 'Select in a box').click()
      await shown.waitFor({ state: 'detached' })
    }))

  test('several objects under the cursor are listed; each says what it is and shows its documents', () =>
    onResult(async (page) => {
      const below = `${world.server.ready.base_url}/dashboard/api/jobs/${job.job_id}`
      const read = async (path: string) => (await (await page.request.get(below + path)).json()) as { data: Thing[] }
      type Thing = { operator: string | null; theme: string | null; is_there: boolean }
      const documents = (await read('/documents')).data.filter(({ operator, is_there }) => operator && is_there)
      const refs = Array.from({ length: 30 }, (_, i) => `kabel_of_leiding.${i + 1}`)
      const { features } = (await (await page.request.get(`${below}/objects?refs=${refs.join(',')}`)).json()) as {
        features: { id: string; properties: { bronhouder: string; thema: string } }[]
      }
      const documented = features.find(({ properties: { bronhouder, thema } }) =>
        documents.some(({ operator, theme }) => operator === bronhouder && (theme === null || theme === thema)),
      )
      const other = features.find((each) => each !== documented)
      assert.ok(documented && other)
      const at = `${other.id}~${documented.id}`
      await page.goto(`${world.server.ready.base_url}/?job=${job.job_id}&at=${at}`)
      const rows = page.getByRole('list', { name: '2 objects here' }).getByRole('button')
      await rows.nth(1).waitFor()
      const names = await rows.allTextContents()
      const pressed = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-pressed')))
      const first = (await pressed()).indexOf('true')
      await rows.nth(1 - first).click()
      await until(async () => (await pressed())[1 - first] === 'true')
      await lists(rows, names)
      assert.equal(new URL(page.url()).searchParams.get('at')?.split('~')[0], documented.id)
      await page.locator('.feature-card').getByText('Documents about this').click()
      await page.locator('.feature-card .row-name').first().click()
      await page.locator('.document-body').waitFor()
    }))

  test('no click and no Tab pushes the head of the panel out of sight; the tab says what is open, and how it stands', () =>
    onResult(async (page) => {
      const panel = page.getByRole('complementary', { name: 'Asked' })
      const stays = async (after: string) => {
        const scrolled = await page.evaluate<number[]>(SCROLLED)
        assert.deepEqual(new Set(scrolled), new Set([0]), after)
      }
      const boxes = panel.getByRole('checkbox')
      const count = await boxes.count()
      assert.ok(count > 3)
      for (let n = 0; n < count; n++) {
        // As a mouse does it: the box that React Aria hides has the focus then.
        await panel.locator('label:has(input[type=checkbox])').nth(n).click()
        await stays(`box ${n}`)
      }
      for (let n = 0; n < 60; n++) {
        await page.keyboard.press('Tab')
        await stays(`Tab ${n}`)
      }
      // Nor does what lies in a panel beside its body.
      await panel.evaluate((box) => {
        const { document } = globalThis as unknown as { document: { createElement(tag: string): HTMLInput } }
        const input = document.createElement('input')
        input.style.cssText = 'position: absolute; top: 4000px'
        ;(box as unknown as { append(child: HTMLInput): void }).append(input)
        input.focus()
      })
      await stays('a field far below')
      // What is hidden for the eye goes along with what it belongs to: the focus brings that into sight.
      await page.getByRole('tab', { name: 'Files' }).click()
      await page
        .getByRole('checkbox', { name: /^Include applicant and client/ })
        .first()
        .waitFor({ state: 'attached' })
      assert.deepEqual(await page.evaluate(ASTRAY), [])
      assert.match(await page.title(), /^Asked · .+ · KLIC Desktop$/)
    }))

  test('what is seen is printed on one A3 with three clicks', () =>
    world.onFiles(trench, async (page) => {
      let clicked = 0
      const click = async (name: string) => {
        clicked++
        await page
          .locator('.right')
          .getByRole(name === 'Files' ? 'tab' : 'button', { name, exact: true })
          .click()
      }
      await click('Files')
      await click('What I see')
      const { query, pages } = await asked(page, () => click('Create PDF'))
      assert.equal(clicked, 3)
      assert.equal(query.get('paper'), 'A3')
      assert.equal(query.get('cover'), 'frame')
      // The whole trench is seen, as it was opened: 800 by 418 m fit on an A3 at 1:2,500.
      assert.equal(query.get('scale'), '2500')
      const [x, y, degrees] = query.get('frame')!.split(',').map(Number)
      assert.ok(Math.abs(x! - 155_395) < 40 && Math.abs(y! - 463_209) < 40, query.get('frame')!)
      assert.equal(degrees, 0)
      // The sheet and the account by operator.
      assert.equal(pages, 2)
    }))

  test('a site package of an earlier revision is said to be out of date, beside the link that makes another', () =>
    world.onFiles(trench, async (page) => {
      await page.route(/\/attention$/, async (route) => {
        const response = await route.fetch()
        const { site_revision, ...list } = await response.json()
        await route.fulfill({ response, json: { ...list, site_revision: site_revision ?? 0 } })
      })
      await page.reload()
      await page.getByRole('tab', { name: 'Files' }).click()
      const mark = page.getByText('The site package of revision 0 is out of date. Download it again for the crew.')
      await mark.waitFor()
      const coming = page.waitForEvent('download')
      await page.getByRole('link', { name: 'site package' }).click()
      assert.match((await coming).suggestedFilename(), /_bouwplaats\.zip$/)
      await mark.waitFor({ state: 'detached' })
    }))
})

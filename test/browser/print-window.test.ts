/** A print as it is chosen in a real browser: where its sheets lie, how many there are, which are made. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import type { PrintSheets } from '../../server/features/results/schema.ts'
import { pageOf } from '../../server/features/vocabulary.ts'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasAttribute, hasValue, says, shows } from '../support/waits.ts'
import { button, WindowWorld } from '../support/window-world.ts'

/** RD New: 900 by 20 m, on a slope. */
const TRENCH = [
  [155_000, 463_000],
  [155_800, 463_400],
  [155_791, 463_418],
  [154_991, 463_018],
  [155_000, 463_000],
]

/** RD New: 200 by 180 m, on an A3 in landscape at 1:750 (237 by 202 m). */
const FIELD = [
  [155_000, 463_000],
  [155_200, 463_000],
  [155_200, 463_180],
  [155_000, 463_150],
  [155_000, 463_000],
]

describe('the window of a print', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let job: Job
  let field: Job
  before(async () => {
    world = await WindowWorld.open({ drawn: true })
    job = await world.readyToDig('Trench', TRENCH)
    field = await world.readyToDig('Field', FIELD)
  })
  after(() => world?.close())

  const opened = (work: (page: Page) => Promise<void>): Promise<void> => world.onFiles(job, work)
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
  const closed = async (page: Page): Promise<void> => {
    await page.locator('.document').getByRole('button', { name: 'Close' }).click()
    await page.locator('.document').waitFor({ state: 'detached' })
  }
  const laidOut = async (page: Page, by: string, act: () => Promise<unknown>): Promise<PrintSheets> => {
    const answering = page.waitForResponse(
      (answer) => answer.url().includes('/print/sheets?') && answer.url().includes(by),
    )
    await act()
    return (await answering).json()
  }
  const wish = (page: Page, name: string) => page.locator('.print').getByRole('combobox', { name })
  const files = (page: Page) => page.getByRole('tab', { name: 'Files' })

  test('of an area that fills the map between the panels the sheet is filled, and lies whole in sight until it is moved', () =>
    world.onFiles(field, async (page) => {
      await files(page).click()
      await button(page, 'What I see').click()
      await hasValue(wish(page, 'Scale'), '750')
      const move = button(page, /^Move sheet/)
      const boxOf = async (what: Locator) => (await what.boundingBox())!
      /** In pixels, from the middle between the panels: how far the sheet reaches over their edges at most. */
      const over = async (paper: 'A3' | 'A2', printed: number): Promise<number> => {
        const { map } = pageOf({ paper, orientation: 'landscape' })
        const [width, height] = [(map.width * printed) / 1000, (map.height * printed) / 1000]
        const scale = await page.getByRole('combobox', { name: 'Map scale' }).locator('option:checked').textContent()
        const perMetre = 1 / (Number(scale!.replace(/^1:|,/g, '')) * 0.00028)
        const { x, y, width: w, height: h } = await boxOf(move)
        const [middleX, middleY] = [x + w / 2, y + h / 2]
        const [left, right] = [await boxOf(page.locator('.left')), await boxOf(page.locator('.right'))]
        const search = await boxOf(page.locator('.search-box'))
        return Math.max(
          left.x + left.width - (middleX - (width / 2) * perMetre),
          middleX + (width / 2) * perMetre - right.x,
          search.y + search.height - (middleY - (height / 2) * perMetre),
          middleY + (height / 2) * perMetre - 720,
        )
      }
      await until(async () => (await over('A3', 750)) <= 0)
      // Pressed twice in a row it is the same sheet: that more is seen now is not what somebody looked for.
      await button(page, 'What I see').click()
      await hasValue(wish(page, 'Scale'), '750')
      await wish(page, 'Paper').selectOption('A2')
      await until(async () => (await over('A2', 750)) <= 0)
      await wish(page, 'Scale').selectOption('1500')
      await until(async () => (await over('A2', 1500)) <= 0)
      // A frame that was moved by hand leaves the map as it is.
      await move.press('ArrowRight')
      await wish(page, 'Scale').selectOption('2500')
      const degrees = page.getByRole('spinbutton', { name: /^Rotation/ })
      await degrees.fill('30')
      assert.ok((await over('A2', 2500)) > 0)
    }))

  test('the frame is dragged, turned and moved by keys, and is printed where it was left', () =>
    opened(async (page) => {
      await files(page).click()
      await button(page, 'What I see').click()
      await wish(page, 'Scale').selectOption('500')
      const move = button(page, /^Move sheet/)
      const turn = button(page, /^Turn sheet/)
      const { query: first } = await asked(page, () => button(page, 'Create PDF').click())
      await closed(page)
      const [fromX, fromY] = first.get('frame')!.split(',').map(Number)
      const at = (await move.boundingBox())!
      await page.mouse.move(at.x + 17, at.y + 17)
      await page.mouse.down()
      await page.mouse.move(at.x + 117, at.y - 33, { steps: 4 })
      await page.mouse.up()
      const to = (await move.boundingBox())!
      assert.ok(Math.abs(to.x - at.x - 100) < 2 && Math.abs(to.y - at.y + 50) < 2)
      // A quarter of a turn: from right of the middle to above it.
      const grip = (await turn.boundingBox())!
      await page.mouse.move(grip.x + 17, grip.y + 17)
      await page.mouse.down()
      await page.mouse.move(to.x + 17, to.y + 17 - 62, { steps: 6 })
      await page.mouse.up()
      const degrees = page.getByRole('spinbutton', { name: /^Rotation/ })
      assert.ok(Math.abs(Number(await degrees.inputValue()) - 90) <= 1, await degrees.inputValue())
      await degrees.fill('30')
      await turn.focus()
      await page.keyboard.press('ArrowLeft')
      await hasValue(degrees, '31')
      await page.keyboard.press('Shift+ArrowRight')
      await hasValue(degrees, '21')
      await move.focus()
      await page.keyboard.press('ArrowUp')
      const { query } = await asked(page, () => button(page, 'Create PDF').click())
      const [x, y, turned] = query.get('frame')!.split(',').map(Number)
      assert.ok(x! > fromX! + 20 && y! > fromY! + 10, `${query.get('frame')} from ${first.get('frame')}`)
      assert.equal(turned, 21)
    }))

  test('the number of sheets is known before they are made, they lie on the map, and some can be left out', () =>
    opened(async (page) => {
      const rows = await laidOut(page, 'cover=area', () => files(page).click())
      const count = page.locator('.sheet-choice').getByRole('status')
      await until(async () => (await count.textContent())!.startsWith(`${rows.data.length} sheets`))
      await shows(page.locator('.note-sheet'), rows.data.length)
      const along = await laidOut(page, 'cover=along', () => button(page, 'Along the corridor').click())
      assert.ok(along.is_as_wished)
      assert.ok(along.data.length < rows.data.length + rows.left_out.length)
      await until(async () => (await count.textContent())!.startsWith(`${along.data.length} sheets`))
      const numbers = page.getByRole('group', { name: 'Sheets' })
      await numbers.getByRole('button', { name: 'None' }).click()
      // The reason stands at the button, which can be reached; pressed it does nothing.
      await button(page, 'Create PDF').hover()
      await page.getByRole('tooltip').filter({ hasText: 'Choose at least one sheet' }).waitFor()
      await button(page, 'Create PDF').press('Enter')
      await shows(page.locator('.document'), 0)
      await numbers.getByRole('button', { name: 'Sheet 2', exact: true }).click()
      await numbers.getByRole('button', { name: 'Sheet 1', exact: true }).focus()
      await page.keyboard.press('Space')
      await says(count, new RegExp(`^2 of ${along.data.length} sheets`))
      await shows(page.locator('.note-sheet'), 2)
      const { query, pages } = await asked(page, () => button(page, 'Create PDF').click())
      assert.equal(query.get('sheets'), '1~2')
      assert.equal(query.get('cover'), 'along')
      // The overview, the two, the account.
      assert.equal(pages, 4)
      await closed(page)
      // Elsewhere in the result the map is the map.
      await page.getByRole('tab', { name: 'Map', exact: true }).click()
      await until(async () => (await page.locator('.note-sheet').count()) === 0)
    }))

  test('nothing is printed while the sheets are counted: they move the button away from under a press', () =>
    opened(async (page) => {
      const counted = Promise.withResolvers<void>()
      await page.route('**/print/sheets?*', async (route) => {
        await counted.promise
        await route.continue()
      })
      await files(page).click()
      const make = button(page, 'Create PDF')
      const { y } = (await make.boundingBox())!
      await hasAttribute(make, 'aria-disabled', 'true')
      counted.resolve()
      await page.getByRole('group', { name: 'Sheets' }).waitFor()
      assert.notEqual((await make.boundingBox())!.y, y)
      await asked(page, () => make.click())
    }))

  test('too many sheets are said before they are asked for; thin lines, black and empty sheets are choices', () =>
    opened(async (page) => {
      await files(page).click()
      await button(page, 'empty sheets too').click()
      await wish(page, 'Scale').selectOption('100')
      await wish(page, 'Paper').selectOption('A4')
      await page.getByRole('alert').filter({ hasText: 'At most 60 sheets' }).waitFor()
      await wish(page, 'Paper').selectOption('A3')
      const all = await laidOut(page, 'empty=true&scale=1000', () => wish(page, 'Scale').selectOption('1000'))
      assert.equal(all.left_out.length, 0)
      await button(page, 'thin lines').click()
      await button(page, 'black and white').click()
      const { query } = await asked(page, () => button(page, 'Create PDF').click())
      assert.equal(query.get('lines'), 'thin')
      assert.equal(query.get('ink'), 'black')
      assert.equal(query.get('empty'), 'true')
    }))

  test('it speaks Dutch', () =>
    opened(async (page) => {
      await button(page, 'Nederlands').click()
      await page.getByRole('tab', { name: 'Bestanden' }).click()
      await page.getByText(/^\d+ bladen/).waitFor()
      await button(page, 'Wat ik zie').click()
      await button(page, /^Blad verplaatsen/).waitFor()
      await button(page, /^Blad draaien/).waitFor()
    }))
})

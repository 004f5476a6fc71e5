/** From a drawn, pasted or dropped area to a notification, in a browser on the real server, worker and simulator. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { AREA_FILE_TYPES } from '../../server/geometry/found-areas.ts'
import { addWorkingDays, dutchDate, workingDaysLater } from '../../server/registry/working-days.ts'
import { translate } from '../../server/texts/texts.ts'
import { FIELD_RD } from '../support/area-files.ts'
import { noBrowser } from '../support/browser.ts'
import { rdBox } from '../support/rd-box.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue, shows } from '../support/waits.ts'
import {
  button,
  chooseOrientation,
  clear,
  FIELD_WKT,
  factsOf,
  giveFile,
  paste,
  priced,
  WindowWorld,
  xOf,
} from '../support/window-world.ts'

const en = translate('en')

describe('filing an area', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  // First: with more jobs the list begins with its filters.
  test('the focus on its way past the jobs opens none of them; Enter does', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await priced(page)
      await button(page, 'Save draft').click()
      await page.getByText('Nothing has been submitted yet.').waitFor()
      await button(page, 'New notification').click()
      await page.getByRole('heading', { name: 'New notification' }).waitFor()
      await button(page, 'Jobs as a table').focus()
      await page.keyboard.press('Tab')
      await page.locator('.job-item:focus').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.getByRole('heading', { name: 'New notification' }).waitFor()
      await page.keyboard.press('Enter')
      await page.waitForURL(/job=/)
    }))

  test('orientation: pasted, filed after one confirmation, and ready with a result', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await page.getByText('detected').waitFor()
      await chooseOrientation(page)
      await page.getByRole('textbox', { name: /Reference/ }).fill('Field')
      await priced(page)
      await page.getByRole('region', { name: 'Price' }).getByText('€39.95', { exact: true }).waitFor()
      await button(page, 'Submit…').click()
      const receipt = page.getByRole('alertdialog')
      await receipt.getByText('no limit · €0.00 today').waitFor()
      assert.deepEqual(await factsOf(receipt), [
        ['Kind of notification', 'Planning request (oriëntatieverzoek): for design; does not permit digging'],
        ['Location', 'RD 155,100, 463,090'],
        ['Reference at Kadaster', 'Field'],
        ['Notifications', '1'],
        ['Price', '€39.95 excl. VAT'],
        ['Daily limit', 'no limit · €0.00 today'],
      ])
      await button(page, 'Submit 1 notification for €39.95').click()
      await page.getByRole('tab', { name: 'Files' }).waitFor()
      // It is found again by its reference, and by the KLIC number that it has now.
      await page.getByRole('tab', { name: 'Timeline' }).click()
      const klicNumber = await page
        .locator('.part')
        .first()
        .getByText(/^\d{2}O\d+/)
        .textContent()
      for (const text of ['Field', klicNumber!.trim().slice(0, 10)]) {
        await button(page, 'New notification').click()
        await page.keyboard.press('Control+k')
        await page.keyboard.type(text)
        await page.getByRole('option', { name: /^Field/ }).waitFor()
        await page.keyboard.press('Enter')
        await page.getByRole('tab', { name: 'Files' }).waitFor()
      }
      // The draft is done with.
      await button(page, 'New notification').click()
      await page.getByText('Draw on the map').waitFor()
    }))

  test('excavation by keys only: drawn, corrected in the list, dated, filed', () =>
    world.inWindow(async (page) => {
      const keys = page.keyboard
      await keys.press('Control+k')
      await keys.type('155000 463000')
      await page.getByRole('option', { name: /155,000/ }).waitFor()
      await keys.press('Enter')
      const polygon = button(page, 'Polygon')
      await polygon.focus()
      await keys.press('Enter')
      await page.getByRole('region', { name: 'By coordinates' }).waitFor()
      await page.getByRole('textbox', { name: /Point: x y/ }).focus()
      await keys.type('155000 463000')
      await keys.press('Enter')
      await page.getByText('Point 1 placed at 155,000, 463,000').waitFor()
      // The focus is on the map again: a figure is a length.
      await keys.press('5')
      await keys.type('0')
      await keys.press('Tab')
      await keys.type('90')
      await keys.press('Enter')
      await page.getByText('Point 2 placed at 155,050, 463,000').waitFor()
      for (let step = 0; step < 4; step++) await keys.press('Shift+ArrowUp')
      await keys.press('Enter')
      await page.getByText('Point 3 placed at 155,050, 463,040').waitFor()
      await keys.press('Enter')
      await xOf(page, 3).waitFor({ state: 'attached' })
      await priced(page)
      await button(page, 'Move point 3 with the arrow keys').focus()
      await keys.press('ArrowRight')
      await page.getByText('Point 3: 155,051, 463,040').waitFor()
      await hasValue(xOf(page, 3), '155051')
      await keys.press('Control+z')
      await page.waitForFunction(`document.querySelector('[aria-label="x of point 3"]').value === '155050'`)
      await button(page, 'New point after point 3').focus()
      await keys.press('Enter')
      await xOf(page, 4).waitFor({ state: 'attached' })
      await button(page, 'Remove point 4').focus()
      await keys.press('Enter')
      await xOf(page, 4).waitFor({ state: 'detached' })
      // Ten working days on: never a day that the registry finds too early or too late.
      const start = new Date(Date.now() + 14 * 86_400_000)
      await page.getByRole('spinbutton', { name: /day/ }).focus()
      await keys.type(String(start.getDate()).padStart(2, '0'))
      await page.getByRole('spinbutton', { name: /month/ }).focus()
      await keys.type(String(start.getMonth() + 1).padStart(2, '0'))
      await page.getByRole('spinbutton', { name: /year/ }).focus()
      await keys.type(String(start.getFullYear()))
      await priced(page)
      await button(page, 'Submit…').focus()
      await keys.press('Enter')
      const confirm = button(page, /^Submit 1 notification/)
      await confirm.focus()
      await keys.press('Enter')
      await page.getByRole('tab', { name: 'Files' }).waitFor()
    }))

  test('a calamity that was only quoted is confirmed on its page', () =>
    world.inWindow(async (page) => {
      const before = (await world.server.ledger()).notifications
      const jobId = await page.evaluate(
        async (geometry) => {
          const headers = {
            'Content-Type': 'application/json',
            'X-CSRF-Token': localStorage.getItem('klic-desktop:csrf') ?? '',
          }
          const body = JSON.stringify({ geometry, what: 'Lekkage' })
          const answer = await fetch('/dashboard/api/calamities', { method: 'POST', headers, body })
          return ((await answer.json()) as { job_id: string }).job_id
        },
        rdBox(155_000, 463_000, 200),
      )
      await page.goto(`${world.server.ready.base_url}/?job=${jobId}`)
      const file = page.getByRole('button', { name: en('calamity.file'), exact: true })
      const dialog = page.getByRole('alertdialog', { name: en('calamity.confirm.title') })
      const tick = dialog.getByRole('checkbox', { name: en('calamity.confirm.check') })
      await file.click()
      await dialog.getByText(en('calamity.confirm.check')).click()
      await dialog.getByRole('button', { name: en('cancel'), exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      await shows(page.locator('.calamity'), 0)
      await file.click()
      assert.equal(await tick.isChecked(), false, 'each time it opens nothing is ticked')
      await dialog.getByText(en('calamity.confirm.check')).click()
      await dialog.locator('.act-primary').click()
      await page.locator('.calamity li a[href^="tel:"]').first().waitFor()
      assert.equal((await world.server.ledger()).notifications, before + 1)
    }))

  test('the dialogue shows every kind of file that is read', () =>
    world.inWindow(async (page) => {
      const choosing = page.waitForEvent('filechooser')
      await button(page, /^File$/).click()
      const shown = await (await choosing).element().getAttribute('accept')
      for (const end of AREA_FILE_TYPES) assert.ok(shown?.split(',').includes(end), `${end}: ${shown}`)
    }))

  test('dropped anywhere or pasted as GeoJSON; a broken outline is shown, with what the repair changes, and used when asked', () =>
    world.inWindow(async (page) => {
      await page.goto(world.server.ready.base_url)
      await page.getByRole('button', { name: 'New notification' }).waitFor()
      const field = { type: 'Polygon', coordinates: [[...FIELD_RD]] }
      await page.evaluate(`(() => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([${JSON.stringify(JSON.stringify(field))}], 'dropped.geojson'))
        for (const type of ['dragover', 'drop'])
          document.querySelector('.canvas').dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      })()`)
      await xOf(page, 4).waitFor({ state: 'attached' })
      await page.getByText('From dropped.geojson').waitFor()
      await clear(page)
      const bowTie = [FIELD_RD[0], FIELD_RD[2], FIELD_RD[1], FIELD_RD[3], FIELD_RD[0]]
      const broken = Buffer.from(JSON.stringify({ type: 'Polygon', coordinates: [bowTie] }))
      await giveFile(page, broken, 'broken.geojson')
      await page.getByText('Found: one crossing').waitFor()
      await shows(page.locator('.price'), 0)
      await button(page, 'Use this').click()
      await priced(page)
      await page.getByRole('heading', { name: /Other areas/ }).waitFor()
      await clear(page)
      await paste(page, JSON.stringify(field))
      await xOf(page, 4).waitFor({ state: 'attached' })
      await page.getByText('Pasted', { exact: true }).waitFor()
      await priced(page)
    }))

  test('the server dies while one draws: the draft stays, and the price comes when it is back', () =>
    world.inWindow(async (page) => {
      await paste(page, FIELD_WKT)
      await priced(page)
      await world.server.stop()
      await page.locator('.corners summary').click()
      await xOf(page, 2).fill('155300')
      await xOf(page, 2).press('Enter')
      await page.getByText('The server does not answer').waitFor()
      await world.server.startAgain()
      await button(page, 'Try again').click()
      await priced(page)
      await hasValue(xOf(page, 2), '155300')
      await button(page, 'Save draft').click()
      await page.getByText('This price is valid until').waitFor()
    }))

  test('a start on which one may not dig yet says why, and one press in the confirmation repairs it', () =>
    world.inWindow(async (page) => {
      const today = dutchDate(Date.now())
      const [tooEarly, earliest] = [addWorkingDays(today, 1), workingDaysLater(today, 3)]
      const inWords = (day: string) =>
        new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
      const made = await world.server.post('/jobs', {
        klic_type: 'GRAAF',
        reference: 'Te vroeg',
        start_date: tooEarly,
        geometry: rdBox(155_000, 463_000, 200, 150),
      })
      assert.equal(made.json.quote.earliest_start, earliest)
      await page.goto(`${world.server.ready.base_url}/?job=${made.json.job_id}`)
      await page.getByText(`You may dig from ${inWords(earliest)}: 3 working days after submitting.`).waitFor()
      await button(page, 'Submit…').click()
      const receipt = page.getByRole('alertdialog')
      await receipt.getByText(inWords(tooEarly), { exact: true }).waitFor()
      await receipt.getByRole('button', { name: `Start on ${inWords(earliest)}` }).click()
      await receipt.getByText(inWords(earliest), { exact: true }).waitFor()
      await shows(receipt.getByText(/^You may dig from/), 0)
      await receipt.getByRole('button', { name: /^Submit 1 notification/ }).click()
      await until(async () => (await world.server.job(made.json.job_id)).submitted_at !== null)
      assert.equal((await world.server.job(made.json.job_id)).start_date, earliest)
    }))
})

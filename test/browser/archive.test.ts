/** A job that is put out of the list: gone from it, found by searching and among the archived, and back; also many at once. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import type { Job } from '../../server/features/jobs/schema.ts'
import { dutchDate, workingDaysLater } from '../../server/registry/working-days.ts'
import { noBrowser } from '../support/browser.ts'
import { GARDEN } from '../support/rd-box.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'
import { hasAttribute, hasValue, lists, says, saysNot, shows } from '../support/waits.ts'
import { WindowWorld } from '../support/window-world.ts'

describe('archive', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
  })
  after(() => world?.close())

  const quote = async (reference: string, startDate?: string): Promise<void> => {
    const kind = startDate === undefined ? { klic_type: 'ORIENT' } : { klic_type: 'GRAAF', start_date: startDate }
    const { status } = await world.server.post('/jobs', { geometry: GARDEN, reference, ...kind })
    assert.ok(status < 300, `${status}`)
  }
  const item = (page: Page, name: string) => page.locator('.job-item', { hasText: name })

  test('away by one press, among the archived and found by searching, and back by one', async () => {
    await quote('Kerkstraat')
    await quote('Dorpsplein')
    const page = await (await world.browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })).newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${world.server.ready.base_url}/#token=${await world.server.token()}`)
    await item(page, 'Dorpsplein').waitFor()
    await shows(page.getByRole('combobox', { name: 'Show' }), 0, 'of two jobs none are looked for')

    await item(page, 'Kerkstraat').click()
    await page.getByRole('button', { name: 'More actions' }).click()
    // The place where one looks for a delete button says what there is instead.
    await page.getByText(/^Jobs are archived, not deleted/).waitFor()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.keyboard.press('Escape')
    await item(page, 'Kerkstraat').waitFor({ state: 'detached' })
    await page.getByText(/^Archived on .*: not in the list, but found by searching\.$/).waitFor()
    await item(page, 'Dorpsplein').waitFor()

    await page.getByRole('combobox', { name: 'Show' }).selectOption('Archived')
    await item(page, 'Kerkstraat').getByText('Archived').waitFor()
    await item(page, 'Dorpsplein').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Show' }).selectOption('All states')
    await item(page, 'Dorpsplein').waitFor()
    await page.getByRole('searchbox', { name: /^Reference, place/ }).fill('kerk')
    await item(page, 'Kerkstraat').getByText('Archived').waitFor()

    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Archive', exact: true }).waitFor()
    await page.getByRole('status').filter({ hasText: 'Restored.' }).waitFor()
    await page.getByRole('button', { name: 'Show all jobs again' }).click()
    await item(page, 'Kerkstraat').waitFor()
    await shows(item(page, 'Kerkstraat').getByText('Archived'), 0)
    await page.context().close()
  })

  test('a table sorts all jobs, and archives, saves and prints those that are chosen', async () => {
    const today = dutchDate(Date.now())
    await quote('Kabel 10', workingDaysLater(today, 7))
    await quote('Kabel 2', workingDaysLater(today, 14))
    const page = await (
      await world.browser.newContext({ locale: 'nl-NL', viewport: { width: 1600, height: 900 } })
    ).newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    // As of two notifications that the registry accepted, and of one that was opened from a file.
    const numbers = ['26G000001', '26G000002']
    await page.route('**/dashboard/api/jobs?*', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { reference: string; source: string; klic_numbers: string[] }[] }
      for (const job of json.data) {
        if (job.reference === 'Kabel 2') job.klic_numbers = numbers
        if (job.reference === 'Kerkstraat') job.source = 'imported'
      }
      await route.fulfill({ response, json })
    })
    await page.goto(`${world.server.ready.base_url}/#token=${await world.server.token()}`)
    await page.getByRole('button', { name: 'Opdrachten als tabel' }).click()
    const rows = page.locator('.jobs-table tbody tr')
    const references = () => rows.locator('.link').allTextContents()
    await rows.first().waitFor()
    await page.getByRole('columnheader', { name: 'Referentie' }).getByRole('button').click()
    await page.locator('th[aria-sort="ascending"]', { hasText: 'Referentie' }).waitFor()
    await until(async () => String(await references()) === 'Dorpsplein,Kabel 2,Kabel 10,Kerkstraat')
    await page.getByRole('columnheader', { name: 'Startdatum' }).getByRole('button').click()
    await page.locator('th[aria-sort="descending"]', { hasText: 'Startdatum' }).waitFor()
    await until(async () => String(await references()) === 'Kabel 2,Kabel 10,Dorpsplein,Kerkstraat')

    const archive = page.getByRole('button', { name: 'Archiveren' })
    await hasAttribute(archive, 'aria-disabled', 'true')
    for (const name of ['Kabel 2', 'Kabel 10']) await page.getByRole('checkbox', { name: `${name} selecteren` }).check()
    await page.getByText('2 geselecteerd').waitFor()
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Opslaan als CSV' }).click()
    const download = await saving
    assert.equal(download.suggestedFilename(), 'opdrachten.csv')
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
    assert.match(lines[0]!, /^\uFEFFReferentie;KLIC-nummer;Soort;Status;Startdatum;/)
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(';').slice(0, 2).join(': ')),
      ['Kabel 2: 26G000001 26G000002', 'Kabel 10: ', ''],
    )
    await rows.filter({ hasText: 'Kabel 2' }).getByRole('cell', { name: '26G000001 +1', exact: true }).waitFor()
    await says(rows.filter({ hasText: 'Dorpsplein' }), /€/)
    await saysNot(rows.filter({ hasText: 'Kerkstraat' }), /€/)
    await page.emulateMedia({ media: 'print' })
    await lists(rows.filter({ visible: true }).locator('.link'), ['Kabel 2', 'Kabel 10'])
    await page.locator('.left').waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: null })

    await archive.click()
    await until(async () => String(await references()) === 'Dorpsplein,Kerkstraat')
    const said = page.locator('.panel-foot').getByRole('status')
    await said.filter({ hasText: '2 opdrachten gearchiveerd' }).waitFor()
    await page.getByRole('button', { name: 'Ongedaan maken' }).click()
    await until(async () => String(await references()) === 'Kabel 2,Kabel 10,Dorpsplein,Kerkstraat')
    await said.filter({ hasText: '2 opdrachten teruggezet' }).waitFor()
    await page.getByRole('button', { name: 'Ongedaan maken' }).click()
    await until(async () => String(await references()) === 'Dorpsplein,Kerkstraat')
    await said.filter({ hasText: '2 opdrachten gearchiveerd' }).waitFor()
    await page.getByRole('checkbox', { name: 'Dorpsplein selecteren' }).check()
    await page.getByText('1 geselecteerd').waitFor()
    await shows(page.getByRole('button', { name: 'Ongedaan maken' }), 0)
    await page.locator('.jobs-table .link', { hasText: 'Kerkstraat' }).click()
    await page.getByRole('heading', { name: 'Kerkstraat' }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })

  test('quotes are deleted for good by two presses, one beside the map and several in the table', async () => {
    for (const name of ['Weg ermee', 'Ook weg', 'En deze']) await quote(name)
    const page = await (
      await world.browser.newContext({ locale: 'en-GB', viewport: { width: 1600, height: 900 } })
    ).newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${world.server.ready.base_url}/#token=${await world.server.token()}`)
    await item(page, 'Weg ermee').click()
    await page.getByRole('button', { name: 'More actions' }).click()
    const first = page.getByRole('button', { name: 'Delete draft' })
    const sure = page.getByRole('button', { name: 'Delete permanently' })
    await first.click()
    await sure.press('Escape')
    // A hasty second press where the button was has done nothing.
    const { x, y, width, height } = (await first.boundingBox())!
    await page.mouse.click(x + width / 2, y + height / 2, { clickCount: 2 })
    await first.waitFor()
    await item(page, 'Weg ermee').waitFor()
    await first.click()
    await sure.click()
    await item(page, 'Weg ermee').waitFor({ state: 'detached' })
    await page.locator('.panel.right').waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Jobs as a table' }).click()
    for (const name of ['Ook weg', 'En deze']) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'Delete 2 drafts' }).click()
    await page.getByRole('button', { name: 'Delete 2 permanently' }).click()
    await page.locator('.panel-foot').getByRole('status').filter({ hasText: '2 drafts deleted' }).waitFor()
    const answer = await world.server.call('/jobs?page_size=200')
    const { data } = (await answer.json()) as { data: { reference: string }[] }
    const left = data.map(({ reference }) => reference)
    assert.deepEqual(
      ['Weg ermee', 'Ook weg', 'En deze'].filter((name) => left.includes(name)),
      [],
    )
    await page.context().close()
  })

  test('one filter holds for the list, the table, "select all" and the CSV, also beyond what is loaded', async () => {
    const many = 105
    for (let i = 0; i < many; i++) await quote(`Sondering Molenweg ${i} Emmen`)
    const page = await (
      await world.browser.newContext({ locale: 'nl-NL', viewport: { width: 1600, height: 900 } })
    ).newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${world.server.ready.base_url}/?table&q=emmen%20sondering#token=${await world.server.token()}`)
    const rows = page.locator('.jobs-table tbody tr')
    await rows.nth(99).waitFor()
    await shows(rows, 100)
    await hasValue(page.getByRole('searchbox', { name: /^Referentie, plaats/ }), 'emmen sondering')

    await page.getByRole('checkbox', { name: `Alle ${many} opdrachten selecteren` }).check()
    await page.getByText(`${many} geselecteerd`).waitFor()
    await page.getByRole('checkbox', { name: 'Sondering Molenweg 104 Emmen selecteren' }).uncheck()
    await page.getByText(`${many - 1} geselecteerd`).waitFor()
    await page.getByRole('button', { name: 'Archiveren' }).click()
    const said = page.locator('.panel-foot').getByRole('status')
    await said.filter({ hasText: `${many - 1} opdrachten gearchiveerd` }).waitFor()
    await page.getByRole('button', { name: 'Ongedaan maken' }).click()
    await said.filter({ hasText: `${many - 1} opdrachten teruggezet` }).waitFor()

    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: `Alle ${many} als CSV` }).click()
    const lines = (await readFile(await (await saving).path(), 'utf8')).trim().split('\r\n')
    assert.equal(lines.length, 1 + many)
    assert.ok(lines.slice(1).every((line) => line.includes('Molenweg')))

    await page.getByRole('searchbox', { name: /^Referentie, plaats/ }).fill('104 emmen')
    await lists(rows.locator('.link'), ['Sondering Molenweg 104 Emmen'])
    assert.match(page.url(), /q=104\+emmen/)
    await page.getByRole('combobox', { name: 'Zoeken', exact: true }).fill('sondering emmen')
    await page.getByRole('option', { name: new RegExp(`^Nog ${many - 6} opdrachten`) }).click()
    await rows.nth(99).waitFor({ state: 'detached' })
    await page.locator('.job-item').first().waitFor()
    await hasValue(page.getByRole('searchbox', { name: /^Referentie, plaats/ }), 'sondering emmen')
    await page.context().close()
  })

  for (const locale of ['nl-NL', 'en-GB'])
    test(`no column of the table is cut at 1280 pixels, with a long reference and a high price: ${locale}`, async () => {
      await quote('Plein')
      const page = await (await world.browser.newContext({ locale, viewport: { width: 1280, height: 720 } })).newPage()
      page.setDefaultTimeout(PATIENCE_MS)
      await page.route('**/dashboard/api/jobs?*', async (route) => {
        const response = await route.fetch()
        const json = (await response.json()) as { data: Job[] }
        const reasons = ['answer_unusable', 'filed_unnamed', 'failed_closed_at_office', 'incomplete_refused']
        const [job] = json.data
        // What is still asked when the test is over.
        if (!job) return route.fulfill({ response })
        const worst = (reference: string, reason: string) => ({
          ...job,
          reference,
          next_action_reason: reason,
          klic_type: 'GRAAF',
          start_date: '2030-10-30',
          klic_numbers: Array.from({ length: 42 }, (_, i) => `26G${100_000 + i}`),
          quote: { ...job.quote, notifications: 42, total: { amount: '11677.90', currency: 'EUR' } },
          job_id: `${reason}`,
        })
        json.data = [
          ...reasons.map((reason) => worst('Vervangen middenspanningskabel Burgemeester van Hellenberglaan', reason)),
          worst('Projectnummer_2026-000123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'ready'),
        ] as Job[]
        await route.fulfill({ response, json })
      })
      await page.goto(`${world.server.ready.base_url}/?table#token=${await world.server.token()}`)
      await page.locator('.jobs-table tbody tr').nth(4).waitFor()
      const [width, room] = (await page.evaluate(`(() => {
        const { scrollWidth, clientWidth } = document.querySelector('.jobs-table .table-box')
        return [scrollWidth, clientWidth]
      })()`)) as [number, number]
      assert.ok(width <= room, `${width} in ${room}`)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.context().close()
    })
})

/** What must be read first about a result, and its print, in a browser on the real server, worker and simulator. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright'
import type { KlicType } from '../../server/features/vocabulary.ts'
import { dutchDate, workingDaysBefore } from '../../server/registry/working-days.ts'
import { noBrowser } from '../support/browser.ts'
import { rdBox } from '../support/rd-box.ts'
import { asWindow } from '../support/real-server.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { says, shows } from '../support/waits.ts'
import { button, tool, WindowWorld } from '../support/window-world.ts'

const DAY_MS = 86_400_000
const inWords = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

describe('first things first', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
  })
  after(() => world?.close())

  const submitted = async (reference: string, klicType: KlicType, geometry: object): Promise<string> => {
    const start = klicType === 'GRAAF' ? { start_date: dutchDate(Date.now() + 14 * DAY_MS) } : {}
    const job = { klic_type: klicType, reference, submit: true, geometry, ...start }
    const { json, status } = await world.server.post('/jobs', job)
    assert.ok(status < 300, JSON.stringify(json))
    return json.job_id
  }
  const reached = (jobId: string, state: string) =>
    until(async () => (await world.server.job(jobId)).status.startsWith(state))
  const ledger = async (): Promise<{ reference: string }[]> => {
    signedIn ??= asWindow(world.server)
    const { below, headers } = await signedIn
    const answer = await fetch(`${below}/simulator/ledger`, { headers })
    return ((await answer.json()) as { data: { reference: string }[] }).data
  }
  const finished = async (reference: string, klicType: KlicType, geometry: object): Promise<string> => {
    const jobId = await submitted(reference, klicType, geometry)
    await reached(jobId, 'ready')
    return jobId
  }
  /** The name of the person at the desk. */
  const called = async (name: string | null): Promise<void> => {
    signedIn ??= asWindow(world.server)
    const { below, headers } = await signedIn
    const body = JSON.stringify({ 'people.desk_name': name })
    assert.equal((await fetch(`${below}/settings`, { method: 'PUT', headers, body })).status, 200)
  }
  let signedIn: ReturnType<typeof asWindow> | undefined
  /** The simulator: how fast the time of later orders goes, and its clock. */
  const steer = async (change: { factor?: number; step_ms?: number }): Promise<void> => {
    // The token that the server was started with counts once.
    signedIn ??= asWindow(world.server)
    const { below, headers } = await signedIn
    const set = () => fetch(`${below}/simulator`, { method: 'PUT', headers, body: JSON.stringify(change) })
    await until(async () => (await set()).ok)
  }
  /**
   * A job whose first delivery is there and whose second is not: filed when the registry takes 30 s to decide, 150 to
   * deliver and 330 to complete, and moved on by steps, so that a slow machine too has time to look in between.
   */
  const between = async (reference: string, state: string): Promise<string> => {
    await steer({ factor: 2 })
    const jobId = await submitted(reference, 'ORIENT', rdBox(155_000, 390_000, 260, 180))
    await until(async () => (await ledger()).some((order) => order.reference.startsWith(reference)))
    // How long an order takes was set when it came in; how often the worker asks is set now.
    await steer({ factor: 2000, step_ms: 35_000 })
    await reached(jobId, 'submitted')
    await steer({ step_ms: 120_000 })
    await reached(jobId, state)
    return jobId
  }
  const onJob = (jobId: string, work: (page: Page) => Promise<void>) => world.at(`/?job=${jobId}`, work)
  const first = (page: Page) => page.getByRole('region', { name: 'Read this first' })

  test('a safety area stands on top, is acknowledged and not dismissed, and that is logged by name', async () => {
    const jobId = await finished('SIM:safety', 'ORIENT', rdBox(155_000, 463_000, 200, 150))
    await called('Sanne de Vries')
    await onJob(jobId, async (page) => {
      await button(page, 'Read 1 item first').click()
      await first(page).getByText('Part 1 is withheld: safety area').waitFor()
      assert.match(
        (await first(page).getByRole('link', { name: 'klic@kadaster.nl' }).getAttribute('href')) ?? '',
        /^mailto:klic@kadaster\.nl\?subject=KLIC%20\w+$/,
      )
      await first(page).getByRole('button').click()
      await first(page)
        .getByText(/^Read by Sanne de Vries,/)
        .waitFor()
      // Who she was then, she stays there.
      await called('Someone else')
      await page.reload()
      await first(page)
        .getByText(/^Read by Sanne de Vries,/)
        .waitFor()
      await shows(first(page).getByRole('button'), 0)
      const log = await page.request.get(`${world.server.ready.base_url}/dashboard/api/jobs/${jobId}/log`)
      const { data } = (await log.json()) as { data: { act: string; data: { about?: string } }[] }
      assert.equal(data.filter(({ act }) => act === 'warning.acknowledged').length, 1)
      // Whom to ask stands on paper too.
      const { klic_number } = (await world.server.job(jobId)).parts[0]!
      await page.getByRole('tab', { name: 'Contacts' }).click()
      await page.emulateMedia({ media: 'print' })
      const manager = page.getByRole('region', { name: 'Contacts' }).locator('.callees > li').first()
      await manager.getByRole('link', { name: 'klic@kadaster.nl' }).waitFor()
      await manager.getByText(klic_number!).waitFor()
    })
  })

  test('an operator that delivered nothing stands on top, with the notification it is missing in and whom to call', async () => {
    const jobId = await between('SIM:later', 'ready')
    const { parts } = await world.server.job(jobId)
    await world.at('/', async (page) => {
      // From the list two clicks, and one knows whom to call.
      await page.getByRole('option', { name: 'SIM:later' }).click()
      await button(page, /^Read \d+ items? first$/).click()
      const missing = first(page)
        .getByRole('listitem')
        .filter({ hasText: 'Simulatie Glasvezel: nothing or only part delivered' })
      await missing.getByText(`Missing in ${parts[0]!.klic_number}`).waitFor()
      assert.match((await missing.getByRole('link').first().getAttribute('href')) ?? '', /^tel:\+?\d+$/)
      const [top] = await first(page).getByRole('listitem').allTextContents()
      assert.match(top!, /Simulatie Glasvezel: nothing or only part delivered/)
      await missing.getByRole('button').click()
      await missing.getByText(/^Read by/).waitFor()
      // On its way to the field as it is: this is who must hear of what comes.
      await called('Sanne de Vries')
      const saving = page.waitForEvent('download')
      await page.getByRole('tab', { name: 'Files' }).click()
      await button(page, /GeoPackage/).click()
      await saving
      await page.getByRole('tab', { name: 'Attention' }).click()
      await steer({ step_ms: 400_000 })
      await until(async () => (await world.server.job(jobId)).revision === 2)
      const supplement = first(page).getByRole('listitem').filter({ hasText: 'this is revision 2' })
      await supplement.getByText(/^Sanne de Vries revision 1, GeoPackage/).waitFor()
      await page.getByRole('option', { name: 'SIM:later' }).getByText('Supplemented', { exact: true }).waitFor()
      await page.locator('.next-step').getByRole('button', { name: 'Show changes' }).click()
      const found = page.locator('.differences summary', { hasText: /^new / }).first()
      await found.waitFor()
      await until(async () => (await found.boundingBox())!.y < 720)
      await found.click()
      await page.locator('.differences li').first().getByRole('button').click()
      await page.locator('.feature-card').waitFor()
      await page.locator('.counts .count-nieuw', { hasText: /^[1-9]/ }).waitFor()
      await button(page, 'I have read this').click()
      await button(page, 'Show changes').waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Attention' }).click()
      await supplement.getByText(/^Read by/).waitFor()
    })
  })

  test('of a job that waits for more it is seen who is silent, and what came can be saved', async () => {
    const jobId = await between('SIM:partial', 'partially_delivered')
    await onJob(jobId, async (page) => {
      const sofar = page.getByRole('region', { name: 'Preliminary: not complete yet' })
      await sofar.getByText('Do not use this data for digging yet').waitFor()
      const panel = page.getByRole('complementary', { name: 'SIM:partial' })
      // Something was delivered; that nothing was would not be true.
      await panel.getByText('0 of 1 complete').waitFor()
      await page.setViewportSize({ width: 640, height: 360 })
      // A title of one word on one line.
      const title = panel.getByRole('heading', { name: 'SIM:partial' })
      await until(async () => (await title.boundingBox())!.height < 40)
      await page.setViewportSize({ width: 1280, height: 720 })
      const silent = sofar.getByRole('listitem').filter({ hasText: 'Simulatie Glasvezel has not delivered yet' })
      await silent.getByText(/^Missing in/).waitFor()
      assert.match((await silent.getByRole('link').first().getAttribute('href')) ?? '', /^tel:\+?\d+$/)
      await page.getByRole('tab', { name: 'Files' }).click()
      await page.getByText('Delivered so far').click()
      const saving = page.waitForEvent('download')
      await page.getByRole('link', { name: /partial delivery 1/ }).click()
      assert.match((await saving).suggestedFilename(), /\.geojson$/)
      await steer({ step_ms: 200_000 })
      await reached(jobId, 'ready')
      await sofar.waitFor({ state: 'detached' })
      await page.getByRole('tab', { name: 'Files' }).waitFor()
    })
  })

  const contactToday = async (page: Page, operator: Locator, name: string): Promise<void> => {
    await operator.getByRole('group', { name: 'Contact on' }).getByRole('button').click()
    // Today, as the calendar has it marked.
    await page.getByRole('dialog').locator('[data-today]').click()
    await operator.getByRole('button', { name: 'Record' }).click()
    await operator.getByText(new RegExp(`^Recorded by ${name},`)).waitFor()
  }

  test('whether one may dig there stands in the job with every reason, and a contact on record changes it', async () => {
    const jobId = await finished('Proefsleuf', 'GRAAF', rdBox(155_000, 463_000, 480, 480))
    await called('Sanne de Vries')
    await onJob(jobId, async (page) => {
      await page.getByRole('tab', { name: 'Attention' }).click()
      const dig = page.getByRole('region', { name: 'Can I dig here today?' })
      await dig.getByText('Not yet', { exact: true }).waitFor()
      await dig.getByText(/^Start on .* at the earliest: the waiting period is still running\.$/).waitFor()
      const missing = dig.getByText(/^Precautions: contact /)
      await missing.waitFor()
      await dig.locator('summary', { hasText: 'Precautions' }).click()
      const operators = await dig.locator('fieldset').all()
      assert.ok(operators.length > 0)
      for (const operator of operators) {
        await contactToday(page, operator, 'Sanne de Vries')
      }
      await missing.waitFor({ state: 'detached' })
      await dig.getByText(/^Too soon after the contact with /).waitFor()
      await dig.getByText(/^No written agreement with /).waitFor()
    })
  })

  test('asks who it is before the first acknowledgement, and names that person from then on', async () => {
    const jobId = await finished('Bewijs', 'GRAAF', rdBox(155_000, 463_000, 480, 480))
    await called(null)
    await onJob(jobId, async (page) => {
      await button(page, /^Read \d+ items? first$/).click()
      const read = first(page).getByRole('button', { name: 'I have read this' })
      await read.first().waitFor()
      const unread = await read.count()
      const question = page.getByRole('dialog', { name: 'Who are you?' })
      await read.first().click()
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      await shows(read, unread)
      assert.equal(await page.getByRole('alert').count(), 0)
      await read.first().click()
      await question.getByRole('textbox', { name: 'Your name' }).fill('Piet Jansen')
      await question.getByRole('button', { name: 'Remember' }).click()
      await first(page)
        .getByText(/^Read by Piet Jansen, /)
        .waitFor()
      const dig = page.getByRole('region', { name: 'Can I dig here today?' })
      await dig.locator('summary', { hasText: 'Precautions' }).click()
      await contactToday(page, dig.locator('fieldset').first(), 'Piet Jansen')
      assert.equal(await question.count(), 0)
    })
  })

  test('a demand for precautions stands on top with whom to call; the print is shown inside the window, to scale', async () => {
    const jobId = await finished('Precaution', 'GRAAF', rdBox(155_000, 463_000, 480, 480))
    await onJob(jobId, async (page) => {
      await button(page, /^Read \d+ items? first$/).click()
      await first(page)
        .getByText(/requires precautions \(EV\)$/)
        .first()
        .waitFor()
      await first(page).getByRole('link').first().waitFor()
      assert.match((await first(page).getByRole('link').first().getAttribute('href')) ?? '', /^tel:\+?\d+$/)
      // For which network, until when, by which letter and where; and on the card of what lies there.
      const demand = first(page).locator('.precautions > li').first()
      const { start_date: start } = await world.server.job(jobId)
      await demand.getByText(`Call by ${inWords(workingDaysBefore(start!, 3))} at the latest`).waitFor()
      await says(demand.locator('strong'), /^.{4,}$/)
      await demand.getByRole('button', { name: 'Show on map' }).click()
      await page.locator('.feature-card .attention', { hasText: 'call before you dig here' }).waitFor()
      await page.locator('.feature-card .attention').getByRole('button', { name: 'Letter' }).first().click()
      await page.locator('.document-body').waitFor()
      await page.keyboard.press('Escape')
      await page.goto(`${world.server.ready.base_url}/?job=${jobId}`)
      await page.getByRole('tab', { name: 'Files' }).click()
      await page.locator('.print').getByRole('combobox', { name: 'Scale' }).selectOption('1000')
      await page.locator('.print').getByRole('combobox', { name: 'Paper' }).selectOption('A2')
      await tool(page, 'black and white')
      const answering = page.waitForResponse((answer) => answer.url().includes('/print?'))
      await button(page, 'Create PDF').click()
      const answer = await answering
      assert.equal(answer.headers()['content-type'], 'application/pdf')
      const asked = new URL(answer.url()).searchParams
      assert.deepEqual([asked.get('scale'), asked.get('paper'), asked.get('ink')], ['1000', 'A2', 'black'])
      await page.getByRole('img', { name: /^Page 1 of/ }).waitFor()
      await page.locator('.document-body').getByText('1:1000').first().waitFor()
      await page
        .getByRole('region', { name: /1:1000 A2/ })
        .getByRole('button', { name: 'Close' })
        .click()
      await page.locator('.document-body').waitFor({ state: 'detached' })
    })
  })
})

/** Projects in a real browser against the real server: jobs, dossier, checklists, both events, and the log. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import * as yauzl from 'yauzl'
import { noBrowser } from '../support/browser.ts'
import { pngOf } from '../support/map-files.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'
import { WindowWorld } from '../support/window-world.ts'

const AREA = [
  [154800, 387900],
  [155100, 387900],
  [155050, 388140],
  [154800, 387900],
]

const namesIn = async (zip: Buffer): Promise<string[]> => {
  const names: string[] = []
  for await (const { fileName } of (await yauzl.fromBufferPromise(zip)).eachEntry()) names.push(fileName)
  return names
}

describe('projects in the window', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let page: Page
  before(async () => {
    world = await WindowWorld.open()
    page = await world.browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 720 } })
    page.setDefaultTimeout(PATIENCE_MS)
    await world.server.post('/jobs', {
      klic_type: 'ORIENT',
      reference: 'Kerkstraat',
      geometry: { type: 'Polygon', coordinates: [AREA] },
    })
    await page.goto(`${world.server.ready.base_url}/#token=${world.server.ready.window_token}`)
  })
  after(() => world?.close())
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const panel = () => page.getByRole('complementary')
  const lists = () => page.locator('.checklist > summary').allInnerTexts()
  const events = async () => {
    const answer = await page.evaluate(async () => (await fetch('/dashboard/api/events')).json())
    return (answer as { data: { type: string }[] }).data.map(({ type }) => type)
  }

  test('a project without a name asks for one; a new one is not urged to its end', async () => {
    await button('Projects').click()
    await page.getByText('No projects yet').waitFor()
    await button('New project').click()
    await page.getByText('Give the project a name.').waitFor()
    const name = page.getByRole('textbox', { name: 'Project name' })
    await name.and(page.locator(':focus')).waitFor()
    await name.fill('Sewer')
    await page.getByText('Give the project a name.').waitFor({ state: 'detached' })
    await button('New project').click()
    const complete = panel().getByRole('button', { name: 'Complete project' })
    await complete.waitFor()
    assert.doesNotMatch((await complete.getAttribute('class')) ?? '', /act-primary/)
    await button('Close').click()
    await button('Jobs').click()
  })

  test('a project takes a job, a file and a checklist, is completed, and its log is whole', async () => {
    await button('Projects').click()
    await page.getByRole('textbox', { name: 'Project name' }).fill('Renewal')
    await button('New project').click()
    await panel().getByRole('heading', { name: 'Renewal' }).waitFor()
    const project = page.url()
    await button('Settings').click()
    await button('My account').click()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Piet Jansen')
    await button('Save').click()
    await page.getByText(/under the name of Piet Jansen/).waitFor()
    await page.goto(project)

    const option = await page.getByLabel('Add job').locator('option').nth(1).getAttribute('value')
    await page.getByLabel('Add job').selectOption(option)
    await panel().getByRole('button', { name: 'Kerkstraat', exact: true }).waitFor()

    const permit = { name: 'permit één.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 permit') }
    await page.setInputFiles('input[type=file]', permit)
    // A file is looked at where one is, and downloaded from there.
    await page.getByRole('button', { name: /^permit één\.pdf/ }).click()
    const shown = page.getByRole('region', { name: 'permit één.pdf' })
    const downloading = page.waitForEvent('download')
    await shown.getByRole('link', { name: 'Download' }).click()
    assert.equal((await downloading).suggestedFilename(), 'permit één.pdf')
    await shown.getByRole('button', { name: 'Close' }).click()
    const photo = { name: 'trench.png', mimeType: 'image/png', buffer: pngOf(200, 120, 40) }
    await page.setInputFiles('input[type=file]', photo)
    await page.getByRole('button', { name: /^trench\.png/ }).click()
    const picture = page.getByRole('img', { name: 'trench.png' })
    await until(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth > 0))
    await page.keyboard.press('Enter')
    await picture.waitFor({ state: 'detached' })

    await page.getByLabel('Add checklist').selectOption({ label: 'Careful digging: completion' })
    for (const item of ['Cables and pipes supported', 'New positions measured', 'Dossier complete']) {
      await page.getByText(item).click()
      await page.getByRole('checkbox', { name: item, checked: true }).waitFor()
    }
    await page.getByText('3 of 3 ticked').first().waitFor()
    assert.deepEqual(await events(), ['checklist.completed'])

    await button('Complete project').click()
    await button('Reopen').waitFor()
    assert.deepEqual(await events(), ['checklist.completed', 'project.completed'])
    await page.getByText('Log', { exact: false }).last().click()
    await page.getByText('The chain is intact').waitFor()
    await page
      .locator('.check-item', { hasText: 'Dossier complete' })
      .getByText(/^Piet Jansen,/)
      .waitFor()
    await page
      .locator('.log li', { hasText: 'Project completed' })
      .getByText(/, Piet Jansen$/)
      .waitFor()
  })

  test('a job says to which project it belongs, and a reload stays where one was', async () => {
    await panel().getByRole('button', { name: 'Kerkstraat', exact: true }).click()
    await panel().getByRole('button', { name: 'Renewal', exact: true }).click()
    await panel().getByRole('heading', { name: 'Renewal' }).waitFor()
    await page.reload()
    await panel().getByRole('heading', { name: 'Renewal' }).waitFor()
  })

  test('the steps of CROW 500 come by one click, in our words, and only what is missing of them', async () => {
    await button('Reopen').click()
    await page.getByText('they do not replace CROW 500').waitFor()
    await button('Add CROW 500 steps').click()
    await until(async () => (await lists()).length === 8)
    await button('Add CROW 500 steps').waitFor({ state: 'detached' })
    const names = (await lists()).slice(1)
    assert.equal(new Set(names).size, 7)
    assert.doesNotMatch(names.join(), /complies|conform/i)
  })

  test('the whole dossier is downloaded as one ZIP, with a list of its contents', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'The whole dossier as one ZIP' }).click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /\.zip$/)
    const bytes = await readFile((await download.path())!)
    const names = await namesIn(bytes)
    assert.ok(names.includes('contents.csv'), names.join())
    assert.ok(
      names.some((name) => name.endsWith('permit één.pdf')),
      names.join(),
    )
  })
})

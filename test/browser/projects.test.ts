/** Documents of a project in a real browser: looked at, downloaded, and all of them as one ZIP. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright'
import * as yauzl from 'yauzl'
import { noBrowser } from '../support/browser.ts'
import { pngOf } from '../support/map-files.ts'
import { PATIENCE_MS, SUITE_MS, until } from '../support/until.ts'
import { WindowWorld } from '../support/window-world.ts'

const namesIn = async (zip: Buffer): Promise<string[]> => {
  const names: string[] = []
  for await (const { fileName } of (await yauzl.fromBufferPromise(zip)).eachEntry()) names.push(fileName)
  return names
}

describe('documents of a project', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let page: Page
  before(async () => {
    world = await WindowWorld.open({ withMap: false })
    page = await world.browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 720 } })
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${world.server.ready.base_url}/#token=${await world.server.token()}`)
    await page.getByRole('button', { name: 'Projects', exact: true }).click()
    await page.getByRole('button', { name: 'New project', exact: true }).click()
    await page.getByRole('textbox', { name: 'Project name' }).fill('Renewal')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('complementary').getByRole('heading', { name: 'Renewal' }).waitFor()
  })
  after(() => world?.close())

  test('a file and a photo are looked at inside the window, and downloaded from there', async () => {
    const permit = { name: 'permit één.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 permit') }
    await page.setInputFiles('input[type=file]', permit)
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
  })

  test('the whole dossier is downloaded as one ZIP, with a manifest of its contents', async () => {
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'The whole dossier as one ZIP' }).click()
    const download = await downloading
    assert.match(download.suggestedFilename(), /\.zip$/)
    const bytes = await readFile((await download.path())!)
    const names = await namesIn(bytes)
    assert.ok(
      names.some((name) => /^dossier-[^/]+\/manifest-sha256\.txt$/.test(name)),
      names.join(),
    )
    assert.ok(
      names.some((name) => name.endsWith('permit één.pdf')),
      names.join(),
    )
  })
})

/** The API reference in a browser on the real server, under its content policy and without the internet. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { RealServer } from '../support/real-server.ts'
import { SUITE_MS, until } from '../support/until.ts'

describe('the API reference', { skip: noBrowser, timeout: SUITE_MS }, () => {
  const server = new RealServer()
  let browser: Browser
  before(async () => {
    await server.open()
    browser = await startBrowser({ withMap: false })
  })
  after(async () => {
    await browser?.close()
    await server.close()
  })

  /** @returns what the page complains of: messages of the console, errors, and addresses beyond this computer */
  const open = async (page: Page): Promise<string[]> => {
    const faults: string[] = []
    page.on('console', (message) => faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(`${server.ready.base_url}/`)) faults.push(request.url())
    })
    await page.goto(`${server.ready.base_url}/api/docs`)
    await page.getByText('The states of a job').first().waitFor()
    return faults
  }

  for (const colorScheme of ['light', 'dark'] as const)
    test(`shows an operation that is found by the keyboard (${colorScheme})`, async () => {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 720 } })
      const faults = await open(page)
      const ground = await page.evaluate("getComputedStyle(document.querySelector('openapi-explorer')).backgroundColor")
      assert.equal(ground, colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(22, 24, 28)')
      await page.getByPlaceholder('Filter').fill('submit')
      await page.getByPlaceholder('Filter').press('Enter')
      const found = page.getByRole('link', { name: 'File the quoted notifications: this costs money' })
      await found.focus()
      await page.keyboard.press('Enter')
      await page.getByText('/jobs/{job_id}/submit').first().waitFor()
      assert.match(page.url(), /post-\/jobs\/-job_id-\/submit/)
      assert.equal(await page.getByRole('button', { name: /execute|send|try/i }).count(), 0)
      assert.deepEqual(faults, [])
      await page.close()
    })

  test('leads from its head to the operations where there is no menu', async () => {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
    const faults = await open(page)
    await page.getByRole('link', { name: 'Keys' }).click()
    const operation = page.getByText('Make an API key; its secret is shown in this answer only')
    await until(async () => ((await operation.boundingBox())?.y ?? Infinity) < 740)
    await operation.click()
    await page.getByText('Permission: admin.').first().waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 360)
    assert.deepEqual(faults, [])
    await page.close()
  })
})

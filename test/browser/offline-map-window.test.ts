/** Getting a map for where there is no network, in a browser on the real server: a file from this computer, and a province out of the network. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { picturesFile } from '../support/map-files.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { shows } from '../support/waits.ts'
import { button, WindowWorld } from '../support/window-world.ts'

describe('a map for where there is no network', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  let store: Server
  /** Nothing is answered below the first so many bytes of the file while this is set. */
  let isDown = false
  before(async () => {
    const file = picturesFile('World', 10)
    store = createServer((req, res) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? []
      if (from === undefined || (isDown && Number(from) > 0)) return void res.writeHead(400).end()
      res.writeHead(206, { ETag: '"one"' }).end(file.subarray(Number(from), Number(to) + 1))
    })
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
    const builds = `http://127.0.0.1:${(store.address() as AddressInfo).port}/world.pmtiles`
    world = await WindowWorld.open({ env: { KLIC_MAP_BUILDS: builds } })
  })
  after(async () => {
    await world?.close()
    store?.close()
  })

  test('a province: how large it is, then it comes, and goes on where it broke', () =>
    world.inWindow(async (page) => {
      await page.goto(`${world.server.ready.base_url}/?settings=maps`)
      await page.getByRole('combobox', { name: 'Province' }).selectOption('Zeeland')
      await page.getByText(/^\d+(\.\d+)? [kM]?B to download$/).waitFor()
      isDown = true
      await button(page, 'Download').click()
      await page.getByRole('alert').waitFor()
      isDown = false
      await button(page, 'Continue').click()
      await page.getByText('The map of Zeeland has been downloaded and is in use.').waitFor()
      const facts = page.locator('dl').filter({ hasText: 'Zoom levels' })
      await until(async () => /Zeeland.*MBTiles, raster tiles.*0–10/s.test((await facts.textContent()) ?? ''))
      await shows(button(page, 'Continue'), 0)
    }))
})

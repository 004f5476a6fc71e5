/** A new area gets its name by itself, in a browser on the real server: it is seen, and may be emptied. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noBrowser } from '../support/browser.ts'
import { SUITE_MS, until } from '../support/until.ts'
import { hasValue } from '../support/waits.ts'
import { paste, priced, WindowWorld } from '../support/window-world.ts'

const SOMEREN = '178000 378000\n178040 378000\n178040 378030\n178000 378030'

describe('a job that gives no reference', { skip: noBrowser, timeout: SUITE_MS }, () => {
  let world: WindowWorld
  before(async () => {
    world = await WindowWorld.open()
  })
  after(() => world?.close())

  test('is named by where it lies; what a person empties stays empty', () =>
    world.onMap(async (page) => {
      const reference = page.getByLabel('Reference (optional)')
      await paste(page, SOMEREN)
      await priced(page)
      await until(async () => (await reference.inputValue()).startsWith('Someren, '))
      const name = await reference.inputValue()
      assert.ok(name.length <= 30, name)
      await reference.fill('')
      await page.reload()
      await priced(page)
      await hasValue(reference, '')
    }))
})

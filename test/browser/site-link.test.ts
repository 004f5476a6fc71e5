/** The page behind a link for the site in a real browser: it keeps itself for use without a network, and says what is newer or over once there is one. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright'
import { siteAssets } from '../../server/platform/places.ts'
import { START } from '../support/api-world.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { linkedSite } from '../support/linked-site.ts'
import { says, shows } from '../support/waits.ts'

const skip = noBrowser || ((await siteAssets()) === null ? 'the window is not built: npm run setup' : false)

let browser: Browser
before(async () => {
  if (!skip) browser = await startBrowser({ drawn: true })
})
after(() => browser?.close())

test('back on the network it says that there is a newer revision, and opens it; what was opened is in the log', {
  skip,
}, async (t) => {
  const { world, job_id, gpkg, way, context, page, bar, consulted } = await linkedSite(t, browser)
  await way.cut()
  await context.setOffline(true)
  await page.reload()
  await bar('ZONDER INTERNET')
  await world.put(job_id, 'ready', 'delivered', { revision: 2 })
  await world.putFile(job_id, 'gpkg', gpkg.bytes, 2)
  await way.open()
  await context.setOffline(false)
  await bar('NIET HET NIEUWSTE: er is een nieuwere versie (revisie 2)')
  if (process.env.SITE_PICTURES) await page.screenshot({ path: `${process.env.SITE_PICTURES}/link-newer.png` })
  assert.deepEqual(await consulted(), [1])
  await page.getByRole('button', { name: 'Nieuwste openen' }).tap()
  await bar('Bewaard op dit toestel')
  await says(page.locator('main[lang=nl] p', { hasText: /revisie/ }).first(), /revisie 2/)
  assert.deepEqual(await consulted(), [1, 2])
  await way.cut()
  await page.reload()
  await says(page.locator('main[lang=nl] p', { hasText: /revisie/ }).first(), /revisie 2/, 'the newer one is kept')
})

test('a revoked address covers the page that is open, and wipes what the telephone kept', { skip }, async (t) => {
  const { context, page, bar, revoke, way } = await linkedSite(t, browser)
  await bar('Bewaard op dit toestel')
  await revoke()
  await context.setOffline(true)
  await context.setOffline(false)
  const cover = page.getByRole('alertdialog')
  await cover.getByText('DEZE LINK GELDT NIET MEER').waitFor()
  if (process.env.SITE_PICTURES) await page.screenshot({ path: `${process.env.SITE_PICTURES}/link-gone.png` })
  await shows(page.locator('main, .map-view'), 0)
  await page.waitForFunction(
    `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then(([names, all]) => names.length + all.length === 0)`,
  )
  await page.reload()
  await page.getByText('Op dit adres is niets (meer)').waitFor()
  await way.cut()
  await assert.rejects(page.reload(), /ERR_CONNECTION_REFUSED/)
})

test('a passed date is said without a network as well, and with one there is nothing at the address any more', {
  skip,
}, async (t) => {
  const { world, way, context, page, bar } = await linkedSite(t, browser)
  await way.cut()
  await page.clock.setFixedTime(new Date(Date.parse(START) + 15 * 86_400_000))
  await page.reload()
  await bar(/^Deze link gold tot .+ Vraag een nieuwe link/)
  await shows(page.locator('.map-view'), 1, 'what was kept can be read')
  world.pass(15 * 86_400_000)
  await way.open()
  await context.setOffline(true)
  await context.setOffline(false)
  await page.getByRole('alertdialog').getByText('DEZE LINK GELDT NIET MEER').waitFor()
})

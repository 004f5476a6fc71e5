/** The page behind a link for the site in a real browser: it keeps itself for use without a network, and says what is newer or over once there is one. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, type TestContext, test } from 'node:test'
import type { Browser } from 'playwright'
import { NewSiteLink } from '../../server/contract/site-links.ts'
import { lngLatFromRd } from '../../server/domain/rd/rd.ts'
import { siteAssets } from '../../server/runtime/places.ts'
import { openResult } from '../../server/store/geopackage/read.ts'
import { openWorld, START, START_DATE, shown } from '../support/api-world.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'
import { tapMiddle } from '../support/site-page.ts'
import { says, shows } from '../support/waits.ts'

const skip = noBrowser || ((await siteAssets()) === null ? 'the window is not built: npm run setup' : false)

let browser: Browser
before(async () => {
  if (!skip) browser = await startBrowser({ drawn: true })
})
after(() => browser?.close())

/** The way to the server, which can be cut: what is behind it is not reached, as where there is no network. */
class Way {
  private server: Server | undefined
  private readonly to: URL
  private readonly sockets = new Set<Socket>()
  port = 0

  constructor(to: string) {
    this.to = new URL(to)
  }

  async open(): Promise<void> {
    this.server = createServer((req, res) => {
      const { url, method, headers } = req
      const on = request({ host: this.to.hostname, port: this.to.port, path: url, method, headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(res)
      })
      on.on('error', () => res.destroy())
      req.pipe(on)
    })
    this.server.on('connection', (socket) => this.sockets.add(socket))
    this.server.listen(this.port, '127.0.0.1')
    await once(this.server, 'listening')
    this.port = (this.server.address() as AddressInfo).port
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve))
    for (const socket of this.sockets) socket.destroy()
    this.sockets.clear()
    await closed
  }
}

async function linked(t: TestContext) {
  const world = await openWorld(t, { isLocal: false })
  const { window } = await world.signIn()
  const zip = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_300, 463_300], {
    klicType: 'GRAAF',
  })
  const job = await siteJob(world, [zip], { klic_type: 'GRAAF', start_date: START_DATE })
  const links = `/jobs/${job.job_id}/site-links`
  const made = shown(NewSiteLink, await window(links, { method: 'POST', body: { name: 'Jan', days: 14 } }), 201)
  const way = new Way(world.baseUrl)
  await way.open()
  t.after(() => way.cut())
  const reader = openResult(`${world.dataDir}/${job.gpkg.name}`)
  const [first] = reader.features('kabel_of_leiding', { columns: ['netbeheerder'] })
  reader.close()
  if (first?.geometry?.type !== 'MultiLineString') throw new Error('No cable is drawn')
  const [x, y] = first.geometry.lines[0]!
  const [longitude, latitude] = lngLatFromRd([x!, y!]) as [number, number]
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'nl-NL',
    geolocation: { longitude, latitude, accuracy: 3 },
    permissions: ['geolocation'],
  })
  t.after(() => context.close())
  const page = await context.newPage()
  await page.clock.setFixedTime(START)
  const requests = new Set<string>()
  const faults: string[] = []
  context.on('request', (each) => void requests.add(new URL(each.url()).origin))
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && faults.push(message.text()))
  const address = `http://127.0.0.1:${way.port}${new URL(made.address).pathname}`
  const bar = (text: string | RegExp) => page.locator('.link').filter({ hasText: text }).waitFor()
  await page.goto(address)
  await bar('Bewaard op dit toestel')
  const consulted = async () => {
    const rows = await world.store.db
      .selectFrom('log_entry')
      .select('data')
      .where('act', '=', 'site.consulted')
      .where('subject', '=', `job:${job.job_id}`)
      .orderBy('no')
      .execute()
    return rows.map(({ data }) => JSON.parse(data).revision)
  }
  const revoke = async () => assert.equal((await window(`${links}/${made.link_id}`, { method: 'DELETE' })).status, 204)
  const operator = String(first.cells[0])
  return { world, ...job, way, context, page, requests, faults, address, bar, consulted, revoke, operator }
}

test('opened once by link it is there without a server: the map, a position, what lies there, its documents; nothing of it leaves', {
  skip,
}, async (t) => {
  const { way, page, requests, faults, address, bar, operator, consulted } = await linked(t)
  assert.deepEqual(
    await page.evaluate(`navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => scope))`),
    [address],
    'bound to the address',
  )
  await way.cut()
  await page.reload()
  await bar(/ZONDER NETWERK.*Laatst nagegaan: \d/)
  await page.locator('.map-view[data-drawn]').waitFor()
  await page.getByRole('button', { name: 'Waar ik ben' }).tap()
  await page.getByText('± 3 m').waitFor()
  await tapMiddle(page)
  const card = page.locator('.card')
  await card.getByText(operator).first().waitFor()
  assert.ok((await card.locator('a.call[href^="tel:"]').count()) > 0)
  const files = await page.evaluate<string[]>(
    `[...document.querySelectorAll('main[lang=nl] .files a')].map(({ href }) => href)`,
  )
  assert.ok(files.length > 3)
  for (const file of files) {
    const [status, bytes] = await page.evaluate<[number, number]>(
      `fetch(${JSON.stringify(file)}).then(async (answer) => [answer.status, (await answer.arrayBuffer()).byteLength])`,
    )
    assert.ok(status === 200 && bytes > 0, `${file}: ${status}`)
  }
  assert.deepEqual(
    [...requests].filter((origin) => origin !== new URL(address).origin && origin !== 'null'),
    [],
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(await consulted(), [1])
  const root = 'document.documentElement'
  assert.deepEqual(await page.evaluate(`[${root}.scrollWidth, ${root}.clientWidth]`), [360, 360])
  if (process.env.SITE_PICTURES) await page.screenshot({ path: `${process.env.SITE_PICTURES}/link-offline.png` })
})

test('back on the network it says that there is a newer revision, and opens it; what was opened is in the log', {
  skip,
}, async (t) => {
  const { world, job_id, gpkg, way, context, page, bar, consulted } = await linked(t)
  await way.cut()
  await context.setOffline(true)
  await page.reload()
  await bar('ZONDER NETWERK')
  await world.put(job_id, 'ready', 'delivered', { revision: 2 })
  await world.putFile(job_id, 'gpkg', gpkg.bytes, 2)
  await way.open()
  await context.setOffline(false)
  await bar('NIET HET NIEUWSTE: er is een nieuwere versie (revisie 2)')
  if (process.env.SITE_PICTURES) await page.screenshot({ path: `${process.env.SITE_PICTURES}/link-newer.png` })
  assert.deepEqual(await consulted(), [1])
  await page.getByRole('button', { name: 'Nieuwste openen' }).tap()
  await bar('Bewaard op dit toestel')
  await says(page.locator('main[lang=nl] p').first(), /revisie 2/)
  assert.deepEqual(await consulted(), [1, 2])
  await way.cut()
  await page.reload()
  await says(page.locator('main[lang=nl] p').first(), /revisie 2/, 'the newer one is kept')
})

test('a revoked address covers the page that is open, and wipes what the telephone kept', { skip }, async (t) => {
  const { context, page, bar, revoke, way } = await linked(t)
  await bar('Bewaard op dit toestel')
  await revoke()
  await context.setOffline(true)
  await context.setOffline(false)
  const cover = page.getByRole('alertdialog')
  await cover.getByText('DIT ADRES GELDT NIET MEER').waitFor()
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
  const { world, way, context, page, bar } = await linked(t)
  await way.cut()
  await page.clock.setFixedTime(new Date(Date.parse(START) + 15 * 86_400_000))
  await page.reload()
  await bar(/^Dit adres gold tot .+ Vraag een nieuw adres/)
  await shows(page.locator('.map-view'), 1, 'what was kept can be read')
  world.pass(15 * 86_400_000)
  await way.open()
  await context.setOffline(true)
  await context.setOffline(false)
  await page.getByRole('alertdialog').getByText('DIT ADRES GELDT NIET MEER').waitFor()
})

/** The map in the page of a site package, from a file in a real browser without a network: one finger finds, measures and reads all of it. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { boxInDegrees } from '../../server/exports/formats/output-crs.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import type { OperatorSummary } from '../../server/imkl/model/conversion-task.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { siteAssets } from '../../server/platform/places.ts'
import { simulatorApplicant } from '../../server/simulator/customer.ts'
import { WATER } from '../../server/simulator/town/operators.ts'
import { acceptedOrder } from '../support/accepted-order.ts'
import { openWorld, START_DATE } from '../support/api-world.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'
import { likeness, savePage, tapMiddle } from '../support/site-page.ts'
import { says, saysNot, shows } from '../support/waits.ts'

const skip = noBrowser || ((await siteAssets()) === null ? 'the window is not built: npm run setup' : false)

interface PackagedSite {
  folder: string
  zip: string
  operators: readonly OperatorSummary[]
  /** Of each theme, and of each operator, how many objects the GeoPackage has */
  themes: Map<string, number>
  owners: Map<string, number>
  extent: [number, number, number, number]
  onCable: { at: [number, number]; operator: string }
}

let browser: Browser
let made: PackagedSite
const closers: (() => unknown)[] = []
before(async () => {
  if (skip) return
  browser = await startBrowser({ drawn: true })
  const world = await openWorld({ after: (act: () => unknown) => void closers.push(act) } as unknown as TestContext)
  const { cookie } = await world.signIn()
  const delivery = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_300, 463_300], {
    klicType: 'GRAAF',
    notch: 100,
    missing: [WATER.code],
  })
  const job = await siteJob(world, [delivery], { klic_type: 'GRAAF', start_date: START_DATE })
  const filed = world.clock.now().toISOString()
  await world.store.db.insertInto('registry_order').values(acceptedOrder(job.job_id, filed)).execute()
  const { folder, zip } = await savePage(world.baseUrl, cookie, job.job_id)
  made = { folder, zip, operators: job.summary.operators, ...counted(join(world.dataDir, job.gpkg.name)) }
})
after(async () => {
  await browser?.close()
  for (const close of closers.toReversed()) await close()
  if (made) rmSync(made.folder, { recursive: true, force: true })
})

function counted(gpkg: string): Pick<PackagedSite, 'themes' | 'owners' | 'extent' | 'onCable'> {
  const reader = openResult(gpkg)
  const [themes, owners] = [new Map<string, number>(), new Map<string, number>()]
  for (const { name } of LAYERS)
    for (const { cells } of reader.features(name, { columns: ['thema', 'bronhouder'] }))
      for (const [counts, value] of [
        [themes, cells[0]],
        [owners, cells[1]],
      ] as const)
        if (typeof value === 'string') counts.set(value, (counts.get(value) ?? 0) + 1)
  const extent = boxInDegrees(reader.extent('kabel_of_leiding')!)
  const [first] = reader.features('kabel_of_leiding', { columns: ['netbeheerder'] })
  if (first?.geometry?.type !== 'MultiLineString') throw new Error('No cable is drawn')
  const [x, y] = first.geometry.lines[0]!
  const at = lngLatFromRd([x!, y!]) as [number, number]
  reader.close()
  return { themes, owners, extent, onCable: { at, operator: String(first.cells[0]) } }
}

async function opened(
  t: TestContext,
  {
    now = '2026-03-20T10:00:00Z',
    at,
    file = 'index.html',
    ...look
  }: { now?: string; at?: [number, number, number]; file?: string; forcedColors?: 'active' } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'nl-NL',
    offline: true,
    ...look,
    ...(at && { geolocation: { longitude: at[0], latitude: at[1], accuracy: at[2] }, permissions: ['geolocation'] }),
  })
  t.after(() => context.close())
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  const [requests, faults]: [string[], string[]] = [[], []]
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  const address = pathToFileURL(join(made.folder, file)).href
  await page.goto(address)
  await page.locator('.map-view[data-drawn]').waitFor()
  return { page, requests, faults, address }
}

test('after the last day to begin a red cover lies over the map as well, until it is acknowledged', {
  skip,
}, async (t) => {
  const { page } = await opened(t, { now: '2026-12-01T10:00:00Z' })
  const cover = page.getByRole('alertdialog')
  await cover.waitFor()
  const onTop = ([x, y]: readonly [number, number]) =>
    page.evaluate<string | null>(
      `document.elementFromPoint(${x}, ${y})?.closest('.cover, .map-view')?.className.split(' ')[0] ?? null`,
    )
  const middle = [180, 320] as const
  for (const place of [[20, 20], middle, [340, 620]] as const) assert.equal(await onTop(place), 'cover', String(place))
  await page.getByRole('button', { name: 'Ik heb dit gelezen' }).tap()
  await cover.waitFor({ state: 'hidden' })
  assert.equal(await onTop(middle), 'map-view')
  const strip = page.locator('.strip:visible')
  await says(
    strip,
    /^Verlopen: niet graven\nOp 1 december 2026: .*\nNIET MEER BEGINNEN\nTestgegevens: niet gebruiken in het veld\./,
  )
  const inTime = await opened(t)
  const head = /^Nog niet graven\nOp 20 maart 2026: .*\nTestgegevens: niet gebruiken in het veld\./
  await says(inTime.page.locator('.strip:visible'), head)
  const share = await inTime.page.evaluate<number>(
    `document.querySelector('.stage').clientHeight / document.querySelector('.map-view').clientHeight`,
  )
  assert.ok(share > 0.4, `the map keeps ${share} of the window below the buttons`)
})

test('from a file without a network the map is drawn, and no request leaves it', { skip }, async (t) => {
  const { page, requests, faults, address } = await opened(t)
  assert.deepEqual(
    requests.filter((url) => url !== address && !url.startsWith('blob:') && !url.startsWith('data:')),
    [],
  )
  assert.deepEqual(faults, [])
  const shot = await page.locator('.map').screenshot()
  assert.ok(await differs(page, shot.toString('base64')), 'something is drawn on the paper')
  const root = 'document.documentElement'
  assert.deepEqual(await page.evaluate(`[${root}.scrollWidth, ${root}.clientWidth]`), [360, 360])
  // Nothing of the keys is cut off.
  for (const key of await page.locator('nav button, .tools button').all()) {
    const { height } = (await key.boundingBox())!
    assert.ok(height >= 48)
    assert.equal(await key.evaluate((each) => each.scrollHeight > each.clientHeight + 1), false)
  }
})

test('before its program has run it shows the same map at the same place, as a picture', { skip }, async (t) => {
  const { page } = await opened(t)
  await shows(page.locator('.first'), 0, 'the map has taken its place')
  const part = (await page.locator('.stage').boundingBox())!
  const drawn = (await page.screenshot()).toString('base64')
  const html = readFileSync(join(made.folder, 'index.html'), 'utf8')
  // The program is the last script before the data.
  const begins = html.lastIndexOf('<script>', html.indexOf('<script type="text/plain"'))
  const still = join(made.folder, 'still.html')
  writeFileSync(still, html.slice(0, begins))
  await page.goto(pathToFileURL(still).href)
  await shows(page.locator('.first'), 1)
  const { coloured, shareIn, done } = await likeness(browser, drawn, { part, width: 360 })
  t.after(done)
  const share = await shareIn((await page.screenshot()).toString('base64'))
  assert.ok(coloured > 500 && share > 0.8, `${coloured} pixels, ${share} of them`)
})

/** Whether colours of networks are among the pixels. */
const differs = (page: Awaited<ReturnType<typeof opened>>['page'], png: string): Promise<boolean> =>
  page.evaluate<boolean>(`(async () => {
    const bytes = Uint8Array.from(atob('${png}'), (sign) => sign.charCodeAt(0))
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
    pen.drawImage(picture, 0, 0)
    const { data } = pen.getImageData(0, 0, picture.width, picture.height)
    let strong = 0
    for (let i = 0; i < data.length; i += 4)
      if (Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 120) strong++
    return strong > 500
  })()`)

test('it has as many objects of each theme and operator as the GeoPackage', { skip }, async (t) => {
  const { page } = await opened(t)
  await page.getByRole('button', { name: 'Thema’s' }).tap()
  const said = await page.locator('.panel label').allTextContents()
  const counts = said.flatMap((text) => [...(/\((\d+)\)$/.exec(text)?.slice(1) ?? [])].map(Number))
  assert.deepEqual(
    counts.toSorted((a, b) => a - b),
    [...made.themes.values()].sort((a, b) => a - b),
  )
  await page.getByRole('button', { name: 'Zoeken' }).tap()
  for (const { code, name } of made.operators) {
    const count = made.owners.get(code)
    if (count === undefined || count < 2) continue
    await page.getByRole('searchbox').fill(name)
    await page.getByRole('button', { name: `${name} (${count} objecten)`, exact: true }).waitFor()
  }
})

test('who did not deliver is found as well, with a number to call; so is the street of the works', {
  skip,
}, async (t) => {
  const { page } = await opened(t)
  await page.getByRole('button', { name: 'Zoeken' }).tap()
  const box = page.getByRole('searchbox')
  const { street } = simulatorApplicant.address
  await box.fill(street.toLowerCase())
  await page.locator('.hits').getByRole('button', { name: street }).tap()
  await box.fill('drinkwater')
  await page.getByRole('button', { name: `${WATER.name} (0 objecten), niets of niet alles geleverd` }).tap()
  const card = page.locator('.card')
  await card.getByRole('heading', { name: WATER.name }).waitFor()
  await card.getByText('NIETS OF NIET ALLES GELEVERD. Wat niet geleverd is, staat niet op de kaart.').waitFor()
  assert.ok((await card.locator('a.call[href^="tel:"]').count()) > 0)
})

test('a contact of a precaution that has no number is named on the card', { skip }, async (t) => {
  const [{ name: operator, contacts }] = made.operators.filter(({ precaution }) => precaution) as [
    (typeof made.operators)[0],
  ]
  const { name } = contacts.find(({ kind }) => kind === 'netinformatie')!
  const html = readFileSync(join(made.folder, 'index.html'), 'utf8')
  const general = /"kind":"netinformatie","name":"([^"]*)","phone":"[^"]*"/g
  const changed = html.replaceAll(general, '"kind":"voorzorg","name":"$1","phone":"aub bellen"')
  writeFileSync(join(made.folder, 'words.html'), changed)
  const { page } = await opened(t, { file: 'words.html' })
  await page.getByRole('button', { name: 'Zoeken' }).tap()
  await page.getByRole('searchbox').fill(operator)
  await page.locator('.hits').getByRole('button', { name: operator }).first().tap()
  await page.locator('.card').getByText(`voorzorg: ${name}, aub bellen`).waitFor()
})

test('a theme that is switched off is gone from the map, and that is said until it is back', { skip }, async (t) => {
  const { page } = await opened(t)
  await page.getByRole('button', { name: 'Thema’s' }).tap()
  await page.locator('.panel label input').first().uncheck()
  const off = page.getByRole('button', { name: '1 thema staat UIT' })
  await off.waitFor()
  await page.getByRole('button', { name: 'Sluiten' }).tap()
  await off.waitFor()
  await off.tap()
  await off.waitFor({ state: 'detached' })
})

test('in colours of one’s own the swatches keep those of the themes, and what is pressed is not like the others', {
  skip,
}, async (t) => {
  const { page } = await opened(t, { forcedColors: 'active' })
  await page.getByRole('button', { name: 'Thema’s' }).tap()
  const seen = (which: string, from: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${which}')].map((each) => ${from}.backgroundColor)`)
  const colours = await seen('.panel .swatch', 'each.style')
  assert.ok(colours.length > 1)
  assert.deepEqual(await seen('.panel .swatch', 'getComputedStyle(each)'), colours)
  const [on, off] = await seen('.tools button', 'getComputedStyle(each)')
  assert.notEqual(on, off)
})

test('a tap on what lies there says what it is, whose, and whom to call', { skip }, async (t) => {
  // Its own position leads there: then a cable lies in the middle.
  const { page } = await opened(t, { at: [...made.onCable.at, 3] })
  await page.getByRole('button', { name: 'Mijn locatie' }).tap()
  await page.getByText('± 3 m').waitFor()
  const card = page.locator('.card')
  // When the tap has been dealt with and anything else gets its turn, the card is there: no picture of the map comes first.
  await page.evaluate(`{
    const channel = new MessageChannel()
    channel.port1.onmessage = () => { globalThis.atOnce = document.querySelector('.panel .card') !== null }
    addEventListener('click', () => channel.port2.postMessage(null), { capture: true, once: true })
  }`)
  await tapMiddle(page)
  await card.getByText(made.onCable.operator).first().waitFor()
  assert.equal(await page.evaluate('atOnce'), true)
  assert.ok((await card.locator('a.call[href^="tel:"]').count()) > 0)
  assert.ok((await card.locator('dt').count()) > 3)
  await page.getByRole('button', { name: 'English' }).tap()
  await card.getByText('Theme', { exact: true }).waitFor()
})

test('it measures in metres from tap to tap', { skip }, async (t) => {
  const { page } = await opened(t)
  await page.getByRole('button', { name: 'Meten' }).tap()
  const box = (await page.locator('.map').boundingBox())!
  const y = box.y + box.height / 2
  await page.touchscreen.tap(box.x + 60, y)
  await page.touchscreen.tap(box.x + 260, y)
  const length = page.locator('.length')
  await length.filter({ hasText: ' m' }).waitFor()
  const metres = Number((await length.innerText()).replace(/[^\d,]/g, '').replace(',', '.'))
  // The area is 300 m wide, and the window shows it whole.
  assert.ok(metres > 100 && metres < 2000, String(metres))
  await page.getByRole('button', { name: 'Laatste punt weg' }).tap()
  await says(length, /Tik punten op de kaart/)
})

test('where one is comes with its circle, never with the word that a place is free; outside it says that it knows nothing', {
  skip,
}, async (t) => {
  const [west, south, east, north] = made.extent
  const within = await opened(t, { at: [(west + east) / 2, (south + north) / 2, 8] })
  await within.page.getByRole('button', { name: 'Mijn locatie' }).tap()
  const panel = within.page.locator('.panel')
  await panel.getByText('± 8 m').waitFor()
  await says(panel, /graaf proefsleuven/)
  await saysNot(panel, /buiten het gebied/)
  const all = await within.page.evaluate<string>('document.body.innerText')
  assert.doesNotMatch(all, /vrij van|geen leidingen|free of|no cables/i)
  // Amid what was delivered, where nothing was asked for.
  const [lng, lat] = lngLatFromRd([155_250, 463_250])
  const amid = await opened(t, { at: [lng, lat, 8] })
  await amid.page.getByRole('button', { name: 'Mijn locatie' }).tap()
  await amid.page.getByText('U bent buiten het gebied van deze levering').waitFor()
  await tapMiddle(amid.page)
  await amid.page.getByText('Buiten het gebied van deze levering: deze kaart toont niet wat hier ligt.').waitFor()
  const outside = await opened(t, { at: [5.0, 52.9, 30] })
  await outside.page.getByRole('button', { name: 'Mijn locatie' }).tap()
  await outside.page.getByText('buiten het gebied van deze levering').waitFor()
  await outside.page.getByText('Te onnauwkeurig').waitFor()
})

test('a device that tells no place is said so', { skip }, async (t) => {
  const { page } = await opened(t)
  await page.getByRole('button', { name: 'Mijn locatie' }).tap()
  await page.getByText('Dit toestel geeft geen locatie door.').waitFor()
})

test('the page finds whether its ZIP was changed, and says what it can’t', { skip }, async (t) => {
  const { page } = await opened(t)
  await page.getByRole('button', { name: 'Lees dit' }).tap()
  const verdict = page.locator('main:visible .check [data-verdict]')
  const input = page.locator('main:visible .check input')
  await input.setInputFiles(made.zip)
  await verdict.filter({ hasText: 'Er is niets in gewijzigd' }).waitFor()
  const bytes = readFileSync(made.zip)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  await input.setInputFiles({ name: 'pakket.zip', mimeType: 'application/zip', buffer: bytes })
  await verdict.filter({ hasText: 'NIET zoals het werd ondertekend' }).waitFor()
  await page.getByText('Deze pagina kan niet zien').first().waitFor()
})

/** The trench plan in the page of a site package: a crew notes findings with one finger, without a network, and hands them in. */
import assert from 'node:assert/strict'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Browser, Locator, Page } from 'playwright'
import { type FindingsFile, type SiteFinding, TrenchPlanView } from '../../server/features/trenches/schema.ts'
import { FINDING_PHOTO_PX, MAX_FINDING_PHOTO_BYTES } from '../../server/imkl/model/findings-file.ts'
import { siteAssets } from '../../server/platform/places.ts'
import { WATER } from '../../server/simulator/town/operators.ts'
import { openWorld, START_DATE, shown } from '../support/api-world.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { linkedSite } from '../support/linked-site.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'
import { siteJob } from '../support/site-job.ts'
import { savePage, tapMiddle } from '../support/site-page.ts'
import { until } from '../support/until.ts'
import { lists, says, saysNot, shows } from '../support/waits.ts'

const skip = noBrowser || ((await siteAssets()) === null ? 'the window is not built: npm run setup' : false)

const WORKS = {
  type: 'LineString',
  coordinates: [
    [155_005, 463_005],
    [155_195, 463_195],
  ],
}
const TODAY = '2026-03-20'

let browser: Browser
let made: { folder: string; plan: TrenchPlanView; job_id: string }
const closers: (() => unknown)[] = []
before(async () => {
  if (skip) return
  browser = await startBrowser({ drawn: true })
  const world = await openWorld({ after: (act: () => unknown) => void closers.push(act) } as unknown as TestContext)
  const { window, cookie } = await world.signIn()
  const delivery = await simulatedDelivery(world.dataDir, '26G000001', [155_000, 463_000, 155_200, 463_200], {
    klicType: 'GRAAF',
    missing: [WATER.code],
  })
  const { job_id } = await siteJob(world, [delivery], { klic_type: 'GRAAF', start_date: START_DATE })
  const body = { works: WORKS }
  const plan = shown(TrenchPlanView, await window(`/jobs/${job_id}/trench-plan`, { method: 'PUT', body }))
  const { folder } = await savePage(world.baseUrl, cookie, job_id)
  made = { folder, plan, job_id }
})
after(async () => {
  await browser?.close()
  for (const close of closers.toReversed()) await close()
  if (made) rmSync(made.folder, { recursive: true, force: true })
})

/** The unpacked package on a telephone without a network. @param without what its browser lacks */
async function opened(t: TestContext, without?: string) {
  const context = await browser.newContext({
    ...{ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, locale: 'nl-NL', offline: true },
  })
  t.after(() => context.close())
  if (without) await context.addInitScript(without)
  const page = await context.newPage()
  await page.clock.setFixedTime(`${TODAY}T10:00:00Z`)
  const [requests, faults]: [string[], string[]] = [[], []]
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  const address = pathToFileURL(join(made.folder, 'index.html')).href
  await page.goto(address)
  return { page, requests, faults, address }
}

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.SITE_PICTURES) await page.screenshot({ path: `${process.env.SITE_PICTURES}/${name}.png` })
}

const list = (page: Page): Locator => page.locator('main[lang=nl] .trenches')
const trench = (page: Page, no: number): Locator => list(page).locator(`details[data-no="${no}"]`)
const openList = (page: Page): Promise<void> => page.getByRole('button', { name: 'Sleuven', exact: true }).tap()
const openTrench = (page: Page, no: number): Promise<void> => trench(page, no).locator('summary').tap()
/** By its place among the rows of the first trench. */
const row = (page: Page, at: number): Locator => trench(page, 1).locator('article').nth(at)
const tapIn = (place: Locator, name: string): Promise<void> => place.getByRole('button', { name, exact: true }).tap()

/** As a telephone takes it: larger than is kept, and of noise, which packs badly. */
const photoOf = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate<string>(`(async () => {
      const canvas = new OffscreenCanvas(3000, 2000)
      const pen = canvas.getContext('2d')
      const noise = pen.createImageData(3000, 2000)
      for (let i = 0; i < noise.data.length; i++) noise.data[i] = i % 4 === 3 ? 255 : Math.random() * 256
      pen.putImageData(noise, 0, 0)
      const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
      return new Promise((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(reader.result.split(',')[1])
        reader.readAsDataURL(blob)
      })
    })()`),
    'base64',
  )

async function savedBy(page: Page, button: string): Promise<{ name: string; file: FindingsFile }> {
  const [download] = await Promise.all([page.waitForEvent('download'), tapIn(list(page), button)])
  return { name: download.suggestedFilename(), file: JSON.parse(readFileSync(await download.path(), 'utf8')) }
}

async function noteElsewhere(page: Page, offset: string): Promise<void> {
  await tapIn(row(page, 1), 'Elders gevonden')
  await row(page, 1).getByLabel('Afwijking (m)').fill(offset)
}

test('findings are noted with one finger, outlive a reload, and are saved in a file as the contract has it', {
  skip,
}, async (t) => {
  const { page, requests, faults, address } = await opened(t)
  await page.locator('.map-view[data-drawn]').waitFor()
  await openList(page)
  await list(page).getByText('is een voorstel').waitFor()
  await shows(list(page).locator('details'), made.plan.trenches.length)
  await says(list(page), /heeft niets geleverd \(26G000001\)/)
  await picture(page, 'trenches')
  await openTrench(page, 1)
  const [first, second] = made.plan.trenches[0]!.rows as [string, string]
  await shows(trench(page, 1).locator('article'), made.plan.trenches[0]!.rows.length)
  await picture(page, 'trench')

  await tapIn(row(page, 0), 'Gevonden')
  await row(page, 0).getByLabel('Diepte (m)').fill('0,85')
  await tapIn(row(page, 0), 'Noteren')
  await says(row(page, 0).locator('.noted'), /Gevonden.*diepte 0,85 m.*Niet ingeleverd/s)

  await noteElsewhere(page, 'veel')
  await tapIn(row(page, 1), 'Noteren')
  await row(page, 1).getByRole('alert').getByText('als getal').waitFor()
  await row(page, 1).getByLabel('Afwijking (m)').fill('')
  await tapIn(row(page, 1), 'Noteren')
  await row(page, 1).getByRole('alert').getByText('hoe ver').waitFor()
  await row(page, 1).getByLabel('Afwijking (m)').fill('-1,4')
  await row(page, 1).getByText('moet worden gemeld aan het Kadaster').waitFor()
  await row(page, 1).getByLabel('Opmerking').fill('<b>PE 110</b>')
  const bad = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') }
  await row(page, 1).getByLabel('Foto').setInputFiles(bad)
  await row(page, 1).getByText('niet te lezen').waitFor()
  const photo = await photoOf(page)
  await row(page, 1).getByLabel('Foto').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo })
  await row(page, 1).getByRole('img', { name: 'Foto' }).waitFor()
  await picture(page, 'finding')
  await tapIn(row(page, 1), 'Noteren')
  await says(row(page, 1).locator('.noted'), /<b>PE 110<\/b>.*moet worden gemeld aan het Kadaster/s)
  await picture(page, 'noted')

  await tapIn(trench(page, 1), 'Onbekende leiding vastleggen')
  await trench(page, 1).getByLabel('Diepte (m)').fill('1.2')
  await tapIn(trench(page, 1), 'Noteren')
  await says(trench(page, 1).locator('.count'), '3 genoteerd')

  await page.goto(address)
  await openList(page)
  await says(trench(page, 1).locator('.count'), '3 genoteerd')
  await list(page).getByText('3 bevindingen niet ingeleverd').waitFor()
  await openTrench(page, 1)
  await tapIn(row(page, 0), 'Wijzigen')
  await row(page, 0).getByLabel('Diepte (m)').fill('0,9')
  await tapIn(row(page, 0), 'Noteren')
  await says(row(page, 0).locator('.noted'), /diepte 0,9 m/)
  await tapIn(trench(page, 1).locator('.noted').last(), 'Verwijderen')
  await tapIn(trench(page, 1), 'Bevinding verwijderen')
  await list(page).getByText('2 bevindingen niet ingeleverd').waitFor()

  const { name, file } = await savedBy(page, 'Opslaan als bestand')
  assert.match(name, /^bevindingen_TESTGEGEVENS_Sloot-1_2026-03-20-\d\d-\d\d-\d\d\.json$/)
  const { findings, ...about } = file
  assert.deepEqual(about, { format: 'klic-findings-1', job_id: made.job_id, plan_revision: 1 })
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (const { id } of findings) assert.match(id, uuid)
  const at = { trench: 1, found_on: TODAY }
  const without = ({ id: _id, photo: _photo, ...finding }: SiteFinding) => finding
  const byDepth = findings.toSorted((a, b) => (b.depth_m ?? 0) - (a.depth_m ?? 0))
  assert.deepEqual(byDepth.map(without), [
    { ...at, kind: 'found', feature_id: first, offset_m: null, depth_m: 0.9, remark: null },
    { ...at, kind: 'elsewhere', feature_id: second, offset_m: -1.4, depth_m: null, remark: '<b>PE 110</b>' },
  ])
  const jpeg = Buffer.from(byDepth[1]!.photo!, 'base64')
  assert.equal(byDepth[0]!.photo, null)
  assert.equal(jpeg.readUInt16BE(0), 0xffd8)
  assert.ok(jpeg.length <= MAX_FINDING_PHOTO_BYTES, `${jpeg.length} bytes`)
  const width = await page.evaluate<number>(
    `createImageBitmap(new Blob([Uint8Array.from(atob('${byDepth[1]!.photo}'), (sign) => sign.charCodeAt(0))])).then(({ width }) => width)`,
  )
  assert.equal(width, FINDING_PHOTO_PX)

  await list(page).getByText('Alle bevindingen zijn ingeleverd.').waitFor()
  await says(row(page, 0).locator('.noted'), /In bestand van/)
  await shows(list(page).getByRole('button', { name: 'Wijzigen' }), 0)
  const again = await savedBy(page, 'Alles opnieuw opslaan')
  assert.deepEqual(again.file, file)
  await picture(page, 'handed-in')
  await saysNot(list(page), /\b(vrij|veilig)\b/i)
  assert.deepEqual(
    [new Set(requests), faults],
    [new Set([address, ...requests.filter((url) => /^(blob|data):/.test(url))]), []],
  )
})

test('a tap on a trench of the map opens it in the list, and the list shows it on the map', { skip }, async (t) => {
  const { page, faults } = await opened(t)
  await page.locator('.map-view[data-drawn]').waitFor()
  await openList(page)
  await openTrench(page, 3)
  await tapIn(trench(page, 3), 'Op de kaart')
  const map = page.locator('.map')
  await map.waitFor()
  await picture(page, 'on-map')
  await trench(page, 3).evaluate((each) => each.removeAttribute('open'))
  await tapMiddle(page)
  await trench(page, 3).and(page.locator('[open]')).waitFor()
  assert.deepEqual(faults, [])
})

test('without a map the list is there; without storage it says that findings stay only while the page is open', {
  skip,
}, async (t) => {
  const lacking = `HTMLCanvasElement.prototype.getContext = () => null
    Object.defineProperty(window, 'indexedDB', { get: () => { throw new DOMException('', 'SecurityError') } })`
  const { page } = await opened(t, lacking)
  await list(page).getByText('Dit toestel bewaart niets').waitFor()
  await openTrench(page, 1)
  await tapIn(row(page, 0), 'Niet gevonden')
  await row(page, 0).getByText('Meld de netbeheerder').waitFor()
  await tapIn(row(page, 0), 'Noteren')
  await says(row(page, 0).locator('.noted'), /Niet gevonden/)
  await page.locator('nav').getByRole('button', { name: 'English' }).tap()
  await says(page.locator('main[lang=en] .trenches'), /1 finding not handed in/)
})

test('behind a link a finding is sent when the network is back; what is refused says why; a revoked link offers the rest as a file', {
  skip,
}, async (t) => {
  const { page, context, way, revoke, job_id } = await linkedSite(t, browser, WORKS)
  const posted: FindingsFile[] = []
  /** null: no network */
  let answer: { status: number; json: object } | null = null
  await page.route('**/findings', async (route) => {
    if (!answer) return route.abort()
    posted.push(route.request().postDataJSON())
    return route.fulfill(answer)
  })
  await way.cut()
  await context.setOffline(true)
  await openList(page)
  await openTrench(page, 1)
  await tapIn(row(page, 0), 'Gevonden')
  await tapIn(row(page, 0), 'Noteren')
  await says(row(page, 0).locator('.noted'), /Niet ingeleverd/)
  await page.reload()
  await openList(page)
  await list(page).getByText('1 bevinding niet ingeleverd').waitFor()

  answer = { status: 200, json: { taken: 1 } }
  await way.open()
  await context.setOffline(true)
  await context.setOffline(false)
  await list(page).getByText('Alle bevindingen zijn ingeleverd.').waitFor()
  assert.equal(posted.length, 1)
  const { findings, ...about } = posted[0]!
  assert.deepEqual(about, { format: 'klic-findings-1', job_id, plan_revision: 1 })
  assert.deepEqual(
    findings.map(({ kind }) => kind),
    ['found'],
  )

  answer = { status: 422, json: { detail: { error_code: 'VALIDATION_FAILED', message: 'Plan 1 is over.' } } }
  await openTrench(page, 1)
  await tapIn(row(page, 1), 'Niet gevonden')
  await tapIn(row(page, 1), 'Noteren')
  await says(row(page, 1).locator('.noted'), /Niet ingeleverd.*Niet aangenomen: Plan 1 is over\./s)
  answer = { status: 503, json: {} }
  await tapIn(row(page, 1), 'Wijzigen')
  await tapIn(row(page, 1), 'Noteren')
  await until(async () => posted.length >= 3)
  assert.equal(new Set(posted.map((each) => each.findings[0]!.id)).size, 3, 'a changed finding is another one')

  await revoke()
  await context.setOffline(true)
  await context.setOffline(false)
  const cover = page.getByRole('alertdialog')
  await cover.getByText('1 bevinding is niet ingeleverd').waitFor()
  await picture(page, 'gone')
  const [download] = await Promise.all([page.waitForEvent('download'), tapIn(cover, 'Opslaan als bestand')])
  const file = JSON.parse(readFileSync(await download.path(), 'utf8')) as FindingsFile
  assert.deepEqual(
    file.findings.map(({ kind }) => kind),
    ['not_found'],
  )
  await lists(page.locator('.trenches'), [])
})

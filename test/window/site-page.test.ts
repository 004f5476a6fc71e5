/** The page of a site package in a real browser, from a file and by link: it fetches nothing of others, is used with one finger, and covers itself when the time to begin is over. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { siteDig } from '../../server/features/site-package/page/dig-answer.ts'
import { type SitePage, sitePage, sitePolicy } from '../../server/features/site-package/page/page.ts'
import { projectPage } from '../../server/features/site-package/page/project-page.ts'
import { siteAssets } from '../../server/platform/places.ts'
import { USUAL_DIG_RULES } from '../../server/registry/dig-rules.ts'
import { digStatus } from '../../server/registry/dig-status.ts'
import { dutchDate } from '../../server/registry/working-days.ts'
import { forEachLanguage } from '../../server/texts/texts.ts'
import { noBrowser, startBrowser } from '../support/browser.ts'
import { jobToDig } from '../support/job-to-dig.ts'
import { linkedSite } from '../support/linked-site.ts'
import { tapMiddle } from '../support/site-page.ts'
import { until } from '../support/until.ts'
import { lists, says, saysNot, shows } from '../support/waits.ts'

let browser: Browser
before(async () => {
  if (!noBrowser) browser = await startBrowser({ drawn: true })
})
after(() => browser?.close())

const PAGE: SitePage = {
  title: 'KLIC_Sloot_r1',
  revision: 1,
  isOutdated: false,
  gpkg: 'KLIC_Sloot_r1.gpkg',
  project: 'KLIC_Sloot_r1.qgz',
  hasDocuments: true,
  people: null,
  hasLetters: false,
  missing: ['weg.pdf'],
  print: { name: 'kaart_1-500_A3.pdf', scale: 500 },
  notes: forEachLanguage(() => [{ code: 'SIMULATED' as const, about: [] }]),
  deliveries: [{ klicNumber: '26G000001', composedAt: '2026-03-06T11:00:00Z' }],
  operators: [
    {
      name: 'Gas & Licht',
      delivered: true,
      precaution: true,
      contacts: [{ kind: 'beschadiging', name: '', phone: '0800-9009', email: '' }],
    },
    { name: '<img src=x onerror=document.title="hacked">', delivered: true, precaution: false, contacts: [] },
    {
      name: 'Stille Stroom',
      delivered: false,
      precaution: false,
      contacts: [{ kind: 'aanvraag', name: '', phone: '+31 88 000 01 01', email: '' }],
    },
  ],
  dig: { answer: 'not_yet', reasons: [], beginFrom: '2026-03-11', beginUntil: '2026-04-03' },
  digOn: siteDig('2026-03-06', () => ({
    answer: 'not_yet',
    reasons: [],
    beginFrom: '2026-03-11',
    beginUntil: '2026-04-03',
  })),
  documents: [{ path: 'documenten/KL1031/001 brief #1.pdf', by: 'Gas & Licht' }],
  map: null,
  trenches: null,
  isPlanLeftOut: false,
  version: null,
}
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')

/** From a file, as after unpacking; `requests`: all that it asked for, of every kind. */
async function opened(
  t: TestContext,
  now: string,
  more: Partial<SitePage> = {},
  html = [...sitePage({ ...PAGE, ...more }, sitePolicy({ ...PAGE, ...more }, sha256))].join(''),
) {
  const folder = mkdtempSync(join(tmpdir(), 'klic site '))
  const context = await browser.newContext({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
    locale: 'nl-NL',
  })
  t.after(async () => {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'index.html'), html)
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  const requests: string[] = []
  const faults: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(error.message))
  const address = pathToFileURL(join(folder, 'index.html')).href
  await page.goto(address)
  return { page, requests, faults, address }
}

const skip = noBrowser

interface Styles {
  getComputedStyle(element: unknown): { backgroundColor: string }
}

test('from a file it fetches nothing, runs nothing of others, and needs no more than 360 pixels', {
  skip,
}, async (t) => {
  const { page, requests, faults, address } = await opened(t, '2026-03-20T10:00:00Z')
  assert.deepEqual([requests, faults], [[address], []])
  assert.equal(await page.title(), 'KLIC_Sloot_r1')
  await shows(page.locator('img'), 0)
  await page.getByRole('heading', { name: '<img src=x onerror' }).waitFor()
  // Also what is put into it later.
  const refused = await page.evaluate<string[]>(`new Promise((resolve) => {
    const found = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      found.push(effectiveDirective)
      if (found.length === 2) resolve(found.sort())
    })
    const script = document.createElement('script')
    script.textContent = 'document.title = "hacked"'
    document.body.append(script, Object.assign(new Image(), { src: 'https://example.org/x.png' }))
  })`)
  assert.deepEqual(refused, ['img-src', 'script-src-elem'])
  assert.equal(await page.title(), 'KLIC_Sloot_r1')
  const root = 'document.documentElement'
  const wide = await page.evaluate<number[]>(`[${root}.scrollWidth, ${root}.clientWidth]`)
  assert.deepEqual(wide, [360, 360])
})

const assets = await siteAssets()
const withoutProgram = skip || (assets === null ? 'the window is not built: npm run setup' : false)

function planOfTrenches() {
  const row = {
    ...{ id: 'a', theme: 'water', operator: 'KL1001', operator_name: '<img src=x>', label: '<b>1</b>', material: null },
    ...{ diameter_mm: 110, accuracy_cm: 30, kind: 'crosses' as const, distance_m: 0, chainage_m: 12.5, angle_deg: 88 },
    ...{
      depth_m: 0.8,
      depth_from: 'measured' as const,
      has_precaution: true,
      is_schematic: true,
      state: 'reopened' as const,
    },
  }
  const corner = [5.4, 52.1] as [number, number]
  const trench = { no: 1, from_m: -1, to_m: 2, length_m: 3, rows: ['a'], middle: corner, outline: [corner] }
  const plan = {
    ...{ jobId: 'job_1', planRevision: 3, subject: 'Sloot', trenches: [trench] },
    works: { type: 'LineString' as const, coordinates: [corner] },
    rows: [row, { ...row, id: 'b', state: 'open' as const }],
    unknown: [{ kind: 'part_missing' as const, klicNumber: '26G000002' }],
  }
  return { plan, script: assets!.script }
}

test('without a map the trench plan is listed, and what was delivered is text in it', {
  skip: withoutProgram,
}, async (t) => {
  const trenches = planOfTrenches()
  const { page, requests, faults, address } = await opened(t, '2026-03-20T10:00:00Z', { trenches })
  const list = page.locator('main[lang=nl] .trenches')
  await list.getByText('Van 26G000002 is niets geleverd.').waitFor()
  await shows(list.locator('details'), 1)
  await list.locator('summary').tap()
  const first = list.locator('details article')
  await says(
    first,
    /<img src=x> · kruist de as op 12,5 m, 88° · diepte 0,8 m \(in de buurt gemeten\).*<b>1<\/b>.*110 mm/s,
  )
  for (const notice of [/heeft deze leiding verplaatst/, /Voorzorgsmaatregel vereist/, /zonder gemeten ligging/])
    await says(first, notice)
  await shows(list.locator(':scope > article'), 1, 'a row that no trench meets')
  await shows(list.locator('img, article b b'), 0)
  await shows(list.getByRole('button', { name: 'Op de kaart' }), 0)
  const root = 'document.documentElement'
  assert.deepEqual(await page.evaluate(`[${root}.scrollWidth, ${root}.clientWidth]`), [360, 360])
  assert.deepEqual([requests, faults], [[address], []])
})

test('findings of two revisions of a trench plan are kept together, and saved in a file each', {
  skip: withoutProgram,
}, async (t) => {
  const { plan, script } = planOfTrenches()
  const { page, address } = await opened(t, '2026-03-20T10:00:00Z', { trenches: { plan, script } })
  const list = page.locator('main[lang=nl] .trenches')
  const note = async () => {
    await list.getByRole('button', { name: 'Onbekende leiding buiten de sleuven' }).tap()
    await list.getByRole('button', { name: 'Noteren' }).tap()
  }
  await note()
  await list.getByText('1 bevinding niet ingeleverd').waitFor()
  const next = { ...PAGE, trenches: { plan: { ...plan, planRevision: 4 }, script } }
  writeFileSync(fileURLToPath(address), [...sitePage(next, sitePolicy(next, sha256))].join(''))
  await page.reload()
  await note()
  await list.getByText('2 bevindingen niet ingeleverd').waitFor()
  const files: { plan_revision: number; findings: unknown[] }[] = []
  page.on('download', async (each) => files.push(JSON.parse(readFileSync(await each.path(), 'utf8'))))
  await list.getByRole('button', { name: 'Opslaan als bestand' }).tap()
  await until(async () => files.length === 2)
  const counts = files.map(({ plan_revision, findings }) => [plan_revision, findings.length])
  assert.deepEqual(counts.toSorted(), [
    [3, 1],
    [4, 1],
  ])
})

test('the head says whether one may dig on the day it is opened, green on a known yes only', { skip }, async (t) => {
  const { facts } = jobToDig('2026-06-02')
  const made = (on: string) => ({
    digOn: siteDig(on, (today) => digStatus({ ...facts, today }, USUAL_DIG_RULES)),
    dig: digStatus({ ...facts, today: on }, USUAL_DIG_RULES),
  })
  const head = async (now: string, on: string) => {
    const { page } = await opened(t, now, made(on))
    const dig = page.locator('main[lang=nl] .dig')
    await says(dig.locator('strong'), /./)
    if (process.env.SITE_PICTURES)
      await page.screenshot({ path: `${process.env.SITE_PICTURES}/site-${now.slice(0, 10)}-${on}.png` })
    return {
      answer: await dig.getAttribute('data-answer'),
      words: await dig.innerText(),
      colour: await dig.evaluate(
        (element) => (globalThis as unknown as Styles).getComputedStyle(element).backgroundColor,
      ),
    }
  }
  const before = await head('2026-06-02T10:00:00Z', '2026-06-02')
  assert.equal(before.answer, 'not_yet')
  assert.match(before.words, /^Graaf niet vóór 4 juni 2026\s+Op 2 juni 2026: wachttijd loopt nog/)
  const yes = await head('2026-06-05T10:00:00Z', '2026-06-05')
  assert.equal(yes.answer, 'yes')
  assert.match(yes.words, /^Geen bezwaar tegen graven op 5 juni 2026/)
  // Made before: what came since is not known.
  const later = await head('2026-06-05T10:00:00Z', '2026-06-02')
  assert.equal(later.answer, 'unknown')
  assert.match(
    later.words,
    /^Niet bekend of u hier mag graven\s+Dit is de stand van 2 juni 2026\..*vraag het na voor 5 juni 2026/,
  )
  const over = await head('2026-07-20T10:00:00Z', '2026-06-05')
  assert.equal(over.answer, 'no_longer')
  assert.match(over.words, /^Verlopen: niet graven\s+Op 20 juli 2026: laatste startdag voorbij/)
  for (const { colour } of [before, later, over]) assert.notEqual(colour, yes.colour)
})

test('behind a link the head takes the answer of the server, and no yes where the page is not the newest', {
  skip,
}, async (t) => {
  const { facts } = jobToDig('2026-06-05')
  const made = siteDig('2026-06-05', (today) => digStatus({ ...facts, today }, USUAL_DIG_RULES))
  const ended = { ...facts, begunOn: '2026-06-04', endedOn: '2026-06-04' }
  const known = siteDig('2026-06-05', (today) => digStatus({ ...ended, today }, USUAL_DIG_RULES))
  const { page } = await opened(t, '2026-06-05T10:00:00Z', { digOn: made })
  const dig = page.locator('main[lang=nl] .dig')
  const tell = (detail: unknown) =>
    page.evaluate(`document.dispatchEvent(new CustomEvent('klic-dig', { detail: ${JSON.stringify(detail)} }))`)
  await tell({ dig: null, isOld: false })
  await says(dig, /^Geen bezwaar tegen graven op 5 juni 2026/)
  await tell({ dig: null, isOld: true })
  await says(dig, /^Niet bekend of u hier mag graven/)
  assert.equal(await dig.getAttribute('data-answer'), 'unknown')
  await tell({ dig: known, isOld: false })
  await says(dig, /het werk is geëindigd/)
})

test('who is silent comes first, then who demands precautions, each with a number to tap', { skip }, async (t) => {
  const { page } = await opened(t, '2026-03-20T10:00:00Z')
  const main = page.locator('main:visible')
  await lists(main.locator('article h3'), [
    'Stille Stroom',
    'Gas & Licht',
    '<img src=x onerror=document.title="hacked">',
  ])
  const calls = main.locator('a.call')
  assert.deepEqual(await calls.evaluateAll((links) => links.map((link) => link.getAttribute('href'))), [
    'tel:+31880000101',
    'tel:08009009',
  ])
  for (const call of await calls.all()) assert.ok((await call.boundingBox())!.height >= 48)
  await says(main, /geen telefoonnummer geleverd/)
  const files = await main.locator('.files a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  assert.deepEqual(files, [
    'kaart_1-500_A3.pdf',
    'documenten/KL1031/001%20brief%20%231.pdf',
    'KLIC_Sloot_r1.qgz',
    'KLIC_Sloot_r1.gpkg',
  ])
})

test('Dutch and English by one tap: what must be known, by when, and how old it is', { skip }, async (t) => {
  const { page } = await opened(t, '2026-03-20T12:00:00Z')
  const main = page.locator('main:visible')
  await says(main, /Testgegevens: niet gebruiken in het veld/)
  await says(main, /van 11 maart 2026 tot en met 3 april 2026/)
  await says(main, /26G000001: samengesteld 6 maart 2026 14 dagen oud/)
  await page.getByRole('button', { name: 'English' }).tap()
  await says(main, /Test data: not for use in the field/)
  await says(main, /from 11 March 2026 to 3 April 2026/)
  await says(main, /compiled 6 March 2026 14 days old/)
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
  await shows(page.locator('main:visible'), 1)
})

test('the day after the last day to begin a red cover must be acknowledged; on that day there is none', {
  skip,
}, async (t) => {
  // Of the Netherlands: there it is still the third of April.
  const before = await opened(t, '2026-04-03T21:59:00Z')
  await shows(before.page.getByRole('alertdialog'), 0)
  const { page } = await opened(t, '2026-04-03T22:01:00Z')
  const cover = page.getByRole('alertdialog')
  await says(cover, /laatste startdag was 3 april 2026/)
  assert.equal(
    await page.evaluate(`getComputedStyle(document.querySelector('.cover:not([hidden])')).backgroundColor`),
    'rgb(168, 0, 0)',
  )
  const under = await page.evaluate(`document.elementFromPoint(180, 320)?.closest('.cover') !== null`)
  assert.equal(under, true, 'what is below it can’t be tapped')
  await page.getByRole('button', { name: 'Ik heb dit gelezen' }).tap()
  await cover.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'Stille Stroom' }).waitFor()
  await page.reload()
  await page.getByRole('alertdialog').waitFor()
})

test('who reads English reads the cover so by one tap; when it has been read the map still says that it is over', {
  skip,
}, async (t) => {
  const { page } = await opened(t, '2026-04-04T10:00:00Z')
  const cover = page.getByRole('alertdialog')
  await cover.getByRole('button', { name: 'English' }).tap()
  await says(cover, /TOO LATE TO START.*Latest start was 3 April 2026/s)
  await cover.getByRole('button', { name: 'I have read this' }).tap()
  await cover.waitFor({ state: 'hidden' })
  assert.equal(await page.evaluate('document.documentElement.lang'), 'en')
  await page.getByRole('heading', { name: 'Stille Stroom' }).waitFor()
})

test('what was delivered for averting danger only says so, and no day to begin', { skip }, async (t) => {
  const reasons = [{ code: 'calamity' as const, message: '', day: null, operators: [], count: null }]
  const dig = { answer: 'not_for_digging' as const, reasons, beginFrom: null, beginUntil: null }
  const { page } = await opened(t, '2026-03-20T10:00:00Z', { dig })
  const must = page.locator('main:visible .must')
  await says(must, /Calamiteitenmelding: alleen om het gevaar af te wenden/)
  await saysNot(must, /mag beginnen/)
})

test('where no last day is known nothing covers it, and it says so', { skip }, async (t) => {
  const dig = { ...PAGE.dig, beginFrom: null, beginUntil: null }
  const { page } = await opened(t, '2030-01-01T12:00:00Z', { dig })
  await shows(page.getByRole('alertdialog'), 0)
  await says(page.locator('main:visible'), /De laatste dag om te beginnen is hier niet bekend/)
})

test('in front of a project’s package each area says by itself when its last day to begin is over', {
  skip,
}, async (t) => {
  const later = { ...PAGE, dig: { ...PAGE.dig, beginUntil: '2026-04-10' } }
  const areas = [
    { folder: '001 a', name: 'Sloot/1', said: PAGE },
    { folder: '002 b', name: 'Sloot/2', said: later },
  ]
  const html = projectPage({ name: 'Ring Zuid', areas, leftOut: [], people: false }, sha256)
  const over = async (now: string) => {
    const { page, faults } = await opened(t, now, {}, html)
    const sections = await page.locator('main:visible .area').allInnerTexts()
    assert.deepEqual(faults, [])
    return sections.map((text) => text.includes('NIET MEER BEGINNEN'))
  }
  assert.deepEqual(await over('2026-04-03T21:59:00Z'), [false, false])
  assert.deepEqual(await over('2026-04-03T22:01:00Z'), [true, false])
  assert.deepEqual(await over('2026-04-10T22:01:00Z'), [true, true])
})

test('opened once by link it is there without a server: the map, a position, what lies there, its documents; nothing of it leaves', {
  skip,
}, async (t) => {
  const { way, page, requests, faults, address, bar, operator, consulted } = await linkedSite(t, browser)
  assert.deepEqual(
    await page.evaluate(`navigator.serviceWorker.getRegistrations().then((all) => all.map(({ scope }) => scope))`),
    [address],
    'bound to the address',
  )
  await way.cut()
  await page.reload()
  await bar(/ZONDER INTERNET.*Laatst gecontroleerd: \d/)
  await page.locator('.map-view[data-drawn]').waitFor()
  await page.getByRole('button', { name: 'Mijn locatie' }).tap()
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

test('by link the crew says with one press that it is on site', { skip }, async (t) => {
  const { world, page, job_id, address, faults } = await linkedSite(t, browser)
  const { window } = await world.signIn()
  const begun_on = dutchDate(world.clock.now().getTime())
  const work = { begun_on, begun_by: 'Ploeg 2', place: null, ended_on: null, remark: null }
  await window(`/jobs/${job_id}/digging/work`, { method: 'PUT', body: work })
  world.pass(86_400_000)
  await page.goto(address)
  await page.getByRole('button', { name: 'Wij waren hier vandaag' }).click()
  await says(page.locator('.link'), /Vandaag op het werk: vastgelegd/)
  await shows(page.getByRole('button', { name: 'Wij waren hier vandaag' }), 0)
  if (process.env.SITE_PICTURES) await page.screenshot({ path: `${process.env.SITE_PICTURES}/site-presence.png` })
  assert.deepEqual(faults, [])
})

test('where the server gives no answer of today a page behind a link says no yes', { skip }, async (t) => {
  const { page } = await linkedSite(t, browser)
  await page.evaluate(`{
    document.addEventListener('klic-dig', ({ detail }) => { globalThis.isOld = detail.isOld })
    globalThis.realFetch = globalThis.fetch
  }`)
  const look = async (isOld: boolean) => {
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await until(async () => (await page.evaluate('globalThis.isOld')) === isOld)
  }
  await look(false)
  await page.evaluate(
    `globalThis.fetch = async () => new Response('{"detail":{"error_code":"RATE_LIMITED"}}', { status: 429 })`,
  )
  await look(true)
  await page.evaluate('globalThis.fetch = globalThis.realFetch')
  await look(false)
})

/** The PDF as a printer sees it: rendered by poppler, measured in pixels; skipped with a line where poppler is not. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Row } from '../../server/domain/imkl/layers.ts'
import { resultNotes } from '../../server/domain/imkl/result-notes.ts'
import type { PrintFacts, PrintWishes } from '../../server/domain/look/print.ts'
import { printResult } from '../../server/print/print.ts'
import { openResult } from '../../server/store/geopackage/read.ts'
import { createGeoPackage } from '../../server/store/geopackage/write.ts'
import { rendered, withoutPoppler as skip, words } from '../support/paper.ts'

const WISHES: PrintWishes = {
  scale: 500,
  paper: 'A3',
  orientation: 'landscape',
  ink: 'colour',
  language: 'nl',
  hidden: [],
  hiddenOperators: [],
  ground: true,
}
const COUNTS = { delivered: 1203, drawn: 1100, without_geometry: 50, administrative: 40, unknown: 0, merged: 13 }
const FACTS: PrintFacts = {
  reference: 'Bermsloot één',
  klicNumbers: ['26O000001'],
  company: 'Graafwerk B.V.',
  madeAt: '2026-11-20T12:00:00Z',
  preliminary: null,
  notes: resultNotes([{ code: 'SIMULATED' }]),
  operators: [
    { code: 'KL1', name: 'Stroom N.V.', delivered: true, precaution: true, themes: ['hoogspanning'], contacts: [] },
    {
      code: 'KL2',
      name: 'Gas N.V.',
      delivered: false,
      precaution: false,
      themes: ['gasLageDruk'],
      contacts: [{ kind: 'beschadiging', name: 'Storingsdienst', phone: '0800 1', email: 's@gas.example' }],
    },
  ],
  ...{ revision: 1, isOutdated: false },
  withheldParts: [],
  missingParts: [],
  account: {
    operators: [{ bronhouder: 'KL1', ...COUNTS }],
    total: { ...COUNTS, delivered: 1204 },
  },
  ground: null,
}

const AREA = [155_000, 390_000, 155_100, 390_000, 155_100, 390_060, 155_000, 390_060, 155_000, 390_000]

/** An area of 100 x 60 m; a red cable of exactly 80 m from west to east, and a blue pipe. */
function resultIn(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'klic-print-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const gpkg = join(folder, 'r.gpkg')
  const writer = createGeoPackage(gpkg)
  writer.feature('aanvraag_polygoon', { id: 'a' }, { type: 'MultiPolygon', polygons: [[AREA]] })
  const cable = (id: string, thema: string, y: number, bronhouder: string) =>
    writer.feature(
      'kabel_of_leiding',
      { id, objecttype: 'Kabel', thema, status: 'functional', bronhouder },
      { type: 'MultiLineString', lines: [[155_010, y, 155_090, y]] },
    )
  cable('e', 'hoogspanning', 390_020, 'KL1')
  cable('w', 'water', 390_040, 'KL2')
  const stands = (layer: string, id: string, cells: Row) =>
    writer.feature(
      layer,
      { id, thema: 'water', bronhouder: 'KL2', ...cells },
      { type: 'Point', xy: [155_050, 390_050] },
    )
  stands('leidingelement', 'l', { objecttype: 'Appurtenance', symbool: 'afsluiter' })
  stands('containerleidingelement', 'c', { objecttype: 'TechnischGebouw' })
  writer.feature(
    'eis_voorzorgsmaatregel',
    {
      ...{ id: 'v', netbeheerder: 'Stroom N.V.', thema_naam: 'warmte', eis: 'bellen', contact_naam: 'Balie' },
      ...{ contact_telefoon: '088 2', contact_email: 'b@stroom.example', bijlage: 'EV.pdf' },
    },
    null,
  )
  writer.finish({ lastChange: null, warnings: [] })
  const reader = openResult(gpkg)
  t.after(() => reader.close())
  const print = async (wishes: Partial<PrintWishes>, facts: Partial<PrintFacts> = {}) => {
    const path = join(folder, 'p.pdf')
    const ring = Array.from({ length: AREA.length / 2 }, (_, i) => [AREA[2 * i]!, AREA[2 * i + 1]!] as [number, number])
    const area = { type: 'Polygon' as const, coordinates: [ring] }
    const pages = await printResult(reader, {
      area,
      facts: { ...FACTS, ...facts },
      wishes: { ...WISHES, ...wishes },
      path,
    })
    return { path, pages }
  }
  return { folder, print }
}

/** The span, in pixels, of what is nearly of a colour. */
function spanOf(picture: ReturnType<typeof rendered>, [r, g, b]: [number, number, number]) {
  let [minX, maxX, minY, maxY] = [Number.POSITIVE_INFINITY, -1, Number.POSITIVE_INFINITY, -1]
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const [red, green, blue] = picture.at(x, y)
      if (Math.abs(red! - r) + Math.abs(green! - g) + Math.abs(blue! - b) > 30) continue
      ;[minX, maxX] = [Math.min(minX, x), Math.max(maxX, x)]
      ;[minY, maxY] = [Math.min(minY, y), Math.max(maxY, y)]
    }
  }
  return { width: maxX - minX + 1, height: maxY - minY + 1 }
}

test('80 m of cable are 160.0 mm at 1:500 and 80.0 mm at 1:1000, on paper of the size asked for', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  for (const [scale, millimetres] of [
    [500, 160],
    [1000, 80],
  ] as const) {
    const { path, pages } = await print({ scale })
    assert.equal(pages, 2)
    const picture = rendered(path)
    assert.ok(Math.abs(picture.width - 4200) <= 1 && Math.abs(picture.height - 2970) <= 1)
    // The legend's sample is short: the widest red is the cable.
    const { width } = spanOf(without(picture), [255, 0, 0])
    assert.ok(Math.abs(width - millimetres * 10) <= 2, `1:${scale}: ${width / 10} mm`)
  }
})

/** Without the column, where the legend shows the same colours. */
const without = (picture: ReturnType<typeof rendered>) => ({
  ...picture,
  width: Math.floor(picture.width * 0.78),
  at: picture.at,
})

test('what must be known on site stands on the sheet', { skip }, async (t) => {
  const { print } = resultIn(t)
  const text = words((await print({})).path)
  for (const said of [
    'Bermsloot één',
    'SIMULATIE',
    'Schaal 1:500',
    '26O000001',
    'hoogspanning',
    'NIET (OVERAL) GELEVERD',
    '0800 1',
  ]) {
    assert.ok(text.includes(said), said)
  }
  const real = words((await print({ language: 'en' }, { notes: [] })).path)
  assert.doesNotMatch(real, /SIMULATI/)
  assert.match(real, /Scale 1:500/)
})

test('the legend names what is drawn and nothing else; what is left out is said', { skip }, async (t) => {
  const { print } = resultIn(t)
  const text = words((await print({ hidden: ['water'] })).path)
  assert.match(text, /Niet afgedrukt: water/)
  assert.equal(text.match(/water/g)?.length, 1)
  assert.doesNotMatch(text.split('\f')[0]!, /gas lage druk/)
})

test('symbols and elements are named in the language of the print', { skip }, async (t) => {
  const { print } = resultIn(t)
  const dutch = words((await print({})).path)
  for (const said of ['afsluiter', 'technisch gebouw']) assert.match(dutch, new RegExp(said), said)
  const english = words((await print({ language: 'en' })).path)
  for (const said of ['valve', 'technical building']) assert.match(english, new RegExp(said), said)
  assert.doesNotMatch(english, /afsluiter|gebouw/i)
})

test('an operator that is left out is not drawn, and named', { skip }, async (t) => {
  const { print } = resultIn(t)
  const text = words((await print({ hiddenOperators: ['KL1'] }, { notes: [] })).path)
  assert.match(text, /Niet afgedrukt: Stroom N\.V\./)
  assert.doesNotMatch(text, /hoogspanning/)
  assert.match(text, /water/)
})

test('in black there is no other colour, and letters tell the themes apart', { skip }, async (t) => {
  const { print } = resultIn(t)
  const { path } = await print({ ink: 'black' }, { notes: [], operators: [] })
  const picture = rendered(path)
  for (let y = 0; y < picture.height; y += 3) {
    for (let x = 0; x < picture.width; x += 3) {
      const [red, green, blue] = picture.at(x, y)
      assert.ok(red === green && green === blue, `${x} ${y}`)
    }
  }
  assert.match(words(path), /HS/)
})

test('an area larger than a sheet has an overview in front, and every sheet has its number', { skip }, async (t) => {
  const { print } = resultIn(t)
  const { path, pages } = await print({ scale: 100, paper: 'A4' })
  assert.ok(pages > 10)
  const text = words(path)
  assert.match(text, /Overzicht/)
  assert.match(text, new RegExp(`Blad ${pages - 2} van ${pages - 2}`))
})

test('the last page accounts for every object by operator, and says whom to ask and to call', { skip }, async (t) => {
  const { print } = resultIn(t)
  const said = words((await print({})).path).replaceAll(/ +/g, ' ')
  for (const line of [
    'geleverd getekend zonder geometrie administratief onbekende soort samengevoegd',
    'Stroom N.V. · KL1 1.203 1.100 50 40 0 13',
    'Totaal 1.204 1.100 50 40 0 13',
    'Gas N.V. · KL2 · gas lage druk',
    'schade: Storingsdienst, 0800 1, s@gas.example',
    'Eisen voorzorgsmaatregel: bel voordat u graaft',
    'Stroom N.V. · warmte · bellen · Balie · 088 2 · b@stroom.example · EV.pdf',
  ])
    assert.ok(said.includes(line), `${line}\n${said}`)
  const none = await print({}, { account: null, operators: [] })
  assert.equal(none.pages, 1)
})

test('parts of which nothing is on the map are named, and that nobody digs there by it', { skip }, async (t) => {
  const { print } = resultIn(t)
  const parts = { withheldParts: [2], missingParts: [3, 5] }
  const said = words((await print({}, parts)).path).replaceAll(/\s+/g, ' ')
  assert.match(said, /veiligheidsgebied: *deel 2/)
  assert.match(said, /zonder levering: *deel 3, 5\. Graaf daar niet/)
  assert.doesNotMatch(words((await print({})).path), /zonder levering|veiligheidsgebied/)
})

test('a print tells which revision it is of, what it replaces, and when something newer is known of', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  const said = async (facts: object) => words((await print({}, facts)).path).replaceAll(/\s+/g, ' ')
  const first = await said({})
  assert.match(first, /revisie 1/)
  assert.doesNotMatch(first, /vervangt|NIEUWSTE/)
  assert.match(await said({ revision: 2 }), /revisie 2.*vervangt eerdere afdrukken/)
  assert.match(await said({ isOutdated: true }), /NIET HET NIEUWSTE: er is een latere levering/)
})

test('an account of many operators goes on on further pages, each with its head', { skip }, async (t) => {
  const { print } = resultIn(t)
  const operators = Array.from({ length: 120 }, (_, i) => ({ bronhouder: `KL${i}`, ...COUNTS }))
  const { path, pages } = await print({ paper: 'A4' }, { account: { operators, total: COUNTS } })
  assert.ok(pages > 3, `${pages} pages`)
  const text = words(path)
  assert.equal(text.match(/zonder geometrie/g)?.length, pages - 1)
  assert.match(text, /KL119 /)
})

test('the same wishes give the same bytes', async (t) => {
  const { print } = resultIn(t)
  const first = readFileSync((await print({})).path)
  assert.ok(first.equals(readFileSync((await print({})).path)))
})

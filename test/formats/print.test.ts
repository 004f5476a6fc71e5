/** The PDF as a printer sees it: rendered by poppler, measured in pixels; skipped with a line where poppler is not. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { mm } from '../../server/exports/print/paper.ts'
import { printResult } from '../../server/exports/print/print.ts'
import { PAPER_NAMES, type PrintFacts, type PrintOptions } from '../../server/exports/print/print-options.ts'
import { type PrintRequest, pageOf, type Sheet, sheetAt, sheetsOver } from '../../server/exports/print/print-sheets.ts'
import type { Row } from '../../server/imkl/model/layers.ts'
import { resultNotes } from '../../server/imkl/model/result-notes.ts'
import { type DigReasonCode, digReason } from '../../server/registry/dig-reasons.ts'
import { A3_OF_500, rendered, withoutPoppler as skip, words } from '../support/paper.ts'

const WISHES = A3_OF_500
const COUNTS = { delivered: 1203, drawn: 1100, without_geometry: 50, administrative: 40, unknown: 0, merged: 13 }
const FACTS: PrintFacts = {
  reference: 'Bermsloot één',
  klicNumbers: ['26O000001'],
  company: 'Graafwerk B.V.',
  madeAt: '2026-11-20T12:00:00Z',
  preliminary: null,
  dig: {
    on: '2026-11-23',
    status: { answer: 'yes', reasons: [], beginFrom: '2026-11-23', beginUntil: '2026-12-16' },
  },
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
  revision: 1,
  isOutdated: false,
  unknown: [],
  withheldParts: [],
  missingParts: [],
  account: {
    operators: [{ bronhouder: 'KL1', ...COUNTS }],
    total: { ...COUNTS, delivered: 1204 },
  },
  ground: null,
}

const AREA = [155_000, 390_000, 155_100, 390_000, 155_100, 390_060, 155_000, 390_060, 155_000, 390_000]

const UNKNOWN: [number, number][] = [
  [155_040, 390_020],
  [155_090, 390_020],
  [155_090, 390_050],
  [155_040, 390_050],
  [155_040, 390_020],
]
const PRECAUTION = [155_002, 390_002, 155_012, 390_002, 155_012, 390_012, 155_002, 390_012, 155_002, 390_002]

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
      id: 'v',
      netbeheerder: 'Stroom N.V.',
      thema_naam: 'warmte',
      eis: 'bellen',
      contact_naam: 'Balie',
      contact_telefoon: '088 2',
      contact_email: 'b@stroom.example',
      bijlage: 'EV.pdf',
      thema: 'warmte',
    },
    { type: 'MultiPolygon', polygons: [[PRECAUTION]] },
  )
  writer.finish({ lastChange: null, warnings: [] })
  const reader = openResult(gpkg)
  t.after(() => reader.close())
  const print = async (
    options: Partial<PrintOptions>,
    facts: Partial<PrintFacts> = {},
    laid: Partial<Pick<PrintRequest, 'sheets' | 'leftOut'>> = {},
  ) => {
    const path = join(folder, 'p.pdf')
    const ring = Array.from({ length: AREA.length / 2 }, (_, i) => [AREA[2 * i]!, AREA[2 * i + 1]!] as [number, number])
    const area = { type: 'Polygon' as const, coordinates: [ring] }
    const all = { ...WISHES, ...options }
    const sheets = sheetsOver(area, pageOf(all), all.scale) as Sheet[]
    const asked = { sheets, leftOut: 0, ...laid, facts: { ...FACTS, ...facts }, options: all }
    const pages = await printResult(reader, { ...asked, path })
    return { path, pages }
  }
  return { folder, print }
}

/** The span, in pixels, of what is nearly of a colour. */
function spanOf(picture: ReturnType<typeof rendered>, [r, g, b]: [number, number, number]) {
  let [minX, maxX, minY, maxY] = [Number.POSITIVE_INFINITY, -1, Number.POSITIVE_INFINITY, -1]
  const { pixels, stride } = picture
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const at = y * stride + x * 3
      if (Math.abs(pixels[at]! - r) + Math.abs(pixels[at + 1]! - g) + Math.abs(pixels[at + 2]! - b) > 30) continue
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
    'NIETS OF NIET ALLES GELEVERD',
    '0800 1',
  ]) {
    assert.ok(text.includes(said), said)
  }
  const real = words((await print({ language: 'en' }, { notes: [] })).path)
  assert.doesNotMatch(real, /SIMULATI/)
  assert.match(real, /Scale 1:500/)
})

test('whether one may dig stands on the sheet with its day, and in short why not', { skip }, async (t) => {
  const { print } = resultIn(t)
  const said = async (language: 'nl' | 'en', ...reasons: DigReasonCode[]) => {
    const status = {
      beginFrom: '2026-11-26',
      beginUntil: '2026-12-18',
      reasons: reasons.map((code) => digReason(code)),
    }
    const answer = reasons.length > 0 ? 'not_yet' : 'yes'
    const dig = { on: '2026-11-23', status: { answer, ...status } } as const
    const { path } = await print({ language }, { dig, notes: resultNotes([{ code: 'OPERATOR_NOT_DELIVERED' }]) })
    return words(path)
      .split('\f')
      .slice(0, 1)
      .map((sheet) => sheet.replaceAll(/\s+/g, ''))
  }
  for (const sheet of await said('nl', 'filed_lately', 'agreement_missing')) {
    for (const text of ['Graven op 23 november 2026: NOG NIET', 'wachttijd loopt nog', 'schriftelijke afspraak'])
      assert.ok(sheet.includes(text.replaceAll(' ', '')), `${text}\n${sheet}`)
    const [answer, delivery] = [sheet.indexOf('Gravenop'), sheet.indexOf('Nietelkenetbeheerderheeftgeleverd')]
    assert.ok(answer < delivery, `the answer stands above what is said of the delivery\n${sheet}`)
  }
  for (const sheet of await said('en')) {
    assert.match(sheet, /Diggingon23November2026:noobjectiononrecord/)
    assert.match(sheet, /maystartfrom26November2026to18December2026/)
    assert.doesNotMatch(sheet, /toosoon/)
  }
})

test('on paper that is read on other days stands when the work may begin, and no answer of one day', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  const sheet = async (beginUntil: string | null) => {
    const reasons = [digReason('filed_lately')]
    const status = { answer: 'not_yet' as const, reasons, beginFrom: '2026-11-26', beginUntil }
    const { path } = await print({ language: 'nl' }, { dig: { on: null, status } })
    return words(path).split('\f')[0]!.replaceAll(/\s+/g, '')
  }
  const known = await sheet('2026-12-18')
  assert.match(known, /Hetwerkmagbeginnenvan26november2026totenmet18december2026/)
  assert.doesNotMatch(known, /Gravenop|NOGNIET|tekortna/)
  assert.match(await sheet(null), /Delaatstedagomtebeginnenishiernietbekend/)
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
  const [text = ''] = words((await print({ hiddenOperators: ['KL1'] }, { notes: [] })).path).split('\f')
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
  const parts = { withheldParts: [2], missingParts: [3, 5], unknown: [UNKNOWN] }
  const said = words((await print({}, parts)).path).replaceAll(/\s+/g, ' ')
  assert.match(said, /veiligheidsgebied: *deelgebied 2/)
  assert.match(said, /Onbekend wat hier ligt/)
  // The line breaks where it likes; a number of the grid may stand between its halves.
  assert.match(said, /zonder levering: *deelgebied 3, 5\. Graaf daar .*niet op basis van deze kaart/)
  assert.doesNotMatch(words((await print({})).path), /zonder levering|veiligheidsgebied|Onbekend/)
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
  const { path, pages } = await print({ paper: 'A4' }, { account: { operators, total: COUNTS }, operators: [] })
  assert.ok(pages > 3, `${pages} pages`)
  const text = words(path)
  for (const each of text.split('\f').filter((page) => /^KL\d+ /m.test(page))) assert.match(each, /zonder geometrie/)
  assert.match(text, /KL119 /)
})

/** Of every word on a page its height in millimetres, and where it stands. */
const placed = (path: string, page = 1) =>
  [
    ...spawnSync('pdftotext', ['-bbox', '-f', String(page), '-l', String(page), path, '-'], {
      encoding: 'utf8',
    }).stdout.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/g),
  ].map(([, minX, minY, maxX, maxY, word]) => ({
    word: word!,
    x: (Number(minX) + Number(maxX)) / 2 / mm(1),
    y: (Number(minY) + Number(maxY)) / 2 / mm(1),
    height: (Number(maxY) - Number(minY)) / mm(1),
  }))

test('a sheet that is turned keeps its scale: 80 m of cable are 160 mm whichever way it lies, and north is where it is', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  for (const degrees of [90, 30, -60]) {
    const frame = { middle: [155_050, 390_020] as [number, number], degrees }
    const { path, pages } = await print(
      {},
      { operators: [], account: null },
      {
        sheets: [sheetAt(frame, pageOf(WISHES), 500)],
      },
    )
    assert.equal(pages, 1)
    const { width, height } = spanOf(without(rendered(path)), [255, 0, 0])
    // The line is 1.1 mm wide, and turned clockwise by as much as the sheet is turned the other way.
    const turn = (degrees * Math.PI) / 180
    for (const [found, share] of [
      [width, Math.abs(Math.cos(turn))],
      [height, Math.abs(Math.sin(turn))],
    ] as const) {
      assert.ok(Math.abs(found / 10 - 160 * share) < 1.5, `${degrees} degrees: ${found / 10} for ${160 * share}`)
    }
  }
})

test('of many sheets those that are wanted are printed, with the number that they have among all', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  const { path, pages } = await print(
    { scale: 100, paper: 'A4', sheets: [2, 5] },
    { operators: [], account: null },
    { leftOut: 3 },
  )
  const text = words(path)
  // The overview and the two.
  assert.equal(pages, 3)
  assert.deepEqual(
    [...text.matchAll(/Blad (\d+) van/g)].map(([, no]) => no),
    ['2', '5'],
  )
  assert.match(text.replaceAll(/\s+/g, ' '), /3 bladen zijn weggelaten: daar is geen kabel/)
})

test('letters grow with the paper; what is read in the hand stands on no more than an A3', { skip }, async (t) => {
  const { print } = resultIn(t)
  const heights: number[] = []
  for (const paper of PAPER_NAMES) {
    const { path, pages } = await print({ paper })
    heights.push(placed(path).find(({ word }) => word === 'Legenda')!.height)
    const sizes = spawnSync('pdfinfo', ['-f', String(pages), '-l', String(pages), path], { encoding: 'utf8' }).stdout
    const [, width] = /size:\s+([\d.]+) x/.exec(sizes)!
    assert.ok(Math.round(Number(width) / mm(1)) <= 420, `${paper} ${width}`)
  }
  for (const [i, height] of heights.entries()) assert.ok(i === 0 || height > heights[i - 1]! * 1.1, `${heights}`)
})

test('every sheet has whom to call for what lies on it, what goes on where, and the lines of the RD grid', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  const contacts = [{ kind: 'beschadiging', name: 'Wacht', phone: '0800 77', email: '' }]
  const operators = FACTS.operators.map((each) => (each.code === 'KL1' ? { ...each, contacts } : each))
  const { path, pages } = await print({ scale: 100, paper: 'A4' }, { operators, account: null, notes: [] })
  const sheets = words(path).split('\f').slice(1, -2)
  assert.equal(sheets.length, pages - 2)
  for (const [i, sheet] of sheets.entries()) {
    assert.match(sheet, /x 1550\d0/, `sheet ${i + 1}`)
    assert.match(sheet, /y 3900\d0/, `sheet ${i + 1}`)
    assert.match(sheet, /blad \d+/)
    // The cable lies on some, and an operator that delivered nothing may lie on any.
    assert.match(sheet, /Gas N\.V\.: schade 0800 1/)
    assert.equal(/Stroom N\.V\.: schade 0800 77/.test(sheet), /hoogspanning/.test(sheet), `sheet ${i + 1}`)
  }
  assert.ok(sheets.some((sheet) => /hoogspanning/.test(sheet)) && sheets.some((sheet) => !/hoogspanning/.test(sheet)))
  // The sheet beside the first says that the first is beside it.
  const [, right] = /blad (\d+)/.exec(sheets[0]!)!
  assert.match(sheets[Number(right) - 1]!, /blad 1\b/)
})

test('a pipeline with hazardous contents stands on the sheets of its operator, with whom to call', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  const contacts = [{ kind: 'netinformatie', name: 'Loket', phone: '088 11', email: '' }]
  const pipeline = { ...FACTS.operators[0]!, precaution: false, hazardous: true, contacts }
  const { path } = await print({ scale: 100, paper: 'A4' }, { operators: [pipeline], account: null, notes: [] })
  const sheets = words(path).split('\f').slice(1, -2)
  const said = /BUISLEIDINGMETGEVAARLIJKEINHOUD:belvoordatugraaft:Loket,08811/
  for (const [i, sheet] of sheets.entries())
    assert.equal(said.test(sheet.replaceAll(/\s+/g, '')), /hoogspanning/.test(sheet), `sheet ${i + 1}\n${sheet}`)
  assert.ok(sheets.some((sheet) => /hoogspanning/.test(sheet)))
})

test('every contact of a precaution is printed, also one without a number', { skip }, async (t) => {
  const { print } = resultIn(t)
  const contacts = [
    { kind: 'voorzorg', name: 'Loket Zuid', phone: 'aub bellen', email: '' },
    { kind: 'voorzorg', name: 'Post', phone: '', email: 'ev@stroom.example' },
    { kind: 'voorzorg', name: 'Wacht', phone: '088 77', email: '' },
    { kind: 'netinformatie', name: 'Algemeen', phone: '088 11', email: '' },
  ]
  const another = { code: 'KL9', name: 'Warmte N.V.', delivered: true, precaution: true, themes: ['warmte'], contacts }
  const operators = [...FACTS.operators, another]
  const said = words((await print({}, { operators })).path).replaceAll(/ +/g, ' ')
  for (const line of [
    'voorzorg: Loket Zuid, aub bellen',
    'voorzorg: Post, ev@stroom.example',
    'voorzorg: Wacht, 088 77',
  ])
    assert.equal(said.split(line).length, 3, `${line}: beside the map and on the last page\n${said}`)
  assert.ok(said.includes('Warmte N.V. · Loket Zuid, aub bellen; Post, ev@stroom.example; Wacht, 088 77'), said)
})

test('a line of the RD grid stands where the scale has it', { skip }, async (t) => {
  const { print } = resultIn(t)
  const { path } = await print({ scale: 500 })
  const page = pageOf(WISHES)
  const named = placed(path).filter(({ word, y }) => word === '155050' && y < page.map.y + 10)
  assert.equal(named.length, 1)
  // The middle of the area is the middle of the sheet; the name stands right of its line.
  const line = page.map.x + page.map.width / 2
  assert.ok(named[0]!.x > line && named[0]!.x < line + 15, `${named[0]!.x} ${line}`)
})

test('a demand for precaution stands on the sheets on which its area lies, with whom to call, and on no other', {
  skip,
}, async (t) => {
  const { print } = resultIn(t)
  // Its area is 10 x 10 m in the south-west.
  const { path } = await print({ scale: 100, paper: 'A4', hidden: ['warmte'] })
  const sheets = words(path).split('\f').slice(1, -2)
  const warned = sheets.filter((sheet) => sheet.includes('EIS VOORZORGSMAATREGEL'))
  assert.ok(warned.length > 0 && warned.length < sheets.length, `${warned.length} of ${sheets.length}`)
  for (const sheet of warned) assert.match(sheet.replaceAll(/\s+/g, ' '), /Stroom N\.V\. · warmte · Balie/)
})

test('thin lines are half a millimetre, where the official ones are more than one', { skip }, async (t) => {
  const { print } = resultIn(t)
  const thickness = async (lines: PrintOptions['lines']) =>
    spanOf(without(rendered((await print({ lines })).path)), [255, 0, 0]).height
  const [official, thin] = [await thickness('official'), await thickness('thin')]
  assert.ok(official >= 10 && official <= 12, `${official}`)
  assert.ok(thin >= 4 && thin <= 6, `${thin}`)
})

test('in black two themes differ along their lines, also where no letters stand', { skip }, async (t) => {
  const { print } = resultIn(t)
  const picture = rendered((await print({ ink: 'black' }, { notes: [], operators: [] })).path)
  const page = pageOf(WISHES)
  /** Dark dots beside a line that lies so far north of the area's middle, over its whole length. */
  const besideLine = (north: number): number => {
    const middle = (page.map.y + page.map.height / 2 - north * 2) * picture.perMm
    let dark = 0
    for (let x = page.map.x * picture.perMm; x < (page.map.x + page.map.width) * picture.perMm; x++) {
      for (const off of [-6, 6]) if (picture.at(Math.round(x), Math.round(middle + off))[0]! < 100) dark++
    }
    return dark
  }
  const [electricity, water] = [besideLine(-10), besideLine(10)]
  assert.ok(electricity > 40 && water > 40 && Math.abs(electricity - water) > 20, `${electricity} ${water}`)
})

test('the same options give the same bytes', async (t) => {
  const { print } = resultIn(t)
  const first = readFileSync((await print({})).path)
  assert.ok(first.equals(readFileSync((await print({})).path)))
})

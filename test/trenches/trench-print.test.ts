/** A trench plan on paper: which sheet, what is drawn where, and what its pages say. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { trenchPlan } from '../../server/exports/trenches/trench-plan.ts'
import { printTrenches } from '../../server/exports/trenches/trench-print.ts'
import { trenchSheets } from '../../server/exports/trenches/trench-sheets.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import type { Row } from '../../server/imkl/model/layers.ts'
import type { LocatedLine, TrenchParameters, TrenchPlan, Works } from '../../server/imkl/model/trench-plan.ts'
import type { Refusal } from '../../server/platform/refusal.ts'
import { LANGUAGES, type Language } from '../../server/texts/languages.ts'
import { translate } from '../../server/texts/texts.ts'
import { FACTS_ON_GROUND, rendered, withoutPoppler as skip, words } from '../support/paper.ts'
import { PARAMETERS } from '../support/trench-parameters.ts'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'klic-trenches-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const place = ([x, y]: Position): Position => [155_000 + x, 463_000 + y]
const axisOver = (...line: Position[]): Works => ({ kind: 'axis', line: line.map(place) })
const areaOver = (...ring: Position[]): Works => ({ kind: 'area', rings: [ring.map(place)] })
const WORKS = axisOver([0, 0], [60, 0])

const across = (x: number): Position[] => [
  [x, -30],
  [x, 30],
]
const LINES: Readonly<Record<string, [Position[], Row]>> = {
  gas: [across(10), { thema: 'gasLageDruk', netbeheerder: 'Gas Oost', label: 'PE 110', diepte_m: 0.85 }],
  water: [across(11), { fictief: true }],
  power: [across(50), { thema: 'laagspanning', netbeheerder: 'Stroom Oost' }],
}

interface Printed {
  lines?: Readonly<Record<string, [Position[], Row]>>
  located?: Record<string, LocatedLine['kind']>
  parameters?: Partial<TrenchParameters>
  language?: Language
  hasJob?: boolean
}

let count = 0
/** Prints the plan of works over these lines. */
async function printed(works: Works, options: Printed = {}) {
  const { lines = LINES, located = {}, parameters = {}, language = 'nl', hasJob = true } = options
  const path = join(folder, `plan-${count++}.pdf`)
  const gpkg = `${path}.gpkg`
  const writer = createGeoPackage(gpkg)
  for (const [id, [line, row]] of Object.entries(lines))
    writer.feature(
      'kabel_of_leiding',
      { id, thema: 'water', bronhouder: 'KL1001', status: 'functional', ...row },
      { type: 'MultiLineString', lines: [line.flatMap(place)] },
    )
  writer.row('netbeheerder', { bronhouder: 'KL1009', naam: 'Stille Netten', geleverd: false, klic_nummer: '26G000001' })
  writer.row('levering', { klic_nummer: '26G000001', datum_samengesteld: '2026-11-20T12:00:00Z', compleet: true })
  writer.finish({ lastChange: null, warnings: [{ code: 'SIMULATED', message: '' }] })
  const reader = openResult(gpkg)
  try {
    const { plan } = trenchPlan(reader, works, { ...PARAMETERS, ...parameters })
    const shapeOf = new Map(plan.rows.map(({ id, shape }) => [id, shape]))
    const found = Object.entries(located).map(([id, kind]) => [id, { kind, shape: shapeOf.get(id) ?? '' }])
    await printTrenches(reader, {
      ...{ works, plan, path, located: Object.fromEntries(found), groundAt: () => null },
      print: { language, ...(hasJob && { facts: { ...FACTS_ON_GROUND, dig: null }, revision: 3 }) },
    })
    return { path, plan }
  } finally {
    reader.close()
  }
}

const NOTHING = { rows: [], trenches: [], unknown: [] } as unknown as TrenchPlan
const sheetOf = (works: Works): string => {
  const { format, sheets } = trenchSheets(works, NOTHING)
  return `${format.paper} ${format.orientation} 1:${format.scale}, ${sheets.length}`
}

test('works lie on one A3 at the largest scale that takes them, and on larger paper at the smallest', () => {
  assert.equal(sheetOf(axisOver([0, 0], [20, 0])), 'A3 landscape 1:100, 1')
  assert.equal(sheetOf(axisOver([0, 0], [0, 36])), 'A3 portrait 1:100, 1')
  assert.equal(sheetOf(axisOver([0, 0], [50, 30])), 'A3 landscape 1:200, 1')
  assert.equal(sheetOf(areaOver([0, 0], [200, 0], [200, 100], [0, 100], [0, 0])), 'A3 landscape 1:750, 1')
  assert.equal(sheetOf(axisOver([0, 0], [700, 0])), 'A3 landscape 1:2500, 1')
  assert.equal(sheetOf(axisOver([0, 0], [1000, 0])), 'A2 landscape 1:2500, 1')
  assert.equal(sheetOf(axisOver([0, 0], [2000, 0])), 'A0 landscape 1:2500, 1')
  assert.equal(sheetOf(axisOver([0, 0], [8000, 0])), 'A0 landscape 1:2500, 4')
})

test('works that take more sheets than a print has are refused', () => {
  const loop = (side: number) => areaOver([0, 0], [side, 0], [side, side], [0, side], [0, 0])
  for (const works of [loop(20_000), axisOver([0, 0], [250_000, 100_000])])
    assert.throws(
      () => trenchSheets(works, NOTHING),
      ({ code, message }: Refusal) => code === 'VALIDATION_FAILED' && /more than 60 sheets/.test(message),
    )
})

test('a table that is too long is refused before it is made', async () => {
  const along = Object.fromEntries(
    Array.from({ length: 130 }, (_, i): [string, [Position[], Row]] => [
      `l${i}`,
      [
        [
          [0, i / 100],
          [200, i / 100],
        ],
        {},
      ],
    ]),
  )
  await assert.rejects(
    printed(axisOver([0, 0], [200, 0]), { lines: along, parameters: { spacingM: 1, shareM: 0 } }),
    /The table would have \d+ rows, and paper takes 10000/,
  )
})

test('the works and the outlines of the trenches are drawn to scale', { skip }, async () => {
  const { path, plan } = await printed(WORKS)
  const page = rendered(path)
  const [first, second] = plan.trenches
  // 1:250 on A3: 10 pixels a millimetre are 40 pixels a metre, and the middle of the map is that of the works.
  const middle = [8 + (420 - 16 - 84 - 4) / 2, 20 + (297 - 28) / 2]
  const at = (x: number, y: number) =>
    page.at(Math.round(middle[0]! * 10 + (x - 30) * 40), Math.round(middle[1]! * 10 - y * 40))
  const isOrange = ([r, g, b]: Uint8Array): boolean => r! - b! > 100 && g! < 150
  const isTinted = ([r, g, b]: Uint8Array): boolean => r! - b! > 20 && g! < 240
  assert.match(words(path), /Schaal 1:250 +\(A3\)/)
  for (const { fromM, toM } of [first!, second!]) {
    for (const x of [fromM!, toM!]) {
      assert.ok(isOrange(at(x, 1)), `an edge at ${x}`)
      assert.ok(!isOrange(at(x, plan.searchM + 0.3)), `no edge beyond ${x}`)
    }
    assert.ok(isTinted(at(fromM! + 0.4, 1)))
  }
  assert.deepEqual([...at(25, 1)], [255, 255, 255])
  // Half of the profile to each side of the axis.
  assert.notDeepEqual([...at(25, 0.2)], [255, 255, 255])
  assert.deepEqual([...at(25, 0.45)], [255, 255, 255])
})

test('the pages have the notes, each trench with its lines, what no plan can know, and the sources', {
  skip,
}, async () => {
  const located = { gas: 'found', power: 'not_found' } as const
  const [map, ...pages] = words((await printed(WORKS, { located })).path)
    .split('\f')
    .map((page) => page.replaceAll(/\s+/g, ' '))
  assert.match(map!, /Proefsleuven: Bermsloot.*KLIC 22G000001.*revisie 1.*Sleuvenplan, revisie 3/)
  assert.match(map!, /3 leidingen, 2 proefsleuven, 2 niet gelokaliseerd/)
  assert.match(map!, /as en profiel van het werk proefsleuf met nummer/)
  const table = pages.join(' ')
  assert.match(table, /Sleuf 1 · 2 leidingen · 3 m · 9-12 m · x 155010.50, y 463000.00/)
  assert.match(table, /Gas lage druk · PE 110 Gas Oost kruist de as op 10 m, 90° 0,85 m \(opgegeven\) gelokaliseerd/)
  assert.match(
    table,
    /Water · Getekend zonder gemeten ligging\. KL1001 kruist de as op 11 m, 90° onbekend niet gelokaliseerd/,
  )
  assert.match(table, /Laagspanning Stroom Oost kruist de as op 50 m, 90° onbekend niet gevonden/)
  assert.match(
    table,
    /Wat dit plan niet kan weten 226,1 m² van het zoekgebied ligt buiten [^.]+\. Stille Netten heeft niets geleverd \(26G000001\)\./,
  )
  assert.match(table, /KL1001: 1 leiding heeft geen gemeten ligging\. Leidingen die in geen enkele levering staan\./)
  assert.match(table, /Afwijking van de geleverde ligging, per kant \(m\) 1 Een grotere afwijking moet worden gemeld/)
})

test('without a job each page says what the result says of itself', { skip }, async () => {
  const pages = words((await printed(WORKS, { hasJob: false, language: 'en' })).path)
    .split('\f')
    .slice(0, -1)
  assert.equal(pages.length, 2)
  for (const page of pages) assert.match(page, /SIMULATION: NOT FOR USE IN THE FIELD/)
  for (const page of pages)
    assert.match(page.replaceAll(/\s+/g, ' '), /Not every network operator.* \(Stille Netten\)\./)
  assert.match(pages[0]!.replaceAll(/\s+/g, ' '), /KLIC 26G000001 Result of 20 November 2026 /)
})

test('where no line was delivered the print says that others may lie there, and no print says that a place is free', {
  skip,
}, async () => {
  for (const language of LANGUAGES) {
    const far = words((await printed(axisOver([20, 40], [40, 40]), { language })).path).replaceAll(/\s+/g, ' ')
    assert.equal(far.split(translate(language)('trenches.nothing')).length, 3)
    const near = words((await printed(WORKS, { language })).path)
    assert.doesNotMatch(far + near, /\b(free|safe|clear|vrij|veilig)\b/i)
  }
})

test('rows that go on on another page stand under the head of the table and of their trench', { skip }, async () => {
  const many = Object.fromEntries(
    Array.from({ length: 70 }, (_, i): [string, [Position[], Row]] => [`l${i}`, [across(10 + i / 100), {}]]),
  )
  const pages = words((await printed(axisOver([0, 0], [60, 0]), { lines: many })).path).split('\f')
  assert.match(pages[2]!.replaceAll(/\s+/g, ' '), /Leiding Netbeheerder Ligging .* Sleuf 1 · 70 leidingen/)
})

test('the same plan has the same bytes', async () => {
  const [one, other] = [await printed(WORKS), await printed(WORKS)]
  assert.ok(readFileSync(one.path).equals(readFileSync(other.path)))
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import saxes from 'saxes'
import { factsOf } from '../../server/exports/conversion/geopackage-styles.ts'
import type { ResultContents } from '../../server/exports/styling/contents.ts'
import { metadataXml } from '../../server/exports/styling/metadata.ts'
import { projectXml } from '../../server/exports/styling/project.ts'
import { qmlOf } from '../../server/exports/styling/qml.ts'
import { svgOf } from '../../server/exports/styling/svg.ts'
import { groupsOf } from '../../server/exports/styling/tree.ts'
import { CASING, DRAW_ORDER, LINE_DASH, LINE_WIDTH, STATUSES } from '../../server/imkl/look/styles.ts'
import { APPURTENANCE_SYMBOLS, ELEMENT_SYMBOLS } from '../../server/imkl/look/symbols.ts'
import type { ResultSummary } from '../../server/imkl/model/conversion-task.ts'
import { LAYERS } from '../../server/imkl/model/layers.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { appurtenanceType } from '../../server/imkl/rows/appurtenance-types.ts'
import { shared } from '../support/shared.ts'
import { FACTS } from './specimen.ts'

/** Every attribute and text, by the name of its element; throws where the XML is not well-formed. */
function read(xml: string): { elements: { name: string; attributes: Record<string, string> }[]; texts: string[] } {
  const parser = new saxes.SaxesParser()
  const elements: { name: string; attributes: Record<string, string> }[] = []
  const texts: string[] = []
  parser.on(
    'opentag',
    ({ name, attributes }) => void elements.push({ name, attributes: attributes as Record<string, string> }),
  )
  parser.on('text', (text) => void texts.push(text))
  parser.write(xml).close()
  return { elements, texts }
}

const contents = (fileName = 'KLIC_proef.gpkg'): ResultContents => ({
  fileName,
  layers: [
    {
      name: 'kabel_of_leiding',
      themes: new Map<string | null, number>([
        ['water', 3],
        ['laagspanning', 2],
        ['nieuwThema', 1],
        [null, 1],
      ]),
      extent: { minX: 1000, minY: 2000, maxX: 1100, maxY: 2100 },
    },
    {
      name: 'leidingelement',
      themes: new Map([['water', 5]]),
      extent: { minX: 1000, minY: 2000, maxX: 1050, maxY: 2050 },
    },
    { name: 'maatvoering_punt', themes: new Map([['water', 4]]), extent: null },
    {
      name: 'aanvraag_polygoon',
      themes: new Map([[null, 1]]),
      extent: { minX: 990, minY: 1990, maxX: 1110, maxY: 2110 },
    },
  ],
})

test('every layer of a result has a style, once, in the order of drawing', () => {
  assert.deepEqual([...DRAW_ORDER].sort(), LAYERS.map(({ name }) => name).sort())
  for (const layer of DRAW_ORDER) assert.equal(read(qmlOf(layer)).elements[0]?.name, 'qgis')
})

test('a style asks only for columns that its layer has', () => {
  for (const { name, columns } of LAYERS) {
    const { elements } = read(qmlOf(name as (typeof DRAW_ORDER)[number]))
    const texts = elements.flatMap(({ attributes }) => Object.values(attributes))
    const asked = new Set(texts.flatMap((text) => [...text.matchAll(/"([a-z_]+)"/g)].map(([, column]) => column!)))
    assert.deepEqual(
      [...asked].filter((column) => !columns.some((known) => known.name === column)),
      [],
      name,
    )
  }
})

test('bounds the rules of every style by whole numbers, the only ones that QGIS reads', () => {
  let bounds = 0
  for (const layer of DRAW_ORDER) {
    for (const { name, attributes } of read(qmlOf(layer)).elements) {
      if (name !== 'rule' || attributes.scalemaxdenom === undefined) continue
      assert.match(attributes.scalemaxdenom, /^\d+$/, layer)
      bounds++
    }
  }
  assert.ok(bounds > 10)
})

test('every text has a halo', () => {
  for (const layer of ['annotatie_punt', 'maatvoering_punt', 'diepte'] as const) {
    const { elements } = read(qmlOf(layer))
    const [halo, ...more] = elements.filter(({ name }) => name === 'text-buffer').map(({ attributes }) => attributes)
    assert.deepEqual(more, [])
    const { bufferDraw, bufferSize, bufferSizeUnits, bufferColor } = halo!
    assert.deepEqual([bufferDraw, bufferSize, bufferSizeUnits, bufferColor], ['1', '0.5', 'MM', '255,255,255,255'])
  }
})

test('cables have the colour of their theme', () => {
  const { elements } = read(qmlOf('kabel_of_leiding'))
  const rules = elements.filter(({ name }) => name === 'rule')
  const colours = elements
    .filter(({ name, attributes }) => name === 'Option' && attributes.name === 'line_color')
    .map(({ attributes }) => attributes.value)
  for (const [i, { id, colour }] of THEMES.entries()) {
    assert.equal(rules[i]?.attributes.filter, `"thema"='${id}'`)
    const [red, green, blue] = colours[i]!.split(',').map(Number) as [number, number, number]
    assert.equal(`#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`, colour)
  }
  assert.equal(rules.at(-1)?.attributes.filter, 'ELSE')
})

test('every symbol that the reader names is drawn, and each once', () => {
  const names: readonly string[] = APPURTENANCE_SYMBOLS.map(({ name }) => name)
  assert.equal(new Set(names).size, names.length)
  for (const [list, value] of [
    ['ElectricityAppurtenanceTypeIMKLValue', 'mof'],
    ['WaterAppurtenanceTypeValue', 'fireHydrant'],
    ['totaal', 'gemaal'],
    ['OverigAppurtenanceTypeIMKLValue', 'overig'],
  ] as const) {
    assert.ok(names.includes(appurtenanceType(list, value).symbol), value)
  }
})

test('symbols are small well-formed SVG in one colour that QGIS sets', () => {
  const all = [...APPURTENANCE_SYMBOLS.map(({ shapes }) => shapes), ...Object.values(ELEMENT_SYMBOLS)]
  for (const svg of all.map((shapes) => svgOf(shapes))) {
    const { elements } = read(svg)
    assert.equal(elements[0]?.name, 'svg')
    assert.ok(svg.length < 900, `${svg.length} bytes`)
    const paints = elements.flatMap(({ attributes }) => [attributes.fill, attributes.stroke]).filter((paint) => paint)
    assert.deepEqual(
      paints.filter((paint) => !['none', 'param(fill)', '#ffffff'].includes(paint!)),
      [],
    )
  }
})

test('a project holds every feature exactly once, also of themes that nobody knows', () => {
  const layers = groupsOf(contents()).flatMap((group) => group.layers)
  const of = (table: string) => layers.filter((layer) => layer.table === table).map(({ subset }) => subset)
  const known = THEMES.map(({ id }) => `'${id}'`).join(',')
  assert.deepEqual(of('kabel_of_leiding'), [
    `"thema" = 'laagspanning'`,
    `"thema" = 'water'`,
    `"thema" IS NULL OR "thema" NOT IN (${known})`,
  ])
  assert.deepEqual(of('leidingelement'), [`"thema" = 'water'`])
  assert.deepEqual(of('maatvoering_punt'), [undefined])
})

test('names of other people do not break the XML, and control characters go', () => {
  const title = 'A & B <c> "d"\u0007 \'e\''
  const facts = { ...FACTS, title, klicNumbers: ['22G<1>'] }
  const { elements, texts } = read(projectXml(contents(), facts))
  assert.equal(elements[0]?.attributes.projectname, `A & B <c> "d" 'e'`)
  assert.ok(texts.includes(`A & B <c> "d" 'e'`))
  assert.ok(read(metadataXml(contents(), facts)).texts.includes('22G<1>'))
})

test('a reference that looks like an expression is only shown', () => {
  const { elements } = read(projectXml(contents(), { ...FACTS, title: "[% env('HOME') %]", klicNumbers: ['[%1%]'] }))
  const texts = elements.flatMap(({ attributes }) => (attributes.labelText === undefined ? [] : [attributes.labelText]))
  assert.deepEqual(
    texts.filter((text) => text.includes('[%')).map((text) => text.slice(0, 8)),
    // On the page and on its sheets.
    ['Schaal 1', 'Schaal 1'],
  )
})

test('without a reference the title says of how many notifications it is, and the page names them', () => {
  const titleOf = (...klicNumbers: string[]) => {
    const deliveries = klicNumbers.map((klicNumber) => ({ klicNumber, composedAt: null }))
    return factsOf({ deliveries, operators: [], warnings: [] } as unknown as ResultSummary, undefined).title
  }
  assert.equal(titleOf('22G000001', '22G000001'), 'KLIC 22G000001')
  assert.equal(titleOf('22G000002', '22G000001', '22G000003'), 'KLIC 22G000001 +2')
  const page = (count: number) => {
    const klicNumbers = Array.from({ length: count }, (_, i) => `22G${i + 101}`)
    const { elements } = read(projectXml(contents(), { ...FACTS, klicNumbers }))
    const label = elements.find(({ attributes }) => attributes.labelText?.startsWith('KLIC-nummers'))
    return label!.attributes.labelText!.split('\n')[0]
  }
  assert.equal(page(2), 'KLIC-nummers: 22G101, 22G102')
  assert.match(page(14)!, /22G112 en 2 meer$/)
})

test('the page has a scale that a ruler has, of a street and of notifications at both ends of the country', () => {
  const width = 300
  for (const [metres, scale] of [
    [20, 100],
    [100, 500],
    [500, 2000],
    [600, 2500],
    [190_000, 1_000_000],
    [320_000, 2_000_000],
  ] as const) {
    const [kept, ...others] = contents().layers
    const extent = { minX: 10_000, minY: 310_000, maxX: 10_010, maxY: 310_000 + metres }
    const layers = [{ ...kept!, extent }, ...others.map((layer) => ({ ...layer, extent }))]
    const { elements } = read(projectXml({ ...contents(), layers }, FACTS))
    const { xmin, xmax } = elements.find(({ name }) => name === 'Extent')!.attributes
    assert.equal(Math.round(((Number(xmax) - Number(xmin)) / width) * 1000), scale, `${metres} m`)
  }
})

test('a project finds its layers beside itself, under the name of the file', () => {
  const { texts } = read(projectXml(contents('KLIC_Bermsloot.gpkg'), FACTS))
  const sources = texts.filter((text) => text.includes('|layername='))
  // Six layers, and the tables of "Let op".
  assert.equal(sources.length, 9)
  assert.ok(sources.every((source) => source.startsWith('./KLIC_Bermsloot.gpkg|layername=')))
})

test('simulated and incomplete results say so on the page and in the metadata', () => {
  const page = projectXml(contents(), FACTS) + metadataXml(contents(), FACTS)
  assert.match(page, /labelText="Testgegevens: niet gebruiken in het veld/)
  assert.match(page, /useLimitation>.*Testgegevens: niet gebruiken in het veld/)
  assert.match(page, /useLimitation>.*Niet elke netbeheerder heeft geleverd/)
  assert.match(page, /Coördinaten zijn afgerond op de millimeter\./)
  const real = { ...FACTS, notes: [] }
  assert.doesNotMatch(
    projectXml(contents(), real) + metadataXml(contents(), real),
    /Testgegevens|Niet elke netbeheerder|useLimitation/,
  )
})

const facts = shared('domain/imkl-styles.json')

test('sizes, dashes, colours and symbols are those of the standard', { skip: !facts && 'no shared material' }, () => {
  const standard = JSON.parse(readFileSync(facts!, 'utf8'))
  assert.deepEqual(
    THEMES.map(({ id, colour }) => [id, colour]),
    standard.themes.map(({ id, colour }: { id: string; colour: string }) => [id, colour]),
  )
  assert.deepEqual(LINE_DASH, standard.status_dash_px)
  const cable = standard.line_styles[0].styles[0].bands
  assert.deepEqual(
    LINE_WIDTH.map(({ upTo, size }) => [upTo, size]),
    cable.map((band: { scale_max: number; width_px: number }) => [band.scale_max, band.width_px]),
  )
  const casing = standard.line_styles.find((style: { feature_class: string }) => style.feature_class === 'Mantelbuis')
  for (const id of STATUSES) {
    const style = casing.styles.find((one: { status: string }) => one.status === id)
    for (const [i, { upTo, size }] of CASING.entries()) {
      assert.equal(size.outer, style.bands[i].outer_width_px)
      assert.equal(size.inner, style.bands[i].inner_width_px)
      assert.deepEqual(size.dash[id], style.guide_dash_px?.[`1:${upTo}`] ?? null)
    }
  }
  const { symbols, generic } = standard.appurtenance
  assert.deepEqual(
    APPURTENANCE_SYMBOLS.map(({ icon, name }) => [icon, name]),
    [...symbols.map((one: { icon: number; symbol: string }) => [one.icon, one.symbol]), [null, generic.symbol]],
  )
  const elements = standard.container_element_styles.map((one: { feature_class: string }) => one.feature_class)
  assert.deepEqual(Object.keys(ELEMENT_SYMBOLS), elements)
})

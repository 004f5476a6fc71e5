/** Everything of IMKL that the window says has a name in both languages: what the program knows, and what really comes. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, test } from 'node:test'
import { CLASSES } from '../../server/imkl/gml/classes.ts'
import { STATUSES } from '../../server/imkl/look/styles.ts'
import { APPURTENANCE_SYMBOLS, ELEMENT_SYMBOLS } from '../../server/imkl/look/symbols.ts'
import { LAYERS, type Row } from '../../server/imkl/model/layers.ts'
import { classNameIn, valueIn } from '../../server/imkl/model/names.ts'
import { THEMES } from '../../server/imkl/model/themes.ts'
import { TYPES } from '../../server/imkl/rows/appurtenance-types.ts'
import { LISTS, type ValueList } from '../../server/imkl/rows/value-lists.ts'
import en from '../../server/texts/en.json' with { type: 'json' }
import nl from '../../server/texts/nl.json' with { type: 'json' }
import { mergePaths, temporaryFolder } from '../support/imkl-fixture.ts'
import { shared } from '../support/shared.ts'
import { simulatedDelivery } from '../support/simulated-delivery.ts'

/** Whose labels stand in which column; those of types go by their codes, and statuses are words of the window. */
const COLUMN_OF = {
  verticalPosition: 'verticale_positie',
  deliveryType: 'leveringsnetwerk',
  warningType: 'waarschuwing',
  product: 'product',
  material: 'materiaal',
  depthPoint: 'meetpunt',
  requestType: 'aanvraagsoort',
} as const satisfies Partial<Record<ValueList, string>>

const namesOf = (entries: object): string[] => Object.keys(entries).sort()
const without = (known: object, wanted: readonly string[]): string[] =>
  wanted.filter((each) => !Object.hasOwn(known, each))

const { imkl } = en
const VALUES: Readonly<Record<string, object>> = imkl.value

/** Its cells of IMKL's lists that have no text; the texts of operators have no list. */
const unsaid = (row: Row): string[] => {
  const { objecttype, thema, type, status } = row
  const isNamed = (column: string): boolean => {
    const cell = row[column]
    if (typeof cell !== 'string' || (column === 'product' && objecttype === 'Overig')) return true
    const list = VALUES[column]!
    return Object.hasOwn(list, cell) || cell.split(', ').every((word) => Object.hasOwn(list, word))
  }
  const statuses = { ...en.result.status, ...imkl.value.status }
  return [
    ...(Object.hasOwn(imkl.class, String(objecttype)) ? [] : [`class ${objecttype}`]),
    ...(thema && !THEMES.some(({ id }) => id === thema) ? [`theme ${thema}`] : []),
    ...(row.type_naam && !Object.hasOwn(imkl.type, String(type)) ? [`type ${type}`] : []),
    ...(status && !Object.hasOwn(statuses, String(status)) ? [`status ${status}`] : []),
    ...Object.keys(VALUES)
      .filter((column) => column !== 'status' && !isNamed(column))
      .map((column) => `${column} ${row[column]}`),
  ]
}

describe('names of IMKL in both languages', () => {
  test('each class that the program knows has one, and no other has', () => {
    assert.deepEqual(namesOf(imkl.class), [...CLASSES].sort())
    for (const name of CLASSES)
      for (const language of ['nl', 'en'] as const) assert.match(classNameIn(language, name), /^[A-Z].+/)
    assert.equal(classNameIn('en', 'NieuweKlasse'), 'Nieuwe Klasse')
    assert.equal(classNameIn('en', null), '')
  })

  test('each theme, status and value of the lists, each type and each symbol has a text', () => {
    assert.deepEqual(
      Object.keys(imkl.theme),
      THEMES.map(({ id }) => id),
    )
    assert.deepEqual(Object.keys(imkl.status), [...STATUSES])
    for (const [list, column] of Object.entries(COLUMN_OF)) {
      const labels = Object.values(LISTS[list as ValueList] as Record<string, string>)
      assert.deepEqual(without(VALUES[column]!, labels), [], list)
    }
    const codes = [LISTS.detailType, LISTS.topographyType, ...Object.values(TYPES)].flatMap((list) => Object.keys(list))
    assert.ok(codes.length > 140)
    assert.deepEqual(without(imkl.type, codes), [])
    for (const words of [en, nl]) assert.deepEqual(without(words.result.status, Object.keys(LISTS.status)), [])
    assert.deepEqual(namesOf(imkl.symbol), APPURTENANCE_SYMBOLS.map(({ name }) => name).sort())
    assert.deepEqual(without(imkl.class, Object.keys(ELEMENT_SYMBOLS)), [])
  })

  test('each column of a result has a name', () => {
    const columns = LAYERS.flatMap((layer) => layer.columns.map(({ name }) => name))
    for (const { feature } of [en, nl]) assert.deepEqual(namesOf(feature.columns), [...new Set(columns)].sort())
  })

  test('what no list has is said as it came, and Dutch stays as the file has it', () => {
    const pipe = { materiaal: 'roestvaststaal', product: 'aardgas, waterstof', label: 'staal', type: 'cleanOut' }
    assert.equal(valueIn('en', 'materiaal', pipe), 'stainless steel')
    assert.equal(valueIn('en', 'product', pipe), 'natural gas, hydrogen')
    assert.equal(valueIn('en', 'product', { product: 'aardgas, onbekend gas' }), 'natural gas, onbekend gas')
    assert.equal(valueIn('en', 'label', pipe), 'staal')
    assert.equal(valueIn('en', 'materiaal', { materiaal: 'constructor' }), 'constructor')
    assert.equal(valueIn('en', 'type_naam', { type: 'cleanOut', type_naam: 'afsluiter' }), 'clean-out')
    assert.equal(valueIn('en', 'type_naam', { type: 'NieuwType', type_naam: 'NieuwType' }), 'NieuwType')
    assert.equal(valueIn('en', 'diameter_mm', { diameter_mm: 110 }), 110)
    assert.equal(valueIn('nl', 'materiaal', pipe), 'roestvaststaal')
  })

  test('everything in the simulated world', async (t) => {
    const folder = temporaryFolder(t)
    // A town, a city's centre and the country between them: together all classes that the simulator makes.
    const corners = [
      [155_000, 390_000],
      [121_000, 487_000],
      [155_000, 463_000],
    ] as const
    const seen = new Set<string>()
    for (const [i, [x, y]] of corners.entries()) {
      const path = await simulatedDelivery(folder, `26O00000${i}`, [x, y, x + 1500, y + 1500])
      for (const { row } of (await mergePaths(t, [path])).features) {
        assert.deepEqual(unsaid(row), [], String(row.id))
        seen.add(String(row.objecttype))
      }
    }
    assert.ok(seen.size > 20, [...seen].join())
  })

  const deliveries = shared('deliveries')
  const skip = deliveries ? false : 'the example deliveries (../shared/deliveries) are not here'
  test('everything in the example deliveries', { skip }, async (t) => {
    const files = readdirSync(deliveries!).filter((name) => name.endsWith('.zip'))
    assert.ok(files.length > 0)
    for (const file of files)
      for (const { row } of (await mergePaths(t, [`${deliveries}/${file}`])).features)
        assert.deepEqual(unsaid(row), [], `${file} ${row.id}`)
  })
})

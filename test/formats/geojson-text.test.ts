import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  cellText,
  degrees,
  exactly,
  geometryText,
  metres,
  rowWriter,
} from '../../server/exports/formats/geojson-text.ts'

const within = (most: number) => fc.double({ min: -most, max: most, noNaN: true })

test('metres are the number to the nearest millimetre', () => {
  fc.assert(
    fc.property(within(1e6), (value) => {
      const text = metres(value)
      assert.match(text, /^-?\d+(\.\d{1,3})?$/)
      assert.ok(Math.abs(Number(text) - value) <= 0.0005 + 1e-9)
      assert.notEqual(text, '-0')
    }),
  )
})

test('degrees are the number as JSON has it, to the ninth decimal', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 180e9 }),
      fc.constantFrom(1, 1e3, 1e6, 1e9),
      fc.boolean(),
      (units, step, isWest) => {
        // Rounded to fewer decimals too, whose zeros at the end must go. JSON has an exponent below a millionth.
        const value = ((isWest ? -1 : 1) * Math.max(Math.floor(units / step) * step, 1000)) / 1e9
        assert.equal(degrees(value), JSON.stringify(value))
      },
    ),
    { numRuns: 5000 },
  )
  for (const value of [0, -0, 5, 52.1, -5.000000001, 4.9999999999, 359.9999999999]) {
    assert.equal(degrees(value), JSON.stringify(Math.round(value * 1e9) / 1e9))
  }
})

test('what is written exactly is what JSON has, whole millimetres or not', () => {
  const millimetres = fc.integer({ min: -700_000_000, max: 700_000_000 }).map((mm) => mm / 1000)
  fc.assert(
    fc.property(fc.oneof(millimetres, within(1e6), within(1e300)), (value) => {
      assert.equal(exactly(value), JSON.stringify(value))
    }),
    { numRuns: 5000 },
  )
})

test('a cell with any value is written as JSON has it', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', '"', '\\', '\n', '\u007f', '\u2028', '\ud800', '🚰'),
  )
  fc.assert(
    fc.property(fc.oneof(texts, within(1e300), fc.boolean(), fc.constant(null)), (cell) => {
      assert.equal(cellText(cell), JSON.stringify(cell))
    }),
    { numRuns: 5000 },
  )
})

test('a row has every column in its order, null where nothing is known, and its reals as asked', () => {
  const columns = [
    { name: 'id', shp: 'id', type: 'text' },
    { name: 'diepte_m', shp: 'diepte_m', type: 'real' },
    { name: 'fictief', shp: 'fictief', type: 'boolean' },
  ] as const
  const row = rowWriter(columns, (cell) => `${cell}.0`)
  assert.equal(row(['a', 1, true]), '"id":"a","diepte_m":1.0,"fictief":true')
  assert.equal(row([null, null]), '"id":null,"diepte_m":null,"fictief":null')
})

test('a layer of single polygons has no MultiPolygon, unless there are several', () => {
  const place = (x: number, y: number) => `[${x},${y}]`
  const one = [[0, 0, 1, 0, 1, 1, 0, 0]]
  const ring = '[[0,0],[1,0],[1,1],[0,0]]'
  const multi = (polygons: number[][][]) => ({ type: 'MultiPolygon', polygons }) as const
  assert.equal(geometryText(multi([one]), place, true), `{"type":"Polygon","coordinates":[${ring}]}`)
  assert.equal(geometryText(multi([one]), place), `{"type":"MultiPolygon","coordinates":[[${ring}]]}`)
  const two = `{"type":"MultiPolygon","coordinates":[[${ring}],[${ring}]]}`
  assert.equal(geometryText(multi([one, one]), place, true), two)
})

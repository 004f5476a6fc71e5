/** The window's own rules without a browser: reading what is pasted, undo and redo, and the grid's accuracy. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftReducer, freshDraft } from '../../renderer/map/drawing/draft.ts'
import { type ReadArea, readArea } from '../../renderer/map/drawing/read-area.ts'
import { areaOf, crossingOf, editObstacle, type Shape } from '../../renderer/map/drawing/shape.ts'
import { pointInside } from '../../renderer/map/layers/area.ts'
import { lngLatToRd, rdToLngLat } from '../../renderer/map/rd.ts'

const SQUARE = [
  [155000, 463000],
  [155100, 463000],
  [155100, 463100],
  [155000, 463000],
]
const ringOf = (read: ReadArea) =>
  read.ok && read.shape.kind === 'polygon' ? read.shape.geometry.coordinates[0] : read
const frameOf = (read: ReadArea) => (read.ok && read.shape.kind === 'polygon' ? read.shape.frame : read)

const SAME_TRIANGLE: readonly (readonly [what: string, text: string])[] = [
  ['lines, left open', '155000 463000\n155100 463000\n155100 463100'],
  ['lines, closed', '155000 463000\n155100 463000\n155100 463100\n155000 463000'],
  ['commas', '155000, 463000\n155100, 463000\n155100, 463100'],
  ['commas without blanks', '155000,463000\n155100,463000\n155100,463100'],
  ['semicolons and a heading', 'x;y\n155000;463000\n155100;463000\n155100;463100\n'],
  ['decimal commas', '155000,0 463000,0\n155100,0 463000,0\n155100,0 463100,0'],
  ['tabs, a height and a byte order mark', '\uFEFF155000\t463000\t1.2\n155100\t463000\t1\n155100\t463100\t1'],
  ['WKT', 'POLYGON ((155000 463000, 155100 463000, 155100 463100, 155000 463000))'],
  ['EWKT with heights', 'SRID=28992;POLYGON Z((155000 463000 1,155100 463000 1,155100 463100 1,155000 463000 1))'],
  ['WKT with exponents', 'polygon((1.55e5 463000, 155100 463000, 155100 463100, 155000 463000))'],
  ['a MULTIPOLYGON of one', 'MULTIPOLYGON (((155000 463000, 155100 463000, 155100 463100, 155000 463000)))'],
  ['a geometry', JSON.stringify({ type: 'Polygon', coordinates: [SQUARE] })],
  [
    'a Feature',
    JSON.stringify({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [SQUARE] } }),
  ],
  [
    'a FeatureCollection with a point beside it',
    JSON.stringify({
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] } },
        { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[SQUARE]] } },
      ],
    }),
  ],
]
for (const [what, text] of SAME_TRIANGLE)
  test(`${what}: the same triangle in RD`, () => {
    const read = readArea(text)
    assert.deepEqual(ringOf(read), SQUARE)
    assert.equal(frameOf(read), 'EPSG:28992')
  })

test('corners in latitude, longitude are turned round', () => {
  const read = readArea('52.10 5.30\n52.10 5.31\n52.11 5.31')
  assert.equal(frameOf(read), 'EPSG:4326')
  assert.deepEqual(ringOf(read), [
    [5.3, 52.1],
    [5.31, 52.1],
    [5.31, 52.11],
    [5.3, 52.1],
  ])
})

test('a hole in WKT is kept', () => {
  const read = readArea('POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))')
  assert.equal(read.ok && read.shape.kind === 'polygon' && read.shape.geometry.coordinates.length, 2)
})

const UNREADABLE: readonly (readonly [text: string, expected: object])[] = [
  ['', { ok: false, why: 'empty' }],
  ['meadow behind the church', { ok: false, why: 'notUnderstood' }],
  ['{"type":', { ok: false, why: 'notUnderstood' }],
  ['POLYGON ((1 2, 3', { ok: false, why: 'notUnderstood' }],
  ['155000 463000\n155100 463000', { ok: false, why: 'tooFew' }],
  ['155000 463000\n155100\n155100 463100', { ok: false, why: 'badNumber', line: 2 }],
  ['155000 463000\n5.3 52.1\n155100 463100', { ok: false, why: 'mixedFrames' }],
  ['{"type":"Point","coordinates":[5,52]}', { ok: false, why: 'noPolygon' }],
  ['MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((2 2,3 2,3 3,2 2)))', { ok: false, why: 'severalPolygons', count: 2 }],
]
for (const [text, expected] of UNREADABLE)
  test(`"${text.slice(0, 30).replaceAll('\n', ' / ')}" is refused with its reason`, () => {
    assert.deepEqual(readArea(text), expected)
  })

const shapeAt = (x: number): Shape => ({
  kind: 'polygon',
  frame: 'EPSG:28992',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x, 0],
        [x + 1, 0],
        [x + 1, 1],
        [x, 0],
      ],
    ],
  },
})

test('undo and redo walk the same way back and forth, and a new step ends the redo', () => {
  const [a, b, c] = [shapeAt(1), shapeAt(2), shapeAt(3)]
  const two = [a, b].reduce((draft, shape) => draftReducer(draft, { do: 'commit', shape }), freshDraft('ref'))
  const back = draftReducer(two, { do: 'undo' })
  assert.equal(back.shape, a)
  assert.equal(draftReducer(back, { do: 'redo' }).shape, b)
  const other = draftReducer(back, { do: 'commit', shape: c })
  assert.equal(draftReducer(other, { do: 'redo' }).shape, c)
})

test('what the pen is making is no step of its own', () => {
  const sketched = draftReducer(freshDraft('ref'), { do: 'sketch', shape: shapeAt(1) })
  assert.equal(sketched.shape, null)
  assert.equal(sketched.past.length, 0)
})

test('a corridor becomes an area of its width', () => {
  const line = {
    type: 'LineString' as const,
    coordinates: [rdToLngLat([155000, 463000]), rdToLngLat([155400, 463000])],
  }
  const area = areaOf({ kind: 'corridor', line, widthM: 20 })
  const ys = area!.geometry.coordinates[0]!.map((position) => lngLatToRd(position)[1])
  assert.ok(Math.abs(Math.max(...ys) - Math.min(...ys) - 20) < 0.2)
})

test('an outline whose degrees are only approximate is not dragged', () => {
  assert.equal(editObstacle(shapeAt(1), false), 'rdNoEdit')
  assert.equal(editObstacle(shapeAt(1), true), null)
})

test('the number of a part lies inside it, also in a U', () => {
  const u = [
    [0, 0],
    [9, 0],
    [9, 9],
    [8, 9],
    [8, 1],
    [1, 1],
    [1, 9],
    [0, 9],
    [0, 0],
  ]
  const [x] = pointInside({ type: 'Polygon', coordinates: [u] })
  assert.ok((x > 0 && x < 1) || (x > 8 && x < 9))
})

test('the grid is good to a metre at the corners of the country', () => {
  // Published with the official transformation, RDNAPTRANS2018.
  const KNOWN = [
    [155000, 463000, 5.38720365, 52.1551728874],
    [24938.149, 377361.015, 3.5192770581, 51.3704488204],
    [195636.312, 310504.079, 5.9633710606, 50.7830159545],
    [187119.857, 574143.273, 5.8673377813, 53.1530488163],
    [231116.646, 456381.545, 6.497883846, 52.0904498526],
  ] as const
  for (const [x, y, longitude, latitude] of KNOWN) {
    const [ownX, ownY] = lngLatToRd([longitude, latitude])
    assert.ok(Math.hypot(ownX - x, ownY - y) < 1)
    const [ownLongitude, ownLatitude] = rdToLngLat([x, y])
    assert.ok(Math.hypot((ownLongitude - longitude) * 68_000, (ownLatitude - latitude) * 111_300) < 1)
  }
})

test('a bow-tie is marked where its sides cross', () => {
  const bowTie = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ]
  assert.deepEqual(crossingOf(bowTie, 0), [1, 1])
  assert.equal(crossingOf(bowTie, 1), null)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areaM2, normaliseArea } from '../../server/geometry/area.ts'
import { extentOf } from '../../server/geometry/flat.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import { lngLatFromRd, rdFromLngLat } from '../../server/geometry/rd/rd.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { rdBox } from '../support/rd-box.ts'

const squareAt = (min: number, size: number): Position[] =>
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ].map(([x, y]) => [120_000 + min + x! * size, 480_000 + min + y! * size])
const square = squareAt(0, 100)
const hole = squareAt(20, 20).reverse()
const polygon = (...coordinates: unknown[]) => ({ type: 'Polygon', coordinates })
const inDegrees = (ring: Position[]) => ring.map(lngLatFromRd)

/** What a caller would see of a refusal. */
const refusalOf = (geometry: unknown, crs?: string) => {
  try {
    normaliseArea({ geometry, ...(crs === undefined ? {} : { crs }) })
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error))
    return { code: error.code, pointer: error.complaints[0]?.pointer, message: error.message }
  }
  return assert.fail('not refused')
}

describe('a good polygon', () => {
  test('in RD is taken as it is, on whole millimetres', () => {
    const { crs, area, warnings } = normaliseArea({ geometry: polygon(square) })
    assert.equal(crs, 'EPSG:28992')
    assert.deepEqual(area.rings, [square])
    assert.deepEqual(warnings, [])
  })

  test('in degrees becomes the same millimetres', () => {
    const { crs, area } = normaliseArea({ geometry: polygon(inDegrees(square)) })
    assert.equal(crs, 'EPSG:4326')
    assert.deepEqual(area.rings, [square])
  })

  test('has its rings turned: outline counter-clockwise, holes clockwise', () => {
    const { area } = normaliseArea({ geometry: polygon(square.toReversed(), hole.toReversed()) })
    assert.equal(areaM2(area), 10_000 - 400)
    assert.deepEqual(area.rings[1], hole)
  })

  test('loses heights and repeated positions, and says so', () => {
    const ring = [square[0], square[1], square[1], ...square.slice(2)].map((position) => [...position!, 3.5])
    const { area, warnings } = normaliseArea({ geometry: polygon(ring) })
    assert.deepEqual(area.rings, [square])
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['HEIGHTS_DROPPED', 'POSITIONS_DROPPED'],
    )
  })

  test('may have a hole that touches the outline in one point', () => {
    const touching: Position[] = [
      [120_000, 480_050],
      [120_010, 480_060],
      [120_010, 480_040],
      [120_000, 480_050],
    ]
    assert.equal(areaM2(normaliseArea({ geometry: polygon(square, touching) }).area), 9900)
  })

  test('is measured', () => {
    const { area } = normaliseArea({ geometry: polygon(square, hole) })
    assert.deepEqual(extentOf(area.rings[0]!), { minX: 120_000, minY: 480_000, maxX: 120_100, maxY: 480_100 })
  })

  test('may have 50,000 positions', () => {
    const ring = Array.from({ length: 49_999 }, (_, i): Position => {
      const angle = (2 * Math.PI * i) / 49_999
      const radius = 4000 + 900 * Math.sin(9000 * angle)
      return [150_000 + radius * Math.cos(angle), 450_000 + radius * Math.sin(angle)]
    })
    const { area } = normaliseArea({ geometry: polygon([...ring, ring[0]]) })
    assert.equal(area.rings[0]?.length, 50_000)
  })
})

describe('a crs', () => {
  const rd = [
    'EPSG:28992',
    'epsg:28992',
    'urn:ogc:def:crs:EPSG::28992',
    'http://www.opengis.net/def/crs/EPSG/0/28992',
    'https://www.opengis.net/def/crs/EPSG/9.9.1/28992',
  ]
  const degrees = [
    'EPSG:4326',
    'CRS84',
    'urn:ogc:def:crs:OGC:1.3:CRS84',
    'urn:ogc:def:crs:EPSG::4326',
    'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  ]
  for (const crs of rd) {
    test(`${crs} is RD`, () => assert.equal(normaliseArea({ geometry: polygon(square), crs }).crs, 'EPSG:28992'))
  }
  for (const crs of degrees) {
    test(`${crs} is degrees`, () =>
      assert.equal(normaliseArea({ geometry: polygon(inDegrees(square)), crs }).crs, 'EPSG:4326'))
  }

  test('in the geometry counts when none is beside it', () => {
    const named = { ...polygon(inDegrees(square)), crs: { type: 'name', properties: { name: 'EPSG:4326' } } }
    assert.equal(normaliseArea({ geometry: named }).crs, 'EPSG:4326')
  })

  test('we do not know is refused by name', () => {
    assert.deepEqual(refusalOf(polygon(square), 'EPSG:3857').code, 'CRS_INVALID')
    assert.match(refusalOf(polygon(square), 'EPSG:3857').message, /EPSG:3857/)
  })

  test('that the numbers contradict is refused', () => {
    const { code, pointer } = refusalOf(polygon(square), 'EPSG:4326')
    assert.deepEqual({ code, pointer }, { code: 'CRS_MISMATCH', pointer: '/crs' })
    assert.equal(refusalOf(polygon(inDegrees(square)), 'EPSG:28992').code, 'CRS_MISMATCH')
  })

  test('beside the geometry may not contradict the one in it', () => {
    const named = { ...polygon(square), crs: { type: 'name', properties: { name: 'EPSG:28992' } } }
    assert.equal(refusalOf(named, 'EPSG:4326').code, 'CRS_MISMATCH')
  })

  test('is asked for when the numbers fit neither', () => {
    const berlin: Position[] = [
      [13.4, 52.5],
      [13.5, 52.5],
      [13.5, 52.6],
      [13.4, 52.5],
    ]
    assert.equal(refusalOf(polygon(berlin)).code, 'CRS_INVALID')
    assert.equal(refusalOf(polygon(berlin), 'EPSG:4326').code, 'GEOMETRY_OUTSIDE_NETHERLANDS')
  })

  test('cannot save latitude, longitude: the swap is named', () => {
    const swapped = inDegrees(square).map(([lng, lat]): Position => [lat, lng])
    assert.match(refusalOf(polygon(swapped)).message, /longitude first/)
    assert.equal(refusalOf(polygon(swapped), 'EPSG:4326').code, 'CRS_MISMATCH')
  })
})

describe('refused, with the place', () => {
  const changed = (index: number, position: unknown) => polygon(square.map((p, i) => (i === index ? position : p)))
  const cases: [string, unknown, string, string, RegExp][] = [
    ['no object', 'POLYGON', 'GEOMETRY_INVALID', '/geometry', /Polygon/],
    [
      'a MultiPolygon',
      { type: 'MultiPolygon', coordinates: [[square]] },
      'GEOMETRY_INVALID',
      '/geometry/type',
      /MultiPolygon.*each polygon/,
    ],
    [
      'a GeometryCollection',
      { type: 'GeometryCollection', geometries: [] },
      'GEOMETRY_INVALID',
      '/geometry/type',
      /GeometryCollection/,
    ],
    [
      'a Feature',
      { type: 'Feature', geometry: polygon(square) },
      'GEOMETRY_INVALID',
      '/geometry/type',
      /geometry member/,
    ],
    ['no rings', polygon(), 'GEOMETRY_INVALID', '/geometry/coordinates', /no rings/],
    [
      'an unclosed ring',
      polygon(square.slice(0, 4)),
      'GEOMETRY_INVALID',
      '/geometry/coordinates/0/3',
      /not closed.*120000, 480100/,
    ],
    ['a missing figure', changed(2, [1]), 'GEOMETRY_INVALID', '/geometry/coordinates/0/2', /two finite numbers/],
    [
      'a word for a figure',
      changed(2, ['1', 2]),
      'GEOMETRY_INVALID',
      '/geometry/coordinates/0/2',
      /two finite numbers/,
    ],
    ['an infinite figure', changed(2, [Infinity, 480_100]), 'GEOMETRY_INVALID', '/geometry/coordinates/0/2', /finite/],
    [
      'a position in the sea',
      changed(2, [120_100, 700_000]),
      'GEOMETRY_OUTSIDE_NETHERLANDS',
      '/geometry/coordinates/0/2',
      /120100, 700000/,
    ],
    [
      'a ring without area',
      polygon([square[0], square[1], square[0], square[0]]),
      'GEOMETRY_INVALID',
      '/geometry/coordinates/0',
      /no area/,
    ],
    [
      'a hole outside',
      polygon(
        square,
        hole.map(([x, y]) => [x + 500, y]),
      ),
      'GEOMETRY_INVALID',
      '/geometry/coordinates/1',
      /outline/,
    ],
    [
      'a hole in a hole',
      polygon(
        square,
        hole,
        hole.map(([x, y]) => [120_030 + (x - 120_030) / 2, 480_030 + (y - 480_030) / 2]),
      ),
      'GEOMETRY_INVALID',
      '/geometry/coordinates/2',
      /hole 1/,
    ],
    [
      'a hole across the outline',
      polygon(
        square,
        hole.map(([x, y]) => [x + 70, y]),
      ),
      'GEOMETRY_INVALID',
      '/geometry/coordinates/0/1',
      /120100, 4800[24]0/,
    ],
  ]
  for (const [name, geometry, code, pointer, message] of cases) {
    test(name, () => {
      const refusal = refusalOf(geometry)
      assert.deepEqual([refusal.code, refusal.pointer], [code, pointer])
      assert.match(refusal.message, message)
    })
  }

  const bowTie: Position[] = [
    [120_000, 480_000],
    [120_100, 480_100],
    [120_100, 480_000],
    [120_000, 480_100],
    [120_000, 480_000],
  ]
  test('a bow-tie, with the crossing', () => {
    assert.match(refusalOf(polygon(bowTie)).message, /\[120050, 480050\].*0 to 1.*2 to 3 cross/)
  })

  test('a bow-tie in degrees, with the crossing in degrees', () => {
    const [lng, lat] = lngLatFromRd([120_050, 480_050])
    const message = refusalOf(polygon(inDegrees(bowTie))).message
    const [, x, y] = /\[([\d.]+), ([\d.]+)\]/.exec(message)!
    assert.ok(Math.abs(Number(x) - lng) < 1e-7 && Math.abs(Number(y) - lat) < 1e-7, message)
  })

  test('a ring that comes back along itself', () => {
    const spike: Position[] = [...square.slice(0, 2), [120_300, 480_000], [120_100, 480_000], ...square.slice(2)]
    assert.match(refusalOf(polygon(spike)).message, /meets itself/)
  })

  test('a ring that touches itself in one of its corners', () => {
    const eight: Position[] = [
      [120_000, 480_000],
      [120_050, 480_050],
      [120_100, 480_000],
      [120_100, 480_100],
      [120_050, 480_050],
      [120_000, 480_100],
      [120_000, 480_000],
    ]
    assert.match(refusalOf(polygon(eight)).message, /\[120050, 480050\]/)
  })

  test('what crosses itself only once it is on whole millimetres', () => {
    const needle: Position[] = [
      [120_000, 480_000],
      [120_100, 480_000.0004],
      [120_100, 480_050],
      [120_050, 480_000.0003],
      [120_000, 480_040],
      [120_000, 480_000],
    ]
    assert.equal(refusalOf(polygon(needle)).code, 'GEOMETRY_INVALID')
  })

  test('more than 50,000 positions', () => {
    assert.equal(refusalOf(polygon(new Array(50_001).fill([120_000, 480_000]))).code, 'GEOMETRY_TOO_LARGE')
  })
})

describe('beyond the border', () => {
  const warned = (place: Position) => {
    const [x, y] = rdFromLngLat(place).map(Math.round) as [number, number]
    return normaliseArea({ geometry: rdBox(x, y, 100) }).warnings
  }

  const ABROAD: Record<string, { place: Position; country: string }> = {
    Turnhout: { place: [4.95, 51.32], country: 'Belgium' },
    Gent: { place: [3.72, 51.05], country: 'Belgium' },
    Aachen: { place: [6.084, 50.776], country: 'Germany' },
    Nordhorn: { place: [7.07, 52.43], country: 'Germany' },
  }
  for (const [name, { place, country }] of Object.entries(ABROAD)) {
    test(`${name} is not the registry's`, () => {
      const [warning, ...others] = warned(place)
      assert.equal(warning?.code, 'SEEMS_ABROAD')
      assert.match(warning!.message, new RegExp(`seems to lie in ${country}`))
      assert.deepEqual(others, [])
    })
  }

  // The most easterly, southerly and westerly places, enclaves, and what is cut into by a neighbour.
  const AT_HOME: Record<string, Position> = {
    'Bad Nieuweschans': [7.207, 53.182],
    Bourtange: [7.19, 53.006],
    Schoonebeek: [6.885, 52.66],
    Losser: [7.0, 52.26],
    Dinxperlo: [6.487, 51.864],
    Vaals: [6.018, 50.774],
    Koningsbosch: [5.96, 51.05],
    Eijsden: [5.71, 50.777],
    Stevensweert: [5.845, 51.13],
    Reusel: [5.165, 51.36],
    'Baarle-Nassau': [4.93, 51.443],
    Putte: [4.395, 51.36],
    Clinge: [4.09, 51.27],
    Sluis: [3.387, 51.308],
  }
  for (const [name, place] of Object.entries(AT_HOME)) {
    test(`${name} is`, () => assert.deepEqual(warned(place), []))
  }

  test('one corner of many is enough, and the first such is named in the numbers that came', () => {
    const { warnings, abroad } = normaliseArea({ geometry: rdBox(200_000, 450_000, 80_000, 1000) })
    assert.match(warnings[0]!.message, /^Position \[280000, 450000\] seems to lie in Germany/)
    assert.deepEqual(abroad, [280_000, 450_000])
    assert.equal(normaliseArea({ geometry: rdBox(155_000, 463_000, 1000) }).abroad, null)
  })
})

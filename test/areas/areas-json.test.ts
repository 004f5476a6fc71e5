/** Areas in JSON of others: what ArcGIS gives (Esri JSON), and TopoJSON, whose shapes share their borders. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AREA_FORMAT_NAMES } from '../../server/geometry/found-areas.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { FIELD_RD, TRENCH_RD } from '../support/area-files.ts'
import { docsPage } from '../support/docs-pages.ts'
import { readingAreas } from '../support/read-areas.ts'

const { read, fault } = await readingAreas()
const corners = (line: readonly (readonly number[])[] | undefined): string[] =>
  [...new Set((line ?? []).map((at) => at.map((value) => Math.round(value! * 10) / 10).join(' ')))].sort()
const isClosed = (line: readonly (readonly number[])[]) => assert.deepEqual(line.at(-1), line[0])

test('every kind of file that is read is named in the document', () => {
  const list = docsPage('area-files').split('\n\n')[1] ?? ''
  assert.deepEqual(
    Object.values(AREA_FORMAT_NAMES).filter((name) => !list.includes(name)),
    [],
  )
})

describe('Esri JSON', () => {
  // As Esri has it: outlines with the clock, holes against it.
  const outline = FIELD_RD.toReversed()
  const hole = [
    [155050, 463050],
    [155060, 463050],
    [155060, 463060],
    [155050, 463050],
  ]
  const second = outline.map(([x, y]) => [x! + 1000, y])
  const set = (geometry: object | null, spatialReference: object | undefined) =>
    JSON.stringify({
      objectIdFieldName: 'OBJECTID',
      geometryType: 'esriGeometryPolygon',
      spatialReference,
      features: [
        { attributes: { OBJECTID: 1, NAAM: 'Veld' }, geometry },
        { attributes: { OBJECTID: 2 }, geometry: null },
      ],
    })

  test('a set of features: two outlines of which the first has the hole, and the system by its newest number', async () => {
    const rings = [outline, second, hole]
    const found = await read(set({ rings }, { wkid: 102_117, latestWkid: 28992 }))
    assert.deepEqual(
      [found.format, found.crs, found.crsFrom, found.isInside, found.leftOut.empty],
      ['esrijson', 'EPSG:28992', 'file', true, 1],
    )
    assert.deepEqual(
      found.areas.map(({ name, coordinates }) => [name, coordinates.map(corners)]),
      [
        ['Veld', [corners(FIELD_RD), corners(hole)]],
        ['Veld', [corners(second)]],
      ],
    )
  })
  test('one geometry, in web mercator by the number of Esri; without a system by its numbers', async () => {
    const mercator = {
      rings: [
        [
          [599700, 6830300],
          [599900, 6830500],
          [599900, 6830300],
          [599700, 6830300],
        ],
      ],
    }
    const found = await read(JSON.stringify({ ...mercator, spatialReference: { wkid: 102_100 } }))
    assert.deepEqual([found.crs, found.crsFrom, found.isInside], ['EPSG:3857', 'file', true])
    assert.deepEqual((await read(JSON.stringify(mercator))).areas[0], found.areas[0])
    const line = await read(set({ paths: [TRENCH_RD] }, undefined))
    assert.deepEqual([line.areas[0]!.kind, line.crsFrom], ['line', 'numbers'])
  })
  test('outlines that all run the wrong way are outlines', async () => {
    const found = await read(set({ rings: [FIELD_RD, second.toReversed()] }, { wkid: 28992 }))
    assert.equal(found.areas.length, 2)
  })
  test('points, curves and what is no list are no areas', async () => {
    assert.equal(await fault(set({ x: 155000, y: 463000 }, { wkid: 28992 })), 'NO_AREAS')
    for (const geometry of [{ curveRings: [] }, { rings: [['a']] }, { rings: 5 }, { paths: [[[1]]] }])
      assert.equal(await fault(set(geometry, { wkid: 28992 })), 'NOT_UNDERSTOOD')
  })
})

describe('TopoJSON', () => {
  const degrees = (corner: number) => lngLatFromRd(FIELD_RD[corner]!)
  const [a, b, c, d] = [degrees(0), degrees(1), degrees(2), degrees(3)]
  /** The border that two share, and the rest of each. */
  const arcs = [
    [a, c],
    [c, d, a],
    [a, b, c],
  ]
  const geometries = [
    { type: 'Polygon', arcs: [[0, 1]], properties: { naam: 'Noord' } },
    { type: 'Polygon', arcs: [[~0, 2]], properties: { naam: 'Zuid' } },
  ]
  const objects = { kavels: { type: 'GeometryCollection', geometries }, as: { type: 'LineString', arcs: [2] } }
  const wanted = [
    ['kavels', 'Noord', corners([FIELD_RD[0]!, FIELD_RD[2]!, FIELD_RD[3]!])],
    ['kavels', 'Zuid', corners([FIELD_RD[0]!, FIELD_RD[1]!, FIELD_RD[2]!])],
    ['as', 'as', corners(FIELD_RD.slice(0, 3))],
  ]

  test('each object is a layer, and a border may be walked backwards', async () => {
    const found = await read(JSON.stringify({ type: 'Topology', objects, arcs }))
    assert.equal(found.format, 'topojson')
    assert.deepEqual(
      found.areas.map(({ layer, name, coordinates }) => [layer, name, corners(coordinates[0])]),
      wanted,
    )
    for (const { kind, coordinates } of found.areas) if (kind === 'polygon') isClosed(coordinates[0]!)
  })
  test('quantised: steps from one position to the next', async () => {
    const [scale, translate] = [
      [1e-7, 1e-7],
      [5, 52],
    ] as const
    const steps = arcs.map((arc) => {
      const whole = arc.map((at) => at.map((value, i) => Math.round((value - translate[i]!) / scale[i]!)))
      return whole.map((at, i) => at.map((value, axis) => value - (whole[i - 1]?.[axis] ?? 0)))
    })
    const found = await read(
      JSON.stringify({ type: 'Topology', transform: { scale, translate }, objects, arcs: steps }),
    )
    assert.deepEqual(
      found.areas.map(({ layer, name, coordinates }) => [layer, name, corners(coordinates[0])]),
      wanted,
    )
  })
  test('borders that are not there, any number of times, and collections too deep are refused', async () => {
    const topology = (object: object, lines: unknown = arcs) =>
      JSON.stringify({ type: 'Topology', objects: { x: object }, arcs: lines })
    assert.equal(await fault(topology({ type: 'Polygon', arcs: [[3]] })), 'NOT_UNDERSTOOD')
    assert.equal(await fault(topology({ type: 'Polygon', arcs: [[-9]] })), 'NOT_UNDERSTOOD')
    assert.equal(await fault(topology({ type: 'Polygon', arcs: 1 })), 'NOT_UNDERSTOOD')
    assert.equal(await fault(topology({ type: 'Polygon', arcs: [[0]] }, 'none')), 'NOT_UNDERSTOOD')
    const long = Array.from({ length: 1000 }, (_, i) => [5 + i * 1e-5, 52])
    const often = { type: 'MultiLineString', arcs: Array.from({ length: 100_000 }, () => [0]) }
    assert.equal(await fault(topology(often, [long])), 'TOO_MANY_CORNERS')
    let deep: object = { type: 'LineString', arcs: [0] }
    for (let i = 0; i < 100; i++) deep = { type: 'GeometryCollection', geometries: [deep] }
    assert.equal(await fault(topology(deep)), 'NOT_UNDERSTOOD')
  })
})

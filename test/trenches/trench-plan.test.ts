/** Plans of trial trenches on invented networks: which lines are concerned, and that each lies in a trench. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import gdal from 'gdal-async'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { trenchPlan } from '../../server/exports/trenches/trench-plan.ts'
import type { Position } from '../../server/geometry/geometry.ts'
import type { Row } from '../../server/imkl/model/layers.ts'
import type { TrenchParameters, TrenchPlan, Works } from '../../server/imkl/model/trench-plan.ts'
import { type Random, randomFrom, whole } from '../support/random.ts'
import { PARAMETERS } from '../support/trench-parameters.ts'

let folder = ''
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'klic-trenches-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const place = ([x, y]: Position): Position => [155_000 + x, 463_000 + y]
const axisOver = (...line: Position[]): Works => ({ kind: 'axis', line: line.map(place) })
const areaOver = (...ring: Position[]): Works => ({ kind: 'area', rings: [ring.map(place)] })

const across = (x: number, from = -5, to = 5): Position[] => [
  [x, from],
  [x, to],
]
const along = (y: number, from: number, to: number): Position[] => [
  [from, y],
  [to, y],
]

interface Line {
  id: string
  line: Position[]
  more?: Row
}

/** The plan of works over these lines, of which each is a water pipe unless it says more. */
function planOf(
  works: Works,
  lines: readonly Line[],
  more: Partial<TrenchParameters> = {},
  tables?: Tables,
): TrenchPlan {
  const path = join(mkdtempSync(join(folder, 'result-')), 'result.gpkg')
  const writer = createGeoPackage(path)
  for (const { id, line, more: row } of lines)
    writer.feature(
      'kabel_of_leiding',
      { id, thema: 'water', bronhouder: 'KL1001', ...row },
      { type: 'MultiLineString', lines: [line.flatMap(place)] },
    )
  tables?.(writer)
  writer.finish({ lastChange: null, warnings: [] })
  const reader = openResult(path)
  try {
    return trenchPlan(reader, works, { ...PARAMETERS, ...more }).plan
  } finally {
    reader.close()
  }
}
type Tables = (writer: ReturnType<typeof createGeoPackage>) => void

const lineOf = (positions: readonly Position[]) =>
  gdal.Geometry.fromGeoJson({ type: 'LineString', coordinates: positions.map(place) })
const polygonOf = (ring: readonly Position[]) =>
  gdal.Geometry.fromGeoJson({ type: 'Polygon', coordinates: [ring as Position[]] })

/** A crooked line of some corners, within so many metres. */
const crooked = (random: Random, corners: number, within: number): Position[] =>
  Array.from(
    { length: corners },
    (): Position => [whole(random, within * 1000) / 1000, whole(random, within * 1000) / 1000],
  )

test('a line across, one beside and one out of reach', () => {
  const { rows, trenches, searchM, lengthM } = planOf(axisOver([0, 0], [60, 0]), [
    { id: 'across', line: across(10) },
    {
      id: 'oblique',
      line: [
        [11, -5],
        [21, 5],
      ],
    },
    { id: 'beside', line: along(1.5, 0, 60) },
    { id: 'far', line: along(1.801, 0, 60) },
  ])
  assert.deepEqual([searchM, lengthM], [1.8, 60])
  const said = rows.map(({ id, kind, distanceM, chainageM, angleDeg }) => [
    id,
    kind,
    distanceM,
    chainageM,
    angleDeg && Math.round(angleDeg),
  ])
  assert.deepEqual(said, [
    ['beside', 'along', 1.5, 0, null],
    ['across', 'crosses', 0, 10, 90],
    ['oblique', 'crosses', 0, 16, 45],
  ])
  // The pipe beside is met at 10, at 16, and 25 m on once more.
  assert.deepEqual(
    trenches.map(({ rows: met }) => met),
    [['across', 'beside'], ['oblique', 'beside'], ['beside']],
  )
})

test('a precaution, a schematic line, a silent operator and a missing house connection are said', () => {
  const detail = (thema: string, adres: string) => ({
    id: `${thema}${adres}`,
    type: 'huisaansluiting',
    bronhouder: 'KL1001',
    thema,
    adres,
  })
  const { rows, unknown } = planOf(
    axisOver([0, 0], [20, 0]),
    [
      { id: 'gas', line: across(5), more: { thema: 'gasHogeDruk', net_id: 'net-gas' } },
      { id: 'drawn', line: across(9), more: { fictief: true } },
    ],
    {},
    (writer) => {
      const square = [0, 0, 20, 0, 20, 20, 0, 20, 0, 0].map((each, i) => each + (i % 2 === 0 ? 155_000 : 463_000))
      writer.feature(
        'eis_voorzorgsmaatregel',
        { id: 'eis', net_id: 'net-gas' },
        { type: 'MultiPolygon', polygons: [[square]] },
      )
      for (const [thema, adres] of [
        ['water', 'Dorp 1'],
        ['water', 'Dorp 2'],
        ['laagspanning', 'Dorp 1'],
      ] as const)
        writer.feature('extra_detailinfo_punt', detail(thema, adres), { type: 'Point', xy: place([1, 1]) })
      writer.row('netbeheerder', {
        klic_nummer: '26G000001',
        bronhouder: 'KL1002',
        naam: 'Stil',
        geleverd: false,
        betrokken: true,
      })
      writer.row('netbeheerder', {
        klic_nummer: '26G000001',
        bronhouder: 'KL1003',
        naam: 'Niets',
        geleverd: false,
        betrokken: false,
      })
    },
  )
  assert.deepEqual(
    rows.map(({ id, hasPrecaution, isSchematic }) => [id, hasPrecaution, isSchematic]),
    [
      ['gas', true, false],
      ['drawn', false, true],
    ],
  )
  assert.deepEqual(unknown, [
    // All of it: nobody asked for anything here.
    { kind: 'outside_area', areaM2: 82.1 },
    { kind: 'operator_not_delivered', operator: 'KL1002', operatorName: 'Stil', klicNumber: '26G000001' },
    { kind: 'schematic', operator: 'KL1001', theme: 'water', lines: 1 },
    { kind: 'house_connections', operator: 'KL1001', theme: 'laagspanning', addresses: ['Dorp 2'], total: 1 },
  ])
})

test('a depth is that of the place where the works meet the line, however far away the line begins', () => {
  const measured: Tables = (writer) => {
    const at = (id: string, x: number, diepte_m: number) =>
      writer.feature('diepte', { id, net_id: 'net', diepte_m }, { type: 'Point', xy: place([x, 0]) })
    at('here', 41, 1.2)
    at('far', 1, 0.4)
  }
  const pipe: Line = { id: 'pipe', line: along(0, 0, 80), more: { net_id: 'net' } }
  const { rows } = planOf(axisOver([40, -5], [40, 5]), [pipe], {}, measured)
  assert.deepEqual([rows[0]!.depthM, rows[0]!.depthFrom], [1.2, 'measured'])
  const beside = planOf(axisOver([38, 1], [60, 1]), [pipe], {}, measured)
  assert.deepEqual([beside.rows[0]!.depthM, beside.rows[0]!.depthFrom], [1.2, 'measured'])
})

test('rows are those that GEOS finds, each lies in every trench that names it, and none is left out: 30 seeded axes', () => {
  const random = randomFrom(47)
  for (let round = 0; round < 30; round++) {
    const axis = crooked(random, 2 + whole(random, 5), 80)
    const lines: Line[] = Array.from({ length: 30 }, (_, i) => ({
      id: `line ${i}`,
      line: crooked(random, 2 + whole(random, 3), 80),
    }))
    const { rows, trenches, searchM } = planOf(axisOver(...axis), lines)
    const drawn = lineOf(axis)
    const near = lines.filter(({ line }) => drawn.distance(lineOf(line)) <= searchM)
    assert.deepEqual(rows.map(({ id }) => id).sort(), near.map(({ id }) => id).sort())
    for (const row of rows) {
      const shape = lineOf(lines.find(({ id }) => id === row.id)!.line)
      const distance = drawn.distance(shape)
      assert.ok(Math.abs(row.distanceM - distance) <= 0.001)
      assert.equal(row.kind, distance === 0 ? 'crosses' : 'along')
      assert.ok(row.trenches.length > 0, `${row.id} lies in no trench (round ${round})`)
      for (const no of row.trenches) {
        const away = polygonOf(trenches[no - 1]!.outline).distance(shape)
        assert.ok(away < 0.01, `${row.id} lies ${away} m from trench ${no} (round ${round})`)
      }
    }
  }
})

test('in an area every line lies in a trench, and the number is no less than its bound: 20 seeded areas', () => {
  const random = randomFrom(48)
  for (let round = 0; round < 20; round++) {
    const [width, height] = [10 + whole(random, 40), 10 + whole(random, 40)]
    const ring: Position[] = [
      [20, 20],
      [20 + width, 20],
      [20 + width, 20 + height],
      [20, 20 + height],
      [20, 20],
    ]
    const lines: Line[] = Array.from({ length: 30 }, (_, i) => ({
      id: `line ${i}`,
      line: crooked(random, 2 + whole(random, 3), 80),
    }))
    const { rows, trenches, fewest, searchM } = planOf(areaOver(...ring), lines)
    const drawn = polygonOf(ring.map(place))
    const near = lines.filter(({ line }) => drawn.distance(lineOf(line)) <= searchM)
    assert.deepEqual(rows.map(({ id }) => id).sort(), near.map(({ id }) => id).sort())
    for (const { id, trenches: numbers, kind } of rows) {
      const shape = lineOf(lines.find((each) => each.id === id)!.line)
      assert.equal(kind, drawn.intersects(shape) ? 'within' : 'along')
      // What only touches the edge of what is searched has no length in it.
      if (drawn.distance(shape) < searchM - 0.1)
        assert.ok(numbers.length > 0, `${id} lies in no trench (round ${round})`)
      for (const no of numbers) assert.ok(polygonOf(trenches[no - 1]!.outline).distance(shape) < 0.001)
    }
    assert.ok(fewest <= trenches.length && fewest > 0, `${fewest} of ${trenches.length}`)
  }
})

test('ten lines side by side in an area share a trench', () => {
  const lines = Array.from({ length: 10 }, (_, i): Line => ({ id: `${i}`, line: along(5 + i / 5, 0, 20) }))
  const { trenches, fewest } = planOf(areaOver([2, 2], [18, 2], [18, 12], [2, 12], [2, 2]), lines)
  assert.deepEqual([trenches.length, fewest, trenches[0]!.rows.length, trenches[0]!.lengthM], [1, 1, 10, 3.8])
})

test('without sharing a line that crosses once gets one trench, however its figures round', () => {
  const random = randomFrom(7)
  const lines = Array.from({ length: 60 }, (_, i): Line => {
    // Square to the axis: it lies beside the axis only where it crosses.
    const x = 1 + whole(random, 86_000) / 1000
    return { id: `line ${i}`, line: across(x, -3, 3) }
  })
  const axis = axisOver([0.123, 0], [29.8, 0], [87.457, 0])
  const { rows, trenches } = planOf(axis, lines, { shareM: 0 })
  assert.ok(rows.every((row) => row.trenches.length === 1))
  assert.equal(trenches.length, rows.length)
})

/** What is not as a file says it, or not as an area is drawn: made right, or offered to be. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { FIELD_RD, zipOf } from '../support/area-files.ts'
import { type DrawnEntity, drawing } from '../support/drawings.ts'
import { readingAreas } from '../support/read-areas.ts'

const { read } = await readingAreas()
const corners = (line: readonly (readonly number[])[] | undefined): string[] =>
  [...new Set((line ?? []).map((at) => at.map((value) => Math.round(value! * 10) / 10).join(' ')))].sort()
const wkt = (line: readonly (readonly number[])[]) => `POLYGON((${line.map((at) => at.join(' ')).join(',')}))`
const turned = (line: readonly (readonly number[])[]) => line.map(([x, y]) => [y!, x!])
const DEGREES = FIELD_RD.map((at) => lngLatFromRd(at))

describe('a system that is not so', () => {
  test('RD with y before x is turned round, and said so', async () => {
    for (const text of [
      wkt(turned(FIELD_RD)),
      turned(FIELD_RD)
        .map((at) => at.join(' '))
        .join('\n'),
    ]) {
      const found = await read(text)
      assert.deepEqual(corners(found.areas[0]!.coordinates[0]), corners(FIELD_RD))
      assert.deepEqual([found.crs, found.crsFrom, found.isInside, found.fits], ['EPSG:28992', 'turned', true, []])
    }
  })
  test('what a file states goes before its numbers; how else they lie in the Netherlands is offered, and read so', async () => {
    const files = {
      'RD, stated as degrees': [`SRID=4326;${wkt(FIELD_RD)}`, { crs: 'EPSG:28992', isTurned: false }],
      'degrees, stated as RD': [`SRID=28992;${wkt(DEGREES)}`, { crs: 'EPSG:4326', isTurned: false }],
      'RD, y before x': [`SRID=28992;${wkt(turned(FIELD_RD))}`, { crs: 'EPSG:28992', isTurned: true }],
      'degrees, latitude before longitude': [`SRID=4326;${wkt(turned(DEGREES))}`, { crs: 'EPSG:4326', isTurned: true }],
    } as const
    for (const [what, [text, fit]] of Object.entries(files)) {
      const found = await read(text)
      assert.deepEqual([found.isInside, found.crsFrom, found.fits], [false, 'file', [fit]], what)
      const again = await read(text, fit)
      assert.deepEqual(corners(again.areas[0]!.coordinates[0]), corners(FIELD_RD), what)
      assert.deepEqual([again.isInside, again.crsFrom, again.fits], [true, 'chosen', []], what)
    }
  })
  test('the way in which it was read is not offered again, and what fits nowhere has no other', async () => {
    // In the sea of Belgium: in the box of degrees, not in that of RD.
    const atSea = [
      [3.05, 51.4],
      [3.06, 51.4],
      [3.06, 51.41],
      [3.05, 51.4],
    ]
    assert.deepEqual([(await read(wkt(atSea))).isInside, (await read(wkt(atSea))).fits], [false, []])
    assert.deepEqual(
      (
        await read(
          `SRID=28992;${wkt([
            [1, 2],
            [3, 4],
            [5, 1],
            [1, 2],
          ])}`,
        )
      ).fits,
      [],
    )
  })
})

describe('a contour of loose lines', () => {
  const [a, b, c, d] = FIELD_RD as [[number, number], [number, number], [number, number], [number, number]]
  const side = (from: [number, number], to: [number, number], layer = 'WERKGRENS', bulge?: number): DrawnEntity => ({
    kind: 'polyline',
    layer,
    at: [from, to],
    ...(bulge !== undefined && { bulge }),
  })
  const kinds = async (entities: DrawnEntity[], unit?: number) =>
    (await read(drawing({ layers: {}, entities, ...(unit && { unit }) }))).areas.map(({ kind, layer }) => [kind, layer])

  test('lines in any order and direction that nearly meet are one area, an arc among them; other layers stay', async () => {
    const near: [number, number] = [d[0] + 0.002, d[1]]
    const file = drawing({
      layers: {},
      entities: [side(a, b), side(a, c, 'AS'), side(c, near, 'WERKGRENS', 0.2), side(c, b), side(d, a)],
    })
    const { areas } = await read(file)
    assert.deepEqual(
      areas.map(({ kind, layer }) => [kind, layer]),
      [
        ['polygon', 'WERKGRENS'],
        ['line', 'AS'],
      ],
    )
    const ring = areas[0]!.coordinates[0]!
    assert.deepEqual(ring.at(-1), ring[0])
    for (const corner of [a, b, c, d])
      assert.ok(
        ring.some(([x, y]) => Math.hypot(x - corner[0], y - corner[1]) < 0.005),
        `${corner}`,
      )
    assert.ok(ring.length > 8, 'with the arc')
  })
  test('a side drawn twice, a point, a diagonal and what hangs loose part nothing', async () => {
    const around = [side(a, b), side(b, c), side(c, d), side(d, a)]
    const area = [['polygon', 'WERKGRENS']]
    const loose = [...area, ['line', 'WERKGRENS']]
    const far: [number, number] = [a[0] - 90, a[1]]
    assert.deepEqual(await kinds([...around, side(b, a)]), area)
    assert.deepEqual(await kinds([...around, side(c, c)]), area)
    assert.deepEqual(await kinds([...around, side(a, c)]), area)
    assert.deepEqual(await kinds([...around, side(a, far)]), loose)
    assert.deepEqual(await kinds([...around.slice(0, 3), side(d, [a[0], a[1] + 0.02])]), area)
  })
  test('plots that share a side are one area, plots that a line joins or that meet at a corner are two', async () => {
    const plot = (x: number): DrawnEntity[] => {
      const [p, q, r, s] = [
        [x, 463000],
        [x + 50, 463000],
        [x + 50, 463050],
        [x, 463050],
      ] as [number, number][]
      return [side(p!, q!), side(q!, r!), side(r!, s!), side(s!, p!)]
    }
    assert.deepEqual(await kinds([...plot(155000), ...plot(155050)]), [['polygon', 'WERKGRENS']])
    const joined = [...plot(155000), ...plot(155100), side([155050, 463000], [155100, 463000])]
    const two = [
      ['polygon', 'WERKGRENS'],
      ['polygon', 'WERKGRENS'],
    ]
    assert.deepEqual((await kinds(joined)).toSorted(), [['line', 'WERKGRENS'], ...two])
    const up = plot(155050).map((each) => ({ ...each, at: each.at.map(([x, y]): [number, number] => [x, y + 50]) }))
    const { areas } = await read(drawing({ layers: {}, entities: [...plot(155000), ...up] }))
    assert.deepEqual(
      areas.map(({ kind, coordinates }) => [kind, coordinates[0]!.length]),
      [
        ['polygon', 5],
        ['polygon', 5],
      ],
    )
  })
  test('lines of two layers that go around without a branch are an area; what is open or forks stays lines', async () => {
    const lines = (count: number) => Array.from({ length: count }, () => ['line', 'WERKGRENS'])
    assert.deepEqual(await kinds([side(a, b), side(b, c), side(c, a, 'X')]), [['polygon', 'WERKGRENS']])
    assert.deepEqual(await kinds([side(a, b), side(b, c), side(c, d)]), lines(3))
    assert.deepEqual(await kinds([side(a, b), side(b, c), side(c, a, 'X'), side(a, d)]), [
      ...lines(2),
      ['line', 'X'],
      ['line', 'WERKGRENS'],
    ])
  })
  test('the count of a layer is of what choosing it gives, also when another was chosen', async () => {
    const around = (layer: string) => [side(a, b, layer), side(b, c, layer), side(c, d, layer), side(d, a, layer)]
    const apart = side([a[0] + 500, a[1]], [b[0] + 500, b[1]], 'KAVEL')
    const file = drawing({ layers: {}, entities: [...around('WERKGRENS'), ...around('KAVEL'), apart] })
    const given = { WERKGRENS: 1, KAVEL: 2 }
    for (const layer of [undefined, 'WERKGRENS', 'KAVEL'] as const) {
      const { areas, layers } = await read(file, { layer })
      assert.deepEqual(Object.fromEntries(layers.map(({ name, count }) => [name, count])), given)
      assert.equal(areas.length, layer ? given[layer] : 3)
    }
  })
  test('in millimetres the same: loose lines, and an outline that closes to 2 mm', async () => {
    const mm = ([x, y]: [number, number]): [number, number] => [x * 1000, y * 1000]
    const loose = [side(mm(a), mm(b)), side(mm(b), mm(c)), side(mm(c), [a[0] * 1000 + 2, a[1] * 1000])]
    assert.deepEqual(await kinds(loose, 4), [['polygon', 'WERKGRENS']])
    const closing: DrawnEntity = {
      kind: 'polyline',
      layer: 'G',
      at: [...loose.map(({ at }) => at[0]!), loose[2]!.at[1]!],
    }
    assert.deepEqual(await kinds([closing], 4), [['polygon', 'G']])
  })
})

test('of a delivery or a result the area that was asked for is all that is offered, until something else is wanted', async () => {
  const feature = (shape: object, naam: string) => ({ type: 'Feature', properties: { naam }, geometry: shape })
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features })
  const cable = feature({ type: 'LineString', coordinates: DEGREES }, 'kabel')
  const file = zipOf({
    'kabel_of_leiding.geojson': collection(cable, feature({ type: 'Point', coordinates: DEGREES[0] }, 'mof')),
    'aanvraag_polygoon.geojson': collection(feature({ type: 'Polygon', coordinates: [DEGREES] }, 'Veld')),
  })
  const names = async (layer?: string) => {
    const { areas, hasRequest, layers, leftOut } = await read(file, { layer })
    assert.deepEqual([hasRequest, layers.length], [true, 2])
    return [areas.map(({ name }) => name), leftOut.points]
  }
  assert.deepEqual(await names(), [['Veld'], 0])
  assert.deepEqual(await names(''), [['kabel', 'Veld'], 1])
  assert.deepEqual(await names('kabel_of_leiding'), [['kabel'], 1])
  // As IMKL calls it, behind what is no area, in one file.
  const border = { kind: 'polyline', layer: 'Graafpolygoon', at: FIELD_RD.slice(0, 4), closed: true } as const
  const drawn = drawing({ layers: {}, entities: [{ ...border, layer: 'KADER' }, border] })
  const found = await read(drawn)
  assert.deepEqual([found.areas.map(({ layer }) => layer), found.hasRequest], [['Graafpolygoon'], true])
})

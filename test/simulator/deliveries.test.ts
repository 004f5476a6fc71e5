/** Simulated deliveries before the house's own reader: every class, nothing unexpected, and neighbours that fit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ring } from '../../server/geometry/geometry.ts'
import type { DeliveryOrder } from '../../server/simulator/delivery/delivery-order.ts'
import { lateOperators } from '../../server/simulator/delivery/generate-delivery.ts'
import { type GmlFiles, readDelivery } from '../registry/gml.ts'
import { type MergedFixture, mergePaths } from '../support/imkl-fixture.ts'
import { box, digging, infoBox } from './simulator-orders.ts'
import { ringOf, writeDelivery } from './written-delivery.ts'

const CLASSES = [
  ...['Elektriciteitskabel', 'OlieGasChemicalienPijpleiding', 'ThermischePijpleiding', 'Waterleiding', 'Rioolleiding'],
  ...['Telecommunicatiekabel', 'Overig', 'Kabelbed', 'Mantelbuis', 'Duct', 'Appurtenance', 'Kast', 'TechnischGebouw'],
  ...['Mangat', 'Mast', 'Toren', 'Maatvoering', 'Annotatie', 'EigenTopografie', 'AanduidingEisVoorzorgsmaatregel'],
  ...['DiepteTovMaaiveld', 'DiepteNAP', 'ExtraDetailinfo', 'ExtraGeometrie', 'UtilityLink', 'Utiliteitsnet'],
  ...['GebiedsinformatieLevering', 'GebiedsinformatieAanvraag', 'Belanghebbende', 'Beheerder', 'Belang', 'Bijlage'],
  'EisVoorzorgsmaatregelBijlage',
]
/** Said because it is simulated, for planning, and because somewhere high-pressure gas lies: as it should be. */
const EXPECTED = new Set(['SIMULATED', 'PLANNING_ONLY', 'PRECAUTION'])

/** Over several regions, so that centre, suburb and country all have a share. */
const WIDE = ringOf(box(153_500, 387_000, 154_500, 388_000))

/** Enough of it for what is in every street. */
const TOWN = ringOf(box(153_500, 387_000, 154_100, 387_600))

const classesIn = ({ features }: GmlFiles): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { type } of features.values()) counts[type] = (counts[type] ?? 0) + 1
  return counts
}

test('a delivery of a wide area has every class of the model, and the reader counts what was written', async (t) => {
  const path = await writeDelivery(t, { ring: WIDE })
  const written = classesIn(await readDelivery(path))
  assert.deepEqual(
    CLASSES.filter((name) => !written[name]),
    [],
  )
  const { summary } = await mergePaths(t, [path])
  const read = Object.fromEntries(Object.entries(summary.objecttypes).map(([name, { count }]) => [name, count]))
  assert.deepEqual(read, written)
  assert.deepEqual(
    summary.warnings.filter(({ code }) => !EXPECTED.has(code)),
    [],
  )
})

test('fifteen kinds of place give no warning but the expected ones', async (t) => {
  for (let n = 0; n < 15; n += 1) {
    const [x, y] = [90_000 + 7_300 * n, 420_000 + 5_100 * n]
    const ring = ringOf(box(x, y, x + 240, y + 240))
    const { summary } = await mergePaths(t, [await writeDelivery(t, { ring, missing: lateOperators(ring) })])
    const expected = new Set([...EXPECTED, ...(lateOperators(ring).length > 0 ? ['OPERATOR_NOT_DELIVERED'] : [])])
    const odd = summary.warnings.filter(({ code }) => !expected.has(code))
    assert.deepEqual(odd, [], `at ${x} ${y}`)
  }
})

test('containers name what lies in them, and cables their depth and their documents', async (t) => {
  const { features } = await mergePaths(t, [await writeDelivery(t, { ring: TOWN })])
  const rows = features.map(({ row }) => row)
  const types = new Map(rows.map(({ id, objecttype }) => [String(id), String(objecttype)]))
  const held = rows.filter(({ in_container }) => in_container)
  const pairs = new Set(
    held.flatMap(({ objecttype, in_container }) =>
      String(in_container)
        .split(',')
        .map((id) => `${objecttype} in ${types.get(id)}`),
    ),
  )
  assert.deepEqual([...pairs].sort(), [
    'Elektriciteitskabel in Kabelbed',
    'Elektriciteitskabel in Mantelbuis',
    'Mantelbuis in Kabelbed',
    'Telecommunicatiekabel in Duct',
  ])
  const water = rows.filter(({ objecttype, diepte_m }) => objecttype === 'Waterleiding' && diepte_m !== null)
  assert.ok(water.length > 3)
  assert.deepEqual([...new Set(water.map(({ diepte_m }) => diepte_m))], [1.05])
})

test('some operators write curves, share stretches between objects, and draw areas with holes', async (t) => {
  const path = await writeDelivery(t, { ring: TOWN })
  const { gml, features } = await readDelivery(path)
  assert.match(gml, /<gml:Curve .*<gml:LineStringSegment>/)
  const owners = new Map<string, string[]>()
  for (const [id, { references }] of features) {
    for (const link of references) {
      if (features.get(link)?.type === 'UtilityLink') owners.set(link, [...(owners.get(link) ?? []), id])
    }
  }
  const shared = [...owners.values()].filter((of) => of.length === 3)
  assert.ok(shared.length > 1)
  assert.equal([...features.values()].filter(({ type }) => type === 'UtilityLink').length, owners.size)
  const merged = await mergePaths(t, [path])
  const sites = merged.features.filter(({ row }) => String(row.id).includes('GEMAAL'))
  const holed = sites.filter(
    ({ geometry }) => geometry?.type === 'MultiPolygon' && geometry.polygons.some((rings) => rings.length === 2),
  )
  assert.ok(holed.length > 1)
})

test('an information area is delivered whole, drawn as a ring, and holds what lies beside the excavation', async (t) => {
  const [inner, outer] = [box(154_900, 388_000, 155_100, 388_200), box(154_810, 387_910, 155_190, 388_290)]
  const body = infoBox(digging(), outer)
  body.gebiedsinformatieAanvragen[0]!.graafPolygoon = inner
  const path = await writeDelivery(t, {
    klicNumber: '99G0000001',
    klicType: 'GRAAF',
    request: body.gebiedsinformatieAanvragen[0]! as DeliveryOrder['request'],
    ring: ringOf(outer),
    areaRing: ringOf(inner),
  })
  const { gml } = await readDelivery(path)
  const drawn = /<imkl:geometrieVoorVisualisatie>(.*)<\/imkl:geometrieVoorVisualisatie>/.exec(gml)?.[1] ?? ''
  assert.match(drawn, /<gml:exterior>.*<gml:interior>/)
  assert.match(gml, /geraaktBelangBijInformatiepolygoon/)
  const { summary, features } = await mergePaths(t, [path])
  assert.deepEqual(
    summary.warnings.filter(({ code }) => !EXPECTED.has(code)),
    [],
  )
  assert.deepEqual(summary.deliveries[0]!.extent, [154_810, 387_910, 155_190, 388_290])
  const polygons = features.filter(({ layer }) => layer === 'aanvraag_polygoon').map(({ row }) => row.objecttype)
  assert.deepEqual(polygons.sort(), ['Graafpolygoon', 'Informatiepolygoon'])
})

const linesBy = ({ features }: MergedFixture): Map<string, number> => {
  const lengths = new Map<string, number>()
  for (const { row, layer } of features) {
    if (layer === 'kabel_of_leiding' || layer === 'kabel_en_leiding_container') {
      lengths.set(String(row.id), Number(row.lengte_m))
    }
  }
  return lengths
}

test('four neighbours merged are one delivery of the whole: the same objects, as long', async (t) => {
  const tile = (n: number, x: number, y: number): Promise<string> =>
    writeDelivery(t, { klicNumber: `99O000000${n}`, ring: ringOf(box(x, y, x + 500, y + 500)) })
  const tiles = await Promise.all([
    tile(1, 154_000, 387_000),
    tile(2, 154_500, 387_000),
    tile(3, 154_000, 387_500),
    tile(4, 154_500, 387_500),
  ])
  const whole = await writeDelivery(t, {
    klicNumber: '99O0000009',
    ring: ringOf(box(154_000, 387_000, 155_000, 388_000)),
  })
  const [merged, single] = [linesBy(await mergePaths(t, tiles)), linesBy(await mergePaths(t, [whole]))]
  assert.ok(single.size > 200)
  assert.deepEqual([...merged.keys()].sort(), [...single.keys()].sort())
  // The reader takes stretches within 5 mm of each other as one, and drops remainders of 10 mm.
  for (const [id, length] of single) {
    assert.ok(Math.abs(merged.get(id)! - length) <= 0.02, `${id}: ${merged.get(id)} is not ${length}`)
  }
})

test('a cable that leaves and re-enters the area has a numbered stretch for each', async (t) => {
  // A comb: all that runs along it is cut into several pieces.
  const ring: Ring = [
    [154_000, 387_000],
    [154_500, 387_000],
    [154_500, 387_500],
    [154_400, 387_500],
    [154_400, 387_050],
    [154_300, 387_050],
    [154_300, 387_500],
    [154_000, 387_500],
    [154_000, 387_000],
  ]
  const { features } = await readDelivery(await writeDelivery(t, { ring }))
  const split = [...features].filter(([id, { type }]) => type === 'UtilityLink' && /\.[12]$/.test(id))
  assert.ok(split.length >= 4)
})

test('a calamity is delivered with the excavation polygon and the codes of its own kind', async (t) => {
  const ring = ringOf(box(153_000, 386_500, 153_500, 387_500))
  const path = await writeDelivery(t, { klicNumber: '99C0000001', klicType: 'CALAMITEIT', ring, missing: [] })
  const { gml } = await readDelivery(path)
  assert.match(gml, /calamiteitenmelding/)
  assert.match(gml, /<imkl:Graafpolygoon /)
  assert.doesNotMatch(gml, /<imkl:eisVoorzorgsmaatregel>[GO]_/)
})

test('a city has many times the objects of a suburb, each with an id of its own', async (t) => {
  const ring = ringOf(box(154_000, 387_000, 154_150, 387_150))
  const sizes: number[] = []
  for (const density of [1, 100]) {
    // readDelivery refuses an id that comes twice.
    sizes.push((await readDelivery(await writeDelivery(t, { ring, density }))).features.size)
  }
  assert.ok(sizes[1]! > 10 * sizes[0]!, sizes.join(' '))
})

/** Nothing is silently missing: the account adds up, what no column holds is kept, broken geometry is named with its place. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  box,
  cable,
  code,
  type FixtureDelivery,
  imkl,
  lineString,
  link,
  type MergedFixture,
  member,
  merge,
  OPERATOR,
  point,
  polygon,
  relativeLines,
} from '../support/imkl-fixture.ts'

const ID = 'nl.imkl-KL9001.'
const one = (members: string[], more: Partial<FixtureDelivery> = {}): FixtureDelivery[] => [{ members, ...more }]
const place = (id: string, x: number, y: number): string =>
  imkl('Kast', id, `<us-net-common:geometry>${point(at(x, y))}</us-net-common:geometry>`)
const others = ({ feature }: MergedFixture, id: string): unknown =>
  JSON.parse(String(feature(id).row.overige_kenmerken))

test('the account names each operator, who delivered nothing included, and ends with the total', async (t) => {
  const operators = [OPERATOR, { code: 'GM9002', name: 'Stil', delivered: false, themes: ['water'] }]
  const members = [
    cable(`${ID}c`, [`${ID}l`]),
    link(`${ID}l`, lineString(at(1, 1, 9, 1))),
    cable(`${ID}nergens`, []),
    imkl('Toekomstobject', `${ID}t`, ''),
  ]
  const twice = ['22G000001', '22G000002'].map((klicNumber) => ({ klicNumber, operators, members }))
  const { tables, summary } = await merge(t, twice)
  const rows = tables.verantwoording!.map((row) => [
    row.bronhouder,
    row.heeft_geleverd,
    row.geleverd,
    row.getekend,
    row.zonder_geometrie,
    row.administratief,
    row.onbekend,
    row.samengevoegd,
  ])
  assert.deepEqual(rows, [
    ['GM9002', false, 6, 0, 0, 6, 0, 0],
    ['KA0000', null, 6, 2, 0, 4, 0, 0],
    ['KL9001', true, 16, 1, 1, 10, 1, 3],
    [null, null, 28, 3, 1, 20, 1, 3],
  ])
  assert.equal(summary.account!.total.delivered, 28)
})

test('what no column holds is kept with its unit, and what a column shows is not said twice', async (t) => {
  const merged = await merge(
    t,
    one([
      cable(
        `${ID}c`,
        [],
        '<imkl:label>een</imkl:label><imkl:kleur>rood</imkl:kleur><imkl:eigenaar>Waternet</imkl:eigenaar>' +
          '<imkl:infoKabels><imkl:InfoKabel><imkl:spanning uom="urn:ogc:def:uom:OGC::V">400</imkl:spanning><imkl:kleur>grijs</imkl:kleur></imkl:InfoKabel></imkl:infoKabels>' +
          '<imkl:infoKabels><imkl:InfoKabel><imkl:spanning uom="urn:ogc:def:uom:OGC::V">10000</imkl:spanning></imkl:InfoKabel></imkl:infoKabels>' +
          '<us-net-common:pipeDiameter uom="urn:ogc:def:uom:OGC::inch">4</us-net-common:pipeDiameter>' +
          '<us-net-common:pressure uom="urn:ogc:def:uom:OGC::bar">1e21</us-net-common:pressure>' +
          '<us-net-common:validFrom>1900-01-01T00:00:00Z</us-net-common:validFrom>',
      ),
      cable(`${ID}leeg`, [], '<imkl:label>twee</imkl:label>'),
    ]),
  )
  assert.deepEqual(others(merged, `${ID}c`), {
    kleur: 'rood',
    eigenaar: 'Waternet',
    infoKabels: [
      { spanning: '400', 'spanning@uom': 'urn:ogc:def:uom:OGC::V', kleur: 'grijs' },
      { spanning: '10000', 'spanning@uom': 'urn:ogc:def:uom:OGC::V' },
    ],
    pipeDiameter: '4',
    'pipeDiameter@uom': 'urn:ogc:def:uom:OGC::inch',
    pressure: '1e21',
    'pressure@uom': 'urn:ogc:def:uom:OGC::bar',
  })
  assert.equal(merged.feature(`${ID}c`).row.druk_bar, null)
  assert.equal(merged.feature(`${ID}leeg`).row.overige_kenmerken, null)
})

test('an object of an unknown class is kept whole, with its shape', async (t) => {
  const { tables } = await merge(
    t,
    one([
      imkl(
        'Laadpaal',
        `${ID}p`,
        `<imkl:vermogen uom="kW">11</imkl:vermogen><imkl:plaats>${point(at(5, 6))}</imkl:plaats><imkl:aanvrager>P. Geheim</imkl:aanvrager>`,
      ),
      member('z:Kast', `${ID}z`, '<z:label>vreemd</z:label>', 'xmlns:z="http://example.nl/other"'),
    ]),
  )
  assert.deepEqual(tables.onbekend, [
    {
      objecttype: 'Laadpaal',
      id: `${ID}p`,
      bronhouder: 'KL9001',
      klic_nummer: '22G000001',
      kenmerken: '{"vermogen":"11","vermogen@uom":"kW"}',
      geometrie_wkt: 'POINT(200005 400006)',
    },
    {
      objecttype: 'other:Kast',
      id: `${ID}z`,
      bronhouder: 'KL9001',
      klic_nummer: '22G000001',
      kenmerken: '{"other:label":"vreemd"}',
      geometrie_wkt: null,
    },
  ])
})

test('geometry that says 3D and gives 2D, or the other way round, is read and named', async (t) => {
  const line = (dimension: number, list: string): string =>
    `<gml:LineString srsDimension="${dimension}"><gml:posList>${list}</gml:posList></gml:LineString>`
  const { feature, summary } = await merge(
    t,
    one([
      cable(`${ID}a`, [`${ID}la`]),
      link(`${ID}la`, line(3, at(1, 2, 4, 6, 7, 8))),
      cable(`${ID}b`, [`${ID}lb`]),
      link(`${ID}lb`, line(2, '200001 400002 1.5 200004 400006 1.6')),
    ]),
  )
  assert.deepEqual(relativeLines(feature(`${ID}a`).geometry), [[1, 2, 4, 6, 7, 8]])
  assert.deepEqual(relativeLines(feature(`${ID}b`).geometry), [[1, 2, 4, 6]])
  const named = summary.warnings.filter(({ objectId }) => objectId !== undefined)
  assert.deepEqual(
    named.map((warning) => [warning.code, warning.objectId, warning.x, warning.y]),
    [
      ['GEOMETRY_BROKEN', `${ID}la`, 200001, 400002],
      ['GEOMETRY_BROKEN', `${ID}lb`, 200001, 400002],
    ],
  )
})

test('coordinates that can not be are drawn nowhere, named, and kept as they came', async (t) => {
  const line = (list: string): string => `<gml:LineString><gml:posList>${list}</gml:posList></gml:LineString>`
  // x and y swapped; nothing at all; decimal commas.
  const lists = ['400002 200001 400006 200004', '0 0 1 1', '200001,5 400002,5 200004,5 400006,5']
  for (const list of lists) {
    const { feature, summary } = await merge(t, one([cable(`${ID}a`, [`${ID}la`]), link(`${ID}la`, line(list))]))
    const named = summary.warnings.filter(({ objectId }) => objectId === `${ID}la`)
    assert.deepEqual(
      named.map(({ code, x, y }) => [code, x, y]),
      [['GEOMETRY_UNREADABLE', undefined, undefined]],
      list,
    )
    assert.equal(feature(`${ID}a`)?.geometry ?? null, null)
  }
})

test('segments that do not meet become several lines: no piece of cable is invented between them', async (t) => {
  const piece = (list: string): string =>
    `<gml:LineStringSegment><gml:posList>${list}</gml:posList></gml:LineStringSegment>`
  const { feature, summary } = await merge(
    t,
    one([
      cable(`${ID}c`, [`${ID}l`]),
      link(
        `${ID}l`,
        `<gml:Curve><gml:segments>${piece(at(0, 0, 5, 0))}${piece(at(8, 0, 9, 0))}</gml:segments></gml:Curve>`,
      ),
    ]),
  )
  assert.deepEqual(relativeLines(feature(`${ID}c`).geometry), [
    [0, 0, 5, 0],
    [8, 0, 9, 0],
  ])
  assert.equal(feature(`${ID}c`).row.lengte_m, 6)
  assert.ok(summary.warnings.some((warning) => warning.objectId === `${ID}l` && warning.x === 200000))
})

test('what can be read of a broken geometry is drawn, and the rest is kept as it was written', async (t) => {
  const merged = await merge(
    t,
    one([
      cable(`${ID}c`, [`${ID}l`]),
      link(`${ID}l`, `<gml:LineString><gml:posList>${at(1, 1)} 200002 zes</gml:posList></gml:LineString>`),
      imkl(
        'EigenTopografie',
        `${ID}v`,
        `<imkl:ligging><gml:MultiSurface><gml:surfaceMember>${polygon(box(0, 0, 5, 5))}</gml:surfaceMember><gml:surfaceMember>${polygon(at(1, 1, 2, 2))}</gml:surfaceMember></gml:MultiSurface></imkl:ligging>`,
      ),
      imkl('Kast', `${ID}k`, `<us-net-common:geometry>${polygon(box(0, 0, 1, 1))}</us-net-common:geometry>`),
    ]),
  )
  assert.equal(merged.feature(`${ID}c`).geometry, null)
  assert.match(JSON.stringify(others(merged, `${ID}c`)), /200001 400001 200002 zes/)
  const area = merged.feature(`${ID}v`).geometry
  assert.equal(area?.type === 'MultiPolygon' && area.polygons.length, 1)
  assert.deepEqual(others(merged, `${ID}k`), {
    geometrie_zoals_geleverd: 'MULTIPOLYGON(((200000 400000,200001 400000,200001 400001,200000 400001,200000 400000)))',
  })
  const placed = merged.summary.warnings.flatMap(({ objectId, x, y }) => (objectId ? [[objectId, x, y]] : []))
  assert.deepEqual(placed.sort(), [
    [`${ID}k`, 200000, 400000],
    [`${ID}l`, 200001, 400001],
    [`${ID}v`, 200000, 400000],
  ])
})

test('a request area of several parts is several rows under one id, and one object in the account', async (t) => {
  const parts = `<gml:MultiSurface><gml:surfaceMember>${polygon(box(0, 0, 5, 5))}</gml:surfaceMember><gml:surfaceMember>${polygon(box(9, 9, 12, 12))}</gml:surfaceMember></gml:MultiSurface>`
  const { features, summary } = await merge(
    t,
    one([imkl('Informatiepolygoon', `${ID}i`, `<imkl:geometrie>${parts}</imkl:geometrie>`)]),
  )
  assert.equal(features.filter(({ row }) => row.id === `${ID}i`).length, 2)
  assert.equal(summary.account!.operators.find(({ bronhouder }) => bronhouder === 'KL9001')!.drawn, 1)
})

test('every warning is said in Dutch and in English', async (t) => {
  const { summary } = await merge(t, [
    {
      klicNumber: '99G000001',
      complete: false,
      operators: [
        { ...OPERATOR, precaution: true },
        { code: 'GM9002', name: 'Stil', delivered: false },
      ],
      members: [place(`${ID}k`, 1, 1), cable(`${ID}c`, [`${ID}weg`]), imkl('Toekomst', `${ID}t`, '')],
    },
  ])
  const codes = new Set(summary.warnings.map((warning) => warning.code))
  assert.deepEqual([...codes].sort(), [
    ...['DELIVERY_INCOMPLETE', 'NO_GEOMETRY', 'OPERATOR_NOT_DELIVERED', 'PRECAUTION', 'SIMULATED', 'UNKNOWN_CLASS'],
    'UNRESOLVED_REFERENCE',
  ])
  for (const { message, messageNl } of summary.warnings) {
    assert.ok(messageNl && messageNl !== message)
    assert.match(messageNl, / (de|het|een|en|in|op|niet|is|van) /)
  }
})

test('IMKL 1.2.1 is read by its own names', async (t) => {
  const old = 'http://www.geostandaarden.nl/imkl/2015/wion/1.2'
  const { NAMESPACES } = await import('../support/imkl-fixture.ts')
  const { summary, feature, tables } = await merge(
    t,
    one(
      [
        imkl(
          'ExtraDetailinfo',
          `${ID}x`,
          `<imkl:extraInfoType ${code('ExtraDetailInfoTypeValue', 'huisaansluiting')}/><imkl:adres><imkl:Adres><imkl:openbareRuimteNaam>Dorpsstraat</imkl:openbareRuimteNaam><imkl:huisnummer>1</imkl:huisnummer><imkl:BAGidAdresseerbaarObject>0123010000000001</imkl:BAGidAdresseerbaarObject></imkl:Adres></imkl:adres><imkl:ligging>${point(at(1, 1))}</imkl:ligging>`,
        ),
        imkl(
          'Belanghebbende',
          'nl.imkl-GM9002._Belanghebbende_2',
          '<imkl:beheerdersinformatieGeleverd>true</imkl:beheerdersinformatieGeleverd><imkl:eisVoorzorgsmaatregel>true</imkl:eisVoorzorgsmaatregel>',
        ),
      ],
      { namespaces: { ...NAMESPACES, imkl: old }, schemaLocation: `${old} imkl.xsd` },
    ),
  )
  assert.equal(summary.deliveries[0]!.imklVersion, '1.2.1')
  assert.equal(feature(`${ID}x`).row.bag_id, '0123010000000001')
  assert.equal(tables.netbeheerder!.find(({ bronhouder }) => bronhouder === 'GM9002')!.eis_voorzorgsmaatregel, true)
})

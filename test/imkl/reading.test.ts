/** Forms of GML that the example deliveries do not have, and other versions of IMKL. */
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
  member,
  merge,
  NAMESPACES,
  NET,
  point,
  polygon,
  ref,
  relativeLines,
} from '../support/imkl-fixture.ts'

const ID = 'nl.imkl-KL9001.'
const one = (members: string[], more: Partial<FixtureDelivery> = {}): FixtureDelivery[] => [{ members, ...more }]

test('a third dimension is dropped, said or not', async (t) => {
  const heights = (attributes: string): string =>
    `<gml:LineString ${attributes}><gml:posList>200001 400002 1.5 200004 400006 1.6</gml:posList></gml:LineString>`
  const { feature } = await merge(
    t,
    one([
      cable(`${ID}a`, [`${ID}la`]),
      link(`${ID}la`, heights('srsDimension="3"')),
      cable(`${ID}b`, [`${ID}lb`]),
      link(`${ID}lb`, heights('')),
    ]),
  )
  assert.deepEqual(relativeLines(feature(`${ID}a`).geometry), [[1, 2, 4, 6]])
  assert.deepEqual(relativeLines(feature(`${ID}b`).geometry), [[1, 2, 4, 6]])
})

test('prefixes mean what the feature says they mean', async (t) => {
  const { gml: _gml, ...others } = NAMESPACES
  const odd = member(
    'x:Kast',
    `${ID}kast`,
    `<y:geometry><g:Point><g:pos>${at(3, 4)}</g:pos></g:Point></y:geometry><x:label>Kast &amp; co</x:label>`,
    `xmlns:x="${others.imkl}" xmlns:y="${others['us-net-common']}" xmlns:g="http://www.opengis.net/gml/3.2"`,
  )
  const { feature } = await merge(t, one([odd]))
  assert.deepEqual(feature(`${ID}kast`).geometry, { type: 'Point', xy: [200003, 400004] })
  assert.equal(feature(`${ID}kast`).row.label, 'Kast & co')
})

test('polygons keep their holes, and a multi-surface all its parts', async (t) => {
  const surface = `<gml:MultiSurface><gml:surfaceMember>${polygon(box(0, 0, 10, 10), box(2, 2, 4, 4))}</gml:surfaceMember><gml:surfaceMember><gml:Surface><gml:patches><gml:PolygonPatch><gml:exterior><gml:LinearRing><gml:posList>${box(20, 0, 30, 10)}</gml:posList></gml:LinearRing></gml:exterior></gml:PolygonPatch></gml:patches></gml:Surface></gml:surfaceMember></gml:MultiSurface>`
  const { feature } = await merge(
    t,
    one([imkl('EigenTopografie', `${ID}v`, `<imkl:ligging>${surface}</imkl:ligging>`)]),
  )
  const { layer, geometry } = feature(`${ID}v`)
  assert.equal(layer, 'eigen_topografie_vlak')
  assert.equal(geometry?.type, 'MultiPolygon')
  assert.deepEqual(
    geometry.polygons.map((rings) => rings.length),
    [2, 1],
  )
})

test('curves are read segment by segment, and arcs become lines within a millimetre', async (t) => {
  const curve = (segments: string): string =>
    `<gml:Curve srsName="EPSG:28992"><gml:segments>${segments}</gml:segments></gml:Curve>`
  const straight = (positions: string): string =>
    `<gml:LineStringSegment><gml:posList>${positions}</gml:posList></gml:LineStringSegment>`
  const { feature } = await merge(
    t,
    one([
      cable(`${ID}c`, [`${ID}lc`]),
      link(`${ID}lc`, curve(straight(at(0, 0, 5, 0)) + straight(at(5, 0, 5, 5)))),
      cable(`${ID}a`, [`${ID}la`]),
      link(`${ID}la`, curve(`<gml:Arc><gml:posList>${at(10, 0, 0, 10, -10, 0)}</gml:posList></gml:Arc>`)),
    ]),
  )
  assert.deepEqual(relativeLines(feature(`${ID}c`).geometry), [[0, 0, 5, 0, 5, 5]])
  assert.ok(Math.abs(Number(feature(`${ID}a`).row.lengte_m) - 10 * Math.PI) < 0.01)
})

test('IMKL 3.0 shares its namespace with 2.0 and is read, with a drawn position marked as invented', async (t) => {
  const { feature, summary } = await merge(
    t,
    one(
      [
        cable(
          `${ID}c`,
          [`${ID}l`],
          `<imkl:geoNauwkeurigheidXY ${code('NauwkeurigheidXYvalue', 'fictiefIngetekend')}/><imkl:kleur>rood</imkl:kleur>`,
        ),
        link(`${ID}l`, lineString(at(1, 1, 2, 1))),
      ],
      {
        schemaLocation:
          'http://www.geostandaarden.nl/imkl/wibon http://register.geostandaarden.nl/gmlapplicatieschema/imkl/3.0.0/imkl-wibon.xsd',
      },
    ),
  )
  assert.equal(summary.deliveries[0]!.imklVersion, '3.0')
  const notice = summary.warnings.find(({ code }) => code === 'VERSION_NOT_SUPPORTED')
  assert.match(notice?.message ?? '', /IMKL 3\.0/)
  assert.match(notice?.messageNl ?? '', /IMKL 3\.0/)
  assert.deepEqual([feature(`${ID}c`).row.fictief, feature(`${ID}c`).row.nauwkeurigheid_xy_cm], [true, null])
})

test('features without an id are kept apart, and a namesake from another namespace is no feature', async (t) => {
  const kast = (x: number): string =>
    member(
      'imkl:Kast',
      'x',
      `${ref('imkl:inNetwork', NET)}<us-net-common:geometry>${point(at(x, 1))}</us-net-common:geometry>`,
    ).replace(' gml:id="x"', '')
  const foreign = member('z:Kast', `${ID}z`, '<z:label>no</z:label>', 'xmlns:z="http://example.nl/other"')
  const { features, summary } = await merge(t, one([kast(1), kast(2), foreign]))
  const found = features.filter(({ layer }) => layer === 'containerleidingelement')
  assert.equal(new Set(found.map(({ row }) => row.id)).size, 2)
  assert.equal(summary.objecttypes['other:Kast']!.count, 1)
})

test('who asked for the delivery is personal data and leaves nothing behind', async (t) => {
  const result = await merge(
    t,
    one([imkl('Kast', `${ID}k`, `<us-net-common:geometry>${point(at(1, 1))}</us-net-common:geometry>`)]),
  )
  assert.ok(!JSON.stringify([result.summary, result.features, result.tables]).includes('Geheim'))
})

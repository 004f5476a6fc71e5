/** Rule 8.2 of the delivery reference (domain/imkl.md): what several deliveries become together. */
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
  merge,
  NET,
  OPERATOR,
  point,
  polygon,
  ref,
  relativeLines,
} from '../support/imkl-fixture.ts'

const ID = 'nl.imkl-KL9001.'
const left = { klicNumber: '22G000001', area: box(0, 0, 100, 100), composedAt: '2024-05-01T12:00:00+02:00' }
const right = { klicNumber: '22G000002', area: box(100, 0, 200, 100), composedAt: '2024-05-02T12:00:00+02:00' }
const withCable = (delivery: Omit<FixtureDelivery, 'members'>, lines: string[], more = ''): FixtureDelivery => ({
  ...delivery,
  members: [
    cable(
      `${ID}c`,
      lines.map((_, i) => `${ID}l.${i + 1}`),
      more,
    ),
    ...lines.map((line, i) => link(`${ID}l.${i + 1}`, lineString(line))),
  ],
})

test('a link number can mean another stretch in another delivery: links are resolved within their own', async (t) => {
  const { feature } = await merge(t, [
    withCable(left, [at(10, 50, 20, 50), at(30, 50, 40, 50)]),
    withCable(right, [at(150, 50, 190, 50)]),
  ])
  assert.deepEqual(relativeLines(feature(`${ID}c`).geometry), [
    [150, 50, 190, 50],
    [10, 50, 20, 50],
    [30, 50, 40, 50],
  ])
})

test('of overlapping versions the longest stays whole and only the new stretches of the others are added', async (t) => {
  const { feature } = await merge(t, [
    withCable(left, [at(0, 50, 60, 50)]),
    withCable(right, [at(50, 50.002, 90, 50.002)]),
  ])
  assert.deepEqual(relativeLines(feature(`${ID}c`).geometry), [
    [0, 50, 60, 50],
    [60.005, 50.002, 90, 50.002],
  ])
})

test('a cable that doubles back keeps its double stretch', async (t) => {
  const { feature } = await merge(t, [
    withCable(left, [at(0, 50, 60, 50, 30, 50)]),
    withCable(right, [at(0, 50, 60, 50)]),
  ])
  assert.equal(feature(`${ID}c`).row.lengte_m, 90)
})

test('attributes come from the delivery that was compiled last, the numbers from all', async (t) => {
  const { feature } = await merge(t, [
    withCable(right, [at(150, 50, 190, 50)], '<imkl:label>new</imkl:label>'),
    withCable(left, [at(10, 50, 20, 50)], '<imkl:label>old</imkl:label>'),
  ])
  assert.equal(feature(`${ID}c`).row.label, 'new')
  assert.equal(feature(`${ID}c`).row.klic_nummer, '22G000001,22G000002')
})

test('a line is cut off where its delivery ends, unless another delivery covers what comes next', async (t) => {
  const alone = await merge(t, [withCable(left, [at(50, 50, 100, 50)])])
  assert.equal(alone.feature(`${ID}c`).row.afgekapt, true)
  const inside = await merge(t, [withCable(left, [at(50, 50, 99, 50)])])
  assert.equal(inside.feature(`${ID}c`).row.afgekapt, false)
  const continued = await merge(t, [withCable(left, [at(50, 50, 100, 50)]), withCable(right, [at(100, 50, 150, 50)])])
  assert.equal(continued.feature(`${ID}c`).row.afgekapt, false)
  const onward = await merge(t, [withCable(left, [at(50, 50, 100, 50)]), withCable(right, [at(100, 50, 200, 50)])])
  assert.equal(onward.feature(`${ID}c`).row.afgekapt, true)
})

test('an area that the operator did not answer for does not count as covered', async (t) => {
  const silent = { ...right, operators: [{ ...OPERATOR, delivered: false, networks: [] }], members: [] }
  const { feature, summary } = await merge(t, [withCable(left, [at(50, 50, 100, 50)]), silent])
  assert.equal(feature(`${ID}c`).row.afgekapt, true)
  assert.deepEqual(
    summary.operators.map(({ code, delivered, missingIn }) => [code, delivered, missingIn]),
    [['KL9001', false, ['22G000002']]],
  )
})

test('two containers may share one link, and both have its line', async (t) => {
  const { feature, summary } = await merge(t, [
    {
      members: [
        cable(`${ID}bed`, [`${ID}l`], '', 'Kabelbed'),
        cable(`${ID}buis`, [`${ID}l`], '', 'Mantelbuis'),
        link(`${ID}l`, lineString(at(10, 10, 15, 10))),
        link(`${ID}orphan`, lineString(at(10, 10, 99, 10))),
      ],
    },
  ])
  assert.deepEqual([feature(`${ID}bed`).row.lengte_m, feature(`${ID}buis`).row.lengte_m], [5, 5])
  assert.deepEqual(
    summary.warnings.map((warning) => [warning.code, warning.count]),
    [['UNUSED_LINK', 1]],
  )
})

test('only the highest sequence number of a request is used', async (t) => {
  const first = { ...withCable(left, [at(10, 50, 20, 50)]), sequence: 1 }
  const second = { ...withCable(left, [at(10, 50, 13, 50)]), sequence: 2, composedAt: '2024-04-01T00:00:00Z' }
  const { feature, summary } = await merge(t, [second, first])
  assert.equal(feature(`${ID}c`).row.lengte_m, 3)
  assert.deepEqual(
    summary.deliveries.map(({ sequence }) => sequence),
    [2],
  )
  assert.ok(summary.warnings.some((warning) => warning.code === 'DELIVERY_REPLACED'))
})

test('areas that differ become their union, points stay one, request polygons are all kept', async (t) => {
  const tile = (delivery: Omit<FixtureDelivery, 'members'>, x1: number, x2: number, eis: string): FixtureDelivery => ({
    ...delivery,
    members: [
      imkl(
        'AanduidingEisVoorzorgsmaatregel',
        `${ID}ev`,
        `${ref('imkl:inNetwork', NET)}<imkl:eisVoorzorgsmaatregel>${eis}</imkl:eisVoorzorgsmaatregel><imkl:contactVoorzorgsmaatregel><imkl:Contact/></imkl:contactVoorzorgsmaatregel><imkl:geometrie>${polygon(box(x1, 0, x2, 10))}</imkl:geometrie>`,
      ),
      imkl(
        'Kast',
        `${ID}k`,
        `${ref('imkl:inNetwork', NET)}<us-net-common:geometry>${point(at(100, 5))}</us-net-common:geometry>`,
      ),
    ],
  })
  const { feature, features, summary } = await merge(t, [tile(left, 90, 100, 'G_ls'), tile(right, 100, 120, 'O_ls')])
  const { geometry, row } = feature(`${ID}ev`)
  assert.equal(geometry?.type, 'MultiPolygon')
  assert.deepEqual(geometry.polygons.length, 1)
  assert.equal(row.eis, 'O_ls, G_ls')
  assert.equal(row.contact_naam, null)
  assert.equal(feature(`${ID}k`).row.klic_nummer, '22G000001,22G000002')
  assert.equal(features.filter(({ layer }) => layer === 'aanvraag_polygoon').length, 2)
  assert.equal(summary.precautions, 1)
})

test('the order of the arguments changes nothing', async (t) => {
  const deliveries = [
    withCable(left, [at(0, 50, 60, 50)]),
    withCable(right, [at(40, 50, 100, 50)]),
    withCable({ ...right, klicNumber: '22G000003' }, [at(20, 50, 80, 50)]),
  ]
  const result = ({ summary, features, tables }: MergedFixture): string => {
    const named = JSON.stringify([summary, features, tables])
    // The fixture writes the place in the argument list into the file name.
    return named.replace(/-\d\.zip/g, '.zip')
  }
  const straight = result(await merge(t, deliveries))
  assert.equal(result(await merge(t, [...deliveries].reverse())), straight)
  assert.equal(result(await merge(t, [deliveries[1]!, deliveries[2]!, deliveries[0]!])), straight)
})

test('what an object refers to may stand in another delivery: depth, container, and owner of an outline', async (t) => {
  const depth = (value: string): string =>
    imkl(
      'DiepteTovMaaiveld',
      `${ID}d${value}`,
      `<imkl:dieptePeil uom="urn:ogc:def:uom:OGC::m">${value}</imkl:dieptePeil><imkl:ligging>${point(at(10, 10))}</imkl:ligging>`,
    )
  const { feature } = await merge(t, [
    withCable(
      right,
      [at(100, 50, 150, 50)],
      ref('imkl:dieptelegging', `${ID}d1.3`) + ref('imkl:dieptelegging', `${ID}d0.8`),
    ),
    {
      ...left,
      members: [
        depth('1.3'),
        depth('0.8'),
        cable(`${ID}buis`, [], ref('us-net-common:cables', `${ID}c`), 'Mantelbuis'),
        imkl(
          'ExtraGeometrie',
          `${ID}eg`,
          `${ref('imkl:inNetwork', NET)}<imkl:vlakgeometrie2D>${polygon(box(1, 1, 2, 2))}</imkl:vlakgeometrie2D>`,
        ),
        cable(`${ID}o`, [], ref('imkl:extraGeometrie', `${ID}eg`)),
      ],
    },
  ])
  assert.equal(feature(`${ID}c`).row.diepte_m, 0.8)
  assert.equal(feature(`${ID}c`).row.in_container, `${ID}buis`)
  const outline = feature(`${ID}eg`).row
  assert.deepEqual(
    [outline.eigenaar_id, outline.eigenaar_objecttype, outline.status_naam],
    [`${ID}o`, 'Elektriciteitskabel', 'functioneel'],
  )
})

test('the information area, where there is one, is what was delivered; the ring around the dig is what is drawn', async (t) => {
  const information = imkl(
    'Informatiepolygoon',
    'nl.imkl-KA0000._Informatiepolygoon_22G000001',
    `<imkl:geometrie>${polygon(box(-50, -50, 150, 150))}</imkl:geometrie><imkl:geometrieVoorVisualisatie>${polygon(box(-50, -50, 150, 150), box(0, 0, 100, 100))}</imkl:geometrieVoorVisualisatie>`,
  )
  const line = withCable(left, [at(50, 50, 150, 50)])
  const { feature, summary } = await merge(t, [{ ...line, members: [...line.members, information] }])
  assert.deepEqual(summary.deliveries[0]!.extent, [199_950, 399_950, 200_150, 400_150])
  assert.equal(feature(`${ID}c`).row.afgekapt, true)
  const { geometry, layer } = feature('nl.imkl-KA0000._Informatiepolygoon_22G000001')
  assert.equal(layer, 'aanvraag_polygoon')
  assert.equal(geometry?.type === 'MultiPolygon' && geometry.polygons[0]!.length, 2)
})

test('an invented position, test data and missing parts are said', async (t) => {
  const fictitious = {
    klicNumber: '99G000001',
    members: [
      cable(`${ID}c`, [`${ID}l`]),
      link(`${ID}l`, lineString(at(1, 1, 9, 1)), '<net:fictitious>true</net:fictitious>'),
    ],
  }
  const { feature, summary } = await merge(t, [fictitious], {
    reference: 'job',
    klicType: 'GRAAF',
    environment: 'simulator',
    missingParts: [{ orderId: 'A-2', partNo: 2, reason: 'safety_area', klicNumber: null }],
  })
  assert.equal(feature(`${ID}c`).row.fictief, true)
  assert.deepEqual(
    summary.warnings.map(({ code }) => code),
    ['SIMULATED', 'PART_MISSING', 'FICTITIOUS'],
  )
})

test('of a part without a delivery it is said why, by its number, and what to do about it', async (t) => {
  const { summary } = await merge(t, [{ klicNumber: '24G000001', members: [] }], {
    reference: 'job',
    klicType: 'GRAAF',
    environment: 'production',
    missingParts: [
      { orderId: 'ord_2', partNo: 2, reason: 'safety_area', klicNumber: '24G000002' },
      { orderId: 'ord_3', partNo: 3, reason: 'rejected', klicNumber: null },
      { orderId: 'ord_4', partNo: 4, reason: 'failed', klicNumber: '24G000004' },
    ],
  })
  const said = summary.warnings.filter(({ code }) => code === 'PART_MISSING')
  const [withheld, refused, lost] = said.map(({ message, messageNl }) => `${message} ${messageNl}`)
  assert.match(withheld!, /^Part 2 \(ord_2\) .*safety area.* Deelgebied 2 \(24G000002\) .*Vraag de beheerder/)
  assert.match(
    refused!,
    /^Part 3 \(ord_3\) .*not submitted.* Deelgebied 3 is door het Kadaster geweigerd en niet ingediend/,
  )
  assert.match(lost!, /^Part 4 \(ord_4\) has no complete delivery.* Deelgebied 4 \(24G000004\) .*vraag het Kadaster/)
})

test('a precaution names the letter of its operator and theme, and the operator is to be called', async (t) => {
  const path = 'bronnen/KL9001/ev.pdf'
  const { feature, summary, tables } = await merge(t, [
    {
      operators: [{ ...OPERATOR, precaution: true }],
      documents: { [path]: 'letter' },
      members: [
        imkl(
          'EisVoorzorgsmaatregelBijlage',
          `${ID}b`,
          `<imkl:bestandLocatie>${path}</imkl:bestandLocatie><imkl:bestandMediaType ${code('BestandMediaTypeValue', 'PDF')}/><imkl:thema ${code('Thema', 'laagspanning')}/><imkl:eisVoorzorgsmaatregel>G_ls</imkl:eisVoorzorgsmaatregel>`,
        ),
        imkl(
          'AanduidingEisVoorzorgsmaatregel',
          `${ID}ev`,
          `${ref('imkl:inNetwork', NET)}<imkl:eisVoorzorgsmaatregel>G_ls</imkl:eisVoorzorgsmaatregel><imkl:geometrie>${polygon(box(1, 1, 9, 9))}</imkl:geometrie>`,
        ),
      ],
    },
  ])
  assert.equal(feature(`${ID}ev`).row.bijlage, path)
  assert.match(
    summary.warnings.find((warning) => warning.code === 'PRECAUTION')!.message,
    /Voorbeeldnet.*before you dig.*net@example\.nl/,
  )
  assert.deepEqual(
    tables.levering!.map(({ positienummer, aanvraagdatum, imkl_versie: version }) => [
      positienummer,
      aanvraagdatum,
      version,
    ]),
    [['10', '2024-04-30', '2.0']],
  )
})

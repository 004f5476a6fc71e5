/** The traps of the delivery reference (domain/imkl.md, section 14), one by one, on fixtures of our own. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  at,
  box,
  cable,
  code,
  type FixtureDelivery,
  imkl,
  inspireCode,
  lineString,
  link,
  merge,
  NET,
  OPERATOR,
  point,
  ref,
  relativeLines,
} from '../support/imkl-fixture.ts'

const ID = 'nl.imkl-KL9001.'
const one = (members: string[], more: Partial<FixtureDelivery> = {}): FixtureDelivery[] => [{ members, ...more }]

test('a cable gets the geometry of its links, wherever they stand in the file', async (t) => {
  const links = [link(`${ID}l2`, lineString(at(50, 50, 60, 50))), link(`${ID}l1`, lineString(at(10, 10, 20, 10)))]
  const { feature } = await merge(t, one([cable(`${ID}c`, [`${ID}l1`, `${ID}l2`]), ...links]))
  const { layer, row, geometry } = feature(`${ID}c`)
  assert.equal(layer, 'kabel_of_leiding')
  assert.deepEqual(relativeLines(geometry), [
    [10, 10, 20, 10],
    [50, 50, 60, 50],
  ])
  assert.deepEqual(
    [row.lengte_m, row.aantal_delen, row.thema, row.netbeheerder],
    [20, 2, 'laagspanning', 'Voorbeeldnet'],
  )
})

test('a clipped feature keeps its id: the other half of a cable on a tile boundary is not lost', async (t) => {
  const half = (klicNumber: string, area: string, from: number, to: number): FixtureDelivery => ({
    klicNumber,
    area,
    members: [cable(`${ID}c`, [`${ID}l`]), link(`${ID}l`, lineString(at(from, 50, to, 50)))],
  })
  const { feature, summary } = await merge(t, [
    half('22G000001', box(0, 0, 100, 100), 80, 100),
    half('22G000002', box(100, 0, 200, 100), 100, 130),
  ])
  assert.ok(Math.abs(Number(feature(`${ID}c`).row.lengte_m) - 50) < 0.006)
  assert.equal(feature(`${ID}c`).row.klic_nummer, '22G000001,22G000002')
  assert.equal(summary.objecttypes.Elektriciteitskabel!.count, 1)
})

test('an id that ends in .1 is an id like any other', async (t) => {
  const { feature } = await merge(
    t,
    one([
      cable(`${ID}37.1`, [`${ID}l.1`], '', 'Mantelbuis'),
      cable(`${ID}37`, [`${ID}l`], '', 'Kabelbed'),
      link(`${ID}l.1`, lineString(at(10, 10, 13, 10))),
      link(`${ID}l`, lineString(at(10, 20, 17, 20))),
    ]),
  )
  assert.equal(feature(`${ID}37.1`).row.lengte_m, 3)
  assert.equal(feature(`${ID}37`).row.lengte_m, 7)
})

test('an operator that did not deliver is a warning, one that is not involved is none', async (t) => {
  const operators = [
    OPERATOR,
    { code: 'GM9002', name: 'Stil', delivered: false, themes: ['water', 'rioolVrijverval'] },
    { code: 'KL9003', name: 'Elders', involved: false, themes: ['datatransport'] },
  ]
  const { summary, tables } = await merge(t, one([], { operators, complete: false }))
  const warnings = summary.warnings.filter((warning) => warning.code === 'OPERATOR_NOT_DELIVERED')
  assert.deepEqual(
    warnings.map((warning) => warning.operator),
    ['GM9002'],
  )
  assert.match(warnings[0]!.message, /Stil \(GM9002\).*22G000001.*gravity sewer, water.*0201234567/s)
  assert.deepEqual(
    summary.operators.map(({ code, delivered, involved }) => [code, delivered, involved]),
    [
      ['GM9002', false, null],
      ['KL9001', true, true],
      ['KL9003', true, false],
    ],
  )
  assert.deepEqual(
    tables.netbeheerder!.map(({ bronhouder, geleverd }) => [bronhouder, geleverd]),
    [
      ['GM9002', false],
      ['KL9001', true],
      ['KL9003', true],
    ],
  )
  assert.ok(summary.warnings.some((warning) => warning.code === 'DELIVERY_INCOMPLETE'))
})

test('a date is its first ten characters, and sentinel years are no date', async (t) => {
  const dated = (id: string, date: string): string =>
    cable(id, [], `<us-net-common:validFrom>${date}</us-net-common:validFrom>`)
  const { feature } = await merge(
    t,
    one([
      dated(`${ID}a`, '2002-09-16T00:00:00+02:00'),
      dated(`${ID}b`, '1900-01-01T00:00:00Z'),
      dated(`${ID}c`, '9999-12-31T00:00:00'),
      dated(`${ID}d`, '0001-01-01T00:00:00.0Z'),
      dated(`${ID}e`, '1800-01-01T00:00:00'),
      cable(`${ID}f`, [], '<us-net-common:validFrom xsi:nil="true" nilReason="true"></us-net-common:validFrom>'),
    ]),
  )
  const dates = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => feature(ID + name).row.aanlegdatum)
  assert.deepEqual(dates, ['2002-09-16', null, null, null, null, null])
})

test('diameters in cm and mm are millimetres, a nil one with a unit is unknown, and so is a voltage of -1 or 0', async (t) => {
  const uom = (unit: string): string => `uom="urn:ogc:def:uom:OGC::${unit}"`
  const pipe = (id: string, more: string): string => cable(id, [], more, 'Waterleiding')
  const { feature } = await merge(
    t,
    one([
      pipe(`${ID}mm`, `<us-net-common:pipeDiameter ${uom('mm')}>110</us-net-common:pipeDiameter>`),
      pipe(`${ID}cm`, `<us-net-common:pipeDiameter ${uom('cm')}>11</us-net-common:pipeDiameter>`),
      pipe(`${ID}m`, `<us-net-common:pipeDiameter ${uom('m')}>0.11</us-net-common:pipeDiameter>`),
      pipe(`${ID}nil`, `<us-net-common:pipeDiameter xsi:nil="true" ${uom('mm')}/>`),
      cable(
        `${ID}v1`,
        [],
        `<us-net-el:operatingVoltage ${uom('V')}>-1</us-net-el:operatingVoltage><us-net-el:nominalVoltage ${uom('V')}>0</us-net-el:nominalVoltage>`,
      ),
      cable(`${ID}v2`, [], `<us-net-el:operatingVoltage ${uom('V')}>400</us-net-el:operatingVoltage>`),
    ]),
  )
  assert.deepEqual(
    ['mm', 'cm', 'm', 'nil'].map((name) => feature(ID + name).row.diameter_mm),
    [110, 110, 110, null],
  )
  assert.deepEqual([feature(`${ID}v1`).row.spanning_v, feature(`${ID}v1`).row.nominale_spanning_v], [null, null])
  assert.equal(feature(`${ID}v2`).row.spanning_v, 400)
})

test('every spelling of RD New is x before y, and another coordinate system gives no geometry but a warning', async (t) => {
  const spellings = ['urn:ogc:def:crs:EPSG::28992', 'EPSG:28992', 'urn:x-ogc:def:crs:EPSG:28992', 'epsg:28992', null]
  const members = spellings.flatMap((srsName, i) => [
    cable(`${ID}c${i}`, [`${ID}l${i}`]),
    link(`${ID}l${i}`, lineString(at(1, 2, 4, 6), srsName)),
  ])
  members.push(
    imkl('Kast', `${ID}wgs`, `<us-net-common:geometry>${point('5.1 52.1', 'EPSG:4326')}</us-net-common:geometry>`),
  )
  const { feature, summary } = await merge(t, one(members))
  for (const i of spellings.keys()) assert.deepEqual(relativeLines(feature(`${ID}c${i}`).geometry), [[1, 2, 4, 6]])
  assert.equal(feature(`${ID}wgs`).geometry, null)
  assert.ok(
    summary.warnings.some((warning) => warning.code === 'GEOMETRY_UNREADABLE' && /EPSG:4326/.test(warning.message)),
  )
})

test('an operator code is six letters or digits, not KL and four digits', async (t) => {
  const ids = ['nl.imkl-GM1641.EigenTopografie-93', 'nl.imkl-nbact1.x', 'nl.imkl-KL1028.thermal.WW-A.x.5']
  const members = ids.map((id) =>
    imkl(
      'EigenTopografie',
      id,
      `<imkl:ligging>${point(at(1, 1))}</imkl:ligging><imkl:status ${code('EigenTopografieStatusValue', 'plan')}/>`,
    ),
  )
  const { features } = await merge(t, one(members))
  const found = features
    .filter(({ layer }) => layer === 'eigen_topografie_punt')
    .map(({ row }) => [row.bronhouder, row.thema, row.status])
  assert.deepEqual(found.sort(), [
    ['GM1641', null, 'plan'],
    ['KL1028', null, 'plan'],
    ['nbact1', null, 'plan'],
  ])
})

test('containers do not count as cable, and the parts of a line are not joined', async (t) => {
  const { summary, feature } = await merge(
    t,
    one([
      cable(`${ID}c`, [`${ID}l1`, `${ID}l2`]),
      link(`${ID}l1`, lineString(at(10, 10, 20, 10))),
      link(`${ID}l2`, lineString(at(20, 10, 30, 10))),
      cable(`${ID}k`, [`${ID}lk`], '', 'Kabelbed'),
      link(`${ID}lk`, lineString(at(10, 10, 30, 10))),
    ]),
  )
  assert.equal(feature(`${ID}c`).row.aantal_delen, 2)
  assert.equal(feature(`${ID}k`).layer, 'kabel_en_leiding_container')
  assert.deepEqual(summary.themes.laagspanning, { count: 2, length_m: 20 })
})

test('documents are counted by file, not by reference, and letters of two requests stay apart', async (t) => {
  const letter = (klicNumber: string): FixtureDelivery => {
    const path = `bronnen/KL9001/nl.imkl-KL9001_${klicNumber}.brief.pdf`
    const detail = (n: number): string =>
      imkl(
        'ExtraDetailinfo',
        `${ID}d${n}`,
        `<imkl:extraInfoType ${code('ExtraDetailInfoTypeValue', 'profielschets')}/><imkl:bestandLocatie>bronnen/KL9001/schets.pdf</imkl:bestandLocatie><imkl:bestandIdentificator>schets</imkl:bestandIdentificator><imkl:ligging>${point(at(n, n))}</imkl:ligging>`,
      )
    const ev = imkl(
      'EisVoorzorgsmaatregelBijlage',
      `${ID}ev_${klicNumber}`,
      `<imkl:bestandLocatie>${path}</imkl:bestandLocatie><imkl:bestandIdentificator>brief</imkl:bestandIdentificator><imkl:thema ${code('Thema', 'laagspanning')}/>`,
    )
    return {
      klicNumber,
      members: [detail(1), detail(2), detail(3), ev],
      documents: { [path]: `letter ${klicNumber}`, 'bronnen/KL9001/schets.pdf': 'sketch' },
    }
  }
  const { summary, tables } = await merge(t, [letter('22G000001'), letter('22G000002')])
  assert.deepEqual(summary.documents, { files: 4, identifiers: 2, references: 8 })
  const letters = tables.document!.filter(({ soort }) => soort === 'eis_voorzorgsmaatregel')
  assert.equal(new Set(letters.map(({ sha256 }) => sha256)).size, 2)
  const sketches = tables.document!.filter(({ soort }) => soort === 'profielschets')
  assert.deepEqual(
    sketches.map(({ aantal_verwijzingen: uses }) => uses),
    [3, 3],
  )
  assert.equal(new Set(sketches.map(({ sha256 }) => sha256)).size, 1)
})

test('rotation stays clockwise as delivered, is ignored on lines, and the anchor is read', async (t) => {
  const drawing = (id: string, type: string, geometry: string): string =>
    imkl(
      'Maatvoering',
      id,
      `${ref('imkl:inNetwork', NET)}<imkl:label>1.0</imkl:label><imkl:maatvoeringsType ${code('MaatvoeringsTypeValue', type)}/><imkl:rotatiehoek uom="urn:ogc:def:uom:OGC::deg">-37</imkl:rotatiehoek><imkl:labelpositie><imkl:Labelpositie><imkl:aangrijpingHorizontaal ${code('LabelpositieValue', '0.5')}/><imkl:aangrijpingVerticaal ${code('LabelpositieValue', '1')}/></imkl:Labelpositie></imkl:labelpositie><imkl:ligging>${geometry}</imkl:ligging>`,
    )
  const { feature } = await merge(
    t,
    one([
      drawing(`${ID}label`, 'maatvoeringslabel', point(at(5, 5))),
      drawing(`${ID}lijn`, 'maatvoeringslijn', lineString(at(5, 5, 8, 9))),
    ]),
  )
  const label = feature(`${ID}label`)
  assert.equal(label.layer, 'maatvoering_punt')
  assert.deepEqual([label.row.rotatie, label.row.anker_h, label.row.anker_v, label.row.tekst], [-37, 0.5, 1, '1.0'])
  assert.equal(feature(`${ID}lijn`).layer, 'maatvoering_lijn')
  assert.equal(feature(`${ID}lijn`).row.rotatie, null)
})

test('unresolved and empty references, unknown codes and classes are counted and never stop the reading', async (t) => {
  const { feature, summary } = await merge(
    t,
    one([
      cable(
        `${ID}c`,
        [`${ID}gone`],
        `<us-net-common:utilityFacilityReference xlink:href=""/>${ref('imkl:extraGeometrie', `${ID}gone2`)}<imkl:buismateriaalType ${code('PipeMaterialTypeIMKLValue', 'nieuwMateriaal')}/>`,
      ),
      imkl(
        'Appurtenance',
        `${ID}a`,
        `${ref('net:inNetwork', `${ID}nonet`)}<us-net-common:appurtenanceType ${inspireCode('ElectricityAppurtenanceTypeValue', 'fluxCapacitor')}/><net:geometry>${point(at(5, 5))}</net:geometry>`,
      ),
      imkl('Toekomstobject', `${ID}t`, '<imkl:nieuw><imkl:Ding><imkl:maat>3</imkl:maat></imkl:Ding></imkl:nieuw>'),
    ]),
  )
  const { row, geometry } = feature(`${ID}c`)
  assert.deepEqual([geometry, row.lengte_m, row.materiaal], [null, null, 'nieuwMateriaal'])
  assert.deepEqual([feature(`${ID}a`).row.type_naam, feature(`${ID}a`).row.thema], ['fluxCapacitor', null])
  const counted = Object.fromEntries(summary.warnings.map(({ code, count }) => [code, count]))
  assert.deepEqual(counted, { NO_GEOMETRY: 1, UNRESOLVED_REFERENCE: 3, UNKNOWN_CLASS: 1 })
  assert.equal(summary.objecttypes.Toekomstobject!.count, 1)
})

test('a shape of more than 50,000 points is left out and named; one of 50,000 is drawn', async (t) => {
  const zigzag = (points: number): string =>
    lineString(at(...Array.from({ length: points }, (_, i) => [1 + (i % 2), (i % 90_000) / 1000]).flat()))
  const { feature, summary } = await merge(
    t,
    one([
      cable(`${ID}most`, [`${ID}l1`]),
      cable(`${ID}more`, [`${ID}l2`]),
      link(`${ID}l1`, zigzag(50_000)),
      link(`${ID}l2`, zigzag(50_001)),
    ]),
  )
  assert.equal(relativeLines(feature(`${ID}most`).geometry)[0]!.length, 100_000)
  assert.equal(feature(`${ID}more`).geometry, null)
  const named = summary.warnings.filter(({ code }) => code === 'GEOMETRY_UNREADABLE')
  assert.deepEqual(
    named.map(({ message, messageNl, objectId = null }) => ({ message, messageNl, objectId })),
    [
      {
        message: '22G000001: the shape has more than 50,000 points (UtilityLink); not drawn: 1.',
        messageNl: '22G000001: de vorm heeft meer dan 50.000 punten (UtilityLink); niet getekend: 1.',
        objectId: null,
      },
      {
        message: `${ID}l2: the shape has more than 50,000 points.`,
        messageNl: `${ID}l2: de vorm heeft meer dan 50.000 punten.`,
        objectId: `${ID}l2`,
      },
    ],
  )
})

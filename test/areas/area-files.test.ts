/** Every format that a person may drop: written by GDAL or by hand, read back as the same outline in RD. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { readCorners } from '../../server/features/areas/files/text.ts'
import { runAreaReading } from '../../server/features/areas/run-area-reading.ts'
import { FIELD, FIELD_RD, geoPackageWith, makeAreaFile, TRENCH_RD, zipOf } from '../support/area-files.ts'
import { cage } from '../support/caged.ts'
import { readingAreas } from '../support/read-areas.ts'

const { folder, read: readWith, fault } = await readingAreas()
const read = (bytes: string | Uint8Array, crs?: string) => readWith(bytes, { crs })

/** As sets of corners: writers start and turn their rings as they like. */
const corners = (line: readonly (readonly number[])[] | undefined): string[] =>
  [...new Set((line ?? []).map(([x, y]) => `${Math.round(x! * 10) / 10} ${Math.round(y! * 10) / 10}`))].sort()

const MADE = ['gpkg', 'shp', 'kml', 'kmz', 'gml', 'dxf', 'geojson', 'geojson-rd', 'wkt', 'csv'] as const
for (const kind of MADE)
  test(`${kind}: the outline of a field comes out in RD`, async () => {
    const found = await read(await makeAreaFile(kind, folder))
    assert.deepEqual(corners(found.areas[0]?.coordinates[0]), corners(FIELD_RD))
    assert.equal(found.areas[0]?.kind, 'polygon')
    assert.ok(found.isInside)
  })

for (const kind of ['gpkg', 'shp', 'kml', 'gml', 'dxf', 'geojson'] as const)
  test(`${kind}: a trench is a line`, async () => {
    const found = await read(await makeAreaFile(kind, folder))
    const line = found.areas.find((area) => area.kind === 'line')
    if (kind === 'shp') assert.equal(line, undefined)
    else assert.deepEqual(corners(line?.coordinates[0]), corners(TRENCH_RD))
  })

describe('systems', () => {
  test('RD is known by its numbers', async () => {
    const found = await read('155000 463000\n155100 463000\n155100 463100')
    assert.deepEqual([found.crs, found.crsFrom], ['EPSG:28992', 'numbers'])
  })
  test('latitude before longitude is turned round and said so', async () => {
    const found = await read('52.10 5.30\n52.10 5.31\n52.11 5.31')
    assert.deepEqual([found.crs, found.crsFrom], ['EPSG:4326', 'turned'])
    assert.ok(found.isInside)
  })
  test('web mercator and UTM are known by their numbers', async () => {
    assert.equal((await read('599700 6830300\n599900 6830300\n599900 6830500')).crs, 'EPSG:3857')
    assert.equal((await read('663500 5780300\n663700 5780300\n663700 5780500')).crs, 'EPSG:25831')
  })
  test('UTM lands where its own definition says', async () => {
    // The point of RD's origin in zone 31, by PROJ.
    const found = await read('663395.6 5780975.5\n663495.6 5780975.5\n663495.6 5781075.5', 'EPSG:25831')
    const [x, y] = found.areas[0]!.coordinates[0]![0]!
    assert.ok(Math.hypot(x - 155000, y - 463000) < 500, `${x} ${y}`)
  })
  test('what the person says goes before what the file says', async () => {
    const found = await read(
      'SRID=4326;POLYGON((155000 463000,155100 463000,155100 463100,155000 463000))',
      'EPSG:28992',
    )
    assert.equal(found.crsFrom, 'chosen')
    assert.ok(found.isInside)
  })
  test('a file that says degrees and holds RD is not believed in silence', async () => {
    const found = await read('SRID=4326;POLYGON((155000 463000,155100 463000,155100 463100,155000 463000))')
    assert.equal(found.isInside, false)
  })
  test('numbers of no system in use are refused until the person says', async () => {
    assert.equal(await fault('15 16\n17 18\n19 12'), 'SYSTEM_UNKNOWN')
  })
})

describe('what is in a file', () => {
  test('heights are dropped', async () => {
    const found = await read('POLYGON Z((155000 463000 1,155100 463000 2,155100 463100 3,155000 463000 1))')
    assert.deepEqual(found.areas[0]!.coordinates[0]![0], [155000, 463000])
  })
  test('a hole is kept', async () => {
    const wkt =
      'POLYGON((155000 463000,155100 463000,155100 463100,155000 463000),(155050 463010,155060 463010,155060 463020,155050 463010))'
    assert.equal((await read(wkt)).areas[0]!.coordinates.length, 2)
  })
  test('an open ring stays open, for the person to see', async () => {
    const ring = FIELD_RD.slice(0, -1)
    const found = await read(JSON.stringify({ type: 'Polygon', coordinates: [ring] }))
    assert.equal(found.areas[0]!.coordinates[0]!.length, ring.length)
  })
  test('several areas keep their names, and more than can be chosen from are counted', async () => {
    const features = Array.from({ length: 230 }, (_, i) => ({
      type: 'Feature',
      properties: { naam: `Kavel ${i + 1}` },
      geometry: FIELD,
    }))
    const found = await read(JSON.stringify({ type: 'FeatureCollection', features }))
    assert.equal(found.areas.length, 200)
    assert.equal(found.areas[1]!.name, 'Kavel 2')
    assert.equal(found.leftOut.tooMany, 30)
  })
  test('empty lines part areas in a list of corners', async () => {
    const one = FIELD_RD.map((at) => at.join(' ')).join('\n')
    assert.equal((await read(`${one}\n\n${one}`)).areas.length, 2)
  })
  test('text as Windows writes it', async () => {
    const text = FIELD_RD.map((at) => at.join(';')).join('\r\n')
    assert.equal((await read(Buffer.from(`\uFEFFx;y\r\n${text}`, 'utf16le'))).areas.length, 1)
    assert.equal((await read(`\uFEFFx;y\r\n${text.replaceAll('.', ',')}`)).areas.length, 1)
  })
})

describe('a GeoPackage with arcs, as QGIS draws them', () => {
  const area = (ring: readonly (readonly number[])[]): number =>
    Math.abs(
      ring.reduce((sum, [x, y], i) => {
        const [nextX, nextY] = ring[(i + 1) % ring.length]!
        return sum + (x! - 155000) * (nextY! - 463000) - (nextX! - 155000) * (y! - 463000)
      }, 0) / 2,
    )
  /** Within what lies between arcs and their chords: less than a thousandth. */
  const near = (found: number, meant: number) => assert.ok(Math.abs(found - meant) < meant / 1000, `${found} ${meant}`)
  const rings = async (wkt: string) => {
    const found = await read(geoPackageWith(folder, wkt))
    return found.areas.map(({ kind, coordinates }) => ({ kind, areas: coordinates.map(area) }))
  }
  const CIRCLE = 'CIRCULARSTRING (155000 463000,155200 463000,155000 463000)'
  const HALF = 'CIRCULARSTRING (155000 463000,155100 463100,155200 463000)'

  test('a circle, whose middle point lies on its other side', async () => {
    const [circle] = await rings(`CURVEPOLYGON (${CIRCLE})`)
    assert.equal(circle?.kind, 'polygon')
    near(circle.areas[0]!, Math.PI * 100 ** 2)
  })
  test('half a circle and a straight side, with a straight hole', async () => {
    const hole = '(155090 463010,155110 463010,155110 463030,155090 463030,155090 463010)'
    const [half] = await rings(`CURVEPOLYGON (COMPOUNDCURVE (${HALF},(155200 463000,155000 463000)),${hole})`)
    near(half!.areas[0]!, (Math.PI * 100 ** 2) / 2)
    assert.equal(Math.round(half!.areas[1]!), 400)
  })
  test('several, curved and straight, with heights', async () => {
    const plain = '((155300 463000 1,155310 463000 1,155310 463010 1,155300 463000 1))'
    const curved = 'CURVEPOLYGON Z (CIRCULARSTRING Z (155000 463000 1,155200 463000 2,155000 463000 1))'
    const found = await rings(`MULTISURFACE Z (${curved},${plain})`)
    assert.deepEqual(
      found.map(({ kind }) => kind),
      ['polygon', 'polygon'],
    )
    near(found[0]!.areas[0]!, Math.PI * 100 ** 2)
    near(found[1]!.areas[0]!, 50)
  })
  test('a line with an arc is a line', async () => {
    const found = await read(geoPackageWith(folder, `COMPOUNDCURVE (${HALF},(155200 463000,155300 463000))`))
    assert.equal(found.areas[0]!.kind, 'line')
    const line = found.areas[0]!.coordinates[0]!
    assert.deepEqual(
      [line[0], line.at(-1)],
      [
        [155000, 463000],
        [155300, 463000],
      ],
    )
    assert.ok(line.every(([x, y]) => x > 155199.9 || Math.abs(Math.hypot(x - 155100, y - 463000) - 100) < 0.001))
  })
  test('in degrees an arc is as round', async () => {
    const wkt = 'CURVEPOLYGON (CIRCULARSTRING (5.38 52.15,5.3801 52.15,5.38 52.15))'
    const found = await read(geoPackageWith(folder, wkt, 4326))
    assert.ok(found.areas[0]!.coordinates[0]!.length > 80)
  })
})

describe('files that hold no area', () => {
  const FAULTS: readonly (readonly [what: string, bytes: string | Uint8Array, code: string])[] = [
    ['nothing', '', 'EMPTY_FILE'],
    ['blanks', ' \n ', 'EMPTY_FILE'],
    ['prose', 'meadow behind the church', 'NOT_UNDERSTOOD'],
    ['half a GeoJSON', '{"type":"Polygon","coordinates":[[[1', 'NOT_UNDERSTOOD'],
    ['JSON of something else', '{"hello":[1]}', 'NOT_UNDERSTOOD'],
    ['coordinates that are text', '{"type":"Polygon","coordinates":[[["a","b"]]]}', 'NOT_UNDERSTOOD'],
    ['half a WKT', 'POLYGON ((1 2, 3', 'NOT_UNDERSTOOD'],
    ['two corners', '155000 463000\n155100 463000', 'TOO_FEW_CORNERS'],
    ['a line without numbers', '155000 463000\n155100\n155100 463100', 'BAD_LINE'],
    ['two systems', '155000 463000\n5.3 52.1\n155100 463100', 'MIXED_SYSTEMS'],
    ['a point', '{"type":"Point","coordinates":[5,52]}', 'NO_AREAS'],
    ['an empty collection', '{"type":"FeatureCollection","features":[]}', 'NO_AREAS'],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'NOT_UNDERSTOOD'],
    ['XML of another kind', '<?xml version="1.0"?><html><body>hello</body></html>', 'NOT_UNDERSTOOD'],
    ['a broken GeoPackage', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4000, 7)]), 'NOT_UNDERSTOOD'],
    ['a .shp alone', Buffer.from('0000270a00000000', 'hex'), 'SHAPEFILE_ALONE'],
    ['a ZIP of nothing', zipOf({ 'read.me': 'hello' }), 'ZIP_WITHOUT_AREAS'],
    ['half a ZIP', zipOf({ 'a.wkt': 'POLYGON((1 2,3 4,5 6,1 2))' }).subarray(0, 40), 'ZIP_DAMAGED'],
    ['a DXF that breaks off', '  0\nSECTION\n  2\nENTITIES\n  0\nLWPOLY', 'BROKEN_OFF'],
  ]
  for (const [what, bytes, code] of FAULTS)
    test(`${what}: ${code}`, async () => {
      assert.equal(await fault(bytes), code)
    })

  test('a ZIP that swells is refused before it is unpacked', async () => {
    const honest = zipOf({ 'a.csv': Buffer.alloc(201 * 1024 ** 2, 0x20) })
    assert.equal(await fault(honest), 'ZIP_TOO_LARGE')
  })
  test('a ZIP that lies about its size is stopped on the way', async () => {
    const packed = deflateRawSync(Buffer.alloc(5 * 1024 ** 2, 0x20))
    assert.equal(await fault(zipOf({ 'a.csv': '' }, { 'a.csv': { packed, says: 100 } })), 'ZIP_DAMAGED')
  })
  test('names that leave the archive write nothing outside the folder', async () => {
    assert.equal(await fault(zipOf({ '../../evil.csv': '1 2\n' })), 'ZIP_DAMAGED')
  })
})

test('in its own process: one line, and a file that takes too long or kills the reader is a fault', async () => {
  const path = join(folder, 'by-process')
  writeFileSync(path, FIELD_RD.map((at) => at.join(' ')).join('\n'))
  const line = await runAreaReading(await cage(), {
    path,
    folder: join(folder, 'own'),
    crs: undefined,
    layer: undefined,
    isTurned: false,
  })
  assert.ok('read' in line)
  assert.deepEqual(corners(line.read.areas[0]!.coordinates[0]), corners(FIELD_RD))
  assert.throws(() => readFileSync(join(folder, 'own')))
  writeFileSync(path, '')
  const none = await runAreaReading(await cage(), {
    path,
    folder: join(folder, 'own'),
    crs: undefined,
    layer: undefined,
    isTurned: false,
  })
  assert.equal('fault' in none && none.fault.code, 'EMPTY_FILE')
})

test('corners come in tables as surveyors send them: point numbers, names, heights, decimal commas, any order', async () => {
  const wanted = [
    [155000, 463000],
    [155100.5, 463000],
    [155100.5, 463080.25],
    [155000, 463000],
  ]
  const tables = {
    'numbers and decimal commas': 'punt;x;y\n1;155000,0;463000,0\n2;155100,5;463000,0\n3;155100,5;463080,25',
    names: 'P1;155000;463000\nP2;155100.5;463000\nP3;155100.5;463080.25',
    'y before x': 'naam;noord;oost\na;463000;155000\nb;463000;155100,5\nc;463080,25;155100,5',
    'a height behind': '1,155000,463000,2.31\n2,155100.5,463000,2.4\n3,155100.5,463080.25,1200',
    'a large number before': '2001\t155000\t463000\n2002\t155100.5\t463000\n2003\t155100.5\t463080.25',
    'blanks and names': 'GP1 155000 463000 0.5\nGP2 155100.5 463000 0.5\nGP3 155100.5 463080.25 0.5',
    'points for thousands':
      '"1";"155.000,00";"463.000,00"\n"2";"155.100,50";"463.000,00"\n"3";"155.100,50";"463.080,25"',
  }
  for (const [what, text] of Object.entries(tables))
    assert.deepEqual(readCorners(text).areas[0]!.coordinates, [wanted], what)
  const degrees = readCorners('id;lat;lon\n1;52,155;5,387\n2;52,156;5,387\n3;52,156;5,389')
  assert.deepEqual(degrees.areas[0]!.coordinates[0]![0], [5.387, 52.155])
  // And as a file, in which its system is known without a question.
  const { areas, crs } = await read(tables['numbers and decimal commas'])
  assert.deepEqual([areas.length, crs], [1, 'EPSG:28992'])
  // As they come from spreadsheets and receivers.
  const more = {
    'rows and columns without anything':
      'nr;x;y;;\n1;155000;463000;;\n2;155100,5;463000;;\n3;155100,5;463080,25;;\n;;;;\n',
    'what is quoted, with the separator in it':
      '"nr","what","x","y"\n"1","corner, north","155000,0","463000,0"\n"2","drain ""A""","155100,5","463000,0"\n"3","","155100,5","463080,25"',
    'lines above the headings':
      '# receiver, RD/NAP\nProject: Dorpsstraat\nDay: 1-11-2026\n\nnr;x;y\n1;155000;463000\n2;155100,5;463000\n3;155100,5;463080,25',
    'blanks for thousands': 'nr;x;y\n1;155 000;463 000\n2;155 100,50;463 000\n3;155 100,50;463 080,25',
    'English thousands':
      'nr;x;y\n1;"155,000.00";"463,000.00"\n2;"155,100.50";"463,000.00"\n3;"155,100.50";"463,080.25"',
    'coordinates alone, quoted': '"155.000,00";"463.000,00"\n"155.100,50";"463.000,00"\n"155.100,50";"463.080,25"',
  }
  for (const [what, text] of Object.entries(more)) {
    const { areas: found } = readCorners(text)
    assert.deepEqual([found.length, found[0]!.coordinates], [1, [wanted]], what)
  }
  // A point without a coordinate is said by its line: its number was taken for one.
  for (const point of ['2;;463000', '2;155l00;463000', '2']) {
    const broken = `nr;x;y\n1;155000;463000\n${point}\n3;155100;463080\n4;155000;463080`
    assert.throws(
      () => readCorners(broken),
      ({ code, line }: { code: string; line: number }) => code === 'BAD_LINE' && line === 3,
      point,
    )
  }
  // Two areas, as in a plain list.
  const two = `${tables.names}\n\n${tables.names}`
  assert.equal(readCorners(two).areas.length, 2)
})

test('a column that names the area of each point parts a table into those areas, by name and in the order of the file', async () => {
  const [north, south] = [
    [
      [155000, 463000],
      [155100.5, 463000],
      [155100.5, 463080.25],
      [155000, 463080],
    ],
    [
      [155200, 463000],
      [155300, 463000],
      [155300, 463090],
    ],
  ] as const
  const closed = (ring: readonly (readonly number[])[]) => [[...ring, ring[0]!]]
  const [a, b] = [north, south].map((ring) => ring.map((at) => at.map(String)))
  const table = (head: string, rowOf: (area: string, at: string[], no: number) => string, mix = false) => {
    const rows = [a!.map((at, i) => rowOf('Zuid 2', at, i + 1)), b!.map((at, i) => rowOf('Noord', at, i + 1))]
    const inTurn = mix ? a!.flatMap((_, i) => rows.flatMap((each) => each[i] ?? [])) : rows.flat()
    return [head, ...inTurn].join('\n')
  }
  const tables = {
    gebied: table(
      'gebied;punt;x;y',
      (area, [x, y], no) => `${area};${no};${x!.replace('.', ',')};${y!.replace('.', ',')}`,
    ),
    area: table('area,x,y', (area, at) => `${area},${at}`),
    'behind a height': table('x;y;z;Vlak', (area, at) => `${at.join(';')};0,5;${area}`),
    'a number of it': table('nr\tperceel_nr\tx\ty', (area, at, no) => `${no}\t${area}\t${at.join('\t')}`),
    'point by point in turn': table('polygoon;x;y', (area, at) => `${area};${at.join(';')}`, true),
    'named on its first row, quoted, below a project, with an empty row': `Project: Dorpsstraat\n\n${table('Gebied;x;y', (area, at, no) => `${no === 1 ? `"${area}"` : ''};${at.join(';')}${no === 2 ? '\n;;' : ''}`)}`,
    'a name in blocks': table('naam;x;y', (area, at) => `${area};${at.join(';')}`),
    'a name beside point numbers': table('nr;name;x;y', (area, at, no) => `${no};${area};${at.join(';')}`),
  }
  for (const [what, text] of Object.entries(tables)) {
    const { areas } = readCorners(text)
    assert.deepEqual(
      areas.map(({ name, coordinates }) => [name, coordinates]),
      [
        ['Zuid 2', closed(north)],
        ['Noord', closed(south)],
      ],
      what,
    )
  }
  const { areas } = await read(tables.gebied)
  assert.deepEqual(
    areas.map(({ name }) => name),
    ['Zuid 2', 'Noord'],
  )
})

test('codes, numbers and names of points part no area', () => {
  const ring = ['155000;463000', '155100;463000', '155200;463000', '155200;463080', '155100;463080', '155000;463080']
  const tables = {
    'point numbers': ['punt', ['1', '2', '3', '4', '5', '6']],
    'numbers of parcels that the corners lie in': ['perceel', ['A 1', 'A 1', 'A 2', 'A 2', 'A 2', 'A 3']],
    'codes in turn': ['code', ['gevel', 'hoek', 'gevel', 'hoek', 'gevel', 'hoek']],
    'codes in blocks': ['code', ['band', 'band', 'band', 'gevel', 'gevel', 'gevel']],
    'names that come back': ['naam', ['hek', 'hek', 'hek', 'gevel', 'hek', 'gevel']],
    'a name for some': ['naam', ['begin', '', '', 'eind', '', '']],
    'one area': ['gebied', Array(6).fill('A')],
    'an area of each point': ['gebied', ['A', 'B', 'C', 'D', 'E', 'F']],
    'no heading': ['', ['A', 'A', 'A', 'B', 'B', 'B']],
  } as const
  for (const [what, [heading, values]] of Object.entries(tables)) {
    const rows = ring.map((at, i) => `${values[i]};${at}`)
    const { areas } = readCorners([...(heading ? [`${heading};x;y`] : []), ...rows].join('\n'))
    assert.deepEqual([areas.length, areas[0]!.coordinates[0]!.length], [1, 7], what)
  }
})

test('corners in degrees, minutes and seconds, as GPS receivers and maps write them', async () => {
  const wanted = ['155001 462996', '155191 462996', '155191 463305']
  const lists = {
    signs: `52°09'18.5"N 5°23'14.0"E\n52°09'18.5"N 5°23'24.0"E\n52°09'28.5"N 5°23'24.0"E`,
    'letters in front, in minutes': `N52° 09.30833' E5° 23.23333'\nN52° 09.30833' E5° 23.4'\nN52° 09.475' E5° 23.4'`,
    'a table, in Dutch, east first': `punt;lengte;breedte\n1;5°23'14,0"O;52°09'18,5"N\n2;5°23'24,0"O;52°09'18,5"N\n3;5°23'24,0"O;52°09'28,5"N`,
    'without letters': `P1 52° 9′ 18.5″ 5° 23′ 14″\nP2 52° 9′ 18.5″ 5° 23′ 24″\nP3 52° 9′ 28.5″ 5° 23′ 24″`,
    'without signs': '52 9 18.5 N, 5 23 14 E\n52 9 18.5 N, 5 23 24 E\n52 9 28.5 N, 5 23 24 E',
  }
  for (const [what, text] of Object.entries(lists)) {
    const { areas, crs } = await read(text)
    const whole = areas[0]!.coordinates[0]!.map((at) => at.map(Math.round).join(' '))
    assert.deepEqual([...new Set(whole)], wanted, what)
    assert.equal(crs, 'EPSG:4326')
  }
  // The minutes of the first could be an eastern longitude: they were taken for one.
  const [area] = (await read('52 05 18.5 N, 5 23 14 E\n52 05 18.5 N, 5 23 24 E\n52 05 28.5 N, 5 23 24 E')).areas
  assert.deepEqual(
    area!.coordinates[0]!.map(([x]) => Math.round(x!)),
    [155001, 155192, 155192, 155001],
  )
  assert.equal(await fault(`52°09'18.5"N 5°23'14.0"E\n52°09'18.5"N`), 'NOT_UNDERSTOOD')
})

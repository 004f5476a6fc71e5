import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import Database from 'better-sqlite3'
import gdal from 'gdal-async'
import { runTask } from '../../server/exports/conversion/task.ts'
import { openResult } from '../../server/exports/geopackage/read.ts'
import type { ConversionResult } from '../../server/imkl/model/conversion-task.ts'
import { folder } from '../formats/samples.ts'
import { cable, type FixtureDelivery, lineString, link, at as rd, zippedDelivery } from '../support/imkl-fixture.ts'
import { pixelsOf, png } from '../support/png.ts'

const MEMBERS = [
  link('nl.imkl-KL9001.l1', lineString(rd(0, 0, 30, 30))),
  cable('nl.imkl-KL9001.c1', ['nl.imkl-KL9001.l1']),
]
const BOUNDS = [200_000, 400_000, 200_040, 400_030] as const

/** Of five pixels a metre on BOUNDS. */
const ground = (colour: [number, number, number] = [200, 60, 20]): Buffer =>
  png(200, 150, { colour: 2, bits: 8 }, (x, y) => (x === 0 || y === 0 || x === 199 || y === 149 ? [0, 0, 0] : colour))

interface Given extends Partial<FixtureDelivery> {
  picture?: Buffer
  name?: string
}

async function merged(
  t: TestContext,
  given: readonly Given[],
  isBare = false,
): Promise<ConversionResult & { path: string }> {
  const place = folder(t)
  const deliveries: { path: string }[] = []
  for (const [i, { picture, name, ...more }] of given.entries()) {
    const { klicNumber = '22G000001' } = more
    const documents = picture && { [`bronnen/${name ?? `GB_${klicNumber}.png`}`]: picture }
    const path = place.path(`Levering_${i}.zip`)
    writeFileSync(
      path,
      await zippedDelivery({ members: MEMBERS, bounds: BOUNDS, ...more, ...(documents && { documents }) }),
    )
    deliveries.push({ path })
  }
  const path = place.path('out/r.gpkg')
  const result = await runTask({
    kind: 'merge',
    deliveries,
    out: [{ format: 'gpkg', path }],
    tempDir: place.path('temp'),
    ...(!isBare && { ground: true }),
  })
  return { ...result, path }
}

function rowsOf(path: string, sql: string): Record<string, unknown>[] {
  const db = new Database(path, { readonly: true })
  try {
    return db.prepare(sql).all() as Record<string, unknown>[]
  } finally {
    db.close()
  }
}

test('the ground is registered as OGC asks: contents, matrix set, a matrix for each level', async (t) => {
  const { path, ground: made } = await merged(t, [{ picture: ground() }])
  const [minX, minY, maxX, maxY] = BOUNDS
  assert.deepEqual(made!.layers, [{ table: 'ondergrond_5', perMetre: 5, extent: [...BOUNDS], tiles: 1 }])
  const [contents] = rowsOf(path, "SELECT * FROM gpkg_contents WHERE data_type = 'tiles'")
  assert.deepEqual(contents, {
    table_name: 'ondergrond_5',
    data_type: 'tiles',
    identifier: 'BGT uit de levering, 5 pixels per m',
    description: 'Achtergrondkaart bij 22G000001',
    last_change: '2024-05-01T10:00:00.000Z',
    min_x: minX,
    min_y: minY,
    max_x: maxX,
    max_y: maxY,
    srs_id: 28992,
  })
  assert.deepEqual(rowsOf(path, 'SELECT * FROM gpkg_tile_matrix_set'), [
    { table_name: 'ondergrond_5', srs_id: 28992, min_x: minX, min_y: maxY - 102.4, max_x: minX + 102.4, max_y: maxY },
  ])
  assert.deepEqual(rowsOf(path, 'SELECT * FROM gpkg_tile_matrix'), [
    {
      table_name: 'ondergrond_5',
      zoom_level: 0,
      matrix_width: 1,
      matrix_height: 1,
      tile_width: 512,
      tile_height: 512,
      pixel_x_size: 0.2,
      pixel_y_size: 0.2,
    },
  ])
  assert.deepEqual(rowsOf(path, 'PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
  assert.deepEqual(rowsOf(path, 'PRAGMA foreign_key_check'), [])
})

test('a delivery without a picture gives the file that it gave before, byte for byte', async (t) => {
  const [with_, without] = [await merged(t, [{}]), await merged(t, [{}], true)]
  assert.equal(with_.ground, undefined)
  assert.equal(with_.summary!.groundPictures, undefined)
  assert.ok(readFileSync(with_.path).equals(readFileSync(without.path)))
})

test('of a picture that a delivery names and does not hold a warning says so', async (t) => {
  const groundNamed = 'bronnen/GB_22G000001.png'
  const said = async (...given: Given[]) =>
    (await merged(t, given)).summary!.warnings.filter(({ code }) => code === 'GROUND_NOT_SHOWN')
  const [alone, ...others] = await said({ groundNamed })
  assert.deepEqual([alone!.klicNumber, others], ['22G000001', []])
  assert.match(alone!.messageNl!, /noemt een afbeelding die er niet in zit/)
  const beside = { klicNumber: '22G000002', groundNamed: 'bronnen/GB_22G000002.png', picture: ground() }
  assert.equal((await said({ groundNamed }, beside)).length, 1)
  assert.deepEqual(await said({ groundNamed, picture: ground() }, {}), [])
})

const pixelIn = async (path: string, x: number, y: number): Promise<number[]> => {
  const [tile] = rowsOf(path, 'SELECT tile_data FROM ondergrond_5 WHERE zoom_level = 0')
  const pixel = (await pixelsOf(tile!.tile_data as Buffer))[y * 512 + x]!
  return [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255, pixel >>> 24]
}

test('a supplement replaces the picture of its request, and is alone', async (t) => {
  const { path, ground: made } = await merged(t, [
    { picture: ground([10, 200, 10]), sequence: 2, composedAt: '2024-05-02T12:00:00+02:00' },
    { picture: ground([200, 10, 10]), sequence: 1 },
  ])
  assert.equal(made!.pictures.length, 1)
  assert.deepEqual(await pixelIn(path, 50, 50), [10, 200, 10, 255])
})

test('of two requests over the same ground the newest delivery is on top', async (t) => {
  const older = { klicNumber: '22G000009', picture: ground([200, 10, 10]), composedAt: '2024-05-01T12:00:00+02:00' }
  const newer = { klicNumber: '22G000002', picture: ground([10, 200, 10]), composedAt: '2024-06-01T12:00:00+02:00' }
  for (const order of [
    [older, newer],
    [newer, older],
  ]) {
    const { path } = await merged(t, order)
    assert.deepEqual(await pixelIn(path, 50, 50), [10, 200, 10, 255])
  }
})

const damaged = (): Buffer => {
  const file = ground()
  file.fill(0x55, file.length - 60, file.length - 30)
  return file
}
const huge = (): Buffer => {
  const file = ground()
  file.writeUInt32BE(20_000, 16)
  file.writeUInt32BE(20_000, 20)
  return file
}

test('a picture that can not be shown is said in both languages, in the file too, and the result is whole', async (t) => {
  const misfit = png(200, 149 - 5, { colour: 2, bits: 8 }, () => [9, 9, 9])
  for (const [given, nl, en] of [
    [{ picture: damaged() }, 'de afbeelding is beschadigd', 'the picture is damaged'],
    [{ picture: Buffer.alloc(0) }, 'de afbeelding is beschadigd', 'the picture is damaged'],
    [{ picture: huge() }, 'groter dan 100 miljoen pixels', 'more than 100 million pixels'],
    [
      { picture: misfit },
      '200 bij 144 pixels passen niet op 40 bij 30 m',
      '200 by 144 pixels do not fit on 40 by 30 m',
    ],
    [{ picture: ground(), boundsSystem: 'EPSG:4326' }, 'zegt niet welke rechthoek', 'does not say which rectangle'],
    [{ picture: ground(), bounds: [5, 5, 5, 5] as const }, 'zegt niet welke rechthoek', 'does not say which rectangle'],
  ] as const) {
    const { path, ground: made, summary } = await merged(t, [given])
    assert.equal(made!.layers.length, 0)
    const [warning, ...others] = made!.warnings
    assert.deepEqual([warning!.code, warning!.klicNumber, others], ['GROUND_NOT_SHOWN', '22G000001', []])
    assert.ok(warning!.messageNl!.includes(nl), warning!.messageNl)
    assert.ok(warning!.message.includes(en), warning!.message)
    const rows = rowsOf(path, "SELECT melding, melding_en FROM waarschuwing WHERE code = 'GROUND_NOT_SHOWN'")
    assert.deepEqual(rows, [{ melding: warning!.messageNl, melding_en: warning!.message }])
    const reader = openResult(path)
    t.after(() => reader.close())
    assert.equal(reader.count('kabel_of_leiding'), summary!.layers.kabel_of_leiding)
    assert.deepEqual(reader.inspect().tileTables, [])
  }
})

/** What has the name of the picture and is none, by what it is. */
function otherFiles(t: TestContext): Record<string, Buffer> {
  const source = gdal.open('', 'w', 'MEM', 200, 150, 3, gdal.GDT_Byte)
  const at = folder(t)
  const written = (driver: string): Buffer => {
    const path = at.path(driver)
    gdal.drivers.get(driver).createCopy(path, source).close()
    return readFileSync(path)
  }
  return {
    JPEG: written('JPEG'),
    GeoTIFF: written('GTiff'),
    BMP: written('BMP'),
    GIF: Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64'),
    WebP: Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\r\0\0\0/\0\0\0\x10\x07\x10\x11\x11\x88\x88\xfe\x07\0', 'latin1'),
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
    ZIP: Buffer.from('PK\x03\x04', 'latin1'),
    text: Buffer.from('no picture'),
  }
}

test('what is called .png and is something else is refused as that in words, not shown, and all else is', async (t) => {
  const good = { klicNumber: '22G000002', picture: ground([10, 200, 10]), composedAt: '2024-04-01T12:00:00+02:00' }
  const wanted = await merged(t, [good])
  for (const [kind, picture] of Object.entries(otherFiles(t))) {
    const { path, ground: made, summary } = await merged(t, [{ picture }, good])
    const [warning, ...others] = made!.warnings
    assert.deepEqual([warning!.code, warning!.klicNumber, others], ['GROUND_NOT_SHOWN', '22G000001', []], kind)
    assert.match(warning!.messageNl!, /heet \.png maar is geen PNG/, kind)
    assert.match(warning!.message, /is called \.png but is no PNG/, kind)
    assert.deepEqual([made!.pictures.length, made!.layers], [1, wanted.ground!.layers], kind)
    assert.deepEqual(
      rowsOf(path, 'SELECT * FROM ondergrond_5'),
      rowsOf(wanted.path, 'SELECT * FROM ondergrond_5'),
      kind,
    )
    assert.equal(summary!.layers.kabel_of_leiding, wanted.summary!.layers.kabel_of_leiding, kind)
  }
})

test('what is said of the ground is in no other format, which is the same with it and without', async (t) => {
  const formats = ['geojson', 'geojson-crs84', 'shp', 'dxf', 'xlsx'] as const
  const exported = async (gpkg: string) => {
    const place = folder(t)
    const out = formats.map((format) => ({ format, path: place.path(`out/x.${format}`) }))
    const { artifacts } = await runTask({ kind: 'export', gpkg, out, tempDir: place.path('temp') })
    return artifacts.map(({ format, sha256 }) => [format, sha256])
  }
  const said = (path: string) => rowsOf(path, "SELECT * FROM waarschuwing WHERE code = 'GROUND_NOT_SHOWN'").length
  for (const [picture, faults] of [
    [ground(), 0],
    [damaged(), 1],
  ] as const) {
    const [bare, grounded] = [await merged(t, [{ picture }], true), await merged(t, [{ picture }])]
    assert.deepEqual([said(bare.path), said(grounded.path)], [0, faults])
    assert.equal(grounded.ground!.pictures.length, 1 - faults)
    assert.deepEqual(await exported(grounded.path), await exported(bare.path))
  }
})

test('a picture that breaks off takes nothing of another with it, wherever it lies', async (t) => {
  const good = { klicNumber: '22G000002', picture: ground([10, 200, 10]), composedAt: '2024-04-01T12:00:00+02:00' }
  const { path, ground: made } = await merged(t, [{ picture: damaged() }, good])
  assert.deepEqual(
    [made!.pictures.map(({ klicNumber }) => klicNumber), made!.warnings.map(({ klicNumber }) => klicNumber)],
    [['22G000002'], ['22G000001']],
  )
  assert.deepEqual(await pixelIn(path, 50, 50), [10, 200, 10, 255])
  const alone = await merged(t, [good])
  const tilesOf = (file: string) => rowsOf(file, 'SELECT * FROM ondergrond_5')
  assert.deepEqual(tilesOf(path), tilesOf(alone.path))
})

test('another PNG is no ground', async (t) => {
  const { summary, ground: made } = await merged(t, [{ picture: ground(), name: 'KL9001/tekening.png' }])
  assert.deepEqual([summary!.groundPictures, made], [undefined, undefined])
})

/** The ground of real deliveries, against a mosaic that GDAL makes of the same pictures. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import * as yauzl from 'yauzl'
import { runTask } from '../../server/exports/conversion/task.ts'
import type { ConversionResult, DeliverySource } from '../../server/imkl/model/conversion-task.ts'
import { type Folder, folder } from '../formats/samples.ts'
import { shared } from '../support/shared.ts'

const deliveries = shared('deliveries')
/** For GeoTIFFs. */
const opened = (t: TestContext, zip: string, name: string): gdal.Dataset => {
  const raster = gdal.open(`/vsizip/${zip}/${name}`)
  t.after(() => raster.close())
  return raster
}
const skip = deliveries === undefined && 'the real deliveries are not here (KLIC_SHARED)'

const NUMBERS = ['22C001966_3', '22G003175_1', '22G003176_1', '22G003180_1', '22G003181_1', '22G003182_1']
const ALL = [...NUMBERS, '22O000517_1', '22O000518_1']
/** Around one street, in the order of their time: later ones lie over earlier ones. */
const JOINED = ['22G003181_1', '22G003182_1', '22O000517_1', '22O000518_1']

const zipOf = (number: string): DeliverySource => ({ path: `${deliveries}/Levering_${number}.zip` })

interface Delivered {
  klicNumber: string
  composedAt: string
  png: string
  extent: [number, number, number, number]
}

/** Read by other means than ours: the picture and the envelope of a delivery. */
async function picturesOf(at: Folder, number: string): Promise<Delivered> {
  const zip = await yauzl.openPromise(`${deliveries}/Levering_${number}.zip`)
  let png: Buffer | undefined
  let gml = ''
  for await (const entry of zip.eachEntry()) {
    const isPicture = /bronnen\/GB_.*\.png$/.test(entry.fileName)
    if (!isPicture && !/GI_.*_V2\.xml$/.test(entry.fileName)) continue
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    if (isPicture) png = Buffer.concat(parts)
    else gml = Buffer.concat(parts).toString()
  }
  const [low, high] = [/lowerCorner>([^<]+)</, /upperCorner>([^<]+)</].map((part) =>
    part.exec(gml)![1]!.split(' ').map(Number),
  )
  const path = at.path(`${number}.png`)
  writeFileSync(path, png!)
  const [, composedAt] = /datumLeveringSamengesteld>([^<]+)</.exec(gml)!
  return {
    klicNumber: number.split('_')[0]!,
    composedAt: composedAt!,
    png: path,
    extent: [...low!, ...high!] as [number, number, number, number],
  }
}

async function grounded(
  at: Folder,
  numbers: readonly string[],
  name = 'r.gpkg',
): Promise<ConversionResult & { path: string }> {
  const path = at.path(`out/${name}`)
  const result = await runTask({
    kind: 'merge',
    ground: true,
    deliveries: numbers.map(zipOf),
    out: [{ format: 'gpkg', path }],
    tempDir: at.path('temp'),
  })
  return { ...result, path }
}

const rasterOf = (path: string, table: string): gdal.Dataset => gdal.open(`GPKG:${path}:${table}`)

test('every picture lies where its delivery says, within a centimetre, and is copied pixel by pixel', {
  skip,
}, async (t) => {
  for (const number of ALL) {
    const at = folder(t)
    const { klicNumber, png, extent } = await picturesOf(at, number)
    const { ground, path } = await grounded(at, [number])
    assert.deepEqual(ground!.warnings, [])
    assert.deepEqual(
      ground!.pictures.map((picture) => picture.klicNumber),
      [klicNumber],
    )
    const raster = rasterOf(path, ground!.layers[0]!.table)
    const [left, pixelX, , top, , pixelY] = raster.geoTransform!
    const { x: width, y: height } = raster.rasterSize
    const corners = [left!, top! + height * pixelY!, left! + width * pixelX!, top!]
    for (const [i, corner] of corners.entries())
      assert.ok(Math.abs(corner - extent[i]!) < 0.01, `${number}: ${corners}`)
    assert.equal(raster.srs!.getAuthorityCode(), '28992')
    const differing = compare(gdal.open(png), raster)
    assert.equal(differing, 0, number)
    raster.close()
  }
})

/** So many lines at a time. */
const LINES = 500

/**
 * How many pixels of a picture differ from what the raster has there. Its frame of one pixel is left out;
 * what is nearly white counts as white.
 */
function compare(source: gdal.Dataset, raster: gdal.Dataset): number {
  const { x: width, y: height } = source.rasterSize
  let differing = 0
  for (let y = 1; y < height - 1; y += LINES) {
    const lines = Math.min(LINES, height - 1 - y)
    const [wanted, found] = [source, raster].map((dataset) =>
      [1, 2, 3].map((band) => {
        return dataset.bands.get(band).pixels.read(1, y, width - 2, lines) as Uint8Array
      }),
    ) as [Uint8Array[], Uint8Array[]]
    for (let i = 0; i < wanted[0]!.length; i++) {
      const [r, g, b] = [wanted[0]![i]!, wanted[1]![i]!, wanted[2]![i]!]
      const isPaper = r >= 0xf8 && g >= 0xf8 && b >= 0xf8
      const isSame = isPaper
        ? found[0]![i] === 255 && found[1]![i] === 255 && found[2]![i] === 255
        : found[0]![i] === r && found[1]![i] === g && found[2]![i] === b
      if (!isSame) differing++
    }
  }
  return differing
}

test('joined deliveries are what GDAL makes of them, the newest on top, at each scale', { skip }, async (t) => {
  const at = folder(t)
  const { ground, path } = await grounded(at, JOINED)
  assert.deepEqual(
    ground!.layers.map(({ table }) => table),
    ['ondergrond_5', 'ondergrond_14'],
  )
  const pictures = await Promise.all(JOINED.map((number) => picturesOf(at, number)))
  const oldestFirst = pictures.sort(
    (a, b) => Date.parse(a.composedAt) - Date.parse(b.composedAt) || (a.klicNumber < b.klicNumber ? 1 : -1),
  )
  for (const { table, perMetre } of ground!.layers) {
    const framed = oldestFirst.flatMap(({ png, extent, klicNumber }) => {
      const dataset = gdal.open(png)
      const { x: width, y: height } = dataset.rasterSize
      if (Math.round(width / (extent[2] - extent[0])) !== perMetre) return []
      const inner = at.path(`${klicNumber}.vrt`)
      const one = 1 / perMetre
      const ullr = [extent[0] + one, extent[3] - one, extent[2] - one, extent[1] + one].map(String)
      gdal
        .translate(inner, dataset, [
          '-of',
          'VRT',
          '-srcwin',
          '1',
          '1',
          `${width - 2}`,
          `${height - 2}`,
          '-a_srs',
          'EPSG:28992',
          '-a_ullr',
          ...ullr,
        ])
        .close()
      return [inner]
    })
    const mosaic = gdal.buildVRT(
      at.path(`${table}.vrt`),
      framed.map((file) => gdal.open(file)),
      ['-addalpha'],
    )
    const raster = rasterOf(path, table)
    const [toLeft, pixel, , toTop] = mosaic.geoTransform!
    const [left, , , top] = raster.geoTransform!
    const place = { left: Math.round((toLeft! - left!) / pixel!), top: Math.round((top! - toTop!) / pixel!) }
    const { x: width, y: height } = mosaic.rasterSize
    let [differing, empty] = [0, 0]
    for (let y = 0; y < height; y += LINES) {
      const lines = Math.min(LINES, height - y)
      const read = (dataset: gdal.Dataset, dx: number, dy: number) =>
        [1, 2, 3, 4].map((band) => dataset.bands.get(band).pixels.read(dx, y + dy, width, lines) as Uint8Array)
      const wanted = read(mosaic, 0, 0)
      const found = read(raster, place.left, place.top)
      for (let i = 0; i < wanted[0]!.length; i++) {
        if (wanted[3]![i] === 0) continue
        if (found[3]![i] === 0) empty++
        const isPaper = [0, 1, 2].every((band) => wanted[band]![i]! >= 0xf8)
        if ([0, 1, 2].some((band) => found[band]![i] !== (isPaper ? 255 : wanted[band]![i]))) differing++
      }
    }
    assert.deepEqual({ table, differing, empty }, { table, differing: 0, empty: 0 })
    raster.close()
  }
})

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

test('at once or afterwards, in any order and on any day: the same bytes', { skip }, async (t) => {
  const at = folder(t)
  mkdirSync(at.path('out'))
  const names = ['22G003182_1', '22O000518_1']
  const tempDir = at.path('temp')
  const out = [{ format: 'gpkg' as const, path: at.path('out/bare.gpkg'), name: 'KLIC_x.gpkg' }]
  const bare = await runTask({ kind: 'merge', deliveries: names.map(zipOf), out, tempDir })
  assert.equal(bare.summary!.groundPictures, 2)
  const added = await runTask({
    kind: 'ground',
    gpkg: at.path('out/bare.gpkg'),
    deliveries: names.map(zipOf),
    summary: bare.summary!,
    out: [{ format: 'gpkg', path: at.path('out/added.gpkg'), name: 'KLIC_x.gpkg' }],
    tempDir,
  })
  const atOnce = await runTask({
    kind: 'merge',
    ground: true,
    deliveries: [...names].reverse().map(zipOf),
    out: [{ format: 'gpkg', path: at.path('out/once.gpkg'), name: 'KLIC_x.gpkg' }],
    tempDir,
  })
  assert.deepEqual(added.ground, atOnce.ground)
  assert.equal(sha256(at.path('out/added.gpkg')), sha256(at.path('out/once.gpkg')))
  assert.equal(sha256(at.path('out/bare.gpkg')), bare.artifacts[0]!.sha256, 'what it was made of is as before')
})

test('a result grows by hardly more than the pictures that were delivered', { skip }, async (t: TestContext) => {
  const at = folder(t)
  for (const numbers of [['22O000518_1'], ['22G003181_1'], ['22G003182_1'], ['22O000517_1'], JOINED]) {
    const pictures = await Promise.all(numbers.map((number) => picturesOf(at, number)))
    const delivered = pictures.reduce((sum, { png }) => sum + readFileSync(png).length, 0)
    const tempDir = at.path('temp')
    const out = [{ format: 'gpkg' as const, path: at.path('out/bare.gpkg') }]
    const bare = await runTask({ kind: 'merge', deliveries: numbers.map(zipOf), out, tempDir })
    const { artifacts } = await grounded(at, numbers)
    const grown = artifacts[0]!.bytes - bare.artifacts[0]!.bytes
    t.diagnostic(`${numbers.length}: ${grown} bytes of ${delivered}`)
    assert.ok(grown <= 1.15 * delivered, `${grown} of ${delivered}`)
  }
})

test('as a GeoTIFF it lies where they say, within a centimetre, with the pixels of the GeoPackage', {
  skip,
}, async (t) => {
  const at = folder(t)
  const numbers = ['22G003182_1', '22O000517_1']
  const gpkg = at.path('r.gpkg')
  const zip = at.path('ground.zip')
  const { ground } = await runTask({
    kind: 'merge',
    ground: true,
    tempDir: at.path('temp'),
    deliveries: numbers.map((number) => ({ path: `${deliveries}/Levering_${number}.zip` })),
    out: [
      { format: 'gpkg', path: gpkg },
      { format: 'geotiff', path: zip },
    ],
  })
  assert.ok(ground!.layers.length > 1)
  for (const { table, extent } of ground!.layers) {
    const raster = opened(t, zip, `${table}.tif`)
    const source = gdal.open(`GPKG:${gpkg}:${table}`)
    const { x: width, y: height } = raster.rasterSize
    assert.deepEqual(raster.rasterSize, source.rasterSize)
    const [left, pixelX, , top, , pixelY] = raster.geoTransform!
    const corners = [left!, top! + pixelY! * height, left! + pixelX! * width, top!]
    for (const [i, corner] of corners.entries()) assert.ok(Math.abs(corner - extent[i]!) < 0.01, `${table} ${corners}`)
    for (const band of [1, 2, 3, 4])
      assert.equal(
        gdal.checksumImage(raster.bands.get(band), 0, 0, width, height),
        gdal.checksumImage(source.bands.get(band), 0, 0, width, height),
        `${table} ${band}`,
      )
    source.close()
  }
})

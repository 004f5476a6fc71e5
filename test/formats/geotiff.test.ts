/** The ground as GeoTIFF, read by GDAL. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import * as yauzl from 'yauzl'
import { runTask } from '../../server/exports/conversion/task.ts'
import { zippedDelivery } from '../support/imkl-fixture.ts'
import { png } from '../support/png.ts'
import { type Folder, folder } from './samples.ts'

const PER_METRE = 14
const SIDE = 80
/** Two squares of ground that touch at a corner: the second is north-east of the first. */
const LOWER = [200_000, 400_000, 200_000 + SIDE, 400_000 + SIDE] as const
const UPPER = [200_000 + SIDE, 400_000 + SIDE, 200_000 + 2 * SIDE, 400_000 + 2 * SIDE] as const

const shade = (x: number, y: number): [number, number, number] => [(x * 3) % 200, (y * 5) % 200, 77]
const picture = (colour: typeof shade): Buffer =>
  png(SIDE * PER_METRE, SIDE * PER_METRE, { colour: 2, bits: 8 }, colour)

async function delivered(at: Folder, number: string, bounds: typeof LOWER | typeof UPPER, colour = shade) {
  const path = at.path(`Levering_${number}_1.zip`)
  const documents = { [`bronnen/GB_${number}.png`]: picture(colour) }
  writeFileSync(path, await zippedDelivery({ klicNumber: number, members: [], bounds, documents }))
  return { path }
}

async function geoTiff(at: Folder, deliveries: readonly { path: string }[], name = 'ground.zip'): Promise<string> {
  const path = at.path(name)
  await runTask({
    kind: 'merge',
    ground: true,
    deliveries: [...deliveries],
    tempDir: at.path('temp'),
    out: [{ format: 'geotiff', path }],
  })
  return path
}

const opened = (t: TestContext, zip: string, name: string): gdal.Dataset => {
  const raster = gdal.open(`/vsizip/${zip}/${name}`)
  t.after(() => raster.close())
  return raster
}

/** The files of a ZIP by name. */
async function filesIn(zip: string): Promise<Map<string, Buffer>> {
  const archive = await yauzl.openPromise(zip, { lazyEntries: true, autoClose: false })
  const found = new Map<string, Buffer>()
  for await (const entry of archive.eachEntry())
    found.set(entry.fileName, await buffer(await archive.openReadStreamPromise(entry)))
  archive.close()
  return found
}

const pixelAt = (raster: gdal.Dataset, x: number, y: number): number[] =>
  [1, 2, 3, 4].map((band) => raster.bands.get(band).pixels.get(x, y))

test('the ground is a GeoTIFF in RD New where it was delivered, with its pyramid, pixel by pixel', async (t) => {
  const at = folder(t)
  const zip = await geoTiff(at, [await delivered(at, '22G000001', LOWER)])
  const raster = opened(t, zip, 'ondergrond_14.tif')
  assert.equal(raster.srs!.getAuthorityCode(), '28992')
  assert.deepEqual(raster.rasterSize, { x: SIDE * PER_METRE, y: SIDE * PER_METRE })
  const [left, pixelX, , top, , pixelY] = raster.geoTransform!
  assert.deepEqual([left, top], [LOWER[0], LOWER[3]])
  const [right, bottom] = [left! + pixelX! * raster.rasterSize.x, top! + pixelY! * raster.rasterSize.y]
  assert.ok(Math.abs(right - LOWER[2]) < 0.001 && Math.abs(bottom - LOWER[1]) < 0.001, `${right} ${bottom}`)
  for (const [x, y] of [
    [1, 1],
    [511, 511],
    [512, 511],
    [700, 1000],
  ] as const)
    assert.deepEqual(pixelAt(raster, x, y), [...shade(x, y), 255], `${x} ${y}`)
  const sizes = raster.bands.get(1).overviews.map(({ size }) => size.x)
  assert.deepEqual(sizes, [560])
})

test('where nothing was delivered it is transparent, and pictures that touch lie side by side', async (t) => {
  const at = folder(t)
  const plain = (): [number, number, number] => [40, 50, 60]
  const both = [await delivered(at, '22G000001', LOWER), await delivered(at, '22G000002', UPPER, plain)]
  const raster = opened(t, await geoTiff(at, both), 'ondergrond_14.tif')
  const across = SIDE * PER_METRE
  assert.deepEqual(raster.rasterSize, { x: across * 2, y: across * 2 })
  assert.deepEqual(pixelAt(raster, 10, 10), [0, 0, 0, 0])
  assert.deepEqual(pixelAt(raster, across + 10, 10), [40, 50, 60, 255])
  assert.deepEqual(pixelAt(raster, 10, across + 10), [...shade(10, 10), 255])
})

test('it is cloud-optimised, with every level of the base map', async (t) => {
  const at = folder(t)
  const both = [await delivered(at, '22G000001', LOWER), await delivered(at, '22G000002', UPPER)]
  const raster = opened(t, await geoTiff(at, both), 'ondergrond_14.tif')
  assert.equal(raster.getMetadata('IMAGE_STRUCTURE').LAYOUT, 'COG')
  assert.equal(raster.getMetadata('').TIFFTAG_IMAGEDESCRIPTION, 'BGT uit de KLIC-levering')
  for (const band of [1, 4]) {
    const { blockSize, overviews } = raster.bands.get(band)
    assert.deepEqual(blockSize, { x: 512, y: 512 })
    assert.deepEqual(
      overviews.map(({ size }) => size.x),
      [1120, 560],
    )
  }
})

test('beside it are a world file that says the same, and what it is, in words', async (t) => {
  const at = folder(t)
  const files = await filesIn(await geoTiff(at, [await delivered(at, '22G000001', LOWER)]))
  assert.deepEqual([...files.keys()], ['LEESMIJ.txt', 'ondergrond_14.tif', 'ondergrond_14.tfw', 'ondergrond.dxf'])
  const [pixelX, turnY, turnX, pixelY, x, y] = String(files.get('ondergrond_14.tfw')).split('\r\n').map(Number)
  assert.deepEqual([turnX, turnY, pixelX], [0, 0, 1 / PER_METRE])
  // Of the middle of the first pixel.
  assert.ok(Math.abs(x! - pixelX! / 2 - LOWER[0]) < 1e-6 && Math.abs(y! - pixelY! / 2 - LOWER[3]) < 1e-6)
  const said = String(files.get('LEESMIJ.txt'))
  assert.match(said, /ondergrond_14\.tif: 1120 bij 1120 pixels van 0\.0714 m; x 200000 tot 200080, y 400000 tot 400080/)
  assert.match(said, /22G000001, levering 1/)
})

test('a drawing beside it has the picture as an IMAGE, by its file and in its place, and GDAL opens it', async (t) => {
  const at = folder(t)
  const both = [await delivered(at, '22G000001', LOWER), await delivered(at, '22G000002', UPPER)]
  const zip = await geoTiff(at, both)
  const files = await filesIn(zip)
  const things = thingsIn(String(files.get('ondergrond.dxf')))
  const [image, ...more] = things.filter(({ type, section }) => type === 'IMAGE' && section === 'ENTITIES')
  assert.equal(more.length, 0)
  const numbers = (codes: number[]): number[] => codes.map((code) => Number(image!.values(code)[0]))
  const [left, bottom] = numbers([10, 20])
  const [pixelX, turnY, turnX, pixelY, width, height] = numbers([11, 21, 12, 22, 13, 23])
  assert.deepEqual([left, bottom, turnX, turnY], [LOWER[0], LOWER[1], 0, 0])
  const raster = opened(t, zip, 'ondergrond_14.tif')
  assert.deepEqual({ x: width, y: height }, raster.rasterSize)
  assert.ok(
    Math.abs(left! + width! * pixelX! - UPPER[2]) < 1e-6 && Math.abs(bottom! + height! * pixelY! - UPPER[3]) < 1e-6,
  )
  const handles = things.flatMap(({ type, values }) => (type === 'DIMSTYLE' ? values(105) : values(5).slice(0, 1)))
  assert.equal(new Set(handles).size, handles.length, 'no handle twice')
  const definition = things.find(({ type, values }) => type === 'IMAGEDEF' && values(5)[0] === image!.values(340)[0])!
  assert.ok(files.has(definition.values(1)[0]!), definition.values(1)[0])
  const reactor = things.find(
    ({ type, values }) => type === 'IMAGEDEF_REACTOR' && values(5)[0] === image!.values(360)[0],
  )!
  assert.deepEqual(reactor.values(330), [image!.values(5)[0], image!.values(5)[0]])
  const root = things.find(({ type }) => type === 'DICTIONARY')!
  assert.deepEqual(root.values(3), ['ACAD_GROUP', 'ACAD_IMAGE_DICT', 'ACAD_IMAGE_VARS'])
  for (const handle of root.values(350)) assert.ok(handles.includes(handle), handle)
  for (const { values } of things)
    for (const owner of values(330)) assert.ok(owner === '0' || handles.includes(owner), owner)
  assert.deepEqual(
    things.filter(({ type }) => type === 'CLASS').map(({ values }) => values(1)[0]),
    ['IMAGE', 'IMAGEDEF', 'IMAGEDEF_REACTOR', 'RASTERVARIABLES'],
  )
  const drawing = gdal.open(`/vsizip/${zip}/ondergrond.dxf`)
  t.after(() => drawing.close())
  assert.equal(drawing.driver.description, 'DXF')
})

interface Thing {
  type: string
  section: string
  values(code: number): string[]
}

/** Everything in a drawing that begins with a 0. */
function thingsIn(text: string): Thing[] {
  const lines = text.split('\r\n')
  const things: Thing[] = []
  let section = ''
  let tags: [number, string][] = []
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [code, value] = [Number(lines[i]), lines[i + 1]!]
    if (code === 0) {
      const own: [number, string][] = []
      tags = own
      things.push({
        type: value,
        section,
        values: (asked) => own.filter(([each]) => each === asked).map(([, one]) => one),
      })
    } else {
      if (things.at(-1)?.type === 'SECTION' && code === 2) section = value
      tags.push([code, value])
    }
  }
  return things
}

test('without a delivered ground the ZIP says so', async (t) => {
  const at = folder(t)
  const path = at.path('Levering_22G000001_1.zip')
  writeFileSync(path, await zippedDelivery({ members: [], bounds: LOWER }))
  const files = await filesIn(await geoTiff(at, [{ path }]))
  assert.deepEqual([...files.keys()], ['LEESMIJ.txt'])
  assert.match(String(files.get('LEESMIJ.txt')), /geen: de leveringen bevatten geen ondergrond/)
})

test('a picture that can not be shown is said in the ZIP', async (t) => {
  const at = folder(t)
  const path = at.path('Levering_22G000001_1.zip')
  const documents = { 'bronnen/GB_22G000001.png': Buffer.from('no picture') }
  writeFileSync(path, await zippedDelivery({ members: [], bounds: LOWER, documents }))
  const files = await filesIn(await geoTiff(at, [{ path }]))
  assert.match(String(files.get('LEESMIJ.txt')), /het bestand heet \.png maar is geen PNG/)
})

test('the same deliveries give the same bytes, in any order', async (t) => {
  const at = folder(t)
  const both = [await delivered(at, '22G000001', LOWER), await delivered(at, '22G000002', UPPER)]
  const first = readFileSync(await geoTiff(at, both))
  assert.ok(first.equals(readFileSync(await geoTiff(at, both.toReversed(), 'again.zip'))))
})

/** The tiles of the ground as GDAL reads them, a client that is not ours, held against the GeoPackage that they are made of. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import gdal from 'gdal-async'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { backgroundPng } from '../../server/simulator/town/background.ts'
import { groundDelivery, servedGround } from '../support/served-ground.ts'
import { shared } from '../support/shared.ts'

const [MIN_X, MIN_Y, MAX_X, MAX_Y] = [200_000, 400_000, 200_120, 400_090]

/** What GDAL must know of a matrix: where its level 0 lies, in which system. */
const MATRICES = {
  ground: { crs: 'EPSG:3857', box: [-20037508.342789244, 20037508.342789244, 20037508.342789244, -20037508.342789244] },
  'ground-rd': { crs: 'EPSG:28992', box: [-285_401.92, 903_401.92, 595_401.92, 22_598.08] },
} as const

const skip =
  !gdal.drivers.getNames().includes('WMS') && 'this build of GDAL reads no tiles over HTTP (its driver WMS is missing)'

const DELIVERIES = {
  'the invented town': (t: TestContext) =>
    groundDelivery(
      t,
      [MIN_X, MIN_Y, MAX_X, MAX_Y],
      backgroundPng({ minX: MIN_X, minY: MIN_Y, maxX: MAX_X, maxY: MAX_Y }, 1),
    ),
  'a real delivery': async () => shared('deliveries/Levering_22G003180_1.zip'),
} as const

/** Of the finest zoom. */
async function tilesOf(of: Awaited<ReturnType<typeof servedGround>>, name: keyof typeof MATRICES) {
  const told = await of.get(`/k/${of.world.keys.read}/tiles/${of.jobId}/${name}.json`, {})
  const { tiles, maxzoom, tileSize } = (await told.json()) as { tiles: [string]; maxzoom: number; tileSize: number }
  const { crs, box } = MATRICES[name]
  const [left, top, right, bottom] = box
  const address = tiles[0].replaceAll('{', '${').replaceAll('&', '&amp;')
  const client = await gdal.openAsync(`<GDAL_WMS>
    <Service name="TMS"><ServerUrl>${address}</ServerUrl></Service>
    <DataWindow>
      <UpperLeftX>${left}</UpperLeftX><UpperLeftY>${top}</UpperLeftY>
      <LowerRightX>${right}</LowerRightX><LowerRightY>${bottom}</LowerRightY>
      <TileLevel>${maxzoom}</TileLevel><TileCountX>1</TileCountX><TileCountY>1</TileCountY><YOrigin>top</YOrigin>
    </DataWindow>
    <Projection>${crs}</Projection>
    <BlockSizeX>${tileSize}</BlockSizeX><BlockSizeY>${tileSize}</BlockSizeY>
    <BandsCount>4</BandsCount><ZeroBlockHttpCodes>204</ZeroBlockHttpCodes>
  </GDAL_WMS>`)
  return { client, pixel: (right - left) / (tileSize * 2 ** maxzoom), left, top }
}

type Bands = readonly [Uint8Array, Uint8Array, Uint8Array, Uint8Array]

/** All four bands, while the server in this process goes on. */
async function read(from: gdal.Dataset, x: number, y: number, width: number, height: number): Promise<Bands> {
  const bands: Uint8Array[] = []
  for (const band of [1, 2, 3, 4])
    bands.push((await from.bands.get(band).pixels.readAsync(x, y, width, height)) as Uint8Array)
  return bands as unknown as Bands
}

/** Tiles have colours in steps of sixteen, of which the last is white: so far from what they are made of, and one for rounding. */
const isRounded = (found: number, made: number): boolean =>
  Math.abs(found - made) <= 9 || (made >= 0xef && found === 255)

for (const [title, deliveryOf] of Object.entries(DELIVERIES)) {
  test(`the Dutch matrix, read by GDAL, is what GDAL itself makes of the GeoPackage there, pixel by pixel: ${title}`, {
    skip,
  }, async (t) => {
    const zip = await deliveryOf(t)
    if (zip === undefined) return t.skip('the real deliveries are not here (KLIC_SHARED)')
    const served = await servedGround(t, zip)
    const stored = groundIn(t, served)
    const { client, pixel, left, top } = await tilesOf(served, 'ground-rd')
    const inside = extentOf(stored)
    const x = Math.ceil((inside.minX - left) / pixel) + 2
    const y = Math.ceil((top - inside.maxY) / pixel) + 2
    const width = Math.min(1500, Math.floor((inside.maxX - left) / pixel) - 2 - x)
    const height = Math.min(1500, Math.floor((top - inside.minY) / pixel) - 2 - y)
    const made = gdal.open('', 'w', 'MEM', width, height, 4, gdal.GDT_Byte)
    t.after(() => made.close())
    made.geoTransform = [left + x * pixel, pixel, 0, top - y * pixel, 0, -pixel]
    made.srs = stored.srs
    const system = stored.srs!
    gdal.reprojectImage({ src: stored, dst: made, s_srs: system, t_srs: system, resampling: gdal.GRA_Bilinear })
    const [found, wanted] = [await read(client, x, y, width, height), await read(made, 0, 0, width, height)]
    let differing = 0
    const colours = new Set<number>()
    for (let i = 0; i < width * height; i++) {
      colours.add((found[0][i]! << 16) | (found[1][i]! << 8) | found[2][i]!)
      const isSame = found[3][i] === 255 && [0, 1, 2].every((band) => isRounded(found[band]![i]!, wanted[band]![i]!))
      if (!isSame) differing++
    }
    assert.ok(colours.size > 8, `only ${colours.size} colours`)
    assert.deepEqual({ differing, of: width * height }, { differing: 0, of: width * height })
  })
}

test('web mercator, read by GDAL, has the colours of the GeoPackage where they lie; beside it is nothing', {
  skip,
}, async (t) => {
  const served = await servedGround(t, await DELIVERIES['the invented town'](t))
  const stored = groundIn(t, served)
  const { client, pixel, left, top } = await tilesOf(served, 'ground')
  const inside = extentOf(stored)
  const at = async (rdX: number, rdY: number): Promise<number[]> => {
    const [longitude, latitude] = lngLatFromRd([rdX, rdY])
    const radius = 6_378_137
    const east = (longitude * Math.PI * radius) / 180
    const north = radius * Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360))
    const place = [Math.floor((east - left) / pixel), Math.floor((top - north) / pixel)] as const
    return (await read(client, ...place, 1, 1)).map((band) => band[0]!)
  }
  const perMetre = 1 / stored.geoTransform![1]!
  const around = 3
  let compared = 0
  for (let rdX = inside.minX + 1; rdX < inside.maxX - 1; rdX += 4.3)
    for (let rdY = inside.minY + 1; rdY < inside.maxY - 1; rdY += 3.7) {
      const [x, y] = [Math.floor((rdX - inside.minX) * perMetre), Math.floor((inside.maxY - rdY) * perMetre)]
      const size = 2 * around + 1
      const near = await read(stored, x - around, y - around, size, size)
      // Only where all around has one colour: what lies between two is a mixture of its own.
      if (near.some((band) => band.some((value) => value !== band[0]))) continue
      compared++
      const found = await at(rdX, rdY)
      const isSame = [0, 1, 2].every((band) => isRounded(found[band]!, near[band]![0]!)) && found[3] === 255
      assert.ok(isSame, `${rdX} ${rdY}: ${found}, ${near.map((band) => band[0])}`)
    }
  assert.ok(compared > 100, `${compared}`)
  assert.deepEqual(await at(inside.minX - 5, inside.minY + 20), [0, 0, 0, 0])
})

/** Of the finest scale. */
function groundIn(t: TestContext, { gpkg, layers }: Awaited<ReturnType<typeof servedGround>>): gdal.Dataset {
  const dataset = gdal.open(`GPKG:${gpkg}:${layers.at(-1)!.table}`)
  t.after(() => dataset.close())
  return dataset
}

function extentOf(raster: gdal.Dataset): { minX: number; minY: number; maxX: number; maxY: number } {
  const [left, pixelX, , top, , pixelY] = raster.geoTransform!
  const { x, y } = raster.rasterSize
  return { minX: left!, maxX: left! + x * pixelX!, minY: top! + y * pixelY!, maxY: top! }
}

/**
 * A photo drawn anew by GDAL, so that nothing but its pixels is kept: a telephone writes into a photo where it was taken, by
 * which device and sometimes by whom, and a file can hold more than a program shows. Runs in a cage (features/cage.ts).
 */
import { readFile, writeFile } from 'node:fs/promises'
import gdal from 'gdal-async'
import type { Photo } from './redrawn-photo.ts'

const MEDIA_TYPES = { JPEG: 'image/jpeg', PNG: 'image/png' } as const
type Kind = keyof typeof MEDIA_TYPES

/** Telephones make up to 108 million; all of them lie in memory while they are drawn. */
const MAX_PIXELS = 110_000_000
const JPEG_QUALITY = 92
/** Grey, grey with transparency, colour, colour with transparency or CMYK. */
const MAX_BANDS = 4

gdal.config.set('GDAL_PAM_ENABLED', 'NO')
// Where the file ends too early, libjpeg would fill the rest with grey.
gdal.config.set('GDAL_ERROR_ON_LIBJPEG_WARNING', 'TRUE')

/**
 * @param out where the new file is written: upright as the photo was held, without a colour profile
 * @returns undefined for what is no whole JPEG or PNG, or too large
 */
export async function redrawPhoto(
  path: string,
  out: string,
  mostPixels = MAX_PIXELS,
): Promise<Photo['mediaType'] | undefined> {
  let drawn: { kind: Kind; orientation: number }
  try {
    drawn = draw(path, out, mostPixels)
  } catch {
    return undefined
  }
  const { kind, orientation } = drawn
  if (kind === 'JPEG' && orientation >= 2 && orientation <= 8) {
    const jpeg = await readFile(out)
    await writeFile(out, Buffer.concat([jpeg.subarray(0, 2), orientationSegment(orientation), jpeg.subarray(2)]))
  }
  return MEDIA_TYPES[kind]
}

/** @throws what GDAL says of a damaged file */
function draw(path: string, out: string, mostPixels: number): { kind: Kind; orientation: number } {
  const photo = gdal.open(path, 'r', ['JPEG', 'PNG'])
  const { x: width, y: height } = photo.rasterSize!
  const count = photo.bands.count()
  const dataType = photo.bands.get(1).dataType!
  if (width * height > mostPixels || count > MAX_BANDS) throw new Error('The photo is too large')
  const pixels = gdal.open('pixels', 'w', 'MEM', width, height, count, dataType)
  const bands = Array.from({ length: count }, (_, i) => [photo.bands.get(i + 1), pixels.bands.get(i + 1)] as const)
  for (const [from, to] of bands) {
    to.colorInterpretation = from.colorInterpretation
    if (from.colorTable) to.colorTable = from.colorTable
  }
  for (let y = 0; y < height; y++) {
    for (const [from, to] of bands) to.pixels.write(0, y, width, 1, from.pixels.read(0, y, width, 1))
  }
  const kind = photo.driver.description as Kind
  const options = kind === 'JPEG' ? [`QUALITY=${JPEG_QUALITY}`] : []
  photo.driver.createCopy(out, pixels, options).close()
  return { kind, orientation: Number((photo.getMetadata() as Record<string, string>).EXIF_Orientation) }
}

/** Exif that says which way up the photo was held, and nothing else: without it a portrait would lie on its side. */
function orientationSegment(orientation: number): Buffer {
  const body = Buffer.alloc(32)
  body.write('Exif\0\0MM\0*', 'latin1')
  body.writeUInt32BE(8, 10)
  body.writeUInt16BE(1, 14)
  body.writeUInt16BE(0x0112, 16)
  body.writeUInt16BE(3, 18)
  body.writeUInt32BE(1, 20)
  body.writeUInt16BE(orientation, 24)
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, 2 + body.length]), body])
}

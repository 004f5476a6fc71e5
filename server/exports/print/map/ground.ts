/**
 * The delivered ground below the lines of a sheet: a picture in grey, so that every colour on the sheet is that of a cable, and
 * paler than it was delivered, so that the darkest of it is weaker than a black line.
 */
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createDeflate } from 'node:zlib'
import type { Ground, Pdf } from '../paper.ts'
import type { GroundAt } from '../print-options.ts'
import { upsample2x } from './upsampling.ts'

/** Fewer dots an inch than these are seen, and what others enlarge may come to lie beside its place: poppler is off by half a pixel. */
const LEAST_DPI = 150
const INCH_M = 0.0254
/** Of its blackness so much is left. */
const STRENGTH = 0.85

const PALER = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 - (255 - value) * STRENGTH))

/** @returns whether any of it lies on the sheet */
export async function drawGround(pdf: Pdf, { at, extent, scale }: Ground, groundAt: GroundAt): Promise<boolean> {
  const perMetre = LEAST_DPI / INCH_M / scale
  const found = groundAt(extent, perMetre)
  if (found === null) return false
  const isCoarse = found.width / (found.extent.maxX - found.extent.minX) < perMetre
  const picture = isCoarse ? upsample2x(found) : found
  const { width, height } = picture
  const image = pdf.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
  })
  const packed = new Writable({
    write(chunk: Buffer, _, done) {
      image.write(chunk)
      done()
    },
  })
  await pipeline(Readable.from(paler(picture.bands())), createDeflate(), packed)
  image.end(Buffer.alloc(0))
  // Names of a page's pictures count within it.
  const name = `Ground${Object.keys(pdf.page.xobjects).length}`
  pdf.page.xobjects[name] = image
  const [x, y] = at(picture.extent.minX, picture.extent.minY)
  const [rightX, rightY] = at(picture.extent.maxX, picture.extent.minY)
  const [topX, topY] = at(picture.extent.minX, picture.extent.maxY)
  pdf.save()
  // A picture is a unit square with its foot below; the paper counts downwards.
  pdf.transform(rightX - x, rightY - y, topX - x, topY - y, x, y)
  pdf.addContent(`/${name} Do`)
  pdf.restore()
  return true
}

function* paler(bands: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const band of bands) yield band.map((value) => PALER[value]!)
}

/** The base map of a simulated delivery: the invented town as a palette PNG with the black frame of one pixel that real ones have. */
import { crc32, deflateSync } from 'node:zlib'
import type { Extent } from '../../geometry/geometry.ts'
import { townPicture } from './town-picture.ts'

/** Real ones have 14 up to 500 m; fewer here for large areas, since each takes memory and time in every test. */
const FINEST = 14
const MAX_PIXELS_ALONG = 1600
const BLACK = 0xff000000

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.byteLength, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Covers exactly the extent (the rectangle of gml:boundedBy); north is up. */
export const backgroundPng = (extent: Extent, density: number): Buffer => {
  const longest = Math.max(extent.maxX - extent.minX, extent.maxY - extent.minY)
  // Always whole pixels a metre, as the registry's are.
  const perMetre = Math.min(FINEST, Math.max(1, Math.floor(MAX_PIXELS_ALONG / longest)))
  const { width, height, pixels } = townPicture(extent, perMetre, density)
  const palette: number[] = [BLACK]
  const placeOf = new Map<number, number>([[BLACK, 0]])
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const isFrame = x === 0 || y === 0 || x === width - 1 || y === height - 1
      const colour = isFrame ? BLACK : pixels[y * width + x]!
      let place = placeOf.get(colour)
      if (place === undefined) {
        place = palette.push(colour) - 1
        placeOf.set(colour, place)
      }
      lines[y * (width + 1) + 1 + x] = place
    }
  }
  if (palette.length > 256) throw new Error('The invented town has more colours than a palette holds')
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Uint8Array.from(palette.flatMap((colour) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255])),
    ),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

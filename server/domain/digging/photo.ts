/**
 * A photo as it is kept: what is drawn, and nothing that is said beside it. A telephone writes into a photo where it was taken, by
 * which device and sometimes by whom; who looks at the start of a work needs none of that. Nothing is decoded.
 */

export interface Photo {
  mediaType: 'image/jpeg' | 'image/png'
  bytes: Buffer
}

/** @returns undefined for what is neither a whole JPEG nor a whole PNG, whatever it is called */
export function bareDrawing(given: Buffer): Photo | undefined {
  const jpeg = bareJpeg(given)
  if (jpeg) return { mediaType: 'image/jpeg', bytes: Buffer.concat(jpeg) }
  const png = barePng(given)
  return png && { mediaType: 'image/png', bytes: Buffer.concat(png) }
}

const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe
const TABLES = [0xc4, 0xcc, 0xdb, 0xdd]

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && !TABLES.includes(marker) && marker !== 0xc8

/** Its colours depend on them: they say nothing of a place or a person. */
const isOfColour = (marker: number, body: Buffer): boolean =>
  marker === APP0 ||
  marker === APP14 ||
  (marker === APP2 && body.subarray(0, 12).toString('latin1') === 'ICC_PROFILE\0')

/** @returns its pieces; what stands behind its end, such as a film or a second picture, is left out */
function bareJpeg(given: Buffer): Buffer[] | undefined {
  if (given.length < 4 || given[0] !== 0xff || given[1] !== START_OF_IMAGE) return undefined
  const pieces: Buffer[] = [given.subarray(0, 2)]
  let [at, hasFrame, hasScan] = [2, false, false]
  while (at + 1 < given.length) {
    if (given[at] !== 0xff) return undefined
    const marker = given[at + 1]!
    // A marker may be filled up.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) return hasFrame && hasScan ? [...pieces, given.subarray(at, at + 2)] : undefined
    if (at + 4 > given.length) return undefined
    const length = given.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (length < 2 || end > given.length) return undefined
    const body = given.subarray(at + 4, end)
    const isSaid = marker === COMMENT || (marker >= APP0 && marker <= APP15)
    if (marker === APP1) pieces.push(...turned(body))
    if (!isSaid || isOfColour(marker, body)) pieces.push(given.subarray(at, end))
    if (isFrame(marker)) hasFrame = true
    at = end
    if (marker === START_OF_SCAN) {
      hasScan = true
      const scanned = endOfScan(given, at)
      pieces.push(given.subarray(at, scanned))
      at = scanned
    }
  }
  return undefined
}

/** Where the next marker stands that is none of the scan's own. */
function endOfScan(given: Buffer, from: number): number {
  let at = given.indexOf(0xff, from)
  while (at !== -1 && at + 1 < given.length) {
    const next = given[at + 1]!
    const isOfScan = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isOfScan) return at
    at = given.indexOf(0xff, at + 2)
  }
  return given.length
}

const EXIF = 'Exif\0\0'
const ORIENTATION = 0x0112

/** Which way up it was held is the only thing of Exif that is kept, written anew: without it a portrait would lie on its side. */
function turned(exif: Buffer): Buffer[] {
  const way = orientationIn(exif)
  if (way === undefined) return []
  const body = Buffer.alloc(32)
  body.write(`${EXIF}MM\0*`, 'latin1')
  body.writeUInt32BE(8, 10)
  body.writeUInt16BE(1, 14)
  body.writeUInt16BE(ORIENTATION, 16)
  body.writeUInt16BE(3, 18)
  body.writeUInt32BE(1, 20)
  body.writeUInt16BE(way, 24)
  const head = Buffer.from([0xff, APP1, 0, 2 + body.length])
  return [head, body]
}

function orientationIn(exif: Buffer): number | undefined {
  if (exif.subarray(0, 6).toString('latin1') !== EXIF) return undefined
  const tiff = exif.subarray(6)
  if (tiff.length < 14) return undefined
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return undefined
  const entries = short(directory)
  for (let at = directory + 2; at + 12 <= tiff.length && at < directory + 2 + entries * 12; at += 12) {
    if (short(at) !== ORIENTATION) continue
    const way = short(at + 8)
    return way >= 2 && way <= 8 ? way : undefined
  }
  return undefined
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const DRAWN = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs']

function barePng(given: Buffer): Buffer[] | undefined {
  if (!given.subarray(0, 8).equals(PNG)) return undefined
  const pieces: Buffer[] = [PNG]
  const seen = new Set<string>()
  for (let at = 8; at + 12 <= given.length; ) {
    const end = at + 12 + given.readUInt32BE(at)
    const kind = given.toString('latin1', at + 4, at + 8)
    if (end > given.length || (seen.size === 0 && kind !== 'IHDR')) return undefined
    seen.add(kind)
    if (DRAWN.includes(kind)) pieces.push(given.subarray(at, end))
    if (kind === 'IEND') return seen.has('IDAT') ? pieces : undefined
    at = end
  }
  return undefined
}

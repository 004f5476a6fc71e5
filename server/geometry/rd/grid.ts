/**
 * Reads the official correction grid of RDNAPTRANS2018 (variant 2) from its GeoTIFF: PROJ-data's
 * nl_nsgi_rdtrans2018.tif, made by NSGI (Kadaster, Rijkswaterstaat, Hydrographic Service), CC BY 4.0.
 * It reads just the kind of TIFF that PROJ-data publishes (classic, little endian, deflate, 32-bit floats, one plane per
 * sample) and throws on any other, so that a wrong file is never used in silence.
 */

/**
 * Shifts from RD Bessel to ETRS89 on a raster of longitude and latitude (degrees), row by row from the south-west node.
 * A raster may lie inside a coarser one; the finer one holds where both do.
 */
export interface ShiftRaster {
  readonly westDeg: number
  readonly southDeg: number
  readonly stepLngDeg: number
  readonly stepLatDeg: number
  readonly columns: number
  readonly rows: number
  /** East-positive shift of the longitude, degrees. */
  readonly lngDeg: Float64Array
  readonly latDeg: Float64Array
}

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  stripOffsets: 273,
  stripBytes: 279,
  rowsPerStrip: 278,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  sampleFormat: 339,
  pixelScale: 33550,
  tiePoint: 33922,
} as const
const DEFLATE = 8
const FLOAT_PREDICTOR = 3
const SEPARATE_PLANES = 2
const BYTES_OF_TYPE: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 12: 8 }

type Tags = Map<number, number[]>

/** @returns the rasters, the finest first. @throws Error when the bytes are not that file. */
export const readShiftRasters = async (tiff: ArrayBuffer): Promise<ShiftRaster[]> => {
  const view = new DataView(tiff)
  if (view.byteLength < 8 || view.getUint16(0) !== 0x4949 || view.getUint16(2, true) !== 42) {
    throw new Error('the correction grid is no little-endian TIFF')
  }
  const rasters: ShiftRaster[] = []
  let at = view.getUint32(4, true)
  while (at !== 0) {
    const count = view.getUint16(at, true)
    rasters.push(await readRaster(view, readTags(view, at + 2, count)))
    at = view.getUint32(at + 2 + 12 * count, true)
  }
  return rasters.sort((a, b) => a.stepLatDeg - b.stepLatDeg)
}

const readTags = (view: DataView, start: number, count: number): Tags => {
  const tags: Tags = new Map()
  for (let i = 0; i < count; i++) {
    const entry = start + 12 * i
    const type = view.getUint16(entry + 2, true)
    const values = view.getUint32(entry + 4, true)
    const bytes = (BYTES_OF_TYPE[type] ?? 0) * values
    const from = bytes <= 4 ? entry + 8 : view.getUint32(entry + 8, true)
    if (type !== 3 && type !== 4 && type !== 12) continue
    tags.set(
      view.getUint16(entry, true),
      Array.from({ length: values }, (_, k) =>
        type === 3
          ? view.getUint16(from + 2 * k, true)
          : type === 4
            ? view.getUint32(from + 4 * k, true)
            : view.getFloat64(from + 8 * k, true),
      ),
    )
  }
  return tags
}

const readRaster = async (view: DataView, tags: Tags): Promise<ShiftRaster> => {
  const need = (tag: number): number[] => {
    const values = tags.get(tag)
    if (!values || values.length === 0) throw new Error(`the correction grid lacks TIFF tag ${tag}`)
    return values
  }
  const first = (tag: number): number => need(tag)[0]!
  const columns = first(TAG.width)
  const rows = first(TAG.height)
  if (
    first(TAG.compression) !== DEFLATE ||
    first(TAG.predictor) !== FLOAT_PREDICTOR ||
    first(TAG.planar) !== SEPARATE_PLANES ||
    first(TAG.bits) !== 32 ||
    first(TAG.sampleFormat) !== 3
  ) {
    throw new Error('the correction grid is stored in an unknown way')
  }
  const tiled = tags.has(TAG.tileWidth)
  const block = {
    width: tiled ? first(TAG.tileWidth) : columns,
    height: tiled ? first(TAG.tileHeight) : first(TAG.rowsPerStrip),
    offsets: need(tiled ? TAG.tileOffsets : TAG.stripOffsets),
    bytes: need(tiled ? TAG.tileBytes : TAG.stripBytes),
    tiled,
  }
  // Sample 0 is the shift of the latitude, sample 1 that of the longitude, both in arc-seconds.
  const latitude = await readPlane(view, 0, columns, rows, block)
  const longitude = await readPlane(view, 1, columns, rows, block)
  const [stepLngDeg, stepLatDeg] = need(TAG.pixelScale) as [number, number]
  const tie = need(TAG.tiePoint)
  return {
    westDeg: tie[3]!,
    southDeg: tie[4]! - (rows - 1) * stepLatDeg,
    stepLngDeg,
    stepLatDeg,
    columns,
    rows,
    lngDeg: longitude,
    latDeg: latitude,
  }
}

interface Blocks {
  width: number
  height: number
  offsets: number[]
  bytes: number[]
  tiled: boolean
}

/** One sample of all nodes, turned to start in the south and to degrees. */
const readPlane = async (view: DataView, plane: number, columns: number, rows: number, blocks: Blocks) => {
  const across = Math.ceil(columns / blocks.width)
  const down = Math.ceil(rows / blocks.height)
  const values = new Float64Array(columns * rows)
  for (let block = 0; block < across * down; block++) {
    const index = plane * across * down + block
    const compressed = new Uint8Array(view.buffer, view.byteOffset + blocks.offsets[index]!, blocks.bytes[index]!)
    const top = Math.floor(block / across) * blocks.height
    const left = (block % across) * blocks.width
    const height = blocks.tiled ? blocks.height : Math.min(blocks.height, rows - top)
    const floats = undoFloatPredictor(await inflate(compressed), blocks.width, height)
    for (let row = 0; row < Math.min(height, rows - top); row++) {
      for (let column = 0; column < Math.min(blocks.width, columns - left); column++) {
        const seconds = floats[row * blocks.width + column]!
        values[(rows - 1 - top - row) * columns + left + column] = seconds / 3600
      }
    }
  }
  return values
}

const inflate = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const stream = new Blob([bytes.slice()]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/** Adobe's floating point predictor: bytes of equal weight lie together, each as the difference from the one before. */
const undoFloatPredictor = (bytes: Uint8Array, width: number, height: number): Float64Array => {
  const floats = new Float64Array(width * height)
  const word = new DataView(new ArrayBuffer(4))
  const rowBytes = 4 * width
  if (bytes.length < rowBytes * height) throw new Error('the correction grid is cut off')
  for (let row = 0; row < height; row++) {
    const start = row * rowBytes
    for (let i = 1; i < rowBytes; i++) bytes[start + i] = (bytes[start + i]! + bytes[start + i - 1]!) & 0xff
    for (let column = 0; column < width; column++) {
      for (let b = 0; b < 4; b++) word.setUint8(b, bytes[start + b * width + column]!)
      floats[row * width + column] = word.getFloat32(0)
    }
  }
  return floats
}

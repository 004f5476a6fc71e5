/**
 * A font as maps take it: signs in ranges of 256, each a picture of distances to its outline, so that text is sharp at
 * every size and turn, with a halo for nothing (Mapbox glyph PBF; figures as node-fontnik has them).
 */
import opentype, { type Font, type PathCommand } from 'opentype.js'
import { PbfWriter } from 'pbf'

const EM_PX = 24
const BORDER_PX = 3
/** A distance of so many pixels is the whole range of a byte; the outline itself lies at three quarters of it. */
const RADIUS_PX = 8
const CUTOFF = 0.25
/** Maps put a baseline 9 pixels below the middle of a line: 26 less the 17 by which they shift it up. */
const TOP_OF_LINE_PX = 26
const CURVE_PIECES = 8

type Segment = readonly [x0: number, y0: number, x1: number, y1: number]

interface Picture {
  id: number
  bitmap: Uint8Array
  width: number
  height: number
  left: number
  top: number
  advance: number
}

/** @param fonts of one design; the first that has a sign gives it. @returns range start -> file; ranges without a sign are left out */
export function glyphRanges(name: string, fonts: readonly ArrayBuffer[]): Map<number, Uint8Array> {
  const parsed = fonts.map((bytes) => opentype.parse(bytes))
  const ranges = new Map<number, Uint8Array>()
  for (let start = 0; start < 65_536; start += 256) {
    const pictures = Array.from({ length: 256 }, (_, i) => pictureOf(parsed, start + i)).filter((each) => each !== null)
    if (pictures.length > 0) ranges.set(start, encoded(name, start, pictures))
  }
  return ranges
}

function pictureOf(fonts: readonly Font[], id: number): Picture | null {
  const sign = String.fromCodePoint(id)
  for (const font of fonts) {
    const glyph = font.charToGlyph(sign)
    if (glyph.index === 0) continue
    const segments = flattened(glyph.getPath(0, 0, EM_PX).commands)
    const advance = Math.round((glyph.advanceWidth * EM_PX) / font.unitsPerEm)
    return { id, advance, ...distances(segments) }
  }
  return null
}

/** y runs downwards, the baseline is 0. */
function flattened(commands: readonly PathCommand[]): Segment[] {
  const segments: Segment[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const to = (nextX: number, nextY: number): void => {
    if (nextX !== x || nextY !== y) segments.push([x, y, nextX, nextY])
    x = nextX
    y = nextY
  }
  for (const command of commands) {
    const { x: endX, y: endY, x1, y1, x2, y2 } = command
    const [fromX, fromY] = [x, y]
    switch (command.type) {
      case 'M':
        x = startX = endX
        y = startY = endY
        break
      case 'L':
        to(endX, endY)
        break
      case 'Q':
        for (let i = 1; i <= CURVE_PIECES; i++) {
          const t = i / CURVE_PIECES
          const s = 1 - t
          to(s * s * fromX + 2 * s * t * x1 + t * t * endX, s * s * fromY + 2 * s * t * y1 + t * t * endY)
        }
        break
      case 'C':
        for (let i = 1; i <= CURVE_PIECES; i++) {
          const t = i / CURVE_PIECES
          const s = 1 - t
          const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
          to(a * fromX + b * x1 + c * x2 + d * endX, a * fromY + b * y1 + c * y2 + d * endY)
        }
        break
      case 'Z':
        to(startX, startY)
    }
  }
  return segments
}

function distances(segments: readonly Segment[]): Omit<Picture, 'id' | 'advance'> {
  const xs = segments.flatMap(([x0, , x1]) => [x0, x1])
  const ys = segments.flatMap(([, y0, , y1]) => [y0, y1])
  if (segments.length === 0) return { bitmap: new Uint8Array(0), width: 0, height: 0, left: 0, top: -TOP_OF_LINE_PX }
  const left = Math.floor(Math.min(...xs))
  const above = Math.floor(Math.min(...ys))
  const width = Math.ceil(Math.max(...xs)) - left
  const height = Math.ceil(Math.max(...ys)) - above
  const columns = width + 2 * BORDER_PX
  const bitmap = new Uint8Array(columns * (height + 2 * BORDER_PX))
  for (let at = 0; at < bitmap.length; at++) {
    const x = left - BORDER_PX + (at % columns) + 0.5
    const y = above - BORDER_PX + Math.floor(at / columns) + 0.5
    const outside = signedDistance(segments, x, y)
    bitmap[at] = Math.max(0, Math.min(255, Math.round(255 - 255 * (outside / RADIUS_PX + CUTOFF))))
  }
  return { bitmap, width, height, left, top: -above - TOP_OF_LINE_PX }
}

/** Below zero inside, by the rule that counts how often the outline winds around the place. */
function signedDistance(segments: readonly Segment[], x: number, y: number): number {
  let nearest = Infinity
  let winding = 0
  for (const [x0, y0, x1, y1] of segments) {
    const [dx, dy] = [x1 - x0, y1 - y0]
    const along = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy)))
    nearest = Math.min(nearest, Math.hypot(x - x0 - along * dx, y - y0 - along * dy))
    const crosses = y0 > y !== y1 > y
    if (crosses && x < x0 + ((y - y0) / dy) * dx) winding += dy > 0 ? 1 : -1
  }
  return winding === 0 ? nearest : -nearest
}

function encoded(name: string, start: number, pictures: readonly Picture[]): Uint8Array {
  const pbf = new PbfWriter()
  pbf.writeMessage(
    1,
    (_stack, stack) => {
      stack.writeStringField(1, name)
      stack.writeStringField(2, `${start}-${start + 255}`)
      for (const picture of pictures) stack.writeMessage(3, writePicture, picture)
    },
    null,
  )
  return pbf.finish()
}

function writePicture({ id, bitmap, width, height, left, top, advance }: Picture, pbf: PbfWriter): void {
  pbf.writeVarintField(1, id)
  if (bitmap.length > 0) pbf.writeBytesField(2, bitmap)
  pbf.writeVarintField(3, width)
  pbf.writeVarintField(4, height)
  pbf.writeSVarintField(5, left)
  pbf.writeSVarintField(6, top)
  pbf.writeVarintField(7, advance)
}

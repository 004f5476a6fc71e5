/**
 * Sheets along a corridor: each turned so that the strip lies along it, one after the other from its one end to the other.
 * A corridor is found in its outline alone, for nobody keeps the line around which it was drawn.
 */
import type { Position } from '../../geometry/geometry.ts'
import type { PrintOptions } from './print-options.ts'
import { OVERLAP_MM, type Page, pageOf, type Sheet, sheetsOver } from './print-sheets.ts'
import { directionOf } from './sheet-frame.ts'

/** What is shorter, measured by its own width, is no corridor. */
const LEAST_LENGTHS = 4
/** From pair to pair along the sides, at most: in parts of a sheet's width. */
const STEP = 1 / 40
const MAX_PAIRS = 4000
/** Beyond the ends of a strip and its sides so much is left, in millimetres of the paper. */
const ROOM_MM = 4

/** Two positions of the outline that lie across the corridor from each other. */
type Pair = readonly [left: Position, right: Position]

export type SheetWishes = Pick<PrintOptions, 'paper' | 'orientation' | 'scale' | 'cover'>

export interface AllSheets {
  /** Also those on which nothing lies; a number: as sheetsOver */
  sheets: Sheet[] | number
  /** False: they were to lie along a corridor, and the area is none that fits the paper */
  isAsWished: boolean
}

/** @param rings of the area, RD New */
export function allSheets(rings: Position[][], wishes: SheetWishes): AllSheets {
  const page = pageOf(wishes)
  const along = wishes.cover === 'along' ? sheetsAlong(rings, page, wishes.scale) : null
  const sheets = along ?? sheetsOver({ type: 'Polygon', coordinates: rings }, page, wishes.scale)
  return { sheets, isAsWished: along !== null || wishes.cover === 'area' }
}

/** @returns null when it is no corridor, or too wide for the paper */
export function sheetsAlong(rings: readonly (readonly Position[])[], page: Page, scale: number): Sheet[] | null {
  const metres = (millimetres: number): number => (millimetres * scale) / 1000
  const [width, height] = [metres(page.map.width), metres(page.map.height)]
  const outline = outlineOf(rings[0]!)
  const start = endOf(outline)
  if (start === null) return null
  const pairs = pairsFrom(outline, start, width * STEP)
  if (pairs === null) return null
  const sheets: Sheet[] = []
  const room = metres(ROOM_MM)
  for (let first = 0; first < pairs.length - 1; ) {
    const last = furthest(pairs, first, (frame) => frame.width <= width - 2 * room && frame.height <= height - 2 * room)
    if (last === null) return null
    const { middle, degrees } = frameOf(pairs.slice(first, last + 1))
    const [x, y] = middle
    const ground = { minX: x - width / 2, maxX: x + width / 2, minY: y - height / 2, maxY: y + height / 2 }
    sheets.push({ no: sheets.length + 1, ground, degrees })
    if (last === pairs.length - 1) break
    // Each shows a little of the one before.
    let next = last
    while (next > first + 1 && apart(pairs[next]!, pairs[last]!) < metres(OVERLAP_MM)) next--
    first = next
  }
  return sheets
}

interface Outline {
  readonly ring: readonly Position[]
  /** Along the ring, to each of its positions */
  readonly along: readonly number[]
  readonly length: number
}

function outlineOf(ring: readonly Position[]): Outline {
  const along = [0]
  for (let i = 1; i < ring.length; i++) along.push(along[i - 1]! + distance(ring[i - 1]!, ring[i]!))
  return { ring, along, length: along.at(-1)! }
}

const distance = (a: Position, b: Position): number => Math.hypot(b[0] - a[0], b[1] - a[1])
const middleOf = ([left, right]: Pair): Position => [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2]
const apart = (one: Pair, other: Pair): number => distance(middleOf(one), middleOf(other))

/** @param at along the outline, from its beginning, more than once around as well */
function placeAt({ ring, along, length }: Outline, at: number): Position {
  const on = ((at % length) + length) % length
  let [low, high] = [0, along.length - 1]
  while (high - low > 1) {
    const between = (low + high) >> 1
    if (along[between]! <= on) low = between
    else high = between
  }
  const side = along[high]! - along[low]!
  const share = side === 0 ? 0 : (on - along[low]!) / side
  const [a, b] = [ring[low]!, ring[high]!]
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
}

/** Looked for at so many places of the outline, and around the best of them closer. */
const TRIED = 240
const PROBES = 60

/** Where one who walks both sides at once from there stays nearest to himself. @returns null: nowhere near enough */
function endOf(outline: Outline): number | null {
  const { length } = outline
  const width = (start: number): number => {
    let sum = 0
    for (let i = 1; i < PROBES; i++) {
      const far = (i / PROBES) * (length / 2)
      sum += distance(placeAt(outline, start + far), placeAt(outline, start - far))
    }
    return sum / (PROBES - 1)
  }
  let [best, least] = [0, Infinity]
  const look = (from: number, step: number, count: number): void => {
    for (let i = 0; i < count; i++) {
      const found = width(from + i * step)
      if (found < least) [best, least] = [from + i * step, found]
    }
  }
  // Half of the outline will do: its other end is as good.
  const step = length / 2 / TRIED
  look(0, step, TRIED)
  look(best - step, step / 10, 21)
  return length / 2 < least * LEAST_LENGTHS ? null : best
}

/** Both sides at once from one end to the other, with every corner of either. */
function pairsFrom(outline: Outline, start: number, step: number): Pair[] | null {
  const half = outline.length / 2
  const count = Math.ceil(half / step)
  if (count + outline.along.length > MAX_PAIRS) return null
  const stops = Array.from({ length: count + 1 }, (_, i) => Math.min(half, i * step))
  for (const at of outline.along) {
    const ahead = (((at - start) % outline.length) + outline.length) % outline.length
    stops.push(Math.min(ahead, outline.length - ahead))
  }
  stops.sort((a, b) => a - b)
  return stops.map((far) => [placeAt(outline, start + far), placeAt(outline, start - far)] as const)
}

/** The last pair so that all from the first to it fit; null: not even the next one does. */
function furthest(pairs: readonly Pair[], first: number, fits: (frame: SheetFit) => boolean): number | null {
  let last: number | null = null
  // What does not fit now may fit again where the corridor turns back, but nobody would find his way on that.
  for (let to = first + 1; to < pairs.length; to++) {
    if (!fits(frameOf(pairs.slice(first, to + 1)))) break
    last = to
  }
  return last
}

interface SheetFit {
  middle: Position
  /** -90 to 90: what is written on the ground does not stand on its head */
  degrees: number
  width: number
  height: number
}

/** The frame along the way from the first pair to the last that holds all of them. */
function frameOf(pairs: readonly Pair[]): SheetFit {
  const [from, to] = [middleOf(pairs[0]!), middleOf(pairs.at(-1)!)]
  let degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI
  if (degrees > 90) degrees -= 180
  else if (degrees <= -90) degrees += 180
  const [cos, sin] = directionOf(degrees)
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of pairs.flat()) {
    const [u, v] = [cos * x + sin * y, cos * y - sin * x]
    ;[minU, maxU, minV, maxV] = [Math.min(minU, u), Math.max(maxU, u), Math.min(minV, v), Math.max(maxV, v)]
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2]
  return { middle: [cos * u - sin * v, sin * u + cos * v], degrees, width: maxU - minU, height: maxV - minV }
}

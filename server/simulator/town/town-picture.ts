/**
 * The invented town as pixels, the way the large-scale base map is drawn: white paper, grey houses, dots on what is paved,
 * thin kerbs, numbers and names. Each pixel is the mean of four places; the same place looks the same in every picture of a scale.
 */
import type { Extent, Position } from '../../geometry/geometry.ts'
import { writing } from './letters.ts'
import { KERB, STREET_EDGE, townIn } from './town.ts'

/** Red, green and blue of what is drawn; its place is its number. */
const COLOURS = {
  paper: [255, 255, 255],
  paved: [253, 253, 253],
  dot: [176, 176, 176],
  kerb: [150, 150, 150],
  building: [230, 231, 226],
  wall: [148, 148, 146],
  shed: [239, 240, 235],
  fence: [205, 205, 199],
  water: [203, 222, 236],
  shore: [150, 175, 196],
  ink: [25, 25, 25],
  mark: [222, 222, 222],
} as const
const NAMES = Object.keys(COLOURS) as (keyof typeof COLOURS)[]
type Colour = (typeof NAMES)[number]
const numberOf = (colour: Colour): number => NAMES.indexOf(colour)

/** Places along a side of a pixel. */
const FINE = 2
/** Pixels a metre, below which text is a blot. */
const NUMBERS_FROM = 3
const NAMES_FROM = 1.2
/** The fewest that a delivery has; with fewer the word would be wider than its block. */
const MARKS_FROM = 1
/** Of capitals and figures, in pixels. */
const NUMBER_HIGH = 9
const NAME_HIGH = 13
/** Beside the ponds. */
const MARK_NORTH_M = 66
/** Of dots, in pixels. */
const DOTS_EVERY = 18

export interface TownPicture {
  width: number
  height: number
  /** 0xAABBGGRR, from the top left. */
  pixels: Uint32Array
}

/**
 * @param extent whole pixels wide and high at this scale
 * @param perMetre pixels a metre
 */
export function townPicture(extent: Extent, perMetre: number, density: number): TownPicture {
  const width = Math.max(1, Math.round((extent.maxX - extent.minX) * perMetre))
  const height = Math.max(1, Math.round((extent.maxY - extent.minY) * perMetre))
  const canvas = new Canvas(width * FINE, height * FINE, extent, perMetre * FINE)
  const town = townIn(extent, density)
  const line = 1 / perMetre
  // All edges before all that they are the edges of: a canal, and streets, run on without a line between.
  if (perMetre >= 1) for (const area of town.water) canvas.border(area, 2 * line, 'shore')
  for (const area of town.water) canvas.fill(area, 'water')
  if (perMetre >= MARKS_FROM)
    for (const middle of town.middles)
      canvas.text('VERZONNEN', [middle[0], middle[1] + MARK_NORTH_M], [1, 0], 18 / perMetre, 'mark')
  for (const { axis } of town.streets) canvas.strip(axis, STREET_EDGE + line, 'kerb')
  for (const { axis } of town.streets) canvas.strip(axis, STREET_EDGE, 'paved')
  for (const { axis } of town.streets) canvas.strip(axis, KERB + line, 'kerb')
  for (const { axis } of town.streets) canvas.strip(axis, KERB, 'paved')
  for (const { outline, number } of town.buildings) {
    canvas.fill(outline, number === undefined ? 'shed' : 'building')
    if (perMetre >= 1) canvas.border(outline, line, number === undefined ? 'fence' : 'wall')
  }
  if (perMetre >= NUMBERS_FROM)
    for (const { number, middle, along } of town.buildings)
      if (number !== undefined) canvas.text(number, middle, along, NUMBER_HIGH / perMetre, 'ink')
  if (perMetre >= NAMES_FROM)
    for (const { name, axis } of town.streets)
      for (let n = 1; n < axis.length; n += 2) {
        const [a, b] = [axis[n - 1]!, axis[n]!]
        const length = Math.hypot(b[0] - a[0], b[1] - a[1])
        const middle: Position = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
        canvas.text(name, middle, [(b[0] - a[0]) / length, (b[1] - a[1]) / length], NAME_HIGH / perMetre, 'ink')
      }
  return { width, height, pixels: canvas.pixels(perMetre >= NUMBERS_FROM) }
}

/** Places on a raster finer than the pixels; positions are RD New. */
class Canvas {
  private readonly places: Uint8Array
  private readonly width: number
  private readonly height: number
  private readonly extent: Extent
  private readonly scale: number

  constructor(width: number, height: number, extent: Extent, scale: number) {
    this.width = width
    this.height = height
    this.extent = extent
    this.scale = scale
    this.places = new Uint8Array(width * height)
  }

  fill(area: readonly Position[], colour: Colour): void {
    const xs = area.map(([x]) => (x - this.extent.minX) * this.scale)
    const ys = area.map(([, y]) => (this.extent.maxY - y) * this.scale)
    const [top, bottom] = [
      Math.max(0, Math.floor(Math.min(...ys))),
      Math.min(this.height - 1, Math.ceil(Math.max(...ys))),
    ]
    const value = numberOf(colour)
    for (let row = top; row <= bottom; row += 1) {
      const middle = row + 0.5
      const crossed: number[] = []
      for (let n = 0, before = area.length - 1; n < area.length; before = n++) {
        const [ay, by] = [ys[before]!, ys[n]!]
        if (ay > middle === by > middle) continue
        crossed.push(xs[before]! + ((middle - ay) / (by - ay)) * (xs[n]! - xs[before]!))
      }
      crossed.sort((a, b) => a - b)
      for (let n = 0; n + 1 < crossed.length; n += 2) {
        const from = Math.max(0, Math.ceil(crossed[n]! - 0.5))
        const to = Math.min(this.width, Math.ceil(crossed[n + 1]! - 0.5))
        if (from < to) this.places.fill(value, row * this.width + from, row * this.width + to)
      }
    }
  }

  /** A line with round joints, so much to both sides. */
  strip(line: readonly Position[], half: number, colour: Colour): void {
    for (const [n, b] of line.entries()) {
      const corners = half * this.scale < 1.5 ? 4 : 16
      this.fill(
        Array.from({ length: corners }, (_, k): Position => {
          const turn = ((k + 0.5) / corners) * 2 * Math.PI
          return [b[0] + Math.cos(turn) * half, b[1] + Math.sin(turn) * half]
        }),
        colour,
      )
      const a = line[n - 1]
      if (a === undefined) continue
      const length = Math.hypot(b[0] - a[0], b[1] - a[1])
      if (length === 0) continue
      const [east, north] = [(-(b[1] - a[1]) / length) * half, ((b[0] - a[0]) / length) * half]
      this.fill(
        [
          [a[0] + east, a[1] + north],
          [b[0] + east, b[1] + north],
          [b[0] - east, b[1] - north],
          [a[0] - east, a[1] - north],
        ],
        colour,
      )
    }
  }

  border(area: readonly Position[], width: number, colour: Colour): void {
    this.strip([...area, area[0]!], width / 2, colour)
  }

  /** In the middle of a place, from left to right and not upside down. */
  text(text: string, [x, y]: Position, along: Position, high: number, colour: Colour): void {
    const { minX, minY, maxX, maxY } = this.extent
    const reach = text.length * high
    if (x + reach < minX || x - reach > maxX || y + reach < minY || y - reach > maxY) return
    const sign = along[0] < -1e-9 || (Math.abs(along[0]) <= 1e-9 && along[1] < 0) ? -1 : 1
    const [east, north] = [along[0] * sign * high, along[1] * sign * high]
    for (const line of writing(text))
      this.strip(
        line.map(([u, v]): Position => [x + u * east - v * north, y + u * north + v * east]),
        high * 0.07,
        colour,
      )
  }

  /** Of each pixel the mean of its places, in steps of eight, so that a palette holds all colours. */
  pixels(hasDots: boolean): Uint32Array {
    const [width, height] = [this.width / FINE, this.height / FINE]
    const pixels = new Uint32Array(width * height)
    const plain = NAMES.map((name) => packed(COLOURS[name]))
    const paved = numberOf('paved')
    const mixed = new Map<number, number>()
    // Counted from the country's corner, so that pictures beside each other have one pattern.
    const [east, south] = [this.extent.minX, -this.extent.maxY].map((metres) =>
      Math.round((metres * this.scale) / FINE),
    ) as [number, number]
    const half = DOTS_EVERY / 2
    for (let y = 0, to = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, to += 1) {
        const at = y * FINE * this.width + x * FINE
        const [a, b, c, d] = [
          this.places[at]!,
          this.places[at + 1]!,
          this.places[at + this.width]!,
          this.places[at + this.width + 1]!,
        ]
        if (a === b && a === c && a === d) {
          const isDot = hasDots && a === paved && isOn(east + x, south + y, half)
          pixels[to] = plain[isDot ? numberOf('dot') : a]!
          continue
        }
        const key = [a, b, c, d].sort((one, other) => one - other).reduce((sum, place) => sum * 16 + place, 0)
        let pixel = mixed.get(key)
        if (pixel === undefined) {
          const mean = [0, 1, 2].map(
            (part) => [a, b, c, d].reduce((sum, place) => sum + COLOURS[NAMES[place]!][part]!, 0) / 4,
          )
          pixel = packed(mean.map((value) => Math.min(255, Math.round(value / 8) * 8)) as [number, number, number])
          mixed.set(key, pixel)
        }
        pixels[to] = pixel
      }
    }
    return pixels
  }
}

/** Two by two pixels in the corner of every other square. */
function isOn(x: number, y: number, half: number): boolean {
  const [inX, inY] = [((x % half) + half) % half, ((y % half) + half) % half]
  if (inX > 1 || inY > 1) return false
  return (Math.floor(x / half) + Math.floor(y / half)) % 2 === 0
}

const packed = ([r, g, b]: readonly [number, number, number]): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0

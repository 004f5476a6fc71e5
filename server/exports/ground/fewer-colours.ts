/**
 * Fewer colours for what was mixed of others, so that it packs well: areas keep theirs, and lines, letters and their edges, in
 * which each pixel has another grey, get the nearest of a few greys or of the colours of areas.
 */
import { signed } from './pixels.ts'
import type { Indexed } from './png-tile.ts'
import { indexes, TILE } from './tile.ts'

const BLACK = 0xff000000

/** Of red, green or blue: in steps of sixteen, of which the last is white. */
const STEPPED = Uint8Array.from({ length: 256 }, (_, value) => (value >= 0xf0 ? 255 : (value + 8) & 0xf0))
/** How many values that are. */
const STEPS = 17
const NOTHING = STEPS ** 3
/** The number of what is stepped, among all colours of such steps. */
const PLACE = STEPPED.map((value) => (value + 1) >> 4)

/** The colour of a number but that of nothing: 0xAABBGGRR, signed. */
function colourOf(number: number): number {
  const red = valueAt(number % STEPS)
  const green = valueAt(Math.floor(number / STEPS) % STEPS)
  const blue = valueAt(Math.floor(number / STEPS ** 2))
  return BLACK | (blue << 16) | (green << 8) | red
}

const valueAt = (place: number): number => Math.min(255, place * 16)

/** To steps of sixteen, of which the last is white: what was mixed has too many colours for a small palette else. */
export function rounded(tile: Uint32Array): Uint32Array {
  const [pixels, out] = [signed(tile), new Uint32Array(tile.length)]
  for (let i = 0; i < pixels.length; i++) out[i] = steppedColour(pixels[i]!)
  return out
}

const steppedColour = (pixel: number): number =>
  pixel === 0
    ? 0
    : BLACK | (STEPPED[(pixel >> 16) & 255]! << 16) | (STEPPED[(pixel >> 8) & 255]! << 8) | STEPPED[pixel & 255]!

const numberOf = (pixel: number): number =>
  pixel === 0
    ? NOTHING
    : PLACE[pixel & 255]! + STEPS * PLACE[(pixel >> 8) & 255]! + STEPS * STEPS * PLACE[(pixel >> 16) & 255]!

/** So many squares of two by two pixels of one colour in a tile are an area, not the inside of letters. */
const AREA_SQUARES = 64
/** With these greys and nothing at all a palette of four bits is full. */
const MAX_AREAS = 11
/** Text, walls, thin lines, paper. */
const GREYS = [0xff303030, 0xff808080, 0xffc8c8c8, 0xffffffff].map((colour) => colour | 0)

/** Above and to the left of the first pixel lies none. */
const BESIDE = TILE + 1
/** Used for every tile: to get and clear such memory takes longer than to fill it. */
const numbers = new Uint16Array(BESIDE + TILE * TILE).fill(NOTHING + 1, 0, BESIDE)

/**
 * Row by row: a short function that is called for each is compiled sooner than one loop over a tile.
 * @param tile TILE by TILE, of a level above the finest
 */
export function fewColours(tile: Uint32Array): Indexed {
  const pixels = signed(tile)
  const squares = new Uint32Array(NOTHING + 1)
  for (let row = 0; row < TILE; row++) numberRow(pixels, row * TILE, squares)
  const areas: { colour: number; squares: number }[] = []
  for (let each = 0; each < NOTHING; each++)
    if (squares[each]! >= AREA_SQUARES) areas.push({ colour: colourOf(each), squares: squares[each]! })
  areas.sort((a, b) => b.squares - a.squares || (a.colour >>> 0) - (b.colour >>> 0))
  const kept = Int32Array.from(new Set([...areas.slice(0, MAX_AREAS).map(({ colour }) => colour), ...GREYS]))
  const colours = tile.includes(0) ? [0] : []
  const indexOf = new Int8Array(NOTHING + 1).fill(NONE)
  indexOf[NOTHING] = 0
  for (let row = 0; row < TILE; row++) indexRow(row * TILE, indexOf, colours, kept)
  return { colours, indexes }
}

/**
 * Of the row that begins there.
 * @param squares of two by two pixels, by number: those whose lower right pixel lies in it are added
 */
function numberRow(pixels: Int32Array, from: number, squares: Uint32Array): void {
  for (let i = from; i < from + TILE; ) {
    const pixel = pixels[i]!
    const number = numberOf(pixel)
    let count = 0
    let at = BESIDE + i
    // Left of the first pixel of a line lies the last of the line above: a square too many there makes no difference.
    let isLeft = numbers[at - 1] === number && numbers[at - TILE - 1] === number
    do {
      const isAbove = numbers[at - TILE] === number
      if (isAbove && isLeft) count++
      isLeft = isAbove
      numbers[at++] = number
      i++
    } while (i < from + TILE && pixels[i] === pixel)
    squares[number] = squares[number]! + count
  }
}

/** @param indexOf by number, and `colours`: both grow with what they lack */
function indexRow(from: number, indexOf: Int8Array, colours: number[], kept: Int32Array): void {
  let last = NOTHING
  let index = indexOf[last]!
  for (let i = from; i < from + TILE; i++) {
    const number = numbers[BESIDE + i]!
    if (number !== last) {
      if (indexOf[number] === NONE) indexOf[number] = placeIn(colours, nearest(colourOf(number), kept))
      last = number
      index = indexOf[number]!
    }
    indexes[i] = index
  }
}
const NONE = -1

function placeIn(colours: number[], colour: number): number {
  const place = colours.indexOf(colour)
  return place < 0 ? colours.push(colour) - 1 : place
}

function nearest(pixel: number, kept: Int32Array): number {
  let found = 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < kept.length; i++) {
    const far = difference(pixel, kept[i]!)
    if (far < least) {
      least = far
      found = kept[i]!
    }
  }
  return found
}

/** Of lightness, and three times as much of colour: a grey line beside water stays grey. */
function difference(one: number, other: number): number {
  const red = (one & 255) - (other & 255)
  const green = ((one >> 8) & 255) - ((other >> 8) & 255)
  const blue = ((one >> 16) & 255) - ((other >> 16) & 255)
  const lightness = (2 * red + 5 * green + blue) / 8
  const [ofRed, ofBlue] = [red - green, blue - green]
  return lightness * lightness + 3 * (ofRed * ofRed + ofBlue * ofBlue)
}

/**
 * Fewer colours for what was mixed of others, so that it packs well: areas keep theirs, and lines, letters and their edges, in
 * which each pixel has another grey, get the nearest of a few greys or of the colours of areas.
 */
import { signed } from './pixels.ts'
import { TILE } from './png-tile.ts'

const BLACK = 0xff000000

/** Of red, green or blue: in steps of sixteen, of which the last is white. */
const STEPPED = Uint8Array.from({ length: 256 }, (_, value) => (value >= 0xf0 ? 255 : (value + 8) & 0xf0))
/** How many values that are. */
const STEPS = 17
const NOTHING = STEPS ** 3
/** The number of what is stepped, among all colours of such steps. */
const PLACE = STEPPED.map((value) => (value + 1) >> 4)
const COLOURS = coloursByNumber()

function coloursByNumber(): Uint32Array {
  const value = (place: number): number => Math.min(255, place * 16)
  const colours = new Uint32Array(NOTHING + 1)
  for (let number = 0; number < NOTHING; number++) {
    const [red, green, blue] = [number % STEPS, Math.floor(number / STEPS) % STEPS, Math.floor(number / STEPS ** 2)]
    colours[number] = (BLACK | (value(blue) << 16) | (value(green) << 8) | value(red)) >>> 0
  }
  return colours
}

/** To steps of sixteen, of which the last is white: what was mixed has too many colours for a small palette else. */
export function rounded(tile: Uint32Array): Uint32Array {
  const out = new Uint32Array(tile.length)
  for (let i = 0; i < tile.length; i++) out[i] = COLOURS[numberOf(tile[i]!)]!
  return out
}

const numberOf = (pixel: number): number =>
  pixel === 0
    ? NOTHING
    : PLACE[pixel & 255]! + STEPS * PLACE[(pixel >> 8) & 255]! + STEPS * STEPS * PLACE[(pixel >> 16) & 255]!

/** So many squares of two by two pixels of one colour in a tile are an area, not the inside of letters. */
const AREA_SQUARES = 64
/** With these greys and nothing at all a palette of four bits is full. */
const MAX_AREAS = 11
/** Text, walls, thin lines, paper. */
const GREYS = [0xff303030, 0xff808080, 0xffc8c8c8, 0xffffffff]

/** @param tile TILE by TILE, of a level above the finest */
export function fewColours(tile: Uint32Array): Uint32Array {
  const pixels = signed(tile)
  const numbers = new Uint16Array(tile.length)
  const isThere = new Uint8Array(NOTHING + 1)
  let last = 0
  let number = NOTHING
  isThere[NOTHING] = 1
  for (let i = 0; i < tile.length; i++) {
    const pixel = pixels[i]!
    if (pixel !== last) {
      last = pixel
      number = numberOf(pixel)
      isThere[number] = 1
    }
    numbers[i] = number
  }
  const squares = new Uint32Array(NOTHING + 1)
  // Beyond the right edge lies the next line: a square too many there makes no difference.
  const end = numbers.length - TILE - 1
  for (let i = 0; i < end; i++) {
    const one = numbers[i]!
    if (one === numbers[i + 1] && one === numbers[i + TILE] && one === numbers[i + TILE + 1])
      squares[one] = squares[one]! + 1
  }
  const areas: { colour: number; squares: number }[] = []
  for (let each = 0; each < NOTHING; each++)
    if (squares[each]! >= AREA_SQUARES) areas.push({ colour: COLOURS[each]!, squares: squares[each]! })
  areas.sort((a, b) => b.squares - a.squares || a.colour - b.colour)
  const kept = signed(
    Uint32Array.from([...new Set([...areas.slice(0, MAX_AREAS).map(({ colour }) => colour), ...GREYS])]),
  )
  const becomes = new Uint32Array(NOTHING + 1)
  for (let each = 0; each < NOTHING; each++) if (isThere[each] === 1) becomes[each] = nearest(COLOURS[each]! | 0, kept)
  const out = new Uint32Array(tile.length)
  for (let i = 0; i < numbers.length; i++) out[i] = becomes[numbers[i]!]!
  return out
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

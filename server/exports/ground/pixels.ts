/** Turns the samples of a line of a PNG into pixels of one form, from every colour type and depth. */
import { damaged } from './unreadable.ts'

/** A row from left to right, each pixel as 0xAABBGGRR; 0 is nothing. */
export type PixelRow = Uint32Array

/**
 * The same memory as signed numbers: of unsigned ones beyond 31 bits the engine makes floating-point numbers before it compares
 * them, which takes twice as long.
 */
export const signed = (pixels: Uint32Array): Int32Array =>
  new Int32Array(pixels.buffer, pixels.byteOffset, pixels.length)

/** Samples of a pixel, by the kind of picture: grey, colour, palette, grey with alpha, colour with alpha. */
export const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const
export type ColourKind = keyof typeof CHANNELS

export type Colours = { palette?: Buffer; alpha?: Buffer }
export type ToPixels = (line: Uint8Array, count: number, pixels: PixelRow) => void

const packedPixel = (r: number, g: number, b: number): number => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0

/** On white paper; what is wholly transparent is nothing. */
function onPaper(r: number, g: number, b: number, alpha: number): number {
  if (alpha === 0) return 0
  const over = (value: number): number => Math.round((value * alpha + 255 * (255 - alpha)) / 255)
  return packedPixel(over(r), over(g), over(b))
}

/** @throws UnreadablePicture without the palette that it needs */
export function pixelReader(
  { bits, colour }: { bits: number; colour: ColourKind },
  { palette, alpha }: Colours,
): ToPixels {
  if (colour === 3) {
    if (palette === undefined) throw damaged('It has no palette')
    const table = new Uint32Array(256)
    for (let i = 0; i * 3 + 2 < palette.length; i++)
      table[i] = onPaper(palette[i * 3]!, palette[i * 3 + 1]!, palette[i * 3 + 2]!, alpha?.[i] ?? 255)
    return (line, count, pixels) => {
      for (let i = 0; i < count; i++) pixels[i] = table[sample(line, i, bits)]!
    }
  }
  // Of samples of 16 bits the first byte is what a screen shows.
  const size = bits === 16 ? 2 : 1
  const whole = (line: Uint8Array, at: number): number => (size === 2 ? (line[at]! << 8) | line[at + 1]! : line[at]!)
  if (colour === 2) {
    const nothing = transparentColour(alpha, 3)
    if (nothing === undefined && size === 1) return colourPixels
    const isNothing = (line: Uint8Array, at: number): boolean =>
      nothing?.every((value, i) => whole(line, at + i * size) === value) ?? false
    return (line, count, pixels) => {
      for (let i = 0, at = 0; i < count; i++, at += 3 * size)
        pixels[i] = isNothing(line, at) ? 0 : packedPixel(line[at]!, line[at + size]!, line[at + 2 * size]!)
    }
  }
  if (colour === 0) {
    const nothing = transparentColour(alpha, 1)?.[0]
    const most = (1 << bits) - 1
    return (line, count, pixels) => {
      for (let i = 0; i < count; i++) {
        const value = bits === 16 ? whole(line, i * 2) : sample(line, i, bits)
        const grey = bits === 16 ? value >> 8 : Math.round((255 * value) / most)
        pixels[i] = value === nothing ? 0 : packedPixel(grey, grey, grey)
      }
    }
  }
  const isGrey = colour === 4
  const step = CHANNELS[colour] * size
  return (line, count, pixels) => {
    for (let i = 0, at = 0; i < count; i++, at += step) {
      const green = line[isGrey ? at : at + size]!
      const blue = line[isGrey ? at : at + 2 * size]!
      pixels[i] = onPaper(line[at]!, green, blue, line[at + step - size]!)
    }
  }
}

/** Of red, green and blue, a byte each: what registries deliver. */
const colourPixels: ToPixels = (line, count, pixels) => {
  const out = signed(pixels)
  for (let i = 0, at = 0; i < count; i++, at += 3)
    out[i] = 0xff000000 | (line[at + 2]! << 16) | (line[at + 1]! << 8) | line[at]!
}

/** The one colour that a picture without a palette may call transparent. @throws UnreadablePicture when it is none */
function transparentColour(alpha: Buffer | undefined, channels: number): number[] | undefined {
  if (alpha === undefined) return undefined
  if (alpha.length !== channels * 2) throw damaged('Its transparent colour is none')
  return Array.from({ length: channels }, (_, i) => alpha.readUInt16BE(i * 2))
}

function sample(line: Uint8Array, i: number, bits: number): number {
  if (bits === 8) return line[i]!
  const at = i * bits
  return (line[at >> 3]! >> (8 - bits - (at & 7))) & ((1 << bits) - 1)
}

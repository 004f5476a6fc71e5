import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHead } from '../../server/exports/ground/png-rows.ts'
import { UnreadablePicture } from '../../server/exports/ground/unreadable.ts'
import { chunk, type PngKind, pixelsOf, png, rgb, type Samples } from '../support/png.ts'

const [WIDTH, HEIGHT] = [37, 29]

const CHANNELS = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const

const PALETTE = Array.from({ length: 256 }, (_, i) => [i, 255 - i, (i * 7) % 256] as const)

/** Any pattern that no filter makes trivial. */
const patternOf =
  ({ colour, bits }: PngKind): Samples =>
  (x, y) =>
    Array.from({ length: CHANNELS[colour] }, (_, i) => {
      const isAlpha = (colour === 4 && i === 1) || (colour === 6 && i === 3)
      const value = (x * 31 + y * 17 + x * y + i * 91) % 2 ** Math.min(bits, 8)
      // Wholly there or not at all, so that what is seen needs no arithmetic.
      const shown = isAlpha ? ((x + y) % 3 === 0 ? 0 : 2 ** Math.min(bits, 8) - 1) : value
      return bits === 16 ? shown * 256 + ((x + 5 * y) % 256) : shown
    })

function expected(kind: PngKind, samples: Samples): number[] {
  const { colour, bits } = kind
  const out: number[] = []
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const all = samples(x, y).map((value) => (bits === 16 ? value >> 8 : value))
      if (colour === 3) {
        const [r, g, b] = PALETTE[all[0]!]!
        out.push(kind.paletteAlpha?.[all[0]!] === 0 ? 0 : rgb(r, g, b))
        continue
      }
      const full = all.map((value) => (bits < 8 ? Math.round((value * 255) / (2 ** bits - 1)) : value))
      const isThere = (colour !== 4 && colour !== 6) || full.at(-1) === 255
      const [r, g, b] = colour === 0 || colour === 4 ? [full[0], full[0], full[0]] : full
      out.push(isThere ? rgb(r!, g!, b!) : 0)
    }
  return out
}

const KINDS: PngKind[] = (
  [
    [0, [1, 2, 4, 8, 16]],
    [2, [8, 16]],
    [3, [1, 2, 4, 8]],
    [4, [8, 16]],
    [6, [8, 16]],
  ] as const
).flatMap(([colour, depths]) =>
  depths.flatMap((bits) =>
    [false, true].map((interlaced) => ({
      colour,
      bits,
      interlaced,
      filter: (bits % 5) as 0,
      ...(colour === 3 && { palette: PALETTE.slice(0, 2 ** bits), paletteAlpha: [255, 0] }),
    })),
  ),
)

test('every kind of PNG is read to the pixel, with each filter, interlaced or not', async () => {
  for (const kind of KINDS) {
    const samples = patternOf(kind)
    const file = png(WIDTH, HEIGHT, kind, samples)
    const wanted = Uint32Array.from(expected(kind, samples))
    assert.deepEqual(await pixelsOf(file, 13), wanted, JSON.stringify({ ...kind, palette: undefined }))
  }
})

test('what is half transparent is shown as on white paper', async () => {
  const [pixel] = await pixelsOf(png(1, 1, { colour: 6, bits: 8 }, () => [0, 100, 255, 128]))
  assert.equal(pixel, rgb(127, 177, 255))
})

test('the one colour that grey and colour may call transparent is nothing, and only where all of it agrees', async () => {
  const shown = async (kind: PngKind, samples: Samples) => [...(await pixelsOf(png(3, 1, kind, samples)))].map(Boolean)
  const grey: Samples = (x) => [x]
  for (const bits of [2, 4, 8] as const)
    assert.deepEqual(await shown({ colour: 0, bits, transparent: [1] }, grey), [true, false, true], `${bits} bits`)
  const deep: Samples = (x) => [0x4200 + x]
  assert.deepEqual(await shown({ colour: 0, bits: 16, transparent: [0x4202] }, deep), [true, true, false])
  const colour: Samples = (x) => [7, 8, x]
  assert.deepEqual(await shown({ colour: 2, bits: 8, transparent: [7, 8, 2] }, colour), [true, true, false])
  const deepColour: Samples = (x) => [700, 800, x]
  assert.deepEqual(await shown({ colour: 2, bits: 16, transparent: [700, 800, 0] }, deepColour), [false, true, true])
})

const small = png(8, 8, { colour: 2, bits: 8 }, (x, y) => [x, y, 0])

const refusal = async (file: Buffer): Promise<string> => {
  const error = await pixelsOf(file).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof UnreadablePicture, String(error))
  return error.problem
}

test('a picture that is cut off, changed, or of another size than it says is refused as damaged', async () => {
  for (const end of [0, 5, 20, 40, 70, small.length - 20])
    assert.equal(await refusal(small.subarray(0, end)), 'damaged')
  const changed = Buffer.from(small)
  changed[changed.length - 24]! ^= 0xff
  assert.equal(await refusal(changed), 'damaged')
  const taller = Buffer.from(small)
  taller.writeUInt32BE(9, 20)
  assert.equal(await refusal(taller), 'damaged')
  const lower = Buffer.from(small)
  lower.writeUInt32BE(7, 20)
  assert.equal(await refusal(lower), 'damaged')
  const oddFilter = png(8, 8, { colour: 3, bits: 8 }, () => [0])
  assert.equal(await refusal(oddFilter), 'damaged', 'no palette')
})

test('what is no PNG is told from one that is damaged or cut off', async () => {
  assert.equal(await refusal(Buffer.from('GIF89a and then something else entirely')), 'no_png')
  assert.equal(await refusal(Buffer.from(small).fill(0, 7, 8)), 'no_png')
  const head = (bytes: Uint8Array): string => {
    try {
      readHead(bytes)
    } catch (error) {
      return error instanceof UnreadablePicture ? error.problem : String(error)
    }
    return 'none'
  }
  assert.deepEqual(
    [0, 3, 8, 20, 28].map((end) => head(small.subarray(0, end))),
    Array(5).fill('damaged'),
  )
  assert.deepEqual([head(Buffer.from('x')), head(small.subarray(0, 29))], ['no_png', 'none'])
})

test('a transparent colour with fewer samples than its kind has ends nothing but the picture', async () => {
  for (const colour of [0, 2] as const) {
    const [whole, short] = [colour === 0 ? [1] : [1, 2, 3], colour === 0 ? [] : [1]]
    const picture = (transparent: readonly number[]) => png(1, 1, { colour, bits: 8, transparent }, () => whole)
    assert.deepEqual(await pixelsOf(picture(whole)), Uint32Array.of(0))
    assert.equal(await refusal(picture(short)), 'damaged')
  }
})

test('a palette that is longer than any, and a chunk that claims gigabytes, end nothing but the picture', async () => {
  const head = small.subarray(0, 33)
  assert.equal(await refusal(Buffer.concat([head, chunk('PLTE', Buffer.alloc(769))])), 'damaged')
  const huge = Buffer.from(chunk('IDAT', Buffer.from('x')))
  huge.writeUInt32BE(0xffffffff, 0)
  assert.equal(await refusal(Buffer.concat([head, huge])), 'damaged')
})

test('pictures with more pixels than are read are refused by their first bytes, before anything is unpacked', () => {
  const headed = (width: number, height: number, interlaced: boolean): Buffer => {
    const head = Buffer.from(png(1, 1, { colour: 2, bits: 8, interlaced }, () => [0, 0, 0]).subarray(0, 40))
    head.writeUInt32BE(width, 16)
    head.writeUInt32BE(height, 20)
    return head
  }
  const isTooLarge = (error: unknown): boolean => error instanceof UnreadablePicture && error.problem === 'too_large'
  assert.deepEqual(readHead(headed(10_000, 10_000, false)).width, 10_000)
  assert.throws(() => readHead(headed(10_001, 10_000, false)), isTooLarge)
  assert.throws(() => readHead(headed(1_000_000, 2, false)), isTooLarge)
  assert.throws(() => readHead(headed(0xffffffff, 0xffffffff, false)), isTooLarge)
  assert.equal(readHead(headed(5000, 5000, true)).height, 5000)
  assert.throws(() => readHead(headed(5001, 5000, true)), isTooLarge)
})

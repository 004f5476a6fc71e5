/** Pictures of the ground that an attacker would put into a delivery: refused in words, within bounds of time and memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeTiles } from '../../server/exports/ground/mosaic.ts'
import { pixelsPerMetre, tileSets } from '../../server/exports/ground/placing.ts'
import { pngRows } from '../../server/exports/ground/png-rows.ts'
import { UnreadablePicture } from '../../server/exports/ground/unreadable.ts'
import { chunk, png } from '../support/png.ts'

const SMALL = png(8, 8, { colour: 2, bits: 8 }, (x, y) => [x, y, 0])
/** Signature and header. */
const HEAD = SMALL.subarray(0, 33)

/** Reads it to its end. @returns the problem, and how much was taken of it */
async function refusalOf(pieces: Iterable<Buffer>): Promise<{ problem: string; taken: number }> {
  let taken = 0
  async function* given() {
    for (const piece of pieces) {
      taken += piece.length
      yield piece
    }
  }
  try {
    for await (const row of pngRows(given())) assert.ok(row.length > 0)
  } catch (error) {
    assert.ok(error instanceof UnreadablePicture, String(error))
    return { problem: error.problem, taken }
  }
  return { problem: 'none', taken }
}

function* endless(piece: Buffer): Generator<Buffer> {
  yield HEAD
  for (;;) yield piece
}

test('a file of empty chunks without an end is refused, not read for hours', async () => {
  const empty = Buffer.concat(Array.from({ length: 5000 }, () => chunk('IDAT', Buffer.alloc(0))))
  assert.equal((await refusalOf(endless(empty))).problem, 'damaged')
})

test('so is one of text without an end, before more than some megabytes of it are read', async () => {
  const text = chunk('tEXt', Buffer.alloc(64 * 1024, 'a'))
  const { problem, taken } = await refusalOf(endless(text))
  assert.equal(problem, 'damaged')
  assert.ok(taken < 32 * 1024 * 1024, `${taken} bytes were read`)
})

test('one chunk that claims four gigabytes of text is refused by what it claims', async () => {
  const huge = Buffer.from(chunk('zTXt', Buffer.alloc(8)))
  huge.writeUInt32BE(0xffff_ffff, 0)
  const { problem, taken } = await refusalOf(endless(huge))
  assert.equal(problem, 'damaged')
  assert.ok(taken < 1_000_000, `${taken} bytes were read`)
})

const MICRO = 1e-6
const at = (minX: number, minY: number, width: number, metres: number) => ({
  width,
  height: width,
  extent: { minX, minY, maxX: minX + metres, maxY: minY + metres },
})

test('a picture of a speck, or at places that are none, does not fit: two of them far apart would have a raster without an end', () => {
  for (const picture of [
    at(0, 0, 1, MICRO),
    at(0, 0, 1, 1e-300),
    at(0, 0, 100, 0.1),
    at(155_000, 463_000, 201, 1),
    at(0, 0, 1, 1e300),
    at(0, 0, 1, Number.POSITIVE_INFINITY),
    at(Number.NaN, 0, 1, 1),
    at(1e300, 1e300, 1, 1),
    at(0, 0, 1, 0),
    at(10, 10, 1, -1),
  ]) {
    assert.equal(pixelsPerMetre(picture), null, JSON.stringify(picture))
  }
  assert.equal(pixelsPerMetre(at(155_000, 463_000, 200, 1)), 200)
})

test('what fits has bands that can be counted, wherever it lies', async () => {
  const rows = async function* () {
    for (let y = 0; y < 8; y++) yield new Uint32Array(8).fill(0xff112233)
  }
  const far = [-1e9, 0, 155_000, 4e9].flatMap((x) => [0, 4999].map((more) => ({ ...at(x + more, x, 8, 0.04), rows })))
  let tiles = 0
  for (const set of tileSets(far)) {
    assert.ok(set.level <= 24, `level ${set.level}`)
    await writeTiles(set, () => tiles++)
  }
  assert.ok(tiles > 0)
})

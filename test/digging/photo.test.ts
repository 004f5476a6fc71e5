/** Photos as they are kept: drawn anew, so that only pixels remain. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import gdal from 'gdal-async'
import { redrawPhoto } from '../../server/exports/formats/photo.ts'
import { aPng, JPEG, pngChunk, segment, withExif } from '../support/photos.ts'

const folder = mkdtempSync(join(tmpdir(), 'klic-photo-'))
after(() => rmSync(folder, { recursive: true }))

/** @returns undefined when it is refused */
async function redrawn(given: Buffer): Promise<Buffer | undefined> {
  const [path, out] = [join(folder, 'given'), join(folder, 'out')]
  writeFileSync(path, given)
  return (await redrawPhoto(path, out)) && readFileSync(out)
}

const MARK = 'GPS-SECRET 52.1N 5.3E Jan de Vries'
const jpegWith = (...segments: Buffer[]): Buffer => Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)])
const pngWith = (...chunks: Buffer[]): Buffer => Buffer.concat([aPng().subarray(0, 33), ...chunks, aPng().subarray(33)])
const packed = (text: string): string => deflateSync(Buffer.from(text, 'latin1')).toString('latin1')

/** Places that hold words in a photo that programs show. */
const SAYING: Record<string, Buffer> = {
  'Exif in a JPEG': withExif(JPEG, 'II', 1, MARK),
  XMP: jpegWith(segment(0xe1, `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${MARK}`)),
  'a second picture': jpegWith(segment(0xe2, `MPF\0${MARK}`)),
  'a colour profile': jpegWith(segment(0xe2, `ICC_PROFILE\0\x01\x01${MARK}`)),
  Photoshop: jpegWith(segment(0xed, `Photoshop 3.0\0${MARK}`)),
  'the segment of Adobe': jpegWith(segment(0xee, MARK)),
  'a comment': jpegWith(segment(0xfe, MARK)),
  'a thumbnail': jpegWith(segment(0xe0, `JFXX\0${MARK}`)),
  'a long JFIF segment': jpegWith(segment(0xe0, `JFIF\0\x01\x01\0\0\x01\0\x01\0\0${MARK}`)),
  'what follows the end': Buffer.concat([JPEG, Buffer.from(MARK)]),
  'text in a PNG': pngWith(pngChunk('tEXt', `Author\0${MARK}`)),
  'Exif in a PNG': pngWith(pngChunk('eXIf', `II*\0${MARK}`)),
  'a colour profile in a PNG': pngWith(pngChunk('iCCP', `x\0\0${packed(MARK)}`)),
  'a palette that nothing uses': pngWith(pngChunk('PLTE', MARK.padEnd(36))),
  'what follows the end of a PNG': Buffer.concat([aPng(), Buffer.from(MARK)]),
  'what follows the pixels of a PNG': Buffer.concat([
    aPng().subarray(0, 33),
    pngChunk('IDAT', packed('\0\0\0\0') + MARK),
    pngChunk('IEND', ''),
  ]),
}

describe('a photo', () => {
  for (const [where, given] of Object.entries(SAYING)) {
    test(`loses ${where}`, async () => {
      assert.ok(given.includes(MARK) || given.includes(packed(MARK), 0, 'latin1'))
      const kept = await redrawn(given)
      assert.deepEqual(kept, await redrawn(where.includes('PNG') || where.startsWith('a palette') ? aPng() : JPEG))
    })
  }

  test('keeps its pixels', async () => {
    const png = (await redrawn(aPng()))!
    assert.deepEqual(await redrawn(png), png)
    await redrawn(JPEG)
    const [given, kept] = [join(folder, 'given'), join(folder, 'out')].map((path) => gdal.open(path))
    assert.deepEqual(kept!.rasterSize, given!.rasterSize)
    const pixels = [given!, kept!].map((photo) => photo.bands.get(1).pixels.read(0, 0, 48, 32) as Uint8Array)
    const most = Math.max(...pixels[0]!.map((value, at) => Math.abs(value - pixels[1]![at]!)))
    assert.ok(most <= 16, `a pixel differs by ${most}`)
  })

  for (const order of ['II', 'MM'] as const) {
    test(`keeps which way up it was held: ${order}`, async () => {
      const bare = (await redrawn(JPEG))!
      assert.deepEqual(await redrawn(withExif(JPEG, order, 6, 'Jan')), withExif(bare, 'MM', 6))
      assert.deepEqual(await redrawn(withExif(JPEG, order, 77, 'Jan')), bare)
    })
  }

  test('is refused when it breaks off before its last pixel, and when it is something else', async () => {
    for (let length = 0; length < JPEG.length; length++) {
      assert.equal(await redrawn(JPEG.subarray(0, length)), undefined, `${length} of ${JPEG.length} bytes`)
    }
    const pixelsEnd = aPng().length - 12
    for (let length = 0; length < pixelsEnd - 4; length++) {
      assert.equal(await redrawn(aPng().subarray(0, length)), undefined, `${length} of ${aPng().length} bytes`)
    }
    for (const text of ['<svg onload="alert(1)"/>', 'GIF89a', '%PDF-1.7', '<VRTDataset/>']) {
      assert.equal(await redrawn(Buffer.from(text)), undefined, text)
    }
  })

  test('of more than 110 million pixels is refused before one is drawn', async () => {
    const size = Buffer.from(aPng().subarray(16, 24))
    size.writeUInt32BE(60_000, 0)
    size.writeUInt32BE(60_000, 4)
    const header = pngChunk('IHDR', `${size.toString('latin1')}\x08\x02\0\0\0`)
    assert.equal(await redrawn(Buffer.concat([aPng().subarray(0, 8), header, aPng().subarray(33)])), undefined)
  })
})

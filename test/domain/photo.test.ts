/** Photos as they are kept: what is drawn stays, byte for byte; what is said beside it goes. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { bareDrawing } from '../../server/domain/digging/photo.ts'
import { aPng, JPEG, pngChunk, segment, withExif } from '../support/photos.ts'

const has = (bytes: Buffer, text: string): boolean => bytes.includes(Buffer.from(text, 'latin1'))

describe('a photo', () => {
  test('without anything said in it is kept as it is', () => {
    assert.deepEqual(bareDrawing(JPEG), { mediaType: 'image/jpeg', bytes: JPEG })
    const png = aPng()
    assert.deepEqual(bareDrawing(png), { mediaType: 'image/png', bytes: png })
  })

  test('loses its place, device, person, remarks and what stands behind it', () => {
    const [start, rest] = [JPEG.subarray(0, 2), JPEG.subarray(2)]
    const said = Buffer.concat([
      start,
      segment(0xe1, 'Exif\0\0II*\0GPS 52.1 5.3 Jan de Vries'),
      segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>Jan'),
      segment(0xe2, 'MPF\0second picture'),
      segment(0xed, 'Photoshop 3.0\0Jan'),
      segment(0xfe, 'made by Jan'),
      rest,
      Buffer.from('a film with Jan in it'),
    ])
    assert.deepEqual(bareDrawing(said)?.bytes, JPEG)
    const [signature, drawn] = [aPng().subarray(0, 33), aPng().subarray(33)]
    const png = Buffer.concat([
      signature,
      pngChunk('tEXt', 'Author\0Jan'),
      pngChunk('eXIf', 'II*\0GPS'),
      pngChunk('iTXt', 'XML:com.adobe.xmp\0Jan'),
      drawn,
      Buffer.from('Jan'),
    ])
    assert.deepEqual(bareDrawing(png)?.bytes, aPng())
  })

  for (const order of ['II', 'MM'] as const) {
    test(`stays the way up that it was held, and says nothing else of it: ${order}`, () => {
      const given = withExif(JPEG, order, 6, 'Jan de Vries')
      assert.ok(has(given, 'Jan de Vries'))
      const kept = bareDrawing(given)!.bytes
      assert.ok(!has(kept, 'Jan'))
      assert.deepEqual(kept, withExif(JPEG, 'MM', 6))
      assert.deepEqual(bareDrawing(kept)?.bytes, kept, 'once more changes nothing')
      assert.deepEqual(bareDrawing(withExif(JPEG, order, 1, 'Jan'))?.bytes, JPEG, 'upright needs no word')
      assert.deepEqual(bareDrawing(withExif(JPEG, order, 77, 'Jan'))?.bytes, JPEG, 'nonsense neither')
    })
  }

  test('is none when it is cut off, whatever it is called', () => {
    for (const whole of [JPEG, aPng(), withExif(JPEG, 'II', 6, 'Jan')]) {
      for (let length = 0; length < whole.length; length++) {
        assert.equal(bareDrawing(whole.subarray(0, length)), undefined, `${length} of ${whole.length} bytes`)
      }
    }
    for (const text of ['', '<svg onload="alert(1)"/>', 'GIF89a', '%PDF-1.7', '<html>']) {
      assert.equal(bareDrawing(Buffer.from(text)), undefined, text)
    }
  })

  test('of an attacker is refused or bare, and never an error', () => {
    const places = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 0, max: 255 })), { maxLength: 12 })
    const whole = [JPEG, aPng(), withExif(JPEG, 'II', 8, 'Jan'), withExif(JPEG, 'MM', 3, 'Jan')]
    const property = fc.property(fc.constantFrom(...whole), places, (photo, changes) => {
      const bent = Buffer.from(photo)
      for (const [at, value] of changes) if (at < bent.length) bent[at] = value
      const kept = bareDrawing(bent)
      if (kept) assert.deepEqual(bareDrawing(kept.bytes), kept, 'what is kept is bare')
    })
    fc.assert(property, { numRuns: 3000 })
  })
})

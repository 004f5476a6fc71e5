/** The first picture of a site package: how much work a result may make of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstPicture } from '../../server/exports/styling/first-picture.ts'
import type { ResultFeature } from '../../server/imkl/model/result.ts'

const LINES = 200_000
const EXTENT = { minX: 155_000, minY: 390_000, maxX: 157_000, maxY: 391_600 }

test('stops to draw what becomes too long, and has in the end a cable of 200,000 lines whole', () => {
  let drawn = 0
  const lines = Array.from({ length: LINES }, (_, i) => {
    const [x, y] = [EXTENT.minX + (i % 500) * 4, EXTENT.minY + Math.floor(i / 500) * 4]
    return [x, y, x + 4, y + 4]
  })
  const counted = new Proxy(lines, {
    get(all, key) {
      if (typeof key === 'string' && /^\d+$/.test(key)) drawn++
      return Reflect.get(all, key)
    },
  })
  const feature: ResultFeature = { fid: 1, cells: [], geometry: { type: 'MultiLineString', lines: counted } }
  const reader = { features: (layer: string) => (layer === 'kabel_of_leiding' ? [feature] : []) }
  const picture = firstPicture(reader, EXTENT, [])
  assert.equal(picture.match(/M/g)!.length, LINES)
  assert.ok(drawn < 5 * LINES, `${drawn} lines were drawn`)
})

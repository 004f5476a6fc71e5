/** What the window asks of a print: the largest scale that shows what is seen, and a frame that lies where the server prints it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  frameCorners,
  isWholeOnPaper,
  layoutQuery,
  seenOnPaper,
  USUAL_PRINT,
  wholeTurn,
} from '../../renderer/pages/result/print/wish.ts'
import { PRINT_SCALES, pageOf } from '../../server/contract/vocabulary.ts'

const MIDDLE = [155_123.4, 463_067.8]

test('what is seen is printed at the largest scale at which it fits, whatever the paper', () => {
  for (const paper of ['A4', 'A3', 'A0'] as const)
    for (const orientation of ['landscape', 'portrait'] as const)
      for (const width of [5, 40, 130, 400, 900]) {
        const wish = seenOnPaper({ ...USUAL_PRINT, paper, orientation }, { middle: MIDDLE, width, height: width * 0.6 })
        const { map } = pageOf({ paper, orientation })
        const fits = (scale: number) => map.width * scale >= width * 1000 && map.height * scale >= width * 600
        const larger = PRINT_SCALES.filter((each) => each < wish.scale)
        assert.ok(!larger.some(fits), `${paper} ${orientation} ${width}: 1:${wish.scale}`)
        assert.equal(isWholeOnPaper(wish), fits(wish.scale))
      }
})

test('what is larger than the paper at its smallest scale is said to be', () => {
  const wish = seenOnPaper(USUAL_PRINT, { middle: MIDDLE, width: 5000, height: 100 })
  assert.equal(wish.scale, PRINT_SCALES.at(-1))
  assert.equal(isWholeOnPaper(wish), false)
  // Chosen larger afterwards, too.
  const near = seenOnPaper(USUAL_PRINT, { middle: MIDDLE, width: 100, height: 60 })
  assert.equal(isWholeOnPaper(near), true)
  assert.equal(isWholeOnPaper({ ...near, scale: 100 }), false)
})

test('the frame on the map turns against the clock and is as large as the paper at its scale', () => {
  const wish = seenOnPaper(USUAL_PRINT, { middle: MIDDLE, width: 100, height: 60 })
  const turned = { ...wish, frame: { ...wish.frame!, degrees: 90 } }
  const { map } = pageOf(wish)
  const [lowerLeft, lowerRight, upperRight] = frameCorners(turned)!
  const metres = (a: readonly number[], b: readonly number[]) => Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!)
  assert.ok(Math.abs(metres(lowerLeft!, lowerRight!) - (map.width * wish.scale) / 1000) < 1e-6)
  assert.ok(Math.abs(metres(lowerRight!, upperRight!) - (map.height * wish.scale) / 1000) < 1e-6)
  // Its foot, left to right, runs north.
  assert.ok(lowerRight![1]! > lowerLeft![1]! && Math.abs(lowerRight![0]! - lowerLeft![0]!) < 1e-6)
  assert.equal(layoutQuery(turned, { hidden: [], hiddenOperators: [] }).frame, '155123,463068,90')
  assert.equal(frameCorners(USUAL_PRINT), null)
})

test('a turn is a whole number of degrees, from -180 to 180', () => {
  for (const [given, whole] of [
    [0, 0],
    [1, 1],
    [89.6, 90],
    [181, -179],
    [-190, 170],
    [720, 0],
  ] as const)
    assert.equal(wholeTurn(given) + 0, whole)
})

/** What the window asks of a print: the largest scale that shows what is seen, and a frame that lies where the server prints it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  DEFAULT_PRINT,
  frameCorners,
  isAsLaid,
  isInView,
  isWholeOnPaper,
  layoutQuery,
  ORIENTATIONS,
  seenOfArea,
  seenOnPaper,
  wholeTurn,
} from '../../renderer/features/results/print/print-choice.ts'
import { PRINT_SCALES, pageOf } from '../../server/features/vocabulary.ts'

const MIDDLE = [155_123.4, 463_067.8]

test('what is seen is printed at the largest scale at which it fits, on every paper, lying or standing', () => {
  for (const paper of ['A4', 'A3', 'A0'] as const)
    for (const orientation of ORIENTATIONS)
      for (const width of [5, 40, 130, 400, 700])
        for (const height of [width * 0.6, width, width * 1.7]) {
          const wish = seenOnPaper({ ...DEFAULT_PRINT, paper, orientation }, { middle: MIDDLE, width, height })
          const fits = (scale: number, lying: (typeof ORIENTATIONS)[number]) => {
            const { map } = pageOf({ paper, orientation: lying })
            return map.width * scale >= width * 1000 && map.height * scale >= height * 1000
          }
          const what = `${paper} ${orientation} ${width} x ${height}: 1:${wish.scale} ${wish.orientation}`
          const larger = PRINT_SCALES.filter((each) => each < wish.scale)
          assert.ok(!larger.some((scale) => ORIENTATIONS.some((lying) => fits(scale, lying))), what)
          assert.equal(isWholeOnPaper(wish), fits(wish.scale, wish.orientation), what)
          // As it was chosen, unless the other way shows it larger.
          assert.ok(wish.orientation === orientation || !fits(wish.scale, orientation), what)
        }
})

test('no scale is more than two and a half of the one before it, and from 1:500 on none more than one and a half', () => {
  const steps = PRINT_SCALES.slice(1).map((scale, i) => [scale, scale / PRINT_SCALES[i]!] as const)
  for (const [scale, step] of steps) assert.ok(step <= (scale > 500 ? 1.5 : 2.5), `1:${scale}`)
})

test('of empty ground around the area nothing is printed; of an area of which a part is seen, that part', () => {
  const area = [
    [155_000, 463_000],
    [155_200, 463_000],
    [155_200, 463_180],
    [155_000, 463_150],
    [155_000, 463_000],
  ]
  const view = (middle: number[], width: number, height: number) => ({ middle, width, height })
  assert.deepEqual(seenOfArea(area, view([155_120, 463_100], 400, 500)), view([155_100, 463_090], 200, 180))
  assert.deepEqual(seenOfArea(area, view([155_200, 463_090], 40, 400)), view([155_190, 463_090], 20, 180))
  const near = view([155_100, 463_090], 40, 30)
  assert.deepEqual(seenOfArea(area, near), near)
  const elsewhere = view([156_100, 463_090], 40, 30)
  assert.deepEqual(seenOfArea(area, elsewhere), elsewhere)
  assert.deepEqual(seenOfArea([], near), near)
})

test('a sheet is in sight when all of it is, and as it was laid until it is moved or turned', () => {
  const view = { middle: MIDDLE, width: 100, height: 60 }
  const { frame, ...wish } = seenOnPaper(DEFAULT_PRINT, view)
  assert.ok(!isInView(frameCorners({ ...wish, frame })!, view))
  assert.ok(isInView(frameCorners({ ...wish, frame })!, { ...view, width: 400, height: 400 }))
  assert.ok(isAsLaid(frame!))
  assert.ok(!isAsLaid({ ...frame!, degrees: 5 }))
  assert.ok(!isAsLaid({ ...frame!, middle: [155_124, 463_067.8] }))
})

test('what is larger than the paper at its smallest scale is said to be', () => {
  const wish = seenOnPaper(DEFAULT_PRINT, { middle: MIDDLE, width: 5000, height: 100 })
  assert.equal(wish.scale, PRINT_SCALES.at(-1))
  assert.equal(isWholeOnPaper(wish), false)
  // Chosen larger afterwards, too.
  const near = seenOnPaper(DEFAULT_PRINT, { middle: MIDDLE, width: 100, height: 60 })
  assert.equal(isWholeOnPaper(near), true)
  assert.equal(isWholeOnPaper({ ...near, scale: 100 }), false)
})

test('the frame on the map turns against the clock and is as large as the paper at its scale', () => {
  const wish = seenOnPaper(DEFAULT_PRINT, { middle: MIDDLE, width: 100, height: 60 })
  const turned = { ...wish, frame: { ...wish.frame!, degrees: 90 } }
  const { map } = pageOf(wish)
  const [lowerLeft, lowerRight, upperRight] = frameCorners(turned)!
  const metres = (a: readonly number[], b: readonly number[]) => Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!)
  assert.ok(Math.abs(metres(lowerLeft!, lowerRight!) - (map.width * wish.scale) / 1000) < 1e-6)
  assert.ok(Math.abs(metres(lowerRight!, upperRight!) - (map.height * wish.scale) / 1000) < 1e-6)
  // Its foot, left to right, runs north.
  assert.ok(lowerRight![1]! > lowerLeft![1]! && Math.abs(lowerRight![0]! - lowerLeft![0]!) < 1e-6)
  assert.equal(layoutQuery(turned, { hidden: [], hiddenOperators: [] }).frame, '155123.4,463067.8,90')
  assert.equal(frameCorners(DEFAULT_PRINT), null)
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

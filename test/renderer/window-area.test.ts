/** The window's own rules without a browser: drawing, changing, undo and redo, repairs, coordinates, the grid's accuracy. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Polygon, Position } from 'geojson'
import {
  insertCorner,
  listsOf,
  moveCorner,
  removeCorner,
  withoutRing,
} from '../../renderer/features/areas/corner-edits.ts'
import { cornerAt, NOTHING_MADE, placeCorner, straightenCorner } from '../../renderer/map/drawing/corner-draft.ts'
import { type Draft, type DraftAct, draftReducer, freshDraft, shownShape } from '../../renderer/map/drawing/draft.ts'
import { cutAway, dividePolygon, joinPolygons, simplifyPolygon } from '../../renderer/map/drawing/operations.ts'
import { repairOf } from '../../renderer/map/drawing/repair.ts'
import { areaOf, crossingOf, polygonOf, type Shape, shapeFrom, surfaceOf } from '../../renderer/map/drawing/shape.ts'
import { across, snap } from '../../renderer/map/drawing/snap.ts'
import { toDegrees, toRd } from '../../renderer/map/exact.ts'
import { partNotes, pointInside } from '../../renderer/map/layers/area.ts'
import { lngLatToRd, rdToLngLat } from '../../renderer/map/rd.ts'
import type { KlicType } from '../../server/features/vocabulary.ts'
import { rdBox } from '../support/rd-box.ts'

const X = 155_000
const Y = 463_000
const shape = (geometry: Polygon): Shape => ({ kind: 'polygon', geometry })
const near = (a: number, b: number, within = 0.01) => assert.ok(Math.abs(a - b) <= within, `${a} is not ${b}`)
const run = (...acts: DraftAct[]): Draft => acts.reduce(draftReducer, freshDraft('ref'))
const corners = (...at: Position[]): DraftAct[] => at.map((each) => ({ do: 'place', at: each }))
const SQUARE: Position[] = [
  [X, Y],
  [X + 100, Y],
  [X + 100, Y + 100],
  [X, Y + 100],
]

describe('making a shape', () => {
  test('corners become a polygon in RD on whole millimetres', () => {
    const draft = run({ do: 'take', tool: 'polygon' }, ...corners([X + 0.12345, Y], ...SQUARE.slice(1)), {
      do: 'finish',
    })
    assert.deepEqual(polygonOf(draft.shape)?.coordinates[0]?.[0], [X + 0.123, Y])
    assert.equal(draft.tool, 'edit')
  })
  test('two corners finish a rectangle and a circle', () => {
    const rectangle = run({ do: 'take', tool: 'rectangle' }, ...corners([X, Y], [X + 40, Y + 20]))
    near(surfaceOf(polygonOf(rectangle.shape)!), 800)
    const circle = run({ do: 'take', tool: 'circle' }, ...corners([X, Y], [X, Y + 50]))
    near(surfaceOf(polygonOf(circle.shape)!), Math.PI * 2500, 30)
  })
  test('a corridor becomes an area of its width', () => {
    const draft = run(
      { do: 'take', tool: 'corridor' },
      ...corners([X, Y], [X + 400, Y]),
      { do: 'finish' },
      { do: 'widen', widthM: 20 },
    )
    const ys = areaOf(draft.shape)!.geometry.coordinates[0]!.map(([, y]) => y!)
    near(Math.max(...ys) - Math.min(...ys), 20, 0.05)
  })
  test('what the pen is making is shown and priced, but no step', () => {
    const draft = run({ do: 'take', tool: 'polygon' }, ...corners([X, Y], [X + 9, Y]), {
      do: 'point',
      at: [X + 9, Y + 9],
    })
    near(surfaceOf(polygonOf(shownShape(draft))!), 40.5)
    assert.equal(draft.shape, null)
    assert.equal(draft.past.length, 0)
  })
  test('the same corner twice is one corner', () => {
    assert.equal(placeCorner(placeCorner(NOTHING_MADE, [X, Y]), [X, Y]).corners.length, 1)
  })
  test('a typed length and angle place the next corner; without an angle the direction of the pen holds', () => {
    const making = placeCorner(NOTHING_MADE, [X, Y])
    assert.deepEqual(cornerAt(making, 10, 90), [X + 10, Y])
    assert.deepEqual(cornerAt({ ...making, cursor: [X, Y - 3] }, 12.5, null), [X, Y - 12.5])
  })
  test('Shift keeps to one of eight directions', () => {
    const [x, y] = straightenCorner(placeCorner(NOTHING_MADE, [X, Y]), [X + 10, Y + 1])
    near(x!, X + 10)
    near(y!, Y)
  })
})

describe('undo and redo', () => {
  test('walk corner by corner while drawing, then step by step, back and forth', () => {
    const drawn = [{ do: 'take', tool: 'polygon' }, ...corners(...SQUARE.slice(0, 3))] as DraftAct[]
    const back = run(...drawn, { do: 'undo' })
    assert.equal(back.making.corners.length, 2)
    assert.equal(draftReducer(back, { do: 'redo' }).making.corners.length, 3)
    const done = run(...drawn, { do: 'finish' }, { do: 'buffer', metres: 5 })
    const undone = [...Array(2)].reduce((draft: Draft) => draftReducer(draft, { do: 'undo' }), done)
    assert.equal(undone.shape, null)
    const redone = [...Array(2)].reduce((draft: Draft) => draftReducer(draft, { do: 'redo' }), undone)
    assert.deepEqual(redone.shape, done.shape)
  })
  test('bring back what was half drawn when a tool was changed or put down, by any number of Escapes', () => {
    const drawn: DraftAct[] = [{ do: 'take', tool: 'polygon' }, ...corners(...SQUARE)]
    const changed = run(...drawn, { do: 'take', tool: 'circle' })
    assert.deepEqual([changed.tool, changed.making.corners], ['circle', []])
    const back = draftReducer(changed, { do: 'undo' })
    assert.deepEqual([back.tool, back.making.corners], ['polygon', SQUARE])
    assert.deepEqual(draftReducer(back, { do: 'redo' }).making.corners, [])
    const escapes: DraftAct[] = SQUARE.map(() => ({ do: 'undo' }))
    const left = run(...drawn, ...escapes, { do: 'take', tool: 'none' })
    assert.deepEqual([left.tool, left.making.corners], ['none', []])
    assert.deepEqual(draftReducer(left, { do: 'undo' }).making.corners, SQUARE)
    // A tool that nothing was drawn with leaves no step behind.
    assert.equal(run({ do: 'take', tool: 'polygon' }, { do: 'take', tool: 'none' }).past.length, 0)
  })
  test('a new step ends the redo', () => {
    const [a, b, c] = [1, 2, 3].map((x) => shape(rdBox(x, 0, 1)))
    const back = run({ do: 'commit', shape: a! }, { do: 'commit', shape: b! }, { do: 'undo' })
    assert.equal(draftReducer(draftReducer(back, { do: 'commit', shape: c! }), { do: 'redo' }).shape, c)
  })
  test('bring back every area of a split', () => {
    const split = run(
      { do: 'commit', shape: shape(rdBox(X, Y, 100)) },
      { do: 'take', tool: 'split' },
      ...corners([X + 30, Y - 5], [X + 30, Y + 105]),
      { do: 'finish' },
    )
    assert.equal(split.aside.length, 1)
    near(surfaceOf(polygonOf(split.shape)!), 7000)
    const back = draftReducer(split, { do: 'undo' })
    assert.equal(back.aside.length, 0)
    near(surfaceOf(polygonOf(back.shape)!), 10_000)
  })
})

describe('changing an area', () => {
  test('a hole inside is a hole; one across the rim cuts off', () => {
    near(surfaceOf(cutAway(rdBox(X, Y, 100), rdBox(X + 40, Y + 40, 10))[0]!), 9900)
    assert.equal(cutAway(rdBox(X, Y, 100), rdBox(X + 40, Y + 40, 10))[0]!.coordinates.length, 2)
    assert.equal(cutAway(rdBox(X, Y, 100), rdBox(X + 40, Y - 1, 10, 200)).length, 2)
  })
  test('a hole over everything leaves the area as it was, and says so', () => {
    const draft = run(
      { do: 'commit', shape: shape(rdBox(X, Y, 10)) },
      { do: 'take', tool: 'hole' },
      ...corners([X - 9, Y - 9], [X + 99, Y - 9], [X + 99, Y + 99], [X - 9, Y + 99]),
      { do: 'finish' },
    )
    assert.equal(draft.notice, 'nothingLeft')
    near(surfaceOf(polygonOf(draft.shape)!), 100)
  })
  test('a bent line splits; one that ends inside is drawn on to the rim; one beside it does nothing', () => {
    const bent = dividePolygon(rdBox(X, Y, 100), {
      type: 'LineString',
      coordinates: [
        [X - 5, Y + 20],
        [X + 50, Y + 60],
        [X + 105, Y + 20],
      ],
    })
    assert.equal(bent.length, 2)
    near(
      bent.reduce((sum, piece) => sum + surfaceOf(piece), 0),
      10_000,
      0.5,
    )
    assert.equal(
      dividePolygon(rdBox(X, Y, 100), {
        type: 'LineString',
        coordinates: [
          [X + 50, Y + 40],
          [X + 50, Y + 60],
        ],
      }).length,
      2,
    )
    assert.equal(
      dividePolygon(rdBox(X, Y, 100), {
        type: 'LineString',
        coordinates: [
          [X + 200, Y],
          [X + 200, Y + 9],
        ],
      }).length,
      1,
    )
  })
  test('areas that touch become one, others do not', () => {
    assert.equal(joinPolygons([rdBox(X, Y, 10), rdBox(X + 10, Y, 10)]).length, 1)
    assert.equal(joinPolygons([rdBox(X, Y, 10), rdBox(X + 20, Y, 10)]).length, 2)
  })
  test('growing by 5 m adds the rim and round corners; shrinking to nothing is refused', () => {
    const draft = run({ do: 'commit', shape: shape(rdBox(X, Y, 100)) }, { do: 'buffer', metres: 5 })
    near(surfaceOf(polygonOf(draft.shape)!), 12_000 + Math.PI * 25, 6)
    assert.equal(draftReducer(draft, { do: 'buffer', metres: -80 }).notice, 'shrunkAway')
  })
  test('simplifying takes out what lies within the tolerance', () => {
    const ring = rdBox(X, Y, 100).coordinates[0]!.toSpliced(1, 0, [X + 50, Y + 0.2])
    assert.equal(simplifyPolygon({ type: 'Polygon', coordinates: [ring] }, 0.5).coordinates[0]!.length, 5)
  })
  test('the list moves, adds and removes corners, of holes too', () => {
    const holed: Shape = shape({
      type: 'Polygon',
      coordinates: [rdBox(X, Y, 100).coordinates[0]!, rdBox(X + 40, Y + 40, 10).coordinates[0]!],
    })
    assert.deepEqual(listsOf(moveCorner(holed, 1, 0, [X + 41.0004, Y + 41]))[1]![0], [X + 41, Y + 41])
    assert.deepEqual(listsOf(insertCorner(holed, 0, 3))[0]!.at(-1), [X, Y + 50])
    assert.equal(listsOf(removeCorner(holed, 0, 0))[0]!.length, 3)
    assert.equal(listsOf(withoutRing(holed, 1)).length, 1)
    const line: Shape = {
      kind: 'corridor',
      line: {
        type: 'LineString',
        coordinates: [
          [X, Y],
          [X + 10, Y],
        ],
      },
      widthM: 2,
    }
    assert.deepEqual(listsOf(insertCorner(line, 0, 1))[0]![2], [X + 20, Y])
  })
  test('of several areas one is current; filing it makes the next one current', () => {
    const draft = run({ do: 'add', shapes: [shape(rdBox(X, Y, 1)), shape(rdBox(X, Y, 2)), shape(rdBox(X, Y, 3))] })
    assert.equal(draft.aside.length, 2)
    const chosen = draftReducer(draft, { do: 'choose', index: 1 })
    near(surfaceOf(polygonOf(chosen.shape)!), 9)
    const next = draftReducer(chosen, { do: 'next', clientRef: 'b' })
    assert.deepEqual([next.aside.length, next.details.kept], [1, {}])
  })
  test('the kind of the last area is a habit, unless it was a calamity', () => {
    const kindAfter = (klicType: KlicType) => {
      const draft = run({ do: 'describe', details: { klicType, worksDescription: 'Lek' } })
      const { details } = draftReducer(draft, { do: 'next', clientRef: 'b' })
      return [details.klicType, details.worksDescription]
    }
    assert.deepEqual(kindAfter('ORIENT'), ['ORIENT', ''])
    assert.deepEqual(kindAfter('CALAMITEIT'), ['GRAAF', ''])
  })
  test('each piece that is left of a notification repeats it', () => {
    const draft = run({ do: 'add', shapes: [shape(rdBox(X, Y, 1)), shape(rdBox(X, Y, 2))] })
    const repeating = draftReducer(draft, {
      do: 'describe',
      details: { reference: 'Sloot', kept: { follows: 'job_1' } },
    })
    const next = draftReducer(repeating, { do: 'next', clientRef: 'b' })
    assert.deepEqual([next.details.reference, next.details.kept.follows], ['Sloot', 'job_1'])
    assert.equal(draftReducer(next, { do: 'next', clientRef: 'c' }).details.kept.follows, undefined)
  })
})

describe('a broken outline', () => {
  test('is repaired as a proposal that says what changes', () => {
    const bowTie: Polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [X, Y],
          [X + 10, Y + 10],
          [X + 10, Y],
          [X, Y + 10],
          [X, Y],
        ],
      ],
    }
    const repair = repairOf(bowTie)!
    assert.equal(repair.faults.crossing, 1)
    assert.equal(repair.pieces.length, 2)
    near(repair.surface.after, 50)
  })
  test('that is open, doubled or spiked is closed and tidied', () => {
    const open: Polygon = {
      type: 'Polygon',
      coordinates: [
        [
          [X, Y],
          [X + 10, Y],
          [X + 10, Y],
          [X + 10, Y + 10],
          [X + 10, Y + 30],
          [X + 10, Y + 10],
          [X, Y + 10],
        ],
      ],
    }
    const repair = repairOf(open)!
    assert.deepEqual(repair.faults, { unclosed: 1, duplicates: 1 + 1, spikes: 1 })
    near(surfaceOf(repair.pieces[0]!), 100)
  })
  test('a sound one has no proposal', () => assert.equal(repairOf(rdBox(X, Y, 10)), null))
  test('a line of no width can not be repaired', () => {
    assert.equal(
      repairOf({
        type: 'Polygon',
        coordinates: [
          [
            [X, Y],
            [X + 10, Y],
            [X, Y],
          ],
        ],
      })?.pieces.length,
      0,
    )
  })
})

test('the pen jumps to a corner before a side, and only from near', () => {
  const lines = rdBox(X, Y, 100).coordinates
  assert.deepEqual(snap(lines, [X + 0.5, Y + 0.5], 2), { at: [X, Y], to: 'corner' })
  assert.deepEqual(snap(lines, [X + 50, Y + 1], 2), { at: [X + 50, Y], to: 'side' })
  assert.equal(snap(lines, [X + 50, Y + 50], 2), null)
})

test('degrees that are RD come back as the same millimetre', () => {
  const given = shapeFrom({ type: 'Polygon', coordinates: [SQUARE.map(toDegrees)] }, 'EPSG:4326')
  assert.deepEqual(polygonOf(given)?.coordinates[0], SQUARE)
  assert.deepEqual(toRd(toDegrees([X, Y])), [X, Y])
})

test('the number of a part lies inside it, also in a U', () => {
  const u = [
    [0, 0],
    [9, 0],
    [9, 9],
    [8, 9],
    [8, 1],
    [1, 1],
    [1, 9],
    [0, 9],
    [0, 0],
  ]
  const [x] = pointInside({ type: 'Polygon', coordinates: [u] })
  assert.ok((x > 0 && x < 1) || (x > 8 && x < 9))
})

test('the grid is good to a metre at the corners of the country', () => {
  // Published with the official transformation, RDNAPTRANS2018.
  const KNOWN = [
    [155000, 463000, 5.38720365, 52.1551728874],
    [24938.149, 377361.015, 3.5192770581, 51.3704488204],
    [195636.312, 310504.079, 5.9633710606, 50.7830159545],
    [187119.857, 574143.273, 5.8673377813, 53.1530488163],
    [231116.646, 456381.545, 6.497883846, 52.0904498526],
  ] as const
  for (const [x, y, longitude, latitude] of KNOWN) {
    const [ownX, ownY] = lngLatToRd([longitude, latitude])
    assert.ok(Math.hypot(ownX - x, ownY - y) < 1)
    const [ownLongitude, ownLatitude] = rdToLngLat([x, y])
    assert.ok(Math.hypot((ownLongitude - longitude) * 68_000, (ownLatitude - latitude) * 111_300) < 1)
  }
})

test('a bow-tie is marked where its sides cross', () => {
  const bowTie = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 0],
  ]
  assert.deepEqual(crossingOf(bowTie, 0), [1, 1])
  assert.equal(crossingOf(bowTie, 1), null)
})

test('across a street the pen lands straight opposite, and only where that is on the line', () => {
  const street = [
    [
      [155_000, 463_010],
      [155_100, 463_010],
    ],
  ]
  // A little beside the foot, the pen goes to it; farther along the line it stays on the line where it is.
  assert.deepEqual(across(street, [155_040, 463_000], [155_040.4, 463_009.7], 1), [155_040, 463_010])
  assert.equal(across(street, [155_040, 463_000], [155_060, 463_010], 1), null)
  assert.deepEqual(snap(street, [155_060, 463_009.5], 1)?.at, [155_060, 463_010])
  // Beyond its end nothing lies straight opposite.
  assert.equal(across(street, [155_120, 463_000], [155_100, 463_010], 1), null)
})

test('the number of a part stands off the middle, where the length of a trench stands', () => {
  const ring = [
    [0, 0],
    [100, 0],
    [100, 10],
    [0, 10],
    [0, 0],
  ]
  const part = { part_no: 1, geometry_lnglat: { type: 'Polygon' as const, coordinates: [ring] } }
  const [note] = partNotes([part] as unknown as Parameters<typeof partNotes>[0], String)
  assert.ok(Math.abs(note!.at[0] - 20) < 0.1 && Math.abs(note!.at[1] - 2) < 0.1, String(note!.at))
})

/** Lines and areas that would take minutes to merge are left side by side, in time; what people draw is merged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SelectionArea } from '../../server/imkl/delivery/area.ts'
import { hasTooManyCrossings } from '../../server/imkl/merge/crossings.ts'
import { mergeLines } from '../../server/imkl/merge/join-at-border.ts'
import { mergePolygons } from '../../server/imkl/merge/polygons.ts'

const SQUARE = [0, 0, 40, 0, 40, 40, 0, 40]
const AWAY = [20, 20, 60, 20, 60, 60, 20, 60, 20, 20]
const repeated = (times: number): number[] => [...Array.from({ length: times }, () => SQUARE).flat(), 0, 0]
/** Every segment crosses nearly every other. */
const star = (points: number): number[] =>
  Array.from({ length: points }, (_, i) => [Math.cos(i * 2.4) * 100, Math.sin(i * 2.4) * 100]).flat()
/** A street with a bend at each house, as a second delivery has it: a millimetre beside the first. */
const street = (beside: number): number[] =>
  Array.from({ length: 566 }, (_, i) => [i * 3, Math.sin(i) * 2 + beside * (i % 2 === 0 ? 1 : -1)]).flat()

test('what crosses itself a million times, or repeats itself, is tangled; a street and its twin are not', () => {
  for (const path of [star(2000), repeated(4000), repeated(40_000)]) assert.ok(hasTooManyCrossings([path, AWAY]))
  assert.ok(!hasTooManyCrossings([street(0), street(0.001), street(0.002)]))
  assert.ok(!hasTooManyCrossings([repeated(5), AWAY]))
})

test('tangled versions stand side by side, and nothing of them is lost', () => {
  const lines = mergeLines([[star(2000)], [AWAY]])
  assert.deepEqual(lines, { lines: [star(2000), AWAY], isRepaired: true })
  const areas = mergePolygons([[[repeated(4000)]], [[AWAY]]])
  assert.deepEqual(areas, { polygons: [[repeated(4000)], [AWAY]], isRepaired: true })
  assert.equal(mergeLines([[street(0)], [street(0.001)]]).isRepaired, false)
  assert.equal(mergePolygons([[[repeated(1)]], [[AWAY]]]).isRepaired, false)
})

test('a request polygon of a million long edges takes no more memory than its edges', () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  /** Without what is only waiting to be collected. */
  const held = (): number => {
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = held()
  const area = new SelectionArea([[repeated(250_001)]])
  assert.ok(held() - before < 800e6)
  // An odd number of times around: inside.
  assert.ok(area.contains(20, 20) && !area.contains(50, 20) && area.isOnBoundary(40, 20))
})

/** The search finds what comparing each side with each finds, and its work grows with the sides, however they lie. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eachContact } from '../../server/geometry/contacts.ts'
import { contactOf, type MmRing } from '../../server/geometry/plane.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { one, type Random, randomFrom, whole } from '../support/random.ts'

const sidesOf = (rings: readonly MmRing[]) =>
  rings.flatMap((ring, r) =>
    Array.from({ length: ring.length / 2 }, (_, i) => {
      const to = (2 * i + 2) % ring.length
      return {
        r,
        i,
        last: ring.length / 2 - 1,
        at: [ring[2 * i]!, ring[2 * i + 1]!, ring[to]!, ring[to + 1]!] as const,
      }
    }),
  )

const naive = (rings: readonly MmRing[]): string[] => {
  const sides = sidesOf(rings)
  return sides.flatMap((a, p) =>
    sides.slice(p + 1).flatMap((b) => {
      const kind = contactOf(...a.at, ...b.at)
      const areNeighbours = a.r === b.r && (b.i - a.i === 1 || b.i - a.i === a.last)
      return kind === 'none' || (kind === 'touch' && areNeighbours) ? [] : [`${kind} ${a.r}/${a.i} ${b.r}/${b.i}`]
    }),
  )
}

const searched = (rings: readonly MmRing[]): string[] => {
  const found = new Set<string>()
  eachContact(rings, ({ kind, ringA, edgeA, ringB, edgeB }) => {
    found.add(`${kind} ${ringA}/${edgeA} ${ringB}/${edgeB}`)
    return false
  })
  return [...found]
}

/** A walk of such steps, from somewhere. */
const walked = (random: Random, corners: number, span: number, step: number): number[] => {
  let [x, y] = [whole(random, span), whole(random, span)]
  return Array.from({ length: corners }, () => {
    x += whole(random, 2 * step + 1) - step
    y += whole(random, 2 * step + 1) - step
    return [x, y]
  }).flat()
}

test('the same contacts as comparing each side with each', () => {
  const random = randomFrom(20_260_306)
  for (let round = 0; round < 150; round++) {
    const corners = one(random, [3, 10, 40, 200])
    const rings = Array.from({ length: 1 + whole(random, 3) }, () =>
      walked(random, corners, one(random, [20, 1000, 1e6]), one(random, [2, 30, 5000, 1e6])),
    )
    assert.deepEqual(searched(rings).sort(), naive(rings).sort(), `round ${round}`)
  }
})

const turned = (points: [number, number][], angle: number): number[] =>
  points.flatMap(([x, y]) => [
    Math.round(1e8 + x * Math.cos(angle) - y * Math.sin(angle)),
    Math.round(4e8 + x * Math.sin(angle) + y * Math.cos(angle)),
  ])

/** Long teeth, a few millimetres each. */
const comb = (teeth: number, lengthMm: number, widthMm: number, angle: number): number[] => {
  const points = Array.from({ length: teeth }, (_, i): [number, number][] => {
    const y = i * 2 * widthMm
    return [10, lengthMm, 10].map((x, k) => [x, y + (k * widthMm) / 2])
  })
  return turned([...points.flat(), [0, teeth * 2 * widthMm], [0, 0]], angle)
}

/** The same, each tooth bent in its middle: no line tells all of them apart. */
const bentComb = (teeth: number, lengthMm: number, widthMm: number): number[] => {
  const points = Array.from({ length: teeth }, (_, i): [number, number][] => {
    const y = i * 2 * widthMm
    const bend = y + lengthMm / 2
    return [
      [10, y],
      [lengthMm / 2, bend],
      [lengthMm, y + 1],
      [lengthMm / 2, bend + widthMm],
      [10, y + widthMm],
    ]
  })
  return turned([...points.flat(), [0, teeth * 2 * widthMm], [0, 0]], 0)
}

describe('a budget of steps, which a search of each with each would break, is enough for', () => {
  const shapes: [string, number[]][] = [
    ['a comb', comb(16_000, 100_000, 2, 0)],
    ['a comb on its side', comb(16_000, 100_000, 2, Math.PI / 2)],
    ['a slanting comb', comb(16_000, 100_000, 8, 0.5)],
    ['a slanting comb of 10 km', comb(16_000, 10_000_000, 40, Math.PI / 4)],
    ['a comb of bent teeth', bentComb(9_900, 100_000, 4)],
    ['a comb of long, bent teeth', bentComb(9_900, 1_000_000, 2)],
    ['a comb beside a far corner', [...comb(16_000, 100_000, 2, 0), 3e8, 6e8]],
  ]
  for (const [name, ring] of shapes) {
    test(`${name}, ${ring.length / 2} corners`, () => {
      const contacts: string[] = []
      eachContact([ring], ({ kind, edgeA, edgeB }) => contacts.push(`${kind} ${edgeA} ${edgeB}`) > 0)
      if (name !== 'a comb beside a far corner') assert.deepEqual(contacts, [])
    })
  }
})

test('sides that all meet all others are refused instead of being counted out', () => {
  const random = randomFrom(3)
  const tangle = Array.from({ length: 8000 }, () => whole(random, 1_000_000))
  assert.throws(
    () => eachContact([tangle], () => false),
    (error) => error instanceof Refusal && error.code === 'GEOMETRY_TOO_LARGE',
  )
})

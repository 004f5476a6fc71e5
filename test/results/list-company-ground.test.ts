import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownIn } from '../../server/features/results/ground/list-company-ground.ts'
import { cellsOf } from '../../server/features/results/ground/sheet-rows.ts'

const box = (minX: number, minY: number, maxX: number, maxY: number) => ({ minX, minY, maxX, maxY })
const TILE = box(0, 0, 100, 100)
const picture = (name: string, ...at: Parameters<typeof box>) => ({ name, extent: box(...at) })

test('what is wholly hidden by newer ones is not drawn, and the newest is drawn last', () => {
  const west = picture('west', 0, 0, 50, 100)
  const east = picture('east', 50, 0, 100, 100)
  assert.deepEqual(shownIn(TILE, [west, east, picture('old', 10, 10, 90, 90)]), ['east', 'west'])
  assert.deepEqual(shownIn(TILE, [west, picture('old', 10, 10, 90, 90)]), ['old', 'west'])
})

test('what lies beside the tile is not drawn, and what has several pictures is drawn once', () => {
  const beside = picture('beside', 200, 200, 300, 300)
  assert.deepEqual(shownIn(TILE, [beside]), [])
  assert.deepEqual(shownIn(TILE, [picture('a', 0, 0, 10, 10), picture('a', 20, 0, 30, 10)]), ['a'])
})

test('of hundreds in a tile so many of the newest are drawn', () => {
  const many = Array.from({ length: 900 }, (_, n) =>
    picture(`p${n}`, (n % 30) * 3.3, Math.floor(n / 30) * 3.3, (n % 30) * 3.3 + 3, Math.floor(n / 30) * 3.3 + 3),
  )
  const shown = shownIn(TILE, many)
  assert.equal(shown.at(-1), 'p0')
  assert.ok(shown.length >= 40 && shown.length < 50, `${shown.length}`)
})

test('a picture is found by each square kilometre that it touches, and one of elsewhere by none', () => {
  assert.deepEqual(cellsOf(box(154_900, 387_900, 155_100, 388_100)), [154_387, 154_388, 155_387, 155_388])
  assert.deepEqual(cellsOf(box(1e9, 1e9, 1e9 + 10, 1e9 + 10)), [])
  assert.ok(cellsOf(box(-1e12, -1e12, 1e12, 1e12)).length < 200_000)
})

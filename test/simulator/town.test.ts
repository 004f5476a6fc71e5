/** The base map in a simulated delivery: a town that fits its networks, drawn the same every time, framed as real ones are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import STREETS from '../../server/simulator/data/street-names.json' with { type: 'json' }
import { backgroundPng } from '../../server/simulator/town/background.ts'
import { linesOf } from '../../server/simulator/town/letters.ts'
import { networkObjects } from '../../server/simulator/town/networks.ts'
import { runsNear } from '../../server/simulator/town/streets.ts'
import { type Building, townIn } from '../../server/simulator/town/town.ts'
import { townPicture } from '../../server/simulator/town/town-picture.ts'
import { pixelsOf, rgb } from '../support/png.ts'

const AREA = { minX: 154_000, minY: 462_000, maxX: 155_000, maxY: 463_000 }
const SMALL = { minX: 154_300, minY: 462_300, maxX: 154_380, maxY: 462_360 }
const BLACK = 0xff000000
/** Of the letters. */
const MARK = rgb(222, 222, 222)

const isIn = ([x, y]: readonly number[], { outline }: Building): boolean => {
  let inside = false
  for (let n = 0, before = outline.length - 1; n < outline.length; before = n++) {
    const [[ax, ay], [bx, by]] = [outline[n]!, outline[before]!]
    if (ay > y! !== by > y! && x! < ax + ((y! - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}

test('it has whole pixels a metre, a palette, and a black frame of one pixel; the same area gives the same bytes', async () => {
  const file = backgroundPng(SMALL, 1)
  assert.ok(file.equals(backgroundPng(SMALL, 1)))
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  assert.deepEqual([width, height, file[24], file[25]], [80 * 14, 60 * 14, 8, 3])
  const pixels = await pixelsOf(file)
  const at = (x: number, y: number) => pixels[y * width + x]! >>> 0
  for (let x = 0; x < width; x++) assert.deepEqual([at(x, 0), at(x, height - 1)], [BLACK, BLACK])
  for (let y = 0; y < height; y++) assert.deepEqual([at(0, y), at(width - 1, y)], [BLACK, BLACK])
  assert.ok(new Set(pixels).size > 12, 'more than a frame')
})

test('a large area, and a dense one, still have whole pixels a metre and fit a palette', () => {
  const sized = (file: Buffer) => [file.readUInt32BE(16), file.readUInt32BE(20)]
  assert.deepEqual(sized(backgroundPng(AREA, 1)), [1000, 1000])
  assert.deepEqual(sized(backgroundPng({ ...AREA, maxX: AREA.minX + 2500 }, 1)), [2500, 1000])
  assert.deepEqual(sized(backgroundPng(SMALL, 9)), [80 * 14, 60 * 14])
})

test('pictures beside each other and over each other show the same town', () => {
  const whole = townPicture(SMALL, 14, 1)
  const east = townPicture({ ...SMALL, minX: SMALL.minX + 30 }, 14, 1)
  for (let y = 0; y < whole.height; y++)
    assert.deepEqual(
      whole.pixels.subarray(y * whole.width + 30 * 14, (y + 1) * whole.width),
      east.pixels.subarray(y * east.width, (y + 1) * east.width),
    )
})

test('in the middle of each block stands that it is invented, at every scale that a delivery has', () => {
  const { middles } = townIn(AREA, 1)
  const isAround = ([x, y]: readonly number[]) =>
    x! > AREA.minX + 60 && x! < AREA.maxX - 60 && y! > AREA.minY && y! < AREA.maxY - 90
  const inside = middles.filter(isAround)
  assert.ok(inside.length > 3)
  for (const perMetre of [1, 2, 14])
    for (const [x, y] of inside.slice(0, 4)) {
      const box = {
        minX: Math.round(x) - 50,
        maxX: Math.round(x) + 50,
        minY: Math.round(y) + 54,
        maxY: Math.round(y) + 78,
      }
      const { pixels } = townPicture(box, perMetre, 1)
      const marked = pixels.filter((pixel) => pixel === MARK).length
      assert.ok(marked > 400, `${perMetre} a metre at ${x}, ${y}: ${marked}`)
    }
})

test('houses have numbers, and none stands on a main, on another house or in the water', () => {
  const { buildings, water } = townIn(AREA, 1)
  const houses = buildings.filter(({ number }) => number !== undefined)
  assert.ok(houses.length > 100, `${houses.length} houses`)
  assert.ok(water.length > 0)
  for (const house of houses) {
    const others = houses.filter(
      (other) =>
        other !== house && Math.hypot(other.middle[0] - house.middle[0], other.middle[1] - house.middle[1]) < 40,
    )
    for (const other of others)
      assert.ok(!other.outline.some((corner) => isIn(corner, house)), `${house.number} on ${other.number}`)
  }
  let [mains, within] = [0, 0]
  for (const run of runsNear(AREA, 1))
    for (const object of networkObjects(run, AREA, 1)) {
      // The overhead line alone spans gardens.
      if (object.form !== 'line' || object.line.length < 7 || object.overhead) continue
      for (const [n, b] of object.line.entries()) {
        const a = object.line[n - 1]
        if (a === undefined) continue
        for (let share = 0; share <= 1; share += 0.1) {
          const place = [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share] as const
          mains++
          if (houses.some((house) => Math.abs(house.middle[0] - place[0]) < 30 && isIn(place, house))) within++
        }
      }
    }
  assert.ok(mains > 1000, `${mains} places looked at`)
  assert.ok(within / mains < 0.005, `${within} of ${mains} within houses`)
})

test('a house connection ends in a house, where one is built', () => {
  const houses = townIn(AREA, 1).buildings.filter(({ number }) => number !== undefined)
  let [ends, met] = [0, 0]
  for (const run of runsNear(AREA, 1))
    for (const object of networkObjects(run, AREA, 1)) {
      const end =
        object.form === 'line' && object.objecttype === 'Waterleiding' && object.line.length === 2
          ? object.line[1]!
          : null
      if (end === null || end[0] < AREA.minX || end[0] > AREA.maxX || end[1] < AREA.minY || end[1] > AREA.maxY) continue
      ends++
      if (houses.some((house) => isIn(end, house))) met++
    }
  assert.ok(ends > 50 && met / ends > 0.75, `${met} of ${ends}`)
})

test('every street has a name that can be written', () => {
  for (const name of [...STREETS, 'VERZONNEN', '0123456789'])
    for (const sign of name) assert.ok(linesOf(sign), `${sign} of ${name}`)
})

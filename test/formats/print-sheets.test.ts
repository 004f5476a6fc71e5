/** How a print is laid out: sheets that cover the area, at the scale, and no more of them than there is something on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bboxPolygon } from '@turf/bbox-polygon'
import { booleanIntersects } from '@turf/boolean-intersects'
import { polygon } from '@turf/helpers'
import fc from 'fast-check'
import { sheetsAlong } from '../../server/exports/print/corridor-sheets.ts'
import { PAPER_NAMES, PAPERS, PRINT_SCALES } from '../../server/exports/print/print-options.ts'
import { pageOf, type Sheet, sheetsOver } from '../../server/exports/print/print-sheets.ts'
import { neighboursOf } from '../../server/exports/print/sheet-frame.ts'
import type { PolygonJson, Position } from '../../server/geometry/geometry.ts'

const box = (minX: number, minY: number, maxX: number, maxY: number): PolygonJson => ({
  type: 'Polygon',
  coordinates: [
    [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
      [minX, minY],
    ],
  ],
})

test('the map and its column lie on the paper, beside each other', () => {
  for (const paper of PAPER_NAMES) {
    for (const orientation of ['portrait', 'landscape'] as const) {
      const { widthMm, heightMm, map, column } = pageOf({ paper, orientation })
      assert.deepEqual(
        [widthMm, heightMm].toSorted((a, b) => a - b),
        [...PAPERS[paper]],
      )
      assert.ok(map.x > 0 && map.y > 0 && map.width > 100)
      assert.ok(map.x + map.width < column.x)
      assert.ok(column.x + column.width < widthMm && column.y + column.height < heightMm)
    }
  }
})

test('sheets are to scale and cover the whole area', () => {
  for (const scale of PRINT_SCALES) {
    const page = pageOf({ paper: 'A3', orientation: 'landscape' })
    const side = scale * 0.5
    const sheets = sheetsOver(box(155_000, 390_000, 155_000 + side, 390_000 + side), page, scale) as Sheet[]
    for (const { ground } of sheets) {
      assert.ok(Math.abs(ground.maxX - ground.minX - (page.map.width * scale) / 1000) < 1e-6)
      assert.ok(Math.abs(ground.maxY - ground.minY - (page.map.height * scale) / 1000) < 1e-6)
    }
    for (let i = 0; i <= 50; i++) {
      for (let k = 0; k <= 50; k++) {
        const [x, y] = [155_000 + (side * i) / 50, 390_000 + (side * k) / 50]
        const isShown = sheets.some(
          ({ ground }) => x >= ground.minX && x <= ground.maxX && y >= ground.minY && y <= ground.maxY,
        )
        assert.ok(isShown, `${scale}: ${x} ${y}`)
      }
    }
  }
})

test('what fits on one sheet is on one sheet', () => {
  const page = pageOf({ paper: 'A4', orientation: 'portrait' })
  assert.equal((sheetsOver(box(0, 0, 40, 60), page, 500) as Sheet[]).length, 1)
})

test('each side of a sheet names the sheet that goes on there, and none where the area ends', () => {
  const page = pageOf({ paper: 'A4', orientation: 'landscape' })
  const sheets = sheetsOver(box(0, 0, 180, 180), page, 500) as Sheet[]
  const columns = new Set(sheets.map(({ ground }) => ground.minX)).size
  assert.ok(columns > 1 && sheets.length > columns, `${sheets.length} sheets in ${columns} columns`)
  for (const sheet of sheets) {
    const at = sheet.no - 1
    const expected = {
      ...(at % columns < columns - 1 && { right: sheet.no + 1 }),
      ...(at >= columns && { top: sheet.no - columns }),
      ...(at % columns > 0 && { left: sheet.no - 1 }),
      ...(at + columns < sheets.length && { bottom: sheet.no + columns }),
    }
    assert.deepEqual(neighboursOf(sheet, sheets), expected, `sheet ${sheet.no}`)
  }
})

test('sheets on which nothing of the area lies are left out', () => {
  const page = pageOf({ paper: 'A4', orientation: 'landscape' })
  const corner: PolygonJson = {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1000, 0],
        [1000, 10],
        [10, 10],
        [10, 1000],
        [0, 1000],
        [0, 0],
      ],
    ],
  }
  const around = sheetsOver(box(0, 0, 1000, 1000), page, 1000) as Sheet[]
  const along = sheetsOver(corner, page, 1000) as Sheet[]
  assert.ok(along.length < around.length * 0.6)
  assert.deepEqual(
    along.map(({ no }) => no),
    along.map((_, i) => i + 1),
  )
})

/** A strip of a width around a line, its corners cut off nowhere. */
function strip(line: readonly Position[], width: number): PolygonJson {
  const side = (sign: 1 | -1): Position[] =>
    line.map((at, i) => {
      const before = line[i - 1] ?? at
      const after = line[i + 1] ?? at
      const way = (from: Position, to: Position): Position => {
        const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1
        return [(to[0] - from[0]) / long, (to[1] - from[1]) / long]
      }
      const [one, other] = [way(before, at), way(at, after)]
      const [x, y] = [one[0] + other[0], one[1] + other[1]]
      const long = Math.hypot(x, y)
      const [nx, ny] = [-y / long, x / long]
      // On the bisector, so far that both sides keep their distance.
      const far = width / 2 / Math.max(0.3, Math.abs(nx * -(other[1] || one[1]) + ny * (other[0] || one[0])))
      return [at[0] + sign * nx * far, at[1] + sign * ny * far]
    })
  const ring = [...side(1), ...side(-1).reverse()]
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] }
}

/** Whether a sheet, turned as it is, holds a place. */
function shows({ ground, degrees }: Sheet, [x, y]: Position): boolean {
  const turn = (-degrees * Math.PI) / 180
  const [east, north] = [x - (ground.minX + ground.maxX) / 2, y - (ground.minY + ground.maxY) / 2]
  const right = east * Math.cos(turn) - north * Math.sin(turn)
  const up = east * Math.sin(turn) + north * Math.cos(turn)
  return (
    Math.abs(right) <= (ground.maxX - ground.minX) / 2 + 1e-6 && Math.abs(up) <= (ground.maxY - ground.minY) / 2 + 1e-6
  )
}

test('sheets along a corridor follow it, hold all of it, and are fewer than those in rows', () => {
  const page = pageOf({ paper: 'A3', orientation: 'landscape' })
  const line: Position[] = [
    [155_000, 390_000],
    [155_400, 390_300],
    [155_450, 390_700],
    [155_900, 391_000],
  ]
  const corridor = strip(line, 10)
  const along = sheetsAlong(corridor.coordinates, page, 500)!
  const rows = sheetsOver(corridor, page, 500) as Sheet[]
  assert.ok(along.length < rows.length, `${along.length} of ${rows.length}`)
  for (const [i, from] of line.slice(0, -1).entries()) {
    const to = line[i + 1]!
    for (let k = 0; k <= 200; k++) {
      const [x, y] = [from[0] + ((to[0] - from[0]) * k) / 200, from[1] + ((to[1] - from[1]) * k) / 200]
      assert.ok(
        along.some((sheet) => shows(sheet, [x, y])),
        `${x} ${y}`,
      )
    }
  }
  // Each goes on where the one before ends.
  for (const sheet of along.slice(1)) assert.ok(Object.values(neighboursOf(sheet, along)).includes(sheet.no - 1))
})

test('every place of a corridor, in any direction, lies on a sheet along it, and none is on its head', () => {
  const page = pageOf({ paper: 'A3', orientation: 'landscape' })
  const turns = fc.array(fc.integer({ min: -70, max: 70 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(turns, fc.integer({ min: 0, max: 359 }), fc.integer({ min: 4, max: 20 }), (each, first, width) => {
      let direction = (first * Math.PI) / 180
      const line: Position[] = [[155_000, 463_000]]
      for (const turn of [0, ...each]) {
        direction += (turn * Math.PI) / 180
        const [x, y] = line.at(-1)!
        line.push([x + 150 * Math.cos(direction), y + 150 * Math.sin(direction)])
      }
      const corridor = strip(line, width)
      const sheets = sheetsAlong(corridor.coordinates, page, 500)
      // A line that crosses itself is no outline of an area.
      fc.pre(sheets !== null)
      for (const { degrees } of sheets!) assert.ok(degrees > -90.001 && degrees <= 90)
      for (const at of corridor.coordinates[0]!) assert.ok(sheets!.some((sheet) => shows(sheet, at)))
      for (const [i, from] of line.slice(0, -1).entries()) {
        for (let k = 0; k <= 20; k++) {
          const to = line[i + 1]!
          const at: Position = [from[0] + ((to[0] - from[0]) * k) / 20, from[1] + ((to[1] - from[1]) * k) / 20]
          assert.ok(sheets!.some((sheet) => shows(sheet, at)))
        }
      }
    }),
    { seed: 23, numRuns: 200 },
  )
})

test('what is no corridor, or wider than the paper shows, has no sheets along it', () => {
  const page = pageOf({ paper: 'A4', orientation: 'landscape' })
  assert.equal(sheetsAlong(box(155_000, 390_000, 155_100, 390_100).coordinates, page, 500), null)
  assert.equal(sheetsAlong(box(155_000, 390_000, 156_000, 390_100).coordinates, page, 500), null)
  assert.notEqual(sheetsAlong(box(155_000, 390_000, 156_000, 390_060).coordinates, page, 500), null)
})

test('too many sheets are counted, not drawn', () => {
  const page = pageOf({ paper: 'A4', orientation: 'portrait' })
  assert.ok((sheetsOver(box(0, 0, 5000, 5000), page, 100) as number) > 60)
})

/** Around the origin, spiky, with a hole of the same form. */
const star = (reaches: readonly number[]): PolygonJson => {
  const ring = (part: number): [number, number][] => {
    const open = reaches.map((reach, i): [number, number] => {
      const angle = (i / reaches.length) * 2 * Math.PI
      return [part * reach * Math.cos(angle), part * reach * Math.sin(angle)]
    })
    return [...open, open[0]!]
  }
  return { type: 'Polygon', coordinates: [ring(1), ring(0.8)] }
}

test('exactly the sheets on which something of the area lies, as Turf finds them', () => {
  const page = pageOf({ paper: 'A4', orientation: 'landscape' })
  const reaches = fc.array(fc.double({ min: 50, max: 500, noNaN: true }), { minLength: 3, maxLength: 40 })
  fc.assert(
    fc.property(reaches, (each) => {
      const area = star(each)
      const sheets = sheetsOver(area, page, 500)
      if (typeof sheets === 'number') return
      const outline = polygon(area.coordinates)
      const { minX, maxX, minY, maxY } = {
        minX: Math.min(...sheets.map(({ ground }) => ground.minX)),
        maxX: Math.max(...sheets.map(({ ground }) => ground.maxX)),
        minY: Math.min(...sheets.map(({ ground }) => ground.minY)),
        maxY: Math.max(...sheets.map(({ ground }) => ground.maxY)),
      }
      const [{ ground }] = sheets as [Sheet, ...Sheet[]]
      const [width, height] = [ground.maxX - ground.minX, ground.maxY - ground.minY]
      const overlap = (10 * 500) / 1000
      let met = 0
      for (let x = minX; x < maxX - overlap - 1e-6; x += width - overlap) {
        for (let y = maxY; y > minY + overlap + 1e-6; y -= height - overlap) {
          if (booleanIntersects(bboxPolygon([x, y - height, x + width, y]), outline)) met++
        }
      }
      assert.equal(sheets.length, met)
    }),
    { seed: 19, numRuns: 300 },
  )
})

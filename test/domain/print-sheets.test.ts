/** How a print is laid out: sheets that cover the area, at the scale, and no more of them than there is something on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bboxPolygon } from '@turf/bbox-polygon'
import { booleanIntersects } from '@turf/boolean-intersects'
import { polygon } from '@turf/helpers'
import fc from 'fast-check'
import type { PolygonJson } from '../../server/domain/geometry/geometry.ts'
import { PAPER_NAMES, PAPERS, PRINT_SCALES } from '../../server/domain/look/print.ts'
import { pageOf, type Sheet, sheetsOver } from '../../server/domain/look/print-sheets.ts'
import { neighboursOf } from '../../server/domain/look/sheet-frame.ts'

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

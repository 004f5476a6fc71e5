/** The delivered ground on the largest paper: in its place, in bounded memory, and all else of the sheet still lines. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import type { PrintOptions } from '../../server/exports/print/print-options.ts'
import { pageOf, type Sheet, sheetsOver } from '../../server/exports/print/print-sheets.ts'
import { folder } from '../formats/samples.ts'
import { cable, lineString, link, at as rd, zippedDelivery } from '../support/imkl-fixture.ts'
import { taskMeasured } from '../support/measured-conversion.ts'
import { A3_OF_500, FACTS_ON_GROUND, rendered, withoutPoppler as skip } from '../support/paper.ts'
import { png } from '../support/png.ts'

const [MIN_X, MIN_Y, MAX_X, MAX_Y] = [200_000, 400_000, 200_280, 400_190]
const PER_METRE = 14
/** Black, half a metre wide, in two corners and between them, beside the crosses that are printed every 20 m: the middle of each. */
const MARKS = [
  [200_016.25, 400_170.25],
  [200_150.25, 400_110.25],
  [200_250.25, 400_020.25],
] as const
const PALE = [230, 230, 120]
/** Of the issue; a sheet as a bitmap of so many dots would take as much alone. */
const MAX_MIB = 400
const WISHES: PrintOptions = { ...A3_OF_500, paper: 'A0', scale: 250 }
const [WEST, SOUTH, EAST, NORTH] = [MIN_X + 8, MIN_Y + 8, MAX_X - 18, MAX_Y - 8]
const AREA = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [WEST, SOUTH],
      [EAST, SOUTH],
      [EAST, NORTH],
      [WEST, NORTH],
      [WEST, SOUTH],
    ] as [number, number][],
  ],
}

const isMarked = (x: number, y: number): boolean =>
  MARKS.some(([markX, markY]) => Math.abs(x - markX) < 0.25 && Math.abs(y - markY) < 0.25)

/** A cable from west to east over ten million pixels of ground. */
async function groundedResult(t: TestContext) {
  const at = folder(t)
  const zip = at.path('Levering_22G000001_1.zip')
  const members = [
    link('nl.imkl-KL9001.l1', lineString(rd(20, 60, 260, 60))),
    cable('nl.imkl-KL9001.c1', ['nl.imkl-KL9001.l1']),
  ]
  const picture = png(
    (MAX_X - MIN_X) * PER_METRE,
    (MAX_Y - MIN_Y) * PER_METRE,
    { colour: 2, bits: 8 },
    (column, row) => (isMarked(MIN_X + (column + 0.5) / PER_METRE, MAX_Y - (row + 0.5) / PER_METRE) ? [0, 0, 0] : PALE),
  )
  const documents = { 'bronnen/GB_22G000001.png': picture }
  writeFileSync(zip, await zippedDelivery({ members, bounds: [MIN_X, MIN_Y, MAX_X, MAX_Y], documents }))
  const gpkg = at.path('r.gpkg')
  const out = [{ format: 'gpkg' as const, path: gpkg }]
  await runTask({ kind: 'merge', deliveries: [{ path: zip }], out, tempDir: at.path('temp'), ground: true })
  return { at, gpkg }
}

test('on A0 the ground lies to scale, in bounded memory, as the one picture of a sheet of lines, in colour and in black', {
  skip,
}, async (t) => {
  const { at, gpkg } = await groundedResult(t)
  const page = pageOf(WISHES)
  const sheets = sheetsOver(AREA, page, WISHES.scale) as (Sheet & { ground: { minX: number; maxY: number } })[]
  assert.equal(sheets.length, 1)
  const placeOf = ([x, y]: readonly [number, number]) =>
    [
      page.map.x + (x - sheets[0]!.ground.minX) * (1000 / WISHES.scale),
      page.map.y + (sheets[0]!.ground.maxY - y) * (1000 / WISHES.scale),
    ] as const
  for (const [ink, line] of [
    ['colour', [150, 0, 0]],
    ['black', [0, 0, 0]],
  ] as const) {
    const path = at.path(`${ink}.pdf`)
    const asked = { sheets, leftOut: 0, facts: FACTS_ON_GROUND, options: { ...WISHES, ink } }
    const { peakMiB } = await taskMeasured(at.path(ink), {
      kind: 'print',
      gpkg,
      asked,
      path,
      out: [],
      tempDir: at.path('temp'),
    })
    t.diagnostic(`${ink}: ${peakMiB} MiB`)
    assert.ok(peakMiB < MAX_MIB, `${peakMiB} MiB`)
    const shown = rendered(path, { dpi: 127 })
    assert.deepEqual([Math.round(shown.width / shown.perMm), Math.round(shown.height / shown.perMm)], [1189, 841])
    const at127 = (place: readonly [number, number]): number[] => {
      const [x, y] = placeOf(place)
      return [...shown.at(Math.floor(x * shown.perMm), Math.floor(y * shown.perMm))]
    }
    // Where it lies does not depend on the ink.
    for (const mark of ink === 'colour' ? MARKS : []) {
      const wanted = placeOf(mark)
      const found = middleOfDark(path, wanted)
      const isThere = Math.abs(found[0] - wanted[0]) < 0.1 && Math.abs(found[1] - wanted[1]) < 0.1
      assert.ok(isThere, `${ink}: ${found} for ${wanted}`)
    }
    const [grey] = at127(MARKS[0])
    assert.ok(grey! > 30 && grey! < 120, `weaker than a black line: ${grey}`)
    // In black and white the field is white paper, the line black.
    assert.ok(at127([200_100, 400_150])[0]! > 200)
    assert.deepEqual(at127([200_130.4, 400_060]), [...line])
    const pictures = spawnSync('pdfimages', ['-list', path], { encoding: 'utf8' }).stdout.trim().split('\n').slice(2)
    assert.equal(pictures.length, 1)
    const [, , , width, height, colours] = pictures[0]!.trim().split(/\s+/)
    assert.equal(colours, 'gray')
    // Twice the dots that the ground has, since those are fewer than 150 an inch: not those of the sheet.
    const [mostX, mostY] = [(MAX_X - MIN_X) * PER_METRE * 2, (MAX_Y - MIN_Y) * PER_METRE * 2]
    assert.ok(Number(width) <= mostX && Number(height) <= mostY, `${width} by ${height}`)
  }
})

/** In millimetres of the paper, of what is dark within 3 mm; 20 pixels a millimetre. */
function middleOfDark(path: string, place: readonly [number, number]): [number, number] {
  const reach = 60
  const [left, top] = place.map((mm) => Math.round(mm * 20) - reach) as [number, number]
  const shown = rendered(path, { dpi: 508, crop: [left, top, 2 * reach, 2 * reach] })
  let [weight, sumX, sumY] = [0, 0, 0]
  for (let row = 0; row < 2 * reach; row++)
    for (let column = 0; column < 2 * reach; column++) {
      const dark = Math.max(0, 200 - shown.at(column, row)[0]!)
      weight += dark
      sumX += dark * (left + column + 0.5)
      sumY += dark * (top + row + 0.5)
    }
  assert.ok(weight > 0, 'nothing dark')
  return [sumX / weight / 20, sumY / weight / 20]
}

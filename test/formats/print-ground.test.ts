/** The delivered ground on paper: where it lies, how strong it is, and what is said of it. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { runTask } from '../../server/exports/conversion/task.ts'
import { upsample2x } from '../../server/exports/print/map/upsampling.ts'
import type { PrintFacts, PrintOptions } from '../../server/exports/print/print-options.ts'
import { pageOf, type Sheet, sheetsOver } from '../../server/exports/print/print-sheets.ts'
import { cable, lineString, link, at as rd, zippedDelivery } from '../support/imkl-fixture.ts'
import { A3_OF_500, FACTS_ON_GROUND, rendered, withoutPoppler as skip, words } from '../support/paper.ts'
import { png } from '../support/png.ts'
import { folder } from './samples.ts'

const [MIN_X, MIN_Y, MAX_X, MAX_Y] = [200_000, 400_000, 200_060, 400_040]
const PER_METRE = 14
/** Marks of half a metre, black, on a pale yellow ground: the middle of each. */
const MARKS = [
  [200_005.25, 400_035.25],
  [200_050.25, 400_030.25],
  [200_030.25, 400_003.25],
] as const

const isMarked = (x: number, y: number): boolean =>
  MARKS.some(([markX, markY]) => Math.abs(x - markX) < 0.25 && Math.abs(y - markY) < 0.25)

const picture = (): Buffer =>
  png((MAX_X - MIN_X) * PER_METRE, (MAX_Y - MIN_Y) * PER_METRE, { colour: 2, bits: 8 }, (column, row) =>
    isMarked(MIN_X + (column + 0.5) / PER_METRE, MAX_Y - (row + 0.5) / PER_METRE) ? [0, 0, 0] : [230, 230, 120],
  )

const WISHES: PrintOptions = { ...A3_OF_500, scale: 250 }
const AREA = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [MIN_X + 3, MIN_Y + 1],
      [MIN_X + 53, MIN_Y + 1],
      [MIN_X + 53, MIN_Y + 37],
      [MIN_X + 3, MIN_Y + 37],
      [MIN_X + 3, MIN_Y + 1],
    ] as [number, number][],
  ],
}

/** A result with a cable from west to east over its ground. */
async function printer(t: TestContext, { isBare = false } = {}) {
  const at = folder(t)
  const zip = at.path('Levering_22G000001_1.zip')
  const members = [
    link('nl.imkl-KL9001.l1', lineString(rd(10, 20, 40, 20))),
    cable('nl.imkl-KL9001.c1', ['nl.imkl-KL9001.l1']),
  ]
  const documents = { 'bronnen/GB_22G000001.png': picture() }
  writeFileSync(zip, await zippedDelivery({ members, bounds: [MIN_X, MIN_Y, MAX_X, MAX_Y], documents }))
  const gpkg = at.path('r.gpkg')
  await runTask({
    kind: 'merge',
    deliveries: [{ path: zip }],
    out: [{ format: 'gpkg', path: gpkg }],
    tempDir: at.path('temp'),
    ...(!isBare && { ground: true }),
  })
  return async (options: Partial<PrintOptions> = {}, facts: Partial<PrintFacts> = {}): Promise<string> => {
    const path = at.path('p.pdf')
    const all = { ...WISHES, ...options }
    const sheets = sheetsOver(AREA, pageOf(all), all.scale) as Sheet[]
    const asked = { sheets, leftOut: 0, facts: { ...FACTS_ON_GROUND, ...facts }, options: all }
    await runTask({ kind: 'print', gpkg, asked, path, out: [], tempDir: at.path('temp') })
    return path
  }
}

/** The middle of what is dark and without colour around a place of the paper, in millimetres; null: there is none. */
function middleOfDark(path: string, dpi: number, [x, y]: readonly [number, number], reachMm: number) {
  const perMm = dpi / 25.4
  const reach = reachMm * perMm
  const [fromX, fromY, side] = [Math.round(x * perMm - reach), Math.round(y * perMm - reach), Math.ceil(2 * reach)]
  const shown = rendered(path, { dpi, crop: [fromX, fromY, side, side] })
  let [weight, sumX, sumY] = [0, 0, 0]
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const dark = Math.max(0, 200 - shown.at(column, row)[0]!)
      weight += dark
      sumX += dark * (fromX + column + 0.5)
      sumY += dark * (fromY + row + 0.5)
    }
  }
  return weight === 0 ? null : ([sumX / weight / perMm, sumY / weight / perMm] as const)
}

const LAYOUTS = [
  { scale: 250, paper: 'A3', orientation: 'landscape', dpi: 508 },
  { scale: 250, paper: 'A3', orientation: 'portrait', dpi: 508 },
  { scale: 500, paper: 'A4', orientation: 'portrait', dpi: 508 },
  { scale: 500, paper: 'A4', orientation: 'landscape', dpi: 508 },
] as const

test('a place of the ground lies on the paper where the scale has it, within a tenth of a millimetre', {
  skip,
}, async (t) => {
  const print = await printer(t)
  for (const layout of LAYOUTS) {
    const page = pageOf(layout)
    const [sheet, ...others] = sheetsOver(AREA, page, layout.scale) as { ground: { minX: number; maxY: number } }[]
    assert.equal(others.length, 0)
    const path = await print(layout)
    for (const [x, y] of MARKS) {
      const wanted = [
        page.map.x + ((x - sheet!.ground.minX) * 1000) / layout.scale,
        page.map.y + ((sheet!.ground.maxY - y) * 1000) / layout.scale,
      ] as const
      const found = middleOfDark(path, layout.dpi, wanted, 750 / layout.scale)
      const said = `1:${layout.scale} ${layout.paper}: ${found} for ${wanted}`
      assert.ok(found !== null && Math.abs(found[0] - wanted[0]) < 0.1 && Math.abs(found[1] - wanted[1]) < 0.1, said)
    }
  }
})

test('what is enlarged stays in its place: each pixel between those beside it', () => {
  const picture = { extent: { minX: 0, minY: 0, maxX: 2, maxY: 2 }, width: 2, height: 2 }
  const bands = () => [Uint8Array.of(0, 160), Uint8Array.of(160, 160)]
  const { width, height, ...twice } = upsample2x({ ...picture, bands })
  assert.deepEqual([width, height], [4, 4])
  assert.deepEqual(
    Array.from(twice.bands(), (band) => [...band]),
    [
      [0, 40, 120, 160, 40, 70, 130, 160],
      [120, 130, 150, 160, 160, 160, 160, 160],
    ],
  )
})

test('the ground is grey and weaker than a black line, in colour and in black; the lines are drawn over it', {
  skip,
}, async (t) => {
  const print = await printer(t)
  const page = pageOf(WISHES)
  const [sheet] = sheetsOver(AREA, page, 250) as { ground: { minX: number; maxY: number } }[]
  const placeOf = ([x, y]: readonly [number, number]): [number, number] => [
    page.map.x + (x - sheet!.ground.minX) * 4,
    page.map.y + (sheet!.ground.maxY - y) * 4,
  ]
  for (const [ink, line] of [
    ['colour', [150, 0, 0]],
    ['black', [0, 0, 0]],
  ] as const) {
    const shown = rendered(await print({ ink }))
    const colourAt = (place: readonly [number, number]): number[] => {
      const [x, y] = placeOf(place)
      return [...shown.at(Math.round(x * shown.perMm), Math.round(y * shown.perMm))]
    }
    const [mark, field, drawn] = [colourAt(MARKS[0]), colourAt([200_020, 400_010]), colourAt([200_031.3, 400_020])]
    for (const [red, green, blue] of [mark, field])
      assert.ok(red === green && green === blue, `${ink} ${mark} ${field}`)
    assert.ok(mark[0]! > 30 && mark[0]! < 120, `${ink}: ${mark}`)
    assert.ok(field[0]! > 200 && field[0]! < 255, `${ink}: ${field}`)
    assert.deepEqual(drawn, [...line], ink)
  }
})

test('the sheet names its ground and the day of its delivery; what has none is printed as ever', {
  skip,
}, async (t) => {
  const print = await printer(t)
  const said = async (...asked: Parameters<typeof print>) => words(await print(...asked)).replaceAll(/\s+/g, ' ')
  assert.match(await said(), /Ondergrond: BGT uit de levering van 12 mei 2022/)
  const to = '2022-06-03T09:00:00Z'
  assert.match(
    await said({ language: 'en' }, { ground: { from: '2022-05-12T09:00:00Z', to } }),
    /Base map: BGT from deliveries of 12 May 2022 to 3 June 2022/,
  )
  assert.match(await said({}, { ground: { from: null, to: null } }), /Ondergrond: BGT uit de levering /)
  assert.doesNotMatch(await said({ ground: false }), /ndergrond/)
  const bare = await printer(t, { isBare: true })
  const without = readFileSync(await bare({}, { ground: null }))
  assert.doesNotMatch(words(await bare({}, { ground: null })), /ndergrond/)
  assert.ok(without.equals(readFileSync(await print({ ground: false }, { ground: null }))))
})

test('while the ground is still to come, the sheet says that it is without', { skip }, async (t) => {
  const print = await printer(t, { isBare: true })
  const said = async (options: Partial<PrintOptions>) => words(await print(options, { ground: 'coming' }))
  assert.match((await said({})).replaceAll(/\s+/g, ' '), /Zonder ondergrond: die werd nog toegevoegd/)
  assert.match((await said({ language: 'en' })).replaceAll(/\s+/g, ' '), /Without a base map: it was still being added/)
  assert.doesNotMatch(await said({ ground: false }), /ondergrond/)
})

test('with its ground, too, the same options give the same bytes, and one picture a sheet', async (t) => {
  const print = await printer(t)
  const first = readFileSync(await print())
  assert.ok(first.equals(readFileSync(await print())))
  assert.equal(first.toString('latin1').match(/\/Subtype \/Image/g)?.length, 1)
})

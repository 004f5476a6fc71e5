/** Where on the ground a sheet lies, as GDAL reads it from the PDF; without gdalinfo by the words of the page itself. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { mm } from '../../server/exports/print/paper.ts'
import { printResult } from '../../server/exports/print/print.ts'
import type { PrintFacts, PrintOptions } from '../../server/exports/print/print-options.ts'
import { pageOf, type Sheet, sheetAt } from '../../server/exports/print/print-sheets.ts'
import { cornersOf } from '../../server/exports/print/sheet-frame.ts'
import { besselFromRd } from '../../server/geometry/rd/rd.ts'
import { A3_OF_500 } from '../support/paper.ts'
import { apart, positionOf, withoutGdal } from '../support/paper-position.ts'

const WISHES: PrintOptions = { ...A3_OF_500, ground: false }
const FACTS: PrintFacts = {
  reference: 'Bermsloot',
  klicNumbers: [],
  company: 'Graafwerk B.V.',
  madeAt: '2026-11-20T12:00:00Z',
  preliminary: null,
  notes: [],
  operators: [],
  account: null,
  ground: null,
  revision: 1,
  isOutdated: false,
  unknown: [],
  withheldParts: [],
  missingParts: [],
  dig: { on: '2026-11-23', status: { answer: 'yes', reasons: [], beginFrom: null, beginUntil: null } },
}

/** In the south-west, the middle and the north-east of the country: a wrong projection is right nowhere but in its middle. */
const SHEETS: Sheet[] = (
  [
    [14_000, 375_000, 0],
    [155_000, 463_000, 30],
    [276_000, 594_000, -75],
    [190_020, 316_040, 90],
  ] as const
).map(([x, y, degrees], i) => ({
  ...sheetAt({ middle: [x, y], degrees }, pageOf(WISHES), 500),
  no: i + 1,
}))

async function printed(t: TestContext, sheets: readonly Sheet[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'klic-position-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const gpkg = join(folder, 'r.gpkg')
  const writer = createGeoPackage(gpkg)
  writer.feature('aanvraag_polygoon', { id: 'a' }, { type: 'MultiPolygon', polygons: [[[0, 0, 9, 0, 9, 9, 0, 0]]] })
  writer.finish({ lastChange: null, warnings: [] })
  const reader = openResult(gpkg)
  t.after(() => reader.close())
  const path = join(folder, 'p.pdf')
  await printResult(reader, { sheets, leftOut: 0, facts: FACTS, options: WISHES, path })
  return path
}

test('GDAL reads the corners of every sheet within a decimetre, also of turned ones, in RD New', {
  skip: withoutGdal,
}, async (t) => {
  const path = await printed(t, SHEETS)
  const { map } = pageOf(WISHES)
  for (const [i, sheet] of SHEETS.entries()) {
    // The overview is in front.
    const { wkt, at, edge } = positionOf(path, i + 2)
    assert.match(wkt, /ID\["EPSG",28992\]\]$/)
    const onPaper = [
      [map.x, map.y + map.height],
      [map.x + map.width, map.y + map.height],
      [map.x + map.width, map.y],
      [map.x, map.y],
    ]
    for (const [c, [x, y]] of onPaper.entries()) {
      const corner = cornersOf(sheet)[c]!
      const found = at(x! * 10, y! * 10)
      assert.ok(apart(found, corner) < 0.1, `sheet ${sheet.no}: ${found} for ${corner}`)
      assert.ok(
        edge.some((one) => apart(one, corner) < 0.1),
        `sheet ${sheet.no}: ${edge.join(' ')} for ${corner}`,
      )
    }
  }
  assert.match(positionOf(path, 1).wkt, /ID\["EPSG",28992\]\]$/)
})

test('a page says in degrees of its own ellipsoid where the corners of its frame are, the same on every run', async (t) => {
  const [sheet] = SHEETS.slice(1, 2) as [Sheet]
  const bytes = readFileSync(await printed(t, [sheet]))
  assert.deepEqual(readFileSync(await printed(t, [sheet])), bytes)
  const text = bytes.toString('latin1')
  const [, box] = /\/BBox \[([-\d. ]+)\]\n\/Measure/.exec(text)!
  const { map, heightMm } = pageOf(WISHES)
  const frame = [map.x, heightMm - map.y - map.height, map.x + map.width, heightMm - map.y]
  for (const [i, side] of box!.split(' ').map(Number).entries()) assert.ok(Math.abs(side - mm(frame[i]!)) < 1e-3)
  const [, corners] = /\/GPTS \[([-\d. ]+)\]/.exec(text)!
  const degrees = corners!.split(' ').map(Number)
  for (const [i, corner] of cornersOf(sheet).slice(0, 4).entries()) {
    const [lng, lat] = besselFromRd(corner)
    assert.ok(Math.abs(degrees[2 * i]! - lat) < 1e-9 && Math.abs(degrees[2 * i + 1]! - lng) < 1e-9)
  }
  assert.match(text, /\/LPTS \[0 0 1 0 1 1 0 1\]/)
})

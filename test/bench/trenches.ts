/**
 * A plan of trial trenches for an axis of 2 km through 10,000 lines, and for an area around it, as ratios to drawing the same
 * lines: reading them and cutting all map tiles of a street's scale. In one process, medians of some runs.
 * Run: node test/bench/trenches.ts [features] [runs]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openResult } from '../../server/exports/geopackage/read.ts'
import { createGeoPackage } from '../../server/exports/geopackage/write.ts'
import { tiledResult } from '../../server/exports/tiles/tiled-result.ts'
import { trenchPlan } from '../../server/exports/trenches/trench-plan.ts'
import { lngLatFromRd } from '../../server/geometry/rd/rd.ts'
import { unitSquare } from '../../server/geometry/unit-square.ts'
import { TRENCH_DEFAULTS, type TrenchParameters, type Works } from '../../server/imkl/model/trench-plan.ts'
import { median } from '../support/median.ts'
import { randomFrom } from '../support/random.ts'

const [features = 10_000, runs = 5] = process.argv.slice(2).map(Number)
const LENGTH_M = 2000
/** As wide as a street with its gardens. */
const HALF_M = 20
const [X, Y] = [155_000, 463_000] as const
const STREET_ZOOM = 17

const parameters = Object.fromEntries(
  Object.entries(TRENCH_DEFAULTS).map(([name, [usual]]) => [name, usual]),
) as unknown as TrenchParameters
const along = (x: number, y: number): [number, number] => [X + x, Y + y]
const WORKS: Readonly<Record<string, Works>> = {
  'an axis': { kind: 'axis', line: [along(0, 0), along(LENGTH_M, 0)] },
  'an area': {
    kind: 'area',
    rings: [[along(0, -1), along(LENGTH_M, -1), along(LENGTH_M, 1), along(0, 1), along(0, -1)]],
  },
}

const folder = mkdtempSync(join(tmpdir(), 'klic-bench-trenches-'))
const path = join(folder, 'result.gpkg')
const random = randomFrom(1)
const writer = createGeoPackage(path)
for (let i = 0; i < features; i++) {
  const [x, y] = along(random() * LENGTH_M, (random() * 2 - 1) * HALF_M)
  // One in eight lies across, as a house connection does.
  const [dx, dy] = i % 8 === 0 ? [0.5, 8] : [30, 0.5]
  writer.feature(
    'kabel_of_leiding',
    { id: `nl.imkl-KL1001.${i}`, thema: 'laagspanning', bronhouder: 'KL1001' },
    { type: 'MultiLineString', lines: [[x, y, x + dx, y + dy]] },
  )
}
writer.finish({ lastChange: null, warnings: [] })

const timed = (work: () => void): number =>
  median(
    Array.from({ length: runs }, () => {
      const started = performance.now()
      work()
      return performance.now() - started
    }),
  )
const withReader = <R>(work: (reader: ReturnType<typeof openResult>) => R): R => {
  const reader = openResult(path)
  try {
    return work(reader)
  } finally {
    reader.close()
  }
}

const tiles = new Set<string>()
for (let x = 0; x <= LENGTH_M; x += 50)
  for (let y = -HALF_M; y <= HALF_M; y += 10) {
    const [column, row] = unitSquare(lngLatFromRd(along(x, y)))
    tiles.add([STREET_ZOOM, Math.floor(column * 2 ** STREET_ZOOM), Math.floor(row * 2 ** STREET_ZOOM)].join())
  }
const drawing = timed(() =>
  withReader((reader) => {
    const result = tiledResult(reader)
    for (const tile of tiles) {
      const slices = result.tile(...(tile.split(',').map(Number) as [number, number, number]))
      while (!slices.next().done);
    }
  }),
)
console.log(`${features} lines, ${tiles.size} tiles: drawn in ${drawing.toFixed(0)} ms`)
for (const [what, works] of Object.entries(WORKS)) {
  let said = ''
  const planning = timed(() =>
    withReader((reader) => {
      const { plan } = trenchPlan(reader, works, parameters)
      said = `${plan.rows.length} rows, ${plan.trenches.length} trenches`
    }),
  )
  console.log(
    `${what} of 2 km: ${said}, ${planning.toFixed(0)} ms: ${(planning / drawing).toFixed(2)} times the drawing`,
  )
}
rmSync(folder, { recursive: true, force: true })

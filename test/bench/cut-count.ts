/**
 * How many parts the cut makes of 734 areas: 704 from seeds (eight kinds, none of them tuned to), the 13 reference areas and
 * 17 shapes of our own. Says which goals are met; exit code 1 when one is not. Times are of this process's own CPU.
 *
 *   npm run bench -- cut-count
 */
import { readFileSync } from 'node:fs'
import { cutArea } from '../../server/cut/cut.ts'
import { normaliseArea } from '../../server/geometry/area.ts'
import { faultsOf } from '../support/check-cut.ts'
import { BROAD, everydayArea, NARROW } from '../support/everyday-areas.ts'
import { broad, narrow, type Shape } from '../support/measured-shapes.ts'
import { shared } from '../support/shared.ts'

/** 5,713 are known to be possible. */
const MOST_PARTS = 5720

const file = shared('domain/cut-shapes.json')
if (!file) throw new Error('the reference areas are not beside the repository')
const { shapes } = JSON.parse(readFileSync(file, 'utf8')) as { shapes: Shape[] }

const seeded = (from: number, count: number) =>
  [...NARROW, ...BROAD].flatMap((kind) => Array.from({ length: count }, (_, k) => everydayArea(kind, from + k)))
const SETS = {
  'seeds 0 on': seeded(0, 25),
  'seeds 1000 on': seeded(1000, 38),
  'seeds 5000 on': seeded(5000, 25),
  reference: shapes,
  shapes: [...narrow, ...broad],
}

const unmet: string[] = []
const rows = Object.entries(SETS).map(([set, areas]) => {
  const row = {
    set,
    areas: areas.length,
    parts: 0,
    'shown minimal': 0,
    'extra ha': 0,
    faults: 0,
    'CPU s': 0,
    'longest s': 0,
  }
  for (const shape of areas) {
    const { area } = normaliseArea({ geometry: shape.geometry })
    const begun = process.cpuUsage().user
    const cut = cutArea(area, shape.kind)
    const seconds = (process.cpuUsage().user - begun) / 1e6
    row.parts += cut.parts.length
    row['shown minimal'] += cut.parts.length === cut.lowerBound ? 1 : 0
    row['extra ha'] += cut.extraAreaM2 / 1e4
    row.faults += faultsOf(area, cut, shape.kind).length
    row['CPU s'] += seconds
    row['longest s'] = Math.max(row['longest s'], seconds)
    const { name, best_known: best } = shape as Shape
    if (best !== undefined && cut.parts.length > best)
      unmet.push(`${name}: ${cut.parts.length} parts, ${best} are known`)
  }
  return row
})
const sum = (name: 'parts' | 'shown minimal' | 'extra ha' | 'faults' | 'CPU s' | 'areas') =>
  rows.reduce((total, row) => total + row[name], 0)
console.table(rows)
console.log(
  `${sum('areas')} areas: ${sum('parts')} parts, ${sum('shown minimal')} shown to be minimal, ${sum('extra ha').toFixed(1)} ha extra, ` +
    `${sum('CPU s').toFixed(1)} s of CPU, longest ${Math.max(...rows.map((row) => row['longest s'])).toFixed(2)} s`,
)
if (sum('parts') > MOST_PARTS) unmet.push(`${sum('parts')} parts; at most ${MOST_PARTS}`)
if (sum('faults') > 0) unmet.push(`${sum('faults')} faults`)
for (const goal of unmet) console.log(`not met: ${goal}`)
process.exitCode = unmet.length > 0 ? 1 : 0

/**
 * How many parts the cut makes, how many the bound shows to be needed, how much is asked for beyond what was drawn, and how
 * long it takes: the reference areas, everyday shapes of our own making, everyday areas from seeds, and shapes that
 * nobody should draw. Says which goals are met; exit code 1 when one is not.
 *
 *   npm run bench -- cut [CUTS] [AREAS]     also checks so many first cuts of generated areas (2000) with an independent
 *                                           judge, and cuts so many everyday areas of each kind, from as many seeds (25)
 *
 * Times are of this process's own CPU, because other work on the machine says nothing about the cut; but what a person
 * waits for, from the question to the answer of the server's thread, is time on the clock and wants a quiet machine.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { cutArea, firstCut } from '../../server/cut/cut.ts'
import { createSurveyPool } from '../../server/features/areas/survey-pool.ts'
import { normaliseArea } from '../../server/geometry/area.ts'
import type { RdPolygon } from '../../server/geometry/geometry.ts'
import { mmRings } from '../../server/geometry/plane.ts'
import { canonicalJson } from '../../server/platform/json-text.ts'
import { Refusal } from '../../server/platform/refusal.ts'
import { KLIC_TYPES } from '../../server/registry/klic.ts'
import { anyArea } from '../support/areas.ts'
import { faultsOf } from '../support/check-cut.ts'
import { BROAD, everydayArea, NARROW } from '../support/everyday-areas.ts'
import { broad, large, narrow, type Shape } from '../support/measured-shapes.ts'
import { median } from '../support/median.ts'
import { bestGridOf } from '../support/plain-grid.ts'
import { shared } from '../support/shared.ts'

const file = shared('domain/cut-shapes.json')
if (!file) throw new Error('the reference areas are not beside the repository')
const { shapes } = JSON.parse(readFileSync(file, 'utf8')) as { shapes: Shape[] }

const cpuMs = (): number => process.cpuUsage().user / 1000
const tenths = (ms: number): number => Math.round(ms * 10) / 10
const timed = <T>(act: () => T): [T, number] => {
  const start = cpuMs()
  const result = act()
  return [result, tenths(cpuMs() - start)]
}
const measured = (group: string, { name, kind, geometry, lower_bound, best_known }: Shape) => {
  const { area } = normaliseArea({ geometry })
  const [first, coldMs] = timed(() => firstCut(area, kind))
  const firstMs = coldMs > 500 ? coldMs : median([1, 2, 3, 4, 5].map(() => timed(() => firstCut(area, kind))[1]))
  const [cut, bestMs] = timed(() => cutArea(area, kind))
  const isFine = geometry.coordinates.flat().length > 3000
  return {
    group,
    area: name,
    first: first.parts.length,
    parts: cut.parts.length,
    bound: cut.lowerBound,
    'known bound': lower_bound,
    'known best': best_known,
    grid: cut.plainGrid,
    'best grid': isFine ? undefined : bestGridOf(mmRings(area), kind === 'GRAAF' ? 500_000 : 2_500_000, 10),
    'extra m2': Math.round(cut.extraAreaM2),
    'first extra m2': Math.round(first.extraAreaM2),
    'first ms': firstMs,
    'best ms': bestMs,
    faults: isFine ? 0 : faultsOf(area, cut, kind).length,
  }
}

const perKind = Number(process.argv[3] ?? 25)
const areasOf = (kind: Parameters<typeof everydayArea>[0]) =>
  Array.from({ length: perKind }, (_, number) => everydayArea(kind, number))

// The engine's own compiler takes its time over the first of all.
measured('warm-up', broad[2]!)
const fromSeeds = [
  ...NARROW.flatMap((kind) => areasOf(kind).map((area) => ({ kind, ...measured('narrow', area) }))),
  ...BROAD.flatMap((kind) => areasOf(kind).map((area) => ({ kind, ...measured('broad', area) }))),
]
const rows = [
  ...shapes.map((each) => measured('reference', each)),
  ...narrow.map((each) => measured('narrow', each)),
  ...broad.map((each) => measured('broad', each)),
  ...fromSeeds.map(({ kind, ...row }) => row),
  ...large.map((each) => measured('large', each)),
]
console.table(rows.map(({ group, ...row }) => row))

const of = (group: string) => rows.filter((row) => row.group === group)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const everyday = [...of('reference'), ...of('narrow'), ...of('broad')]
const p95 = (values: number[]) => values.sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!
const parts = sum(of('reference').map((row) => row.parts))

console.table(
  [...NARROW, ...BROAD].map((kind) => {
    const its = fromSeeds.filter((row) => row.kind === kind)
    const ms = its.map((row) => row['best ms']).sort((a, b) => a - b)
    return {
      kind,
      areas: its.length,
      parts: sum(its.map((row) => row.parts)),
      bound: sum(its.map((row) => row.bound)),
      'above bound': its.filter((row) => row.parts > row.bound).length,
      'above bound + 1': its.filter((row) => row.parts > row.bound + 1).length,
      'best grid': sum(its.map((row) => row['best grid'] ?? row.grid)),
      'extra m2': sum(its.map((row) => row['extra m2'])),
      'first cut, extra m2': sum(its.map((row) => row['first extra m2'])),
      'ms median': median([...ms]),
      'ms p95': p95([...ms]),
      'ms most': ms.at(-1),
    }
  }),
)

/** The same areas as the server is asked for them, one after the other. */
const pool = createSurveyPool({ warm: true })
const askedFor = async (effort: 'first' | 'best'): Promise<number[]> => {
  const ms: number[] = []
  for (const { kind, geometry } of [
    broad[2]!,
    ...shapes,
    ...narrow,
    ...broad,
    ...[...NARROW, ...BROAD].flatMap(areasOf),
  ]) {
    const startedMs = performance.now()
    await pool.survey({ geometry: canonicalJson(geometry), klicType: kind, effort }, { companyId: 'bench' })
    ms.push(tenths(performance.now() - startedMs))
  }
  return ms.slice(1)
}
const waited = { first: await askedFor('first'), best: await askedFor('best') }
await pool.close()

const areaOf = (coordinates: unknown): RdPolygon | undefined => {
  try {
    return normaliseArea({ geometry: { type: 'Polygon', coordinates }, crs: 'EPSG:28992' }).area
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
let judged = 0
let faulty = 0
const cuts = Number(process.argv[2] ?? 2000)
for (const { drawn, kind } of fc.sample(fc.record({ drawn: anyArea, kind: fc.constantFrom(...KLIC_TYPES) }), {
  numRuns: cuts,
  seed: 11,
})) {
  const area = areaOf(drawn.coordinates)
  if (!area) continue
  judged++
  if (faultsOf(area, firstCut(area, kind), kind).length > 0) faulty++
}

const goals: [string, string, boolean][] = [
  ['reference areas: at most 87 parts', `${parts}`, parts <= 87],
  ['reference areas: stretch 86', `${parts}`, parts <= 86],
  [
    'reference areas: none above the best known',
    '',
    of('reference').every((row) => row.parts <= (row['known best'] ?? 0)),
  ],
  [
    'all everyday areas together: parts, bound, plain grid, extra m2',
    `${sum(everyday.map((row) => row.parts))}, ${sum(everyday.map((row) => row.bound))}, ${sum(everyday.map((row) => row.grid))}, ${sum(everyday.map((row) => row['extra m2']))}`,
    true,
  ],
  [
    'never above the best-shifted grid',
    '',
    rows.every((row) => row.parts <= Math.min(row.grid, row['best grid'] ?? Infinity)),
  ],
  [
    'first cut, everyday: 20 ms',
    `${Math.max(...everyday.map((row) => row['first ms']))} ms`,
    everyday.every((row) => row['first ms'] <= 20),
  ],
  [
    'first cut, 10,000 positions: 2 s',
    `${Math.max(...of('large').map((row) => row['first ms']))} ms at worst of all large`,
    of('large')
      .filter((row) => row.area.includes('10,000'))
      .every((row) => row['first ms'] <= 2000),
  ],
  [
    'best cut, to 1,000 positions: p95 300 ms',
    `${p95(everyday.map((row) => row['best ms']))} ms, at most ${Math.max(...everyday.map((row) => row['best ms']))} ms`,
    p95(everyday.map((row) => row['best ms'])) <= 300,
  ],
  [
    'best cut, 10,000 positions: 2 s',
    `${Math.max(...of('large').map((row) => row['best ms']))} ms at worst of all large`,
    of('large')
      .filter((row) => row.area.includes('10,000'))
      .every((row) => row['best ms'] <= 2000),
  ],
  [
    'waited for the first cut, everyday: p95 20 ms',
    `${p95(waited.first)} ms, at most ${Math.max(...waited.first)} ms`,
    p95(waited.first) <= 20,
  ],
  [
    'waited for the best cut, everyday: p95 300 ms',
    `${p95(waited.best)} ms, at most ${Math.max(...waited.best)} ms`,
    p95(waited.best) <= 300,
  ],
  [
    `${judged} generated areas and all above, judged independently`,
    `${faulty} faulty`,
    faulty === 0 && rows.every((row) => row.faults === 0),
  ],
]
console.table(goals.map(([goal, is, isMet]) => ({ goal, is, met: isMet ? 'yes' : 'NO' })))
process.exitCode = goals.every(([goal, , isMet]) => isMet || goal.includes('stretch')) ? 0 : 1

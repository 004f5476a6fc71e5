/**
 * How many parts the cut makes of the reference areas, and how long it takes.
 *
 *   node test/bench/cut.ts
 */
import { readFileSync } from 'node:fs'
import { normaliseArea } from '../../server/domain/area.ts'
import { cutArea } from '../../server/domain/cut.ts'
import type { KlicType } from '../../server/domain/klic.ts'
import { shared } from '../support/shared.ts'

interface Shape {
  name: string
  kind: KlicType
  best_known: number
  lower_bound: number
  parts_naive: number
  parts_best_offset: number
  geometry: unknown
}

const file = shared('domain/cut-shapes.json')
if (!file) throw new Error('the reference areas are not beside the repository')
const { shapes } = JSON.parse(readFileSync(file, 'utf8')) as { shapes: Shape[] }

const wheel = (positions: number, radiusM: number) => {
  const ring: [number, number][] = Array.from({ length: positions }, (_, i) => {
    const angle = (2 * Math.PI * i) / positions
    const r = radiusM * (1 + 0.2 * Math.sin(5 * angle) + 0.01 * Math.sin(311 * angle))
    return [
      Math.round(1000 * (150_000 + r * Math.cos(angle))) / 1000,
      Math.round(1000 * (450_000 + r * Math.sin(angle))) / 1000,
    ]
  })
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!

const rows = [
  ...shapes,
  { name: 'wheel of 1,000 positions', kind: 'GRAAF' as const, geometry: wheel(1000, 1000) },
  { name: 'wheel of 10,000 positions', kind: 'GRAAF' as const, geometry: wheel(10_000, 1500) },
  { name: 'wheel of 10,000, one part', kind: 'ORIENT' as const, geometry: wheel(10_000, 900) },
].map((shape) => {
  const { area } = normaliseArea({ geometry: shape.geometry })
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now()
    cutArea(area, shape.kind)
    return performance.now() - start
  })
  const cut = cutArea(area, shape.kind)
  const known = shape as Partial<Shape>
  return {
    area: shape.name,
    parts: cut.parts.length,
    best: known.best_known,
    proven: known.lower_bound,
    bound: cut.lowerBound,
    grid: cut.plainGrid,
    'extra m2': Math.round(cut.extraAreaM2),
    ms: Math.round(median(times)),
    'first ms': Math.round(times[0]!),
  }
})
console.table(rows)
console.log(
  'parts of the reference areas:',
  rows.slice(0, shapes.length).reduce((sum, row) => sum + row.parts, 0),
)

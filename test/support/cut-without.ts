/**
 * A process of its own that cuts a set of areas without one method of the cut, and prints what came of it as JSON.
 *
 *   node cut-without.ts everyday|generated [METHOD]
 */
import fs from 'node:fs'
import { METHODS, switchOff } from './cut-methods.ts'
import { BROAD, type EverydayArea, everydayArea, NARROW } from './everyday-areas.ts'
import { broad, narrow, type Shape } from './measured-shapes.ts'
import { shared } from './shared.ts'

/** The seeds that the methods were made with, and others that nobody has seen. */
const SEEDS = { everyday: { from: 0, count: 25 }, generated: { from: 1000, count: 38 } }

export interface Totals {
  areas: number
  parts: number
  bound: number
  extraM2: number
  cpuMs: number
}

const [set, name] = process.argv.slice(2) as [keyof typeof SEEDS, string | undefined]
if (name) switchOff(METHODS.find((method) => method.name === name)!)
const { cutArea } = await import('../../server/cut/cut.ts')
const { normaliseArea } = await import('../../server/domain/geometry/area.ts')

const fromSeeds = [...NARROW, ...BROAD].flatMap((kind) =>
  Array.from({ length: SEEDS[set].count }, (_, k) => everydayArea(kind, SEEDS[set].from + k)),
)
const file = shared('domain/cut-shapes.json')
const reference = file ? (JSON.parse(fs.readFileSync(file, 'utf8')) as { shapes: Shape[] }).shapes : []
const areas: EverydayArea[] = set === 'everyday' ? [...reference, ...narrow, ...broad, ...fromSeeds] : fromSeeds

const totals: Totals = { areas: areas.length, parts: 0, bound: 0, extraM2: 0, cpuMs: 0 }
for (const { kind, geometry } of areas) {
  const { area } = normaliseArea({ geometry })
  const started = process.cpuUsage().user
  const cut = cutArea(area, kind)
  totals.cpuMs += (process.cpuUsage().user - started) / 1000
  totals.parts += cut.parts.length
  totals.bound += cut.lowerBound
  totals.extraM2 += cut.extraAreaM2
}
process.stdout.write(JSON.stringify(totals))

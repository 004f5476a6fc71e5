/**
 * What lies along a run of street: cables, pipes, containers, their elements, drawing elements and the rest of IMKL.
 * Yields whole objects of the world; cutting to a request is done by the writer of the delivery.
 * Invented throughout. It resembles a Dutch street in kinds and proportions, not in any real place.
 */
import type { Extent, Position, Ring } from '../domain/geometry/geometry.ts'
import {
  accuracy,
  diameter,
  electricity,
  fibreCable,
  gas,
  heatPipe,
  hidden,
  holds,
  material,
  sewerPipe,
  TYPES,
  wastePipe,
  waterPipe,
  width,
} from './attributes.ts'
import { ASIDE, appurtenance, halfBlock } from './houses.ts'
import { NETS, type Net } from './operators.ts'
import { at, axisPoint, besideAxis, chance, type Run, streetDensity } from './streets.ts'
import type { WorldObject } from './world-object.ts'

type WorldLine = WorldObject & { form: 'line' }

const alongRun = (run: Run, aside: number): Position[] => {
  const line: Position[] = []
  for (let step = run.first; step <= run.last; step += 1)
    line.push(besideAxis(run.axis, run.line, step, aside, run.blockM))
  return line
}

/** Steps of a run at which a street is crossed; what stands there has the step in its id. */
const crossingsOf = (run: Run): { step: number; name: string; beside: (aside: number) => Position }[] => {
  const found = []
  for (let step = run.first; step < run.last; step += 2) {
    const beside = (aside: number): Position => besideAxis(run.axis, run.line, step, aside, run.blockM)
    found.push({ step, name: `${run.axis}_${run.line}_${step}`, beside })
  }
  return found
}

const mainOf =
  (run: Run) =>
  (
    objecttype: string,
    net: Net,
    kind: string,
    aside: number,
    attributes: readonly string[],
    more: Partial<WorldLine> = {},
  ): WorldLine => {
    const age = chance(...run.key, 20, kind.length, kind.charCodeAt(0))
    return {
      form: 'line',
      objecttype,
      net,
      local: `${kind}_${run.name}`,
      line: alongRun(run, aside),
      attributes,
      ...(age < 0.04 ? { status: 'disused' } : age > 0.99 ? { status: 'projected' } : {}),
      ...more,
    }
  }

/** Cables and pipes over the whole length of a run. */
function* mains(run: Run, density: number): Generator<WorldObject> {
  const main = mainOf(run)
  const rural = run.character === 'rural'
  const crossings = crossingsOf(run)
  yield main('Elektriciteitskabel', NETS.low, 'LSL', ASIDE.lowLeft, electricity(400))
  if (!rural) yield main('Elektriciteitskabel', NETS.low, 'LSR', ASIDE.lowRight, electricity(400))
  if (hasMedium(run)) {
    const cable = main('Elektriciteitskabel', NETS.medium, 'MS', ASIDE.medium, electricity(10_000))
    yield cable
    yield main('Kabelbed', NETS.medium, 'KBED', ASIDE.medium, [width(5), hidden, holds(1)], {
      contents: [{ as: 'cables', local: cable.local, line: cable.line }],
    })
  }
  yield main('OlieGasChemicalienPijpleiding', NETS.gasLow, 'GLD', ASIDE.gasLow, gas(110, '0.1', 'PE'))
  if (run.line % 4 === 0 && run.axis === 'H') {
    yield main('OlieGasChemicalienPijpleiding', NETS.gasHigh, 'GHD', ASIDE.gasHigh, gas(219, '8', 'steel'))
    const [left, right] = [alongRun(run, ASIDE.gasHigh + 4), alongRun(run, ASIDE.gasHigh - 4)]
    const outline: Ring = [...left, ...right.reverse(), left[0]!]
    yield { form: 'precaution', net: NETS.gasHigh, local: `EV_GHD_${run.name}`, outline }
  }
  const depths = crossings.map(({ name, beside }) => ({
    as: 'dieptelegging' as const,
    local: `DTM_${name}`,
    at: beside(ASIDE.water),
  }))
  yield main('Waterleiding', NETS.water, 'WA', ASIDE.water, waterPipe(110), { details: depths })
  if (rural) yield main('Rioolleiding', NETS.pressureSewer, 'RD', ASIDE.pressureSewer, sewerPipe(90, 'PE'))
  else {
    const levels = crossings.map(({ name, beside }) => ({
      as: 'dieptelegging' as const,
      local: `NAP_${name}`,
      at: beside(ASIDE.sewer),
    }))
    yield main('Rioolleiding', NETS.sewer, 'RV', ASIDE.sewer, sewerPipe(300, 'concrete'), { details: levels })
    yield main('Elektriciteitskabel', NETS.lighting, 'OV', ASIDE.lighting, electricity(230))
  }
  yield* fibre(run)
  if (run.character === 'centre') {
    yield main('ThermischePijpleiding', NETS.heat, 'WWA', ASIDE.heatOut, heatPipe)
    yield main('ThermischePijpleiding', NETS.heat, 'WWR', ASIDE.heatBack, heatPipe)
  }
  if (!rural && run.axis === 'V' && run.line % 5 === 0) {
    yield main('Overig', NETS.other, 'AFVAL', ASIDE.other, wastePipe)
  }
  if (run.axis === 'H' && run.line % 8 === 2) {
    yield main('Elektriciteitskabel', NETS.high, 'HS', ASIDE.high, electricity(150_000), { overhead: true })
  }
  yield { form: 'topography', net: NETS.sewer, local: `TOPO_${run.name}`, line: alongRun(run, ASIDE.kerb) }
  // A dense city has many cables beside each other.
  for (let n = 1; n < density; n += 1) {
    yield main('Elektriciteitskabel', NETS.low, `LSX${n}`, ASIDE.lowLeft + 0.1 * n, electricity(400))
    yield main('Telecommunicatiekabel', NETS.fibre, `GVX${n}`, ASIDE.fibre + 0.05 * n, fibreCable)
  }
}

const hasMedium = (run: Run): boolean => run.line % 2 === 0

/** One cable, here and there in a duct, or beside a bed whose stretches its casings share. */
function* fibre(run: Run): Generator<WorldObject> {
  const main = mainOf(run)
  const cable = main('Telecommunicatiekabel', NETS.fibre, 'GV', ASIDE.fibre, fibreCable)
  yield cable
  if (run.line % 3 === 0) {
    const contents = [{ as: 'cables' as const, local: cable.local, line: cable.line }]
    yield main('Duct', NETS.fibre, 'DUCT', ASIDE.fibre, [width(1), hidden], { contents })
  }
  if (run.line % 3 !== 1) return
  const bed = main('Kabelbed', NETS.fibre, 'KBG', ASIDE.ducts, [width(5), hidden, holds(2)])
  const casings = ['MBGA', 'MBGB'].map(
    (kind): WorldLine => ({
      ...bed,
      objecttype: 'Mantelbuis',
      local: `${kind}_${run.name}`,
      attributes: [diameter(40), hidden, holds(0), material('PVC')],
      linksOf: bed.local,
    }),
  )
  yield { ...bed, contents: casings.map(({ local }) => ({ as: 'pipes' as const, local, line: bed.line })) }
  yield* casings
}

/** What stands or lies at the crossings. */
function* crossings(run: Run): Generator<WorldObject> {
  const medium = alongRun(run, ASIDE.medium)
  for (const { step, name, beside } of crossingsOf(run)) {
    const [a, b] = [
      axisPoint(run.axis, run.line, step, run.blockM),
      axisPoint(run.axis, run.line, step + 1, run.blockM),
    ]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const ahead = (from: Position, metres: number): Position =>
      at(from[0] + ((b[0] - a[0]) / length) * metres, from[1] + ((b[1] - a[1]) / length) * metres)
    yield appurtenance(NETS.low, `MOF_${name}`, beside(ASIDE.lowLeft), TYPES.joint)
    yield appurtenance(NETS.gasLow, `AFS_${name}`, beside(ASIDE.gasLow), TYPES.gasValve, true)
    yield appurtenance(NETS.water, `BK_${name}`, beside(ASIDE.water), TYPES.hydrant, true)
    yield { form: 'depth', net: NETS.water, local: `DTM_${name}`, at: beside(ASIDE.water), depthM: 1.05 }
    if (run.character !== 'rural') {
      const put = beside(ASIDE.sewer)
      yield appurtenance(NETS.sewer, `PUT_${name}`, put, TYPES.manhole, true)
      yield { form: 'nap', net: NETS.sewer, local: `NAP_${name}`, at: put, levelM: 12.4, surfaceM: 15.1 }
    }
    yield* landmarks(run, step, name, beside)
    if (!hasMedium(run)) continue
    const casing = [ahead(beside(ASIDE.medium), -8), ahead(beside(ASIDE.medium), 8)]
    const isDrawn = chance(...run.key, 21, step) < 0.2
    yield {
      form: 'line',
      objecttype: 'Mantelbuis',
      net: NETS.medium,
      local: `MABS_${name}`,
      line: casing,
      attributes: [diameter(150), hidden, accuracy('tot100cm'), holds(1), material('PVC')],
      contents: [{ as: 'cables', local: `MS_${run.name}`, line: medium }],
      details: isDrawn ? [{ as: 'heeftExtraInformatie', local: `EDI_${name}`, at: casing[0]! }] : [],
    }
    if (isDrawn) yield { form: 'detail', net: NETS.medium, local: `EDI_${name}`, line: casing }
    if (chance(...run.key, 22, step) < 0.3) yield* substation(name, ahead(beside(ASIDE.house), 15))
    yield {
      form: 'point',
      objecttype: 'Kast',
      net: NETS.fibre,
      local: `KAST_${name}`,
      at: ahead(beside(ASIDE.fibre), 12),
      visible: true,
      rotation: 0,
    }
  }
}

/** What is rare: shafts, masts, towers, and the sites of the town. */
function* landmarks(run: Run, step: number, name: string, beside: (aside: number) => Position): Generator<WorldObject> {
  const standing = (objecttype: 'Mangat' | 'Mast' | 'Toren', net: Net, kind: string, aside: number) => ({
    form: 'point' as const,
    objecttype,
    net,
    local: `${kind}_${name}`,
    at: beside(aside),
    visible: true,
    rotation: 0,
  })
  if (run.line % 3 === 0) yield standing('Mangat', NETS.fibre, 'MANGAT', ASIDE.fibre)
  if (run.axis === 'H' && run.line % 8 === 2) {
    yield { ...standing('Mast', NETS.high, 'MAST', ASIDE.high), heightM: 42 }
  }
  if (chance(...run.key, 24, step) < 0.06) {
    yield { ...standing('Toren', NETS.fibre, 'TOREN', ASIDE.house + 6), heightM: 38.5 }
  }
  if (chance(...run.key, 25, step) < 0.12) {
    const [x, y] = beside(-ASIDE.house - 6)
    const box = (half: number): Ring => [
      at(x - half, y - half),
      at(x + half, y - half),
      at(x + half, y + half),
      at(x - half, y + half),
      at(x - half, y - half),
    ]
    yield { form: 'site', net: NETS.sewer, local: `GEMAAL_${name}`, rings: [box(4), box(2)] }
  }
}

function* substation(name: string, [x, y]: Position): Generator<WorldObject> {
  const outline: Ring = [
    at(x - 2, y - 1.5),
    at(x + 2, y - 1.5),
    at(x + 2, y + 1.5),
    at(x - 2, y + 1.5),
    at(x - 2, y - 1.5),
  ]
  yield {
    form: 'point',
    objecttype: 'TechnischGebouw',
    net: NETS.medium,
    local: `TGBW_${name}`,
    at: [x, y],
    visible: true,
    rotation: 0,
    label: name.replaceAll('_', ' '),
    outline,
  }
}

/** Everything of a run; `near` only saves the work on half blocks that lie far off. */
export function* objectsOf(run: Run, near: Extent, density: number): Generator<WorldObject> {
  const inStreet = streetDensity(density)
  yield* mains(run, inStreet)
  yield* crossings(run)
  for (let step = run.first; step < run.last; step += 1) {
    const [a, b] = [
      axisPoint(run.axis, run.line, step, run.blockM),
      axisPoint(run.axis, run.line, step + 1, run.blockM),
    ]
    const reachM = 20
    const far =
      Math.max(a[0], b[0]) + reachM < near.minX ||
      Math.min(a[0], b[0]) - reachM > near.maxX ||
      Math.max(a[1], b[1]) + reachM < near.minY ||
      Math.min(a[1], b[1]) - reachM > near.maxY
    if (!far) yield* halfBlock(run, step, inStreet)
  }
}

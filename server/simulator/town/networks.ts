/**
 * What lies along a run of street: cables, pipes, containers, their elements, drawing elements and the rest of IMKL.
 * Yields whole objects of the world; cutting to a request is done by the writer of the delivery.
 * Invented throughout. It resembles a Dutch street in kinds and proportions, not in any real place.
 */
import type { Extent, Position, Ring } from '../../geometry/geometry.ts'
import {
  accuracy,
  description,
  diameter,
  electricity,
  fibreCable,
  gas,
  heatPipe,
  hidden,
  holds,
  label,
  material,
  STANDING,
  sewerPipe,
  TYPES,
  telecomCable,
  wastePipe,
  waterPipe,
  width,
} from './attributes.ts'
import { ASIDE, appurtenance, halfBlock } from './houses.ts'
import { NETS, type Net } from './operators.ts'
import { rareFeatures } from './rare-features.ts'
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

/** A strip along a main in which its operator has to be asked first. */
const precaution = (run: Run, net: Net, kind: string, aside: number): WorldObject => {
  const [left, right] = [alongRun(run, aside + 4), alongRun(run, aside - 4)]
  return { form: 'precaution', net, local: `${kind}_${run.name}`, outline: [...left, ...right.reverse(), left[0]!] }
}

/** What a run is made of: most say it, of some nobody knows. */
const of = <T>(run: Run, seed: number, common: T, ...others: T[]): T => {
  const share = chance(...run.key, seed)
  return share < 0.7 ? common : others[Math.floor(((share - 0.7) / 0.3) * others.length)]!
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
    if (run.axis === 'V' && run.line % 8 === 2) yield precaution(run, NETS.medium, 'EV_MS', ASIDE.medium)
  }
  yield main('OlieGasChemicalienPijpleiding', NETS.gasLow, 'GLD', ASIDE.gasLow, [
    ...gas(of(run, 30, 110, null, 63), '0.1', of(run, 31, 'PE', 'polyetheen', 'nodulairGietijzer', 'koper', 'SPVC')),
  ])
  if (run.line % 4 === 0 && run.axis === 'H') {
    yield main('OlieGasChemicalienPijpleiding', NETS.gasHigh, 'GHD', ASIDE.gasHigh, gas(219, '8', 'steel'))
    yield precaution(run, NETS.gasHigh, 'EV_GHD', ASIDE.gasHigh)
  }
  const depths = crossings.map(({ name, beside }) => ({
    as: 'dieptelegging' as const,
    local: `DTM_${name}`,
    at: beside(ASIDE.water),
  }))
  const pipe = waterPipe(of(run, 32, 110, null, 160), of(run, 33, 'PVC', 'grijsGietijzer', 'onbekend', 'overig'))
  yield main('Waterleiding', NETS.water, 'WA', ASIDE.water, pipe, { details: depths })
  if (run.axis === 'V' && run.line % 6 === 1) {
    const trunk = waterPipe(400, 'nodulairGietijzer', false)
    yield main('Waterleiding', NETS.water, 'WAT', ASIDE.trunk, trunk, { delivers: 'transport' })
    yield precaution(run, NETS.water, 'EV_WA', ASIDE.trunk)
  }
  if (rural)
    yield main('Rioolleiding', NETS.pressureSewer, 'RD', ASIDE.pressureSewer, sewerPipe(90, 'HDPE', 'sanitary'))
  else {
    const levels = crossings.map(({ name, beside }) => ({
      as: 'dieptelegging' as const,
      local: `NAP_${name}`,
      at: beside(ASIDE.sewer),
    }))
    const sewer = sewerPipe(
      of(run, 34, 300, null, 400),
      of(run, 35, 'concrete', 'gres', 'reinforcedConcrete', 'bitumen'),
      of<'combined' | 'sanitary' | null>(run, 36, 'combined', 'sanitary', null),
    )
    yield main('Rioolleiding', NETS.sewer, 'RV', ASIDE.sewer, sewer, { details: levels })
    yield main('Elektriciteitskabel', NETS.lighting, 'OV', ASIDE.lighting, electricity(230))
  }
  yield* fibre(run)
  if (run.character === 'centre') {
    yield main('ThermischePijpleiding', NETS.heat, 'WWA', ASIDE.heatOut, heatPipe('waterHT', 'RVS'), { delivers: null })
    yield main('ThermischePijpleiding', NETS.heat, 'WWR', ASIDE.heatBack, heatPipe('waterMT', 'St-Pur-PE'), {
      delivers: null,
    })
  }
  if (!rural && run.axis === 'V' && run.line % 5 === 0) {
    yield main('Overig', NETS.other, 'AFVAL', ASIDE.other, wastePipe)
  }
  if (run.axis === 'H' && run.line % 8 === 2) {
    yield main('Elektriciteitskabel', NETS.high, 'HS', ASIDE.high, electricity(150_000), { overhead: true })
  }
  const kerb = { line: alongRun(run, ASIDE.kerb) }
  yield { form: 'topography', net: NETS.sewer, local: `TOPO_${run.name}`, type: 'overig', shape: kerb }
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
  const made = of<'opticalFiber' | 'twistedPair' | 'overig'>(run, 37, 'opticalFiber', 'twistedPair', 'overig')
  const cable = main('Telecommunicatiekabel', NETS.fibre, 'GV', ASIDE.fibre, telecomCable(made))
  yield cable
  if (run.line % 3 === 0) {
    const contents = [{ as: 'cables' as const, local: cable.local, line: cable.line }]
    yield main('Duct', NETS.fibre, 'DUCT', ASIDE.fibre, [width(1), hidden, holds(1), description('Multibuis')], {
      contents,
    })
  }
  if (run.line % 3 !== 1) return
  const bed = main('Kabelbed', NETS.fibre, 'KBG', ASIDE.ducts, [width(5), hidden, holds(2)])
  const casings = ['MBGA', 'MBGB'].map(
    (kind): WorldLine => ({
      ...bed,
      objecttype: 'Mantelbuis',
      local: `${kind}_${run.name}`,
      attributes: [diameter(4, 'cm'), hidden, holds(0), material('PVC'), description('Lege buis')],
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
    yield appurtenance(NETS.water, `BK_${name}`, beside(ASIDE.water), TYPES.hydrant, true, [label(`BK ${step}`)])
    const depth = { form: 'depth' as const, net: NETS.water, local: `DTM_${name}`, at: beside(ASIDE.water) }
    const measured = chance(...run.key, 38, step) < 0.3 ? { measuredAt: '2019-05-14T00:00:00' } : {}
    yield { ...depth, depthM: 1.05, ...measured }
    if (run.character !== 'rural') {
      const put = beside(ASIDE.sewer)
      yield appurtenance(NETS.sewer, `PUT_${name}`, put, TYPES.manhole, true, [accuracy('tot30cm')])
      yield { form: 'nap', net: NETS.sewer, local: `NAP_${name}`, at: put, levelM: 12.4, surfaceM: 15.1 }
    }
    yield* rareFeatures(run, step, name, { beside, ahead })
    if (!hasMedium(run)) continue
    const casing = [ahead(beside(ASIDE.medium), -8), ahead(beside(ASIDE.medium), 8)]
    const isDrawn = chance(...run.key, 21, step) < 0.2
    yield {
      form: 'line',
      objecttype: 'Mantelbuis',
      net: NETS.medium,
      local: `MABS_${name}`,
      line: casing,
      attributes: [
        diameter(chance(...run.key, 39, step) < 0.1 ? null : 150),
        ...[hidden, accuracy('tot100cm'), holds(1), material('PVC')],
      ],
      contents: [{ as: 'cables', local: `MS_${run.name}`, line: medium }],
      details: isDrawn ? [{ as: 'heeftExtraInformatie', local: `EDI_${name}`, at: casing[0]! }] : [],
    }
    const isDrawnAsLine = chance(...run.key, 40, step) < 0.5
    const detail = { form: 'detail' as const, net: NETS.medium, local: `EDI_${name}`, line: casing }
    const isProfile = chance(...run.key, 41, step) < 0.8
    if (isDrawn) yield { ...detail, kind: isProfile ? 'profielschets' : 'overig', isDrawnAsLine }
    if (chance(...run.key, 22, step) < 0.3) yield* substation(name, ahead(beside(ASIDE.house), 15))
    yield {
      form: 'point',
      objecttype: 'Kast',
      net: NETS.fibre,
      local: `KAST_${name}`,
      at: ahead(beside(ASIDE.fibre), 12),
      attributes: STANDING,
    }
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
    attributes: [...STANDING, accuracy('tot50cm'), label(name.replaceAll('_', ' ')), description('Netstation')],
    outline,
  }
}

/** Everything of a run; `near` only saves the work on half blocks that lie far off. */
export function* networkObjects(run: Run, near: Extent, density: number): Generator<WorldObject> {
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

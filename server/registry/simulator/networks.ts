/**
 * What lies along a run of street: cables, pipes, containers, their elements, drawing elements and the rest of IMKL.
 * Yields whole objects of the world; cutting to a request is done by the writer of the delivery.
 * Invented throughout. It resembles a Dutch street in kinds and proportions, not in any real place.
 */
import type { Extent, Position, Ring } from '../../domain/geometry.ts'
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
  waterPipe,
  width,
} from './attributes.ts'
import { NETS, type Net } from './operators.ts'
import { at, axisPoint, besideAxis, chance, type Run } from './streets.ts'

export type WorldObject =
  | {
      form: 'line'
      objecttype: string
      net: Net
      local: string
      line: Position[]
      attributes: readonly string[]
      status?: string
    }
  | {
      form: 'point'
      objecttype: 'Appurtenance' | 'Kast' | 'TechnischGebouw'
      net: Net
      local: string
      at: Position
      /** Full URI, for an Appurtenance. */
      type?: string
      visible: boolean
      rotation: number
      label?: string
      outline?: Ring
    }
  | {
      form: 'drawing'
      objecttype: 'Maatvoering' | 'Annotatie'
      net: Net
      local: string
      type: string
      geometry: Position[]
      label?: string
      rotation?: number
    }
  | { form: 'depth'; net: Net; local: string; at: Position; depthM: number }
  | { form: 'precaution'; net: Net; local: string; outline: Ring }
  | { form: 'topography'; net: Net; local: string; line: Position[] }
  | { form: 'detail'; net: Net; local: string; line: Position[] }

/** Metres beside the axis of the street, to the left of its direction. */
const ASIDE = {
  lowLeft: 6,
  lowRight: -6,
  medium: -6.8,
  gasLow: 4.2,
  gasHigh: 9.5,
  water: -4.4,
  lighting: -5.4,
  sewer: 0.4,
  pressureSewer: 2.2,
  fibre: 7.4,
  heatOut: 2.8,
  heatBack: 3.4,
  kerb: 3.5,
  house: 11,
} as const

const alongRun = (run: Run, aside: number): Position[] => {
  const line: Position[] = []
  for (let step = run.first; step <= run.last; step += 1) line.push(besideAxis(run.axis, run.line, step, aside))
  return line
}

function* mains(run: Run): Generator<WorldObject> {
  const main = (objecttype: string, net: Net, kind: string, aside: number, attributes: readonly string[]) => {
    const old = chance(...run.key, 20, kind.length, kind.charCodeAt(0)) < 0.04
    return {
      form: 'line' as const,
      objecttype,
      net,
      local: `${kind}_${run.name}`,
      line: alongRun(run, aside),
      attributes,
      ...(old ? { status: 'disused' } : {}),
    }
  }
  const rural = run.character === 'rural'
  yield main('Elektriciteitskabel', NETS.low, 'LSL', ASIDE.lowLeft, electricity(400))
  if (!rural) yield main('Elektriciteitskabel', NETS.low, 'LSR', ASIDE.lowRight, electricity(400))
  if (run.line % 2 === 0) {
    yield main('Elektriciteitskabel', NETS.medium, 'MS', ASIDE.medium, electricity(10_000))
    yield main('Kabelbed', NETS.medium, 'KBED', ASIDE.medium, [width(5), hidden, holds(1)])
  }
  yield main('OlieGasChemicalienPijpleiding', NETS.gasLow, 'GLD', ASIDE.gasLow, gas(110, '0.1', 'PE'))
  if (run.line % 4 === 0 && run.axis === 'H') {
    yield main('OlieGasChemicalienPijpleiding', NETS.gasHigh, 'GHD', ASIDE.gasHigh, gas(219, '8', 'steel'))
    const [left, right] = [alongRun(run, ASIDE.gasHigh + 4), alongRun(run, ASIDE.gasHigh - 4)]
    const outline: Ring = [...left, ...right.reverse(), left[0]!]
    yield { form: 'precaution', net: NETS.gasHigh, local: `EV_GHD_${run.name}`, outline }
  }
  yield main('Waterleiding', NETS.water, 'WA', ASIDE.water, waterPipe(110))
  if (rural) yield main('Rioolleiding', NETS.pressureSewer, 'RD', ASIDE.pressureSewer, sewerPipe(90, 'PE'))
  else {
    yield main('Rioolleiding', NETS.sewer, 'RV', ASIDE.sewer, sewerPipe(300, 'concrete'))
    yield main('Elektriciteitskabel', NETS.lighting, 'OV', ASIDE.lighting, electricity(230))
  }
  yield main('Telecommunicatiekabel', NETS.fibre, 'GV', ASIDE.fibre, fibreCable)
  if (run.line % 3 === 0) yield main('Duct', NETS.fibre, 'DUCT', ASIDE.fibre, [width(1), hidden])
  if (run.character === 'centre') {
    yield main('ThermischePijpleiding', NETS.heat, 'WWA', ASIDE.heatOut, heatPipe)
    yield main('ThermischePijpleiding', NETS.heat, 'WWR', ASIDE.heatBack, heatPipe)
  }
  yield { form: 'topography', net: NETS.sewer, local: `TOPO_${run.name}`, line: alongRun(run, ASIDE.kerb) }
}

const appurtenance = (
  net: Net,
  local: string,
  where: Position,
  type: string,
  visible = false,
  rotation = 0,
): WorldObject => ({ form: 'point', objecttype: 'Appurtenance', net, local, at: where, type, visible, rotation })

/** What stands or lies at the ends of each block. */
function* crossings(run: Run): Generator<WorldObject> {
  for (let step = run.first; step < run.last; step += 2) {
    const beside = (aside: number): Position => besideAxis(run.axis, run.line, step, aside)
    const name = `${run.axis}_${run.line}_${step}`
    const [a, b] = [axisPoint(run.axis, run.line, step), axisPoint(run.axis, run.line, step + 1)]
    const length = Math.hypot(b[0] - a[0], b[1] - a[1])
    const ahead = (from: Position, metres: number): Position =>
      at(from[0] + ((b[0] - a[0]) / length) * metres, from[1] + ((b[1] - a[1]) / length) * metres)
    yield appurtenance(NETS.low, `MOF_${name}`, beside(ASIDE.lowLeft), TYPES.joint)
    yield appurtenance(NETS.gasLow, `AFS_${name}`, beside(ASIDE.gasLow), TYPES.gasValve, true)
    yield appurtenance(NETS.water, `BK_${name}`, beside(ASIDE.water), TYPES.hydrant, true)
    yield { form: 'depth', net: NETS.water, local: `DTM_${name}`, at: beside(ASIDE.water), depthM: 1.05 }
    if (run.character !== 'rural') {
      yield appurtenance(NETS.sewer, `PUT_${name}`, beside(ASIDE.sewer), TYPES.manhole, true)
    }
    if (run.line % 2 !== 0) continue
    const casing = [ahead(beside(ASIDE.medium), -8), ahead(beside(ASIDE.medium), 8)]
    yield {
      form: 'line',
      objecttype: 'Mantelbuis',
      net: NETS.medium,
      local: `MABS_${name}`,
      line: casing,
      attributes: [diameter(150), hidden, accuracy('tot100cm'), holds(1), material('PVC')],
    }
    if (chance(...run.key, 21, step) < 0.2) {
      yield { form: 'detail', net: NETS.medium, local: `EDI_${name}`, line: casing }
    }
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

/** Between two axis points, `share` of the way, `aside` metres to the left. */
const alongside = (a: Position, b: Position, share: number, aside: number): Position => {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  return at(
    a[0] + (b[0] - a[0]) * share - ((b[1] - a[1]) / length) * aside,
    a[1] + (b[1] - a[1]) * share + ((b[0] - a[0]) / length) * aside,
  )
}

/**
 * Houses with their connections, lights and measures of half a block. A connection starts at the main as it would lie
 * on a straight stretch: near a bend it may miss it by some centimetres, as in real deliveries.
 */
function* halfBlock(run: Run, step: number, density: number): Generator<WorldObject> {
  const [a, b] = [axisPoint(run.axis, run.line, step), axisPoint(run.axis, run.line, step + 1)]
  const spacingM = (run.character === 'rural' ? 60 : 24) / density
  const count = Math.max(1, Math.floor(Math.hypot(b[0] - a[0], b[1] - a[1]) / spacingM))
  for (let n = 0; n < count; n += 1) {
    const name = `${run.axis}_${run.line}_${step}_${n}`
    const share = (n + 0.3 + 0.4 * chance(...run.key, 23, step, n)) / count
    const beside = (aside: number): Position => alongside(a, b, share, aside)
    yield* house(name, run, beside)
    if (run.character !== 'rural' && n % 2 === 0) {
      yield appurtenance(NETS.lighting, `LM_${name}`, beside(ASIDE.lighting), TYPES.streetLight, true)
      yield appurtenance(NETS.sewer, `KOLK_${name}`, beside(-ASIDE.kerb), TYPES.gully, true)
    }
    if (n % 2 === 1) yield* measure(name, beside)
  }
}

function* house(name: string, run: Run, beside: (aside: number) => Position): Generator<WorldObject> {
  const service = (objecttype: string, net: Net, kind: string, from: number, attributes: readonly string[]) => ({
    form: 'line' as const,
    objecttype,
    net,
    local: `${kind}_${name}`,
    line: [beside(from), beside(Math.sign(from) * ASIDE.house)],
    attributes,
  })
  yield service('Elektriciteitskabel', NETS.low, 'LSA', ASIDE.lowLeft, electricity(230))
  yield appurtenance(NETS.low, `MOFA_${name}`, beside(ASIDE.lowLeft), TYPES.joint)
  yield appurtenance(NETS.low, `OP_${name}`, beside(ASIDE.house), TYPES.powerDelivery)
  yield service('OlieGasChemicalienPijpleiding', NETS.gasLow, 'GA', ASIDE.gasLow, gas(32, '0.1', 'PE'))
  yield appurtenance(NETS.gasLow, `ZADEL_${name}`, beside(ASIDE.gasLow), TYPES.saddle)
  yield appurtenance(NETS.gasLow, `GOP_${name}`, beside(ASIDE.house), TYPES.gasDelivery)
  yield service('Waterleiding', NETS.water, 'WAA', ASIDE.water, waterPipe(32))
  yield appurtenance(NETS.water, `WAFS_${name}`, beside(ASIDE.water), TYPES.waterValve)
  if (run.character !== 'rural') {
    yield service('Elektriciteitskabel', NETS.low, 'LSB', ASIDE.lowRight, electricity(230))
    yield service('Telecommunicatiekabel', NETS.fibre, 'GVA', ASIDE.fibre, fibreCable)
    yield appurtenance(NETS.fibre, `GVM_${name}`, beside(ASIDE.fibre), TYPES.fibreJoint)
  }
}

function* measure(name: string, beside: (aside: number) => Position): Generator<WorldObject> {
  const drawing = (objecttype: 'Maatvoering' | 'Annotatie', kind: string, type: string, geometry: Position[]) => ({
    form: 'drawing' as const,
    objecttype,
    net: NETS.low,
    local: `${kind}_${name}`,
    type,
    geometry,
  })
  yield drawing('Maatvoering', 'MAATL', 'maatvoeringspijl', [beside(ASIDE.lowLeft), beside(ASIDE.house)])
  const label = drawing('Maatvoering', 'MAATT', 'maatvoeringslabel', [beside((ASIDE.lowLeft + ASIDE.house) / 2)])
  yield { ...label, label: (ASIDE.house - ASIDE.lowLeft).toFixed(1), rotation: 0 }
  yield drawing('Annotatie', 'ANNOL', 'annotatielijn', [beside(ASIDE.lowLeft), beside(ASIDE.lowLeft + 2)])
  const text = drawing('Annotatie', 'ANNOT', 'annotatielabel', [beside(ASIDE.lowLeft + 2)])
  yield { ...text, label: '4x150 Al', rotation: 0 }
}

/** Everything of a run; `near` only saves the work on half blocks that lie far off. */
export function* objectsOf(run: Run, near: Extent, density: number): Generator<WorldObject> {
  yield* mains(run)
  yield* crossings(run)
  for (let step = run.first; step < run.last; step += 1) {
    const [a, b] = [axisPoint(run.axis, run.line, step), axisPoint(run.axis, run.line, step + 1)]
    const reachM = 20
    const far =
      Math.max(a[0], b[0]) + reachM < near.minX ||
      Math.min(a[0], b[0]) - reachM > near.maxX ||
      Math.max(a[1], b[1]) + reachM < near.minY ||
      Math.min(a[1], b[1]) - reachM > near.maxY
    if (!far) yield* halfBlock(run, step, density)
  }
}

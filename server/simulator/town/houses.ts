/**
 * Houses along a street: their connections, the lights before them, and the measures that a draughtsman adds.
 */
import type { Position } from '../../geometry/geometry.ts'
import STREETS from '../data/street-names.json' with { type: 'json' }
import {
  appurtenanceType,
  description,
  electricity,
  fibreCable,
  gas,
  label,
  rotation,
  TYPES,
  visible,
  waterPipe,
} from './attributes.ts'
import { NETS, type Net } from './operators.ts'
import { at, axisPoint, chance, type Run } from './streets.ts'
import type { WorldObject } from './world-object.ts'

/** Metres beside the axis of the street, to the left of its direction. */
export const ASIDE = {
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
  other: 8.3,
  ducts: 8.8,
  high: -16,
  trunk: -9.6,
} as const

export const appurtenance = (
  net: Net,
  local: string,
  where: Position,
  type: string,
  isVisible = false,
  more: readonly string[] = [],
): WorldObject & { form: 'point' } => ({
  form: 'point',
  objecttype: 'Appurtenance',
  net,
  local,
  at: where,
  attributes: [appurtenanceType(type), visible(isVisible), rotation(0), ...more],
})

/** Between two axis points, `share` of the way, `aside` metres to the left. */
const alongside = (a: Position, b: Position, share: number, aside: number): Position => {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  return at(
    a[0] + (b[0] - a[0]) * share - ((b[1] - a[1]) / length) * aside,
    a[1] + (b[1] - a[1]) * share + ((b[0] - a[0]) / length) * aside,
  )
}

export interface Plot {
  /** From the start of the half block. */
  n: number
  /** The point `aside` metres to the left of the street's axis. */
  beside(aside: number): Position
}

export const streetOf = (run: Run): string => STREETS[Math.floor(chance(...run.key, 31) * STREETS.length)]!

export const PLOTS_A_STEP = 10

/** Of the house on the left; the one across the street has the next. */
export const houseNumberOf = (run: Run, step: number, n: number): number =>
  ((step - run.first) * PLOTS_A_STEP + n) * 2 + 1

/** Where the houses of half a block stand, one beside the other. */
export function* plotsOf(run: Run, step: number, density: number): Generator<Plot> {
  const [a, b] = [axisPoint(run.axis, run.line, step, run.blockM), axisPoint(run.axis, run.line, step + 1, run.blockM)]
  const spacingM = (run.character === 'rural' ? 60 : 24) / density
  const count = Math.max(1, Math.floor(Math.hypot(b[0] - a[0], b[1] - a[1]) / spacingM))
  for (let n = 0; n < count; n += 1) {
    const share = (n + 0.3 + 0.4 * chance(...run.key, 23, step, n)) / count
    yield { n, beside: (aside) => alongside(a, b, share, aside) }
  }
}

/**
 * Houses with their connections, lights and measures of half a block. A connection starts at the main as it would lie
 * on a straight stretch: near a bend it may miss it by some centimetres, as in real deliveries.
 */
export function* halfBlock(run: Run, step: number, density: number): Generator<WorldObject> {
  for (const { n, beside } of plotsOf(run, step, density)) {
    const name = `${run.axis}_${run.line}_${step}_${n}`
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
  const cable = [...electricity(230), label('4x10 Cu'), description('Aansluitkabel met functie LS')]
  yield { ...service('Elektriciteitskabel', NETS.low, 'LSA', ASIDE.lowLeft, cable), delivers: 'private' }
  yield appurtenance(NETS.low, `MOFA_${name}`, beside(ASIDE.lowLeft), TYPES.joint, false, [description('Aftakmof')])
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

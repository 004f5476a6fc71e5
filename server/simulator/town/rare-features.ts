/**
 * What real deliveries have seldom, and ours therefore somewhere: shafts and masts, fittings of every kind, cabinets with
 * their outlines, posts and sites of somebody's own topography, and what draughtsmen with other habits draw.
 */
import type { Position, Ring } from '../../geometry/geometry.ts'
import {
  accuracy,
  description,
  FITTINGS,
  label,
  poleHeight,
  rotation,
  STANDING,
  towerHeight,
  visible,
} from './attributes.ts'
import { ASIDE, appurtenance } from './houses.ts'
import { NETS, type Net } from './operators.ts'
import { at, chance, type Run } from './streets.ts'
import type { WorldObject } from './world-object.ts'

interface Crossing {
  /** The point `aside` metres to the left of the axis. */
  beside(aside: number): Position
  /** So many metres on along the street. */
  ahead(from: Position, metres: number): Position
}

/** A square around a point. */
const box = ([x, y]: Position, half: number): Ring => [
  at(x - half, y - half),
  at(x + half, y - half),
  at(x + half, y + half),
  at(x - half, y + half),
  at(x - half, y - half),
]

function* fittings(run: Run, step: number, name: string, { beside, ahead }: Crossing): Generator<WorldObject> {
  const isRural = run.character === 'rural'
  const mains: [Net, readonly string[], aside: number, isHere: boolean][] = [
    [NETS.low, FITTINGS.low, ASIDE.lowLeft, chance(...run.key, 50, step) < 0.3],
    [NETS.gasLow, FITTINGS.gasLow, ASIDE.gasLow, true],
    [NETS.water, FITTINGS.water, ASIDE.water, true],
    [NETS.sewer, FITTINGS.sewer, ASIDE.sewer, !isRural],
    [NETS.heat, FITTINGS.heat, ASIDE.heatOut, run.character === 'centre'],
  ]
  for (const [net, types, aside, isHere] of mains) {
    if (!isHere) continue
    const type = types[Math.floor(chance(...run.key, 51, step, aside * 10) * types.length)]!
    const more = net === NETS.gasLow ? [label('onderdeel'), accuracy('tot100cm')] : []
    const fitting = appurtenance(net, `ONDERDEEL_${net.local}_${name}`, ahead(beside(aside), 6), type, false, more)
    yield net === NETS.heat ? { ...fitting, isHeightUnknown: true } : fitting
  }
}

function* cabinets(run: Run, step: number, name: string, { beside, ahead }: Crossing): Generator<WorldObject> {
  const cabinet = (net: Net, kind: string, where: Position, ...attributes: string[]) => ({
    form: 'point' as const,
    objecttype: 'Kast' as const,
    net,
    local: `${kind}_${name}`,
    at: where,
    attributes: [visible(true), rotation(90), ...attributes],
  })
  if (chance(...run.key, 52, step) < 0.3) {
    const where = ahead(beside(ASIDE.lowLeft), 9)
    yield { ...cabinet(NETS.low, 'LSKAST', where, description('Laagspanningskast')), outline: box(where, 0.4) }
  }
  if (chance(...run.key, 53, step) < 0.06) {
    const where = ahead(beside(ASIDE.water), 11)
    const plain = cabinet(NETS.water, 'MEETKAST', where, label('MK'), accuracy('tot30cm'))
    yield { ...plain, outline: box(where, 0.5), ...(step % 4 === 0 ? { outlineAs: 'heeftExtraInformatie' } : {}) }
  }
  if (run.character !== 'centre') return
  yield { ...cabinet(NETS.heat, 'WKAST', ahead(beside(ASIDE.heatOut), 9), label('WK')), isHeightUnknown: true }
}

function* topography(run: Run, step: number, name: string, { beside, ahead }: Crossing): Generator<WorldObject> {
  const own = (net: Net, kind: string, type: string) => ({
    form: 'topography' as const,
    net,
    local: `${kind}_${name}`,
    type,
  })
  if (chance(...run.key, 54, step) < 0.15) {
    yield { ...own(NETS.low, 'PAAL', 'overig'), shape: { point: ahead(beside(ASIDE.lowLeft), 14) } }
  }
  if (chance(...run.key, 55, step) < 0.06) {
    const where = ahead(beside(-ASIDE.house - 8), 20)
    const polygons = [[box(where, 3)], [box(ahead(where, 8), 2)]]
    yield { ...own(NETS.water, 'POMPHUIS', 'onbekend'), shape: { polygons } }
    const single = [[box(ahead(where, 16), 2)]]
    yield { ...own(NETS.water, 'KELDER', 'BuildingPart'), shape: { polygons: single } }
  }
}

function* drawings(run: Run, step: number, name: string, { beside, ahead }: Crossing): Generator<WorldObject> {
  const drawing = (net: Net, objecttype: 'Maatvoering' | 'Annotatie', type: string, geometry: Position[]) => ({
    form: 'drawing' as const,
    objecttype,
    net,
    local: `${type}_${net.local}_${name}`,
    type,
    geometry,
  })
  const nets: [Net, number][] = [[NETS.gasLow, ASIDE.gasLow]]
  if (run.character === 'centre') nets.push([NETS.heat, ASIDE.heatOut])
  for (const [net, aside] of nets) {
    const [from, to] = [ahead(beside(aside), 7), ahead(beside(ASIDE.house), 7)]
    yield drawing(net, 'Maatvoering', 'maatvoeringshulplijn', [from, ahead(from, 1)])
    yield drawing(net, 'Maatvoering', 'maatvoeringslijn', [from, to])
    yield { ...drawing(net, 'Maatvoering', 'maatvoeringspijlpunt', [to]), rotation: 45 }
    const text = drawing(net, 'Maatvoering', 'maatvoeringslabel', [to])
    yield { ...text, label: (ASIDE.house - aside).toFixed(1), rotation: -90, anchor: ['0', '0.5'] }
    if (chance(...run.key, 56, step) > 0.3) continue
    yield drawing(net, 'Annotatie', 'annotatiepijlEnkelgericht', [to, from])
    const note = { ...drawing(net, 'Annotatie', 'annotatielabel', [to]), label: 'boring', note: 'gestuurde boring' }
    yield { ...note, rotation: 0, anchor: ['1', '1'] }
  }
}

/** Shafts, masts, towers, and the sites of the town. */
function* landmarks(run: Run, step: number, name: string, { beside }: Crossing): Generator<WorldObject> {
  const standing = (objecttype: 'Mangat' | 'Mast' | 'Toren', net: Net, kind: string, aside: number) => ({
    form: 'point' as const,
    objecttype,
    net,
    local: `${kind}_${name}`,
    at: beside(aside),
    attributes: STANDING,
  })
  if (run.line % 3 === 0) yield standing('Mangat', NETS.fibre, 'MANGAT', ASIDE.fibre)
  if (run.axis === 'H' && run.line % 8 === 2) {
    yield { ...standing('Mast', NETS.high, 'MAST', ASIDE.high), attributes: [...STANDING, poleHeight(42)] }
  }
  if (chance(...run.key, 24, step) < 0.06) {
    yield { ...standing('Toren', NETS.fibre, 'TOREN', ASIDE.house + 6), attributes: [...STANDING, towerHeight(38.5)] }
  }
  if (chance(...run.key, 25, step) < 0.12) {
    const [x, y] = beside(-ASIDE.house - 6)
    // A pumping station around its court.
    const polygons = [[box([x, y], 4), box([x, y], 2)]]
    const site = { form: 'topography' as const, type: 'BuildingPart', shape: { polygons } }
    yield { ...site, net: NETS.sewer, local: `GEMAAL_${name}` }
  }
}

export function* rareFeatures(run: Run, step: number, name: string, crossing: Crossing): Generator<WorldObject> {
  yield* landmarks(run, step, name, crossing)
  yield* fittings(run, step, name, crossing)
  yield* cabinets(run, step, name, crossing)
  yield* topography(run, step, name, crossing)
  yield* drawings(run, step, name, crossing)
}

/**
 * A feature of a result as its tiles carry it: in the unit square, with the properties that its look follows from, and
 * with points of its own where something is drawn on the ends of a line, since a tile may hold a line without its ends.
 */
import type { Feature, Geometry, Point } from 'geojson'
import type { Position } from '../../geometry/geometry.ts'
import { ARROWS, type StyledLayer } from '../../imkl/look/styles.ts'
import type { Cell } from '../../imkl/model/layers.ts'
import type { ResultFeature } from '../../imkl/model/result.ts'
import { geometryAt } from '../formats/output-crs.ts'
import { CASING_FROM, TILE_LAYERS } from './map-tiles.ts'
import type { ToUnitSquare } from './mercator.ts'

export interface TileFeature {
  layer: StyledLayer
  /** First whole zoom level whose tiles hold it */
  from: number
  feature: Feature
}

type Properties = Record<string, Cell | undefined>

const DEGREES = 180 / Math.PI

/** Nothing for a feature without a place. */
export function tileFeatures(
  layer: StyledLayer,
  { fid, cells, geometry }: ResultFeature,
  at: ToUnitSquare,
): TileFeature[] {
  if (!geometry) return []
  const { from, columns } = TILE_LAYERS[layer]
  const properties: Properties = {}
  for (let i = 0; i < columns.length; i++) if (cells[i] !== null) properties[columns[i]!] = cells[i]
  if (geometry.type === 'Point') orient(properties, geometry.xy, at)
  const isCasing = properties.objecttype === 'Mantelbuis'
  const own: TileFeature = {
    layer,
    from: isCasing ? CASING_FROM : from,
    feature: {
      type: 'Feature',
      id: fid,
      geometry: geometryAt(geometry, ([x, y]) => at(x, y)) as Geometry,
      properties,
    },
  }
  if (geometry.type !== 'MultiLineString') return [own]
  const { thema, bronhouder, objecttype, type } = properties
  const points = (which: readonly End[], to: StyledLayer, more: Properties = {}): TileFeature[] =>
    endsOf(geometry.lines, which, at).map(({ position, rotatie }) => ({
      layer: to,
      from: own.from,
      feature: pointFeature(position, { thema, bronhouder, rotatie, ...more }),
    }))
  if (isCasing) return [own, ...points(BOTH, layer, { objecttype })]
  if (layer === 'extra_detailinfo_lijn') return [own, ...points(BOTH, layer)]
  const heads = ARROW_LAYERS[layer]
  if (!heads) return [own]
  return [own, ...points(arrowEnds(type), heads.layer, { type: heads.type })]
}

/** Degrees of RD become degrees of the map, whose north lies up to two degrees beside that of RD; an anchor becomes one word. */
function orient(properties: Properties, [x, y]: Position, at: ToUnitSquare): void {
  const { rotatie, anker_h, anker_v } = properties
  for (const name of ['anker_h', 'anker_v']) delete properties[name]
  if (typeof rotatie === 'number') {
    const turned = rotatie + direction(at(x, y), at(x + 1, y))
    properties.rotatie = Math.round(turned * 10) / 10
  }
  const anchor = anchorOf(anker_h, anker_v)
  if (anchor !== undefined) properties.anker = anchor
}

/** The part of a text that stands on its point, in the words of the style specification; undefined: its middle. */
function anchorOf(h: Cell | undefined, v: Cell | undefined): string | undefined {
  const words = [
    typeof v === 'number' && v < 0.25 ? 'bottom' : typeof v === 'number' && v > 0.75 ? 'top' : '',
    typeof h === 'number' && h < 0.25 ? 'left' : typeof h === 'number' && h > 0.75 ? 'right' : '',
  ]
  return words.filter((word) => word !== '').join('-') || undefined
}

type End = 'first' | 'last'
const BOTH: readonly End[] = ['first', 'last']

const ARROW_LAYERS: Partial<Record<StyledLayer, { layer: StyledLayer; type: string }>> = {
  maatvoering_lijn: { layer: 'maatvoering_punt', type: 'maatvoeringspijlpunt' },
  annotatie_lijn: { layer: 'annotatie_punt', type: 'annotatiepijlpunt' },
}

const arrowEnds = (type: Cell | undefined): readonly End[] => {
  if (ARROWS.both.some((known) => known === type)) return BOTH
  return ARROWS.last.some((known) => known === type) ? ['last'] : []
}

/** Where each line begins or ends, and which way it leaves there, in degrees clockwise from the right. */
function endsOf(lines: readonly (readonly number[])[], which: readonly End[], at: ToUnitSquare) {
  return lines.flatMap((flat) => {
    const last = flat.length - 2
    if (last < 2) return []
    return which.map((end) => {
      const [tip, before] = end === 'first' ? [0, 2] : [last, last - 2]
      const position = at(flat[tip]!, flat[tip + 1]!)
      return { position, rotatie: Math.round(direction(at(flat[before]!, flat[before + 1]!), position) * 10) / 10 }
    })
  })
}

/** Of the way between two places in the unit square, whose y runs downwards. */
const direction = (from: Position, to: Position): number => Math.atan2(to[1] - from[1], to[0] - from[0]) * DEGREES

/** Without an id: it is a part of another feature. */
const pointFeature = (coordinates: Position, properties: Properties): Feature<Point> => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates },
  properties,
})

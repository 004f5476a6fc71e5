/** Questions to a result: what a line over the ground crosses and how deep, and what lies in an area. */
import { booleanIntersects } from '@turf/boolean-intersects'
import { multiLineString, multiPolygon, point, polygon } from '@turf/helpers'
import type { Polygon } from 'geojson'
import { crossings, lengthWithin } from '../domain/cross-section.ts'
import { type Extent, extentOf, type PolygonJson, type Position, type ResultGeometry } from '../domain/geometry.ts'
import { LAYERS, type Layer, type Row } from '../domain/layers.ts'
import { lngLatFromRd, rdFromLngLat } from '../domain/rd.ts'
import { type ResultFeature, type ResultReader, rowOf } from '../domain/result.ts'
import type { Caller, Needs } from './needs.ts'
import { fileOf, resultOfJob } from './serve-layers.ts'

type AskNeeds = Pick<Needs, 'store' | 'openResult'>

const LINE_LAYERS = ['kabel_en_leiding_container', 'kabel_of_leiding']
/** A measured depth tells of a crossing when it was taken this near to it. */
const MEASURED_NEAR_M = 5
const MOST_SELECTED = 500

/** From the map's longitude and latitude to RD New, where everything is asked. */
export const lineFromDegrees = (line: readonly Position[]): Position[] => line.map((lngLat) => rdFromLngLat(lngLat))
export const polygonFromDegrees = ({ coordinates }: PolygonJson): Polygon => ({
  type: 'Polygon',
  coordinates: coordinates.map((ring) => ring.map(([lng, lat]) => rdFromLngLat([lng, lat]))),
})

export interface Crossed {
  /** Metres along the section line */
  at: number
  lngLat: Position
  layer: string
  row: Row
  /** Metres below the surface; null: nobody says */
  depth: number | null
  /** object: the cable's own; measured: a measurement nearby; standard: usual in that network */
  depthFrom: 'object' | 'measured' | 'standard' | null
}

/**
 * In the order of the line.
 * @param section RD New, at least two positions
 * @throws Refusal NOT_FOUND when there is no result
 */
export async function crossSection(
  needs: AskNeeds,
  caller: Caller,
  jobId: string,
  section: readonly Position[],
): Promise<{ lengthM: number; crossed: Crossed[] }> {
  const result = await resultOfJob(needs, caller, jobId)
  const reader = await needs.openResult(fileOf(result))
  try {
    const bbox = extentOf(section)
    const depths = depthsNear(reader, bbox)
    const crossed = LINE_LAYERS.flatMap((name) => {
      const layer = LAYERS.find((each) => each.name === name)!
      return [...reader.features(name, { bbox })].flatMap(({ geometry, cells }) => {
        if (geometry?.type !== 'MultiLineString') return []
        const row = rowOf(layer.columns, cells)
        return crossings(section, geometry.lines).map(({ at, xy }) => ({
          at,
          lngLat: lngLatFromRd(xy),
          layer: name,
          row,
          ...depthAt(row, xy, depths),
        }))
      })
    }).sort((a, b) => a.at - b.at)
    return { lengthM: lengthOf(section), crossed }
  } finally {
    reader.close()
  }
}

const lengthOf = (line: readonly Position[]): number =>
  line.slice(1).reduce((sum, to, i) => sum + Math.hypot(to[0] - line[i]![0], to[1] - line[i]![1]), 0)

interface MeasuredDepth {
  xy: Position
  net: unknown
  depth: number
}

function depthsNear(reader: ResultReader, bbox: Extent): MeasuredDepth[] {
  const layer = LAYERS.find(({ name }) => name === 'diepte')!
  return [...reader.features('diepte', { bbox: widened(bbox, MEASURED_NEAR_M) })].flatMap(({ geometry, cells }) => {
    const { diepte_m, net_id } = rowOf(layer.columns, cells)
    return geometry?.type === 'Point' && typeof diepte_m === 'number'
      ? [{ xy: geometry.xy, net: net_id, depth: diepte_m }]
      : []
  })
}

const widened = ({ minX, minY, maxX, maxY }: Extent, by: number): Extent => ({
  minX: minX - by,
  minY: minY - by,
  maxX: maxX + by,
  maxY: maxY + by,
})

/** What the object says of itself counts most, then a measurement in the same network, then what is usual there. */
function depthAt(row: Row, xy: Position, measured: readonly MeasuredDepth[]): Pick<Crossed, 'depth' | 'depthFrom'> {
  if (typeof row.diepte_m === 'number') return { depth: row.diepte_m, depthFrom: 'object' }
  const [nearest] = measured
    .filter(({ net }) => net !== null && net === row.net_id)
    .map(({ xy: [x, y], depth }) => ({ depth, away: Math.hypot(x - xy[0], y - xy[1]) }))
    .filter(({ away }) => away <= MEASURED_NEAR_M)
    .sort((a, b) => a.away - b.away)
  if (nearest) return { depth: nearest.depth, depthFrom: 'measured' }
  if (typeof row.standaard_diepte_m === 'number') return { depth: row.standaard_diepte_m, depthFrom: 'standard' }
  return { depth: null, depthFrom: null }
}

/** What was selected of one operator in one theme. */
export interface SelectedCount {
  theme: string | null
  operator: string | null
  count: number
  /** Of cables, pipes and containers: metres within the area */
  lengthM: number
}

export interface Selected {
  features: { layer: string; row: Row }[]
  /** Also those that are not listed */
  total: number
  /** Of all, the largest number first */
  counts: SelectedCount[]
}

/** What cannot be selected, because it is the request itself. */
const NOT_SELECTABLE = ['aanvraag_polygoon']

/** @param area RD New */
export async function selectInArea(needs: AskNeeds, caller: Caller, jobId: string, area: Polygon): Promise<Selected> {
  const result = await resultOfJob(needs, caller, jobId)
  const reader = await needs.openResult(fileOf(result))
  try {
    const bbox = extentOf((area.coordinates[0] ?? []) as Position[])
    const features: Selected['features'] = []
    const counts = new Map<string, SelectedCount>()
    let total = 0
    for (const layer of LAYERS.filter(({ name }) => !NOT_SELECTABLE.includes(name))) {
      for (const feature of reader.features(layer.name, { bbox })) {
        if (!isIn(feature, area)) continue
        total += 1
        const row = rowOfLayer(layer, feature)
        countIn(counts, row, lengthIn(layer.name, feature, area))
        if (features.length < MOST_SELECTED) features.push({ layer: layer.name, row })
      }
    }
    return { features, total, counts: [...counts.values()].sort((a, b) => b.count - a.count) }
  } finally {
    reader.close()
  }
}

const textOf = (cell: unknown): string | null => (typeof cell === 'string' ? cell : null)

function countIn(counts: Map<string, SelectedCount>, { thema, bronhouder }: Row, lengthM: number): void {
  const [theme, operator] = [textOf(thema), textOf(bronhouder)]
  const key = `${theme} ${operator}`
  const before = counts.get(key) ?? { theme, operator, count: 0, lengthM: 0 }
  counts.set(key, { ...before, count: before.count + 1, lengthM: before.lengthM + lengthM })
}

const lengthIn = (layer: string, { geometry }: ResultFeature, area: Polygon): number =>
  LINE_LAYERS.includes(layer) && geometry?.type === 'MultiLineString'
    ? lengthWithin(geometry.lines, area.coordinates as Position[][])
    : 0

const rowOfLayer = (layer: Layer, { cells }: ResultFeature): Row => rowOf(layer.columns, cells)

const isIn = ({ geometry }: ResultFeature, area: Polygon): boolean =>
  geometry !== null && booleanIntersects(shapeOf(geometry), polygon(area.coordinates))

const pairs = (flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])

const shapeOf = (geometry: ResultGeometry) => {
  if (geometry.type === 'Point') return point([...geometry.xy])
  if (geometry.type === 'MultiLineString') return multiLineString(geometry.lines.map(pairs))
  return multiPolygon(geometry.polygons.map((rings) => rings.map(pairs)))
}

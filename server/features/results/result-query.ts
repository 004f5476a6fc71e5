/** Questions to a result: what a line over the ground crosses and how deep, and what lies in an area. */

import { crossings } from '../../geometry/cross-section.ts'
import { type DrawnArea, drawnArea } from '../../geometry/drawn-area.ts'
import { extentOf, growExtent } from '../../geometry/flat.ts'
import type { Extent, PolygonJson, Position } from '../../geometry/geometry.ts'
import { lngLatFromRd, rdFromLngLat } from '../../geometry/rd/rd.ts'
import { DEPTH_COLUMNS, type KnownDepth, MEASURED_NEAR_M, MeasuredDepths } from '../../imkl/model/depths.ts'
import { LAYERS, type Layer, LINE_LAYERS, type Row } from '../../imkl/model/layers.ts'
import { MAX_CROSSED, MAX_SELECTED, type ResultFeature, type ResultReader, rowOf } from '../../imkl/model/result.ts'
import { createYielder } from '../../platform/event-loop-yield.ts'
import { ANSWER_QUEUE, fairLimit } from '../../platform/fair-limit.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Caller } from '../services.ts'
import { fileOf, resultOfJob } from './map/serve-layers.ts'
import type { ResultServices } from './whole-result.ts'

/** From the map's longitude and latitude to RD New, where everything is asked. */
export const lineFromDegrees = (line: readonly Position[]): Position[] => line.map((lngLat) => rdFromLngLat(lngLat))
export const ringsFromDegrees = ({ coordinates }: PolygonJson): Position[][] =>
  coordinates.map((ring) => ring.map(([lng, lat]) => rdFromLngLat([lng, lat])))

/** One at a time, by company: they are worked on beside everybody's answers. */
const inTurn = <A, R>(ask: (services: ResultServices, caller: Caller, jobId: string, about: A) => Promise<R>) =>
  fairLimit(
    { atOnce: 1, ...ANSWER_QUEUE },
    (_needs: ResultServices, caller: Caller, _jobId: string, _about: A) => caller,
    ask,
  )

export interface SectionCrossing extends KnownDepth {
  /** Metres along the section line */
  at: number
  lngLat: Position
  layer: string
  row: Row
}

/**
 * In the order of the line.
 * @param section RD New, at least two positions
 * @throws Refusal NOT_FOUND when there is no result
 */
export const crossSection = inTurn(async function cross(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  section: readonly Position[],
): Promise<{ lengthM: number; crossed: SectionCrossing[] }> {
  const result = await resultOfJob(services, caller, jobId)
  const reader = await services.openResult(fileOf(result))
  try {
    const bbox = extentOf(section)
    const giveWay = createYielder(caller)
    const depths = await depthsNear(reader, bbox, giveWay)
    const crossed: SectionCrossing[] = []
    for (const name of LINE_LAYERS) {
      const layer = LAYERS.find((each) => each.name === name)!
      for (const { geometry, cells } of reader.features(name, { bbox })) {
        if (geometry?.type !== 'MultiLineString') continue
        const found = crossings(section, geometry.lines)
        const row = rowOf(layer.columns, cells)
        for (const { at, xy } of found) {
          crossed.push({ at, lngLat: lngLatFromRd(xy), layer: name, row, ...depths.at(row, xy) })
          if (crossed.length > MAX_CROSSED) throw tooManyCrossed()
          await giveWay()
        }
        await giveWay()
      }
    }
    return { lengthM: lengthOf(section), crossed: crossed.sort((a, b) => a.at - b.at) }
  } finally {
    reader.close()
  }
})

const tooManyCrossed = (): Refusal =>
  new Refusal('VALIDATION_FAILED', `The line crosses more than ${MAX_CROSSED} cables and pipes: draw it shorter.`)

const lengthOf = (line: readonly Position[]): number =>
  line.slice(1).reduce((sum, to, i) => sum + Math.hypot(to[0] - line[i]![0], to[1] - line[i]![1]), 0)

async function depthsNear(
  reader: ResultReader,
  bbox: Extent,
  giveWay: () => Promise<void> | undefined,
): Promise<MeasuredDepths> {
  const depths = new MeasuredDepths()
  for (const feature of reader.features('diepte', {
    bbox: growExtent(bbox, MEASURED_NEAR_M),
    columns: DEPTH_COLUMNS,
  })) {
    depths.add(feature)
    await giveWay()
  }
  return depths
}

/** What was selected of one operator in one theme. */
export interface SelectedCount {
  theme: string | null
  operator: string | null
  count: number
  /** Of cables, pipes and containers: metres within the area */
  lengthM: number
}

export interface SelectedFeatures {
  features: { layer: string; row: Row }[]
  /** Also those that are not listed */
  total: number
  /** Of all, the largest number first */
  counts: SelectedCount[]
}

/** What cannot be selected, because it is the request itself. */
const NOT_SELECTABLE = ['aanvraag_polygoon']

/**
 * @param rings RD New, closed, the outline first
 * @throws Refusal NOT_FOUND when there is no result, VALIDATION_FAILED when it takes too long
 */
export const selectInArea = inTurn(async function select(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  rings: readonly Position[][],
): Promise<SelectedFeatures> {
  const result = await resultOfJob(services, caller, jobId)
  const reader = await services.openResult(fileOf(result))
  try {
    const bbox = extentOf(rings[0] ?? [])
    const area = drawnArea(rings)
    const giveWay = createYielder(caller)
    const features: SelectedFeatures['features'] = []
    const counts = new Map<string, SelectedCount>()
    let total = 0
    for (const layer of LAYERS.filter(({ name }) => !NOT_SELECTABLE.includes(name))) {
      for (const feature of reader.features(layer.name, { bbox })) {
        await giveWay()
        if (!feature.geometry || !area.meets(feature.geometry)) continue
        total += 1
        const row = rowOfLayer(layer, feature)
        countIn(counts, row, lengthIn(layer.name, feature, area))
        if (features.length < MAX_SELECTED) features.push({ layer: layer.name, row })
      }
    }
    return { features, total, counts: [...counts.values()].sort((a, b) => b.count - a.count) }
  } finally {
    reader.close()
  }
})

const textOf = (cell: unknown): string | null => (typeof cell === 'string' ? cell : null)

function countIn(counts: Map<string, SelectedCount>, { thema, bronhouder }: Row, lengthM: number): void {
  const [theme, operator] = [textOf(thema), textOf(bronhouder)]
  const key = `${theme} ${operator}`
  const before = counts.get(key) ?? { theme, operator, count: 0, lengthM: 0 }
  counts.set(key, { ...before, count: before.count + 1, lengthM: before.lengthM + lengthM })
}

const lengthIn = (layer: string, { geometry }: ResultFeature, area: DrawnArea): number =>
  LINE_LAYERS.includes(layer) && geometry?.type === 'MultiLineString' ? area.lengthOf(geometry.lines) : 0

const rowOfLayer = (layer: Layer, { cells }: ResultFeature): Row => rowOf(layer.columns, cells)

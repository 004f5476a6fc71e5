/** What the window draws: the cut while drawing, the shapes of a job, and its result in degrees. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { boxOver, type GeometryJson, geometryAt } from '../../../exports/formats/output-crs.ts'
import { emptyExtent, widen } from '../../../geometry/flat.ts'
import {
  type Extent,
  type PolygonJson,
  type Position,
  polygonJson,
  type RdPolygon,
} from '../../../geometry/geometry.ts'
import { lngLatFromRd, lngLatPolygonFromRd } from '../../../geometry/rd/rd.ts'
import type { ResultSummary } from '../../../imkl/model/conversion-task.ts'
import { IN_THE_GROUND, LAYERS, type Layer, type Row } from '../../../imkl/model/layers.ts'
import { themeNameIn } from '../../../imkl/model/names.ts'
import { type ResultFeature, type ResultReader, rowOf } from '../../../imkl/model/result.ts'
import { themeOf } from '../../../imkl/model/themes.ts'
import type { Store } from '../../../platform/database/open.ts'
import { createYielder } from '../../../platform/event-loop-yield.ts'
import { JsonText } from '../../../platform/json-text.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { type BilledBy, isDownloadable, type JobSource } from '../../../registry/klic.ts'
import type { KadasterTariff } from '../../../registry/prices.ts'
import { safetyForSurvey } from '../../areas/safety-areas.ts'
import type { AreaPlan, ToSurvey } from '../../areas/survey.ts'
import { noSuchJob } from '../../jobs/get-job.ts'
import { earliestStartOf } from '../../jobs/job-view.ts'
import { jobArea, jobSummaryText } from '../../jobs/rows/jobs.ts'
import { partsOf } from '../../jobs/rows/parts.ts'
import { rdPolygon } from '../../jobs/submit-job.ts'
import type { Background, Caller, Compute, Database } from '../../services.ts'
import { billedBy } from '../../settings/billing.ts'
import { effectivePrice, effectiveSettings, effectiveTariff } from '../../settings/rows.ts'
import { storedPreliminary } from '../rows/results-of-company.ts'
import { type ResultServices, shownFile } from '../whole-result.ts'
import { fileOf } from './serve-layers.ts'

export interface PartOnMap {
  partNo: number
  widthM: number
  heightM: number
  areaM2: number
  geometry: PolygonJson
  geometryLngLat: PolygonJson
}

const inDegrees = (polygon: RdPolygon): PolygonJson => polygonJson(lngLatPolygonFromRd(polygon))

/** The cut and its price; nothing is stored. */
export async function previewJob(
  services: Database & Background & Pick<Compute, 'survey' | 'inDegrees'>,
  caller: Caller,
  input: ToSurvey,
): Promise<{
  surveyed: AreaPlan
  billedBy: BilledBy | null
  tariff: KadasterTariff | null
  earliestStart: string | null
  areaLngLat: JsonText
  abroadLngLat: Position | null
  parts: PartOnMap[]
}> {
  const settings = await effectiveSettings(services, caller.companyId)
  const safety = await safetyForSurvey(services, caller, settings)
  const priceCents = effectivePrice(settings, services.clock.now())
  const surveyed = await services.survey({ ...input, ...safety, priceCents }, caller)
  return {
    surveyed,
    billedBy: billedBy(settings),
    tariff: effectiveTariff(settings, services.clock.now()),
    earliestStart: earliestStartOf({ klicType: input.klicType, source: 'ordered' }, settings, services.clock.now()),
    areaLngLat: await services.inDegrees(surveyed.rings, caller),
    abroadLngLat: surveyed.abroad && lngLatFromRd(surveyed.abroad),
    parts: surveyed.parts.map(({ polygon, widthM, heightM, areaM2 }, index) => ({
      partNo: index + 1,
      widthM,
      heightM,
      areaM2,
      geometry: polygonJson(polygon),
      geometryLngLat: inDegrees(polygon),
    })),
  }
}

/**
 * What was asked for, in degrees: the drawn area. A job of several deliveries that were opened has only the hull around them,
 * which holds ground that nobody asked about: of it what each delivery was asked for.
 */
export async function outlinesOf(
  areaInDegrees: Compute['inDegrees'],
  caller: Caller,
  { source, area }: { source: JobSource; area: JsonText },
  parts: readonly { geometry: PolygonJson }[],
): Promise<JsonText[]> {
  if (source === 'ordered') return [await areaInDegrees(area, caller)]
  return parts.map(({ geometry }) => new JsonText(JSON.stringify(inDegrees(rdPolygon(geometry)))))
}

/** @throws Refusal NOT_FOUND */
export async function jobMap(
  services: Database & Pick<Compute, 'inDegrees'>,
  caller: Caller,
  jobId: string,
): Promise<{ outlines: JsonText[]; parts: PartOnMap[] }> {
  const { store } = services
  const outline = await jobArea(store.db, caller.companyId, jobId)
  if (!outline) throw noSuchJob()
  const parts = await partsOf(store.db, jobId)
  return {
    outlines: await outlinesOf(services.inDegrees, caller, outline, parts),
    parts: parts.map(({ partNo, widthM, heightM, areaM2, geometry }) => ({
      partNo,
      widthM,
      heightM,
      areaM2,
      geometry,
      geometryLngLat: inDegrees(rdPolygon(geometry)),
    })),
  }
}

export interface SummaryOnMap {
  summary: ResultSummary
  /** With the official name and colour; a code that the value list does not have is shown as it is, in grey. */
  themes: { thema: string; naam: string; colour: string; count: number; lengthM: number | null }[]
  revision: number
  madeAt: string
  extentLngLat: [number, number, number, number] | null
}

/** Of the result, or of what is shown before it. @throws Refusal NOT_FOUND or NOT_READY */
export async function jobSummary(store: Store, { companyId }: Caller, jobId: string): Promise<SummaryOnMap> {
  const job = await jobSummaryText(store.db, companyId, jobId)
  if (!job) throw noSuchJob()
  const ready = isDownloadable(job.status) && job.summary !== null && job.readyAt !== null
  const of = ready ? job : await storedPreliminary(store.db, companyId, jobId)
  if (of?.summary == null || of.readyAt === null) throw notReady()
  const summary: ResultSummary = JSON.parse(of.summary)
  return {
    summary,
    themes: Object.entries(summary.themes).map(([thema, { count, length_m }]) => ({
      thema,
      naam: themeNameIn('nl', thema),
      colour: themeOf(thema)?.colour ?? '#808080',
      count,
      lengthM: length_m ?? null,
    })),
    revision: of.revision,
    madeAt: of.readyAt,
    extentLngLat: summary.extent && extentInDegrees(summary.extent),
  }
}

const notReady = () =>
  new Refusal('NOT_READY', 'There is no result of this job yet.', { extra: { next_action: 'wait' } })

const extentInDegrees = ([minX, minY, maxX, maxY]: [number, number, number, number]) =>
  boxOver({ minX, minY, maxX, maxY }, lngLatFromRd)

export interface ObjectOnMap {
  type: 'Feature'
  /** As it was asked for. */
  id: string
  layer: string
  properties: Row
  /** In degrees; null: it can't be drawn. */
  geometry: GeometryJson | null
}

/** As tiles name a feature. */
const TILE_REF = /^([a-z_]+)\.([1-9]\d{0,14})$/

function featureNamed(reader: ResultReader, ref: string): { layer: Layer; found: ResultFeature } | undefined {
  const [, name, number] = TILE_REF.exec(ref) ?? []
  for (const layer of LAYERS) {
    if (name === undefined) {
      const found = reader.feature(layer.name, ref)
      if (found) return { layer, found }
    } else if (layer.name === name) {
      const [found] = reader.features(name, { after: Number(number) - 1, limit: 1 })
      return found?.fid === Number(number) ? { layer, found } : undefined
    }
  }
  return undefined
}

/**
 * Whole features by their layer and number (`kabel_of_leiding.12`), which costs next to nothing, or by their IMKL id,
 * which is looked for; what is not in the result is left out.
 * @throws Refusal NOT_FOUND
 */
export async function jobObjects(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  refs: readonly string[],
): Promise<ObjectOnMap[]> {
  const result = await shownFile(services, caller.companyId, jobId)
  if (!result) throw noSuchJob()
  const reader = await services.openResult(fileOf(result))
  const giveWay = createYielder(caller)
  const shown: ObjectOnMap[] = []
  try {
    for (const ref of refs) {
      await giveWay()
      const named = featureNamed(reader, ref)
      if (!named) continue
      const { layer, found } = named
      const geometry = found.geometry && geometryAt(found.geometry, toMapDegrees, layer.geometry === 'Polygon')
      const properties = rowOf(layer.columns, found.cells)
      shown.push({ type: 'Feature', id: ref, layer: layer.name, properties, geometry })
    }
    return shown
  } finally {
    reader.close()
  }
}

/**
 * Where somebody sees all of a theme or of an operator.
 * @returns in degrees; null: nothing of it is drawn
 * @throws Refusal NOT_FOUND
 */
export async function jobExtent(
  services: ResultServices,
  caller: Caller,
  jobId: string,
  { theme, operator }: { theme?: string | undefined; operator?: string | undefined },
): Promise<[number, number, number, number] | null> {
  const result = await shownFile(services, caller.companyId, jobId)
  if (!result) throw noSuchJob()
  const reader = await services.openResult(fileOf(result))
  try {
    const equals = {
      ...(theme === undefined ? {} : { thema: theme }),
      ...(operator === undefined ? {} : { bronhouder: operator }),
    }
    let whole: Extent | null = null
    for (const { name } of LAYERS.filter(({ name }) => IN_THE_GROUND.includes(name))) {
      for (const { minX, minY, maxX, maxY } of reader.extents(name, equals)) {
        whole = widen(whole ?? emptyExtent(), [minX, minY, maxX, maxY])
        await nextTurn()
      }
    }
    if (!whole) return null
    return boxOver(whole, lngLatFromRd)
  } finally {
    reader.close()
  }
}

/** 1e-7 degrees is a centimetre: more digits would only be longer. */
const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7

const toMapDegrees = (position: Position): Position => {
  const [lng, lat] = lngLatFromRd(position)
  return [rounded(lng), rounded(lat)]
}

/**
 * Plans trial trenches for works on a sealed result: which lines lie within the search area, how, and with how few
 * trenches all of them are met. Distances and outlines by GEOS, in the plane of RD New.
 */
import { createHash } from 'node:crypto'
import gdal from 'gdal-async'
import { type Axis, axisOf, placeAt, stretchesBeside } from '../../geometry/along-axis.ts'
import { crossings } from '../../geometry/cross-section.ts'
import { fewestTrenches } from '../../geometry/fewest-trenches.ts'
import { growExtent, positionsOf } from '../../geometry/flat.ts'
import type { Extent, Position, ResultGeometry } from '../../geometry/geometry.ts'
import { toMillimetre } from '../../geometry/rd/rd.ts'
import type { PlaceReader } from '../../imkl/merge/joined-results.ts'
import { DEPTH_COLUMNS, MEASURED_NEAR_M, MeasuredDepths } from '../../imkl/model/depths.ts'
import { LAYERS, LINE_LAYERS, type Row } from '../../imkl/model/layers.ts'
import { rowOf } from '../../imkl/model/result.ts'
import {
  extentOfWorks,
  type FoundLine,
  MAX_ADDRESSES,
  MAX_TRENCH_PLACES,
  MAX_TRENCH_ROWS,
  MAX_TRENCHES,
  type TrenchParameters,
  type TrenchPlan,
  type TrenchRow,
  type TrialTrench,
  type UnknownLines,
  type Works,
  worksJson,
} from '../../imkl/model/trench-plan.ts'
import { Refusal } from '../../platform/refusal.ts'
import { inMetres } from '../formats/geojson.ts'
import { geometryText } from '../formats/geojson-text.ts'
import { cutAcross } from './trench-shape.ts'
import { trenchesInArea } from './trenches-in-area.ts'

export interface MadePlan {
  plan: TrenchPlan
  /** Of each row by its id, flat */
  lines: ReadonlyMap<string, FoundLine['lines']>
}

/**
 * @param awaited jobs without a result, as people call them
 * @throws Refusal VALIDATION_FAILED for an area that crosses itself, and for works with too many lines or trenches
 * @throws Error for an axis without length or an area without a ring
 */
export function trenchPlan(
  reader: PlaceReader,
  works: Works,
  parameters: TrenchParameters,
  awaited: readonly string[] = [],
): MadePlan {
  const { widthM, toleranceM, deviationM } = parameters
  const searchM = (works.kind === 'axis' ? widthM / 2 : 0) + toleranceM + deviationM
  const axis = works.kind === 'axis' ? axisOf(works.line) : null
  const found = linesNear(reader, works, axis, searchM)
  const unknown = [
    ...awaited.map((job): UnknownLines => ({ kind: 'no_result', job })),
    ...outsideArea(reader, works, searchM),
    ...unknownLines(reader, found, growExtent(extentOfWorks(works), searchM)),
  ]
  const { trenches, atLeast } =
    works.kind === 'axis'
      ? trenchesOnAxis(found, axis!, searchM, parameters)
      : trenchesInArea(found, works.rings, searchM, parameters)
  refuseTooMany(trenches, MAX_TRENCHES, 'trenches')
  const rows = withTrenches(found, trenches)
  const lengthM = axis && toMillimetre(axis.lengthM)
  return {
    plan: { parameters, searchM, lengthM, rows, trenches, unknown, fewest: atLeast },
    lines: new Map(found.map((row) => [row.id, row.lines])),
  }
}

/** @returns the trenches, and how many any plan has at least: no fewer than these */
function trenchesOnAxis(
  found: readonly FoundLine[],
  axis: Axis,
  searchM: number,
  { spacingM, shareM, reachM }: TrenchParameters,
): { trenches: TrialTrench[]; atLeast: number } {
  const toMeet = found.map(({ id, crossings, stretches }) => ({
    id,
    crossings: crossings.map(({ chainageM }) => toMicrometre(chainageM)),
    stretches: stretches.map(({ fromM, toM }) => [toMicrometre(fromM), toMicrometre(toM)] as const),
  }))
  const stops = fewestTrenches(toMeet, shareM, spacingM)
  refuseTooMany(stops, MAX_TRENCHES, 'trenches')
  const trenches = stops.map(({ from, to }, index): TrialTrench => {
    // What lies beyond an end of the axis is nearest to that end.
    const fromM = from <= 0 ? -searchM : from - reachM
    const toM = to >= axis.lengthM ? axis.lengthM + searchM : to + reachM
    const isMet = ({ crossings, stretches }: (typeof toMeet)[number]): boolean =>
      crossings.some((each) => each >= from && each <= to) || stretches.some((each) => each[0] <= to && each[1] >= from)
    return {
      no: index + 1,
      fromM,
      toM,
      lengthM: toMillimetre(toM - fromM),
      xy: placeAt(axis, (fromM + toM) / 2).xy,
      outline: cutAcross(axis, fromM, toM, searchM),
      rows: toMeet.filter(isMet).map(({ id }) => id),
    }
  })
  return { trenches, atLeast: trenches.length }
}

/** A place that is computed in two ways is one place. */
const toMicrometre = (metres: number): number => Math.round(metres * 1e6) / 1e6

/** In the order of the axis, nearest first where there is none. */
function withTrenches(found: readonly FoundLine[], trenches: readonly TrialTrench[]): TrenchRow[] {
  const numbers = new Map<string, number[]>()
  for (const { no, rows } of trenches) for (const id of rows) numbers.set(id, [...(numbers.get(id) ?? []), no])
  return found
    .map(({ lines: _lines, ...row }) => ({ ...row, trenches: numbers.get(row.id) ?? [] }))
    .sort((a, b) => (a.chainageM ?? 0) - (b.chainageM ?? 0) || a.distanceM - b.distanceM || (a.id < b.id ? -1 : 1))
}

const geosOf = (geometry: ResultGeometry): gdal.Geometry =>
  gdal.Geometry.fromGeoJson(JSON.parse(geometryText(geometry, inMetres)))

function linesNear(reader: PlaceReader, works: Works, axis: Axis | null, searchM: number): FoundLine[] {
  const bbox = growExtent(extentOfWorks(works), searchM)
  const shape = gdal.Geometry.fromGeoJson(worksJson(works))
  if (works.kind === 'area' && !shape.isValid())
    throw new Refusal('VALIDATION_FAILED', 'The outline of the works crosses itself. Draw it without crossings.')
  const depths = new MeasuredDepths()
  for (const feature of reader.features('diepte', { bbox: growExtent(bbox, MEASURED_NEAR_M), columns: DEPTH_COLUMNS }))
    depths.add(feature)
  const middle: Position = [(bbox.minX + bbox.maxX) / 2, (bbox.minY + bbox.maxY) / 2]
  const asksPrecaution = precautionsAt(reader, shape, searchM, bbox)
  const found: FoundLine[] = []
  let places = 0
  for (const name of LINE_LAYERS) {
    const { columns } = LAYERS.find((each) => each.name === name)!
    for (const { geometry, cells } of reader.features(name, { bbox })) {
      if (geometry?.type !== 'MultiLineString') continue
      const distance = shape.distance(geosOf(geometry))
      if (distance > searchM) continue
      const row = rowOf(columns, cells)
      const { lines } = geometry
      const crossed = axis ? crossings(axis.line, lines) : []
      const beside = axis ? lines.flatMap((line) => stretchesBeside(axis, line, searchM)) : []
      places += crossed.length + beside.length
      refuseTooMany({ length: found.length + 1 }, MAX_TRENCH_ROWS, 'lines')
      refuseTooMany({ length: places }, MAX_TRENCH_PLACES, 'crossings and stretches of lines')
      const at = crossed[0]?.at ?? (beside.length > 0 ? Math.min(...beside.map(([from]) => from)) : null)
      const { depth, depthFrom } = depths.at(
        row,
        axis && at !== null ? placeAt(axis, at).xy : nearestCorner(lines, middle),
      )
      found.push({
        id: String(row.id),
        layer: name,
        klicNumber: textOf(row.klic_nummer) ?? '',
        operator: textOf(row.bronhouder) ?? '',
        operatorName: textOf(row.netbeheerder),
        theme: textOf(row.thema),
        label: textOf(row.label),
        status: textOf(row.status),
        material: textOf(row.materiaal),
        diameterMm: numberOf(row.diameter_mm),
        kind: axis ? (crossed.length > 0 ? 'crosses' : 'along') : distance === 0 ? 'within' : 'along',
        distanceM: toMillimetre(distance),
        chainageM: at,
        angleDeg: crossed[0]?.angleDeg ?? null,
        crossings: crossed.map((each) => ({ chainageM: each.at, angleDeg: each.angleDeg })),
        stretches: beside.map(([fromM, toM]) => ({ fromM, toM })),
        depthM: depth,
        depthFrom,
        accuracyCm: numberOf(row.nauwkeurigheid_xy_cm),
        hasPrecaution: asksPrecaution(row),
        isSchematic: row.fictief === true,
        shape: createHash('sha256').update(geometryText(geometry, inMetres)).digest('hex'),
        lines,
      })
    }
  }
  return found
}

function refuseTooMany({ length }: { length: number }, most: number, what: string): void {
  if (length <= most) return
  throw new Refusal('VALIDATION_FAILED', `The plan would have more than ${most} ${what}. Plan the works in parts.`)
}

const textOf = (cell: Row[string] | undefined): string | null => (typeof cell === 'string' ? cell : null)
const numberOf = (cell: Row[string] | undefined): number | null => (typeof cell === 'number' ? cell : null)

const nearestCorner = (lines: readonly (readonly number[])[], [x, y]: Position): Position =>
  lines
    .flatMap(positionsOf)
    .reduce((best, each) => (Math.hypot(each[0] - x, each[1] - y) < Math.hypot(best[0] - x, best[1] - y) ? each : best))

/** By network where the area names one, else by operator and theme. */
function precautionsAt(reader: PlaceReader, works: gdal.Geometry, searchM: number, bbox: Extent) {
  const asked = new Set<string>()
  const columns = ['net_id', 'bronhouder', 'thema']
  for (const { geometry, cells } of reader.features('eis_voorzorgsmaatregel', { bbox, columns })) {
    if (!geometry || works.distance(geosOf(geometry)) > searchM) continue
    const [network, operator, theme] = cells
    asked.add(network === null ? `${operator} ${theme}` : String(network))
  }
  return ({ net_id, bronhouder, thema }: Row): boolean =>
    asked.has(String(net_id)) || asked.has(`${bronhouder} ${thema}`)
}

/** Square metres that are drawn on paper by less than a hair are none. */
const LEAST_OUTSIDE_M2 = 0.05

/** Of the search area what lies in none of the areas that were asked for. */
function outsideArea(reader: PlaceReader, works: Works, searchM: number): UnknownLines[] {
  const searched = gdal.Geometry.fromGeoJson(worksJson(works)).buffer(searchM, 8)
  let outside = searched
  for (const { geometry } of reader.features('aanvraag_polygoon', { bbox: growExtent(extentOfWorks(works), searchM) }))
    if (geometry) outside = outside.difference(geosOf(geometry))
  const areaM2 = outside.isEmpty() ? 0 : (outside as gdal.Polygon | gdal.MultiPolygon).getArea()
  return areaM2 < LEAST_OUTSIDE_M2 ? [] : [{ kind: 'outside_area', areaM2: Math.round(areaM2 * 10) / 10 }]
}

function unknownLines(reader: PlaceReader, found: readonly FoundLine[], bbox: Extent): UnknownLines[] {
  const silent = reader.table('netbeheerder').filter((row) => row.geleverd === false && row.betrokken !== false)
  const missing = reader.table('waarschuwing').filter(({ code }) => code === 'PART_MISSING')
  const schematic = byNetwork(found.filter(({ isSchematic }) => isSchematic))
  return [
    ...silent.map(({ bronhouder, naam, klic_nummer }) => ({
      kind: 'operator_not_delivered' as const,
      operator: String(bronhouder),
      operatorName: textOf(naam),
      klicNumber: String(klic_nummer),
    })),
    ...missing.map(({ klic_nummer }) => ({ kind: 'part_missing' as const, klicNumber: textOf(klic_nummer) })),
    ...schematic.map(([{ operator, theme }, lines]) => ({
      ...{ kind: 'schematic' as const, operator, theme, lines: lines.length },
    })),
    ...houseConnections(reader, bbox),
  ]
}

/** Of each operator and theme, the first and all. */
const byNetwork = <Of extends { operator: string; theme: string | null }>(all: readonly Of[]): [Of, Of[]][] =>
  [...Map.groupBy(all, ({ operator, theme }) => `${operator} ${theme}`).values()].map((each) => [each[0]!, each])

const DRAWN_CONNECTIONS = ['extra_detailinfo_punt', 'extra_detailinfo_lijn', 'extra_detailinfo_vlak']

/** Of each network in which some are drawn here: addresses that another one has, and it has not. */
function houseConnections(reader: PlaceReader, bbox: Extent): UnknownLines[] {
  const columns = ['type', 'bronhouder', 'thema', 'adres']
  const drawn: { operator: string; theme: string; address: string }[] = []
  for (const layer of DRAWN_CONNECTIONS)
    for (const { cells } of reader.features(layer, { bbox, columns })) {
      const [type, operator, theme, address] = cells.map((cell) => textOf(cell))
      if (type === 'huisaansluiting' && theme && address) drawn.push({ operator: operator ?? '', theme, address })
    }
  const all = [...new Set(drawn.map(({ address }) => address))].sort()
  return byNetwork(drawn).flatMap(([{ operator, theme }, connections]): UnknownLines[] => {
    const has = new Set(connections.map(({ address }) => address))
    const missing = all.filter((each) => !has.has(each))
    const addresses = missing.slice(0, MAX_ADDRESSES)
    return missing.length === 0
      ? []
      : [{ kind: 'house_connections', operator, theme, addresses, total: missing.length }]
  })
}

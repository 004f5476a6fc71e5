/**
 * Trial trenches in an area, where no axis puts the lines in an order. Each line is divided into sections of equal length, at
 * most the spacing, and each section is met once. Finding the fewest is a set cover, so this takes the best that greed
 * gives: of straight trenches across the sections, again and again the one that meets most sections that none has met. It
 * gives a bound too: sections that lie further apart than a trench is long need one each. RD New metres.
 */
import Flatbush from 'flatbush'
import gdal from 'gdal-async'
import { type Axis, axisOf, between, placeAt, placeBeside } from '../../geometry/along-axis.ts'
import { shareAt } from '../../geometry/drawn-area.ts'
import { extentOf, growExtent, positionsOf } from '../../geometry/flat.ts'
import type { Position } from '../../geometry/geometry.ts'
import { toMillimetre } from '../../geometry/rd/rd.ts'
import type { FoundLine, TrenchParameters, TrialTrench } from '../../imkl/model/trench-plan.ts'
import { cutAcross } from './trench-shape.ts'

/** Places along a section at which a trench is tried. */
const TRIED = [0.5, 0.25, 0.75, 0.05, 0.95]
/** With the line in the middle of the trench, and at either end. */
const SHIFTS = [0, -0.5, 0.5]

interface Section extends Axis {
  row: string
}

/** A straight trench. */
interface Cut {
  from: Position
  to: Position
  /** Sections, by their place in the list */
  meets: readonly number[]
}

/** @returns the trenches, and how many any plan has at least */
export function trenchesInArea(
  found: readonly FoundLine[],
  rings: readonly Position[][],
  searchM: number,
  parameters: TrenchParameters,
): { trenches: TrialTrench[]; atLeast: number } {
  const sections = sectionsOf(found, rings, searchM, parameters.spacingM)
  if (sections.length === 0) return { trenches: [], atLeast: 0 }
  const near = nearIn(sections)
  const cuts = sections.flatMap((section) => cutsAcross(section, near, sections, parameters.shareM))
  const trenches = mostFirst(sections.length, cuts).map((cut, index) => trenchOf(index + 1, cut, sections, parameters))
  return { trenches, atLeast: farApart(sections, near, parameters.shareM) }
}

function sectionsOf(
  found: readonly FoundLine[],
  rings: readonly Position[][],
  searchM: number,
  spacingM: number,
): Section[] {
  const area = gdal.Geometry.fromGeoJson({ type: 'Polygon', coordinates: rings as Position[][] })
  const searched = searchM > 0 ? area.buffer(searchM, 8) : area
  const pathsOf = (line: readonly number[]): Position[][] =>
    linesIn(lineString(positionsOf(line)).intersection(searched).toObject() as GeoJson)
  return found.flatMap(({ id, lines }) =>
    lines.flatMap(pathsOf).flatMap((path) => divided(axisOf(path), spacingM).map((part) => ({ ...part, row: id }))),
  )
}

const lineString = (coordinates: readonly Position[]): gdal.Geometry =>
  gdal.Geometry.fromGeoJson({ type: 'LineString', coordinates })

type GeoJson =
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'MultiLineString'; coordinates: Position[][] }
  | { type: 'GeometryCollection'; geometries: GeoJson[] }
  | { type: 'Point' | 'MultiPoint' }

/** Where a line only touches the area there is none. */
function linesIn(shape: GeoJson): Position[][] {
  if (shape.type === 'LineString') return shape.coordinates.length > 0 ? [shape.coordinates] : []
  if (shape.type === 'MultiLineString') return shape.coordinates
  return shape.type === 'GeometryCollection' ? shape.geometries.flatMap(linesIn) : []
}

/** Into parts of equal length, each at most so long. */
function divided(path: Axis, mostM: number): Axis[] {
  const count = Math.ceil(path.lengthM / mostM - 1e-9)
  const partM = path.lengthM / count
  return Array.from({ length: count }, (_, i) => axisOf(between(path, i * partM, (i + 1) * partM)))
}

/** Finds the sections that may lie within `byM` of a line, ascending. */
type Near = (line: readonly Position[], byM: number) => number[]

function nearIn(sections: readonly Section[]): Near {
  const tree = new Flatbush(sections.length)
  for (const { minX, minY, maxX, maxY } of sections.map(({ line }) => extentOf(line))) tree.add(minX, minY, maxX, maxY)
  tree.finish()
  return (line, byM) => {
    const { minX, minY, maxX, maxY } = growExtent(extentOf(line), byM)
    return tree.search(minX, minY, maxX, maxY).sort((one, other) => one - other)
  }
}

function cutsAcross(section: Section, near: Near, sections: readonly Section[], shareM: number): Cut[] {
  // A trench without length meets the line at whose place it stands.
  const half = Math.max(shareM, 0.01) / 2
  return TRIED.flatMap((share) =>
    SHIFTS.map((shift): Cut => {
      const end = (way: number): Position =>
        placeBeside(section, share * section.lengthM, (way + 2 * shift * (1 - 1e-9)) * half)
      const [from, to] = [end(-1), end(1)]
      const meets = near([from, to], 0).filter((no) => meetings(from, to, sections[no]!).length > 0)
      return { from, to, meets }
    }),
  )
}

/** How far along a cut, from 0 to 1, it meets a section. */
const meetings = (from: Position, to: Position, { line }: Section): number[] =>
  line.slice(1).flatMap((end, i) => shareAt(from, to, ...line[i]!, ...end) ?? [])

/** By greed: each meets the most that none before it met; of equals the first. */
function mostFirst(count: number, cuts: readonly Cut[]): Cut[] {
  const isMet = new Uint8Array(count)
  const byGain = Array.from({ length: count + 1 }, (): Cut[] => [])
  for (const cut of cuts.toReversed()) byGain[cut.meets.length]!.push(cut)
  const chosen: Cut[] = []
  for (let most = count; most > 0; most--)
    for (let cut = byGain[most]!.pop(); cut; cut = byGain[most]!.pop()) {
      const gain = cut.meets.reduce((sum, no) => sum + 1 - isMet[no]!, 0)
      if (gain < most) byGain[gain]!.push(cut)
      else {
        chosen.push(cut)
        for (const no of cut.meets) isMet[no] = 1
      }
    }
  return chosen
}

/** How many sections can be named of which no two are within the length of a trench. */
function farApart(sections: readonly Section[], near: Near, shareM: number): number {
  const shapes = sections.map(({ line }) => lineString(line))
  const named = new Set<number>()
  for (const [no, { line }] of sections.entries()) {
    const isNear = (other: number): boolean => named.has(other) && shapes[other]!.distance(shapes[no]!) <= shareM
    if (!near(line, shareM).some(isNear)) named.add(no)
  }
  return named.size
}

/** Only as long as what it meets, and what it reaches beyond. */
function trenchOf(
  no: number,
  { from, to, meets }: Cut,
  sections: readonly Section[],
  { reachM, widthM }: TrenchParameters,
): TrialTrench {
  const cut = axisOf([from, to])
  const shares = meets.flatMap((each) => meetings(from, to, sections[each]!))
  const begin = Math.min(...shares) * cut.lengthM - reachM
  const end = Math.max(...shares) * cut.lengthM + reachM
  return {
    no,
    fromM: null,
    toM: null,
    lengthM: toMillimetre(end - begin),
    xy: placeAt(cut, (begin + end) / 2).xy,
    outline: cutAcross(cut, begin, end, widthM / 2),
    rows: [...new Set(meets.map((each) => sections[each]!.row))],
  }
}

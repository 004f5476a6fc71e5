/**
 * Trial trenches in an area, where no axis puts the lines in an order. Each line is divided into sections of equal length, at
 * most the spacing, and each section is met once. Finding the fewest is a set cover, so this takes the best that greed
 * gives: of straight trenches across the sections, again and again the one that meets most sections that none has met. It
 * gives a bound too: sections that lie further apart than a trench is long need one each. RD New metres.
 */
import Flatbush from 'flatbush'
import gdal from 'gdal-async'
import { shareAt } from '../../geometry/drawn-area.ts'
import { extentOf, growExtent, lengthOf, positionsOf, squaredDistance } from '../../geometry/flat.ts'
import type { Position } from '../../geometry/geometry.ts'
import { toMillimetre } from '../../geometry/rd/rd.ts'
import type { FoundLine, TrenchParameters, TrialTrench } from '../../imkl/model/trench-plan.ts'

/** Places along a section at which a trench is tried. */
const TRIED = [0.5, 0.25, 0.75, 0.05, 0.95]
/** With the line in the middle of the trench, and at either end. */
const SHIFTS = [0, -0.5, 0.5]

interface Section {
  row: string
  /** Flat */
  path: number[]
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
  return found.flatMap(({ id, lines }) =>
    lines.flatMap((line) => {
      const whole = gdal.Geometry.fromGeoJson({ type: 'LineString', coordinates: positionsOf(line) })
      const within = whole.intersection(searched)
      return pathsIn(within).flatMap((path) => divided(path, spacingM).map((each) => ({ row: id, path: each })))
    }),
  )
}

/** Of lines; where one only touches the area there is none. */
function pathsIn(geometry: gdal.Geometry | null): number[][] {
  if (!geometry || geometry.isEmpty()) return []
  const shape = geometry.toObject() as { type: string; coordinates?: unknown; geometries?: unknown }
  if (shape.type === 'LineString') return [(shape.coordinates as Position[]).flatMap(([x, y]) => [x, y])]
  if (shape.type === 'MultiLineString')
    return (shape.coordinates as Position[][]).map((line) => line.flatMap(([x, y]) => [x, y]))
  if (shape.type !== 'GeometryCollection') return []
  return Array.from((geometry as gdal.GeometryCollection).children).flatMap((child) => pathsIn(child as gdal.Geometry))
}

/** Into parts of equal length, each at most so long. */
function divided(path: readonly number[], mostM: number): number[][] {
  const total = lengthOf([path])
  if (total === 0) return []
  const count = Math.ceil(total / mostM - 1e-9)
  const parts: number[][] = []
  let part = [path[0]!, path[1]!]
  let walked = 0
  for (let i = 2; i < path.length; i += 2) {
    const [ax, ay, bx, by] = [path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!]
    const length = Math.hypot(bx - ax, by - ay)
    for (let end = (total / count) * (parts.length + 1); parts.length + 1 < count && end <= walked + length; ) {
      const share = length === 0 ? 0 : (end - walked) / length
      const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)]
      parts.push([...part, x, y])
      part = [x, y]
      end = (total / count) * (parts.length + 1)
    }
    part.push(bx, by)
    walked += length
  }
  parts.push(part)
  return parts
}

/** Finds the sections of which a segment may lie within `byM` of another, ascending. */
type Near = (from: Position, to: Position, byM: number) => number[]

function nearIn(sections: readonly Section[]): Near {
  const segments = sections.flatMap(({ path }, no) =>
    Array.from({ length: path.length / 2 - 1 }, (_, i) => ({
      no,
      box: extentOf(positionsOf(path.slice(2 * i, 2 * i + 4))),
    })),
  )
  if (segments.length === 0) return () => []
  const tree = new Flatbush(segments.length)
  for (const { box } of segments) tree.add(box.minX, box.minY, box.maxX, box.maxY)
  tree.finish()
  return (from, to, byM) => {
    const { minX, minY, maxX, maxY } = growExtent(extentOf([from, to]), byM)
    const found = tree.search(minX, minY, maxX, maxY).map((segment) => segments[segment]!.no)
    return [...new Set(found)].sort((one, other) => one - other)
  }
}

function cutsAcross({ path }: Section, near: Near, sections: readonly Section[], shareM: number): Cut[] {
  // A trench without length meets the line at whose place it stands.
  const half = Math.max(shareM, 0.01) / 2
  return TRIED.flatMap((share) => {
    const { xy, direction } = placeOn(path, share)
    return SHIFTS.map((shift): Cut => {
      const end = (way: number): Position => {
        const away = (way + 2 * shift * (1 - 1e-9)) * half
        return [xy[0] - away * direction[1], xy[1] + away * direction[0]]
      }
      const [from, to] = [end(-1), end(1)]
      return { from, to, meets: near(from, to, 0).filter((no) => isCut(sections[no]!.path, from, to)) }
    })
  })
}

const isCut = (path: readonly number[], from: Position, to: Position): boolean => {
  for (let i = 2; i < path.length; i += 2)
    if (shareAt(from, to, path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!) !== undefined) return true
  return false
}

function placeOn(path: readonly number[], share: number): { xy: Position; direction: Position } {
  let left = lengthOf([path]) * share
  for (let i = 2; ; i += 2) {
    const [dx, dy] = [path[i]! - path[i - 2]!, path[i + 1]! - path[i - 1]!]
    const length = Math.hypot(dx, dy)
    if (left > length && i + 2 < path.length) {
      left -= length
      continue
    }
    if (length === 0) continue
    const direction: Position = [dx / length, dy / length]
    return { xy: [path[i - 2]! + left * direction[0], path[i - 1]! + left * direction[1]], direction }
  }
}

/** By greed: each meets the most that none before it met; of equals the first. */
function mostFirst(count: number, cuts: readonly Cut[]): Cut[] {
  const isMet = new Uint8Array(count)
  const gain = ({ meets }: Cut) => meets.reduce((sum, no) => sum + 1 - isMet[no]!, 0)
  const byGain: Cut[][] = []
  const put = (cut: Cut, at: number) => {
    byGain[at] ??= []
    byGain[at].push(cut)
  }
  for (const cut of cuts.toReversed()) put(cut, cut.meets.length)
  const chosen: Cut[] = []
  for (let most = byGain.length - 1; most > 0; ) {
    const cut = byGain[most]?.pop()
    if (!cut) {
      most--
      continue
    }
    const now = gain(cut)
    if (now < most) {
      put(cut, now)
      continue
    }
    chosen.push(cut)
    for (const no of cut.meets) isMet[no] = 1
  }
  return chosen
}

/** How many sections can be named of which no two are within the length of a trench. */
function farApart(sections: readonly Section[], near: Near, shareM: number): number {
  const isNamed = new Uint8Array(sections.length)
  let named = 0
  for (const [no, { path }] of sections.entries()) {
    let isNear = false
    for (let i = 2; i < path.length && !isNear; i += 2) {
      const [from, to]: [Position, Position] = [
        [path[i - 2]!, path[i - 1]!],
        [path[i]!, path[i + 1]!],
      ]
      isNear = near(from, to, shareM).some(
        (other) => isNamed[other] && isWithin(sections[other]!.path, from, to, shareM),
      )
    }
    if (isNear) continue
    isNamed[no] = 1
    named++
  }
  return named
}

function isWithin(path: readonly number[], from: Position, to: Position, byM: number): boolean {
  if (isCut(path, from, to)) return true
  const most = byM * byM
  for (let i = 2; i < path.length; i += 2) {
    const [ax, ay, bx, by] = [path[i - 2]!, path[i - 1]!, path[i]!, path[i + 1]!]
    if (
      squaredDistance(from[0], from[1], ax, ay, bx, by) <= most ||
      squaredDistance(to[0], to[1], ax, ay, bx, by) <= most
    )
      return true
    if (squaredDistance(ax, ay, ...from, ...to) <= most || squaredDistance(bx, by, ...from, ...to) <= most) return true
  }
  return false
}

/** Only as long as what it meets, and what it reaches beyond. */
function trenchOf(
  no: number,
  { from, to, meets }: Cut,
  sections: readonly Section[],
  { reachM, widthM }: TrenchParameters,
): TrialTrench {
  const shares = meets.flatMap((each) => {
    const { path } = sections[each]!
    return Array.from({ length: path.length / 2 - 1 }, (_, i) =>
      shareAt(from, to, path[2 * i]!, path[2 * i + 1]!, path[2 * i + 2]!, path[2 * i + 3]!),
    ).filter((share) => share !== undefined)
  })
  const length = Math.hypot(to[0] - from[0], to[1] - from[1])
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length]
  const [begin, end] = [Math.min(...shares) * length - reachM, Math.max(...shares) * length + reachM]
  const corner = (along: number, side: number): Position => [
    from[0] + along * dx - side * dy,
    from[1] + along * dy + side * dx,
  ]
  const half = widthM / 2
  const first = corner(begin, half)
  return {
    no,
    fromM: null,
    toM: null,
    lengthM: toMillimetre(end - begin),
    xy: corner((begin + end) / 2, 0),
    outline: [first, corner(begin, -half), corner(end, -half), corner(end, half), first],
    rows: [...new Set(meets.map((each) => sections[each]!.row))],
  }
}

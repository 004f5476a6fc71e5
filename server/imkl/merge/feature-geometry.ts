/**
 * Geometry of a feature from all deliveries that hold it. Links are resolved within each delivery first, because a clipped
 * link keeps its id and has another stretch elsewhere; then the owners' versions are merged. RD New metres.
 */
import { lengthOf } from '../../geometry/flat.ts'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import type { Delivery } from '../delivery/delivery.ts'
import { codeOf, textOf, textsOf } from '../gml/properties.ts'
import { AS_DELIVERED, type Properties } from '../gml/read.ts'
import type { LineFacts, Version } from './feature.ts'
import { toMillimetre, unpackGeometry } from './geometry-code.ts'
import { type Lines, mergeLines } from './join-at-border.ts'
import { mergePolygons } from './polygons.ts'
import type { Staging } from './staging.ts'

/** How far past a cut end we look whether another delivery covers what comes next. */
const BEYOND_M = 0.05

export interface ResolvedGeometry {
  geometry: ResultGeometry | null
  /** Before rounding; null when there are no lines. */
  lengthM: number | null
  line: LineFacts | null
  isRepaired: boolean
}

/** Geometry that the feature carries itself: points one, lines merged, areas united. */
export function mergeOwn(geometries: readonly ResultGeometry[]): ResolvedGeometry {
  const first = geometries[0]
  if (first === undefined) return { geometry: null, lengthM: null, line: null, isRepaired: false }
  if (first.type === 'Point') return { geometry: first, lengthM: null, line: null, isRepaired: false }
  if (first.type === 'MultiLineString') {
    const merged = mergeLines(geometries.flatMap((one) => (one.type === 'MultiLineString' ? [one.lines] : [])))
    const geometry: ResultGeometry = { type: 'MultiLineString', lines: merged.lines }
    return { geometry, lengthM: lengthOf(merged.lines), line: null, isRepaired: merged.isRepaired }
  }
  const merged = mergePolygons(geometries.flatMap((one) => (one.type === 'MultiPolygon' ? [one.polygons] : [])))
  const geometry: ResultGeometry = { type: 'MultiPolygon', polygons: merged.polygons }
  return { geometry, lengthM: null, line: null, isRepaired: merged.isRepaired }
}

/**
 * Lines of a feature that takes them from its links.
 * @param isCovered does this delivery hold what the feature's operator has in its area?
 */
export function mergeLinked(
  versions: readonly Version[],
  staging: Staging,
  deliveries: readonly Delivery[],
  isCovered: (delivery: Delivery) => boolean,
): ResolvedGeometry {
  let isFictitious = false
  let isCutOff = false
  const present: Lines[] = []
  const asDelivered = new Set<string>()
  for (const { delivery, properties } of versions) {
    const links = linksOf(delivery, properties, staging)
    if (links.isFictitious || codeOf(properties, 'geoNauwkeurigheidXY') === 'fictiefIngetekend') isFictitious = true
    for (const text of links.asDelivered) asDelivered.add(text)
    if (links.lines.length > 0) present.push(links.lines)
    const others = deliveries.filter((other) => other !== delivery && other.area !== null && isCovered(other))
    if (!isCutOff && delivery.area !== null && links.lines.some((line) => isCut(line, delivery, others)))
      isCutOff = true
  }
  const { lines, isRepaired } = present.length === 0 ? { lines: [], isRepaired: false } : mergeLines(present)
  const lengthM = lines.length === 0 ? null : lengthOf(lines)
  return {
    geometry: lines.length === 0 ? null : { type: 'MultiLineString', lines },
    lengthM,
    line: {
      isFictitious,
      isCutOff,
      parts: lines.length,
      lengthM: lengthM === null ? null : toMillimetre(lengthM),
      asDelivered: [...asDelivered],
    },
    isRepaired,
  }
}

function linksOf(
  delivery: Delivery,
  properties: Version['properties'],
  staging: Staging,
): { lines: Lines; isFictitious: boolean; asDelivered: string[] } {
  const lines: (readonly number[])[] = []
  const asDelivered: string[] = []
  let isFictitious = false
  for (const id of new Set(textsOf(properties, 'link'))) {
    const link = staging.find(delivery.index, id)
    if (!link) continue
    if (link.body !== '') {
      const said = JSON.parse(link.body) as Properties
      if (textOf(said, 'fictitious') !== null) isFictitious = true
      asDelivered.push(...textsOf(said, AS_DELIVERED))
    }
    if (link.geometry === null) continue
    const geometry = unpackGeometry(link.geometry)
    if (geometry.type === 'MultiLineString') for (const line of geometry.lines) lines.push(line)
  }
  return { lines, isFictitious, asDelivered }
}

/** Is an end of this line cut by its delivery's boundary, and unknown beyond it? */
function isCut(line: readonly number[], delivery: Delivery, others: readonly Delivery[]): boolean {
  const last = line.length - 2
  return isCutEnd(line, 0, 2, delivery, others) || isCutEnd(line, last, last - 2, delivery, others)
}

function isCutEnd(
  line: readonly number[],
  at: number,
  before: number,
  delivery: Delivery,
  others: readonly Delivery[],
): boolean {
  const x = line[at]!
  const y = line[at + 1]!
  if (!delivery.area!.isOnBoundary(x, y)) return false
  const dx = x - line[before]!
  const dy = y - line[before + 1]!
  const length = Math.hypot(dx, dy) || 1
  const beyondX = x + (dx / length) * BEYOND_M
  const beyondY = y + (dy / length) * BEYOND_M
  return !others.some(({ area }) => area!.contains(beyondX, beyondY))
}

/** What was wrong with geometries of a delivery, with the objects and places of the first ones of each sort. */
import type { Position, ResultGeometry } from '../../geometry/geometry.ts'
import { copy } from '../gml/copy.ts'
import type { ProblemKind } from '../gml/geometry-problems.ts'
import type { Member } from '../gml/read.ts'

/** So many faults of one sort are named with their places; the others are counted. */
const PLACES_KEPT = 20

/** Geometries with the same fault. */
export interface Fault {
  kind: ProblemKind
  detail: string
  objecttype: string
  /** Something of each is on the map. */
  isKept: boolean
  count: number
  /** The first ones. */
  places: { id: string; place: Position | null }[]
}

export function noteFault(
  faults: Map<string, Fault>,
  { objecttype, id }: Member,
  kind: ProblemKind,
  detail: string,
  place: Position | null,
  isKept: boolean,
): void {
  const key = `${kind}|${detail}|${objecttype}|${isKept}`
  let fault = faults.get(key)
  if (fault === undefined) {
    fault = { kind, detail: copy(detail), objecttype: copy(objecttype), isKept, count: 0, places: [] }
    faults.set(copy(key), fault)
  }
  fault.count++
  if (fault.places.length < PLACES_KEPT) fault.places.push({ id: copy(id), place })
}

export function firstOf(geometry: ResultGeometry): Position {
  if (geometry.type === 'Point') return [...geometry.xy]
  const path = geometry.type === 'MultiLineString' ? geometry.lines[0]! : geometry.polygons[0]![0]!
  return [path[0]!, path[1]!]
}

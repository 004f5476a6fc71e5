/** The corners of a shape as lists, and what a list can do to them. Pure. */
import type { Position } from 'geojson'
import type { Shape } from '../../map/drawing/shape.ts'
import { toMm } from '../../map/exact.ts'

/** Each ring without its closing position; of a corridor its one line. */
export const listsOf = (shape: Shape): Position[][] =>
  shape.kind === 'corridor' ? [shape.line.coordinates] : shape.geometry.coordinates.map((ring) => ring.slice(0, -1))

export const least = (shape: Shape): number => (shape.kind === 'corridor' ? 2 : 3)

/** A shape of the same kind with these corners; where it came from no longer counts. */
const withLists = (shape: Shape, lists: readonly Position[][]): Shape => {
  if (shape.kind === 'corridor')
    return { kind: 'corridor', line: { type: 'LineString', coordinates: lists[0] ?? [] }, widthM: shape.widthM }
  const coordinates = lists.map((list) => [...list, list[0]!])
  return { kind: 'polygon', geometry: { type: 'Polygon', coordinates } }
}

const changed = (shape: Shape, ring: number, change: (list: Position[]) => Position[]): Shape =>
  withLists(
    shape,
    listsOf(shape).map((list, i) => (i === ring ? change(list) : list)),
  )

export const moveCorner = (shape: Shape, ring: number, index: number, to: Position): Shape =>
  changed(shape, ring, (list) => list.with(index, toMm(to)))

export const removeCorner = (shape: Shape, ring: number, index: number): Shape =>
  changed(shape, ring, (list) => list.filter((_, i) => i !== index))

/** Halfway to the next corner; beyond the end of a line as far on as the last piece is long. */
export const insertCorner = (shape: Shape, ring: number, index: number): Shape =>
  changed(shape, ring, (list) => {
    const here = list[index]!
    const isEnd = shape.kind === 'corridor' && index === list.length - 1
    const [bx, by] = isEnd ? list.at(-2)! : list[(index + 1) % list.length]!
    const half = isEnd ? -1 : 0.5
    const between = toMm([here[0]! + (bx! - here[0]!) * half, here[1]! + (by! - here[1]!) * half])
    return list.toSpliced(index + 1, 0, between)
  })

export const withoutRing = (shape: Shape, ring: number): Shape =>
  withLists(
    shape,
    listsOf(shape).filter((_, i) => i !== ring),
  )

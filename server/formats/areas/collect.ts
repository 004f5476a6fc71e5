/** What is an area or a line among the shapes of a file, and how much of it is looked at. */
import type { AreaFormat } from '../../domain/geometry/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../domain/klic/registry-limits.ts'
import { type RawArea, type RawAreas, UnreadableArea } from './fault.ts'

/** As GeoJSON has it; of a point its place does not matter. */
export type Shape =
  | { type: 'LineString'; coordinates: number[][] }
  | { type: 'Polygon' | 'MultiLineString'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'GeometryCollection'; geometries: Shape[] }
  | { type: 'Point' | 'MultiPoint' }

/** Features looked at, of all layers together; what is offered is bounded by the caller. */
const MAX_FEATURES = 20_000

export interface Collected {
  found: RawAreas
  /** Null: a feature without a shape. @throws UnreadableArea */
  add(shape: Shape | null, name: string): void
  /** No more is looked at. */
  isFull(): boolean
}

export function collecting(format: AreaFormat): Collected {
  const found: RawAreas = { areas: [], stated: null, points: 0, empty: 0 }
  let [features, positions] = [0, 0]
  return {
    found,
    add(shape, name) {
      features += 1
      if (shape === null) {
        found.empty += 1
        return
      }
      const before = found.areas.length
      take(found, shape, name.slice(0, 80), format)
      for (const area of found.areas.slice(before))
        positions += area.coordinates.reduce((sum, line) => sum + line.length, 0)
      if (positions > 4 * MAX_INPUT_POSITIONS) {
        throw new UnreadableArea(
          'TOO_MANY_CORNERS',
          `The file has more than ${4 * MAX_INPUT_POSITIONS} corners. Simplify or split it.`,
        )
      }
    },
    isFull: () => features >= MAX_FEATURES,
  }
}

function take(found: RawAreas, shape: Shape, name: string, format: AreaFormat): void {
  const add = (kind: RawArea['kind'], lines: number[][][]): void => {
    if (lines.some((line) => line.length > 0)) found.areas.push({ kind, name, coordinates: lines })
    else found.empty += 1
  }
  const addLine = (line: number[][]): void => {
    const [first, last] = [line[0], line.at(-1)]
    const isClosed = line.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
    // CAD draws areas as closed lines.
    add(isClosed && format === 'dxf' ? 'polygon' : 'line', [line])
  }
  if (shape.type === 'Polygon') add('polygon', shape.coordinates)
  else if (shape.type === 'MultiPolygon') for (const rings of shape.coordinates) add('polygon', rings)
  else if (shape.type === 'LineString') addLine(shape.coordinates)
  else if (shape.type === 'MultiLineString') for (const line of shape.coordinates) addLine(line)
  else if (shape.type === 'GeometryCollection') for (const each of shape.geometries) take(found, each, name, format)
  else found.points += 1
}

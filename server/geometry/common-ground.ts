/** The ground that several requests have in common, each made of areas that may overlap: what of an object lies on it. */
import { type DrawnArea, drawnArea } from './drawn-area.ts'
import { lengthOf, pathsOf } from './flat.ts'
import type { Position, ResultGeometry } from './geometry.ts'

export interface CommonGround {
  /** Something of it lies there. */
  meets(geometry: ResultGeometry): boolean
  /** What of it lies there, outlines as lines; null: nothing does. */
  part(geometry: ResultGeometry): ResultGeometry | null
}

/** Shorter is what rounding leaves of a line that ends at the edge. */
const CRUMB_M = 0.05

/** @param requests of each the areas it is made of */
export function commonGround(requests: readonly (readonly ResultGeometry[])[]): CommonGround {
  const all = requests.map((areas) =>
    areas.flatMap((area) =>
      area.type === 'MultiPolygon' ? area.polygons.map((rings) => drawnArea(rings.map(cornersIn))) : [],
    ),
  )
  const contains = (x: number, y: number): boolean => all.every((areas) => areas.some((area) => area.contains(x, y)))
  return {
    meets: (geometry) =>
      geometry.type === 'Point'
        ? contains(...geometry.xy)
        : all.every((areas) => areas.some((area) => area.meets(geometry))) &&
          (geometry.type === 'MultiPolygon' || piecesOf(pathsOf(geometry), all.flat(), contains).length > 0),
    part(geometry) {
      if (geometry.type === 'Point') return contains(...geometry.xy) ? geometry : null
      const lines = piecesOf(pathsOf(geometry), all.flat(), contains)
      return lines.length > 0 ? { type: 'MultiLineString', lines } : null
    },
  }
}

function cornersIn(flat: readonly number[]): Position[] {
  const corners: Position[] = []
  for (let k = 0; k + 1 < flat.length; k += 2) corners.push([flat[k]!, flat[k + 1]!])
  return corners
}

/** @param paths flat: x, y, x, y, ... */
function piecesOf(
  paths: readonly (readonly number[])[],
  areas: readonly DrawnArea[],
  contains: (x: number, y: number) => boolean,
): number[][] {
  const pieces: number[][] = []
  for (const path of paths) {
    let piece: number[] = []
    const end = (): void => {
      if (lengthOf([piece]) > CRUMB_M) pieces.push(piece)
      piece = []
    }
    for (let k = 0; k + 3 < path.length; k += 2) {
      const [x1, y1, x2, y2] = [path[k]!, path[k + 1]!, path[k + 2]!, path[k + 3]!]
      const shares = [0, 1, ...areas.flatMap((area) => area.meetingsOf(x1, y1, x2, y2))].sort((a, b) => a - b)
      const at = (share: number) => [x1 + share * (x2 - x1), y1 + share * (y2 - y1)] as const
      for (let i = 0; i + 1 < shares.length; i++) {
        if (shares[i] === shares[i + 1]) continue
        if (!contains(...at((shares[i]! + shares[i + 1]!) / 2))) {
          end()
          continue
        }
        if (piece.length === 0) piece.push(...at(shares[i]!))
        piece.push(...at(shares[i + 1]!))
      }
    }
    end()
  }
  return pieces
}

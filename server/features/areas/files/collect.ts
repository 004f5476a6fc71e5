/** What is an area or a line among the shapes of a file, in which layer it lies, and how much of it is looked at. */
import type { AreaFormat } from '../../../geometry/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../../geometry/registry-limits.ts'
import { UnreadableArea } from './fault.ts'

/** As GeoJSON has it; of a point its place does not matter. */
export type Shape =
  | { type: 'LineString'; coordinates: number[][] }
  | { type: 'Polygon' | 'MultiLineString'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'GeometryCollection'; geometries: Shape[] }
  | { type: 'Point' | 'MultiPoint' }

/** As it came: the numbers in the file's own system and order. */
export interface RawArea {
  kind: 'polygon' | 'line'
  name: string
  layer: string
  /** Its system as the file states it: `EPSG:28992`, or WKT; null when it states none. */
  stated: string | null
  coordinates: number[][][]
}

export interface RawAreas {
  format: AreaFormat
  areas: RawArea[]
  /** Areas and lines by layer, also of those that were not asked for. */
  layers: Map<string, number>
  points: number
  empty: number
  hidden: number
}

/** Features that are taken, and that are looked at, of all layers together; what is offered is bounded by the caller. */
const [MAX_FEATURES, MAX_LOOKED_AT] = [20_000, 200_000]
/** CAD draws areas as closed lines; who draws by hand closes them nearly. Metres. */
export const NEARLY = 0.05

export interface Where {
  /** Empty: it is called as its layer. */
  name: string
  layer: string
  stated: string | null
}

export interface AreaCollector {
  found: RawAreas
  /** Of a drawing: lines on layers that are not wanted, of which the count of their layer has to know what they go around. */
  aside: RawArea[]
  /** Null: a feature without a shape. @throws UnreadableArea */
  add(shape: Shape | null, where: Where): void
  /** No more is looked at. */
  isFull(): boolean
}

/** Which layer is wanted, and what a layer is called outside its file. */
export interface Choice {
  /** As AreaImportOptions has it. */
  wanted: string | undefined
  called(layer: string): string
}

/** As IMKL calls the area of a request, and our results do; cables beside it are no area to ask for. */
const OF_REQUEST = /(?:^|: )(?:graafpolygoon|orientatiepolygoon|aanvraag_polygoon)$/i

export const isOfRequest = (layer: string): boolean => OF_REQUEST.test(layer)

export function collecting(format: AreaFormat, { wanted, called }: Choice): AreaCollector {
  const found: RawAreas = { format, areas: [], layers: new Map(), points: 0, empty: 0, hidden: 0 }
  const aside: RawArea[] = []
  let [features, looked, positions, positionsAside] = [0, 0, 0, 0]
  let hasRequest = false
  const isWanted = (layer: string): boolean => {
    if (wanted !== undefined) return wanted === '' || layer === wanted
    if (!hasRequest && isOfRequest(layer)) {
      hasRequest = true
      found.areas = []
      positions = 0
    }
    return !hasRequest || isOfRequest(layer)
  }
  const putAside = ({ coordinates }: Piece, layer: string): void => {
    positionsAside += coordinates[0]!.length
    if (aside.length < MAX_FEATURES && positionsAside <= 4 * MAX_INPUT_POSITIONS)
      aside.push({ kind: 'line', name: '', layer, stated: null, coordinates })
  }
  return {
    found,
    aside,
    add(shape, { name, layer: own, stated }) {
      looked += 1
      const layer = called(own)
      const pieces = piecesOf(shape, format)
      const count = pieces.filter(({ kind }) => kind !== 'empty' && kind !== 'point').length
      if (count > 0) found.layers.set(layer, (found.layers.get(layer) ?? 0) + count)
      if (!isWanted(layer)) {
        if (format === 'dxf') for (const piece of pieces) if (piece.kind === 'line') putAside(piece, layer)
        return
      }
      if (features >= MAX_FEATURES) return
      features += 1
      for (const { kind, coordinates } of pieces) {
        if (kind === 'empty') found.empty += 1
        else if (kind === 'point') found.points += 1
        else {
          found.areas.push({ kind, name: (name || layer).slice(0, 80), layer, stated, coordinates })
          positions += coordinates.reduce((sum, line) => sum + line.length, 0)
        }
      }
      if (positions > 4 * MAX_INPUT_POSITIONS) {
        throw new UnreadableArea(
          'TOO_MANY_CORNERS',
          `The file has more than ${4 * MAX_INPUT_POSITIONS} corners. Simplify or split it.`,
        )
      }
    },
    isFull: () => looked >= MAX_LOOKED_AT,
  }
}

interface Piece {
  kind: RawArea['kind'] | 'empty' | 'point'
  coordinates: number[][][]
}

function piecesOf(shape: Shape | null, format: AreaFormat): Piece[] {
  if (shape === null) return [{ kind: 'empty', coordinates: [] }]
  const piece = (kind: RawArea['kind'], lines: number[][][]): Piece =>
    lines.some((line) => line.length > 0) && lines.every((line) => line.every((at) => at.every(Number.isFinite)))
      ? { kind, coordinates: lines }
      : { kind: 'empty', coordinates: [] }
  const ofLine = (line: number[][]): Piece =>
    format === 'dxf' && isRing(line) ? piece('polygon', [[...line.slice(0, -1), line[0]!]]) : piece('line', [line])
  switch (shape.type) {
    case 'Polygon':
      return [piece('polygon', shape.coordinates)]
    case 'MultiPolygon':
      return shape.coordinates.map((rings) => piece('polygon', rings))
    case 'LineString':
      return [ofLine(shape.coordinates)]
    case 'MultiLineString':
      return shape.coordinates.map(ofLine)
    case 'GeometryCollection':
      return shape.geometries.flatMap((each) => piecesOf(each, format))
    default:
      return [{ kind: 'point', coordinates: [] }]
  }
}

function isRing(line: readonly number[][]): boolean {
  const [first, last] = [line[0], line.at(-1)]
  return line.length >= 4 && Math.hypot(first![0]! - last![0]!, first![1]! - last![1]!) <= NEARLY
}

export const NAMES = ['name', 'naam', 'omschrijving', 'title', 'label', 'id']

/** Longer ones are cut. */
export const MAX_NAME = 80

export const nameIn = (properties: unknown): string => {
  const entries = Object.entries((properties ?? {}) as Record<string, unknown>)
  for (const name of NAMES) {
    const found = entries.find(([key, value]) => key.toLowerCase() === name && value !== null && value !== '')
    if (found && ['string', 'number'].includes(typeof found[1])) return String(found[1]).slice(0, MAX_NAME)
  }
  return ''
}

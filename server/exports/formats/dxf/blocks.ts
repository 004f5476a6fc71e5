/**
 * The symbols as blocks, in millimetres of paper: strokes as polylines, filled shapes as hatches, on layer 0, so that they
 * take the layer they stand on. The shapes are those of the KLIC viewer, so no name of NLCS's own library stands on them.
 */
import { APPURTENANCE, DEPTH, DETAIL_INFO, DRAWING, ELEMENT, PIXEL_MM, TOPOGRAPHY } from '../../../imkl/look/styles.ts'
import {
  APPURTENANCE_SYMBOLS,
  arrowHead,
  DEPTH_SYMBOL,
  DETAIL_SYMBOL,
  ELEMENT_SYMBOLS,
  type Shape,
  STROKE_WIDTH,
  SYMBOL_BOX,
} from '../../../imkl/look/symbols.ts'
import { hatch, polyline } from './entities.ts'
import { symbolName } from './nlcs.ts'
import { decimal, type Handles, tag } from './tags.ts'

export interface Block {
  name: string
  /** Millimetres on paper for each unit of the shapes. */
  scale: number
  shapes: readonly Shape[]
}

const MIDDLE = SYMBOL_BOX / 2
const CIRCLE_CORNERS = 36
const WHITE = '#ffffff'

export const ARROW_BLOCK = symbolName('pijl')
export const TOPOGRAPHY_BLOCK = symbolName('eigen topografie')
export const DEPTH_BLOCK = symbolName('diepte')
export const DETAIL_BLOCK = symbolName('extra detailinfo')

/** As appurtenance or as element: both have a `mast`, say, each with its own shape. */
const blockName = (prefix: string, name: string): string => symbolName(`${prefix} ${name}`)

const APPURTENANCES = new Map<string, string>(APPURTENANCE_SYMBOLS.map(({ name }) => [name, blockName('LE', name)]))
const ANY_APPURTENANCE = blockName('LE', APPURTENANCE_SYMBOLS.find(({ icon }) => icon === null)!.name)

/** @param symbol value of the column `symbool` */
export const appurtenanceBlock = (symbol: string | null): string => APPURTENANCES.get(symbol ?? '') ?? ANY_APPURTENANCE

/** An element of an unknown class gets the box of a cabinet, as in the other styles. */
export const elementBlock = (objecttype: string): string =>
  blockName('CE', objecttype in ELEMENT_SYMBOLS ? objecttype : 'Kast')

const ring = (diameter: number): Shape => ({ cx: MIDDLE, cy: MIDDLE, rx: diameter / 2, ry: diameter / 2 })

export const BLOCKS: readonly Block[] = [
  // The shapes fill half of their box, which is twice the size that the standard names.
  ...APPURTENANCE_SYMBOLS.map(({ name, shapes }) => ({
    name: blockName('LE', name),
    scale: ((APPURTENANCE.symbol.size * 2) / SYMBOL_BOX) * PIXEL_MM,
    shapes,
  })),
  ...Object.entries(ELEMENT_SYMBOLS).map(([name, shapes]) => ({
    name: blockName('CE', name),
    scale: ((ELEMENT.symbol.size * 2) / SYMBOL_BOX) * PIXEL_MM,
    shapes,
  })),
  { name: DEPTH_BLOCK, scale: (DEPTH.symbolSize / SYMBOL_BOX) * PIXEL_MM, shapes: DEPTH_SYMBOL },
  { name: DETAIL_BLOCK, scale: ((DETAIL_INFO.large.size * 2) / SYMBOL_BOX) * PIXEL_MM, shapes: DETAIL_SYMBOL },
  { name: TOPOGRAPHY_BLOCK, scale: PIXEL_MM, shapes: [ring(TOPOGRAPHY.circles[0].size)] },
  { name: ARROW_BLOCK, scale: PIXEL_MM, shapes: arrowHead(DRAWING.arrow) },
]

/** @param owner handle of the block's record */
export const blockContents = ({ shapes, scale }: Block, owner: string, handles: Handles): string =>
  shapes.map((shape) => shapeEntities(shape, scale, owner, handles)).join('')

function shapeEntities(shape: Shape, scale: number, owner: string, handles: Handles): string {
  const at = { owner, layer: '0' }
  const colour = shape.fill === 'white' ? WHITE : undefined
  const strokes = 'path' in shape ? strokesOf(shape.path) : [ellipse(shape)]
  const placed = strokes.map(({ points, isClosed }) => ({
    flat: points.map((value, i) => (i % 2 === 0 ? value - MIDDLE : MIDDLE - value) * scale),
    isClosed,
  }))
  if (shape.fill !== undefined) {
    const rings = placed.map(({ flat }) => flat)
    return hatch({ ...at, ...(colour && { colour }) }, handles.next(), rings, 'SOLID')
  }
  if (!('path' in shape) && shape.rx === shape.ry) {
    const centre = [(shape.cx - MIDDLE) * scale, (MIDDLE - shape.cy) * scale] as const
    return circle(at, handles.next(), centre, shape.rx * scale)
  }
  const width = (('path' in shape ? shape.width : undefined) ?? STROKE_WIDTH) * scale
  return placed.map(({ flat, isClosed }) => polyline(at, handles.next(), flat, { isClosed, width })).join('')
}

const circle = (
  { owner, layer }: { owner: string; layer: string },
  handle: string,
  [x, y]: readonly [number, number],
  radius: number,
): string =>
  tag(0, 'CIRCLE') +
  tag(5, handle) +
  tag(330, owner) +
  tag(100, 'AcDbEntity') +
  tag(8, layer) +
  tag(100, 'AcDbCircle') +
  tag(10, decimal(x)) +
  tag(20, decimal(y)) +
  tag(30, 0) +
  tag(40, decimal(radius))

interface Stroke {
  /** x, y, x, y, ... in units of the symbol. */
  points: number[]
  isClosed: boolean
}

function ellipse({ cx, cy, rx, ry }: { cx: number; cy: number; rx: number; ry: number }): Stroke {
  const points: number[] = []
  for (let i = 0; i < CIRCLE_CORNERS; i++) {
    const angle = (2 * Math.PI * i) / CIRCLE_CORNERS
    points.push(cx + rx * Math.cos(angle), cy + ry * Math.sin(angle))
  }
  return { points, isClosed: true }
}

/** Of each command that the symbols use, how many numbers it takes. */
const ARGUMENTS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, A: 7, C: 6, Z: 0 }
const CURVE_STEPS = 12

/** An SVG path of absolute commands as polylines, its curves in steps. */
function strokesOf(path: string): Stroke[] {
  const strokes: Stroke[] = []
  for (const [, command = '', list = ''] of path.matchAll(/([MLHVACZ])([^MLHVACZ]*)/g)) {
    const numbers = (list.match(/-?[\d.]+/g) ?? []).map(Number)
    const size = ARGUMENTS[command]!
    if (command === 'Z') strokes.at(-1)!.isClosed = true
    else if (numbers.length === 0 || numbers.length % size !== 0)
      throw new Error(`A symbol has a path not understood: ${path}`)
    for (let i = 0; i + size <= numbers.length && size > 0; i += size)
      draw(strokes, command, numbers.slice(i, i + size))
  }
  return strokes
}

function draw(strokes: Stroke[], command: string, values: readonly number[]): void {
  if (command === 'M') {
    strokes.push({ points: [...values], isClosed: false })
    return
  }
  const { points } = strokes.at(-1)!
  const [x, y] = points.slice(-2) as [number, number]
  if (command === 'L') points.push(...values)
  else if (command === 'H') points.push(values[0]!, y)
  else if (command === 'V') points.push(x, values[0]!)
  else if (command === 'C') curve(points, [x, y, ...values])
  else arc(points, x, y, values)
}

function curve(points: number[], p: readonly number[]): void {
  for (let step = 1; step <= CURVE_STEPS; step++) {
    const t = step / CURVE_STEPS
    const u = 1 - t
    const mix = (axis: number): number =>
      u ** 3 * p[axis]! + 3 * u * u * t * p[2 + axis]! + 3 * u * t * t * p[4 + axis]! + t ** 3 * p[6 + axis]!
    points.push(mix(0), mix(1))
  }
}

/** Circular arcs without rotation, which is all that the symbols have. By SVG 1.1, appendix F.6.5. */
function arc(points: number[], x: number, y: number, values: readonly number[]): void {
  const [r, , , large, sweep, toX, toY] = values as [number, number, number, number, number, number, number]
  const halfX = (x - toX) / 2
  const halfY = (y - toY) / 2
  const half = Math.hypot(halfX, halfY)
  const radius = Math.max(r, half)
  const away = Math.sqrt(radius * radius - half * half) * (large === sweep ? -1 : 1)
  const cx = (x + toX) / 2 + (away * halfY) / half
  const cy = (y + toY) / 2 - (away * halfX) / half
  const from = Math.atan2(y - cy, x - cx)
  let turn = Math.atan2(toY - cy, toX - cx) - from
  if (sweep === 1 && turn < 0) turn += 2 * Math.PI
  if (sweep === 0 && turn > 0) turn -= 2 * Math.PI
  for (let step = 1; step <= CURVE_STEPS; step++) {
    const angle = from + (turn * step) / CURVE_STEPS
    points.push(cx + radius * Math.cos(angle), cy + radius * Math.sin(angle))
  }
}

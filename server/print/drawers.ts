/** How each layer of a result is drawn on paper. */
import type { ResultGeometry } from '../domain/geometry.ts'
import type { Row } from '../domain/layers.ts'
import {
  APPURTENANCE,
  CASING,
  type Dash,
  DEPTH,
  DETAIL_INFO,
  DRAWING,
  ELEMENT,
  ELEMENT_SCALE,
  EXTRA_GEOMETRY,
  LINE_DASH,
  LINE_WIDTH,
  PRECAUTION,
  REQUEST,
  type StyledLayer,
  SYMBOL_SCALE,
  TOPOGRAPHY,
} from '../domain/styles.ts'
import { APPURTENANCE_SYMBOLS, DEPTH_SYMBOL, DETAIL_SYMBOL, ELEMENT_SYMBOLS, type Shape } from '../domain/symbols.ts'
import { bandAt, colourOf, type Drawing, statusOf } from './drawing.ts'
import { dashAs, px, stamp, trace } from './paper.ts'
import { lettersAlong, textAt } from './text.ts'

interface Drawer {
  /** Largest scale denominator at which it is drawn */
  upTo: number
  draw(drawing: Drawing, row: Row, geometry: ResultGeometry): void
}

interface Stroke {
  colour: string
  /** Pixels of the standard */
  width: number
  dash?: Dash
}

function strokeLines({ pdf, ground }: Drawing, geometry: ResultGeometry, { colour, width, dash = null }: Stroke): void {
  if (geometry.type !== 'MultiLineString') return
  for (const line of geometry.lines) trace(pdf, ground, line)
  pdf.lineWidth(px(width)).lineJoin('round').lineCap('butt')
  dashAs(pdf, dash)
  pdf.stroke(colour)
}

function strokeArea(drawing: Drawing, geometry: ResultGeometry, { colour, width, dash = null }: Stroke): void {
  if (geometry.type !== 'MultiPolygon') return
  const { pdf, ground } = drawing
  for (const ring of geometry.polygons.flat()) trace(pdf, ground, ring, true)
  pdf.lineWidth(px(width)).lineJoin('round')
  dashAs(pdf, dash)
  pdf.stroke(colour)
}

function fillArea({ pdf, ground }: Drawing, geometry: ResultGeometry, colour: string, opacity = 1): void {
  if (geometry.type !== 'MultiPolygon') return
  for (const ring of geometry.polygons.flat()) trace(pdf, ground, ring, true)
  pdf.fillOpacity(opacity).fill(colour, 'even-odd').fillOpacity(1)
}

/** Parallel lines over the area, `pitch` pixels apart. */
function hatch(drawing: Drawing, geometry: ResultGeometry, colour: string, pitch: number, width: number): void {
  if (geometry.type !== 'MultiPolygon') return
  const { pdf, ground } = drawing
  pdf.save()
  for (const ring of geometry.polygons.flat()) trace(pdf, ground, ring, true)
  pdf.clip('even-odd')
  const [left, top] = ground.at(ground.extent.minX, ground.extent.maxY)
  const [right, bottom] = ground.at(ground.extent.maxX, ground.extent.minY)
  for (let x = left - (bottom - top); x < right; x += px(pitch)) pdf.moveTo(x, bottom).lineTo(x + bottom - top, top)
  pdf.undash().lineWidth(px(width)).stroke(colour)
  pdf.restore()
}

const see = ({ seen }: Drawing, row: Row): void => {
  seen.themes.add(String(row.thema ?? ''))
  seen.statuses.add(statusOf(row))
}

const cable = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  const { ground, wishes } = drawing
  const width = bandAt(LINE_WIDTH, ground.scale)
  if (width === undefined || geometry.type !== 'MultiLineString') return
  see(drawing, row)
  const colour = colourOf(wishes, row.thema)
  // In black a thin line leaves room for its letters.
  const inked = wishes.ink === 'black' ? Math.min(width, 2) : width
  strokeLines(drawing, geometry, { colour, width: inked, dash: LINE_DASH[statusOf(row)] })
  if (wishes.ink === 'black') lettersAlong(drawing, geometry.lines, String(row.thema ?? ''))
}

const container = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  const look = bandAt(CASING, drawing.ground.scale)
  if (row.objecttype !== 'Mantelbuis' || !look) {
    cable(drawing, row, geometry)
    return
  }
  see(drawing, row)
  drawing.seen.signs.add('mantelbuis')
  const colour = colourOf(drawing.wishes, row.thema)
  strokeLines(drawing, geometry, { colour, width: look.outer, dash: look.dash[statusOf(row)] })
  strokeLines(drawing, geometry, { colour: '#ffffff', width: look.inner })
}

const element = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  if (geometry.type !== 'Point') return
  const { pdf, ground, wishes } = drawing
  see(drawing, row)
  const kind = String(row.objecttype)
  drawing.seen.signs.add(`containerleidingelement:${kind}`)
  const at = ground.at(...geometry.xy)
  const colour = colourOf(wishes, row.thema)
  const shapes = ELEMENT_SYMBOLS[kind]
  if (ground.scale <= ELEMENT.symbol.upTo && shapes) {
    if (wishes.ink === 'colour') {
      pdf
        .fillOpacity(ELEMENT.opacity)
        .circle(...at, px(ELEMENT.symbol.size / 2))
        .fill(colour)
        .fillOpacity(1)
    }
    stamp(pdf, shapes, at, { colour, degrees: Number(row.rotatie ?? 0) })
    pdf.circle(...at, px(ELEMENT.dot.size / 2)).fill(ELEMENT.dot.colour)
    return
  }
  const size = bandAt(ELEMENT.squares, ground.scale)
  if (size === undefined) return
  const side = px(size)
  pdf.undash().lineWidth(px(1))
  pdf.rect(at[0] - side / 2, at[1] - side / 2, side, side).fillAndStroke(inkFill(drawing, colour), '#000000')
}

/** In black a filled sign would hide what lies under it. */
const inkFill = ({ wishes }: Drawing, colour: string): string => (wishes.ink === 'black' ? '#ffffff' : colour)

const UNKNOWN_SYMBOL = APPURTENANCE_SYMBOLS.at(-1)!

const appurtenance = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  if (geometry.type !== 'Point') return
  const { pdf, ground, wishes } = drawing
  see(drawing, row)
  const symbol = APPURTENANCE_SYMBOLS.find(({ name }) => name === row.symbool) ?? UNKNOWN_SYMBOL
  drawing.seen.signs.add(`leidingelement:${symbol.name}`)
  const at = ground.at(...geometry.xy)
  const colour = colourOf(wishes, row.thema)
  if (ground.scale <= APPURTENANCE.symbol.upTo) {
    stamp(pdf, symbol.shapes, at, { colour, degrees: Number(row.rotatie ?? 0) })
    return
  }
  pdf.undash().lineWidth(px(1))
  pdf.circle(...at, px(APPURTENANCE.circle.size / 2)).fillAndStroke(inkFill(drawing, colour), '#000000')
}

const extraGeometry = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  const look = EXTRA_GEOMETRY.find(({ owners }) => owners.includes(String(row.eigenaar_objecttype)))
  const width = look && bandAt(look.width, drawing.ground.scale)
  if (!look || width === undefined) return
  see(drawing, row)
  const colour = colourOf(drawing.wishes, row.thema)
  if (look.fill === 'white') fillArea(drawing, geometry, '#ffffff', 0.5)
  if (look.fill === 'theme' && drawing.wishes.ink === 'colour') fillArea(drawing, geometry, colour, 0.25)
  strokeArea(drawing, geometry, { colour, width, dash: LINE_DASH[statusOf(row)] })
}

const precaution = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  drawing.seen.signs.add('eis_voorzorgsmaatregel')
  const colour = colourOf(drawing.wishes, row.thema)
  hatch(drawing, geometry, colour, PRECAUTION.pitch * 2, 1)
  strokeArea(drawing, geometry, { colour, width: PRECAUTION.outline })
}

const ARROW_HEADS: readonly string[] = ['maatvoeringspijlpunt', 'annotatiepijlpunt']
/** Its tip on the point, in a box of 50 px, pointing east. */
const ARROW: readonly Shape[] = [
  { path: `M25 25L${25 - DRAWING.arrow} ${25 - DRAWING.arrow / 3}V${25 + DRAWING.arrow / 3}Z`, fill: 'colour' },
]

/** By type: arrow heads at both ends, or at the last. */
const TWO_HEADS: readonly string[] = ['maatvoeringspijl', 'annotatiepijlDubbelgericht']
const ONE_HEAD = 'annotatiepijlEnkelgericht'

const drawnLine = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  if (geometry.type !== 'MultiLineString') return
  strokeLines(drawing, geometry, { colour: DRAWING.colour, width: DRAWING.lineWidth })
  const type = String(row.type)
  for (const line of geometry.lines) {
    if (type === ONE_HEAD || TWO_HEADS.includes(type)) headAt(drawing, line.slice(-4))
    if (TWO_HEADS.includes(type)) headAt(drawing, [line[2]!, line[3]!, line[0]!, line[1]!])
  }
}

/** At the end of a segment, pointing along it. */
function headAt({ pdf, ground }: Drawing, segment: readonly number[]): void {
  const from = ground.at(segment[0]!, segment[1]!)
  const to = ground.at(segment[2]!, segment[3]!)
  const degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI
  stamp(pdf, ARROW, to, { colour: DRAWING.colour, degrees })
}

const drawnText = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  if (geometry.type !== 'Point') return
  if (ARROW_HEADS.includes(String(row.type))) {
    const at = drawing.ground.at(...geometry.xy)
    stamp(drawing.pdf, ARROW, at, { colour: DRAWING.colour, degrees: Number(row.rotatie ?? 0) })
    return
  }
  if (!row.tekst) return
  const anchor = { h: Number(row.anker_h ?? 0), v: Number(row.anker_v ?? 0) }
  textAt(drawing, String(row.tekst), drawing.ground.at(...geometry.xy), anchor, Number(row.rotatie ?? 0))
}

const depth = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  if (geometry.type !== 'Point') return
  const at = drawing.ground.at(...geometry.xy)
  stamp(drawing.pdf, DEPTH_SYMBOL, at, { colour: '#000000', size: DEPTH.symbolSize })
  const offset = DEPTH.textOffset[row.objecttype === 'DiepteNAP' ? 'DiepteNAP' : 'DiepteTovMaaiveld']
  const place: [number, number] = [at[0] + px(offset[0]), at[1] - px(offset[1])]
  if (typeof row.diepte_m === 'number') textAt(drawing, row.diepte_m.toFixed(2), place, { h: 0, v: 0 }, 0)
}

const topographyLine = (drawing: Drawing, row: Row, geometry: ResultGeometry): void => {
  drawing.seen.signs.add('eigen_topografie')
  const dash = row.status === 'plan' ? TOPOGRAPHY.planDash : null
  const stroke = { colour: TOPOGRAPHY.colour, width: TOPOGRAPHY.lineWidth, dash }
  if (geometry.type === 'MultiPolygon') strokeArea(drawing, geometry, stroke)
  else strokeLines(drawing, geometry, stroke)
}

const topographyPoint = (drawing: Drawing, _row: Row, geometry: ResultGeometry): void => {
  const size = bandAt(TOPOGRAPHY.circles, drawing.ground.scale)
  if (geometry.type !== 'Point' || size === undefined) return
  drawing.seen.signs.add('eigen_topografie')
  const at = drawing.ground.at(...geometry.xy)
  drawing.pdf
    .undash()
    .lineWidth(px(1))
    .circle(...at, px(size / 4))
    .stroke(TOPOGRAPHY.colour)
}

const detailShape = (drawing: Drawing, _row: Row, geometry: ResultGeometry): void => {
  drawing.seen.signs.add('extra_detailinfo')
  hatch(drawing, geometry, DETAIL_INFO.hatch, 12, 1)
  const stroke = { colour: DETAIL_INFO.colour, width: 1 }
  if (geometry.type === 'MultiPolygon') strokeArea(drawing, geometry, stroke)
  else strokeLines(drawing, geometry, stroke)
}

const detailPoint = (drawing: Drawing, _row: Row, geometry: ResultGeometry): void => {
  if (geometry.type !== 'Point') return
  drawing.seen.signs.add('extra_detailinfo')
  const size = drawing.ground.scale <= DETAIL_INFO.large.upTo ? DETAIL_INFO.large.size : DETAIL_INFO.small
  stamp(drawing.pdf, DETAIL_SYMBOL, drawing.ground.at(...geometry.xy), { colour: DETAIL_INFO.colour, size: size * 2 })
}

const request = (drawing: Drawing, _row: Row, geometry: ResultGeometry): void => {
  drawing.seen.signs.add('aanvraag')
  const colour = drawing.wishes.ink === 'black' ? '#000000' : REQUEST.colour
  strokeArea(drawing, geometry, {
    colour,
    width: drawing.ground.scale > ELEMENT_SCALE ? 2 : REQUEST.width,
    dash: REQUEST.dash,
  })
}

/** A layer that is not here is not drawn. */
export const DRAWERS: Readonly<Partial<Record<StyledLayer, Drawer>>> = {
  eigen_topografie_vlak: { upTo: TOPOGRAPHY.upTo, draw: topographyLine },
  eigen_topografie_lijn: { upTo: TOPOGRAPHY.upTo, draw: topographyLine },
  eigen_topografie_punt: { upTo: TOPOGRAPHY.upTo, draw: topographyPoint },
  eis_voorzorgsmaatregel: { upTo: ELEMENT_SCALE, draw: precaution },
  extra_geometrie: { upTo: ELEMENT_SCALE, draw: extraGeometry },
  kabel_en_leiding_container: { upTo: 400_000, draw: container },
  kabel_of_leiding: { upTo: 400_000, draw: cable },
  containerleidingelement: { upTo: ELEMENT_SCALE, draw: element },
  annotatie_lijn: { upTo: DRAWING.upTo, draw: drawnLine },
  annotatie_punt: { upTo: DRAWING.upTo, draw: drawnText },
  maatvoering_lijn: { upTo: DRAWING.upTo, draw: drawnLine },
  maatvoering_punt: { upTo: DRAWING.upTo, draw: drawnText },
  diepte: { upTo: DRAWING.upTo, draw: depth },
  extra_detailinfo_vlak: { upTo: DETAIL_INFO.corridor.upTo, draw: detailShape },
  extra_detailinfo_lijn: { upTo: DETAIL_INFO.corridor.upTo, draw: detailShape },
  extra_detailinfo_punt: { upTo: ELEMENT_SCALE, draw: detailPoint },
  leidingelement: { upTo: SYMBOL_SCALE, draw: appurtenance },
  aanvraag_polygoon: { upTo: Number.POSITIVE_INFINITY, draw: request },
}

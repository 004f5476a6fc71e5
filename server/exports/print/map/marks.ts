/** How each mark of a look is drawn on paper. */
import type { ResultGeometry } from '../../../geometry/geometry.ts'
import {
  type Ends,
  type Fill,
  type Hatch,
  type Label,
  type Mark,
  OF_THEME,
  type Spot,
  type Stroke,
  type SymbolMark,
  sizeAt,
  spotAt,
} from '../../../imkl/look/display-list.ts'
import { dashAt, offsetFor, pictureFor } from '../../../imkl/look/one-object.ts'
import { arrowHead } from '../../../imkl/look/symbols.ts'
import type { Row } from '../../../imkl/model/layers.ts'
import { dashAs, px, stamp, trace } from '../paper.ts'
import { textAt } from '../text.ts'
import { colourOf, type Drawing } from './drawing.ts'
import { blackLineOf, drawAlong } from './monochrome-symbols.ts'

const WHITE = '#ffffff'
/** Half a millimetre, where lines shall be thin. */
const THIN_LINE = 1.8
/** What lies under an area stays legible. */
const FILL_OPACITY = { white: 0.5, colour: 0.25 }

export function drawMark(drawing: Drawing, mark: Mark, row: Row, geometry: ResultGeometry): void {
  const colour = 'colour' in mark ? colourOf(drawing.options, mark.colour, row.thema) : ''
  if (geometry.type === 'Point') {
    const at = drawing.ground.at(...geometry.xy)
    if (mark.kind === 'spot') spot(drawing, mark, row, at)
    else if (mark.kind === 'symbol') symbol(drawing, mark, row, { at, colour })
    else if (mark.kind === 'label') label(drawing, mark, row, at)
    else if (mark.kind === 'arrow')
      stamp(drawing.pdf, arrowHead(mark.length), at, { colour, degrees: turned(drawing, row) })
    return
  }
  if (mark.kind === 'stroke') stroke(drawing, mark, row, { geometry, colour })
  else if (mark.kind === 'fill') fill(drawing, mark, { geometry, colour })
  else if (mark.kind === 'hatch') hatch(drawing, mark, { geometry, colour })
  else if (mark.kind === 'ends') ends(drawing, mark, { geometry, colour })
}

/** As the standard turns it, on a sheet that is turned itself. */
const turned = ({ ground }: Drawing, row: Row): number => Number(row.rotatie ?? 0) + ground.degrees

type MarkedShape = { geometry: Exclude<ResultGeometry, { type: 'Point' }>; colour: string }

function traceAll({ pdf, ground }: Drawing, geometry: MarkedShape['geometry']): void {
  if (geometry.type === 'MultiLineString') for (const line of geometry.lines) trace(pdf, ground, line)
  else for (const ring of geometry.polygons.flat()) trace(pdf, ground, ring, true)
}

function stroke(drawing: Drawing, mark: Stroke, row: Row, { geometry, colour }: MarkedShape): void {
  const { pdf, ground, options } = drawing
  const width = sizeAt(mark.width, ground.scale)
  if (width === undefined) return
  const isLettered = mark.isAlone && options.ink === 'black'
  const most = Math.min(
    isLettered ? blackLineOf(row.thema).width : Infinity,
    mark.isAlone && options.lines === 'thin' ? THIN_LINE : Infinity,
  )
  traceAll(drawing, geometry)
  pdf
    .lineWidth(px(Math.min(width, most)))
    .lineJoin('round')
    .lineCap('butt')
  dashAs(pdf, mark.dash ?? dashAt(mark.dashes, row, ground.scale))
  pdf.stroke(colour)
  if (isLettered && geometry.type === 'MultiLineString') drawAlong(drawing, geometry.lines, String(row.thema ?? ''))
}

function fill(drawing: Drawing, mark: Fill, { geometry, colour }: MarkedShape): void {
  if (mark.colour !== WHITE && drawing.options.ink === 'black') return
  traceAll(drawing, geometry)
  drawing.pdf
    .fillOpacity(mark.colour === WHITE ? FILL_OPACITY.white : FILL_OPACITY.colour)
    .fill(colour, 'even-odd')
    .fillOpacity(1)
}

function hatch(drawing: Drawing, { pitch }: Hatch, { geometry, colour }: MarkedShape): void {
  if (geometry.type === 'MultiLineString') return
  const { pdf, ground } = drawing
  pdf.save()
  traceAll(drawing, geometry)
  pdf.clip('even-odd')
  const { left, top, right, bottom } = ground
  for (let x = left - (bottom - top); x < right; x += px(pitch)) pdf.moveTo(x, bottom).lineTo(x + bottom - top, top)
  pdf.undash().lineWidth(px(1)).stroke(colour)
  pdf.restore()
}

function ends({ pdf, ground }: Drawing, mark: Ends, { geometry, colour }: MarkedShape): void {
  const length = sizeAt(mark.length, ground.scale)
  if (geometry.type !== 'MultiLineString' || length === undefined) return
  for (const line of geometry.lines) {
    for (const end of mark.at) {
      const [tip, before] = end === 'first' ? [0, 2] : [line.length - 2, line.length - 4]
      const to = ground.at(line[tip]!, line[tip + 1]!)
      const from = ground.at(line[before]!, line[before + 1]!)
      const slope = Math.atan2(to[1] - from[1], to[0] - from[0])
      if (mark.sign === 'arrow') {
        stamp(pdf, arrowHead(length), to, { colour, degrees: (slope * 180) / Math.PI })
        continue
      }
      const across = [(-Math.sin(slope) * px(length)) / 2, (Math.cos(slope) * px(length)) / 2] as const
      pdf.moveTo(to[0] - across[0], to[1] - across[1]).lineTo(to[0] + across[0], to[1] + across[1])
      pdf.undash().lineWidth(px(mark.width)).stroke(colour)
    }
  }
}

type Place = [number, number]

function spot({ pdf, ground, options }: Drawing, mark: Spot, row: Row, at: Place): void {
  const drawn = spotAt(mark, ground.scale)
  const dash = dashAt(mark.edgeDashes, row, ground.scale)
  if (drawn === undefined || (mark.isDashedOnly && dash === null)) return
  dashAs(pdf, dash)
  pdf.lineWidth(px(drawn.edgeWidth))
  const side = px(drawn.size)
  if (mark.shape === 'square') pdf.rect(at[0] - side / 2, at[1] - side / 2, side, side)
  else pdf.circle(...at, side / 2)
  if (mark.fill === null) pdf.stroke(mark.edge)
  else {
    // In black a filled sign would hide what lies under it.
    const isWhite = options.ink === 'black' && mark.fill === OF_THEME
    const colour = isWhite ? WHITE : colourOf(options, mark.fill, row.thema)
    pdf.fillOpacity(isWhite ? 1 : (mark.opacity ?? 1)).fillAndStroke(colour, mark.edge)
    pdf.fillOpacity(1)
  }
}

function symbol(drawing: Drawing, mark: SymbolMark, row: Row, { at, colour }: { at: Place; colour: string }): void {
  const { pdf, ground, options } = drawing
  const size = sizeAt(mark.size, ground.scale)
  if (size === undefined) return
  const opacity = options.ink === 'black' ? 1 : (mark.opacity ?? 1)
  pdf.opacity(opacity)
  stamp(pdf, pictureFor(mark, row).shapes, at, {
    colour,
    size,
    degrees: mark.isTurned ? turned(drawing, row) : 0,
  })
  pdf.opacity(1)
}

function label(drawing: Drawing, mark: Label, row: Row, at: Place): void {
  const value = row[mark.column]
  if (value === null || value === undefined || value === '') return
  const said = mark.decimals !== undefined && typeof value === 'number' ? value.toFixed(mark.decimals) : String(value)
  const anchor = mark.isAnchored ? { h: Number(row.anker_h ?? 0.5), v: Number(row.anker_v ?? 0.5) } : { h: 0, v: 0 }
  const [right, up] = offsetFor(mark, row)
  const degrees = mark.isAnchored ? turned(drawing, row) : 0
  textAt(drawing, said, [at[0] + px(right), at[1] - px(up)], { anchor, degrees, height: mark.height })
}

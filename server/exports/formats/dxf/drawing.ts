/** How each layer of a result is drawn: which entities on which layers. Every object leaves something, if only a point. */
import type { Position, ResultGeometry } from '../../../geometry/geometry.ts'
import type { Mark } from '../../../imkl/look/display-list.ts'
import { LOOKS } from '../../../imkl/look/looks.ts'
import { offsetFor, rulesFor } from '../../../imkl/look/one-object.ts'
import { DETAIL_INFO, type StyledLayer } from '../../../imkl/look/styles.ts'
import type { Row } from '../../../imkl/model/layers.ts'
import { ARROW_BLOCK, appurtenanceBlock, DEPTH_BLOCK, DETAIL_BLOCK, elementBlock, TOPOGRAPHY_BLOCK } from './blocks.ts'
import { DRAWN_AT, dot, facts, hatch, insert, polyline, words } from './entities.ts'
import {
  type DxfLayer,
  detailLayer,
  drawingLayer,
  ownerlessLayer,
  PIXEL_M,
  requestLayer,
  themeLayer,
  topographyLayer,
} from './layers.ts'
import { type Handles, MODEL_SPACE } from './tags.ts'

/** Metres between the lines of a hatch: few enough for a program to draw over square kilometres. */
const PRECAUTION_PITCH_M = 5
const DETAIL_PITCH_M = 8 * PIXEL_M

export interface Pen {
  handles: Handles
  /** @returns the name of a layer, which the drawing then has */
  on(layer: DxfLayer): string
}

/** The entities of one object, as text of the file, each followed by the facts of the object. */
export function drawObject(pen: Pen, layer: StyledLayer, row: Row, geometry: ResultGeometry): string {
  const known = facts({
    id: row.id!,
    objecttype: row.objecttype!,
    thema: row.thema!,
    status: row.status ?? null,
    bronhouder: row.bronhouder!,
    netbeheerder: row.netbeheerder!,
    klic_nummer: firstNumbers(row.klic_nummer!),
    label: row.label!,
  })
  return entitiesOf(pen, layer, row, geometry)
    .map((entity) => entity + known)
    .join('')
}

/** Whole ones: half of a number is another notification. */
const firstNumbers = (numbers: Row[string]): Row[string] =>
  typeof numbers === 'string' && numbers.length > 100 ? `${numbers.slice(0, 100).replace(/,[^,]*$/, '')},...` : numbers

function entitiesOf(pen: Pen, layer: StyledLayer, row: Row, geometry: ResultGeometry): string[] {
  const theme = text(row.thema)
  const status = text(row.status)
  const objecttype = text(row.objecttype) ?? 'onbekend'
  switch (layer) {
    case 'kabel_of_leiding':
      return paths(pen, themeLayer(theme, null, status, 'G'), geometry)
    case 'kabel_en_leiding_container':
      return paths(pen, themeLayer(theme, objecttype, status, 'G'), geometry)
    case 'leidingelement':
      return symbolAt(pen, themeLayer(theme, layer, status, 'S'), appurtenanceBlock(text(row.symbool)), row, geometry)
    case 'containerleidingelement':
      return symbolAt(pen, themeLayer(theme, objecttype, status, 'S'), elementBlock(objecttype), row, geometry)
    case 'extra_geometrie': {
      const isDrawn = marksOf(layer, row).length > 0
      return paths(pen, isDrawn ? themeLayer(theme, layer, status, 'G') : ownerlessLayer(theme), geometry)
    }
    case 'eis_voorzorgsmaatregel':
      return [
        ...hatches(pen, themeLayer(theme, layer, null, 'A'), { name: 'KLIC_EV', pitch: PRECAUTION_PITCH_M }, geometry),
        ...paths(pen, themeLayer(theme, layer, null, 'G'), geometry),
      ]
    case 'eigen_topografie_punt':
      return symbolAt(pen, topographyLayer(status, 'S'), TOPOGRAPHY_BLOCK, row, geometry)
    case 'eigen_topografie_lijn':
    case 'eigen_topografie_vlak':
      return paths(pen, topographyLayer(status, 'G'), geometry)
    case 'extra_detailinfo_punt':
      return symbolAt(pen, detailLayer('S'), DETAIL_BLOCK, row, geometry)
    case 'extra_detailinfo_lijn':
      return geometry.type === 'MultiLineString'
        ? geometry.lines.map((line) =>
            polyline(place(pen, detailLayer('G')), pen.handles.next(), line, {
              width: DETAIL_INFO.corridor.size * PIXEL_M,
            }),
          )
        : []
    case 'extra_detailinfo_vlak':
      return [
        ...hatches(pen, detailLayer('A'), { name: 'KLIC_DETAIL', pitch: DETAIL_PITCH_M }, geometry),
        ...paths(pen, detailLayer('G'), geometry),
      ]
    case 'annotatie_lijn':
    case 'maatvoering_lijn':
      return drawingLines(pen, layer, row, geometry)
    case 'annotatie_punt':
    case 'maatvoering_punt':
      return drawingPoint(pen, layer, row, geometry)
    case 'diepte':
      return depth(pen, row, geometry)
    case 'aanvraag_polygoon':
      return paths(pen, requestLayer(text(row.soort) ?? objecttype), geometry)
  }
}

const text = (cell: Row[string] | undefined): string | null => (typeof cell === 'string' ? cell : null)
const number = (cell: Row[string] | undefined): number => (typeof cell === 'number' ? cell : 0)
const place = (pen: Pen, layer: DxfLayer) => ({ owner: MODEL_SPACE, layer: pen.on(layer) })

function paths(pen: Pen, layer: DxfLayer, geometry: ResultGeometry): string[] {
  const at = place(pen, layer)
  if (geometry.type === 'MultiLineString') return geometry.lines.map((line) => polyline(at, pen.handles.next(), line))
  if (geometry.type === 'MultiPolygon')
    return geometry.polygons.flat().map((ring) => polyline(at, pen.handles.next(), ring, { isClosed: true }))
  return [dot(at, pen.handles.next(), geometry.xy)]
}

function hatches(
  pen: Pen,
  layer: DxfLayer,
  pattern: { name: string; pitch: number },
  geometry: ResultGeometry,
): string[] {
  if (geometry.type !== 'MultiPolygon') return []
  const at = place(pen, layer)
  return geometry.polygons.map((rings) => hatch(at, pen.handles.next(), rings, pattern))
}

function symbolAt(pen: Pen, layer: DxfLayer, block: string, row: Row, geometry: ResultGeometry): string[] {
  if (geometry.type !== 'Point') return []
  return [insert(place(pen, layer), pen.handles.next(), block, geometry.xy, number(row.rotatie))]
}

/** The marks of an object at the scale that drawings are made for. */
const marksOf = (layer: StyledLayer, row: Row): readonly Mark[] =>
  rulesFor(LOOKS[layer], row, DRAWN_AT).flatMap(({ marks }) => marks)

function drawingLines(pen: Pen, layer: StyledLayer, row: Row, geometry: ResultGeometry): string[] {
  if (geometry.type !== 'MultiLineString') return []
  const at = place(pen, drawingLayer(text(row.thema), layer.replace('_lijn', ''), 'G'))
  const ends = marksOf(layer, row).flatMap((mark) => (mark.kind === 'ends' ? mark.at : []))
  return geometry.lines.flatMap((line) => {
    const last = line.length - 2
    const arrow = (tip: number, from: number): string => {
      const clockwise = (-Math.atan2(line[tip + 1]! - line[from + 1]!, line[tip]! - line[from]!) * 180) / Math.PI
      return insert(at, pen.handles.next(), ARROW_BLOCK, [line[tip]!, line[tip + 1]!], clockwise)
    }
    return [
      polyline(at, pen.handles.next(), line),
      ...ends.map((end) => (end === 'first' ? arrow(0, 2) : arrow(last, last - 2))),
    ]
  })
}

function drawingPoint(pen: Pen, layer: StyledLayer, row: Row, geometry: ResultGeometry): string[] {
  if (geometry.type !== 'Point') return []
  const what = layer.replace('_punt', '')
  const theme = text(row.thema)
  const clockwise = number(row.rotatie)
  if (marksOf(layer, row).some(({ kind }) => kind === 'arrow')) {
    const at = place(pen, drawingLayer(theme, what, 'S'))
    return [insert(at, pen.handles.next(), ARROW_BLOCK, geometry.xy, clockwise)]
  }
  const at = place(pen, drawingLayer(theme, what, 'T'))
  const said = text(row.tekst)
  if (!said) return [dot(at, pen.handles.next(), geometry.xy)]
  const half = (cell: Row[string] | undefined): number => (typeof cell === 'number' ? cell : 0.5)
  const look = { letter: 'B' as const, clockwise, anchor: [half(row.anker_h), half(row.anker_v)] as const }
  return [words(at, pen.handles.next(), said, geometry.xy, look)]
}

/** The triangle stands on its tip, the figure to the right of it, upright as the drawing is. */
function depth(pen: Pen, row: Row, geometry: ResultGeometry): string[] {
  if (geometry.type !== 'Point') return []
  const symbol = place(pen, drawingLayer(text(row.thema), 'diepte', 'S'))
  const [x, y] = geometry.xy
  const entities = [insert(symbol, pen.handles.next(), DEPTH_BLOCK, geometry.xy, number(row.rotatie))]
  const label = marksOf('diepte', row).find((mark) => mark.kind === 'label')
  if (typeof row.diepte_m !== 'number' || !label) return entities
  const [right, up] = offsetFor(label, row)
  const at: Position = [x + right * PIXEL_M, y + up * PIXEL_M]
  const figures = place(pen, drawingLayer(text(row.thema), 'diepte', 'T'))
  const said = String(Math.round(row.diepte_m * 100) / 100)
  return [...entities, words(figures, pen.handles.next(), said, at, { letter: 'B' })]
}

/** QGIS symbols and their layers as XML. Sizes come in millimetres; an expression, where given, overrules its value. */
import { dashText, mm, type Paint } from './expressions.ts'
import { dataDefined, type Expressions, el, options, type Value, type Xml } from './xml.ts'

export type SymbolKind = 'marker' | 'line' | 'fill'

export interface QgisSymbol {
  readonly kind: SymbolKind
  readonly layers: readonly Xml[]
}

export const symbol = (kind: SymbolKind, ...layers: readonly Xml[]): QgisSymbol => ({ kind, layers })

export const symbolXml = ({ kind, layers }: QgisSymbol, name: string): Xml =>
  el('symbol', { type: kind, name, alpha: 1, clip_to_extent: 1, force_rhr: 0 }, ...layers)

interface LayerExtra {
  expressions?: Expressions
  /** Level to draw in, where the renderer uses levels. */
  pass?: number
  /** A symbol within, for patterns and markers along a line. */
  inner?: QgisSymbol
}

const layer = (type: string, values: Readonly<Record<string, Value | undefined>>, extra: LayerExtra = {}): Xml =>
  el(
    'layer',
    { class: type, enabled: 1, locked: 0, pass: extra.pass ?? 0 },
    options(values),
    dataDefined('data_defined_properties', extra.expressions ?? {}),
    extra.inner && symbolXml(extra.inner, '@0@0'),
  )

export interface LineLook {
  paint: Paint
  widthMm: number
  /** Expression in millimetres */
  width?: string | undefined
  /** In pixels of the standard */
  dash?: readonly number[] | null
  /** Expression */
  dashes?: string | undefined
  enabled?: string | undefined
  pass?: number
}

/** Flat ends: a round or square one would close the gaps of the dashes. */
export const lineLayer = ({ paint, widthMm, width, dash, dashes, enabled, pass }: LineLook): Xml =>
  layer(
    'SimpleLine',
    {
      line_color: paint.rgb,
      line_style: 'solid',
      line_width: widthMm,
      line_width_unit: 'MM',
      capstyle: 'flat',
      joinstyle: 'round',
      ...(dash ? { use_custom_dash: 1, customdash: dashText(dash), customdash_unit: 'MM' } : {}),
    },
    {
      expressions: { outlineColor: paint.expression, outlineWidth: width, customDash: dashes, enabled },
      ...(pass === undefined ? {} : { pass }),
    },
  )

/** A marker on the first or last point of each part of a line, turned with it. */
export const atEnd = (which: 'first' | 'last', inner: QgisSymbol, pass = 0): Xml =>
  layer('MarkerLine', { placement: `${which}vertex`, rotate: 1 }, { inner, pass })

export interface MarkerLook {
  /** QGIS's name: circle, square, line, filled_arrowhead */
  shape: string
  sizePx: number
  fill?: Paint | null
  edge?: Paint | null
  edgePx?: number
  /** QGIS's name; default solid */
  edgeStyle?: string
  angle?: number
  expressions?: Expressions
}

export const markerLayer = ({
  shape,
  sizePx,
  fill,
  edge,
  edgePx = 1,
  edgeStyle = 'solid',
  angle = 0,
  expressions,
}: MarkerLook): Xml =>
  layer(
    'SimpleMarker',
    {
      name: shape,
      size: mm(sizePx),
      size_unit: 'MM',
      scale_method: 'diameter',
      color: fill ? fill.rgb : '0,0,0,0',
      outline_color: edge ? edge.rgb : '0,0,0,0',
      outline_style: edge ? edgeStyle : 'no',
      outline_width: mm(edgePx),
      outline_width_unit: 'MM',
      cap_style: 'flat',
      joinstyle: 'miter',
      angle,
    },
    { expressions: { fillColor: fill?.expression, outlineColor: edge?.expression, ...expressions } },
  )

export interface PictureLook {
  /** base64:... */
  file: string
  sizePx: number
  paint: Paint
  /** Expression in degrees clockwise */
  angle?: string
  expressions?: Expressions
}

export const pictureLayer = ({ file, sizePx, paint, angle, expressions }: PictureLook): Xml =>
  layer(
    'SvgMarker',
    {
      name: file,
      size: mm(sizePx),
      size_unit: 'MM',
      color: paint.rgb,
      outline_color: paint.rgb,
      outline_width: 0,
      angle: 0,
    },
    { expressions: { fillColor: paint.expression, angle, ...expressions } },
  )

export const fillLayer = (paint: Paint): Xml =>
  layer(
    'SimpleFill',
    { color: paint.rgb, style: 'solid', outline_style: 'no' },
    { expressions: { fillColor: paint.expression } },
  )

/** Squares on a grid, nothing between them. */
export const squaresLayer = (paint: Paint, squarePx: number, pitchPx: number): Xml =>
  layer(
    'PointPatternFill',
    { distance_x: mm(pitchPx), distance_x_unit: 'MM', distance_y: mm(pitchPx), distance_y_unit: 'MM' },
    { inner: symbol('marker', markerLayer({ shape: 'square', sizePx: squarePx, fill: paint })) },
  )

export const hatchLayer = (paint: Paint, pitchPx: number): Xml =>
  layer(
    'LinePatternFill',
    { angle: 45, distance: mm(pitchPx), distance_unit: 'MM' },
    { inner: symbol('line', lineLayer({ paint, widthMm: mm(1) })) },
  )

export const hatchAlongLayer = (paint: Paint, pitchPx: number, lengthPx: number): Xml =>
  layer(
    'HashLine',
    {
      placement: 'interval',
      interval: mm(pitchPx),
      interval_unit: 'MM',
      // The slanted stroke at the very start would stick out of the corridor.
      offset_along_line: mm(lengthPx * 0.4),
      offset_along_line_unit: 'MM',
      hash_length: mm(lengthPx),
      hash_length_unit: 'MM',
      hash_angle: 45,
      rotate: 1,
    },
    { inner: symbol('line', lineLayer({ paint, widthMm: mm(1) })) },
  )

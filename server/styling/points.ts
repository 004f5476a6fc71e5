/** Symbols of appurtenances and of cabinets and the like, depths, arrow heads, topography and detail information. */
import { APPURTENANCE, DEPTH, DETAIL_INFO, DRAWING, ELEMENT, ELEMENT_SCALE, TOPOGRAPHY } from '../domain/styles.ts'
import { APPURTENANCE_SYMBOLS, DEPTH_SYMBOL, DETAIL_SYMBOL, ELEMENT_SYMBOLS, SYMBOL_BOX } from '../domain/symbols.ts'
import { beyond, faded, fixed, mm, sizeByScale, upTo } from './expressions.ts'
import { arrowHead, type OnlyTheme, paintOf } from './lines.ts'
import { is, isNoneOf, type Rule } from './rules.ts'
import { embedded, svgOf } from './svg.ts'
import { markerLayer, pictureLayer, symbol } from './symbols.ts'

/** Degrees clockwise, as both the data and QGIS have it. */
const TURNED = 'coalesce("rotatie",0)'
const EDGE = fixed('#000000')

/** A rule for each symbol, and one for all of them that takes over where symbols would be too large. */
export function appurtenanceRules(only: OnlyTheme): Rule[] {
  const paint = paintOf(only)
  const { symbol: large, circle } = APPURTENANCE
  const rules = APPURTENANCE_SYMBOLS.map(({ name, icon, shapes }) => ({
    label: name,
    filter: icon === null ? 'ELSE' : is('symbool', name),
    upTo: large.upTo,
    symbol: symbol('marker', pictureLayer({ file: embedded(svgOf(shapes)), sizePx: SYMBOL_BOX, paint, angle: TURNED })),
  }))
  return [
    {
      label: `alle, vanaf 1:${large.upTo + 1}`,
      // Not the rule's own scale: two rules that share a bound would both draw at exactly that scale.
      filter: beyond(large.upTo),
      upTo: circle.upTo,
      symbol: symbol('marker', markerLayer({ shape: 'circle', sizePx: circle.size, fill: paint, edge: EDGE })),
    },
    // Beyond that scale every feature has been taken by the circle, so ELSE can't draw it a second time.
    ...rules,
  ]
}

const styleByStatus = (projected: string, disused: string, functional: string): string =>
  `CASE WHEN ${is('status', 'projected')} THEN '${projected}' WHEN ${is('status', 'disused')} THEN '${disused}' ELSE '${functional}' END`

/**
 * A symbol at opacity 0.4 with a dot on its anchor, on a white square with a dashed edge unless it is in use; then
 * squares, for all classes at once.
 */
export function elementRules(only: OnlyTheme): Rule[] {
  const paint = faded(paintOf(only), ELEMENT.opacity)
  const near = ELEMENT.symbol.upTo
  const names = Object.keys(ELEMENT_SYMBOLS)
  const picture = (name: string) =>
    symbol(
      'marker',
      markerLayer({
        shape: 'square',
        sizePx: ELEMENT.symbol.size,
        fill: fixed('#ffffff'),
        edge: EDGE,
        edgeStyle: 'no',
        expressions: {
          enabled: `"status" IN ('projected','disused')`,
          outlineStyle: styleByStatus('dash', 'dash dot', 'no'),
        },
      }),
      pictureLayer({ file: embedded(svgOf(ELEMENT_SYMBOLS[name]!)), sizePx: SYMBOL_BOX, paint, angle: TURNED }),
      markerLayer({
        shape: 'circle',
        sizePx: ELEMENT.dot.size,
        fill: fixed(ELEMENT.dot.colour),
        edge: fixed(ELEMENT.dot.edge),
        edgePx: ELEMENT.dot.edgeWidth,
      }),
    )
  const square = markerLayer({
    shape: 'square',
    sizePx: ELEMENT.squares[0].size,
    fill: paint,
    edge: EDGE,
    expressions: {
      size: sizeByScale(ELEMENT.squares),
      outlineStyle: styleByStatus('dot', 'dash dot', 'solid'),
    },
  })
  return [
    {
      label: `alle, vanaf 1:${near + 1}`,
      filter: beyond(near),
      upTo: ELEMENT_SCALE,
      symbol: symbol('marker', square),
    },
    ...names.map((name) => ({
      label: name === 'TechnischGebouw' ? 'technisch gebouw' : name.toLowerCase(),
      filter: is('objecttype', name),
      upTo: near,
      symbol: picture(name),
    })),
    { label: 'anders', filter: isNoneOf('objecttype', names), upTo: near, symbol: picture('Kast') },
  ]
}

/** An arrow head that stands alone. Everything else is only text, but QGIS labels only what it also draws. */
export const drawingPointRules = (): Rule[] => [
  {
    label: 'pijlpunt',
    filter: `"type" IN ('maatvoeringspijlpunt','annotatiepijlpunt')`,
    symbol: symbol('marker', arrowHead(0, { angle: TURNED })),
  },
  { label: 'tekst', filter: 'ELSE', symbol: symbol('marker', markerLayer({ shape: 'circle', sizePx: 1 })) },
]

export const depthRules = (): Rule[] => [
  {
    label: 'diepte in meters',
    symbol: symbol(
      'marker',
      pictureLayer({
        file: embedded(svgOf(DEPTH_SYMBOL)),
        sizePx: DEPTH.symbolSize,
        paint: fixed(DRAWING.colour),
        angle: TURNED,
      }),
    ),
  },
]

export const topographyPointRules = (): Rule[] => [
  {
    label: 'eigen topografie',
    symbol: symbol(
      'marker',
      markerLayer({
        shape: 'circle',
        sizePx: TOPOGRAPHY.circles[0].size,
        edge: fixed(TOPOGRAPHY.colour),
        edgePx: TOPOGRAPHY.lineWidth,
        expressions: {
          size: sizeByScale(TOPOGRAPHY.circles),
          outlineStyle: `CASE WHEN ${is('status', 'plan')} THEN 'dash' ELSE 'solid' END`,
        },
      }),
    ),
  },
]

export const detailPointRules = (): Rule[] => [
  {
    label: 'extra detailinformatie',
    symbol: symbol(
      'marker',
      pictureLayer({
        // The diamond fills half of its box.
        file: embedded(svgOf(DETAIL_SYMBOL)),
        sizePx: DETAIL_INFO.large.size * 2,
        paint: fixed(DETAIL_INFO.colour),
        expressions: {
          size: `if(${upTo(DETAIL_INFO.large.upTo)},${mm(DETAIL_INFO.large.size * 2)},${mm(DETAIL_INFO.small * 2)})`,
        },
      }),
    ),
  },
]

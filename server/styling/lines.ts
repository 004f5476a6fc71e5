/** Cables and pipes, their containers, and the lines of drawings, topography and detail information. */
import {
  ARROWS,
  CASING,
  DETAIL_INFO,
  DRAWING,
  LINE_DASH,
  LINE_WIDTH,
  STATUSES,
  SYMBOL_SCALE,
  TOPOGRAPHY,
  UNKNOWN_THEME,
} from '../domain/styles.ts'
import { THEMES, type Theme } from '../domain/themes.ts'
import { byScale, byTheme, dashByStatus, dashText, fixed, mm, type Paint, quoted, sizeByScale } from './expressions.ts'
import { is, isNoneOf, isOneOf, type Rule } from './rules.ts'
import { atEnd, hatchAlongLayer, lineLayer, markerLayer, type QgisSymbol, symbol } from './symbols.ts'

/** The theme that a layer of the project shows, null for features without a known one, undefined for all of them. */
export type OnlyTheme = Theme | null | undefined

export const paintOf = (only: OnlyTheme): Paint =>
  only === undefined ? byTheme : fixed(only === null ? UNKNOWN_THEME.colour : only.colour)

const LAST_LINE_SCALE = LINE_WIDTH.at(-1)!.upTo
const FULL_WIDTH_MM = mm(LINE_WIDTH[0]!.size)

const cable = (paint: Paint, dash: { dash: readonly number[] | null } | { dashes: string }, pass = 0): QgisSymbol =>
  symbol('line', lineLayer({ paint, widthMm: FULL_WIDTH_MM, width: sizeByScale(LINE_WIDTH), pass, ...dash }))

/** All themes: a rule for each. One theme: a rule for each status, so that the legend shows the dashes. */
export function cableRules(only: OnlyTheme): Rule[] {
  const upTo = LAST_LINE_SCALE
  if (only !== undefined) {
    const paint = paintOf(only)
    return [
      ...STATUSES.map(({ id, nl }) => ({
        label: nl,
        filter: is('status', id),
        upTo,
        symbol: cable(paint, { dash: LINE_DASH[id] }),
      })),
      { label: 'status onbekend', filter: 'ELSE', upTo, symbol: cable(paint, { dash: null }) },
    ]
  }
  const dashes = dashByStatus(LINE_DASH)
  return [
    ...THEMES.map((theme) => ({
      label: theme.nl,
      filter: is('thema', theme.id),
      upTo,
      symbol: cable(fixed(theme.colour), { dashes }),
    })),
    { label: UNKNOWN_THEME.nl, filter: 'ELSE', upTo, symbol: cable(fixed(UNKNOWN_THEME.colour), { dashes }) },
  ]
}

/** Levels: Kabelbed, Duct, then Mantelbuis with its edges, its white inside and its ends. */
export function containerRules(only: OnlyTheme): Rule[] {
  const paint = paintOf(only)
  const dashes = dashByStatus(LINE_DASH)
  return [
    {
      label: 'kabelbed',
      filter: is('objecttype', 'Kabelbed'),
      upTo: LAST_LINE_SCALE,
      symbol: cable(paint, { dashes }),
    },
    { label: 'duct', filter: is('objecttype', 'Duct'), upTo: LAST_LINE_SCALE, symbol: cable(paint, { dashes }, 1) },
    { label: 'mantelbuis', filter: is('objecttype', 'Mantelbuis'), upTo: SYMBOL_SCALE, symbol: casing(paint) },
    {
      label: 'anders',
      filter: isNoneOf('objecttype', ['Kabelbed', 'Duct', 'Mantelbuis']),
      upTo: LAST_LINE_SCALE,
      symbol: cable(paint, { dashes }, 1),
    },
  ]
}

function casing(paint: Paint): QgisSymbol {
  const large = CASING[0]!.size
  const tick = symbol(
    'marker',
    markerLayer({
      shape: 'line',
      sizePx: large.outer,
      edge: paint,
      edgePx: large.tickWidth,
      expressions: { size: byScale(CASING, ({ outer }) => String(mm(outer))) },
    }),
  )
  return symbol(
    'line',
    lineLayer({
      paint,
      widthMm: mm(large.outer),
      width: byScale(CASING, ({ outer }) => String(mm(outer))),
      dashes: byScale(CASING, ({ dash }) => dashByStatus(dash)),
      pass: 2,
    }),
    lineLayer({
      paint: fixed('#ffffff'),
      widthMm: mm(large.inner),
      width: byScale(CASING, ({ inner }) => String(mm(inner))),
      pass: 3,
    }),
    atEnd('first', tick, 4),
    atEnd('last', tick, 4),
  )
}

const INK = fixed(DRAWING.colour)

/** The tip lies on the end; at rotation 0 the head points to the right. */
export const arrowHead = (angle = 0, expressions = {}) =>
  markerLayer({ shape: 'filled_arrowhead', sizePx: DRAWING.arrow, fill: INK, angle, expressions })

export function drawingRules(): Rule[] {
  const plain = lineLayer({ paint: INK, widthMm: mm(DRAWING.lineWidth) })
  const head = atEnd('last', symbol('marker', arrowHead()))
  const tail = atEnd('first', symbol('marker', arrowHead(180)))
  return [
    {
      label: 'pijl met twee punten',
      filter: isOneOf('type', ARROWS.both),
      symbol: symbol('line', plain, head, tail),
    },
    { label: 'pijl', filter: isOneOf('type', ARROWS.last), symbol: symbol('line', plain, head) },
    { label: 'lijn', filter: 'ELSE', symbol: symbol('line', plain) },
  ]
}

const PLAN = `CASE WHEN ${is('status', 'plan')} THEN ${quoted(dashText(TOPOGRAPHY.planDash))} END`

export const topographyLine = () =>
  lineLayer({ paint: fixed(TOPOGRAPHY.colour), widthMm: mm(TOPOGRAPHY.lineWidth), dashes: PLAN })

export const topographyLineRules = (): Rule[] => [
  { label: 'eigen topografie', symbol: symbol('line', topographyLine()) },
]

/** A corridor with hatching, closed at both ends. */
export function detailLineRules(): Rule[] {
  const { colour, hatch, corridor } = DETAIL_INFO
  const edge = fixed(colour)
  const end = symbol('marker', markerLayer({ shape: 'line', sizePx: corridor.size, edge }))
  const inside = corridor.size - 2
  return [
    {
      label: 'extra detailinformatie',
      upTo: corridor.upTo,
      symbol: symbol(
        'line',
        lineLayer({ paint: edge, widthMm: mm(corridor.size) }),
        lineLayer({ paint: fixed('#ffffff'), widthMm: mm(inside) }),
        hatchAlongLayer(fixed(hatch), inside),
        atEnd('first', end),
        atEnd('last', end),
      ),
    },
  ]
}

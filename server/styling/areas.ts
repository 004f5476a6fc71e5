/** Areas: requests, precautions, geometry to scale, topography and detail information. */
import { DETAIL_INFO, EXTRA_GEOMETRY, LINE_DASH, PRECAUTION, REQUEST, UNKNOWN_THEME } from '../domain/styles.ts'
import { THEMES } from '../domain/themes.ts'
import { dashByStatus, faded, fixed, mm, type Paint, sizeByScale } from './expressions.ts'
import { type OnlyTheme, paintOf, topographyLine } from './lines.ts'
import { is, isNoneOf, isOneOf, type Rule } from './rules.ts'
import { fillLayer, hatchLayer, lineLayer, squaresLayer, symbol } from './symbols.ts'

export const requestRules = (): Rule[] => [
  {
    label: 'informatiepolygoon',
    filter: is('objecttype', 'Informatiepolygoon'),
    symbol: symbol('fill', fillLayer(faded(fixed(REQUEST.colour), REQUEST.infoOpacity))),
  },
  {
    label: 'graaf- of oriëntatiepolygoon',
    filter: 'ELSE',
    symbol: symbol('fill', lineLayer({ paint: fixed(REQUEST.colour), widthMm: mm(REQUEST.width), dash: REQUEST.dash })),
  },
]

const precaution = (paint: Paint) =>
  symbol(
    'fill',
    squaresLayer(paint, PRECAUTION.square, PRECAUTION.pitch),
    lineLayer({ paint, widthMm: mm(PRECAUTION.outline) }),
  )

export function precautionRules(only: OnlyTheme): Rule[] {
  if (only !== undefined) return [{ label: 'eis voorzorgsmaatregel', symbol: precaution(paintOf(only)) }]
  return [
    ...THEMES.map(({ id, nl, colour }) => ({
      label: nl,
      filter: is('thema', id),
      symbol: precaution(fixed(colour)),
    })),
    { label: UNKNOWN_THEME.nl, filter: 'ELSE', symbol: precaution(fixed(UNKNOWN_THEME.colour)) },
  ]
}

export function extraGeometryRules(only: OnlyTheme): Rule[] {
  const paint = paintOf(only)
  const outline = (width: (typeof EXTRA_GEOMETRY)[number]['width']) =>
    lineLayer({
      paint,
      widthMm: mm(width[0]!.size),
      width: sizeByScale(width),
      dashes: dashByStatus(LINE_DASH),
    })
  return [
    ...EXTRA_GEOMETRY.map(({ name, owners, fill, width }) => ({
      label: name,
      filter: isOneOf('eigenaar_objecttype', owners),
      upTo: width.at(-1)!.upTo,
      symbol:
        fill === null
          ? symbol('fill', outline(width))
          : symbol('fill', fillLayer(fill === 'white' ? fixed('#ffffff') : paint), outline(width)),
    })),
    {
      label: 'zonder eigenaar (officieel niet getekend)',
      filter: isNoneOf(
        'eigenaar_objecttype',
        EXTRA_GEOMETRY.flatMap(({ owners }) => owners),
      ),
      on: false,
      symbol: symbol('fill', outline([{ upTo: 0, size: 1 }])),
    },
  ]
}

export const topographyAreaRules = (): Rule[] => [
  { label: 'eigen topografie', symbol: symbol('fill', topographyLine()) },
]

export const detailAreaRules = (): Rule[] => [
  {
    label: 'extra detailinformatie',
    symbol: symbol(
      'fill',
      hatchLayer(fixed(DETAIL_INFO.hatch)),
      lineLayer({ paint: fixed(DETAIL_INFO.colour), widthMm: mm(1) }),
    ),
  },
]

/** The legend of the official look, from the facts that the maps are drawn by: for the window and for print. */

import {
  APPURTENANCE,
  CASING,
  type Dash,
  DETAIL_INFO,
  DRAWING,
  ELEMENT,
  LINE_DASH,
  LINE_WIDTH,
  PRECAUTION,
  REQUEST,
  STATUSES,
  TOPOGRAPHY,
} from '../../../imkl/look/styles.ts'
import { APPURTENANCE_SYMBOLS, DEPTH_SYMBOL, DETAIL_SYMBOL, ELEMENT_SYMBOLS } from '../../../imkl/look/symbols.ts'
import { classIn } from '../../../imkl/model/names.ts'
import { THEMES } from '../../../imkl/model/themes.ts'
import type { Language } from '../../../texts/languages.ts'
import { type CodeOf, forEachLanguage, type Key, translate } from '../../../texts/texts.ts'
import { svgOf } from '../svg.ts'

type Pattern = 'none' | 'squares' | 'hatch' | 'solid'

/** Sizes are pixels of 0.28 mm, colours #rrggbb. */
export type Swatch =
  | { readonly kind: 'line'; readonly colour: string; readonly width: number; readonly dash: Dash }
  /** A line within a line. */
  | { readonly kind: 'casing'; readonly colour: string; readonly width: number; readonly inner: number }
  | {
      readonly kind: 'area'
      readonly colour: string
      readonly pattern: Pattern
      readonly outline: number
      readonly dash: Dash
    }
  /** `currentColor` stands for the theme's. */
  | { readonly kind: 'symbol'; readonly svg: string; readonly size: number; readonly opacity: number }

type Names = Readonly<Record<Language, string>>
type LegendEntry = Names & { readonly id: string; readonly swatch: Swatch }
type LegendGroup = Names & { readonly id: CodeOf<'legend.group'>; readonly entries: readonly LegendEntry[] }

/** Stands in for the colour that the theme gives. */
const OF_THEME = 'currentColor'
const WIDTH = LINE_WIDTH[0]!.size

const line = (colour: string, width: number, dash: Dash = null): Swatch => ({ kind: 'line', colour, width, dash })
const area = (colour: string, pattern: Pattern, outline: number, dash: Dash = null): Swatch => ({
  kind: 'area',
  colour,
  pattern,
  outline,
  dash,
})
const symbol = (svg: string, size: number, opacity = 1): Swatch => ({ kind: 'symbol', svg, size, opacity })

const named = (key: Key): Names => forEachLanguage((language) => translate(language)(key))
const group = (id: LegendGroup['id'], entries: readonly LegendEntry[]): LegendGroup => ({
  id,
  ...named(`legend.group.${id}`),
  entries,
})
const ofClass = (objecttype: string, swatch: Swatch): LegendEntry => ({
  id: objecttype,
  ...forEachLanguage((language) => classIn(language, objecttype)),
  swatch,
})
const entry = (id: CodeOf<'legend.entry'>, swatch: Swatch): LegendEntry => ({
  id,
  ...named(`legend.entry.${id}`),
  swatch,
})

export const legendOf = (): LegendGroup[] => [
  group(
    'themes',
    THEMES.map(({ id, colour }) => ({ id, ...named(`imkl.theme.${id}`), swatch: line(colour, WIDTH) })),
  ),
  group(
    'statuses',
    STATUSES.map((id) => ({ id, ...named(`imkl.status.${id}`), swatch: line(OF_THEME, WIDTH, LINE_DASH[id]) })),
  ),
  group('objects', [
    ofClass('Mantelbuis', {
      kind: 'casing',
      colour: OF_THEME,
      width: CASING[0]!.size.outer,
      inner: CASING[0]!.size.inner,
    }),
    ...Object.entries(ELEMENT_SYMBOLS).map(([objecttype, shapes]) =>
      ofClass(objecttype, symbol(svgOf(shapes, OF_THEME), ELEMENT.symbol.size * 2, ELEMENT.opacity)),
    ),
  ]),
  group(
    'symbols',
    APPURTENANCE_SYMBOLS.map(({ name, shapes }) => ({
      id: name,
      ...named(`imkl.symbol.${name}`),
      swatch: symbol(svgOf(shapes, OF_THEME), APPURTENANCE.symbol.size * 2),
    })),
  ),
  group('drawings', [
    entry('maatvoering', line(DRAWING.colour, DRAWING.lineWidth)),
    entry('diepte', symbol(svgOf(DEPTH_SYMBOL, DRAWING.colour), 50)),
    entry('extra_detailinfo', symbol(svgOf(DETAIL_SYMBOL, DETAIL_INFO.colour), DETAIL_INFO.large.size * 2)),
    entry('eigen_topografie', line(TOPOGRAPHY.colour, TOPOGRAPHY.lineWidth)),
  ]),
  group('areas', [
    entry('aanvraag', area(REQUEST.colour, 'none', REQUEST.width, REQUEST.dash)),
    entry('eis_voorzorgsmaatregel', area(OF_THEME, 'squares', PRECAUTION.outline)),
    entry('extra_geometrie', area(OF_THEME, 'solid', WIDTH)),
    entry('extra_detailinfo_vlak', area(DETAIL_INFO.colour, 'hatch', 1)),
  ]),
]

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
import {
  APPURTENANCE_SYMBOLS,
  DEPTH_SYMBOL,
  DETAIL_SYMBOL,
  ELEMENT_SYMBOLS,
  SYMBOLS_IN_ENGLISH,
} from '../../../imkl/look/symbols.ts'
import { classNameIn } from '../../../imkl/model/names.ts'
import { THEMES } from '../../../imkl/model/themes.ts'
import { svgOf } from '../svg.ts'

/** Sizes are pixels of 0.28 mm, colours #rrggbb. */
export type Swatch =
  | { readonly kind: 'line'; readonly colour: string; readonly width: number; readonly dash: Dash }
  /** A line within a line. */
  | { readonly kind: 'casing'; readonly colour: string; readonly width: number; readonly inner: number }
  | {
      readonly kind: 'area'
      readonly colour: string
      readonly pattern: 'none' | 'squares' | 'hatch' | 'solid'
      readonly outline: number
      readonly dash: Dash
    }
  /** `currentColor` stands for the theme's. */
  | { readonly kind: 'symbol'; readonly svg: string; readonly size: number; readonly opacity: number }

export interface LegendEntry {
  readonly id: string
  readonly nl: string
  readonly en: string
  readonly swatch: Swatch
}

export interface LegendGroup {
  readonly id: 'themes' | 'statuses' | 'objects' | 'symbols' | 'drawings' | 'areas'
  readonly nl: string
  readonly en: string
  readonly entries: readonly LegendEntry[]
}

/** Stands in for the colour that the theme gives. */
const OF_THEME = 'currentColor'
const WIDTH = LINE_WIDTH[0]!.size

const line = (colour: string, width: number, dash: Dash = null): Swatch => ({ kind: 'line', colour, width, dash })
const symbol = (svg: string, size: number, opacity = 1): Swatch => ({ kind: 'symbol', svg, size, opacity })

/** A class as it is called everywhere, within a line. */
const named = (objecttype: string, swatch: Swatch): LegendEntry => ({
  id: objecttype,
  nl: classNameIn('nl', objecttype).toLowerCase(),
  en: classNameIn('en', objecttype).toLowerCase(),
  swatch,
})

export const legendOf = (): LegendGroup[] => [
  {
    id: 'themes',
    nl: 'thema',
    en: 'theme',
    entries: THEMES.map(({ id, nl, en, colour }) => ({ id, nl, en, swatch: line(colour, WIDTH) })),
  },
  {
    id: 'statuses',
    nl: 'status',
    en: 'status',
    entries: STATUSES.map(({ id, nl, en }) => ({ id, nl, en, swatch: line(OF_THEME, WIDTH, LINE_DASH[id]) })),
  },
  {
    id: 'objects',
    nl: 'mantelbuis, kast, mangat, mast, gebouw, toren',
    en: 'casing pipe, cabinet, manhole, pole, building, tower',
    entries: [
      named('Mantelbuis', {
        kind: 'casing',
        colour: OF_THEME,
        width: CASING[0]!.size.outer,
        inner: CASING[0]!.size.inner,
      }),
      ...Object.entries(ELEMENT_SYMBOLS).map(([objecttype, shapes]) =>
        named(objecttype, symbol(svgOf(shapes, OF_THEME), ELEMENT.symbol.size * 2, ELEMENT.opacity)),
      ),
    ],
  },
  {
    id: 'symbols',
    nl: 'leidingelement',
    en: 'appurtenance',
    entries: APPURTENANCE_SYMBOLS.map(({ name, shapes }) => ({
      id: name,
      nl: name,
      en: SYMBOLS_IN_ENGLISH[name] ?? name,
      swatch: symbol(svgOf(shapes, OF_THEME), APPURTENANCE.symbol.size * 2),
    })),
  },
  {
    id: 'drawings',
    nl: 'maatvoering, annotatie, diepte, detail',
    en: 'dimensions, annotation, depth, detail',
    entries: [
      {
        id: 'maatvoering',
        nl: 'maatvoering, annotatie',
        en: 'dimension, annotation',
        swatch: line(DRAWING.colour, DRAWING.lineWidth),
      },
      { id: 'diepte', nl: 'diepte in m', en: 'depth in m', swatch: symbol(svgOf(DEPTH_SYMBOL, DRAWING.colour), 50) },
      {
        id: 'extra_detailinfo',
        nl: 'extra detailinformatie',
        en: 'detail information',
        swatch: symbol(svgOf(DETAIL_SYMBOL, DETAIL_INFO.colour), DETAIL_INFO.large.size * 2),
      },
      {
        id: 'eigen_topografie',
        nl: 'eigen topografie',
        en: "operator's topography",
        swatch: line(TOPOGRAPHY.colour, TOPOGRAPHY.lineWidth),
      },
    ],
  },
  {
    id: 'areas',
    nl: 'vlakken',
    en: 'areas',
    entries: [
      {
        id: 'aanvraag',
        nl: 'aanvraag',
        en: 'request',
        swatch: { kind: 'area', colour: REQUEST.colour, pattern: 'none', outline: REQUEST.width, dash: REQUEST.dash },
      },
      {
        id: 'eis_voorzorgsmaatregel',
        nl: 'eis voorzorgsmaatregel',
        en: 'precaution required',
        swatch: { kind: 'area', colour: OF_THEME, pattern: 'squares', outline: PRECAUTION.outline, dash: null },
      },
      {
        id: 'extra_geometrie',
        nl: 'ligging op schaal',
        en: 'geometry to scale',
        swatch: { kind: 'area', colour: OF_THEME, pattern: 'solid', outline: WIDTH, dash: null },
      },
      {
        id: 'extra_detailinfo_vlak',
        nl: 'extra detailinformatie (vlak)',
        en: 'detail information (area)',
        swatch: { kind: 'area', colour: DETAIL_INFO.colour, pattern: 'hatch', outline: 1, dash: null },
      },
    ],
  },
]

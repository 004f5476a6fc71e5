/**
 * How the official viewer draws IMKL (PMKL 2.0, the guide and its style sheets), as facts without a program: QGIS
 * styles, legends and maps are made from these. All sizes are in pixels of 0.28 mm and do not grow with the scale; a
 * scale is the number behind "1:", and a band reaches up to and including its `upTo`. Colours are those of the themes
 * (imkl/model/themes.ts).
 */

export const PIXEL_MM = 0.28

/** What is drawn up to a scale; beyond the last band nothing is drawn. */
export interface Band<T> {
  readonly upTo: number
  readonly size: T
}

const DETAIL_SCALE = 500
export const SYMBOL_SCALE = 1250
const TOPOGRAPHY_SCALE = 2500
export const ELEMENT_SCALE = 10_000

export const STATUSES = ['functional', 'projected', 'disused'] as const
export type Status = (typeof STATUSES)[number]

/** Lengths on, off, on, off, ...; null is solid. */
export type Dash = readonly number[] | null

/** Cables, pipes, Kabelbed, Duct, and the edges of their ExtraGeometrie. */
export const LINE_DASH: Readonly<Record<Status, Dash>> = {
  functional: null,
  projected: [4, 16],
  disused: [40, 12, 8, 12],
}

export const LINE_WIDTH: readonly Band<number>[] = [
  { upTo: DETAIL_SCALE, size: 4 },
  { upTo: ELEMENT_SCALE, size: 2 },
  { upTo: 400_000, size: 1 },
]

/**
 * Mantelbuis: a line in the theme's colour, a white one on it, and a tick across both ends. The dashes are those of the
 * guide, for flat ends; the style sheet has 1,31 and 24,27,2,27, which give the same picture with square ends.
 */
export const CASING: readonly Band<{
  outer: number
  inner: number
  tickWidth: number
  dash: Readonly<Record<Status, Dash>>
}>[] = [
  {
    upTo: DETAIL_SCALE,
    size: {
      outer: 16,
      inner: 12,
      tickWidth: 2,
      dash: { functional: null, projected: [16, 16], disused: [40, 11, 18, 11] },
    },
  },
  {
    upTo: SYMBOL_SCALE,
    size: {
      outer: 10,
      inner: 6,
      tickWidth: 2,
      dash: { functional: null, projected: [10, 10], disused: [40, 10, 12, 10] },
    },
  },
]

/** Kast, Mangat, Mast, TechnischGebouw, Toren: a symbol with a dot on its anchor, then a square with a black edge. */
export const ELEMENT = {
  opacity: 0.4,
  symbol: { upTo: DETAIL_SCALE, size: 25 },
  dot: { size: 3, colour: '#535353', edge: '#ffffff', edgeWidth: 1 },
  squares: [
    { upTo: SYMBOL_SCALE, size: 11 },
    { upTo: TOPOGRAPHY_SCALE, size: 8 },
    { upTo: ELEMENT_SCALE, size: 5 },
  ],
} as const

/**
 * Appurtenance: its symbol in any status, then a filled circle with a black edge. PMKL draws the circle 3.08 mm wide
 * at every scale, so it hides up to three quarters of the cables of a street: this one covers at most `mostM` of the ground.
 */
export const APPURTENANCE = {
  symbol: { upTo: DETAIL_SCALE, size: 25 },
  circle: { upTo: SYMBOL_SCALE, size: 11, mostM: 0.4 },
} as const

/** Around texts, so that they can be read on a line: its width on each side. */
export const TEXT_HALO = { colour: '#ffffff', widthMm: 0.5, opacity: 0.8 } as const

export const DRAWING = {
  upTo: DETAIL_SCALE,
  colour: '#000000',
  lineWidth: 1,
  arrow: 10,
  font: 'Liberation Sans',
  textHeight: 13,
} as const

/** Depth: its text stands right of and above the tip of the triangle. */
export const DEPTH = {
  symbolSize: 44,
  textOffset: { DiepteTovMaaiveld: [15, 5], DiepteNAP: [15, 22] },
} as const

export const TOPOGRAPHY = {
  upTo: TOPOGRAPHY_SCALE,
  colour: '#666666',
  lineWidth: 1,
  planDash: [4, 16],
  circles: [
    { upTo: DETAIL_SCALE, size: 25 },
    { upTo: SYMBOL_SCALE, size: 11 },
    { upTo: TOPOGRAPHY_SCALE, size: 8 },
  ],
  /** Of the circles, in the same bands. */
  circleDash: [
    { upTo: DETAIL_SCALE, size: { bestaand: null, plan: [4, 4] } },
    { upTo: SYMBOL_SCALE, size: { bestaand: null, plan: [1, 1] } },
    { upTo: TOPOGRAPHY_SCALE, size: { bestaand: null, plan: [1, 1] } },
  ],
} as const

/** The outline is the guide's; the style sheet of 2.0 leaves it out, which makes small areas vanish. */
export const PRECAUTION = { square: 3, pitch: 7, outline: 2 } as const

export const DETAIL_INFO = {
  colour: '#000000',
  hatch: '#cccccc',
  large: { upTo: DETAIL_SCALE, size: 25 },
  small: 11,
  corridor: { upTo: SYMBOL_SCALE, size: 30 },
} as const

export const REQUEST = { colour: '#ff00ff', width: 4, dash: [30, 6], infoOpacity: 0.35 } as const

/** ExtraGeometrie by the class of its owner; without an owner it is officially not drawn. */
export const EXTRA_GEOMETRY: readonly {
  name: string
  owners: readonly string[]
  /** theme, white, or no fill */
  fill: 'theme' | 'white' | null
  width: readonly Band<number>[]
}[] = [
  {
    name: 'kabel, leiding, kabelbed of duct',
    owners: [
      'Elektriciteitskabel',
      'Telecommunicatiekabel',
      'OlieGasChemicalienPijpleiding',
      'Rioolleiding',
      'Waterleiding',
      'ThermischePijpleiding',
      'Overig',
      'Duct',
      'Kabelbed',
    ],
    fill: 'theme',
    width: LINE_WIDTH,
  },
  { name: 'mantelbuis', owners: ['Mantelbuis'], fill: 'white', width: [{ upTo: SYMBOL_SCALE, size: 4 }] },
  {
    name: 'kast, mangat, mast, gebouw of toren',
    owners: ['Kast', 'Mangat', 'Mast', 'TechnischGebouw', 'Toren'],
    fill: null,
    width: [{ upTo: ELEMENT_SCALE, size: 1 }],
  },
  { name: 'leidingelement', owners: ['Appurtenance'], fill: null, width: [{ upTo: SYMBOL_SCALE, size: 1 }] },
]

/** Layers of imkl/model/layers.ts as the official viewer stacks them, bottom to top; what is a table of its own order there. */
export const DRAW_ORDER = [
  'eigen_topografie_vlak',
  'eigen_topografie_lijn',
  'eigen_topografie_punt',
  'eis_voorzorgsmaatregel',
  'extra_geometrie',
  'kabel_en_leiding_container',
  'kabel_of_leiding',
  'containerleidingelement',
  'annotatie_lijn',
  'annotatie_punt',
  'maatvoering_lijn',
  'maatvoering_punt',
  'diepte',
  'extra_detailinfo_vlak',
  'extra_detailinfo_lijn',
  'extra_detailinfo_punt',
  'leidingelement',
  'aanvraag_polygoon',
] as const
export type StyledLayer = (typeof DRAW_ORDER)[number]

/** Layers that a map shows when somebody asks for them: a street full of measures hides its cables. */
export const EXTRA_GROUPS = {
  annotation: ['annotatie_lijn', 'annotatie_punt'],
  dimension: ['maatvoering_lijn', 'maatvoering_punt'],
  depth: ['diepte'],
  topography: ['eigen_topografie_vlak', 'eigen_topografie_lijn', 'eigen_topografie_punt'],
  detail: ['extra_detailinfo_vlak', 'extra_detailinfo_lijn', 'extra_detailinfo_punt'],
} as const satisfies Record<string, readonly StyledLayer[]>
export type ExtraGroup = keyof typeof EXTRA_GROUPS

/** Types of drawings with arrow heads: at both ends of a line, at its last point only, or on a point without a line. */
export const ARROWS = {
  both: ['maatvoeringspijl', 'annotatiepijlDubbelgericht'],
  last: ['annotatiepijlEnkelgericht'],
  alone: ['maatvoeringspijlpunt', 'annotatiepijlpunt'],
} as const

/** Names of the layers for people. */
export const LAYER_NAMES: Readonly<Record<StyledLayer, string>> = {
  eigen_topografie_vlak: 'eigen topografie (vlak)',
  eigen_topografie_lijn: 'eigen topografie (lijn)',
  eigen_topografie_punt: 'eigen topografie (punt)',
  eis_voorzorgsmaatregel: 'eis voorzorgsmaatregel',
  extra_geometrie: 'ligging op schaal (extra geometrie)',
  kabel_en_leiding_container: 'mantelbuis, kabelbed, duct',
  kabel_of_leiding: 'kabel of leiding',
  containerleidingelement: 'kast, mangat, mast, gebouw, toren',
  annotatie_lijn: 'annotatie (lijn)',
  annotatie_punt: 'annotatie (tekst)',
  maatvoering_lijn: 'maatvoering (lijn)',
  maatvoering_punt: 'maatvoering (tekst)',
  diepte: 'diepte',
  extra_detailinfo_vlak: 'extra detailinformatie (vlak)',
  extra_detailinfo_lijn: 'extra detailinformatie (lijn)',
  extra_detailinfo_punt: 'extra detailinformatie (punt)',
  leidingelement: 'leidingelement',
  aanvraag_polygoon: 'aanvraag',
}

/** For a theme that the value list does not have: it must be seen, and not be taken for another one. */
export const UNKNOWN_COLOUR = '#404040'

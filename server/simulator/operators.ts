/**
 * The invented network operators and their networks. Every name says that it is simulated; the codes are not in use.
 */
import { chance } from './streets.ts'

/** How somebody writes: real operators differ in all of this, and a reader has to take it all. */
export interface Hand {
  /** Four spellings are met; all mean RD New. */
  srsName: string
  /** Where the number of dimensions stands, if anywhere. */
  dimensionOn: 'geometry' | 'positions' | 'nothing'
  /** What follows the seconds of a moment: an offset, UTC, or nothing. */
  zone: string
  /** Lines as a curve of one segment. */
  writesCurves?: boolean
}

export interface Operator {
  code: string
  name: string
  themes: readonly string[]
  hand: Hand
}

export interface Net {
  operator: Operator
  theme: string
  /** Last part of its gml:id. */
  local: string
  networkType: string
  standardDepthM: number
}

const OGC = 'urn:ogc:def:crs:EPSG::28992'
const operator = (code: string, name: string, hand: Hand, ...themes: string[]): Operator => ({
  code,
  name,
  themes,
  hand,
})

/** Owner of what the registry itself puts into a delivery. */
export const MADE = operator('KA0000', 'Simulatie', { srsName: OGC, dimensionOn: 'geometry', zone: '+01:00' })
export const ENERGY = operator(
  'KL9001',
  'Simulatie Energienet',
  { srsName: OGC, dimensionOn: 'nothing', zone: '+01:00' },
  ...['laagspanning', 'middenspanning', 'hoogspanning', 'gasLageDruk', 'gasHogeDruk'],
)
export const WATER = operator(
  'KL9002',
  'Simulatie Drinkwater',
  { srsName: 'urn:x-ogc:def:crs:EPSG:28992', dimensionOn: 'positions', zone: '.0Z' },
  'water',
)
export const TOWN = operator(
  'GM9003',
  'Simulatie Gemeente',
  { srsName: 'EPSG:28992', dimensionOn: 'geometry', zone: '' },
  ...['laagspanning', 'rioolVrijverval', 'rioolOnderOverOfOnderdruk', 'overig'],
)
/** Has not delivered in some regions. */
export const FIBRE = operator(
  'KL9004',
  'Simulatie Glasvezel',
  { srsName: OGC, dimensionOn: 'geometry', zone: '+01:00', writesCurves: true },
  'datatransport',
)
export const HEAT = operator(
  'KL9005',
  'Simulatie Warmte',
  { srsName: 'EPSG:28992', dimensionOn: 'geometry', zone: '+01:00' },
  'warmte',
)
/** Has an interest almost everywhere and is never involved. */
export const PIPELINE = operator(
  'KL9006',
  'Simulatie Buisleiding',
  { srsName: 'epsg:28992', dimensionOn: 'nothing', zone: '+01:00' },
  ...['buisleidingGevaarlijkeInhoud', 'petrochemie'],
)

export const OPERATORS: readonly Operator[] = [ENERGY, WATER, TOWN, FIBRE, HEAT, PIPELINE]

const net = (of: Operator, theme: string, local: string, networkType: string, standardDepthM: number): Net => ({
  operator: of,
  theme,
  local,
  networkType,
  standardDepthM,
})

export const NETS = {
  low: net(ENERGY, 'laagspanning', 'UNET_LS_1', 'electricity', 0.6),
  medium: net(ENERGY, 'middenspanning', 'UNET_MS_2', 'electricity', 0.8),
  high: net(ENERGY, 'hoogspanning', 'UNET_HS_5', 'electricity', 1.2),
  gasLow: net(ENERGY, 'gasLageDruk', 'UNET_GLD_3', 'oilGasChemical', 0.8),
  gasHigh: net(ENERGY, 'gasHogeDruk', 'UNET_GHD_4', 'oilGasChemical', 1),
  water: net(WATER, 'water', 'UNET_water_1', 'water', 1),
  lighting: net(TOWN, 'laagspanning', 'UNET_OV_1', 'electricity', 0.6),
  sewer: net(TOWN, 'rioolVrijverval', 'UNET_riool_2', 'sewer', 1.8),
  pressureSewer: net(TOWN, 'rioolOnderOverOfOnderdruk', 'UNET_drukriool_3', 'sewer', 1),
  other: net(TOWN, 'overig', 'UNET_overig_4', 'overig', 1.2),
  fibre: net(FIBRE, 'datatransport', 'UNET_glas_1', 'telecommunications', 0.6),
  heat: net(HEAT, 'warmte', 'UNET_warmte_1', 'thermal', 1),
} as const satisfies Record<string, Net>

/** By regions of four square kilometres: about one in four has a fibre operator that has not answered. */
export const fibreIsLate = (x: number, y: number): boolean =>
  chance(11, Math.floor(x / 2000), Math.floor(y / 2000)) < 0.25

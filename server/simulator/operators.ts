/**
 * The invented network operators and their networks. Every name says that it is simulated; the codes are not in use.
 */
import { chance } from './streets.ts'

export interface Operator {
  code: string
  name: string
  themes: readonly string[]
}

export interface Net {
  operator: Operator
  theme: string
  /** Last part of its gml:id. */
  local: string
  networkType: string
  standardDepthM: number
}

const operator = (code: string, name: string, ...themes: string[]): Operator => ({ code, name, themes })

export const ENERGY = operator(
  'KL9001',
  'Simulatie Energienet',
  ...['laagspanning', 'middenspanning', 'hoogspanning', 'gasLageDruk', 'gasHogeDruk'],
)
export const WATER = operator('KL9002', 'Simulatie Drinkwater', 'water')
export const TOWN = operator(
  'GM9003',
  'Simulatie Gemeente',
  ...['laagspanning', 'rioolVrijverval', 'rioolOnderOverOfOnderdruk', 'overig'],
)
/** Has not delivered in some regions. */
export const FIBRE = operator('KL9004', 'Simulatie Glasvezel', 'datatransport')
export const HEAT = operator('KL9005', 'Simulatie Warmte', 'warmte')
/** Has an interest almost everywhere and is never involved. */
export const PIPELINE = operator('KL9006', 'Simulatie Buisleiding', 'buisleidingGevaarlijkeInhoud')

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

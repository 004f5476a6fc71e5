/**
 * A plan of trial trenches: the lines that a work in the ground meets, and where they are located before the dig. It says
 * what is known and what is not; it never says that a place is free of lines. RD New metres throughout.
 */
import { extentOf } from '../../geometry/flat.ts'
import type { Extent, PolygonJson, Position } from '../../geometry/geometry.ts'

/** The axis of a trench, or the outline of an excavation with its holes (closed rings). */
export type Works =
  | { readonly kind: 'axis'; readonly line: readonly Position[] }
  | { readonly kind: 'area'; readonly rings: readonly Position[][] }

/** GeoJSON in RD New. */
export const worksJson = (works: Works): { type: 'LineString'; coordinates: Position[] } | PolygonJson =>
  works.kind === 'axis'
    ? { type: 'LineString', coordinates: works.line as Position[] }
    : { type: 'Polygon', coordinates: works.rings as Position[][] }

export const extentOfWorks = (works: Works): Extent => extentOf(works.kind === 'axis' ? works.line : works.rings.flat())

/** In metres: value, least and most. */
export const TRENCH_DEFAULTS = {
  /** Of the dig profile, across the axis; of an area it is the area itself */
  widthM: [0.6, 0, 50],
  /** Of the dig profile */
  depthM: [1, 0.1, 20],
  /**
   * Of making and measuring, to each side. With the deviation it is the 1.5 m on each side of the dig profile of CROW 250
   * (schadepreventie.com).
   */
  toleranceM: [0.5, 0, 5],
  /** How far a line may lie from where it was delivered, to each side. Beyond 1 m it must be reported (WIBON). */
  deviationM: [1, 0, 10],
  /** What a trial trench opens on each side of the theoretical line: 1.00 m by CROW 250 */
  reachM: [1, 0, 5],
  /**
   * Lines so near to each other share a trench. Measured on ten deliveries: 60 % fewer trenches than one for each line. No
   * publication has a figure.
   */
  shareM: [2.5, 0, 25],
  /** A line that runs along is met at least every so many metres. Ours; no publication has a figure. */
  spacingM: [25, 1, 500],
  /**
   * To each side of a located line it is dug with care. CROW 500: 1 m (memo of the inspection, bouwendnederland.nl
   * 7-8-2023).
   */
  riskM: [1, 0, 10],
} as const satisfies Record<string, readonly [number, number, number]>
export type TrenchParameters = Record<keyof typeof TRENCH_DEFAULTS, number>

/** Lines that one plan takes. */
export const MAX_TRENCH_ROWS = 5000
export const MAX_TRENCHES = 5000
/** Crossings and stretches of all its lines together. */
export const MAX_TRENCH_PLACES = 50_000
/** Addresses of one theme that are named one by one. */
export const MAX_ADDRESSES = 100

export interface TrenchRow {
  id: string
  layer: string
  klicNumber: string
  operator: string
  operatorName: string | null
  theme: string | null
  label: string | null
  status: string | null
  material: string | null
  diameterMm: number | null
  /** crosses the axis; runs along it within reach; within: meets the area of the works */
  kind: 'crosses' | 'along' | 'within'
  /** To the axis or the area, to the millimetre; 0 where it meets it */
  distanceM: number
  /** Of its first crossing, else of where it begins to run along; null without an axis */
  chainageM: number | null
  /** At the first crossing, 0 to 90 */
  angleDeg: number | null
  crossings: { chainageM: number; angleDeg: number }[]
  /** Where it lies within reach of the axis */
  stretches: { fromM: number; toM: number }[]
  depthM: number | null
  depthFrom: 'object' | 'measured' | 'standard' | null
  accuracyCm: number | null
  /** Its operator asks for precautions where the works are */
  hasPrecaution: boolean
  /** Drawn without a surveyed position */
  isSchematic: boolean
  /** sha256 of its geometry: another one is another place */
  shape: string
  /** Numbers of the trenches that meet it */
  trenches: number[]
}

/** A row before it is known which trenches meet it, with its lines, flat. */
export type FoundLine = Omit<TrenchRow, 'trenches'> & { lines: readonly (readonly number[])[] }

export interface TrialTrench {
  /** From 1, along the axis */
  no: number
  /** Of what it opens; null without an axis */
  fromM: number | null
  toM: number | null
  lengthM: number
  /** Its middle */
  xy: Position
  /** Outline, closed */
  outline: Position[]
  /** Ids of the rows that it meets */
  rows: string[]
}

/** What no plan can know. */
export type UnknownLines =
  | { kind: 'operator_not_delivered'; operator: string; operatorName: string | null; klicNumber: string }
  | { kind: 'part_missing'; klicNumber: string | null }
  /** Of a plan of a project: a job near the works, as people call it */
  | { kind: 'no_result'; job: string }
  /** Of the search area: nobody was asked there */
  | { kind: 'outside_area'; areaM2: number }
  | { kind: 'schematic'; operator: string; theme: string | null; lines: number }
  | { kind: 'house_connections'; operator: string; theme: string; addresses: string[]; total: number }

export interface TrenchPlan {
  parameters: TrenchParameters
  /** To each side of the axis, or around the area */
  searchM: number
  /** Of the axis; null for an area */
  lengthM: number | null
  rows: TrenchRow[]
  trenches: TrialTrench[]
  unknown: UnknownLines[]
  /** No plan for these works has fewer trenches; equal to their number for an axis */
  fewest: number
}

/** What was found on site of a line; the last one is no line of the plan. */
export const FINDING_KINDS = ['found', 'elsewhere', 'not_found', 'unknown_line'] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** A deviation: more than 1 m horizontally, a line that was not found, and one that was not delivered (Kadaster, Terugmelden). */
const MOST_OFFSET_M = 1
export const mustReport = ({ kind, offset_m }: { kind: FindingKind; offset_m: number | null }): boolean =>
  kind === 'not_found' ||
  kind === 'unknown_line' ||
  Math.abs(offset_m ?? (kind === 'found' ? 0 : Number.POSITIVE_INFINITY)) > MOST_OFFSET_M

/** What was found of a row, and the hash of its geometry at that time. */
export interface LocatedLine {
  kind: Exclude<FindingKind, 'unknown_line'>
  shape: string
}

export const ROW_STATES = ['open', 'found', 'elsewhere', 'not_found', 'reopened'] as const
export type RowState = (typeof ROW_STATES)[number]

/** A line that was delivered elsewhere since must be located again. */
export const rowState = ({ shape }: Pick<TrenchRow, 'shape'>, located: LocatedLine | undefined): RowState =>
  located === undefined ? 'open' : located.shape === shape ? located.kind : 'reopened'

/** The line is not located. */
export const isOpenRow = (state: RowState): boolean => state !== 'found' && state !== 'elsewhere'

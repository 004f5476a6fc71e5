/**
 * Tasks of the caged program (caged.ts) that convert, and what comes of them, as JSON.
 * The same task run twice gives the same bytes, so a crash is answered by running it again.
 */

import type { PrintRequest } from '../../exports/print/print-sheets.ts'
import type { ResultFormat, TrenchFormat } from '../../exports/result-formats.ts'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import type { JobSource, KlicType, RegistryEnvironment } from '../../registry/klic.ts'
import type { Language } from '../../texts/languages.ts'
import type { AccountCounts, OperatorAccount } from './account.ts'
import type { DifferenceKind, DifferenceSummary } from './difference.ts'
import type { FoundDelivery } from './found-delivery.ts'
import type { LocatedLine, TrenchParameters, TrenchPlan, Works } from './trench-plan.ts'

/** A delivery ZIP, a bare GI_*.xml, or a folder that holds one. */
export interface DeliverySource {
  path: string
  /** Name to use in messages and in the `levering.bestand` column; default: the base name of the path. */
  name?: string
  /**
   * Where what is read of it is kept: taken from there when it is there, and put there when not. By its path it is the reading
   * of this content and of no other.
   */
  reading?: string
}

/** Why a part has no delivery in a result. */
export type MissingReason = 'safety_area' | 'rejected' | 'failed'

/** What is known of the job besides its deliveries; named in every export. */
export interface JobLabel {
  reference: string | null
  klicType: KlicType | null
  environment: RegistryEnvironment | null
  /** Left out: ordered */
  source?: JobSource
  /** Parts without a delivery, in words for people; empty when the result is whole. */
  missingParts: { orderId: string; partNo: number; reason: MissingReason; klicNumber: string | null }[]
  /** Of what is shown before all has come: the parts whose complete delivery is still to come, and how many there are in all. */
  preliminary?: { awaited: { orderId: string; partNo: number; klicNumber: string | null }[]; parts: number }
}

export interface OutFile<Format = ResultFormat> {
  format: Format
  /** Final path. It appears by rename, complete and synced, or not at all. */
  path: string
  /**
   * Name under which people will have the file, where that is not the name in `path`. The QGIS project inside a
   * GeoPackage finds its layers by it.
   */
  name?: string
  /** Put the same bytes, compressed, next to it under `path` + `.gz`, for downloads. */
  gzip?: true
}

export type ConversionTask =
  /** Deliveries in, result files out. The GeoPackage is made first; the Shapefiles derive from it. */
  | {
      kind: 'merge'
      deliveries: DeliverySource[]
      job?: JobLabel
      /**
       * Put the ground into the GeoPackage at once, with the same bytes as if it had been added afterwards. With a path, another
       * process puts its tiles there at the same time (imkl/model/ground-tiles.ts), and what came of that is told on standard input.
       */
      ground?: true | { tiles: string }
      out: OutFile[]
      tempDir: string
    }
  /** The ground of deliveries into a copy of the GeoPackage that was merged of them; `out` is that copy. */
  | {
      kind: 'ground'
      gpkg: string
      deliveries: DeliverySource[]
      job?: JobLabel
      /** Of the merge */
      summary: ResultSummary
      out: OutFile[]
      tempDir: string
    }
  /** A further format from a sealed GeoPackage. */
  | { kind: 'export'; gpkg: string; out: OutFile[]; tempDir: string }
  /** What changed between two results; `out` has at most one file, GeoPackage or GeoJSON. */
  | { kind: 'compare'; before: ResultSource; after: ResultSource; out: OutFile[]; tempDir: string }
  /** Which lines works in the ground meet, and where to dig trial trenches. */
  | {
      kind: 'trenches'
      /** All that is known where the works are, together */
      results: readonly ResultSource[]
      /** Jobs of which there is no result yet, as people call them */
      awaited?: readonly string[]
      works: Works
      parameters: TrenchParameters
      /** What was found on site, by the id of the line: the file then has the state of each row */
      located?: Readonly<Record<string, LocatedLine>>
      /** Of the file, when it is a PDF */
      print?: TrenchPrint
      file?: OutFile<TrenchFormat>
      out: OutFile[]
      tempDir: string
    }
  /** What deliveries say of themselves; what is no ZIP of one delivery becomes one in the folder `packed`. */
  | { kind: 'describe'; groups: { path: string; name: string }[][]; packed: string; out: OutFile[]; tempDir: string }
  /** A PDF of a result. */
  | { kind: 'print'; gpkg: string; asked: PrintRequest; path: string; out: OutFile[]; tempDir: string }

export interface TrenchPrint {
  language: Language
  /** Of the job; without, what the results say of themselves */
  facts?: PrintRequest['facts']
  /** Of a project, in the place of what the results say */
  reference?: string
  /** Of the plan */
  revision?: number
}

/** Every kind there is; one that is left out does not compile. */
export const CONVERSION_KINDS: readonly string[] = Object.keys({
  merge: true,
  ground: true,
  export: true,
  compare: true,
  trenches: true,
  describe: true,
  print: true,
} satisfies Record<ConversionTask['kind'], true>)

/** A sealed result, or deliveries that are merged first. */
export type ResultSource = { gpkg: string } | { deliveries: DeliverySource[] }

export interface Artifact<Format = ResultFormat> {
  format: Format
  path: string
  sha256: string
  bytes: number
  /** Of the packed copy, where one was asked for */
  packedBytes?: number
}

/** Objects that a comparison of two results lists. */
export const MAX_LISTED_DIFFERENCES = 1000

/** One operator (netbeheerder) over all deliveries that list it. */
export interface OperatorSummary {
  code: string
  name: string
  /** True only when it delivered in every delivery that lists it. */
  delivered: boolean
  /** False: the operator says that nothing of its networks lies here. Null: it has not answered. */
  involved: boolean | null
  /** It says that it demands precautions, or a precaution area of it meets the dig polygon. */
  precaution: boolean
  /** Themes of those precaution areas; absent in a summary that an earlier version stored */
  precautionThemes?: string[]
  /** A pipeline with hazardous contents of it meets the dig polygon; absent as before */
  hazardous?: boolean
  themes: string[]
  /** KLIC numbers of the deliveries in which it is missing. */
  missingIn: string[]
  /** `voorzorg`: those that its precaution areas name */
  contacts: {
    kind: 'voorzorg' | 'aanvraag' | 'netinformatie' | 'beschadiging'
    name: string
    phone: string
    email: string
  }[]
}

export interface ResultWarning {
  /** OPERATOR_NOT_DELIVERED, PRECAUTION, UNRESOLVED_REFERENCE, GEOMETRY_REPAIRED, PART_MISSING, FICTITIOUS, SIMULATED, ... */
  code: string
  /** English, for programs and their makers. */
  message: string
  /** Dutch, for readers of the exports; absent in a summary that an earlier version stored. */
  messageNl?: string
  count?: number
  klicNumber?: string
  operator?: string
  /** gml:id of the object that it is about. */
  objectId?: string
  /** Where it is, RD New metres. */
  x?: number
  y?: number
}

export interface ResultSummary {
  deliveries: {
    name: string
    klicNumber: string
    sequence: number
    complete: boolean
    composedAt: string | null
    imklVersion: string
    members: number
    /** [minX, minY, maxX, maxY] of the selection polygon, RD New metres */
    extent: [number, number, number, number] | null
  }[]
  /** Rows written to map layers, the request polygons included. */
  features: number
  /** Every class that was read, administrative ones included; length_m only for classes drawn as lines. */
  objecttypes: Record<string, { count: number; length_m?: number }>
  themes: Record<string, { count: number; length_m?: number }>
  /** The same by class, theme and operator code. */
  detail: { objecttype: string; thema: string | null; bronhouder: string; count: number; length_m?: number }[]
  layers: Record<string, number>
  documents: { files: number; identifiers: number; references: number }
  operators: OperatorSummary[]
  /** Absent in a summary that an earlier version stored. */
  account?: { operators: OperatorAccount[]; total: AccountCounts }
  /** Number of precaution areas (AanduidingEisVoorzorgsmaatregel). */
  precautions: number
  extent: [number, number, number, number] | null
  /** How many of the deliveries hold a picture of the ground; absent when none does. */
  groundPictures?: number
  /** The ground under the lines, once it is in the GeoPackage. */
  ground?: GroundSummary
  warnings: ResultWarning[]
}

/** The large-scale base map that deliveries hold, as raster layers of a result. */
export interface GroundSummary {
  /** Those that are shown. */
  pictures: { klicNumber: string; perMetre: number; extent: [number, number, number, number] }[]
  /** The coarsest scale first. */
  layers: GroundLayer[]
  /** Pictures that are not shown, and why. */
  warnings: ResultWarning[]
}

export interface GroundLayer {
  table: string
  /** Pixels a metre */
  perMetre: number
  /** [minX, minY, maxX, maxY], RD New metres */
  extent: [number, number, number, number]
  tiles: number
}

export interface ConversionResult {
  artifacts: Artifact[]
  /** Null for an export or a comparison. */
  summary: ResultSummary | null
  /** Of a task that added the ground. */
  ground?: GroundSummary
  /** Of a description: in the order of the groups. */
  found?: FoundDelivery[]
  /** Of a comparison. */
  difference?: DifferenceReport
  trenchPlan?: TrenchPlan
  /** Of a trench plan that was asked for as a file */
  planFile?: Artifact<TrenchFormat>
}

export interface DifferenceReport extends DifferenceSummary {
  /** The first ones, in the order of the layers; all of them are in the file. */
  listed: {
    verschil: DifferenceKind
    laag: string
    objecttype: string
    id: string
    bronhouder: string | null
    thema: string | null
    kolommen: string[]
    afstand_m: number | null
    niet_geleverd: boolean
    /** A position of it, RD New metres. */
    x: number | null
    y: number | null
    /** Where it lies; of what is gone, where it lay. */
    vorm: ResultGeometry | null
  }[]
}

/** What a print of a result is asked to be: a PDF to exact scale, on one sheet or several. */

import type { Extent, Position } from '../../geometry/geometry.ts'
import type { AccountCounts, OperatorAccount } from '../../imkl/model/account.ts'
import type { ResultNote } from '../../imkl/model/result-notes.ts'
import type { Language } from '../../texts/languages.ts'
import type { PrintedDigStatus } from './begin-lines.ts'

/** Those that a drawing of the trade has: from each to the next so little that a sheet is filled. */
export const PRINT_SCALES = [100, 200, 250, 500, 750, 1000, 1250, 1500, 2000, 2500] as const
export type PrintScale = (typeof PRINT_SCALES)[number]

/** ISO 216, millimetres, upright. */
export const PAPERS = {
  A4: [210, 297],
  A3: [297, 420],
  A2: [420, 594],
  A1: [594, 841],
  A0: [841, 1189],
} as const
export type Paper = keyof typeof PAPERS
export const PAPER_NAMES = Object.keys(PAPERS) as readonly Paper[]

/** How sheets lie: in rows over the area, one after the other along it where it is a corridor, or the one given. */
export const PRINT_COVERS = ['area', 'along', 'frame'] as const

export interface PrintOptions {
  cover: (typeof PRINT_COVERS)[number]
  /** Of the one sheet: its middle, RD New, and how far it is turned anti-clockwise */
  frame: { middle: Position; degrees: number } | null
  /** Also those sheets on which no cable, pipe or demand for precaution lies */
  empty: boolean
  /** The numbers of those that are wanted; none: all */
  sheets: readonly number[]
  scale: PrintScale
  paper: Paper
  orientation: 'portrait' | 'landscape'
  /** black: every theme in black with its letters and signs along the line, for black and white printers */
  ink: 'colour' | 'black'
  /** thin: cables and pipes half as wide as the official look has them, for where many lie side by side */
  lines: 'official' | 'thin'
  language: Language
  /** Themes that are left out */
  hidden: readonly string[]
  /** Codes of operators that are left out */
  hiddenOperators: readonly string[]
  /** The delivered ground below the lines, where there is any */
  ground: boolean
}

/** The whole area as anybody would have it printed who was not asked. */
export const PLAIN_PRINT = {
  cover: 'area',
  frame: null,
  empty: false,
  sheets: [],
  ink: 'colour',
  lines: 'official',
  ground: true,
  hidden: [],
  hiddenOperators: [],
} as const satisfies Partial<PrintOptions>

/** What is known of the job besides its result. */
export interface PrintFacts {
  reference: string | null
  /** KLIC numbers of the parts, in their order */
  klicNumbers: readonly string[]
  /** Null: it is not said */
  company: string | null
  /** Of the result, ISO 8601 */
  madeAt: string
  /** From 1; each later delivery that is merged in makes another. Below zero: of what is preliminary; null: not known */
  revision: number | null
  /** A later delivery is known of, and is not in it */
  isOutdated: boolean
  /** What has come of a job that waits for more: which parts are still to come */
  preliminary: { awaitedParts: readonly number[] } | null
  /** May one dig there, and the Dutch day on which that was said; null: what holds on any day, of paper that is taken along. Not known without a job */
  dig: { status: PrintedDigStatus; on: string | null } | null
  /** What must be known before anybody uses it; on every sheet */
  notes: readonly ResultNote[]
  operators: readonly {
    code: string
    name: string
    delivered: boolean
    precaution: boolean
    hazardous?: boolean | undefined
    /** Those that it has an interest in here. */
    themes: readonly string[]
    contacts: readonly { kind: string; name: string; phone: string; email: string }[]
  }[]
  /** Outlines of the parts of which nothing is on the map, withheld or missing: what lies there is not known. RD New */
  unknown: readonly (readonly Position[])[]
  withheldParts: readonly number[]
  /** Refused by the registry, or without a delivery that can be read: nothing of them is on the map */
  missingParts: readonly number[]
  /** Null: the result was made by a version that kept none. */
  account: { operators: readonly OperatorAccount[]; total: AccountCounts } | null
  /**
   * When the deliveries whose pictures are its ground were put together, ISO 8601, the first and the last, as far as that is known;
   * null: it has none, coming: it is not in the result yet.
   */
  ground: { from: string | null; to: string | null } | 'coming' | null
}

/** A piece of the delivered ground in grey. */
export interface GroundPicture {
  /** RD New */
  readonly extent: Extent
  /** In pixels */
  readonly width: number
  readonly height: number
  /** Rows from the top, a byte a pixel: 0 is black, 255 white or nothing. */
  bands(): Iterable<Uint8Array>
}

/** @param perMetre so many pixels a metre are enough; @returns null when nothing lies there */
export type GroundAt = (extent: Extent, perMetre: number) => GroundPicture | null

/** More than this many sheets is not what anybody wants to carry. */
export const MAX_SHEETS = 60

/** A letter that stands before the map; in Dutch, as its readers are. */
export interface Letter {
  subject: string
  /** As they stand on the page */
  to: readonly string[]
  from: readonly string[]
  mailTo: readonly string[]
  mailFrom: string | null
  copyTo: string | null
  day: string
  opening: readonly string[]
  rows: readonly (readonly [label: string, value: string])[]
  closing: readonly string[]
  isTest: boolean
}

export const TEST_LETTER = 'TEST, gemaakt met de simulator: niet versturen'

/** Deliveries that people open: what their head says, and what each is to those of its notification that are here. */

import type { FrozenQuote } from '../../cut/quote.ts'
import type { PolygonJson } from '../../geometry/geometry.ts'
import type { JobAddress } from '../../registry/addresses/addresses.ts'
import { type JobSource, type KlicType, type RegistryEnvironment, TEST_YEAR } from '../../registry/klic.ts'
import { priceOf } from '../../registry/prices.ts'
import type { Warning } from '../../registry/warnings.ts'

/** Of one upload. The largest delivery that is known has 230 MB. */
export const MAX_IMPORT_BYTES = 2 * 1024 ** 3
/** A folder holds a file for each document. */
export const MAX_IMPORT_FILES = 5000
/** Each is read on its own, and all are merged. */
export const MAX_IMPORT_DELIVERIES = 100
export const MAX_FILE_NAME = 400

/** Why a file that was opened is not taken; the window has its own words for each. */
export const DELIVERY_FAULTS = ['NO_DELIVERY', 'NOT_IMKL', 'DAMAGED', 'PROTECTED', 'HOSTILE', 'SEVERAL'] as const
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number]

/** What a delivery says of itself before it is read whole. */
export interface DeliveryHead {
  klicNumber: string
  /** leveringsvolgnummer */
  sequence: number
  complete: boolean
  /** datumLeveringSamengesteld, as written */
  composedAt: string | null
  /** aanvraagDatum: the Dutch day on which the registry was asked */
  requestedOn: string | null
  klicType: KlicType
  reference: string | null
  /** Dutch days */
  startDate: string | null
  endDate: string | null
  address: JobAddress | null
  orderNumber: string | null
  position: string | null
  /** What was asked for, RD New */
  area: PolygonJson
}

/** One of those that a file, or a folder, holds: a ZIP of its own at `path`. */
export type FoundDelivery =
  | { name: string; path: string; head: DeliveryHead }
  | { name: string; fault: DeliveryFault; message: string }

export interface NamedFile {
  /** As people have it, with its folders */
  name: string
}

const GI = /(^|\/)GI_[^/]*\.xml$/i
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)

/** What systems put into folders by themselves. */
const OF_THE_SYSTEM = /(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$|(^|\/)__MACOSX\//i

export interface DeliveryGroups<F> {
  groups: F[][]
  /** What belongs to no delivery, and is not read */
  loose: F[]
}

/** What the name of a GI file says: GI_gebiedsinformatielevering_22G003181_1_V2.xml */
export function saidByName(gmlName: string): { klicNumber: string; sequence: number } | null {
  const [, klicNumber, sequence] = /_(\d{2}[A-Z]\d+)_(\d+)(?:_V\d+)?\.xml$/i.exec(gmlName) ?? []
  return klicNumber === undefined ? null : { klicNumber, sequence: Number(sequence) }
}

/**
 * Files that belong together: a ZIP by itself, and a GI file with all that lies below its folder, but what is nearer to another. Of
 * several GI files in one folder each has what is called by its KLIC number. What belongs to none is left out, unless nothing else
 * was given: then its reader says what is wrong with it.
 */
export function deliveryGroups<F extends NamedFile>(files: readonly F[]): DeliveryGroups<F> {
  if (files.length === 1) return { groups: [[files[0]!]], loose: [] }
  const zips = files.filter(({ name }) => /\.zip$/i.test(name))
  const folders = [...new Set(files.filter(({ name }) => GI.test(name)).map(({ name }) => folderOf(name)))]
  const deepestFirst = folders.toSorted((a, b) => b.length - a.length)
  const below = Map.groupBy(
    files.filter((file) => !zips.includes(file)),
    ({ name }) => deepestFirst.find((folder) => name.startsWith(folder)),
  )
  const bare = folders.flatMap((folder) => sideBySide(below.get(folder)!, folder))
  const groups = [...zips.map((zip) => [zip]), ...bare]
  if (groups.length === 0) return { groups: files.slice(0, 1).map((file) => [file]), loose: [] }
  const taken = new Set(groups.flat())
  return { groups, loose: files.filter((file) => !taken.has(file) && !OF_THE_SYSTEM.test(file.name)) }
}

/** Where names don't tell them apart, as two of one notification, all is one group, and its reader says so. */
function sideBySide<F extends NamedFile>(files: F[], folder: string): F[][] {
  const gis = files.filter(({ name }) => GI.test(name))
  const numbers = new Set(gis.flatMap(({ name }) => saidByName(name)?.klicNumber ?? []))
  if (gis.length === 1 || numbers.size < gis.length) return [files]
  return [...numbers].map((number) => files.filter(({ name }) => name.slice(folder.length).includes(number)))
}

/** A delivery of the same notification that the company has. */
export interface KnownDelivery {
  source: JobSource
  sha256: string | null
  sequence: number
  composedAt: string | null
}

export const IMPORT_OUTCOMES = ['imported', 'newer', 'known', 'older', 'refused', 'not_read'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/**
 * What becomes of a delivery whose notification is here. The same bytes, or the same sequence number and date, are the same
 * delivery. One of a later date is a further delivery of an imported notification. To an ordered one nothing is added: its
 * result is what the registry gave to this company and nobody else's file, and the registry's own later deliveries come by
 * themselves; a newer file of such a notification is a request of its own, beside it.
 * @param known the newest delivery of each request with its KLIC number
 */
export function outcomeOf(
  { sha256, sequence, composedAt }: { sha256: string } & Pick<DeliveryHead, 'sequence' | 'composedAt'>,
  known: KnownDelivery,
): 'newer' | 'known' | 'older' {
  if (known.sha256 === sha256) return 'known'
  const later = byAge({ sequence, composedAt }, known)
  return later > 0 ? 'newer' : later < 0 ? 'older' : 'known'
}

/** Deliveries of one notification, the oldest first: by when they were put together, and of that moment by their number. */
export const byAge = (one: DeliveryAge, other: DeliveryAge): number =>
  momentOf(one.composedAt) - momentOf(other.composedAt) || one.sequence - other.sequence

type DeliveryAge = Pick<DeliveryHead, 'sequence' | 'composedAt'>

const momentOf = (composedAt: string | null): number => {
  const ms = Date.parse(composedAt ?? '')
  return Number.isNaN(ms) ? 0 : ms
}

/**
 * For which registry it was made. Numbers of the test year are of the simulator or of Kadaster's test service, which no
 * file tells apart: then it is the one that the company works with.
 */
export const environmentOf = (klicNumber: string, here: RegistryEnvironment): RegistryEnvironment => {
  if (!klicNumber.startsWith(TEST_YEAR)) return 'production'
  return here === 'production' ? 'eto' : here
}

/** What an imported job costs, in the form of every job's price. */
export const NO_PRICE: FrozenQuote = {
  notifications: 0,
  price_per_notification: priceOf(0),
  total: priceOf(0),
  vat: 'excluded',
  lower_bound: 0,
  plain_grid: 0,
  saved: priceOf(0),
  extra_area_m2: 0,
  rules_cost: 0,
  explanation: 'Opened from files: nothing is filed for it, and it costs nothing.',
}

/** @param days Dutch days of the deliveries; null: one does not say it */
export const importedWarning = (days: readonly (string | null)[]): Warning => {
  const oldest = days.filter((day) => day !== null).sort()[0]
  const of = oldest === undefined ? 'says no date' : `is of ${oldest}`
  return {
    code: 'IMPORTED',
    message: `Opened from a file; the oldest delivery ${of}. Digging begins within 20 working days of the notification and with its current delivery on the site; an orientation request has no validity for digging at all. Make sure that this is the current delivery, or order a new one.`,
  }
}

/** The job and the requests that deliveries from files become: what an ordered job has, as far as a delivery says it. */
import { areaM2 } from '../../geometry/area.ts'
import { extentOf } from '../../geometry/flat.ts'
import { type PolygonJson, polygonJson } from '../../geometry/geometry.ts'
import { hullOf, metreRing, mmRing } from '../../geometry/plane.ts'
import { type DeliveryHead, environmentOf, importedWarning, NO_PRICE } from '../../imkl/model/found-delivery.ts'
import { JsonText } from '../../platform/json-text.ts'
import { placeName } from '../../registry/addresses/addresses.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { NewJob } from '../jobs/rows/jobs.ts'
import type { NewPart } from '../jobs/rows/parts.ts'
import { storedFieldsOf } from '../jobs/rules/job.ts'
import type { Caller } from '../services.ts'

/** So many numbers stand for a name where the deliveries have none in common. */
const MAX_NUMBERS = 3

export function importedPart(
  ids: { id: string; orderId: string },
  partNo: number,
  { area, klicNumber, address }: DeliveryHead,
  at: string,
): NewPart {
  const { minX, minY, maxX, maxY } = extentOf(area.coordinates[0]!)
  return {
    ...ids,
    partNo,
    status: 'delivered',
    geometry: area,
    widthM: maxX - minX,
    heightM: maxY - minY,
    areaM2: areaM2({ crs: 'EPSG:28992', rings: area.coordinates }),
    orderIndex: 0,
    location: address,
    klicNumber,
    deliveredAt: at,
    errors: [],
  }
}

/** @param heads of one kind; @param here the registry that the company works with */
export function importedJob(
  id: string,
  caller: Caller,
  heads: readonly DeliveryHead[],
  here: RegistryEnvironment,
  at: string,
): NewJob {
  const [first] = heads
  const geometry = outlineOf(heads)
  const given = JSON.stringify(geometry)
  const rings = JSON.stringify(geometry.coordinates)
  const days = heads.map(({ composedAt }) => composedAt?.slice(0, 10) ?? null)
  return {
    // Nobody asked for anything.
    ...storedFieldsOf({}),
    id,
    companyId: caller.companyId,
    source: 'imported',
    // All is here; what is left is to read and to merge it.
    status: 'processing',
    klicType: first!.klicType,
    environment: environmentOf(first!.klicNumber, here),
    billedBy: 'kadaster',
    submit: false,
    reference:
      common(heads, ({ reference }) => reference) ??
      common(heads, (head) => head.address && placeName(head.address)) ??
      numbersOf(heads),
    crs: 'EPSG:28992',
    geometry: new JsonText(given),
    area: new JsonText(rings),
    areaM2: heads.reduce((sum, { area }) => sum + areaM2({ crs: 'EPSG:28992', rings: area.coordinates }), 0),
    startDate: common(heads, ({ startDate }) => startDate),
    endDate: common(heads, ({ endDate }) => endDate),
    address: heads.length === 1 ? first!.address : null,
    hasAddresses: null,
    quote: NO_PRICE,
    quoteFinal: true,
    archivedAt: null,
    quoteExpiresAt: at,
    warnings: [importedWarning(days)],
    errors: [],
    failure: null,
    findings: null,
    preliminary: null,
    requested: requestedIn(heads),
    inputHash: '',
    input: '{}',
    revision: 0,
    createdAt: at,
    submittedAt: at,
    readyAt: null,
    round: 0,
    mayPay: false,
    quotedWith: caller.key?.id ?? null,
    keptBytes: given.length + rings.length,
  }
}

/** The clock of digging runs from the first to its end, and from the last to its beginning. */
function requestedIn(heads: readonly DeliveryHead[]): NewJob['requested'] {
  const days = heads.flatMap(({ requestedOn }) => requestedOn ?? []).sort()
  return days.length < heads.length ? null : { first: days[0]!, last: days.at(-1)! }
}

/** What all have, if they have it. */
function common<T>(heads: readonly DeliveryHead[], of: (head: DeliveryHead) => T | null): T | null {
  const value = of(heads[0]!)
  return heads.every((head) => of(head) === value) ? value : null
}

const numbersOf = (heads: readonly DeliveryHead[]): string => {
  const numbers = heads.map(({ klicNumber }) => klicNumber).sort()
  const more = numbers.length - MAX_NUMBERS
  return numbers.slice(0, MAX_NUMBERS).join(', ') + (more > 0 ? ` + ${more}` : '')
}

/** What was asked for; of several requests the hull around them, since a job has one outline. */
function outlineOf(heads: readonly DeliveryHead[]): PolygonJson {
  if (heads.length === 1) return heads[0]!.area
  const hull = hullOf(heads.flatMap(({ area }) => mmRing(area.coordinates[0]!)))
  return polygonJson({ crs: 'EPSG:28992', rings: [metreRing(hull)] })
}

/** Looking at requests, and at the delivery of one. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { readableName, withTestLabel } from '../../exports/file-name.ts'
import { packedKey } from '../../exports/result-formats.ts'
import type { PolygonJson } from '../../geometry/geometry.ts'
import type { ResultSummary } from '../../imkl/model/conversion-task.ts'
import type { Store } from '../../platform/database/open.ts'
import type { DB } from '../../platform/database/schema.ts'
import { counted, tallyOf } from '../../platform/database/tally.ts'
import type { Page, PageRequest } from '../../platform/http/pages.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { JobAddress } from '../../registry/addresses/addresses.ts'
import type { JobSource, KlicType, PartState, RegistryEnvironment } from '../../registry/klic.ts'
import type { ResultFile } from '../http/send-files.ts'
import type { Caller } from '../services.ts'
import { isWithoutCalamities } from './get-job.ts'
import { refuseRemoved } from './removed-files.ts'
import { calamityIds, countCalamityRequests } from './rows/calamities.ts'
import type { RegistryMessage } from './rules/job.ts'

/** @throws Refusal NOT_FOUND */
export async function getRequest(store: Store, { companyId }: Caller, orderId: string): Promise<SubmittedPart> {
  const request = await requestOf(store.db, companyId, orderId)
  if (!request) throw new Refusal('NOT_FOUND', 'There is no such request.')
  return request
}

export async function listRequests(
  store: Store,
  caller: Caller,
  { page, pageSize, asOf: asked }: PageRequest,
  calamities?: boolean,
): Promise<Page<SubmittedPart>> {
  const { companyId } = caller
  const isWithout = isWithoutCalamities(caller, calamities)
  const { total, asOf } = await countRequests(store.db, companyId, isWithout, asked)
  const data = await requestsPage(store.db, companyId, { page, pageSize, asOf: asOf ?? undefined }, isWithout)
  return { data, page, pageSize, asOf, total }
}

/** The newest delivery that was read; a newer one that can't be read does not hide it. */
export const newestDelivery = (request: SubmittedPart): DeliveryRecord | undefined =>
  request.deliveries.find((delivery) => delivery.readAt !== null)

/** @throws Refusal NOT_FOUND, or DELIVERY_NOT_AVAILABLE with the reason */
export async function requestGeojson(store: Store, caller: Caller, orderId: string): Promise<ResultFile> {
  const request = await getRequest(store, caller, orderId)
  const delivery = request.deliveries.find(({ geojsonPath }) => geojsonPath !== null)
  if (!delivery?.geojsonPath) {
    await refuseRemoved(store, request.jobId, 'deliveries')
    throw notAvailable(request)
  }
  return {
    path: delivery.geojsonPath,
    packed: packedKey(delivery.geojsonPath, 'geojson'),
    sha256: delivery.geojsonSha256,
    format: 'geojson',
    name: readableName(
      withTestLabel(request.klicNumber ?? request.reference ?? orderId, request.environment),
      'geojson',
    ),
  }
}

const YET = 'There is no delivery of this request yet. Ask again later.'
const WITHOUT_DELIVERY: Readonly<Record<SubmittedPart['status'], string>> = {
  accepted: 'This request is not filed yet, so there is no delivery of it. Ask again later.',
  submitted: YET,
  in_production: YET,
  partially_delivered: YET,
  // Of one that was opened from a file the result of the job comes first.
  delivered: 'The delivery is here, and is still being read. Ask again later.',
  rejected:
    'The registry refused this request: it is not filed, and no delivery will come. Its errors say why; correct that and ask for the area again.',
  safety_area: YET,
  failed: 'No delivery of this request came. Ask the registry (Kadaster) for it before you dig.',
}

const notAvailable = (request: SubmittedPart): Refusal => {
  const extra = { status: request.status }
  if (request.status === 'safety_area' || request.deliveries.some((delivery) => delivery.safetyArea)) {
    const message =
      "This request lies in a safety area: the registry hands its delivery to the area's manager only. Ask that manager before you dig."
    return new Refusal('DELIVERY_NOT_AVAILABLE', message, { extra: { ...extra, safety_area: true } })
  }
  const failure = request.deliveries.find((delivery) => delivery.failure !== null)?.failure
  if (failure) return new Refusal('DELIVERY_NOT_AVAILABLE', `The delivery can't be used: ${failure}`, { extra })
  return new Refusal('DELIVERY_NOT_AVAILABLE', WITHOUT_DELIVERY[request.status], { extra })
}

type Db = Kysely<DB>

export interface DeliveryRecord {
  partId: string
  sequence: number
  complete: boolean
  safetyArea: boolean
  receivedAt: string | null
  readAt: string | null
  summary: ResultSummary | null
  /** Relative to the data folder */
  geojsonPath: string | null
  geojsonSha256: string | null
  failure: string | null
}

export interface SubmittedPart {
  partId: string
  orderId: string
  jobId: string
  partNo: number
  klicType: KlicType
  status: Exclude<PartState, 'quoted'>
  klicNumber: string | null
  reference: string | null
  environment: RegistryEnvironment
  source: JobSource
  address: JobAddress | null
  /** RD New */
  geometry: PolygonJson
  areaM2: number
  startDate: string | null
  createdAt: string
  submittedAt: string | null
  deliveredAt: string | null
  registryOrderNumber: string | null
  position: string | null
  giAanvraagId: string | null
  errors: RegistryMessage[]
  /** Newest first */
  deliveries: DeliveryRecord[]
}

const COLUMNS = [
  'part.id as partId',
  'part.order_id as orderId',
  'part.job_id as partJobId',
  'job.corrected_as as correctedAs',
  'part.part_no as partNo',
  'job.klic_type as klicType',
  'part.status',
  'part.klic_number as klicNumber',
  'job.reference',
  'job.environment',
  'job.source',
  'job.address',
  'part.location',
  'part.geometry',
  'part.area_m2 as areaM2',
  'job.start_date as startDate',
  'job.created_at as createdAt',
  'part.submitted_at as submittedAt',
  'part.delivered_at as deliveredAt',
  'part.registry_order_number as registryOrderNumber',
  'part.position',
  'part.gi_aanvraag_id as giAanvraagId',
  'part.errors',
] as const

const submittedParts = (db: Db, companyId: string) =>
  db
    .selectFrom('part')
    .innerJoin('job', 'job.id', 'part.job_id')
    .select(COLUMNS)
    .where('part.company_id', '=', companyId)
    .where('part.submitted_at', 'is not', null)

type SubmittedRow = Awaited<ReturnType<ReturnType<typeof submittedParts>['execute']>>[number]

async function withDeliveries(db: Db, rows: readonly SubmittedRow[]): Promise<SubmittedPart[]> {
  const byPart = new Map<string, DeliveryRecord[]>(rows.map((row) => [row.partId, []]))
  if (rows.length > 0) {
    const deliveries = await db
      .selectFrom('delivery')
      .select([
        'part_id as partId',
        'sequence',
        'complete',
        'safety_area as safetyArea',
        'received_at as receivedAt',
        'read_at as readAt',
        'summary',
        'geojson_path as geojsonPath',
        'geojson_sha256 as geojsonSha256',
        'failure',
      ])
      .where(
        'part_id',
        'in',
        rows.map((row) => row.partId),
      )
      .orderBy('sequence', 'desc')
      .execute()
    for (const delivery of deliveries) {
      // A summary may have megabytes: others get their turn before the next is parsed.
      if (delivery.summary !== null) await nextTurn()
      byPart.get(delivery.partId)?.push({
        ...delivery,
        complete: delivery.complete === 1,
        safetyArea: delivery.safetyArea === 1,
        summary: delivery.summary === null ? null : JSON.parse(delivery.summary),
      })
    }
  }
  return rows.map(({ partJobId, correctedAs, ...row }) => ({
    ...row,
    jobId: correctedAs ?? partJobId,
    status: row.status as SubmittedPart['status'],
    address: JSON.parse(row.address ?? row.location ?? 'null'),
    geometry: JSON.parse(row.geometry),
    errors: JSON.parse(row.errors),
    deliveries: byPart.get(row.partId) ?? [],
  }))
}

/** Newest first; the parts of one submission in their own order. The page is found in the index alone. */
async function requestsPage(
  db: Db,
  companyId: string,
  { page, pageSize, asOf }: PageRequest,
  isWithoutCalamities: boolean,
) {
  const ofThePage = partsUntil(db, companyId, isWithoutCalamities, asOf)
    .select('part.id')
    .orderBy('part.submitted_at', 'desc')
    .orderBy('part.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .as('page')
  // Cross: SQLite keeps the order of the join, so it never walks over all requests to look for those of the page.
  const rows = await db
    .selectFrom(ofThePage)
    .crossJoin('part')
    .crossJoin('job')
    .select(COLUMNS)
    .whereRef('part.id', '=', 'page.id')
    .whereRef('job.id', '=', 'part.job_id')
    .orderBy('part.submitted_at', 'desc')
    .orderBy('part.id')
    .execute()
  return withDeliveries(db, rows)
}

/** @param asOf only what was submitted until then */
function partsUntil(db: Db, companyId: string, isWithoutCalamities: boolean, asOf?: string) {
  let parts = db.selectFrom('part').where('part.company_id', '=', companyId).where('part.submitted_at', 'is not', null)
  if (isWithoutCalamities) parts = parts.where('part.job_id', 'not in', calamityIds(db, companyId))
  return asOf === undefined ? parts : parts.where('part.submitted_at', '<=', asOf)
}

async function countRequests(
  db: Db,
  companyId: string,
  isWithoutCalamities: boolean,
  asOf: string | undefined,
): Promise<Pick<Page<unknown>, 'total' | 'asOf'>> {
  const parts = partsUntil(db, companyId, isWithoutCalamities, asOf)
  if (asOf !== undefined) {
    const { total } = await parts.select(counted('submitted_at')).executeTakeFirstOrThrow()
    return { total, asOf }
  }
  const newest = await parts.select('submitted_at').orderBy('submitted_at', 'desc').limit(1).executeTakeFirst()
  const left = isWithoutCalamities ? await countCalamityRequests(db, companyId) : 0
  return { total: (await tallyOf(db, companyId, 'requests')) - left, asOf: newest?.submitted_at ?? null }
}

async function requestOf(db: Db, companyId: string, orderId: string): Promise<SubmittedPart | undefined> {
  const row = await submittedParts(db, companyId).where('part.order_id', '=', orderId).executeTakeFirst()
  return row && (await withDeliveries(db, [row]))[0]
}

/** Requests: the parts that were submitted or opened from files, with what the registry and the newest delivery that was read say of them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { PolygonJson } from '../../../geometry/geometry.ts'
import type { ResultSummary } from '../../../imkl/model/conversion-task.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { tallyOf } from '../../../platform/database/tally.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import type { JobSource, KlicType, PartState, RegistryEnvironment } from '../../../registry/klic.ts'
import type { RegistryMessage } from '../rules/job.ts'
import { calamityIds, countCalamityRequests } from './calamities.ts'

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
export async function requestsPage(
  db: Db,
  companyId: string,
  page: number,
  pageSize: number,
  isWithoutCalamities: boolean,
) {
  const all = db
    .selectFrom('part')
    .select('part.id')
    .where('part.company_id', '=', companyId)
    .where('part.submitted_at', 'is not', null)
  const ofThePage = (isWithoutCalamities ? all.where('part.job_id', 'not in', calamityIds(db, companyId)) : all)
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

export async function countRequests(db: Db, companyId: string, isWithoutCalamities: boolean): Promise<number> {
  const left = isWithoutCalamities ? await countCalamityRequests(db, companyId) : 0
  return (await tallyOf(db, companyId, 'requests')) - left
}

export async function requestOf(db: Db, companyId: string, orderId: string): Promise<SubmittedPart | undefined> {
  const row = await submittedParts(db, companyId).where('part.order_id', '=', orderId).executeTakeFirst()
  return row && (await withDeliveries(db, [row]))[0]
}

/** Parts of jobs: one part is one notification, from the quote on. */
import type { Kysely } from 'kysely'
import type { PolygonJson } from '../../../geometry/geometry.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import { compiledOnce } from '../../../platform/database/compiled.ts'
import type { DB } from '../../../platform/database/schema.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import type { PartState } from '../../../registry/klic.ts'
import type { RegistryMessage } from '../rules/job.ts'
import { TOOK_TOO_LONG } from '../rules/next-action.ts'

type Db = Kysely<DB>

export interface PartRecord {
  id: string
  partNo: number
  orderId: string
  status: PartState
  /** RD New */
  geometry: PolygonJson
  widthM: number
  heightM: number
  areaM2: number
  /** Which of the job's orders it belongs to, from 0 */
  orderIndex: number
  klicNumber: string | null
  deliveredAt: string | null
  errors: RegistryMessage[]
}

/** What only the maker of a part knows. */
export interface NewPart extends PartRecord {
  /** The address nearest to it, where the job names none. */
  location: JobAddress | null
}

const PART = columnsOf<PartRecord>({
  id: 'same',
  part_no: 'same',
  order_id: 'same',
  status: 'same',
  geometry: 'json',
  width_m: 'same',
  height_m: 'same',
  area_m2: 'same',
  order_index: 'same',
  klic_number: 'same',
  delivered_at: 'same',
  errors: 'json',
})

const NOT_FILED = { registry_order_id: null, registry_order_number: null, position: null, gi_aanvraag_id: null }

export async function insertParts(
  db: Db,
  owner: { jobId: string; companyId: string; submittedAt: string | null },
  parts: readonly NewPart[],
): Promise<void> {
  const rows = parts.map(({ location, ...part }) => ({
    ...PART.rowOf(part),
    job_id: owner.jobId,
    company_id: owner.companyId,
    submitted_at: owner.submittedAt,
    location: location && JSON.stringify(location),
    ...NOT_FILED,
  }))
  // A job can have hundreds of parts, a statement only so many variables.
  for (let from = 0; from < rows.length; from += 100) {
    await db
      .insertInto('part')
      .values(rows.slice(from, from + 100))
      .execute()
  }
}

const partRows = compiledOnce((db, jobId: string) =>
  db.selectFrom('part').select(PART.names).where('job_id', '=', jobId).orderBy('part_no'),
)

export const partsOf = async (db: Db, jobId: string): Promise<PartRecord[]> =>
  (await partRows(db, jobId)).map(PART.recordOf)

/** With what went wrong, for a part that failed. */
export type PartBrief = Pick<PartRecord, 'orderId' | 'klicNumber' | 'status' | 'errors'>

/** Only what a list of jobs shows of their parts. */
export async function partStates(db: Db, jobIds: readonly string[]): Promise<Map<string, PartBrief[]>> {
  const states = new Map<string, PartBrief[]>(jobIds.map((id) => [id, []]))
  if (jobIds.length === 0) return states
  const rows = await db
    .selectFrom('part')
    .select(['job_id', 'order_id', 'klic_number', 'status'])
    .select((eb) => eb.case().when('status', '=', 'failed').then(eb.ref('errors')).else(null).end().as('errors'))
    .where('job_id', 'in', jobIds)
    .orderBy('job_id')
    .orderBy('part_no')
    .execute()
  for (const { job_id, order_id, klic_number, status, errors } of rows) {
    const brief = {
      orderId: order_id,
      klicNumber: klic_number,
      status,
      errors: errors === null ? [] : JSON.parse(errors),
    }
    states.get(job_id)?.push(brief)
  }
  return states
}

/** The parts of a submitted job become requests. @param located addresses nearest to them, by part */
export async function acceptParts(
  db: Db,
  jobId: string,
  at: string,
  located: ReadonlyMap<string, JobAddress>,
): Promise<void> {
  await db
    .updateTable('part')
    .set({ status: 'accepted', submitted_at: at })
    .where('job_id', '=', jobId)
    .where('status', '=', 'quoted')
    .execute()
  for (const [id, address] of located) {
    await db
      .updateTable('part')
      .set({ location: JSON.stringify(address) })
      .where('id', '=', id)
      .execute()
  }
}

/** What was opened from files is here, and read again. */
async function resumeImported(db: Db, jobId: string): Promise<void> {
  const parts = db.selectFrom('part').select('id').where('job_id', '=', jobId)
  await db.updateTable('part').set({ status: 'delivered', errors: '[]' }).where('job_id', '=', jobId).execute()
  await db.updateTable('delivery').set({ failure: null }).where('part_id', 'in', parts).execute()
}

/** Parts that had failed go back to where the registry last saw them: known there, or not. */
export async function resumeParts(db: Db, jobId: string): Promise<void> {
  const job = await db.selectFrom('job').select('source').where('id', '=', jobId).executeTakeFirst()
  if (job?.source === 'imported') return resumeImported(db, jobId)
  const failed = db.updateTable('part').where('job_id', '=', jobId).where('status', '=', 'failed')
  await failed.set({ status: 'submitted' }).where('gi_aanvraag_id', 'is not', null).execute()
  await failed.set({ status: 'accepted' }).where('gi_aanvraag_id', 'is', null).execute()
  const own = db.selectFrom('part').select('id').where('job_id', '=', jobId)
  const given = db.updateTable('delivery').where('failure', 'is not', null)
  // What only took too long is whole: its link may be dead by now.
  await given
    .set({ failure: null })
    .where('part_id', 'in', own.where('errors', 'like', `%"${TOOK_TOO_LONG}"%`))
    .execute()
  await given.set({ failure: null, path: null, trouble: null }).where('part_id', 'in', own).execute()
}

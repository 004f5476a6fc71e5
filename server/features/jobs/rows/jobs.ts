/** Jobs as rows: asked for, frozen, submitted. What the worker does to them is in the flows' own query files. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { FrozenQuote } from '../../../cut/quote.ts'
import { MAX_PARTS } from '../../../geometry/registry-limits.ts'
import type { ResultSummary, ResultWarning } from '../../../imkl/model/conversion-task.ts'
import type { PreliminaryFacts } from '../../../imkl/model/preliminary.ts'
import { columnsOf } from '../../../platform/database/columns.ts'
import { compiledOnce } from '../../../platform/database/compiled.ts'
import type { DB } from '../../../platform/database/schema.ts'
import { JsonText } from '../../../platform/json-text.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import type { BilledBy, JobSource, JobState, KlicType, RegistryEnvironment } from '../../../registry/klic.ts'
import { MAX_FOLLOWERS } from '../../../registry/klic.ts'
import type { Warning } from '../../../registry/warnings.ts'
import type { RegistryMessage, StoredFields } from '../rules/job.ts'
import { referenceKey } from '../rules/job-order.ts'
import type { Failure, Findings } from '../rules/next-action.ts'
import { JOB_FACTS } from '../tables.ts'

type Db = Kysely<DB>

/** A job without its shapes, as lists show it. */
export interface JobBriefRecord extends StoredFields {
  id: string
  companyId: string
  status: JobState
  klicType: KlicType
  environment: RegistryEnvironment
  /** Of a job that was submitted */
  billedBy: BilledBy
  submit: boolean
  crs: 'EPSG:28992' | 'EPSG:4326'
  areaM2: number
  startDate: string | null
  endDate: string | null
  address: JobAddress | null
  hasAddresses: JobAddress[] | null
  quote: FrozenQuote
  quoteExpiresAt: string
  warnings: Warning[]
  errors: RegistryMessage[]
  failure: Failure | null
  findings: Findings | null
  revision: number
  createdAt: string
  submittedAt: string | null
  readyAt: string | null
  /** Rises when it is quoted anew or resumed */
  round: number
  /** Whether who asked for it may submit */
  mayPay: boolean
  /** The API key it was asked for with */
  quotedWith: string | null
  /** Characters of its area; 0: only the extent is kept */
  keptBytes: number
  /** The price is the one that it will have; else it may still fall */
  quoteFinal: boolean
  source: JobSource
  /** What is shown of it before its result */
  preliminary: PreliminaryFacts | null
  /** Out of the list since */
  archivedAt: string | null
  /** Of an imported job: the Dutch days of its first and its last request; null: a delivery does not say */
  requested: { first: string; last: string } | null
}

export interface JobRecord extends JobBriefRecord {
  /** GeoJSON as given, in `crs`. */
  geometry: JsonText
  /** Of what was asked */
  inputHash: string
}

/** What only the maker of a job knows. */
export interface NewJob extends JobRecord {
  /** Rings of the normalised area, RD New. */
  area: JsonText
  /** The input in canonical JSON, to tell later which fields of a repeat differ. */
  input: string
}

const JOB = columnsOf<JobBriefRecord>(JOB_FACTS)

/** The row of a job as it is asked for. */
export const jobValues = ({ geometry, area, inputHash, input, ...job }: NewJob) => {
  const { round, ...facts } = JOB.rowOf(job)
  const reference_key = job.reference === null ? null : referenceKey(job.reference)
  return {
    ...facts,
    reference_key,
    geometry: geometry.text,
    area: area.text,
    input_hash: inputHash,
    input,
    summary: null,
  }
}

/** @returns false when the company already has a job with this client_ref; then nothing is written. */
export async function insertJob(db: Db, job: NewJob): Promise<boolean> {
  const result = await db
    .insertInto('job')
    .values(jobValues(job))
    .onConflict((conflict) => conflict.columns(['company_id', 'client_ref']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

const jobRow = compiledOnce((db, jobId: string, companyId: string) =>
  db
    .selectFrom('job')
    .select([...JOB.names, 'geometry', 'input_hash'])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null),
)

export async function jobOf(db: Db, companyId: string, jobId: string): Promise<JobRecord | undefined> {
  const [row] = await jobRow(db, jobId, companyId)
  return row && { ...JOB.recordOf(row), geometry: new JsonText(row.geometry), inputHash: row.input_hash }
}

/** Ids of the jobs that repeat one, oldest first; more than these nobody looks at. */
export async function followersOf(db: Db, companyId: string, jobId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job')
    .select('id')
    .where('follows', '=', jobId)
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MAX_FOLLOWERS)
    .execute()
  return rows.map(({ id }) => id)
}

/** A row may have megabytes, which SQLite passes over to reach its later columns: a millisecond each. */
const ROWS_AT_ONCE = 20

/** In the order of the ids; others get their turn in between. */
export async function rowsInTurns<T extends { id: string }>(
  ids: readonly string[],
  read: (some: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  const byId = new Map<string, T>()
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    if (from > 0) await nextTurn()
    for (const row of await read(ids.slice(from, from + ROWS_AT_ONCE))) byId.set(row.id, row)
  }
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** In the order of the ids; what is not the company's is left out. */
export async function jobsByIds(db: Db, companyId: string, ids: readonly string[]): Promise<JobBriefRecord[]> {
  const rows = await rowsInTurns(ids, (some) =>
    db.selectFrom('job').select(JOB.names).where('id', 'in', some).where('company_id', '=', companyId).execute(),
  )
  return rows.map(JOB.recordOf)
}

/** What was asked for, and how far it came: what a correction goes by. */
const attemptsOf = (db: Db, companyId: string) =>
  db
    .selectFrom('job')
    .select([
      'id',
      'status',
      'klic_type as klicType',
      'round',
      'input',
      'input_hash as inputHash',
      'start_date as startDate',
    ])
    .select(['may_pay as mayPay', 'kept_bytes as keptBytes', 'quote_expires_at as quoteExpiresAt'])
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null)

export const jobByClientRef = (db: Db, companyId: string, clientRef: string) =>
  attemptsOf(db, companyId).where('client_ref', '=', clientRef).executeTakeFirst()

export const attemptOf = (db: Db, companyId: string, jobId: string) =>
  attemptsOf(db, companyId).where('id', '=', jobId).executeTakeFirst()

/** What its result warns of; null: it has none. */
export async function resultWarningsOf(db: Db, jobId: string): Promise<ResultWarning[] | null> {
  const row = await db.selectFrom('job').select('summary').where('id', '=', jobId).executeTakeFirst()
  return row?.summary ? ((JSON.parse(row.summary) as Partial<ResultSummary>).warnings ?? null) : null
}

/** Its normalised area: rings in RD New. */
export async function jobArea(db: Db, companyId: string, jobId: string) {
  const row = await db
    .selectFrom('job')
    .select(['source', 'area'])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row && { ...row, area: new JsonText(row.area) }
}

/** Their normalised areas: rings in RD New, JSON. */
export const areasOfJobs = (db: Db, companyId: string, ids: readonly string[]) =>
  db
    .selectFrom('job')
    .select(['id', 'status', 'area'])
    .where('id', 'in', ids)
    .where('company_id', '=', companyId)
    .execute()

/** Characters of an area that hold the outline of nearly all. */
export const AREA_START = 4000

/** How the areas of these jobs begin, by id: rings in RD New, JSON, of which the end may be missing. */
export async function areaStarts(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsInTurns(ids, (some) =>
    db
      .selectFrom('job')
      .select(['id', sql<string>`substr(area, 1, ${sql.lit(AREA_START)})`.as('start')])
      .where('id', 'in', some)
      .where('company_id', '=', companyId)
      .execute(),
  )
  return new Map(rows.map(({ id, start }) => [id, start]))
}

/** The summary of its result, in JSON. */
export const jobSummaryText = (db: Db, companyId: string, jobId: string) =>
  db
    .selectFrom('job')
    .select(['summary', 'status', 'revision', 'ready_at as readyAt'])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()

/** Ids of the jobs to which notifications of this one went, and of those that were joined with it; oldest first. */
export async function splitInto(db: Db, companyId: string, jobId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('job')
    .select(({ fn }) => [fn.coalesce('corrected_as', 'id').as('id')])
    .where('company_id', '=', companyId)
    .where('split_from', 'is not', null)
    .where(({ eb, selectFrom }) =>
      eb.or([
        eb('split_from', '=', jobId),
        eb(
          'split_from',
          'in',
          selectFrom('job as joined').select('joined.id').where('joined.corrected_as', '=', jobId),
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('job.id')
    .limit(MAX_PARTS)
    .execute()
  return [...new Set(rows.map(({ id }) => id!))].filter((id) => id !== jobId)
}

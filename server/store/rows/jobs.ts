/** Jobs as rows: asked for, frozen, submitted. What the worker does to them is in the flows' own query files. */
import type { Kysely, Selectable } from 'kysely'
import { JsonText } from '../../domain/json-text.ts'
import type { BilledBy } from '../../domain/klic/billing.ts'
import type { AddressGiven, FrozenQuote, PrincipalGiven, RegistryMessage } from '../../domain/klic/job.ts'
import type { JobState, KlicType, RegistryEnvironment } from '../../domain/klic/klic.ts'
import type { Failure, Findings } from '../../domain/klic/next-action.ts'
import type { Warning } from '../../domain/klic/warnings.ts'
import { compiledOnce } from '../compiled.ts'
import type { DB, JobTable } from '../schema.ts'

type Db = Kysely<DB>

/** A job without its shapes, as lists show it. */
export interface JobBriefRecord {
  id: string
  companyId: string
  status: JobState
  klicType: KlicType
  environment: RegistryEnvironment
  /** Of a job that was submitted */
  billedBy: BilledBy
  submit: boolean
  reference: string | null
  clientRef: string | null
  crs: 'EPSG:28992' | 'EPSG:4326'
  areaM2: number
  startDate: string | null
  endDate: string | null
  address: AddressGiven | null
  works: string[] | null
  principal: PrincipalGiven | null
  hasAddresses: AddressGiven[] | null
  webhookUrl: string | null
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

export const BRIEF = [
  'id',
  'company_id',
  'status',
  'klic_type',
  'environment',
  'billed_by',
  'submit',
  'reference',
  'client_ref',
  'crs',
  'area_m2',
  'start_date',
  'end_date',
  'address',
  'works',
  'principal',
  'has_addresses',
  'webhook_url',
  'quote',
  'quote_expires_at',
  'warnings',
  'errors',
  'failure',
  'findings',
  'revision',
  'created_at',
  'submitted_at',
  'ready_at',
  'round',
  'may_pay',
  'quoted_with',
  'kept_bytes',
  'quote_final',
] as const satisfies readonly (keyof JobTable)[]

const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))
const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value))

export const briefOf = (row: Pick<Selectable<JobTable>, (typeof BRIEF)[number]>): JobBriefRecord => ({
  id: row.id,
  companyId: row.company_id,
  status: row.status,
  klicType: row.klic_type,
  environment: row.environment,
  billedBy: row.billed_by,
  submit: row.submit === 1,
  reference: row.reference,
  clientRef: row.client_ref,
  crs: row.crs,
  areaM2: row.area_m2,
  startDate: row.start_date,
  endDate: row.end_date,
  address: parsed(row.address),
  works: parsed(row.works),
  principal: parsed(row.principal),
  hasAddresses: parsed(row.has_addresses),
  webhookUrl: row.webhook_url,
  quote: JSON.parse(row.quote),
  quoteExpiresAt: row.quote_expires_at,
  warnings: JSON.parse(row.warnings),
  errors: JSON.parse(row.errors),
  failure: parsed(row.failure),
  findings: parsed(row.findings),
  revision: row.revision,
  createdAt: row.created_at,
  submittedAt: row.submitted_at,
  readyAt: row.ready_at,
  round: row.round,
  mayPay: row.may_pay === 1,
  quotedWith: row.quoted_with,
  keptBytes: row.kept_bytes,
  quoteFinal: row.quote_final === 1,
})

/** The row of a job as it is asked for. */
export const jobValues = (job: NewJob) => ({
  id: job.id,
  company_id: job.companyId,
  status: job.status,
  klic_type: job.klicType,
  environment: job.environment,
  billed_by: job.billedBy,
  submit: job.submit ? 1 : 0,
  reference: job.reference,
  client_ref: job.clientRef,
  crs: job.crs,
  geometry: job.geometry.text,
  area: job.area.text,
  area_m2: job.areaM2,
  start_date: job.startDate,
  end_date: job.endDate,
  address: json(job.address),
  works: json(job.works),
  principal: json(job.principal),
  has_addresses: json(job.hasAddresses),
  webhook_url: job.webhookUrl,
  quote: JSON.stringify(job.quote),
  quote_expires_at: job.quoteExpiresAt,
  warnings: JSON.stringify(job.warnings),
  errors: JSON.stringify(job.errors),
  failure: json(job.failure),
  findings: json(job.findings),
  input_hash: job.inputHash,
  input: job.input,
  revision: job.revision,
  summary: null,
  created_at: job.createdAt,
  submitted_at: job.submittedAt,
  ready_at: job.readyAt,
  may_pay: job.mayPay ? 1 : 0,
  quoted_with: job.quotedWith,
  kept_bytes: job.keptBytes,
  quote_final: job.quoteFinal ? 1 : 0,
})

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
    .select([...BRIEF, 'geometry', 'input_hash'])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null),
)

export async function jobOf(db: Db, companyId: string, jobId: string): Promise<JobRecord | undefined> {
  const [row] = await jobRow(db, jobId, companyId)
  return row && { ...briefOf(row), geometry: new JsonText(row.geometry), inputHash: row.input_hash }
}

/** In the order of the ids; what is not the company's is left out. */
export async function jobsByIds(db: Db, companyId: string, ids: readonly string[]): Promise<JobBriefRecord[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('job')
    .select(BRIEF)
    .where('id', 'in', ids)
    .where('company_id', '=', companyId)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, briefOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What was asked for, and how far it came: what a correction goes by. */
const attemptsOf = (db: Db, companyId: string) =>
  db
    .selectFrom('job')
    .select(['id', 'status', 'round', 'input', 'input_hash as inputHash', 'start_date as startDate'])
    .select(['may_pay as mayPay', 'kept_bytes as keptBytes', 'quote_expires_at as quoteExpiresAt'])
    .where('company_id', '=', companyId)
    .where('corrected_as', 'is', null)

export const jobByClientRef = (db: Db, companyId: string, clientRef: string) =>
  attemptsOf(db, companyId).where('client_ref', '=', clientRef).executeTakeFirst()

export const attemptOf = (db: Db, companyId: string, jobId: string) =>
  attemptsOf(db, companyId).where('id', '=', jobId).executeTakeFirst()

/** Normalised area (rings in RD New) and the summary of the result, which only the map asks for. */
export async function jobShapes(db: Db, companyId: string, jobId: string) {
  const row = await db
    .selectFrom('job')
    .select(['area', 'summary', 'status', 'revision', 'ready_at as readyAt'])
    .where('id', '=', jobId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row && { ...row, area: new JsonText(row.area) }
}

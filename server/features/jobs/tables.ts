/**
 * The tables of jobs: what was asked, its parts, their orders and deliveries, and the files made of them; see schema.ts.
 * Reason for its length: these tables are read together, and each column has its line.
 */
import type { Generated, Selectable } from 'kysely'
import type { ResultFormat } from '../../exports/result-formats.ts'
import type { BilledBy, JobSource, JobState, KlicType, PartState, RegistryEnvironment } from '../../registry/klic.ts'
import type { Preparation } from '../../registry/orders/notification.ts'
import { forEachText, type GivenText } from './given-texts-schema.ts'

export interface JobTable extends Record<GivenText, Generated<string | null>> {
  id: string
  company_id: string
  status: JobState
  klic_type: KlicType
  environment: RegistryEnvironment
  /** With whose login it is filed, from submission on */
  billed_by: Generated<BilledBy>
  submit: number
  reference: string | null
  /** What lists are sorted by (referenceKey) */
  reference_key: Generated<string | null>
  client_ref: string | null
  /** What the caller's numbers were in */
  crs: 'EPSG:28992' | 'EPSG:4326'
  /** GeoJSON polygon as given */
  geometry: string
  /** Normalised area: rings in RD New, JSON */
  area: string
  area_m2: number
  start_date: string | null
  end_date: string | null
  address: string | null
  works: string | null
  principal: string | null
  /** Whom the operators of a calamity call (Contact), JSON; null: the company's usual contact */
  contact: Generated<string | null>
  has_addresses: string | null
  preparation: Generated<Preparation | null>
  /** Id of the job that it repeats */
  follows: Generated<string | null>
  webhook_url: string | null
  /** The frozen quote, JSON */
  quote: string
  quote_expires_at: string
  warnings: string
  /** Registry messages on the whole order, JSON */
  errors: string
  /** Why a job failed (Failure), JSON */
  failure: string | null
  /** Rises with each retry of a failed job and each new quote in it: work of a former round is not found again */
  round: Generated<number>
  /** sha256 of the canonical input: tells whether a repeated client_ref came with another body */
  input_hash: string
  input: string
  revision: number
  /** Summary of the result (ResultSummary), JSON */
  summary: string | null
  /** What of it decides what is said of it (Findings), JSON */
  findings: Generated<string | null>
  /** How far its merge is (Merging), JSON; of no use but while it is processing */
  merging: Generated<string | null>
  created_at: string
  submitted_at: string | null
  ready_at: string | null
  /**
   * In no list. Of an ordered job: what the registry refused of that job, which was corrected since. Of an imported job: that job
   * holds its notifications now
   */
  corrected_as: Generated<string | null>
  /** When it was corrected, or joined */
  corrected_at: Generated<string | null>
  /** Of an imported job: the job that its notifications were in before */
  split_from: Generated<string | null>
  /** 1: who asked for it may submit */
  may_pay: Generated<number>
  /** The API key it was asked for with */
  quoted_with: Generated<string | null>
  /** Characters of its area; 0 for a quote of which only the extent is kept */
  kept_bytes: Generated<number>
  /** 0: a quote that may still get cheaper */
  quote_final: Generated<number>
  /** Asked for here, or opened from files */
  source: Generated<JobSource>
  /** What is shown of it before its result (PreliminaryFacts), JSON; null: nothing is */
  preliminary: Generated<string | null>
  /** Of an imported job: first and last day on which the registry was asked, JSON */
  requested: Generated<string | null>
  /** When what is shown of it last changed, its parts aside; null: not since it was made. Kept by the database */
  changed_at: Generated<string | null>
  archived_at: Generated<string | null>
}

/** What a list shows of a job, and how it is kept: as it is, as 0 or 1, as JSON. */
export const JOB_FACTS = {
  id: 'same',
  company_id: 'same',
  status: 'same',
  klic_type: 'same',
  environment: 'same',
  billed_by: 'same',
  submit: 'flag',
  reference: 'same',
  client_ref: 'same',
  crs: 'same',
  area_m2: 'same',
  start_date: 'same',
  end_date: 'same',
  address: 'json',
  works: 'json',
  principal: 'json',
  contact: 'json',
  has_addresses: 'json',
  ...forEachText(() => 'same' as const),
  preparation: 'same',
  follows: 'same',
  webhook_url: 'same',
  quote: 'json',
  quote_expires_at: 'same',
  warnings: 'json',
  errors: 'json',
  failure: 'json',
  findings: 'json',
  revision: 'same',
  created_at: 'same',
  submitted_at: 'same',
  ready_at: 'same',
  round: 'same',
  may_pay: 'flag',
  quoted_with: 'same',
  kept_bytes: 'same',
  quote_final: 'flag',
  source: 'same',
  preliminary: 'json',
  archived_at: 'same',
  requested: 'json',
} as const satisfies Partial<Record<keyof JobTable, 'same' | 'flag' | 'json'>>

export type JobRow = Selectable<JobTable>

export interface PartTable {
  id: string
  job_id: string
  company_id: string
  part_no: number
  /** Our own stable id, made with the part; shown from submission on */
  order_id: string
  status: PartState
  geometry: string
  width_m: number
  height_m: number
  area_m2: number
  /** Which of the job's orders it belongs to, from 0 */
  order_index: number
  registry_order_id: string | null
  /** The address nearest to it, as JSON, where the job names none. */
  location: string | null
  position: string | null
  gi_aanvraag_id: string | null
  registry_order_number: string | null
  klic_number: string | null
  submitted_at: string | null
  delivered_at: string | null
  errors: string
  /** When its state, number or errors last changed; null: not since it was made. Kept by the database */
  changed_at: Generated<string | null>
}

export type PartRow = Selectable<PartTable>

const REGISTRY_ORDER_STATES = [
  'prepared',
  'sending',
  'validating',
  'accepted',
  'rejected',
  'refused',
  'undecided',
] as const
export type RegistryOrderState = (typeof REGISTRY_ORDER_STATES)[number]

/** One POST at the registry. `body` and `post_id` are committed before the first byte leaves; a resend sends the same. */
export interface RegistryOrderTable {
  id: string
  job_id: string
  order_index: number
  /** Rises when a rejected or undecided order is filed anew with a new postId */
  attempt: number
  post_id: string
  body: string
  body_sha256: string
  state: RegistryOrderState
  poll_url: string | null
  sends: number
  /** How often the result of validation was asked for */
  polls: number
  /** How often its parts were read since acceptance: decides how long to wait for the next time */
  reads: number
  /** How often in a row it could not be judged (Mislukt): only when that lasts is a new attempt made */
  undecided_polls: number
  /** When later deliveries of an accepted order are looked for next; null: never (again) */
  watch_at: string | null
  created_at: string
  sent_at: string | null
  decided_at: string | null
  messages: string
  /** Why it does not go on although the registry has it (RetryableFailure<OrderFailure>), JSON */
  trouble: Generated<string | null>
  /** The last unusable answer of the registry, as it came; kept for questions to the registry */
  answer: Generated<string | null>
  /** Of a calamity: whom it concerns, as the registry said when it took it (ConcernedOperator[]), JSON */
  concerned: Generated<string | null>
}

export type OrderRow = Selectable<RegistryOrderTable>

export interface DeliveryTable {
  id: string
  part_id: string
  sequence: number
  complete: number
  safety_area: number
  composed_at: string | null
  received_at: string | null
  /** Relative to the data folder */
  path: string | null
  sha256: string | null
  bytes: number | null
  read_at: string | null
  summary: string | null
  geojson_path: string | null
  /** Hex; null for one that an earlier version made */
  geojson_sha256: string | null
  /** With its packed copy; null for one that an earlier version made */
  geojson_bytes: Generated<number | null>
  failure: string | null
  /** Why its file does not come (RetryableFailure<LinkFailure>), JSON */
  trouble: Generated<string | null>
}

export type DeliveryRow = Selectable<DeliveryTable>

/** ready: it is in the file; unshown: of its pictures none can be, and the file says why; failed: it could not be looked at. */
export type StoredGround = 'wanted' | 'ready' | 'unshown' | 'failed'

export interface ArtifactTable {
  id: string
  job_id: string
  /** Below zero: of a preliminary result, -3 of the third */
  revision: number
  format: ResultFormat
  /** removed: it was there, and the company keeps it no longer */
  state: 'wanted' | 'ready' | 'failed' | 'removed'
  path: string | null
  sha256: string | null
  bytes: number | null
  /** Of the packed copy; null: there is none, or an earlier version made it */
  packed_bytes: Generated<number | null>
  failure: string | null
  created_at: string
  ready_at: string | null
  /** Of a GeoPackage whose deliveries hold the ground. The result is there before. */
  ground: StoredGround | null
  /** The file before the base map, or a later preliminary result, came: stays for its readers until retention deletes it. */
  bare_path: string | null
}

export type ArtifactRow = Selectable<ArtifactTable>

/** A picture that the ground of a result is made of, once for each square of RD New that it touches (sheet-rows.ts). */
export interface GroundSheetTable {
  company_id: string
  cell: number
  job_id: string
  /** Of the picture in its result, from 0 */
  no: number
  revision: number
  per_metre: number
  /** RD New, in millimetres */
  min_x: number
  min_y: number
  max_x: number
  max_y: number
}

/** What is shown of a job before its result; the row goes when that is there. */
export interface PreliminaryTable {
  job_id: string
  /** Rises with each delivery, or part that ends without one */
  wanted: number
  /** Up to which of these it was made, or given up */
  done: number
  /** Which of these is shown; 0: none yet */
  made: number
  /** Summary of what is shown (ResultSummary), JSON */
  summary: string | null
}

/** Files of a job that the company keeps no longer: announced, then gone. */
export interface RemovalTable {
  job_id: string
  what: 'results' | 'deliveries'
  reason: 'age' | 'quota'
  announced_at: string
  due_at: string
  done_at: string | null
  /** Keys that the storage may still have, JSON */
  files: string
}

/** A file that somebody put with a project or a job. */
export interface KeptFileColumns {
  id: string
  name: string
  media_type: string
  bytes: number
  /** Hex, of what is kept */
  sha256: string
  /** Its key in the storage */
  path: string
  added_at: string
  added_by: string
  /** Out of the dossier; the file goes, what it was stays */
  removed_at: string | null
}

/** Somebody has read what must be read of a result. */
export interface AcknowledgementTable {
  job_id: string
  revision: number
  /** Attention.about */
  about: string
  at: string
  actor: string
}

export interface JobTables {
  acknowledgement: AcknowledgementTable
  job: JobTable
  part: PartTable
  registry_order: RegistryOrderTable
  delivery: DeliveryTable
  artifact: ArtifactTable
  removal: RemovalTable
  preliminary: PreliminaryTable
  ground_sheet: GroundSheetTable
}

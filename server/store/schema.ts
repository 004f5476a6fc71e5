/**
 * The tables, as Kysely sees them. Ids are text, times ISO 8601 in UTC, JSON is text, booleans 0 or 1, so that the same
 * queries run on SQLite and, later, on PostgreSQL. The columns and constraints themselves stand in migrations.ts.
 * Reason for its length: one list of all tables, read one table at a time.
 */
import type { Generated, Selectable } from 'kysely'
import type { BilledBy } from '../domain/klic/billing.ts'
import type { JobState, KeyKind, KlicType, PartState, RegistryEnvironment } from '../domain/klic/klic.ts'
import type { HandoverState } from '../domain/ports/office.ts'
import type { ResultFormat } from '../domain/result-formats.ts'
import type { Role } from '../domain/users.ts'
import type { ProjectTables } from './schema-projects.ts'

export interface CompanyTable {
  id: string
  name: string
  created_at: string
}

/** One value per company and name; JSON. */
export interface SettingTable {
  company_id: string
  name: string
  value: string
}

export interface ApiKeyTable {
  id: string
  company_id: string
  name: string
  kind: Generated<KeyKind>
  /** JSON list of permissions */
  permissions: string
  prefix: string
  environment: Generated<RegistryEnvironment>
  /** sha256 of the secret, hex: the secret is random with 190 bits, so a slow hash would protect nothing more */
  hash: string
  created_at: string
  expires_at: string | null
  last_used_at: string | null
  revoked_at: string | null
  created_by: string
  /** What may be spent with it and the keys made with it in a Dutch calendar day; null: only the company's limit holds */
  daily_limit_cents: number | null
}

/** A signed-in window. */
export interface SessionTable {
  /** sha256 of the cookie's value, hex */
  hash: string
  /** By which it is named in a list */
  id: string
  company_id: string
  /** null: the person at the desk, who came with a one-time token */
  user_id: string | null
  csrf_token: string
  created_at: string
  expires_at: string
  last_seen_at: string | null
  /** Network address it was opened from */
  address: string | null
  /** User-Agent it was opened with */
  agent: string | null
}

/** Somebody who signs in with an e-mail address and a password. A row stays when its user is removed: the log names it. */
export interface UserTable {
  id: string
  company_id: string
  /** In small letters; one living user has it */
  email: string
  name: string
  role: Role
  /** PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
  password_hash: string
  created_at: string
  last_signed_in_at: string | null
  removed_at: string | null
}

/** A link that works once: makes a user, or has one choose a new password. */
export interface InvitationTable {
  id: string
  /** sha256 of the token, hex */
  hash: string
  company_id: string
  email: string
  role: Role
  /** null: somebody new */
  user_id: string | null
  created_by: string
  created_at: string
  expires_at: string
}

/** A token that opens one session, once; written by whoever starts the server. */
export interface WindowTokenTable {
  hash: string
  company_id: string
  expires_at: string
}

export interface JobTable {
  id: string
  company_id: string
  status: JobState
  klic_type: KlicType
  environment: RegistryEnvironment
  /** With whose login it is filed, from submission on */
  billed_by: Generated<BilledBy>
  submit: number
  reference: string | null
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
  has_addresses: string | null
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
  /** This is what the registry refused of that job, which was corrected since: on record, and in no list */
  corrected_as: Generated<string | null>
  /** When it was corrected */
  corrected_at: Generated<string | null>
  /** 1: who asked for it may submit */
  may_pay: Generated<number>
  /** The API key it was asked for with */
  quoted_with: Generated<string | null>
  /** Characters of its area; 0 for a quote of which only the extent is kept */
  kept_bytes: Generated<number>
  /** 0: a quote that may still get cheaper */
  quote_final: Generated<number>
  /** W3C traceparent of what made or submitted it, where traces are switched on */
  trace: Generated<string | null>
}

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
}

export const REGISTRY_ORDER_STATES = [
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
  /** Why it does not go on although the registry has it (Trouble<OrderTrouble>), JSON */
  trouble: Generated<string | null>
  /** The last answer of the registry that was of no use, as it came; kept for whoever asks there */
  answer: Generated<string | null>
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
  failure: string | null
  /** Why its file does not come (Trouble<LinkTrouble>), JSON */
  trouble: Generated<string | null>
}

export type DeliveryRow = Selectable<DeliveryTable>

export interface ArtifactTable {
  id: string
  job_id: string
  revision: number
  format: ResultFormat
  /** removed: it was there, and the company keeps it no longer */
  state: 'wanted' | 'ready' | 'failed' | 'removed'
  path: string | null
  sha256: string | null
  bytes: number | null
  failure: string | null
  created_at: string
  ready_at: string | null
  /** Of a GeoPackage whose deliveries hold the ground: whether that is in it. The result is there before. */
  ground: 'wanted' | 'ready' | 'failed' | null
  /** What the file was before the ground came: whoever reads it may, and the house is kept later. */
  bare_path: string | null
}

/** Something that happened: kept in any case, and told when there is an address. The row first, the call later. */
export interface EventTable {
  /** In the order in which they happened: the place of a reader of the list */
  seq: Generated<number>
  /** The webhook-id, the same on every try */
  id: string
  company_id: string
  job_id: string | null
  type: string
  /** The body as it is sent */
  payload: string
  /** Whose address it goes to; null: nobody's */
  target: 'job' | 'company' | null
  /** Where it went last, or will go */
  target_url: string | null
  /** Host and port of target_url */
  receiver: string | null
  state: 'recorded' | 'waiting' | 'sent' | 'given_up'
  /** Rises each time it is sent again on demand */
  round: Generated<number>
  /** Tries in this round */
  attempts: number
  created_at: string
  next_attempt_at: string | null
  last_status: number | null
  last_error: string | null
}

/** A test of the connection to the registry; at most one a company. */
export interface RegistryCheckTable {
  id: string
  company_id: string
  environment: RegistryEnvironment
  state: 'asked' | 'running' | 'done'
  /** ConnectionStep[], JSON */
  steps: string
  asked_at: string
  done_at: string | null
}

export type EventRow = Selectable<EventTable>

/** One try to tell an event. */
export interface EventAttemptTable {
  event_id: string
  /** From 1, over all rounds */
  no: number
  at: string
  url: string
  /** HTTP status; null: no answer */
  status: number | null
  duration_ms: number
  /** In words; null: it was taken in */
  error: string | null
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

/** Every paid act: who, what, how many notifications, euros, from which address. */
export interface AuditTable {
  id: string
  company_id: string
  at: string
  /** The Dutch calendar day of `at`, by which limits count */
  day: string
  actor: string
  key_id: string | null
  act: string
  job_id: string | null
  environment: RegistryEnvironment
  billed_by: Generated<BilledBy>
  notifications: number
  amount_cents: number
  /** Network address of the caller */
  address: string | null
}

/** Text that only the server's key opens, of one company. */
export interface SealedSecretTable {
  company_id: string
  name: string
  value: string
}

/** A job that an office's server is to have. */
export interface HandoverTable {
  job_id: string
  company_id: string
  state: HandoverState
  /** What is asked there, JSON */
  body: string
  /** The same with every try: one job there */
  client_ref: string
  /** Confirmed beforehand; null: only a quote is made there */
  limit_cents: number | null
  /** The one that was asked, and may have it; null: none was, or it is certain that none heard of it */
  office_url: Generated<string | null>
  office_job_id: Generated<string | null>
  office_status: Generated<string | null>
  /** Decimal euros */
  office_total: Generated<string | null>
  tries: number
  next_try_at: Generated<string | null>
  problem: Generated<string | null>
  created_at: string
  handed_over_at: Generated<string | null>
}

/** A worker's sign of life. */
export interface WorkerTable {
  id: string
  host: string
  pid: number
  version: string
  slots: number
  started_at: string
  seen_at: string
  /** What it counted since it started, as its metrics give it */
  counts: string
}

/** Calls of one caller in the window that runs. */
export interface RateWindowTable {
  /** Hash of who calls, and of what is counted */
  who: string
  /** Unix milliseconds */
  started_ms: number
  used: number
}

/** How many a company has; kept by triggers. */
export interface TallyTable {
  company_id: string
  what: 'jobs' | 'requests'
  total: number
}

export interface DB extends ProjectTables {
  company: CompanyTable
  setting: SettingTable
  api_key: ApiKeyTable
  session: SessionTable
  window_token: WindowTokenTable
  user: UserTable
  invitation: InvitationTable
  job: JobTable
  part: PartTable
  registry_order: RegistryOrderTable
  delivery: DeliveryTable
  artifact: ArtifactTable
  event: EventTable
  event_attempt: EventAttemptTable
  audit: AuditTable
  removal: RemovalTable
  registry_check: RegistryCheckTable
  tally: TallyTable
  worker: WorkerTable
  sealed_secret: SealedSecretTable
  office_handover: HandoverTable
  rate_window: RateWindowTable
}

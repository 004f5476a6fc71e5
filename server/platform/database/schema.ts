/**
 * The tables, as Kysely sees them. Ids are text, times ISO 8601 in UTC, JSON is text, booleans 0 or 1, so that the same
 * queries run on SQLite and on PostgreSQL. The columns and constraints themselves stand in declared/.
 */
import type { Generated, Selectable } from 'kysely'
import type { DigTables } from '../../features/digging/tables.ts'
import type { JobTables } from '../../features/jobs/tables.ts'
import type { ProjectTables } from '../../features/projects/tables.ts'
import type { TrenchTables } from '../../features/trenches/tables.ts'
import type { AccessTables } from '../../features/users/tables.ts'
import type { BilledBy, RegistryEnvironment } from '../../registry/klic.ts'
import type { SafetyListEnd } from '../../registry/safety-area-list.ts'

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

/** Something that happened: kept in any case, and told when there is an address. The row first, the call later. */
export interface EventTable {
  /** In the order in which they happened, of each company: the place of a reader of the list */
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

/** The registry's list of safety areas, of each company its own. */
export interface SafetyListTable {
  company_id: string
  environment: RegistryEnvironment
  /** Where the list lies, as it was set; null: where the simulator has it */
  address: string | null
  /** null: it need not be asked */
  wanted_at: string | null
  ended_at: string | null
  /** null: it was never asked */
  state: SafetyListEnd | null
  /** Dutch day on which the registry gave what is kept */
  listed_on: string | null
  left_out: number
  /** Rings of each in RD New, JSON */
  areas: string | null
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
  /** Seconds that its computer's clock is ahead of the registry's; null before the registry has answered it */
  clock_off_s: Generated<number | null>
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

/** What all processes of an installation compare. */
export interface InstallationTable {
  /**
   * - storage_id: what the storage holds under the key `storage-id`
   * - secrets_check: what the secrets key gives (features/status/identity.ts)
   * - oldest_build: the least number of a build that may run (migrations/migrations.ts)
   */
  name: 'storage_id' | 'secrets_check' | 'oldest_build'
  value: string
}

export interface DB extends AccessTables, DigTables, JobTables, ProjectTables, TrenchTables {
  company: CompanyTable
  setting: SettingTable
  event: EventTable
  event_attempt: EventAttemptTable
  audit: AuditTable
  registry_check: RegistryCheckTable
  safety_list: SafetyListTable
  tally: TallyTable
  worker: WorkerTable
  sealed_secret: SealedSecretTable
  rate_window: RateWindowTable
  installation: InstallationTable
}

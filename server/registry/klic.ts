/**
 * The vocabulary of the house: what a KLIC job, a part and a request can be.
 * Wire schemas, database rows and the window are built from these lists, never retyped.
 */

/** ORIENT = oriëntatieverzoek (planning), GRAAF = graafmelding (digging): what is planned, and what API v1 takes. */
export const KLIC_TYPES = ['ORIENT', 'GRAAF'] as const
/** Beside them CALAMITEIT = calamiteitenmelding (damage or danger): filed alone, and by people only (calamity.ts). */
export const ALL_KLIC_TYPES = [...KLIC_TYPES, 'CALAMITEIT'] as const
export type KlicType = (typeof ALL_KLIC_TYPES)[number]

/** ordered: asked for here, and filed once it is submitted. imported: opened from files; nothing of it is filed. */
export const JOB_SOURCES = ['ordered', 'imported'] as const
export type JobSource = (typeof JOB_SOURCES)[number]

export const JOB_STATES = [
  'quoted',
  'accepted',
  'submitted',
  'partially_delivered',
  'processing',
  'ready',
  'ready_incomplete',
  'rejected',
  'failed',
] as const
export type JobState = (typeof JOB_STATES)[number]

/** Orders of a list of jobs. */
export const JOB_SORTS = ['next', 'newest', 'start', 'reference'] as const
export type JobSort = (typeof JOB_SORTS)[number]

/** A part before submission is `quoted`; from then on it is a request and has one of the others. */
export const PART_STATES = [
  'quoted',
  'accepted',
  'submitted',
  'in_production',
  'partially_delivered',
  'delivered',
  'rejected',
  'safety_area',
  'failed',
] as const
export type PartState = (typeof PART_STATES)[number]

export const NEXT_ACTIONS = [
  'submit',
  'arrange_billing',
  'add_start_date',
  'complete_input',
  'wait',
  'download',
  'correct_and_resubmit',
  'contact_safety_area_manager',
  'contact_registry',
  'retry',
] as const
export type NextAction = (typeof NEXT_ACTIONS)[number]

/** Why a job stands where it stands; what each means, and its words: reasons.ts. */
export const NEXT_ACTION_REASONS = [
  'quote_open',
  'quote_expired',
  'billing_missing',
  'invoice_not_arranged',
  'start_date_missing',
  'start_date_invalid',
  'input_incomplete',
  'queued',
  'sending',
  'outcome_unknown',
  'judging',
  'registry_undecided',
  'host_not_allowed',
  'answer_unusable',
  'filed_unnamed',
  'filed',
  'filed_in_part',
  'partly_delivered',
  'delivery_late',
  'delivery_link_ends',
  'merging',
  'merging_later_delivery',
  'worker_stopped',
  'registry_unreachable',
  'registry_not_ready',
  'credentials_missing',
  'login_required',
  'access_refused',
  'storage_unreachable',
  'disk_full',
  'busy',
  'ready',
  'ready_precautions',
  'ready_silent',
  'ready_fictitious',
  'ready_empty',
  'ready_supplemented',
  'ready_later_late',
  'ready_later_missing',
  'files_removed',
  'incomplete_safety_area',
  'incomplete_refused',
  'incomplete_not_delivered',
  'incomplete_unreadable',
  'incomplete_too_long',
  'refused_login',
  'refused_relation_number',
  'refused_blocked',
  'refused_mandate',
  'refused_invoice_reference',
  'refused_right',
  'refused_area',
  'refused_address',
  'refused_details',
  'failed_settings',
  'failed_filing',
  'failed_following',
  'failed_reading',
  'failed_merging',
  'failed_no_delivery',
  'failed_too_long',
  'failed_import',
  'failed_closed_at_office',
] as const
export type NextActionReason = (typeof NEXT_ACTION_REASONS)[number]

/** The year in KLIC numbers of the simulator and of the registry's test service: nothing that they hold lies in the ground. */
export const TEST_YEAR = '99'

export const REGISTRY_ENVIRONMENTS = ['simulator', 'eto', 'production'] as const
export type RegistryEnvironment = (typeof REGISTRY_ENVIRONMENTS)[number]

/** The registry has accepted these, and their complete delivery is still to come. */
export const PARTS_UNDER_WAY = ['submitted', 'in_production', 'partially_delivered'] as const satisfies PartState[]
export const isUnderWay = (part: PartState): boolean => (PARTS_UNDER_WAY as readonly PartState[]).includes(part)

/** A job in one of these states changes by itself: a view of it asks again. */
export const MOVING_JOBS = ['accepted', 'submitted', 'partially_delivered', 'processing'] as const satisfies JobState[]
export const isMoving = (state: JobState): boolean => (MOVING_JOBS as readonly JobState[]).includes(state)

/** Only these two can be downloaded. */
export const JOBS_WITH_RESULT = ['ready', 'ready_incomplete'] as const satisfies JobState[]
export const isDownloadable = (state: JobState): boolean => (JOBS_WITH_RESULT as readonly JobState[]).includes(state)

/** Jobs that repeat a job, of which as many are named. */
export const MAX_FOLLOWERS = 100

/** Who bills a notification: the registry, to the company's own customer number there, or the operator of the installation. */
export const BILLED_BY = ['kadaster', 'invoice'] as const
export type BilledBy = (typeof BILLED_BY)[number]

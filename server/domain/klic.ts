/**
 * The vocabulary of the house: what a KLIC job, a part and a request can be.
 * Wire schemas (server/contract), database rows (server/store) and the window are built from these lists, never retyped.
 */

/** ORIENT = oriëntatieverzoek (planning), GRAAF = graafmelding (digging). */
export const KLIC_TYPES = ['ORIENT', 'GRAAF'] as const
export type KlicType = (typeof KLIC_TYPES)[number]

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
  'wait',
  'download',
  'correct_and_resubmit',
  'contact_safety_area_manager',
  'contact_registry',
  'retry',
] as const
export type NextAction = (typeof NEXT_ACTIONS)[number]

export const PERMISSIONS = ['read', 'write', 'admin'] as const
export type Permission = (typeof PERMISSIONS)[number]

export const EXPORT_FORMATS = ['shp', 'geojson', 'gpkg'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Every kind of file that a result can be had as; API v1 gives the first three, the window and the command line all. */
export const RESULT_FORMATS = [...EXPORT_FORMATS, 'geojson-crs84', 'dxf', 'fgb', 'csv', 'xlsx'] as const
export type ResultFormat = (typeof RESULT_FORMATS)[number]

/** Text shrinks to a tenth, so a compressed copy lies beside it; the others are compressed in themselves or read at random. */
const PACKED: readonly ResultFormat[] = ['geojson', 'geojson-crs84', 'dxf']

/** Where the compressed copy of a result file lies; null for a format that has none. */
export const packedKey = (path: string, format: ResultFormat): string | null =>
  PACKED.includes(format) ? `${path}.gz` : null

export const REGISTRY_ENVIRONMENTS = ['simulator', 'eto', 'production'] as const
export type RegistryEnvironment = (typeof REGISTRY_ENVIRONMENTS)[number]

/** A job in one of these states changes by itself: whoever shows it asks again. */
export const isMoving = (state: JobState): boolean =>
  state === 'accepted' || state === 'submitted' || state === 'partially_delivered' || state === 'processing'

/** Only these two can be downloaded. */
export const isDownloadable = (state: JobState): boolean => state === 'ready' || state === 'ready_incomplete'

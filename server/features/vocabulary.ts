/** The words of the domain that a client needs next to the schemas: a client imports these and nothing else of the server. */

export { PAPER_NAMES, PRINT_COVERS, PRINT_SCALES } from '../exports/print/print-options.ts'
/** Where the one sheet of a frame lies: the window draws it while it is dragged. */
export { pageOf, sheetAt } from '../exports/print/print-sheets.ts'
export { cornersOf } from '../exports/print/sheet-frame.ts'
export {
  DIFFERENCE_FORMATS,
  type DifferenceFormat,
  EXPORT_FORMATS,
  type ExportFormat,
  mediaTypeOf,
  RESULT_FORMATS,
  type ResultFormat,
  TRENCH_FORMATS,
  type TrenchFormat,
} from '../exports/result-formats.ts'
export { type Axis, axisOf, between, placeAt } from '../geometry/along-axis.ts'
export { anglesIn } from '../geometry/rd/angles.ts'
export { EXTRA_GROUPS, type ExtraGroup } from '../imkl/look/styles.ts'
export { columnTitle } from '../imkl/model/column-titles.ts'
export { FINDING_BOUNDS } from '../imkl/model/findings-file.ts'
export { type Column, type Layer, LINE_LAYERS, type Row } from '../imkl/model/layers.ts'
export { classNameIn, themeNameIn, valueIn } from '../imkl/model/names.ts'
export { THEMES } from '../imkl/model/themes.ts'
export { type FindingKind, isOpenRow, TRENCH_DEFAULTS, type UnknownLines } from '../imkl/model/trench-plan.ts'
export { findingWords, reportOf, rowNotices, rowWords, unknownSentence } from '../imkl/model/trench-words.ts'
export { fromWire } from '../platform/http/names.ts'
export { type LeftAccess, ROLES, type Role } from '../platform/http/permissions.ts'
export { placeName } from '../registry/addresses/addresses.ts'
export { accountBy } from '../registry/calamity.ts'
export { CONNECTION_STEPS } from '../registry/client/connection-test.ts'
export type { DigAnswer, DigReasonCode } from '../registry/dig-reasons.ts'
export { earliestStart } from '../registry/dig-rules.ts'
export {
  ALL_KLIC_TYPES,
  isDownloadable,
  isMoving,
  isUnderWay,
  JOB_SORTS,
  JOB_STATES,
  type JobSort,
  type JobState,
  KLIC_TYPES,
  type KlicType,
  NEXT_ACTION_REASONS,
  type NextActionReason,
  type PartState,
  REGISTRY_ENVIRONMENTS,
  TEST_YEAR,
} from '../registry/klic.ts'
export { KINDS_OF_WORK } from '../registry/orders/kinds-of-work.ts'
export {
  COUNTRY_CODES,
  cleanReference,
  MAX_LOCATION_NOTE,
  MAX_WORKS_NOTE,
  PREPARATIONS,
} from '../registry/orders/notification.ts'
export { DIG_DEPTHS, DIG_METHODS } from '../registry/orders/standards.ts'
export { dial } from '../registry/phone.ts'
export { centsOf, euros, PRICE_CENTS } from '../registry/prices.ts'
export { isHazardousOnly, mustBeSpokenTo } from '../registry/speak-to.ts'
export { startDateFault } from '../registry/start-date.ts'
export { mayChange, type WarningCode } from '../registry/warnings.ts'
export { dutchDate, workingDaysUntil } from '../registry/working-days.ts'
export { SCENES } from '../simulator/control-port.ts'
export type { DutyCode, DutyTime } from './digging/duties.ts'
/** Where a job's answers are. */
export { jobLinks } from './http/common-schema.ts'
export { inputPointer } from './jobs/input-fields.ts'
export { type Attention, attentionOf, fictitiousIn } from './jobs/rules/attention.ts'
export { jobName } from './jobs/rules/job-name.ts'
export { JOB_GROUPS, type JobGroup, jobGroup } from './jobs/rules/job-order.ts'
export { rejectionReason } from './jobs/rules/next-action.ts'
export type { ComplaintSetting } from './jobs/rules/order-draft.ts'
/** What the pre-check says, by a complaint's code, in the languages of the window. */
export { precheckText } from './jobs/rules/precheck-words.ts'
/** How soon a caller that waits for a job asks again. */
export { askAgainAfter } from './jobs/rules/retry-after.ts'
export type { ProjectState } from './projects/rules.ts'
export { MAX_PASSWORD, MIN_PASSWORD } from './users/rules.ts'

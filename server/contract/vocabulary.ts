/** The words of the domain that a client needs beside the schemas. A client imports the contract only. */

export type { DigAnswer, DigReasonCode } from '../domain/digging/dig-reasons.ts'
export { earliestStart } from '../domain/digging/dig-rules.ts'
export type { DutyCode, DutyTime } from '../domain/digging/duties.ts'
export { columnTitle } from '../domain/imkl/column-titles.ts'
export type { Column, Layer, Row } from '../domain/imkl/layers.ts'
export { classNameIn, valueIn } from '../domain/imkl/names.ts'
export { isHazardousOnly, mustBeSpokenTo } from '../domain/imkl/speak-to.ts'
export { THEMES } from '../domain/imkl/themes.ts'
export { addressInLine, houseNumberIn } from '../domain/klic/addresses.ts'
export { type Attention, attentionOf, fictitiousIn } from '../domain/klic/attention.ts'
export { accountBy } from '../domain/klic/calamity.ts'
export { CONNECTION_STEPS } from '../domain/klic/connection.ts'
export { inputPointer } from '../domain/klic/input-fields.ts'
export { JOB_GROUPS, type JobGroup, jobGroup } from '../domain/klic/job-order.ts'
export { KINDS_OF_WORK } from '../domain/klic/kinds-of-work.ts'
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
} from '../domain/klic/klic.ts'
export { rejectionReason } from '../domain/klic/next-action.ts'
export {
  COUNTRY_CODES,
  cleanReference,
  MAX_LOCATION_NOTE,
  MAX_WORKS_NOTE,
  PREPARATIONS,
} from '../domain/klic/notification.ts'
export type { SettingAsked } from '../domain/klic/order-draft.ts'
/** What the pre-check says, by a complaint's code, in the languages of the window. */
export { precheckText } from '../domain/klic/precheck-words.ts'
export { centsOf, euros, PRICE_CENTS } from '../domain/klic/prices.ts'
/** How soon whoever waits for a job asks again. */
export { askAgainAfter } from '../domain/klic/retry-after.ts'
export { DIG_DEPTHS, DIG_METHODS } from '../domain/klic/standards.ts'
export { startDateFault } from '../domain/klic/start-date.ts'
export { mayChange, type WarningCode } from '../domain/klic/warnings.ts'
export { dutchDate, workingDaysUntil } from '../domain/klic/working-days.ts'
/** Where a job's answers are. */
export { jobLinks } from '../domain/links.ts'
export { PAPER_NAMES, PRINT_COVERS, PRINT_SCALES } from '../domain/look/print.ts'
/** Where the one sheet of a frame lies: the window draws it while it is dragged. */
export { pageOf, sheetAt } from '../domain/look/print-sheets.ts'
export { cornersOf } from '../domain/look/sheet-frame.ts'
export { EXTRA_GROUPS, type ExtraGroup } from '../domain/look/styles.ts'
export { type LeftAccess, ROLES, type Role } from '../domain/permissions.ts'
export { dial } from '../domain/phone.ts'
export { SCENES, type Scene } from '../domain/ports/simulator.ts'
export type { ProjectState } from '../domain/projects/projects.ts'
export { anglesIn } from '../domain/rd/angles.ts'
export {
  DIFFERENCE_FORMATS,
  type DifferenceFormat,
  EXPORT_FORMATS,
  type ExportFormat,
  mediaTypeOf,
  RESULT_FORMATS,
  type ResultFormat,
} from '../domain/result-formats.ts'
export { MAX_PASSWORD, MIN_PASSWORD } from '../domain/users.ts'

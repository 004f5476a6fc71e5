/** The words of the domain that a client needs beside the schemas. A client imports the contract only. */
export { addressInLine, houseNumberIn } from '../domain/addresses.ts'
/** How soon whoever waits for a job asks again. */
export { askAgainAfter } from '../domain/ask-again.ts'
export { type Attention, attentionOf } from '../domain/attention.ts'
export { CONNECTION_STEP_WORDS, CONNECTION_STEPS, CONNECTION_WORDS } from '../domain/connection.ts'
export { classNameIn, valueIn } from '../domain/imkl-names.ts'
export { inputPointer } from '../domain/input-fields.ts'
export {
  EXPORT_FORMATS,
  type ExportFormat,
  isDownloadable,
  isMoving,
  isUnderWay,
  JOB_STATES,
  type JobState,
  KLIC_TYPES,
  type KlicType,
  NEXT_ACTION_REASONS,
  NEXT_ACTIONS,
  type NextAction,
  type NextActionReason,
  PART_STATES,
  type PartState,
  REGISTRY_ENVIRONMENTS,
  RESULT_FORMATS,
  type ResultFormat,
} from '../domain/klic.ts'
export { type Column, LAYERS, type Layer, type Row } from '../domain/layers.ts'
/** Where a job's answers are. */
export { jobLinks } from '../domain/links.ts'
export { COUNTRY_CODES, KINDS_OF_WORK, type KindOfWork } from '../domain/notification.ts'
/** What the pre-check says, by a complaint's code, in the languages of the window. */
export { LANGUAGES, type Language, precheckText } from '../domain/precheck-words.ts'
export { PAPER_NAMES, type Paper, PRINT_SCALES } from '../domain/print.ts'
export type { LoggedAct, ProjectState } from '../domain/projects.ts'
export type { ReasonParams } from '../domain/reasons.ts'
export { SCENES, type Scene } from '../domain/simulator.ts'
export { EARLY_WORKING_DAYS, isSoon, startDateFault } from '../domain/start-date.ts'
export { EXTRA_GROUPS, type ExtraGroup } from '../domain/styles.ts'
export { THEMES } from '../domain/themes.ts'
export { MAX_PASSWORD, MIN_PASSWORD, ROLE_WORDS, ROLES, type Role } from '../domain/users.ts'
export { dutchDate, workingDaysUntil } from '../domain/working-days.ts'

/** The words of the domain that a client needs beside the schemas. A client imports the contract only. */
export { CONNECTION_STEP_WORDS, CONNECTION_STEPS, CONNECTION_WORDS } from '../domain/connection.ts'
export {
  EXPORT_FORMATS,
  type ExportFormat,
  isDownloadable,
  isMoving,
  JOB_STATES,
  type JobState,
  KLIC_TYPES,
  type KlicType,
  NEXT_ACTIONS,
  type NextAction,
  PART_STATES,
  type PartState,
} from '../domain/klic.ts'
export { type Column, LAYERS, type Layer, type Row } from '../domain/layers.ts'
/** What the pre-check says, by a complaint's code, in the languages of the window. */
export { LANGUAGES, type Language, precheckText } from '../domain/precheck-words.ts'
export type { LoggedAct, ProjectState } from '../domain/projects.ts'
export { THEMES } from '../domain/themes.ts'

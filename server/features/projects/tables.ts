/** The tables of projects, of the log and of what was read, as Kysely sees them; see schema.ts. */
import type { LoggedAct, LogSubject, ProjectState } from './rules.ts'

export interface ProjectTable {
  id: string
  company_id: string
  name: string
  reference: string | null
  description: string | null
  status: ProjectState
  created_at: string
  created_by: string
  closed_at: string | null
}

/** A job belongs to at most one project: the job is the key. */
export interface ProjectJobTable {
  job_id: string
  project_id: string
  added_at: string
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

export interface ProjectDocumentTable extends KeptFileColumns {
  project_id: string
}

export interface ChecklistTable {
  id: string
  project_id: string
  name: string
  /** Of a template of the house or of the company; null: made for this project */
  template_id: string | null
  created_at: string
  completed_at: string | null
}

export interface ChecklistItemTable {
  checklist_id: string
  no: number
  text: string
  done_at: string | null
  done_by: string | null
  remark: string | null
}

export interface ChecklistTemplateTable {
  id: string
  company_id: string
  name: string
  /** JSON list of texts */
  items: string
  created_at: string
}

/** Chained: see hashedText in features/projects/rules.ts. Rows are only ever added. */
export interface LogEntryTable {
  subject: LogSubject
  no: number
  company_id: string
  at: string
  actor: string
  act: LoggedAct
  data: string
  previous_hash: string
  hash: string
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

export interface ProjectTables {
  project: ProjectTable
  project_job: ProjectJobTable
  project_document: ProjectDocumentTable
  checklist: ChecklistTable
  checklist_item: ChecklistItemTable
  checklist_template: ChecklistTemplateTable
  log_entry: LogEntryTable
  acknowledgement: AcknowledgementTable
}

/** The tables of projects, of the log and of what was read, as Kysely sees them; see schema.ts. */

import type { KeptFileColumns } from '../jobs/tables.ts'
import type { LogEntryTable } from '../log-entries.ts'
import type { ProjectState } from './rules.ts'

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

export interface ProjectTables {
  project: ProjectTable
  project_job: ProjectJobTable
  project_document: ProjectDocumentTable
  checklist: ChecklistTable
  checklist_item: ChecklistItemTable
  checklist_template: ChecklistTemplateTable
  log_entry: LogEntryTable
}

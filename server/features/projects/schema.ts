/** The shapes of projects: map, dossier, checklists and log. Their routes: project-routes.ts. */

import { z } from 'zod'
import { MAX_LOG_ENTRIES } from '../../platform/limits.ts'
import { DIG_ANSWERS } from '../../registry/dig-reasons.ts'
import { JOB_STATES, NEXT_ACTION_REASONS } from '../../registry/klic.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { Instant } from '../http/common-schema.ts'
import { Outlines } from '../jobs/dashboard-schema.ts'
import { JobBrief } from '../jobs/schema.ts'
import { LOGGED_ACTS } from '../log-entries.ts'
import { MAX_CHECKLISTS, MAX_DOCUMENTS, MAX_ITEMS, MAX_PROJECT_JOBS, PROJECT_STATES } from './rules.ts'

export const Id = z.string().max(64)
export const Name = z.string().trim().min(1).max(120)
const Actor = z.string().meta({ description: '`user:<id>`, `key:<id>`, `window` or `worker`' })

export const ProjectInput = z.strictObject({
  name: Name,
  reference: z.string().trim().max(60).nullable().default(null),
  description: z.string().trim().max(2000).nullable().default(null),
})

export const ProjectFacts = z.object({
  project_id: z.string(),
  name: z.string(),
  reference: z.string().nullable(),
  description: z.string().nullable(),
  status: z.enum(PROJECT_STATES),
  created_at: Instant,
  created_by: Actor,
  closed_at: Instant.nullable(),
})

/** Without what only its own page shows. */
export const ListedProject = ProjectFacts.omit({ description: true })

export const ProjectBrief = ListedProject.extend({
  job_ids: z.array(z.string()).max(MAX_PROJECT_JOBS),
  items: z.int().meta({ description: 'Of all its checklists' }),
  items_done: z.int(),
})
export type ProjectBrief = z.infer<typeof ProjectBrief>

const ChecklistItem = z.object({
  no: z.int(),
  text: z.string(),
  done_at: Instant.nullable(),
  done_by: Actor.nullable(),
  remark: z.string().nullable(),
})

export const Checklist = z.object({
  checklist_id: z.string(),
  name: z.string(),
  template_id: z.string().nullable(),
  completed_at: Instant.nullable(),
  items: z.array(ChecklistItem).max(MAX_ITEMS),
})
export type Checklist = z.infer<typeof Checklist>

export const ProjectDocument = z.object({
  document_id: z.string(),
  name: z.string(),
  media_type: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  added_at: Instant,
  added_by: Actor,
})
export type ProjectDocument = z.infer<typeof ProjectDocument>

export const ProjectResult = z
  .object({
    job_id: z.string(),
    reference: z.string().nullable(),
    revision: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    ready_at: Instant,
  })
  .meta({ description: 'The GeoPackage of a job of the project: its very bytes are the document of the dossier' })

export const Project = ProjectFacts.extend({
  jobs: z.array(JobBrief).max(MAX_PROJECT_JOBS),
  checklists: z.array(Checklist).max(MAX_CHECKLISTS),
  documents: z.array(ProjectDocument).max(MAX_DOCUMENTS),
  results: z.array(ProjectResult).max(MAX_PROJECT_JOBS),
})
export type Project = z.infer<typeof Project>

export const ProjectSite = z.object({
  made_at: Instant,
  is_superseded: z
    .boolean()
    .meta({ description: 'A job of the project has another revision since, or came to it or left it' }),
})

export const ProjectMap = z.object({
  data: z
    .array(
      z.object({
        job_id: z.string(),
        reference: z.string().nullable(),
        status: z.enum(JOB_STATES),
        next_action_reason: z.enum(NEXT_ACTION_REASONS),
        dig_answer: z.enum(DIG_ANSWERS),
        outlines_lnglat: Outlines,
      }),
    )
    .max(MAX_PROJECT_JOBS),
})
export type ProjectMap = z.infer<typeof ProjectMap>

const Items = z.array(z.string().trim().min(1).max(300)).min(1).max(MAX_ITEMS)
export const TemplateInput = z.strictObject({ name: Name, items: Items })
export const Template = z.object({
  template_id: z.string(),
  name: z.string(),
  items: z.array(z.string()).max(MAX_ITEMS),
  built_in: z.boolean(),
})
export type Template = z.infer<typeof Template>

export const ChecklistInput = z.union([
  z.strictObject({ template_set: z.literal('crow-500'), language: z.enum(LANGUAGES).default('nl') }),
  z.strictObject({ template_id: Id, language: z.enum(LANGUAGES).default('nl') }),
  z.strictObject({ name: Name, items: Items }),
])

export const TickInput = z.strictObject({
  done: z.boolean(),
  remark: z.string().trim().max(500).nullable().default(null),
})

export const Log = z.object({
  data: z
    .array(
      z.object({
        no: z.int(),
        at: Instant,
        actor: Actor,
        act: z.enum(LOGGED_ACTS),
        data: z.looseObject({}),
        hash: z.string().meta({ description: 'sha256 over the entry and the hash of the one before' }),
      }),
    )
    .max(MAX_LOG_ENTRIES),
  left_out: z.int().meta({ description: 'Older entries, which only the dossier has' }),
  broken_at: z.int().nullable().meta({ description: 'The first entry that was changed afterwards; null: none was' }),
})
export type Log = z.infer<typeof Log>

/** Steps of a column or a table, in the order in which they landed. */
import { running } from './running.ts'

/** When a refused job was corrected: the job tells of its former attempts. Of those before this step it is not known. */
export const corrections = running(`alter table job add column corrected_at text`)

/** Keys of GIS programs are a kind of their own. Those of before stay as they are: their names do not tell them apart. */
export const gisKeys = running(`alter table api_key add column kind text not null default 'api'`)

/** How far the merge of a job is, for who looks at it. */
export const merging = running(`alter table job add column merging text`)

/** Who bills what was filed. Until now nobody could file but under a relation number of the company's own. */
export const billing = running(
  `alter table job add column billed_by text not null default 'kadaster'`,
  `alter table audit add column billed_by text not null default 'kadaster'`,
)

/** A large quote is answered with its first cut, and made better afterwards: what is not final yet is found again after a kill. */
export const quotes = running(
  `alter table job add column quote_final integer not null default 1`,
  `create index job_to_improve on job (created_at) where status = 'quoted' and quote_final = 0`,
)

/** The ground comes into a GeoPackage after the result is there: whether it is wanted, and the file without it, to be removed. */
export const ground = running(
  `alter table artifact add column ground text`,
  `alter table artifact add column bare_path text`,
  `create index artifact_to_ground on artifact (created_at) where ground = 'wanted'`,
  `create index artifact_bare on artifact (created_at) where bare_path is not null`,
)

/** How far the clock of a worker's computer is from the registry's. */
export const clocks = running(`alter table worker add column clock_off_s integer`)

/** Where the pictures of grounds lie, for the base map of a company. */
export const groundSheets = running(
  `create table ground_sheet (company_id text not null references company(id), cell integer not null,
     job_id text not null references job(id), no integer not null, revision integer not null, per_metre integer not null,
     min_x integer not null, min_y integer not null, max_x integer not null, max_y integer not null,
     primary key (company_id, cell, job_id, no)) strict, without rowid`,
  `create index ground_sheet_by_job on ground_sheet (job_id)`,
)

/** Works and place in words, and what an orientation request is in preparation of. */
export const descriptions = running(
  `alter table job add column works_description text`,
  `alter table job add column location_description text`,
  `alter table job add column preparation text`,
)

/** Which job a job repeats. */
export const repeats = running(
  `alter table job add column follows text`,
  `create index job_by_predecessor on job (follows) where follows is not null`,
)

/** Of a calamity: whom its operators call, and whom it concerns as the registry said. */
export const calamities = running(
  `alter table job add column contact text`,
  `alter table registry_order add column concerned text`,
  `create index job_calamity on job (company_id, id) where klic_type = 'CALAMITEIT'`,
)

/** The newest entry of an act is found without reading a log, which has no bound. */
export const logActs = running(`create index log_entry_by_act on log_entry (subject, act, no)`)

/** Which jobs are at hand is found in the index alone: a row of a job has its summary, which may have megabytes, before these columns. */
export const jobsAtHand = running(
  `create index job_at_hand on job
     (company_id, id, status, klic_type, quote_expires_at, submitted_at, archived_at, corrected_as)`,
)

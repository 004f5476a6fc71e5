/** The tables of trench plans, as Kysely sees them; see declared/tables.ts. */
import type { TrenchParameters, Works } from '../../imkl/model/trench-plan.ts'
import type { RowOf } from '../../platform/database/columns.ts'
import type { KeptFileColumns } from '../jobs/tables.ts'
import type { GivenFinding } from './schema.ts'

/** The plan of a job in all its revisions: the newest is the plan. What follows from it is computed. */
export interface PlanRecord {
  /** That it was made in, and what was found under it */
  jobId: string
  /** It is the plan of this project, as long as the job is in it; null: of the job alone */
  projectId: string | null
  /** Of a project, the jobs near the works when its rows were counted: it counts for them */
  nearJobs: string[] | null
  /** From 1 */
  revision: number
  works: Works
  parameters: TrenchParameters
  at: string
  actor: string
  /** Rows that were not located when they were counted; null: not known */
  openRows: number | null
  /** The results on which they were counted (resultsOfPlan); null: they must be counted */
  countedOn: number | null
}

/** What was found on site. */
export interface TrenchFindingTable extends GivenFinding {
  id: string
  job_id: string
  /** sha256 of the geometry that the line had then */
  shape: string | null
  at: string
  actor: string
  /** proposed: it waits for a user; rejected: kept without its photo, so that it does not come back when it is handed in again */
  state: 'accepted' | 'proposed' | 'rejected'
  /** UUID that the page of the site package gave it; null: a user recorded it */
  site_id: string | null
  /** Actor: the link for the site, or the user of the file; null: a user recorded it */
  handed_in_by: string | null
}

/** Of a finding that is accepted or proposed, one. */
export interface FindingPhotoTable extends KeptFileColumns {
  job_id: string
  finding_id: string
  /** Hex, of the bytes as they came */
  given_sha256: string
}

export interface TrenchTables {
  trench_plan: RowOf<PlanRecord>
  trench_finding: TrenchFindingTable
  finding_photo: FindingPhotoTable
}

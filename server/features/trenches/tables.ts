/** The tables of trench plans, as Kysely sees them; see declared/tables.ts. */
import type { FindingKind, TrenchParameters, Works } from '../../imkl/model/trench-plan.ts'
import type { RowOf } from '../../platform/database/columns.ts'

/** The plan of a job in all its revisions: the newest is the plan. What follows from it is computed. */
export interface PlanRecord {
  jobId: string
  /** From 1 */
  revision: number
  works: Works
  parameters: TrenchParameters
  at: string
  actor: string
  /** Rows that were not located when they were counted; null: not known */
  openRows: number | null
  /** The revision of the result on which they were counted; null: they must be counted */
  countedOn: number | null
}

/** What was found on site. */
export interface TrenchFindingTable {
  id: string
  job_id: string
  kind: FindingKind
  /** null: of a line that the plan does not have */
  feature_id: string | null
  /** sha256 of the geometry that the line had then */
  shape: string | null
  trench: number | null
  offset_m: number | null
  depth_m: number | null
  /** Dutch day, YYYY-MM-DD */
  found_on: string
  remark: string | null
  at: string
  actor: string
}

export interface TrenchTables {
  trench_plan: RowOf<PlanRecord>
  trench_finding: TrenchFindingTable
}

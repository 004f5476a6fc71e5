/**
 * What a crew found at the trial trenches of a job, in JSON, as the page of the site package hands it back: as a file, or
 * one finding at a time by the link for the site. Until a user accepts it, it is a proposal.
 */
import type { FindingKind } from './trench-plan.ts'

export const FINDINGS_FORMAT = 'klic-findings-1'

/** Names as the API has them. */
export interface FindingsFile {
  format: typeof FINDINGS_FORMAT
  job_id: string
  /** Of the plan that the page shows */
  plan_revision: number
  findings: SiteFinding[]
}

export interface SiteFinding {
  /** UUID, made by the page: a finding that is handed in twice is one proposal */
  id: string
  kind: FindingKind
  /** Of a row of the plan; null for unknown_line */
  feature_id: string | null
  /** Number of the trench */
  trench: number | null
  /** Metres from where the line was delivered */
  offset_m: number | null
  /** Metres below ground */
  depth_m: number | null
  /** Dutch day, YYYY-MM-DD */
  found_on: string
  remark: string | null
  /** JPEG or PNG in base64 */
  photo: string | null
}

export const MAX_FILE_FINDINGS = 500
/** Of a file that a user hands in. */
export const MAX_FINDINGS_BYTES = 64 * 1024 ** 2
/** Of one request by a link. */
export const MAX_LINK_FINDINGS_BYTES = 4 * 1024 ** 2
/** Of one photo, decoded. */
export const MAX_FINDING_PHOTO_BYTES = 2 * 1024 ** 2
/** Longest edge to which the page draws a photo. */
export const FINDING_PHOTO_PX = 1600
/** Proposals of one job that wait for a user. */
export const MAX_PROPOSALS = 500

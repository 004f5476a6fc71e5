/** The plan of trial trenches of a job, and what was found on site: for the window. RD New, metres. */
import { z } from 'zod'
import { mediaTypeOf, TRENCH_FORMATS } from '../../exports/result-formats.ts'
import { lengthOf } from '../../geometry/flat.ts'
import type { Position } from '../../geometry/geometry.ts'
import {
  FINDING_BOUNDS,
  FINDINGS_FORMAT,
  MAX_FILE_FINDINGS,
  MAX_FINDINGS_BYTES,
  MAX_PROPOSALS,
} from '../../imkl/model/findings-file.ts'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import {
  FINDING_KINDS,
  MAX_ADDRESSES,
  MAX_TRENCH_PLACES,
  MAX_TRENCH_ROWS,
  MAX_TRENCHES,
  ROW_STATES,
  TRENCH_DEFAULTS,
  type TrenchParameters,
} from '../../imkl/model/trench-plan.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_PHOTO_BYTES, MAX_PLAN_REVISIONS, MAX_TRENCH_FINDINGS, MAX_WORKS_CORNERS } from '../../platform/limits.ts'
import { type Snake, snake } from '../../platform/naming.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { Day, Instant, RdPlace } from '../http/common-schema.ts'
import { JobPath } from '../jobs/schema.ts'

const MAX_WORKS_M = 20_000
const MAX_OUTLINE_CORNERS = 100_000

const lengthM = (line: readonly Position[]): number => lengthOf([line.flat()])
const Line = z
  .array(RdPlace)
  .min(2)
  .max(MAX_WORKS_CORNERS)
  .refine(
    (line) => lengthM(line) <= MAX_WORKS_M,
    `The works are longer than ${MAX_WORKS_M / 1000} km. Plan them in parts.`,
  )

const Axis = z.strictObject({
  type: z.literal('LineString'),
  coordinates: Line.refine((line) => lengthM(line) > 0, 'The axis has no length: its corners are one place.'),
})
const Ring = Line.min(4).refine((ring) => String(ring[0]) === String(ring.at(-1)), 'The ring must end where it begins.')
const Outline = z.strictObject({
  type: z.literal('Polygon'),
  coordinates: z
    .array(Ring)
    .min(1)
    .max(MAX_WORKS_CORNERS / 4)
    .refine(
      (rings) => rings.flat().length <= MAX_WORKS_CORNERS,
      `The outline and its holes have more than ${MAX_WORKS_CORNERS} corners.`,
    ),
})
const Works = z.discriminatedUnion('type', [Axis, Outline])

const metres = ([usual, least, most]: readonly [number, number, number]) =>
  z.number().min(least).max(most).default(usual)
const Parameters = z.strictObject(
  Object.fromEntries(Object.entries(TRENCH_DEFAULTS).map(([name, bounds]) => [snake(name), metres(bounds)])) as {
    [Name in keyof TrenchParameters as Snake<Name>]: ReturnType<typeof metres>
  },
)

const PLAN_SCOPES = ['job', 'project'] as const
export type PlanScope = (typeof PLAN_SCOPES)[number]

export const TrenchPlanInput = z.strictObject({
  works: Works,
  parameters: Parameters.prefault({}),
  scope: z.enum(PLAN_SCOPES).optional().meta({
    description:
      'job: on the result of this job; project: on the results of all jobs of its project that lie near the works, and the plan of each of these jobs that has none of its own. Left out: as it is, at first job',
  }),
})

const figure = (name: keyof typeof FINDING_BOUNDS) => {
  const [least, most] = FINDING_BOUNDS[name]
  return z.number().min(least).max(most).nullable().default(null)
}
const GivenFinding = z.strictObject({
  kind: z.enum(FINDING_KINDS),
  feature_id: z.string().max(300).nullable().default(null).meta({ description: 'Of a row of the plan' }),
  trench: z.int().min(1).max(MAX_TRENCHES).nullable().default(null).meta({ description: 'Its number' }),
  offset_m: figure('offset').meta({ description: 'From where the line was delivered; elsewhere needs it' }),
  depth_m: figure('depth').meta({ description: 'Below ground' }),
  found_on: Day,
  remark: z.string().trim().min(1).max(2000).nullable().default(null),
})
export type GivenFinding = z.output<typeof GivenFinding>

const consistent = <S extends z.ZodType<GivenFinding>>(schema: S): S =>
  schema
    .refine(({ kind, feature_id }) => (kind === 'unknown_line') === (feature_id === null), {
      path: ['feature_id'],
      message: 'Name the line that was looked for. A line that the plan does not have, unknown_line, has none.',
    })
    .refine(({ kind, offset_m }) => kind !== 'elsewhere' || offset_m !== null, {
      path: ['offset_m'],
      message: 'Say how far from its delivered place the line was found.',
    })

const FindingInput = consistent(GivenFinding)

const SiteFinding = GivenFinding.extend({
  id: z.uuid().meta({ description: 'Made by the page: a finding that is handed in twice is one proposal' }),
  photo: z.string().nullable().default(null).meta({ description: 'JPEG or PNG in base64' }),
})
export type SiteFinding = z.output<typeof SiteFinding>

/** What a crew found, as the page of the site package hands it back. Until a user accepts it, it is a proposal. */
export const FindingsFile = z.strictObject({
  format: z.literal(FINDINGS_FORMAT),
  job_id: z.string().max(64),
  plan_revision: z.int().min(1).meta({ description: 'Of the plan that the page shows' }),
  findings: z.array(consistent(SiteFinding)).min(1).max(MAX_FILE_FINDINGS),
})
export type FindingsFile = z.output<typeof FindingsFile>

export const Finding = z.object({
  finding_id: z.string(),
  ...GivenFinding.shape,
  must_report: z
    .boolean()
    .meta({ description: 'A deviation that must be reported: to Kadaster, or for not_found to the operator' }),
  photo: z.boolean(),
  at: Instant,
  actor: z.string(),
  handed_in_by: z.string().nullable().meta({
    description: 'Who brought it from the site, link:NAME or a user; null: a user recorded it',
  }),
})
export type Finding = z.infer<typeof Finding>

export const WaitingFindings = z.object({ waiting: z.int() })

/** Why a finding can't be put on record. */
const MISFITS = ['NO_SUCH_ROW', 'NO_SUCH_TRENCH'] as const
export type Misfit = (typeof MISFITS)[number]

const Proposal = Finding.extend({
  misfit: z.enum(MISFITS).nullable().meta({ description: 'Why the plan does not take it; null: it can be accepted' }),
})

export const TakenFindings = z.object({
  added: z.int().meta({ description: 'New proposals' }),
  known: z.int().meta({ description: 'Handed in before, whether accepted, rejected or waiting' }),
  without_photo: z.int().meta({ description: 'New ones whose photo could not be read' }),
})
export type TakenFindings = z.infer<typeof TakenFindings>

const Row = z.object({
  id: z.string(),
  layer: z.string(),
  klic_number: z.string(),
  operator: z.string(),
  operator_name: z.string().nullable(),
  theme: z.string().nullable(),
  label: z.string().nullable(),
  status: z.string().nullable(),
  material: z.string().nullable(),
  diameter_mm: z.number().nullable(),
  kind: z.enum(['crosses', 'along', 'within']),
  distance_m: z.number(),
  chainage_m: z.number().nullable(),
  angle_deg: z.number().nullable(),
  crossings: z.array(z.object({ chainage_m: z.number(), angle_deg: z.number() })).max(MAX_TRENCH_PLACES),
  stretches: z.array(z.object({ from_m: z.number(), to_m: z.number() })).max(MAX_TRENCH_PLACES),
  depth_m: z.number().nullable(),
  depth_from: z.enum(['object', 'measured', 'standard']).nullable(),
  accuracy_cm: z.number().nullable(),
  has_precaution: z.boolean(),
  is_schematic: z.boolean(),
  shape: z.string().meta({ description: 'sha256 of its geometry' }),
  trenches: z.array(z.int()).max(MAX_TRENCHES).meta({ description: 'Numbers of those that meet it' }),
})

const Totals = z.object({
  rows: z.int(),
  crossing: z.int(),
  trenches: z.int(),
  fewest: z.int(),
  trenches_length_m: z.number(),
})

const Trench = z.object({
  no: z.int(),
  from_m: z.number().nullable(),
  to_m: z.number().nullable(),
  length_m: z.number(),
  xy: z.tuple([z.number(), z.number()]),
  outline: z.array(z.tuple([z.number(), z.number()])).max(MAX_OUTLINE_CORNERS),
  rows: z.array(z.string()).max(MAX_TRENCH_ROWS),
})

const Unknown = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('operator_not_delivered'),
    operator: z.string(),
    operator_name: z.string().nullable(),
    klic_number: z.string(),
  }),
  z.object({ kind: z.literal('part_missing'), klic_number: z.string().nullable() }),
  z.object({ kind: z.literal('no_result'), job: z.string() }).meta({ description: 'Of a plan of a project' }),
  z.object({ kind: z.literal('outside_area'), area_m2: z.number() }).meta({
    description: 'Of the search area: no delivery was asked for there',
  }),
  z.object({ kind: z.literal('schematic'), operator: z.string(), theme: z.string().nullable(), lines: z.int() }),
  z.object({
    kind: z.literal('house_connections'),
    operator: z.string(),
    theme: z.string(),
    addresses: z.array(z.string()).max(MAX_ADDRESSES),
    total: z.int(),
  }),
])

/** As `klic trenches` prints it, too. */
export const ComputedPlan = z.object({
  totals: Totals,
  parameters: Parameters,
  search_m: z.number().meta({ description: 'To each side of the axis, or around the area' }),
  length_m: z.number().nullable().meta({ description: 'Of the axis' }),
  rows: z.array(Row).max(MAX_TRENCH_ROWS),
  trenches: z.array(Trench).max(MAX_TRENCHES),
  unknown: z.array(Unknown).max(RESULT_LIMITS.warnings).meta({ description: 'What no plan can know' }),
})
export type ComputedPlan = z.infer<typeof ComputedPlan>

export const TrenchPlanView = ComputedPlan.extend({
  revision: z.int().nullable().meta({ description: 'null: it is not stored' }),
  created_at: Instant.nullable(),
  actor: z.string().nullable(),
  scope: z.enum(PLAN_SCOPES),
  project_id: z.string().nullable(),
  job_id: z.string().meta({ description: 'In which it was made' }),
  result_revision: z.int().nullable().meta({
    description: 'Of the result of this job: the newest; null: this job of the project has none, or lies elsewhere',
  }),
  works: Works,
  totals: Totals.extend({ open: z.int().meta({ description: 'Rows that are not located' }) }),
  rows: z
    .array(Row.extend({ state: z.enum(ROW_STATES), finding_id: z.string().nullable() }))
    .max(MAX_TRENCH_ROWS)
    .meta({ description: 'By the newest finding of each; reopened: the line was delivered elsewhere since' }),
  findings: z.array(Finding).max(MAX_TRENCH_FINDINGS).meta({ description: 'Oldest first' }),
  proposals: z
    .array(Proposal)
    .max(MAX_PROPOSALS)
    .meta({ description: 'From the site, oldest first: they count for nothing until a user accepts them' }),
})
export type TrenchPlanView = z.infer<typeof TrenchPlanView>

const FindingPath = JobPath.extend({ finding_id: z.string().max(64) })
const ChosenProposals = z.strictObject({ finding_ids: z.array(z.string().max(64)).min(1).max(MAX_PROPOSALS) })

const PlanRevision = z.object({ revision: z.int(), created_at: Instant, actor: z.string() })
export const PlanRevisions = z.object({ data: z.array(PlanRevision).max(MAX_PLAN_REVISIONS) })

const READ = { method: 'get', permission: 'read', params: JobPath } as const
const WRITE = { permission: 'write', params: JobPath } as const

export const TRENCH_ROUTES = {
  getTrenchPlan: {
    ...READ,
    path: '/jobs/{job_id}/trench-plan',
    summary: 'The plan of trial trenches of a job, computed on its newest result',
    query: z.strictObject({
      revision: z.coerce.number().int().min(1).optional().meta({ description: 'An earlier one; left out: the newest' }),
    }),
    responses: { 200: TrenchPlanView },
  },
  getTrenchRevisions: {
    ...READ,
    path: '/jobs/{job_id}/trench-plan/revisions',
    summary: 'The revisions of the plan that are kept, newest first',
    responses: { 200: PlanRevisions },
  },
  putTrenchPlan: {
    ...WRITE,
    method: 'put',
    path: '/jobs/{job_id}/trench-plan',
    summary: 'Store the works and parameters of the plan; others than before make a new revision',
    body: TrenchPlanInput,
    responses: { 200: TrenchPlanView },
  },
  previewTrenchPlan: {
    method: 'post',
    path: '/jobs/{job_id}/trench-plan/preview',
    permission: 'read',
    summary: 'The plan for other works or parameters; nothing is stored',
    params: JobPath,
    body: TrenchPlanInput,
    responses: { 200: TrenchPlanView },
  },
  getTrenchFile: {
    ...READ,
    path: '/jobs/{job_id}/trench-plan/file',
    summary: 'The plan as a file, with the state of each row',
    query: z.strictObject({
      as: z.enum(TRENCH_FORMATS),
      language: z.enum(LANGUAGES).default('nl').meta({ description: 'Of a PDF' }),
    }),
    files: TRENCH_FORMATS.map(mediaTypeOf),
    responses: { 200: 'file' },
  },
  addFinding: {
    ...WRITE,
    method: 'post',
    path: '/jobs/{job_id}/trench-plan/findings',
    summary: 'Put on record what was found on site of a row of the plan, or a line that the plan does not have',
    body: FindingInput,
    responses: { 201: Finding },
  },
  removeFinding: {
    method: 'delete',
    path: '/jobs/{job_id}/trench-plan/findings/{finding_id}',
    permission: 'write',
    summary: 'Take a finding away; that it was there stays in the log',
    params: FindingPath,
    responses: { 204: 'empty' },
  },
  putFindingPhoto: {
    method: 'put',
    path: '/jobs/{job_id}/trench-plan/findings/{finding_id}/photo',
    permission: 'write',
    summary:
      'Put a photo with a finding, in the place of one that it has: the body is a JPEG or PNG of at most 20 MiB; what it says of place, device and person is not kept',
    params: FindingPath,
    takesFile: MAX_PHOTO_BYTES,
    responses: { 204: 'empty' },
  },
  getFindingPhoto: {
    method: 'get',
    path: '/jobs/{job_id}/trench-plan/findings/{finding_id}/photo',
    permission: 'read',
    summary: 'The photo of a finding, or of one that waits',
    params: FindingPath,
    files: ['image/jpeg', 'image/png'],
    responses: { 200: 'file' },
  },
  getWaitingFindings: {
    ...READ,
    path: '/jobs/{job_id}/trench-plan/proposals',
    summary: 'How many findings from the site wait for a user',
    responses: { 200: WaitingFindings },
  },
  handInFindings: {
    ...WRITE,
    method: 'post',
    path: '/jobs/{job_id}/trench-plan/proposals',
    summary: 'Hand in the file of findings that the page of the site package saved: they wait for a user',
    takesFile: MAX_FINDINGS_BYTES,
    responses: { 200: TakenFindings },
  },
  acceptProposals: {
    ...WRITE,
    method: 'post',
    path: '/jobs/{job_id}/trench-plan/proposals/accept',
    summary: 'Put findings from the site on record: all of these, or none',
    body: ChosenProposals,
    responses: { 204: 'empty' },
  },
  rejectProposals: {
    ...WRITE,
    method: 'post',
    path: '/jobs/{job_id}/trench-plan/proposals/reject',
    summary: 'Reject findings from the site, with their photos; that they came stays in the log',
    body: ChosenProposals,
    responses: { 204: 'empty' },
  },
  deleteTrenchPlan: {
    ...WRITE,
    method: 'delete',
    path: '/jobs/{job_id}/trench-plan',
    summary: 'Delete the plan and what was found; that it was there stays in the log',
    responses: { 204: 'empty' },
  },
} as const satisfies Record<string, Route>

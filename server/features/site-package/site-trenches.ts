/** The trench plan of a job for the page of its site package: computed on the newest result, with places in degrees. */
import { withTestLabel } from '../../exports/file-name.ts'
import type { Position } from '../../geometry/geometry.ts'
import { lngLatFromRd } from '../../geometry/rd/rd.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { RegistryEnvironment } from '../../registry/klic.ts'
import type { Caller } from '../services.ts'
import { trenchPlanOf } from '../trenches/plan-of-job.ts'
import { planShown } from '../trenches/plan-shown.ts'
import type { TrenchPlanView } from '../trenches/schema.ts'

type Row = TrenchPlanView['rows'][number]

/** What the page shows of a row. */
const ROW_FIELDS = [
  ...(['id', 'theme', 'operator', 'operator_name', 'label', 'material', 'diameter_mm', 'accuracy_cm', 'kind'] as const),
  ...(['distance_m', 'chainage_m', 'angle_deg', 'depth_m', 'depth_from', 'has_precaution', 'is_schematic'] as const),
  'state',
] as const

export type SiteTrenches = Exclude<Awaited<ReturnType<typeof siteTrenches>>, 'left_out' | null>

/** Characters of a plan, beyond which a page is more than a telephone opens. */
const MAX_PLAN_CHARACTERS = 8 * 1024 ** 2

/** To a centimetre. */
const toDegrees = (at: readonly number[]): [number, number] =>
  lngLatFromRd(at as Position).map((degrees) => Math.round(degrees * 1e7) / 1e7) as [number, number]

/** @returns null: the job has no plan; 'left_out': it can't be computed, or is too large for a page */
export async function siteTrenches(
  services: Parameters<typeof trenchPlanOf>[0],
  caller: Caller,
  { id, reference, environment }: { id: string; reference: string | null; environment: RegistryEnvironment },
) {
  const made = await trenchPlanOf(services, caller, id).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return error.code === 'NOT_FOUND' ? null : ('left_out' as const)
  })
  if (made === null || made === 'left_out') return made
  const { works, trenches, rows } = planShown(made)
  const plan = {
    // That of a project is one plan in each of its jobs.
    jobId: made.asked.jobId,
    planRevision: made.stored!.revision,
    // What a file of findings is called after.
    subject: withTestLabel(reference ?? id, environment).replace(/[^\w.-]+/g, '-'),
    works:
      works.type === 'LineString'
        ? { type: works.type, coordinates: works.coordinates.map(toDegrees) }
        : { type: works.type, coordinates: works.coordinates.map((ring) => ring.map(toDegrees)) },
    trenches: trenches.map(({ xy, outline, ...trench }) => ({
      ...trench,
      middle: toDegrees(xy),
      outline: outline.map(toDegrees),
    })),
    rows: rows.map(
      (row) =>
        Object.fromEntries(ROW_FIELDS.map((name) => [name, row[name]])) as Pick<Row, (typeof ROW_FIELDS)[number]>,
    ),
    unknown: made.plan.unknown,
  }
  return JSON.stringify(plan).length > MAX_PLAN_CHARACTERS ? 'left_out' : plan
}

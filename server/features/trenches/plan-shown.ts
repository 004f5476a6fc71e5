/** A trench plan in the names of the wire: one for the window and for `klic trenches`. */
import { toMillimetre } from '../../geometry/rd/rd.ts'
import { isOpenRow, mustReport, rowState, type TrenchPlan, worksJson } from '../../imkl/model/trench-plan.ts'
import { toWire } from '../../platform/http/names.ts'
import { toBody } from '../../platform/http/wire.ts'
import type { Complaint } from '../../platform/refusal.ts'
import type { PlanView } from './plan-of-job.ts'
import { type FindingRow, newestByLine } from './rows.ts'
import { ComputedPlan, Finding, type Misfit, type TrenchPlanView } from './schema.ts'

export function computedPlanShown(plan: TrenchPlan): ComputedPlan {
  const { rows, trenches, fewest } = plan
  const totals = {
    rows: rows.length,
    crossing: rows.filter(({ kind }) => kind === 'crosses').length,
    trenches: trenches.length,
    fewest,
    trenchesLengthM: toMillimetre(trenches.reduce((sum, each) => sum + each.lengthM, 0)),
  }
  const unknown = toWire(plan.unknown) as ComputedPlan['unknown']
  return { ...toBody(ComputedPlan, { totals, ...plan }), unknown }
}

export function planShown(view: PlanView): TrenchPlanView {
  const { stored, asked, plan, findings } = view
  const shown = (finding: FindingRow): Finding => findingShown(finding, view.photos.has(finding.id))
  const newest = newestByLine(findings)
  const computed = computedPlanShown(plan)
  const rows = computed.rows.map((row) => {
    const finding = newest.get(row.id)
    return { ...row, state: rowState(row, finding), finding_id: finding?.id ?? null }
  })
  return {
    revision: stored?.revision ?? null,
    created_at: stored?.at ?? null,
    actor: stored?.actor ?? null,
    scope: asked.projectId === null ? 'job' : 'project',
    project_id: asked.projectId,
    job_id: asked.jobId,
    result_revision: view.results.revision,
    works: worksJson(asked.works),
    ...computed,
    totals: { ...computed.totals, open: rows.filter(({ state }) => isOpenRow(state)).length },
    rows,
    findings: findings.map(shown),
    proposals: view.proposals.map((each) => ({ ...shown(each), misfit: misfitOf(plan, each)?.code ?? null })),
  }
}

export const findingShown = ({ id, ...finding }: FindingRow, photo = false): Finding => ({
  ...toBody(Finding, finding),
  finding_id: id,
  must_report: mustReport(finding),
  photo,
})

/** Why it can't be put on record under this plan. */
export function misfitOf(
  { rows, trenches }: TrenchPlan,
  { feature_id, trench }: Pick<FindingRow, 'feature_id' | 'trench'>,
): (Complaint & { code: Misfit }) | null {
  if (feature_id !== null && !rows.some(({ id }) => id === feature_id))
    return { pointer: '/feature_id', code: 'NO_SUCH_ROW', message: 'The plan has no line with this id (any more).' }
  if (trench !== null && trench > trenches.length)
    return { pointer: '/trench', code: 'NO_SUCH_TRENCH', message: `The plan has ${trenches.length} trenches.` }
  return null
}

/** A trench plan in the names of the wire: one for the window and for `klic trenches`. */
import { toMillimetre } from '../../geometry/rd/rd.ts'
import {
  isOpenRow,
  mustReport,
  rowState,
  type TrenchPlan,
  type Works,
  worksJson,
} from '../../imkl/model/trench-plan.ts'
import { toWire } from '../../platform/http/names.ts'
import { toBody } from '../../platform/http/wire.ts'
import type { Complaint } from '../../platform/refusal.ts'
import type { PlanResults } from './plan-results.ts'
import { type FindingRow, newestByLine, type PlanOwner } from './rows.ts'
import { ComputedPlan, Finding, type Misfit, type TrenchPlanView } from './schema.ts'
import type { PlanRecord } from './tables.ts'

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

export interface PlanView {
  /** null: it is not stored */
  stored: Pick<PlanRecord, 'revision' | 'at' | 'actor'> | null
  owner: PlanOwner
  works: Works
  plan: TrenchPlan
  results: PlanResults
  /** Oldest first */
  findings: readonly FindingRow[]
  proposals: readonly FindingRow[]
  /** By the ids of their findings */
  photos: Pick<ReadonlyMap<string, unknown>, 'has'>
}

export function planShown(view: PlanView): TrenchPlanView {
  const { stored, owner, plan, findings } = view
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
    scope: owner.projectId === null ? 'job' : 'project',
    project_id: owner.projectId,
    job_id: owner.jobId,
    result_revision: view.results.revision,
    works: worksJson(view.works),
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

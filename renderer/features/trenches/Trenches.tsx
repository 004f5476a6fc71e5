/** Trial trenches of a job: the works, how many lines must be located with how few trenches, and what was found of each. */
import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { TRENCH_FORMATS } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import type { DraftAct } from '../../map/drawing/draft.ts'
import { FIRST_DETAILS } from '../../map/drawing/request-details.ts'
import type { Shape } from '../../map/drawing/shape.ts'
import { CorridorIcon, PolygonIcon } from '../../ui/icons.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { FileTool } from '../areas/FileTool.tsx'
import { ImportBox } from '../areas/ImportBox.tsx'
import { useAreaImport } from '../areas/use-area-import.ts'
import { useNamedMutation } from '../users/AskName.tsx'
import { deletePlan, planFileUrl, storePlan, trenchPlanQuery } from './api.ts'
import { MoreParameters, Profile } from './Parameters.tsx'
import { Revisions, ScopeChoice } from './PlanScope.tsx'
import { Proposals } from './Proposals.tsx'
import { TrenchList } from './TrenchList.tsx'
import { UnknownList } from './UnknownList.tsx'
import { TrenchContext, type TrenchSetup } from './use-trench-plan.ts'

const TOOLS = [
  ['axis', CorridorIcon],
  ['outline', PolygonIcon],
] as const

/** Drawn on the map, or one line or area of a file. */
const WorksChoice = ({ job, plan }: { job: Job; plan: TrenchSetup }) => {
  const { t } = useLocale()
  const { works, tool, take, change } = plan
  const [given, give] = useState<Shape | null>(null)
  const act = (done: DraftAct) => {
    const shape = done.do === 'add' ? done.shapes[0] : undefined
    if (!shape) return
    give(shape)
    change({ works: shape.kind === 'corridor' ? shape.line : shape.geometry })
  }
  const areaImport = useAreaImport(act, { corrects: job.job_id, details: FIRST_DETAILS, shape: given }, true)
  return (
    <>
      <div className="tools">
        {TOOLS.map(([each, Icon]) => (
          <ToggleButton
            key={each}
            className="tool"
            isSelected={tool === each}
            onChange={(isOn) => take(isOn ? each : null)}
          >
            <Icon />
            {t(`trenches.works.${each}`)}
          </ToggleButton>
        ))}
        <FileTool areaImport={areaImport} />
      </div>
      {works ? null : <p className="hint">{t('trenches.works.hint')}</p>}
      <ImportBox areaImport={areaImport} />
    </>
  )
}

const Totals = ({ view }: { view: NonNullable<TrenchSetup['view']> }) => {
  const { t, number } = useLocale()
  const { rows, trenches, open, fewest, trenches_length_m } = view.totals
  return (
    <>
      <p role="status">
        <strong>{t('trenches.totals', { rows, trenches, open })}</strong>
      </p>
      <p className="quiet">
        {[
          t('trenches.dug', { length: number(trenches_length_m, 1) }),
          t('trenches.search', { search: number(view.search_m, 2) }),
          fewest < trenches ? t('trenches.fewest', { n: fewest }) : null,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {rows === 0 ? <p className="notice">{t('trenches.nothing')}</p> : null}
    </>
  )
}

interface TrenchesProps {
  job: Job
  summary: JobSummary
  mayWrite: boolean
}

export const Trenches = (props: TrenchesProps) => {
  const plan = use(TrenchContext)
  return plan ? <PlanOfTrenches plan={plan} {...props} /> : null
}

const PlanOfTrenches = ({ job, summary, mayWrite, plan }: TrenchesProps & { plan: TrenchSetup }) => {
  const { t, language } = useLocale()
  const { view, works, stored, input, draft, discard, isLoading, error } = plan
  const queries = useQueryClient()
  const learn = (next: typeof stored) => {
    queries.setQueryData(trenchPlanQuery(job).queryKey, next)
    discard()
    // Below a plan of its own may lie that of its project.
    if (next === null) void queries.invalidateQueries({ queryKey: trenchPlanQuery(job).queryKey })
    void queries.invalidateQueries({ queryKey: ['job', job.job_id], exact: true })
    void queries.invalidateQueries({ queryKey: ['jobs'] })
  }
  const storing = useNamedMutation({ mutationFn: () => storePlan(job.job_id, input!), onSuccess: learn })
  const deleting = useNamedMutation({ mutationFn: () => deletePlan(job.job_id), onSuccess: () => learn(null) })
  const blocked = mayWrite ? null : t('digging.mayNot')
  const missing = works ? (input ? null : t('trenches.wrongFigure')) : t('trenches.works.hint')
  const failed = storing.error ?? deleting.error ?? error
  return (
    <section className="block trenches" aria-label={t('trenches.title')} aria-busy={isLoading}>
      {stored ? <Proposals jobId={job.job_id} view={stored} blocked={blocked} /> : null}
      {view ? <Totals view={view} /> : null}
      <WorksChoice job={job} plan={plan} />
      <ScopeChoice jobId={job.job_id} plan={plan} />
      <Profile plan={plan} />
      <MoreParameters plan={plan} />
      {failed ? <ProblemBox error={failed} /> : null}
      {draft ? (
        <div className="row">
          <ActButton
            weight="primary"
            busy={storing.isPending}
            blocked={blocked ?? missing}
            onPress={() => storing.mutate()}
          >
            {t('trenches.store')}
          </ActButton>
          <ActButton weight="quiet" onPress={discard}>
            {t('trenches.discard')}
          </ActButton>
        </div>
      ) : null}
      {works && !view && isLoading ? <p className="quiet">{t('asking.working')}</p> : null}
      {view && !plan.tool ? (
        <>
          <TrenchList jobId={job.job_id} summary={summary} plan={plan} view={view} blocked={blocked} />
          <UnknownList unknown={view.unknown} />
          {draft ? null : <Revisions jobId={job.job_id} plan={plan} />}
        </>
      ) : null}
      {stored && !draft ? (
        <p className="row">
          {TRENCH_FORMATS.map((as) => (
            <a key={as} className="act act-quiet" href={planFileUrl(job.job_id, as, language)} download>
              {t(`result.format.${as}`)}
            </a>
          ))}
          {mayWrite ? (
            <SureButton
              label={t('trenches.delete')}
              sure={t('trenches.deleteSure')}
              busy={deleting.isPending}
              onPress={() => deleting.mutate()}
            />
          ) : null}
        </p>
      ) : null}
    </section>
  )
}

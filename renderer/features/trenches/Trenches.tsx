/** Trial trenches of a job: the works, how many lines must be located with how few trenches, and what was found of each. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { fromWire, TRENCH_FORMATS, type UnknownLines, unknownSentence } from '../../../server/features/vocabulary.ts'
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
import { deletePlan, planFileUrl, storePlan, trenchPlanQuery, type Works } from './api.ts'
import { Parameters } from './Parameters.tsx'
import { Revisions, ScopeChoice } from './PlanScope.tsx'
import { Proposals } from './Proposals.tsx'
import { TrenchList } from './TrenchList.tsx'
import { usePlanMutation } from './use-plan-mutation.ts'
import { usePlan } from './use-trench-plan.ts'

const TOOLS = [
  ['axis', CorridorIcon],
  ['outline', PolygonIcon],
] as const

/** Drawn on the map, or one line or area of a file. */
const WorksChoice = () => {
  const { t } = useLocale()
  const { job, works, tool, take, change } = usePlan()
  const [given, give] = useState<Shape | null>(null)
  const act = (done: DraftAct) => {
    const shape = done.do === 'add' ? done.shapes[0] : undefined
    if (!shape) return
    give(shape)
    change({ works: (shape.kind === 'corridor' ? shape.line : shape.geometry) as Works })
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

const Totals = ({ view }: { view: TrenchPlanView }) => {
  const { t, number } = useLocale()
  const { rows, trenches, open, fewest, trenches_length_m } = view.totals
  const more = [
    t('trenches.dug', { length: number(trenches_length_m, 1) }),
    t('trenches.search', { search: number(view.search_m, 2) }),
    ...(fewest < trenches ? [t('trenches.fewest', { n: fewest })] : []),
  ]
  return (
    <>
      <p role="status">
        <strong>{t('trenches.totals', { rows, trenches, open })}</strong>
      </p>
      <p className="quiet">{more.join(' · ')}</p>
      {rows === 0 ? <p className="notice">{t('trenches.nothing')}</p> : null}
    </>
  )
}

/** What no trench plan can know: it is never left out. */
const UnknownList = ({ view }: { view: TrenchPlanView }) => {
  const locale = useLocale()
  const { t } = locale
  return (
    <section>
      <h3>{t('trenches.unknown.title')}</h3>
      <ul className="remarks">
        {view.unknown.map((one) => (
          <li key={JSON.stringify(one)}>{unknownSentence(fromWire(one) as UnknownLines, locale)}</li>
        ))}
        <li>{t('trenches.unknown.always')}</li>
      </ul>
    </section>
  )
}

export const Trenches = () => {
  const { t, language } = useLocale()
  const { job, view, works, stored, input, draft, discard, tool, blocked, isLoading, error } = usePlan()
  const queries = useQueryClient()
  const learn = (next: typeof stored) => {
    queries.setQueryData(trenchPlanQuery(job).queryKey, next)
    discard()
  }
  const storing = usePlanMutation(storePlan, learn)
  // Below a plan of its own may lie that of its project.
  const deleting = usePlanMutation(deletePlan, () => learn(null))
  const missing = works ? t('trenches.wrongFigure') : t('trenches.works.hint')
  const failed = storing.error ?? deleting.error ?? error
  return (
    <section className="block trenches" aria-label={t('trenches.title')} aria-busy={isLoading}>
      {stored ? <Proposals view={stored} /> : null}
      {view ? <Totals view={view} /> : null}
      <WorksChoice />
      <ScopeChoice />
      <Parameters />
      {failed ? <ProblemBox error={failed} /> : null}
      {draft ? (
        <div className="row">
          <ActButton
            weight="primary"
            busy={storing.isPending}
            blocked={blocked ?? (input ? null : missing)}
            onPress={() => storing.mutate(input!)}
          >
            {t('trenches.store')}
          </ActButton>
          <ActButton weight="quiet" onPress={discard}>
            {t('trenches.discard')}
          </ActButton>
        </div>
      ) : null}
      {works && !view && isLoading ? <p className="quiet">{t('asking.working')}</p> : null}
      {view && !tool ? (
        <>
          <TrenchList view={view} />
          <UnknownList view={view} />
        </>
      ) : null}
      {stored && !draft ? (
        <>
          {!tool && stored.revision! > 1 ? <Revisions newest={stored.revision!} /> : null}
          <p className="row">
            {TRENCH_FORMATS.map((as) => (
              <a key={as} className="act act-quiet" href={planFileUrl(job.job_id, as, language)} download>
                {t(`result.format.${as}`)}
              </a>
            ))}
            {blocked ? null : (
              <SureButton
                label={t('trenches.delete')}
                sure={t('trenches.deleteSure')}
                busy={deleting.isPending}
                onPress={() => deleting.mutate()}
              />
            )}
          </p>
        </>
      ) : null}
    </section>
  )
}

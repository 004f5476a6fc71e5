/** The chosen tool: how to draw, also by numbers; then what was measured, crossed or selected. */
import type { JobSummary } from '../../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../../server/features/jobs/schema.ts'
import { useLocale } from '../../../locale.tsx'
import { DRAWN_AS } from '../../../map/drawing/query.ts'
import { distance, surfaceOf } from '../../../map/drawing/shape.ts'
import { CloseIcon } from '../../../ui/icons.tsx'
import { ActButton, Facts, IconButton, ProblemBox } from '../../../ui/parts.tsx'
import { CornerBox } from '../../areas/CornerBox.tsx'
import { SectionView } from './SectionView.tsx'
import { SelectionView } from './SelectionView.tsx'
import type { QueryTool } from './use-query-tool.ts'

/** Beyond this number of sides only their sum is said. */
const SIDES_LISTED = 12

const Measured = ({ drawn }: { drawn: NonNullable<QueryTool['query']['drawn']> }) => {
  const { t, number, surface } = useLocale()
  const isArea = drawn.type === 'Polygon'
  const way = isArea ? drawn.coordinates[0]! : drawn.coordinates
  const sides = way.slice(1).map((to, i) => distance(way[i]!, to))
  const metres = (value: number) => `${number(value, 2)} m`
  const total = metres(sides.reduce((sum, side) => sum + side, 0))
  const listed = sides.length > 1 && sides.length <= SIDES_LISTED ? sides : []
  return (
    <div role="status">
      <Facts
        facts={[
          ...(isArea ? [[t('asking.surface'), surface(surfaceOf(drawn))] as const] : []),
          [isArea ? t('asking.around') : t('asking.total'), <strong key="total">{total}</strong>],
          ...listed.map((side, i) => [t('asking.side', { n: i + 1 }), metres(side)] as const),
        ]}
      />
    </div>
  )
}

interface AskingCardProps {
  onResult: QueryTool
  job: Job
  summary: JobSummary
}

export const QueryCard = ({ onResult, job, summary }: AskingCardProps) => {
  const { t } = useLocale()
  const { query, act, section, selection, isLoading, error } = onResult
  const { tool, drawn, making } = query
  if (!tool) return null
  return (
    <section className="asking-card" aria-label={t(`asking.tools.${tool}`)}>
      <header>
        <h3>{t(`asking.tools.${tool}`)}</h3>
        {drawn ? (
          <ActButton weight="quiet" onPress={() => act({ do: 'take', tool })}>
            {t('asking.again')}
          </ActButton>
        ) : null}
        <IconButton label={t('close')} onPress={() => act({ do: 'take', tool: null })}>
          <CloseIcon />
        </IconButton>
      </header>
      {drawn ? (
        <>
          {tool === 'distance' || tool === 'surface' ? <Measured drawn={drawn} /> : null}
          {isLoading ? <p role="status">{t('asking.working')}</p> : null}
          {error ? (
            <ProblemBox error={error}>
              <ActButton weight="quiet" onPress={onResult.again}>
                {t('retryNow')}
              </ActButton>
            </ProblemBox>
          ) : null}
          {section && drawn.type === 'LineString' ? (
            <SectionView section={section} line={drawn.coordinates} job={job} summary={summary} />
          ) : null}
          {selection ? <SelectionView selection={selection} summary={summary} /> : null}
        </>
      ) : (
        <>
          <p className="hint">{t(`asking.hints.${tool}`)}</p>
          <CornerBox
            key={tool}
            tool={DRAWN_AS[tool]}
            making={making}
            hint={t(`asking.hints.${tool}`)}
            put={(at) => act({ do: 'place', at })}
            finish={() => act({ do: 'finish' })}
            stop={() => act({ do: 'take', tool: null })}
            stepM={onResult.stepM}
            setStepM={onResult.setStepM}
            typed={onResult.typed}
          />
        </>
      )}
    </section>
  )
}

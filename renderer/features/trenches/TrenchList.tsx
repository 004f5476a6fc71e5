/** The trial trenches of a plan along the axis: one is open, with its lines and what was found in it, and is shown on the map. */
import { use, useState } from 'react'
import { Button } from 'react-aria-components'
import { isOpenRow } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { toDegrees } from '../../map/exact.ts'
import { boundsOf } from '../../map/map-layer.ts'
import { updatePlace } from '../../place.ts'
import { ActButton } from '../../ui/parts.tsx'
import { useFirst } from '../../ui/use-first.tsx'
import { LookContext } from '../results/use-only.ts'
import { FindingForm } from './FindingForm.tsx'
import { Findings } from './Findings.tsx'
import { TrenchLine } from './TrenchLine.tsx'
import type { InTrenchProps, PlanProps, Trench } from './use-trench-plan.ts'

const InTrench = (props: InTrenchProps) => {
  const { t } = useLocale()
  const { jobId, view, plan, blocked, trench } = props
  const [isRecording, record] = useState(false)
  const met = view.rows.filter(({ trenches }) => trenches.includes(trench.no))
  const { shown, more } = useFirst(met, ({ id }) => id === plan.row?.id)
  const unlisted = view.findings.filter(({ kind, trench: no }) => kind === 'unknown_line' && no === trench.no)
  return (
    <>
      <ul>
        {shown.map((row) => (
          <TrenchLine key={row.id} row={row} {...props} />
        ))}
      </ul>
      {more}
      <Findings jobId={jobId} findings={unlisted} blocked={blocked} />
      {plan.stored === null ? null : isRecording ? (
        <FindingForm
          jobId={jobId}
          of={{ feature_id: null, trench: trench.no }}
          blocked={blocked}
          close={() => record(false)}
        />
      ) : (
        <ActButton weight="quiet" blocked={blocked} onPress={() => record(true)}>
          {t('trenches.finding.unknownLine')}
        </ActButton>
      )}
    </>
  )
}

export const TrenchList = (props: PlanProps) => {
  const { t, number } = useLocale()
  const look = use(LookContext)
  const { view, plan } = props
  const { shown, more } = useFirst(view.trenches, ({ no }) => no === plan.chosen)
  const rows = new Map(view.rows.map((row) => [row.id, row]))
  const lookAt = ({ outline }: Trench) =>
    look({ key: `trench:${performance.now()}`, bounds: boundsOf(outline.map(toDegrees)) })
  const choose = (trench: Trench) => {
    const isOther = trench.no !== plan.chosen
    updatePlace({ picked: [] })
    plan.choose(isOther ? trench.no : null)
    if (isOther) lookAt(trench)
  }
  return (
    <>
      <ol className="trench-list">
        {shown.map((trench) => {
          const { no, length_m, rows: ids } = trench
          const left = ids.filter((id) => isOpenRow(rows.get(id)!.state)).length
          const isChosen = no === plan.chosen
          return (
            <li key={no}>
              <Button className="trench-name" aria-expanded={isChosen} onPress={() => choose(trench)}>
                <strong>{t('trenches.trench', { no })}</strong>
                <span>{t('trenches.lines', { n: ids.length, length: number(length_m, 1) })}</span>
                <span className={`pill pill-${left > 0 ? 'care' : 'good'}`}>{t('trenches.left', { n: left })}</span>
              </Button>
              {isChosen ? <InTrench trench={trench} lookAt={lookAt} {...props} /> : null}
            </li>
          )
        })}
      </ol>
      {more}
    </>
  )
}

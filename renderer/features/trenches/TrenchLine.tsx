/** A line that a trial trench meets: where and how deep by the delivery, and whether it was located. */
import { Button } from 'react-aria-components'
import { rowNotices, rowWords } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { useInSight } from '../../ui/in-sight.ts'
import type { TrenchRow } from './api.ts'
import { FindingForm } from './FindingForm.tsx'
import { Findings } from './Findings.tsx'
import { TONE_OF_ROW } from './row-state.ts'
import type { InTrenchProps } from './use-trench-plan.ts'

export const TrenchLine = (props: InTrenchProps & { row: TrenchRow }) => {
  const { row, trench, jobId, summary, plan, view, blocked, lookAt } = props
  const locale = useLocale()
  const { t } = locale
  const { id, state } = row
  const isPicked = plan.row?.id === id
  const shown = useInSight<HTMLLIElement>(isPicked ? id : '')
  const colour = summary.themes.find(({ thema }) => thema === row.theme)?.colour ?? 'currentColor'
  const { name, operator, place, depth, details } = rowWords(row, locale)
  const pickRow = () => {
    plan.choose(trench.no)
    updatePlace({ picked: isPicked ? [] : [id] })
    if (!isPicked) lookAt(trench)
  }
  return (
    <li ref={isPicked ? shown : null} className="trench-line" data-picked={isPicked || undefined}>
      <Button className="trench-name" aria-expanded={isPicked} onPress={pickRow}>
        <span className="swatch" style={{ background: colour }} />
        <span>
          {name}
          <small>{[operator, place, t('trenches.row.deep', { depth })].join(' · ')}</small>
        </span>
        <span className={`pill pill-${TONE_OF_ROW[state]}`}>{t(`trenches.state.${state}`)}</span>
      </Button>
      {isPicked ? (
        <>
          {rowNotices(row, locale).map((notice) => (
            <p key={notice} className="notice">
              {notice}
            </p>
          ))}
          <p className="quiet">{details}</p>
          <Findings jobId={jobId} findings={view.findings.filter((each) => each.feature_id === id)} blocked={blocked} />
          {plan.stored ? (
            <FindingForm jobId={jobId} of={{ feature_id: id, trench: trench.no }} blocked={blocked} />
          ) : null}
        </>
      ) : null}
    </li>
  )
}

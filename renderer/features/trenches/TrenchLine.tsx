/** A line that a trial trench meets: where and how deep by the delivery, and whether it was located. */
import { Button } from 'react-aria-components'
import { capital } from '../../../server/texts/texts.ts'
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
  const { t, number, theme } = useLocale()
  const { id, kind, state, depth_m: depth, depth_from: from } = row
  const isPicked = plan.row?.id === id
  const shown = useInSight<HTMLLIElement>(isPicked ? id : '')
  const colour = summary.themes.find(({ thema }) => thema === row.theme)?.colour ?? 'currentColor'
  const place = t(`trenches.row.kind.${kind}`, {
    distance: number(row.distance_m, 2),
    chainage: number(row.chainage_m ?? 0, 1),
    angle: number(row.angle_deg ?? 0),
  })
  const deep =
    depth === null
      ? t('feature.depthUnknown')
      : `${t('trenches.said.depth', { metres: number(depth, 2) })} (${t(`asking.section.from.${from!}`)})`
  const pickRow = () => {
    plan.choose(trench.no)
    updatePlace({ picked: isPicked ? [] : [id] })
    if (!isPicked) lookAt(trench)
  }
  const notices = [
    state === 'reopened' ? t('trenches.moved') : null,
    row.has_precaution ? t('trenches.row.precaution') : null,
    row.is_schematic ? t('trenches.row.schematic') : null,
  ].filter((each) => each !== null)
  return (
    <li ref={isPicked ? shown : null} className="trench-line" data-picked={isPicked || undefined}>
      <Button className="trench-name" aria-expanded={isPicked} onPress={pickRow}>
        <span className="swatch" style={{ background: colour }} />
        <span>
          {capital(row.theme ? theme(row.theme) : t('feature.unnamed'))}
          <small>{[row.operator_name ?? row.operator, place, deep].join(' · ')}</small>
        </span>
        <span className={`pill pill-${TONE_OF_ROW[state]}`}>{t(`trenches.state.${state}`)}</span>
      </Button>
      {isPicked ? (
        <>
          {notices.map((notice) => (
            <p key={notice} className="notice">
              {notice}
            </p>
          ))}
          <p className="quiet">
            {[
              row.label,
              row.material,
              row.diameter_mm === null ? null : `${number(row.diameter_mm)} mm`,
              row.accuracy_cm === null ? null : `± ${number(row.accuracy_cm)} cm`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Findings jobId={jobId} findings={view.findings.filter((each) => each.feature_id === id)} blocked={blocked} />
          {plan.stored ? (
            <FindingForm jobId={jobId} of={{ feature_id: id, trench: trench.no }} blocked={blocked} />
          ) : null}
        </>
      ) : null}
    </li>
  )
}

/** A line that a trial trench meets: where and how deep by the delivery, and whether it was located. */
import { use } from 'react'
import { Button } from 'react-aria-components'
import { capital } from '../../../server/texts/texts.ts'
import { useLocale } from '../../locale.tsx'
import { toDegrees } from '../../map/exact.ts'
import { boundsOf } from '../../map/map-layer.ts'
import { updatePlace } from '../../place.ts'
import { useInSight } from '../../ui/in-sight.ts'
import { Facts } from '../../ui/parts.tsx'
import { LookContext } from '../results/use-only.ts'
import type { TrenchRow } from './api.ts'
import { FindingForm } from './FindingForm.tsx'
import { Findings } from './Findings.tsx'
import { TONE_OF_ROW } from './row-state.ts'
import type { PlanProps } from './TrenchList.tsx'

const RowFacts = ({ row }: { row: TrenchRow }) => {
  const { t, number } = useLocale()
  const { depth_m: depth, depth_from: from } = row
  const metres = (value: number) => `${number(value, 2)} m`
  const known: readonly (readonly [string, string | null])[] = [
    [
      t('asking.section.depth'),
      depth === null ? t('asking.section.unknown') : `${metres(depth)} (${t(`asking.section.from.${from!}`)})`,
    ],
    [t('trenches.row.chainage'), row.chainage_m === null ? null : metres(row.chainage_m)],
    [t('trenches.row.angle'), row.angle_deg === null ? null : `${number(row.angle_deg)}°`],
    [t('feature.columns.label'), row.label],
    [t('feature.columns.materiaal'), row.material],
    [t('feature.columns.diameter_mm'), row.diameter_mm === null ? null : `${number(row.diameter_mm)} mm`],
    [t('feature.columns.nauwkeurigheid_xy_cm'), row.accuracy_cm === null ? null : `${number(row.accuracy_cm)} cm`],
  ]
  return <Facts facts={known.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))} />
}

export const TrenchLine = ({
  row,
  trench,
  jobId,
  summary,
  plan,
  view,
  blocked,
}: PlanProps & { row: TrenchRow; trench: number }) => {
  const { t, number, theme } = useLocale()
  const look = use(LookContext)
  const { id, kind, state, operator, operator_name } = row
  const isPicked = plan.row?.id === id
  const shown = useInSight<HTMLLIElement>(isPicked ? id : '')
  const colour = summary.themes.find(({ thema }) => thema === row.theme)?.colour ?? 'currentColor'
  const pickRow = () => {
    updatePlace({ picked: isPicked ? [] : [id] })
    plan.choose(trench)
    const { outline } = view.trenches.find(({ no }) => no === trench)!
    if (!isPicked) look({ key: `trench:${performance.now()}`, bounds: boundsOf(outline.map(toDegrees)) })
  }
  return (
    <li ref={isPicked ? shown : null} className="trench-line" data-picked={isPicked || undefined}>
      <Button className="trench-name" aria-expanded={isPicked} onPress={pickRow}>
        <span className="swatch" style={{ background: colour }} />
        <span>
          {capital(row.theme ? theme(row.theme) : t('feature.unnamed'))}
          <small>
            {[operator_name ?? operator, t(`trenches.row.kind.${kind}`, { distance: number(row.distance_m, 2) })].join(
              ' · ',
            )}
          </small>
        </span>
        <span className={`pill pill-${TONE_OF_ROW[state]}`}>{t(`trenches.state.${state}`)}</span>
      </Button>
      {isPicked ? (
        <>
          {state === 'reopened' ? <p className="notice">{t('trenches.moved')}</p> : null}
          {row.has_precaution ? <p className="notice">{t('trenches.row.precaution')}</p> : null}
          {row.is_schematic ? <p className="notice">{t('trenches.row.schematic')}</p> : null}
          <RowFacts row={row} />
          <Findings jobId={jobId} findings={view.findings.filter((each) => each.feature_id === id)} blocked={blocked} />
          {plan.stored ? <FindingForm jobId={jobId} of={{ feature_id: id, trench }} blocked={blocked} /> : null}
        </>
      ) : null}
    </li>
  )
}

/** The trial trenches of a plan along the axis: one is open, with its lines and what was found in it, and is shown on the map. */
import { Button } from 'react-aria-components'
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { isOpenRow, rowNotices, rowWords, THEMES } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { useInSight } from '../../ui/in-sight.ts'
import { useFirst } from '../../ui/use-first.tsx'
import type { Trench } from './api.ts'
import { Findings } from './Findings.tsx'
import { TONE_OF_ROW } from './row-state.ts'
import { usePlan } from './use-trench-plan.ts'

interface InTrenchProps {
  view: TrenchPlanView
  trench: Trench
}

/** Where and how deep by the delivery, and whether it was located. */
const Line = ({ view, trench, row }: InTrenchProps & { row: TrenchPlanView['rows'][number] }) => {
  const locale = useLocale()
  const { t } = locale
  const plan = usePlan()
  const { id, state } = row
  const isPicked = plan.row?.id === id
  const shown = useInSight<HTMLLIElement>(isPicked ? id : '')
  const colour = THEMES.find((theme) => theme.id === row.theme)?.colour ?? 'currentColor'
  const { name, operator, place, depth, details } = rowWords(row, locale)
  const pickRow = () => {
    plan.choose(trench.no)
    updatePlace({ picked: isPicked ? [] : [id] })
    if (!isPicked) plan.lookAt(trench)
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
          <Findings spot={{ feature_id: id, trench: trench.no }} view={view} />
        </>
      ) : null}
    </li>
  )
}

const InTrench = ({ view, trench }: InTrenchProps) => {
  const { row: picked } = usePlan()
  const met = view.rows.filter(({ trenches }) => trenches.includes(trench.no))
  const { shown, more } = useFirst(met, ({ id }) => id === picked?.id)
  return (
    <>
      <ul>
        {shown.map((row) => (
          <Line key={row.id} row={row} trench={trench} view={view} />
        ))}
      </ul>
      {more}
      <Findings spot={{ feature_id: null, trench: trench.no }} view={view} />
    </>
  )
}

export const TrenchList = ({ view }: { view: TrenchPlanView }) => {
  const { t, number } = useLocale()
  const plan = usePlan()
  const { shown, more } = useFirst(view.trenches, ({ no }) => no === plan.chosen)
  const rows = new Map(view.rows.map((row) => [row.id, row]))
  const choose = (trench: Trench) => {
    const isOther = trench.no !== plan.chosen
    updatePlace({ picked: [] })
    plan.choose(isOther ? trench.no : null)
    if (isOther) plan.lookAt(trench)
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
              {isChosen ? <InTrench trench={trench} view={view} /> : null}
            </li>
          )
        })}
      </ol>
      {more}
    </>
  )
}

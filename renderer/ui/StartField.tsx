/** The day on which digging starts: days that the registry would refuse, or on which one may not dig yet, say why. */
import { useQuery } from '@tanstack/react-query'
import {
  dutchDate,
  earliestStart,
  precheckText,
  startDateFault,
  workingDaysUntil,
} from '../../server/features/vocabulary.ts'
import { sessionQuery } from '../features/users/session-api.ts'
import { useLocale } from '../locale.tsx'
import { DayField } from './DayField.tsx'
import { ActButton } from './parts.tsx'

/** The first day on which one may dig, filed today; and in words why not on an earlier one that the registry takes, or null. */
const useEarliestStart = () => {
  const { t, day } = useLocale()
  const wait = useQuery(sessionQuery).data?.wait_working_days
  const from = wait === undefined ? null : earliestStart(dutchDate(Date.now()), { 'digging.wait_working_days': wait })
  const tooEarly = (start: string): string | null =>
    from !== null && start !== '' && start < from ? t('area.startTooEarly', { from: day(from), days: wait! }) : null
  return { from, tooEarly }
}

/** In words why the registry would refuse this start, or null. Of a day that is too early: from which day one may dig. */
export const useStartFault = (): ((day: string) => string | null) => {
  const { language } = useLocale()
  const { tooEarly } = useEarliestStart()
  return (day) => {
    const fault = startDateFault(day, dutchDate(Date.now()))
    return fault && (tooEarly(day) ?? precheckText(fault.code, language, fault.limit) ?? fault.code)
  }
}

/** Why one may not dig yet on the chosen day, and one press that chooses the first day on which one may. */
export const TooEarly = ({ value, onChange }: { value: string; onChange: (day: string) => void }) => {
  const { t, day } = useLocale()
  const { from, tooEarly } = useEarliestStart()
  const why = tooEarly(value)
  if (why === null || from === null) return null
  return (
    <p className="start-soon" role="status">
      {why} <ActButton onPress={() => onChange(from)}>{t('area.startFrom', { from: day(from) })}</ActButton>
    </p>
  )
}

/** @param about `missing`: why there must be a day, once it was asked for in vain */
export const StartField = ({
  value,
  onChange,
  missing = null,
}: {
  value: string
  onChange: (day: string) => void
  missing?: string | null
}) => {
  const { t, day } = useLocale()
  const today = dutchDate(Date.now())
  const faultOf = useStartFault()
  const { from, tooEarly } = useEarliestStart()
  const isAllowed = value !== '' && faultOf(value) === null
  return (
    <>
      <DayField
        label={t('area.startDate')}
        value={value}
        onChange={onChange}
        faultOf={faultOf}
        missing={missing}
        doubtOf={(each) => (faultOf(each) === null ? tooEarly(each) : null)}
      />
      {value === '' && from !== null ? (
        <ActButton weight="quiet" onPress={() => onChange(from)}>
          {t('area.startFrom', { from: day(from) })}
        </ActButton>
      ) : null}
      {isAllowed ? (
        <span className="quiet">{t('area.startHelp', { days: workingDaysUntil(today, value) })}</span>
      ) : null}
      {isAllowed ? <TooEarly value={value} onChange={onChange} /> : null}
    </>
  )
}

/** The day on which digging starts: days that the registry would refuse can't be chosen, and say why. */
import {
  dutchDate,
  EARLY_WORKING_DAYS,
  isSoon,
  precheckText,
  startDateFault,
  workingDaysUntil,
} from '../../server/contract/vocabulary.ts'
import { useSpeech } from '../i18n/words.tsx'
import { DayField } from './DayField.tsx'

/** In words why the registry would refuse this start, or null. */
export const useStartFault = (): ((day: string) => string | null) => {
  const { language } = useSpeech()
  return (day) => {
    const fault = startDateFault(day, dutchDate(Date.now()))
    return fault && (precheckText(fault.code, language, fault.limit) ?? fault.code)
  }
}

export const StartField = ({ value, onChange }: { value: string; onChange: (day: string) => void }) => {
  const { words } = useSpeech()
  const today = dutchDate(Date.now())
  const faultOf = useStartFault()
  const isAllowed = value !== '' && faultOf(value) === null
  return (
    <>
      <DayField label={words.area.startDate} value={value} onChange={onChange} faultOf={faultOf} />
      {isAllowed ? <span className="quiet">{words.area.startHelp(workingDaysUntil(today, value))}</span> : null}
      {isAllowed && isSoon(value, today) ? (
        <span className="quiet start-soon">{words.area.startSoon(EARLY_WORKING_DAYS)}</span>
      ) : null}
    </>
  )
}

/** The server's clock is wrong: said where the registry is set up and where the server is looked at. */
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../api/operations.ts'
import { useLocale } from '../../locale.tsx'
import { WarningIcon } from '../../ui/icons.tsx'

export const ClockWarning = () => {
  const { t, number } = useLocale()
  const offS = useQuery(statusQuery).data?.registry.clock_off_s ?? null
  if (offS === null) return null
  const minutes = Math.round(Math.abs(offS) / 60)
  return (
    <div className="problem" role="alert">
      <WarningIcon />
      <p>{t('status.clockOff', { minutes: number(minutes), isOne: minutes === 1, isAhead: offS > 0 })}</p>
    </div>
  )
}

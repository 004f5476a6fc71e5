/** The server's clock is wrong: said where the registry is set up and where the server is looked at. */
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../api/operations.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { WarningIcon } from '../../ui/icons.tsx'

export const ClockWarning = () => {
  const { words, number } = useSpeech()
  const offS = useQuery(statusQuery).data?.registry.clock_off_s ?? null
  if (offS === null) return null
  const minutes = Math.round(Math.abs(offS) / 60)
  return (
    <div className="problem" role="alert">
      <WarningIcon />
      <p>{words.status.clockOff(number(minutes), minutes === 1, offS > 0)}</p>
    </div>
  )
}

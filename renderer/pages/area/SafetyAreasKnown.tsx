/** Where a notification gives no delivery: of which day the list is that the map shows, or why there is none. */
import { useQuery } from '@tanstack/react-query'
import { safetyAreasQuery } from '../../api/safety-areas.ts'
import { useSpeech } from '../../i18n/words.tsx'

export const SafetyAreasKnown = () => {
  const { words, day, number } = useSpeech()
  const { data: known } = useQuery(safetyAreasQuery(true))
  if (!known) return null
  const { state, listed_on: listedOn, left_out: leftOut, data } = known
  const { safety } = words
  const listed = listedOn === null ? null : safety.listed(number(data.length), day(listedOn))
  const why = state === null || state === 'listed' ? null : safety.why[state]
  if (!listed && !why) return null
  return (
    <p className="quiet safety-known">
      {[listed, leftOut > 0 ? safety.leftOut(number(leftOut)) : null, why].filter(Boolean).join(' ')}
    </p>
  )
}

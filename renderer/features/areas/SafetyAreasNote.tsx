/** Where a notification gives no delivery: of which day the list is that the map shows, or why there is none. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { safetyAreasQuery } from './safety-areas-api.ts'

export const SafetyAreasNote = () => {
  const { t, day, number } = useLocale()
  const { data: known } = useQuery(safetyAreasQuery(true))
  if (!known) return null
  const { state, listed_on: listedOn, left_out: leftOut, data } = known
  const listed = listedOn === null ? null : t('safety.listed', { count: number(data.length), on: day(listedOn) })
  const why = state === null || state === 'listed' ? null : t(`safety.why.${state}`)
  if (!listed && !why) return null
  return (
    <p className="quiet safety-known">
      {[listed, leftOut > 0 ? t('safety.leftOut', { count: number(leftOut) }) : null, why].filter(Boolean).join(' ')}
    </p>
  )
}

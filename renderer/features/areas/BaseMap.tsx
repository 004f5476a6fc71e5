/** The ground of former deliveries below what is being drawn; nothing where there is none. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import { GroundStrength } from '../../map/GroundStrength.tsx'
import { companyGroundQuery } from '../results/ground-api.ts'

export const BaseMap = () => {
  const { t, number } = useLocale()
  const { data: ground } = useQuery(companyGroundQuery(true))
  if (!ground || ground.results === 0) return null
  return (
    <section className="block">
      <GroundStrength label={t('area.ground')} />
      {ground.left_out > 0 ? (
        <p className="quiet">{t('area.groundLeftOut', { count: number(ground.left_out) })}</p>
      ) : null}
    </section>
  )
}

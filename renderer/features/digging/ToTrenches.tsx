/** From the reason that lines are not located to the plan where they are recorded. */
import type { Job } from '../../../server/features/jobs/schema.ts'
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { ActButton } from '../../ui/parts.tsx'

export const ToTrenches = ({ reason }: { reason: Job['dig_status']['reasons'][number] | undefined }) => {
  const { t } = useLocale()
  if (reason?.code !== 'not_located') return null
  return (
    <ActButton weight="quiet" onPress={() => updatePlace({ tab: 'trenches' })}>
      {t('trenches.title')}
    </ActButton>
  )
}

/** Which job the area repeats: what of it is done is drawn away. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import type { DraftAct } from '../../map/drawing/draft.ts'
import type { KeptDetails } from '../../map/drawing/request-details.ts'
import { ActButton } from '../../ui/parts.tsx'
import { jobQuery } from '../jobs/api.ts'
import { jobTitle } from '../jobs/job-title.ts'

export const RepeatNote = ({ kept, act }: { kept: KeptDetails; act: React.Dispatch<DraftAct> }) => {
  const { t } = useLocale()
  const { follows, ...others } = kept
  const { data: job } = useQuery({ ...jobQuery(follows ?? ''), enabled: Boolean(follows) })
  if (!follows) return null
  return (
    <section className="block correcting">
      <strong>{t('following.title', { name: jobTitle(t, job) })}</strong>
      <p className="quiet">{t('following.how')}</p>
      <ActButton weight="quiet" onPress={() => act({ do: 'describe', details: { kept: others } })}>
        {t('following.notIt')}
      </ActButton>
    </section>
  )
}

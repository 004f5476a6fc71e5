/** Which job the area corrects, and what the registry refused it for: what is to be corrected stands there to be read. */
import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../locale.tsx'
import type { DraftsAct } from '../../map/drawing/drafts.ts'
import { goTo } from '../../place.ts'
import { ActButton } from '../../ui/parts.tsx'
import { jobQuery } from '../jobs/api.ts'
import { jobTitle } from '../jobs/job-title.ts'
import { RegistrySays } from '../jobs/RegistrySays.tsx'
import { useReason } from '../jobs/use-reason.ts'

export const CorrectionNote = ({ jobId, act }: { jobId: string; act: React.Dispatch<DraftsAct> }) => {
  const { t } = useLocale()
  const say = useReason()
  const { data: job } = useQuery(jobQuery(jobId))
  const errors = job ? [...job.errors, ...job.parts.flatMap((part) => part.errors)] : []
  return (
    <section className="block correcting">
      <strong>{jobTitle(t, job)}</strong>
      {job?.status === 'rejected' ? <p>{say(job)}</p> : null}
      <RegistrySays errors={errors} />
      <p className="quiet">{t('correcting.sameJob')}</p>
      <ActButton
        weight="quiet"
        onPress={() => {
          act({ do: 'asNew' })
          goTo({ area: true })
        }}
      >
        {t('correcting.asNew')}
      </ActButton>
    </section>
  )
}

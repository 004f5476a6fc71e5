/** One press puts on record that an operator that demands precautions was called today. */
import { useQuery } from '@tanstack/react-query'
import { dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { sessionQuery } from '../users/session-api.ts'
import { recordContact } from './api.ts'
import { useRecord } from './use-record.ts'

/** @param about `operator`: as the result names it; `done`: what follows once it is on record */
export const CalledToday = ({ jobId, operator, done }: { jobId: string; operator: string; done?: () => void }) => {
  const { t } = useLocale()
  const mayWrite = useQuery(sessionQuery).data?.permissions.includes('write')
  const calling = useRecord(
    jobId,
    () => recordContact(jobId, { operator, contacted_on: dutchDate(Date.now()), how: t('digging.byPhone') }),
    done,
  )
  return (
    <>
      <ActButton
        aria-label={t('digging.calledTodayOf', { operator: operator || t('digging.area') })}
        blocked={mayWrite ? null : t('digging.mayNot')}
        busy={calling.isPending}
        onPress={() => calling.mutate()}
      >
        {t('digging.calledToday')}
      </ActButton>
      {calling.error ? <ProblemBox error={calling.error} /> : null}
    </>
  )
}

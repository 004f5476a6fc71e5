/** What the law means by a calamity, and what will be filed at which price: to be confirmed by a tick first. */
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Polygon } from 'geojson'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { accountBy, dutchDate } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { FilingProblem } from '../jobs/FilingProblem.tsx'
import { addressLine, middleOf } from '../jobs/filing.ts'
import { type Fact, Receipt, ReceiptOverlay, usePriceFacts } from '../jobs/Receipt.tsx'
import { calamityQuery, fileCalamity } from './api.ts'

interface ConfirmProps {
  /** Quoted: what is filed is what it says */
  job: Job
  close: () => void
  filed: (job: Job) => void
}

const CalamityReceipt = ({ job, close, filed }: ConfirmProps) => {
  const { t, euros, day, number } = useLocale()
  const priceFacts = usePriceFacts()
  const { total } = job.quote
  const { data } = useQuery(calamityQuery(job.job_id, false))
  const filing = useMutation({ mutationFn: () => fileCalamity(job.job_id, total.amount), onSuccess: filed })
  const [x, y] = middleOf(job.parts.map(({ geometry }) => geometry as Polygon))
  const contact = data?.contact
  const facts: Fact[] = [
    [t('calamity.what'), job.works_description],
    [
      t('confirm.place'),
      [job.address && addressLine(job.address), job.location_description].filter(Boolean).join('; ') ||
        t('search.rd', { x: number(x), y: number(y) }),
    ],
    [
      t('calamity.contact'),
      contact ? `${contact.name}, ${contact.phone}` : contact === null ? t('calamity.contactNone') : t('loading'),
    ],
    ...priceFacts(job.quote, job.simulated),
  ]
  return (
    <Receipt
      title={t('calamity.confirm.title')}
      facts={facts}
      isSimulated={job.simulated}
      tick={{ says: t('calamity.confirm.check'), missing: t('calamity.confirm.notChecked') }}
      yes={t('calamity.confirm.yes', { euros: euros(total.amount) })}
      isBusy={filing.isPending}
      close={close}
      confirm={() => filing.mutate()}
      problem={filing.error ? <FilingProblem error={filing.error} /> : null}
    >
      <p>{t('calamity.confirm.law')}</p>
      <p>{t('calamity.confirm.only')}</p>
      <p>{t('calamity.confirm.account', { day: day(accountBy(dutchDate(Date.now()))) })}</p>
    </Receipt>
  )
}

/** @param job null: it is closed */
export const ConfirmCalamity = ({ job, ...asked }: Omit<ConfirmProps, 'job'> & { job: Job | null }) => (
  <ReceiptOverlay isOpen={job !== null} close={asked.close}>
    {job ? <CalamityReceipt job={job} {...asked} /> : null}
  </ReceiptOverlay>
)

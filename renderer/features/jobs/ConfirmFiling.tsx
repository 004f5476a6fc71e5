/** What will be filed of an area, and what it costs. */
import { useQuery } from '@tanstack/react-query'
import { centsOf } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { TooEarly } from '../../ui/StartField.tsx'
import { spendingTodayQuery } from '../settings/audit-api.ts'
import { jobQuery } from './api.ts'
import { addressLine, type Filing, middleOf } from './filing.ts'
import { jobTitle } from './job-title.ts'
import { type Fact, Receipt, ReceiptOverlay, usePriceFacts } from './Receipt.tsx'

/** From here on it is more than one expects of one area: the user confirms the number. */
const MANY = 5

/** What may still be spent today, where a limit is set. */
const LimitLeft = ({ cents }: { cents: number }) => {
  const { t, euros } = useLocale()
  const { data } = useQuery(spendingTodayQuery)
  if (!data) return <>{t('loading')}</>
  if (!data.left) return <>{t('confirm.noLimit', { spent: euros(data.spent.amount) })}</>
  const isOver = centsOf(data.left.amount) < cents
  return (
    <span className={isOver ? 'field-problem' : undefined}>
      {t(isOver ? 'confirm.overLimit' : 'confirm.left', { euros: euros(data.left.amount) })}
    </span>
  )
}

interface ConfirmProps {
  filing: Filing
  simulated: boolean
  close: () => void
  confirm: () => void
  /** Another start date is chosen: the receipt shows it at once. */
  onStart: (day: string) => void
}

const FilingReceipt = ({ filing, simulated, close, confirm, onStart }: ConfirmProps) => {
  const { t, euros, day, number } = useLocale()
  const priceFacts = usePriceFacts()
  const { quote, klicType, corrects } = filing
  const { data: corrected } = useQuery({ ...jobQuery(corrects ?? ''), enabled: corrects !== null })
  const n = quote.notifications
  const price = euros(quote.total.amount)
  const [x, y] = middleOf(filing.parts)
  const facts: Fact[] = [
    ...(corrects ? [[t('confirm.corrects'), jobTitle(t, corrected)] as const] : []),
    [t('area.kind'), `${t(`klicType.${klicType}.name`)}: ${t(`klicType.${klicType}.what`)}`],
    [
      t('confirm.place'),
      (filing.address && addressLine(filing.address)) ??
        filing.locationDescription ??
        t('search.rd', { x: number(x), y: number(y) }),
    ],
    ...(filing.startDate ? [[t('area.startDate'), day(filing.startDate)] as const] : []),
    [t('confirm.reference'), filing.reference ?? t('confirm.ownReference')],
    [t('confirm.parts'), number(n)],
    ...priceFacts(quote, simulated),
    [t('confirm.today'), <LimitLeft key="left" cents={centsOf(quote.total.amount)} />],
  ]
  return (
    <Receipt
      title={corrects ? t('confirm.again') : t('confirm.title', { isSimulated: simulated })}
      facts={facts}
      isSimulated={simulated}
      tick={n > MANY ? { says: t('confirm.meant', { n, euros: price }), missing: t('confirm.notMeant') } : null}
      yes={t('confirm.yes', { n, euros: price })}
      problem={filing.startDate ? <TooEarly value={filing.startDate} onChange={onStart} /> : null}
      close={close}
      confirm={() => {
        close()
        confirm()
      }}
    />
  )
}

export const ConfirmFiling = ({ isOpen, ...asked }: { isOpen: boolean } & ConfirmProps) => (
  <ReceiptOverlay isOpen={isOpen} close={asked.close}>
    <FilingReceipt {...asked} />
  </ReceiptOverlay>
)

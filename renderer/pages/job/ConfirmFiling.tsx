/** What will be filed of an area, and what it costs. */
import { useQuery } from '@tanstack/react-query'
import { centsOf } from '../../../server/contract/vocabulary.ts'
import { spendingTodayQuery } from '../../api/audit.ts'
import { jobQuery } from '../../api/jobs.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { TooEarly } from '../../ui/StartField.tsx'
import { addressLine, type Filing, middleOf } from './filing.ts'
import { type Fact, Receipt, ReceiptOverlay, usePriceFacts } from './Receipt.tsx'

/** From here on it is more than one expects of one area: whoever meant it says so. */
const MANY = 5

/** What may still be spent today, where a limit is set. */
const LimitLeft = ({ cents }: { cents: number }) => {
  const { words, euros } = useSpeech()
  const { data } = useQuery(spendingTodayQuery)
  if (!data) return <>{words.loading}</>
  if (!data.left) return <>{words.confirm.noLimit(euros(data.spent.amount))}</>
  const isOver = centsOf(data.left.amount) < cents
  return (
    <span className={isOver ? 'field-problem' : undefined}>
      {(isOver ? words.confirm.overLimit : words.confirm.left)(euros(data.left.amount))}
    </span>
  )
}

interface Asked {
  filing: Filing
  simulated: boolean
  close: () => void
  confirm: () => void
  /** Another start date is chosen: the receipt shows it at once. */
  onStart: (day: string) => void
}

const FilingReceipt = ({ filing, simulated, close, confirm, onStart }: Asked) => {
  const { words, euros, day, number } = useSpeech()
  const priceFacts = usePriceFacts()
  const { quote, klicType, corrects } = filing
  const { data: corrected } = useQuery({ ...jobQuery(corrects ?? ''), enabled: corrects !== null })
  const n = quote.notifications
  const price = euros(quote.total.amount)
  const [x, y] = middleOf(filing.parts)
  const facts: Fact[] = [
    ...(corrects ? [[words.confirm.corrects, corrected?.reference ?? words.jobs.noReference] as const] : []),
    [words.area.kind, `${words.klicType[klicType].name}: ${words.klicType[klicType].what}`],
    [
      words.confirm.place,
      (filing.address && addressLine(filing.address)) ??
        filing.locationDescription ??
        words.search.rd(number(x), number(y)),
    ],
    ...(filing.startDate ? [[words.area.startDate, day(filing.startDate)] as const] : []),
    [words.confirm.reference, filing.reference ?? words.confirm.ownReference],
    [words.confirm.parts, number(n)],
    ...priceFacts(quote, simulated),
    [words.confirm.today, <LimitLeft key="left" cents={centsOf(quote.total.amount)} />],
  ]
  return (
    <Receipt
      title={corrects ? words.confirm.again : words.confirm.title}
      facts={facts}
      isSimulated={simulated}
      tick={n > MANY ? { says: words.confirm.meant(n, price), missing: words.confirm.notMeant } : null}
      yes={words.confirm.yes(n, price)}
      problem={filing.startDate ? <TooEarly value={filing.startDate} onChange={onStart} /> : null}
      close={close}
      confirm={() => {
        close()
        confirm()
      }}
    />
  )
}

export const ConfirmFiling = ({ isOpen, ...asked }: { isOpen: boolean } & Asked) => (
  <ReceiptOverlay isOpen={isOpen} close={asked.close}>
    <FilingReceipt {...asked} />
  </ReceiptOverlay>
)

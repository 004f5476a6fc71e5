/** The one modal: filing costs money, so all that will be filed stands there as on a receipt, and must be confirmed. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Checkbox, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { centsOf } from '../../../server/contract/vocabulary.ts'
import { spendingTodayQuery } from '../../api/audit.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton, Facts } from '../../ui/parts.tsx'
import { addressLine, type Filing, middleOf } from './filing.ts'

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

const Receipt = ({
  filing,
  simulated,
  close,
  confirm,
}: {
  filing: Filing
  simulated: boolean
  close: () => void
  confirm: () => void
}) => {
  const { words, euros, day, number } = useSpeech()
  const [isMeant, setMeant] = useState(false)
  const { quote, klicType } = filing
  const n = quote.notifications
  const price = euros(quote.total.amount)
  const [x, y] = middleOf(filing.parts)
  const facts = [
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
    [words.job.price, words.confirm.price(price)],
    ...(simulated ? [] : [[words.confirm.billing, quote.billed_by ? words.billedBy[quote.billed_by] : '–'] as const]),
    [words.confirm.today, <LimitLeft key="left" cents={centsOf(quote.total.amount)} />],
  ] as const
  return (
    <Dialog role="alertdialog" className="dialog receipt">
      <Heading slot="title">{words.confirm.title}</Heading>
      <Facts facts={facts} />
      <p>{simulated ? words.confirm.simulated : words.confirm.final}</p>
      {n > MANY ? (
        <Checkbox className="checkbox" isSelected={isMeant} onChange={setMeant}>
          <span className="tick-box" aria-hidden="true" />
          {words.confirm.meant(n, price)}
        </Checkbox>
      ) : null}
      <div className="row end">
        <ActButton autoFocus onPress={close}>
          {words.cancel}
        </ActButton>
        <ActButton
          weight="primary"
          blocked={n > MANY && !isMeant ? words.confirm.notMeant : null}
          onPress={() => {
            close()
            confirm()
          }}
        >
          {words.confirm.yes(n, price)}
        </ActButton>
      </div>
    </Dialog>
  )
}

/** Each time it opens it is another receipt: what was ticked before is not. */
export const ConfirmFiling = ({ isOpen, ...about }: { isOpen: boolean } & React.ComponentProps<typeof Receipt>) => (
  <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={(open) => !open && about.close()} isDismissable>
    <Modal className="modal">
      <Receipt {...about} />
    </Modal>
  </ModalOverlay>
)

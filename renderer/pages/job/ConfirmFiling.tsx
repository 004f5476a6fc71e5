/** The one modal: filing costs money, so number and euros are said in words and must be confirmed. */
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { Preview } from '../../../server/contract/dashboard.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton } from '../../ui/parts.tsx'

export const ConfirmFiling = ({
  isOpen,
  quote,
  simulated,
  close,
  confirm,
}: {
  isOpen: boolean
  quote: Pick<Preview['quote'], 'notifications' | 'total' | 'billed_by'>
  simulated: boolean
  close: () => void
  confirm: () => void
}) => {
  const { words, euros } = useSpeech()
  const n = quote.notifications
  const price = euros(quote.total.amount)
  const inWords = words.confirm.numbers[n]
  const count = `${inWords ? `${inWords} (${n})` : n} ${words.confirm.notification(n)}`
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={(open) => !open && close()} isDismissable>
      <Modal className="modal">
        <Dialog role="alertdialog" className="dialog">
          <Heading slot="title">{words.confirm.title}</Heading>
          <p className="big">{words.confirm.words[quote.billed_by ?? 'invoice'](count, price)}</p>
          {quote.billed_by && !simulated ? <p>{words.billedBy[quote.billed_by]}</p> : null}
          <p>{simulated ? words.confirm.simulated : words.confirm.final}</p>
          <div className="row end">
            <ActButton autoFocus onPress={close}>
              {words.cancel}
            </ActButton>
            <ActButton
              weight="primary"
              onPress={() => {
                close()
                confirm()
              }}
            >
              {words.confirm.yes(n, price)}
            </ActButton>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The one modal: filing costs money, so all that will be filed stands there as on a receipt, and must be confirmed. */
import { useState } from 'react'
import { Checkbox, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useLocale } from '../../locale.tsx'
import { ActButton, Facts } from '../../ui/parts.tsx'
import type { Filing } from './filing.ts'

export type Fact = readonly [name: string, value: React.ReactNode]

/** What it costs, and where it is no exercise who bills it. */
export const usePriceFacts = () => {
  const { t, euros, day } = useLocale()
  return (
    { total, billed_by, kadaster_tariff }: Omit<Filing['quote'], 'notifications'>,
    isSimulated: boolean,
  ): Fact[] => {
    const tariff = isSimulated ? null : kadaster_tariff
    return [
      [tariff ? t('confirm.servicePrice') : t('job.price'), t('confirm.price', { euros: euros(total.amount) })],
      ...(tariff
        ? [
            [
              t('confirm.tariff'),
              t('confirm.tariffIs', { euros: euros(tariff.total.amount), from: day(tariff.from) }),
            ] as const,
          ]
        : []),
      ...(isSimulated ? [] : [[t('confirm.billing'), billed_by ? t(`billedBy.${billed_by}`) : '–'] as const]),
    ]
  }
}

interface ReceiptProps {
  title: string
  facts: readonly Fact[]
  isSimulated: boolean
  /** What must be ticked first, and what is said of the button until then; null: nothing */
  tick: { says: string; missing: string } | null
  /** On the button that files it. */
  yes: string
  isBusy?: boolean
  close: () => void
  confirm: () => void
  /** What it means, above the facts. */
  children?: React.ReactNode
  /** What went wrong with it. */
  problem?: React.ReactNode
}

export const Receipt = ({ title, facts, isSimulated, tick, yes, isBusy = false, ...about }: ReceiptProps) => {
  const { t } = useLocale()
  const [isTicked, setTicked] = useState(false)
  return (
    <Dialog role="alertdialog" className="dialog receipt">
      <Heading slot="title">{title}</Heading>
      {about.children}
      <Facts facts={facts} />
      <p>{isSimulated ? t('confirm.simulated') : t('confirm.final')}</p>
      {tick ? (
        <Checkbox className="checkbox" isSelected={isTicked} onChange={setTicked}>
          <span className="tick-box" aria-hidden="true" />
          {tick.says}
        </Checkbox>
      ) : null}
      {about.problem}
      <div className="row end">
        <ActButton autoFocus onPress={about.close}>
          {t('cancel')}
        </ActButton>
        <ActButton
          weight="primary"
          busy={isBusy}
          blocked={tick && !isTicked ? tick.missing : null}
          onPress={about.confirm}
        >
          {yes}
        </ActButton>
      </div>
    </Dialog>
  )
}

/** Each time it opens it is another receipt: what was ticked before is not. */
export const ReceiptOverlay = ({
  isOpen,
  close,
  children,
}: {
  isOpen: boolean
  close: () => void
  children: React.ReactNode
}) => (
  <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={(open) => !open && close()} isDismissable>
    <Modal className="modal">{children}</Modal>
  </ModalOverlay>
)

/** The keys of this window, on one sheet: `?` opens it. */
import { useState } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useLocale } from '../locale.tsx'
import { ActButton, Facts } from '../ui/parts.tsx'
import { useWindowKeys } from '../ui/use-window-keys.ts'

const KEYS = [
  ['search', 'Ctrl K', '/'],
  ['region', 'F6'],
  ['undo', 'Ctrl Z'],
  ['redo', 'Ctrl Y'],
  ['submit', 'Ctrl Enter'],
  ['zoom', '+', '−'],
  ['move', '← ↑ ↓ →'],
  ['spot', 'Shift F10'],
  ['leave', 'Esc'],
  ['sheet', '?'],
] as const

export const Shortcuts = () => {
  const { t } = useLocale()
  const [isOpen, setOpen] = useState(false)
  useWindowKeys(({ key, target }) => {
    if (key !== '?') return
    if (
      (target as HTMLElement).closest('input, textarea, select, [contenteditable], [role=alertdialog], [role=dialog]')
    )
      return
    setOpen(true)
  })
  return (
    <ModalOverlay className="overlay" isOpen={isOpen} onOpenChange={setOpen} isDismissable>
      <Modal className="modal">
        <Dialog className="dialog">
          {({ close }) => (
            <>
              <Heading slot="title">{t('shortcuts.title')}</Heading>
              <Facts
                facts={KEYS.map(([act, ...keys]) => [
                  t(`shortcuts.${act}`),
                  <span key={act} className="row">
                    {keys.map((each) => (
                      <kbd key={each}>{each}</kbd>
                    ))}
                  </span>,
                ])}
              />
              <div className="row end">
                <ActButton onPress={close}>{t('close')}</ActButton>
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

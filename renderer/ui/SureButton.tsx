/**
 * A button for what can't be undone: the first press asks, the second does it. Nothing modal; Escape cancels. The button to
 * cancel lies all over where the button was: a hasty second press has done nothing.
 */
import { useState } from 'react'
import { useLocale } from '../locale.tsx'
import { ActButton } from './parts.tsx'

export const SureButton = ({
  label,
  name = label,
  sure,
  busy = false,
  onPress,
}: {
  label: string
  /** For screen readers, where the label alone does not say whom it is about. */
  name?: string
  /** What the second press says. */
  sure: string
  busy?: boolean
  onPress: () => void
}) => {
  const { t } = useLocale()
  /** How wide the button was, pixels, while it is asked. */
  const [asking, setAsking] = useState<number | null>(null)
  if (asking === null && !busy) {
    return (
      <ActButton
        weight="quiet"
        aria-label={name}
        onPress={({ target }) => setAsking((target as HTMLElement).offsetWidth)}
      >
        {label}
      </ActButton>
    )
  }
  const onKeyDown = ({ key }: { key: string }) => {
    if (key === 'Escape') setAsking(null)
  }
  return (
    <span className="row sure">
      <ActButton
        weight="quiet"
        autoFocus
        style={{ minWidth: asking ?? 0 }}
        onPress={() => setAsking(null)}
        onKeyDown={onKeyDown}
      >
        {t('cancel')}
      </ActButton>
      <ActButton
        weight="danger"
        busy={busy}
        onPress={() => {
          setAsking(null)
          onPress()
        }}
        onKeyDown={onKeyDown}
      >
        {sure}
      </ActButton>
    </span>
  )
}

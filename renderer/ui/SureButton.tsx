/** A button for what can't be undone: the first press asks, the second does it. Nothing modal; Escape takes it back. */
import { useState } from 'react'
import { useSpeech } from '../i18n/words.tsx'
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
  const { words } = useSpeech()
  const [asking, setAsking] = useState(false)
  if (!asking && !busy) {
    return (
      <ActButton weight="quiet" aria-label={name} onPress={() => setAsking(true)}>
        {label}
      </ActButton>
    )
  }
  return (
    <span className="row sure">
      <ActButton
        weight="danger"
        autoFocus
        busy={busy}
        onPress={() => {
          setAsking(false)
          onPress()
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setAsking(false)
        }}
      >
        {sure}
      </ActButton>
      <ActButton weight="quiet" onPress={() => setAsking(false)}>
        {words.cancel}
      </ActButton>
    </span>
  )
}

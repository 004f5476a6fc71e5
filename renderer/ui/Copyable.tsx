/** A text that one takes elsewhere: an address, a secret. */
import { useState } from 'react'
import { useSpeech } from '../i18n/words.tsx'
import { ActButton } from './parts.tsx'

export const Copyable = ({ text, label }: { text: string; label: string }) => {
  const { words } = useSpeech()
  const [copied, setCopied] = useState(false)
  return (
    <div className="copyable">
      <code>{text}</code>
      <ActButton
        weight="quiet"
        aria-label={`${words.keys.copy}: ${label}`}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? words.keys.copied : words.keys.copy}
      </ActButton>
    </div>
  )
}

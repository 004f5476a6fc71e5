/** A text that one takes elsewhere: an address, a secret. */
import { useState } from 'react'
import { useLocale } from '../locale.tsx'
import { ActButton } from './parts.tsx'

/** @param most letters that are shown; all of them are copied */
export const Copyable = ({ text, label, most = text.length }: { text: string; label: string; most?: number }) => {
  const { t } = useLocale()
  const [copied, setCopied] = useState(false)
  return (
    <div className="copyable">
      <code>{text.length > most ? `${text.slice(0, most)}…` : text}</code>
      <ActButton
        weight="quiet"
        aria-label={`${t('keys.copy')}: ${label}`}
        onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {copied ? t('keys.copied') : t('keys.copy')}
      </ActButton>
    </div>
  )
}

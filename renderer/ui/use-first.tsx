/** The first entries of a list that may have thousands, and a button for more of them. */
import { type ReactNode, useState } from 'react'
import { useLocale } from '../locale.tsx'
import { ActButton } from './parts.tsx'

const AT_ONCE = 100

/** @param isPicked this one is shown wherever it stands */
export function useFirst<T>(list: readonly T[], isPicked: (one: T) => boolean): { shown: T[]; more: ReactNode } {
  const { t } = useLocale()
  const [count, setCount] = useState(AT_ONCE)
  const shown = list.filter((one, index) => index < count || isPicked(one))
  const more =
    list.length > count ? (
      <ActButton weight="quiet" onPress={() => setCount(count + AT_ONCE)}>
        {t('form.more', { n: list.length - count })}
      </ActButton>
    ) : null
  return { shown, more }
}

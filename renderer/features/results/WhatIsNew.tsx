/** The way from a supplement to what it brought: the comparison with the revision before. */
import { useLocale } from '../../locale.tsx'
import { updatePlace } from '../../place.ts'
import { ActButton } from '../../ui/parts.tsx'

/** @param revision of the result that is shown */
export const WhatIsNew = ({ revision }: { revision: number }) => {
  const { t } = useLocale()
  return (
    <ActButton onPress={() => updatePlace({ tab: 'course', compare: `revision:${revision - 1}` })}>
      {t('result.whatIsNew')}
    </ActButton>
  )
}

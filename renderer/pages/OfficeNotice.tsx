/** While the office cannot be reached: how many jobs wait for it. */
import { useQuery } from '@tanstack/react-query'
import { officeQuery } from '../api/office.ts'
import { useSpeech } from '../i18n/words.tsx'
import { goTo } from '../place.ts'
import { ActButton } from '../ui/parts.tsx'

export const OfficeNotice = () => {
  const { words } = useSpeech()
  const { data } = useQuery(officeQuery)
  if (!data || data.waiting === 0) return null
  return (
    <div className="office-notice" role="status">
      <ActButton weight="quiet" onPress={() => goTo({ settings: 'office' })}>
        {words.office.banner(data.waiting)}
      </ActButton>
    </div>
  )
}

/** Leafing through a list whose newest come first; nothing to see while there is one page. */
import { useLocale } from '../locale.tsx'
import { ActButton } from './parts.tsx'

export const Pages = ({
  pagination: { page, total_pages },
  onGo,
}: {
  pagination: { page: number; total_pages: number }
  onGo: (page: number) => void
}) => {
  const { t } = useLocale()
  if (total_pages <= 1) return null
  return (
    <div className="row spread">
      {page > 1 ? <ActButton onPress={() => onGo(page - 1)}>{t('form.newer')}</ActButton> : <span />}
      <span className="quiet">{t('form.page', { page, pages: total_pages })}</span>
      {page < total_pages ? <ActButton onPress={() => onGo(page + 1)}>{t('form.older')}</ActButton> : <span />}
    </div>
  )
}

/** Leafing through a list whose newest come first; nothing to see while there is one page. */
import { useSpeech } from '../i18n/words.tsx'
import { ActButton } from './parts.tsx'

export const Pages = ({
  pagination: { page, total_pages },
  onGo,
}: {
  pagination: { page: number; total_pages: number }
  onGo: (page: number) => void
}) => {
  const { words } = useSpeech()
  if (total_pages <= 1) return null
  return (
    <div className="row spread">
      {page > 1 ? <ActButton onPress={() => onGo(page - 1)}>{words.form.newer}</ActButton> : <span />}
      <span className="quiet">{words.form.page(page, total_pages)}</span>
      {page < total_pages ? <ActButton onPress={() => onGo(page + 1)}>{words.form.older}</ActButton> : <span />}
    </div>
  )
}

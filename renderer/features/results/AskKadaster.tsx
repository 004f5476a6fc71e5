/** Who answers where no manager and no operator can be called; the subject says of which notification. */
import { useLocale } from '../../locale.tsx'

/** Of the registry's own desk. */
const KADASTER_KLIC = 'klic@kadaster.nl'

/** @param numbers KLIC numbers of what is asked about; one that is not known is empty */
export const AskKadaster = ({ numbers }: { numbers: readonly string[] }) => {
  const { t } = useLocale()
  const subject = numbers.filter((each) => each !== '').join(', ')
  return (
    <p>
      {t('result.askKadaster')}{' '}
      <a href={`mailto:${KADASTER_KLIC}?subject=${encodeURIComponent(`KLIC ${subject}`.trim())}`}>{KADASTER_KLIC}</a>
    </p>
  )
}

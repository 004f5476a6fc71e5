/** What no trench plan can know, said in full: it is never left out. */
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { fromWire, type UnknownLines, unknownSentence } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'

export const UnknownList = ({ unknown }: { unknown: TrenchPlanView['unknown'] }) => {
  const locale = useLocale()
  const { t } = locale
  return (
    <section>
      <h3>{t('trenches.unknown.title')}</h3>
      <ul className="remarks">
        {unknown.map((one) => (
          <li key={JSON.stringify(one)}>{unknownSentence(fromWire(one) as UnknownLines, locale)}</li>
        ))}
        <li>{t('trenches.unknown.always')}</li>
      </ul>
    </section>
  )
}

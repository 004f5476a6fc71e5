/** What no trench plan can know, said in full: it is never left out. */
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { type Locale, useLocale } from '../../locale.tsx'

type Unknown = TrenchPlanView['unknown'][number]

const sentence = (one: Unknown, { t, theme }: Locale): string => {
  switch (one.kind) {
    case 'operator_not_delivered':
      return t('trenches.unknown.operator', { operator: one.operator_name ?? one.operator, number: one.klic_number })
    case 'part_missing':
      return t('trenches.unknown.part', { number: one.klic_number ?? '', hasNumber: one.klic_number !== null })
    case 'schematic':
      return t('trenches.unknown.schematic', { operator: one.operator, n: one.lines })
    case 'house_connections':
      return t('trenches.unknown.houses', {
        theme: theme(one.theme),
        n: one.total,
        addresses: one.addresses.join('; '),
        more: one.total - one.addresses.length,
      })
  }
}

export const UnknownList = ({ unknown }: { unknown: readonly Unknown[] }) => {
  const speech = useLocale()
  const { t } = speech
  return (
    <section>
      <h3>{t('trenches.unknown.title')}</h3>
      <ul className="remarks">
        {unknown.map((one) => (
          <li key={JSON.stringify(one)}>{sentence(one, speech)}</li>
        ))}
        <li>{t('trenches.unknown.always')}</li>
      </ul>
    </section>
  )
}

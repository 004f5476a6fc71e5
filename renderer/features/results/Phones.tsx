/** Whom to call at an operator. */
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import { dial } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { PhoneLink } from '../../ui/PhoneLink.tsx'

type Operator = JobSummary['operators'][number]

/** Often one desk answers for everything: each number is shown once, with all it is for. */
export const byPhone = ({ contacts }: Operator): Map<string, Operator['contacts']> =>
  Map.groupBy(
    contacts.filter(({ phone }) => phone),
    ({ phone }) => phone,
  )

/** Numbers as they are dialled: one is written in several ways. */
export const isAmong = (numbers: readonly string[], phone: string): boolean =>
  numbers.some((each) => dial(each) === dial(phone))

/** @param said numbers that stand beside it already: nobody reads one twice */
export const Phones = ({ operator, said = [] }: { operator: Operator; said?: readonly string[] }) => {
  const { t } = useLocale()
  const numbers = byPhone(operator)
  if (numbers.size === 0) return <p className="quiet">{t('result.noPhone')}</p>
  const left = [...numbers].filter(([phone]) => !isAmong(said, phone))
  if (left.length === 0) return null
  return (
    <ul className="phones">
      {left.map(([phone, contacts]) => (
        <li key={phone}>
          <PhoneLink phone={phone} />{' '}
          <span className="quiet">
            {contacts.map(({ kind }) => t.find(`result.contactKind.${kind}`) ?? kind).join(', ')}
          </span>
          {[...new Set(contacts.map(({ name }) => name))]
            .filter((name) => name && !name.includes(operator.name))
            .map((name) => (
              <span key={name} className="quiet contact-name">
                {name}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}

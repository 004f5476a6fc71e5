/** Whom to call at an operator. */
import type { JobSummary } from '../../../server/contract/dashboard.ts'
import { dial } from '../../../server/contract/vocabulary.ts'
import { useSpeech } from '../../i18n/words.tsx'

type Operator = JobSummary['operators'][number]

/** Often one desk answers for everything: each number is shown once, with all it is for. */
export const byPhone = ({ contacts }: Operator): Map<string, Operator['contacts']> =>
  Map.groupBy(
    contacts.filter(({ phone }) => phone),
    ({ phone }) => phone,
  )

export const Phones = ({ operator }: { operator: Operator }) => {
  const { words } = useSpeech()
  const numbers = byPhone(operator)
  if (numbers.size === 0) return <p className="quiet">{words.result.noPhone}</p>
  return (
    <ul className="phones">
      {[...numbers].map(([phone, contacts]) => (
        <li key={phone}>
          <a href={dial(phone)}>{phone}</a>{' '}
          <span className="quiet">{contacts.map(({ kind }) => words.result.contactKind[kind] ?? kind).join(', ')}</span>
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

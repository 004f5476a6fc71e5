/** Whom to call for everything, in one place and on one page of paper: each operator with its numbers and addresses,
 * and first who can be asked for what is withheld. */
import type { JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import type { Job } from '../../../server/features/jobs/schema.ts'
import { isHazardousOnly, mustBeSpokenTo } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { ActButton } from '../../ui/parts.tsx'
import { Phones } from './Phones.tsx'
import { WithheldCallee, withheldIn } from './Withheld.tsx'

type Operator = JobSummary['operators'][number]

/** Who is to be asked comes first, who has nothing here last. */
const urgency = (operator: Operator): number => {
  if (mustBeSpokenTo(operator)) return 0
  return !operator.delivered ? 1 : operator.involved === false ? 3 : 2
}

export const CallList = ({ job, summary }: { job: Job; summary: JobSummary }) => {
  const { t, theme } = useLocale()
  const operators = summary.operators.toSorted((a, b) => urgency(a) - urgency(b) || a.name.localeCompare(b.name))
  const inWords = (themes: readonly string[] = []) => themes.map((each) => theme(each)).join(', ')
  const careOf = (operator: Operator): string | null => {
    if (operator.precaution) {
      const themes = inWords(operator.precaution_themes)
      return themes ? t('calling.precaution', { themes }) : t('calling.precautionAny')
    }
    if (isHazardousOnly(operator)) return t('calling.hazardous')
    return operator.delivered ? null : t('result.deliveredNothing')
  }
  const stateOf = ({ delivered, involved, themes }: Operator): string => {
    if (delivered && involved === false) return t('result.notInvolved')
    return themes.length > 0 ? t('calling.here', { themes: inWords(themes) }) : ''
  }
  if (operators.length === 0 && withheldIn(job).length === 0) return <p className="quiet">{t('calling.nobody')}</p>
  return (
    <section className="calling" aria-label={t('calling.title')}>
      <h3 className="row spread">
        {t('calling.title')}
        <ActButton weight="quiet" onPress={() => print()}>
          {t('calling.print')}
        </ActButton>
      </h3>
      <p className="on-paper">
        {[job.reference, ...job.parts.map(({ klic_number }) => klic_number)].filter(Boolean).join(' · ')}
      </p>
      <ul className="callees">
        <WithheldCallee job={job} />
        {operators.map((operator) => (
          <li key={operator.code} data-care={mustBeSpokenTo(operator) || !operator.delivered || undefined}>
            <h4>{operator.name}</h4>
            {careOf(operator) ? <small className="care">{careOf(operator)}</small> : null}
            <small>{stateOf(operator)}</small>
            <Phones operator={operator} />
            {[...new Set(operator.contacts.map(({ email }) => email).filter(Boolean))].map((email) => (
              <a key={email} className="mail" href={`mailto:${email}`}>
                {email}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How much is new, gone, moved or changed against another result, and how far that can be said. */
import type { JobDifference, JobSummary } from '../../../server/features/jobs/dashboard-schema.ts'
import { useLocale } from '../../locale.tsx'

export const KINDS = ['nieuw', 'vervallen', 'verplaatst', 'gewijzigd'] as const

export const DifferenceCounts = ({ total }: { total: JobDifference['total'] }) => {
  const { t, number } = useLocale()
  return (
    <ul className="counts">
      {KINDS.map((kind) => (
        <li key={kind} className={`count count-${kind}`}>
          <strong>{number(total[kind])}</strong> <span>{t(`compare.kind.${kind}`)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Without it, what somebody did not deliver this time would be taken for gone. */
export const DifferenceBounds = ({
  difference: { same_area: isSame, not_delivered },
  operators,
}: {
  difference: JobDifference
  operators: JobSummary['operators']
}) => {
  const { t } = useLocale()
  const codes = [...new Set([...not_delivered.before, ...not_delivered.after])]
  const names = codes.map((code) => operators.find((each) => each.code === code)?.name ?? code)
  return (
    <>
      {isSame ? null : <p className="notice">{t('compare.otherArea')}</p>}
      {names.length > 0 ? <p className="notice">{t('compare.notDelivered', { names: names.join(', ') })}</p> : null}
    </>
  )
}

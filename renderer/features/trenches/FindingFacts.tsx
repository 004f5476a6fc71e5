/** What was found: kind, figures and remark, what must be reported, and the photo, which a press enlarges. */
import { findingWords, reportOf } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { findingPhotoUrl, type RecordedFinding } from './api.ts'

export const FindingFacts = ({
  jobId,
  finding,
  where = [],
}: {
  jobId: string
  finding: RecordedFinding
  /** Of which line, and in which trench, where the place does not say it */
  where?: readonly string[]
}) => {
  const locale = useLocale()
  const { finding_id, kind, found_on, photo } = finding
  const report = reportOf(finding, locale)
  const facts = [...where, locale.day(found_on), ...findingWords(finding, locale)]
  return (
    <>
      <strong>{locale.t(`trenches.finding.kind.${kind}`)}</strong> {facts.join(' · ')}
      {report ? <p className="notice">{report}</p> : null}
      {photo ? (
        <details className="finding-photo">
          <summary aria-label={locale.t('trenches.finding.photo')}>
            <img className="photo" src={findingPhotoUrl(jobId, finding_id)} alt="" loading="lazy" />
          </summary>
        </details>
      ) : null}
    </>
  )
}

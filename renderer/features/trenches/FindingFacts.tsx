/** What was found: kind, figures and remark, what must be reported, and the photo, which a press enlarges. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { findingWords, reportOf } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { findingPhotoUrl, type RecordedFinding } from './api.ts'

const Photo = ({ jobId, findingId }: { jobId: string; findingId: string }) => {
  const { t } = useLocale()
  const [isLarge, enlarge] = useState(false)
  return (
    <Button
      className="finding-photo"
      aria-label={t('trenches.finding.photo')}
      aria-expanded={isLarge}
      onPress={() => enlarge(!isLarge)}
    >
      <img className="photo" src={findingPhotoUrl(jobId, findingId)} alt="" loading="lazy" />
    </Button>
  )
}

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
      {photo ? <Photo jobId={jobId} findingId={finding_id} /> : null}
    </>
  )
}

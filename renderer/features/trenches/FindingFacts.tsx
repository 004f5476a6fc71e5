/** What was found: kind, figures and remark, what must be reported, and the photo, which a press enlarges. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
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
  const { t, number, day } = useLocale()
  const { finding_id, kind, offset_m, depth_m, found_on, remark, must_report, photo } = finding
  const metres = (key: 'offset' | 'depth', value: number | null) =>
    value === null ? null : t(`trenches.said.${key}`, { metres: number(value, 2) })
  const facts = [...where, day(found_on), metres('offset', offset_m), metres('depth', depth_m), remark]
  return (
    <>
      <strong>{t(`trenches.finding.kind.${kind}`)}</strong> {facts.filter(Boolean).join(' · ')}
      {must_report ? (
        <p className="notice">{t(`trenches.finding.report.${kind === 'not_found' ? 'operator' : 'kadaster'}`)}</p>
      ) : null}
      {photo ? <Photo jobId={jobId} findingId={finding_id} /> : null}
    </>
  )
}

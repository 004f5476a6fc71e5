/** What was found on site of one line, or of a line that nobody delivered; what must be reported says so. */
import { useLocale } from '../../locale.tsx'
import { ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { useWho } from '../projects/use-who.ts'
import { deleteFinding, type RecordedFinding } from './api.ts'
import { useFindingMutation } from './use-finding-mutation.ts'

const OneFinding = ({
  jobId,
  finding,
  blocked,
}: {
  jobId: string
  finding: RecordedFinding
  blocked: string | null
}) => {
  const { t, number, day, moment } = useLocale()
  const who = useWho()
  const { kind, offset_m, depth_m, found_on, remark, must_report, at, actor, finding_id } = finding
  const deleting = useFindingMutation(jobId, () => deleteFinding(jobId, finding_id))
  const metres = (key: 'offset' | 'depth', value: number | null) =>
    value === null ? null : t(`trenches.said.${key}`, { metres: number(value, 2) })
  return (
    <li>
      <strong>{t(`trenches.finding.kind.${kind}`)}</strong>{' '}
      {[day(found_on), metres('offset', offset_m), metres('depth', depth_m), remark].filter(Boolean).join(' · ')}
      {must_report ? (
        <p className="notice">{t(`trenches.finding.report.${kind === 'not_found' ? 'operator' : 'kadaster'}`)}</p>
      ) : null}
      <p className="row spread">
        <span className="quiet">{t('digging.recorded', { who: who(actor), when: moment(at) })}</span>
        {blocked ? null : (
          <SureButton
            label={t('trenches.finding.delete')}
            sure={t('trenches.finding.deleteSure')}
            busy={deleting.isPending}
            onPress={() => deleting.mutate()}
          />
        )}
      </p>
      {deleting.error ? <ProblemBox error={deleting.error} /> : null}
    </li>
  )
}

export const Findings = ({
  jobId,
  findings,
  blocked,
}: {
  jobId: string
  findings: readonly RecordedFinding[]
  blocked: string | null
}) =>
  findings.length === 0 ? null : (
    <ul className="remarks">
      {findings.toReversed().map((finding) => (
        <OneFinding key={finding.finding_id} jobId={jobId} finding={finding} blocked={blocked} />
      ))}
    </ul>
  )

/** What was found on site of one line, or of a line that nobody delivered; what must be reported says so. */
import { useLocale } from '../../locale.tsx'
import { OneFile } from '../../ui/OneFile.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { useWho } from '../projects/use-who.ts'
import { deleteFinding, putFindingPhoto, type RecordedFinding } from './api.ts'
import { FindingFacts } from './FindingFacts.tsx'
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
  const { t, moment } = useLocale()
  const who = useWho()
  const { photo, at, actor, handed_in_by, finding_id } = finding
  const deleting = useFindingMutation(jobId, () => deleteFinding(jobId, finding_id))
  const adding = useFindingMutation(jobId, (file: File) => putFindingPhoto(jobId, finding_id, file))
  const failed = deleting.error ?? adding.error
  return (
    <li>
      <FindingFacts jobId={jobId} finding={finding} />
      <p className="row spread">
        <span className="quiet">
          {handed_in_by ? `${t('trenches.bySite', { who: who(handed_in_by) })} · ` : null}
          {t('digging.recorded', { who: who(actor), when: moment(at) })}
        </span>
        {blocked ? null : (
          <SureButton
            label={t('trenches.finding.delete')}
            sure={t('trenches.finding.deleteSure')}
            busy={deleting.isPending}
            onPress={() => deleting.mutate()}
          />
        )}
      </p>
      {blocked || photo ? null : (
        <OneFile types={['image/jpeg', 'image/png']} take={(file) => adding.mutate(file)}>
          <ActButton weight="quiet" busy={adding.isPending}>
            {t('trenches.finding.addPhoto')}
          </ActButton>
        </OneFile>
      )}
      {failed ? <ProblemBox error={failed} /> : null}
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

/** What was found on site of one line, or of a line that nobody delivered; what must be reported says so. */
import type { Finding, TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { findingWords, reportOf } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { OneFile } from '../../ui/OneFile.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { useWho } from '../projects/use-who.ts'
import { deleteFinding, findingPhotoUrl, putFindingPhoto } from './api.ts'
import { FindingForm } from './FindingForm.tsx'
import { isAt, type Spot } from './finding-entry.ts'
import { usePlanMutation } from './use-plan-mutation.ts'
import { usePlan } from './use-trench-plan.ts'

/** @param where of which line, and in which trench, where the place does not say it */
export const FindingFacts = ({ finding, where = [] }: { finding: Finding; where?: readonly (string | null)[] }) => {
  const locale = useLocale()
  const { job } = usePlan()
  const { finding_id, kind, found_on, photo } = finding
  const report = reportOf(finding, locale)
  const facts = [...where.filter(Boolean), locale.day(found_on), ...findingWords(finding, locale)]
  return (
    <>
      <strong>{locale.t(`trenches.finding.kind.${kind}`)}</strong> {facts.join(' · ')}
      {report ? <p className="notice">{report}</p> : null}
      {photo ? (
        <details className="finding-photo">
          <summary aria-label={locale.t('trenches.finding.photo')}>
            <img className="photo" src={findingPhotoUrl(job.job_id, finding_id)} alt="" loading="lazy" />
          </summary>
        </details>
      ) : null}
    </>
  )
}

const OneFinding = ({ finding }: { finding: Finding }) => {
  const { t, moment } = useLocale()
  const { blocked } = usePlan()
  const who = useWho()
  const { photo, at, actor, handed_in_by, finding_id } = finding
  const deleting = usePlanMutation(deleteFinding)
  const adding = usePlanMutation((jobId, file: File) => putFindingPhoto(jobId, finding_id, file))
  const failed = deleting.error ?? adding.error
  return (
    <li>
      <FindingFacts finding={finding} />
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
            onPress={() => deleting.mutate(finding_id)}
          />
        )}
      </p>
      {blocked || photo ? null : (
        <OneFile types={['image/jpeg', 'image/png']} take={adding.mutate}>
          <ActButton weight="quiet" busy={adding.isPending}>
            {t('trenches.finding.addPhoto')}
          </ActButton>
        </OneFile>
      )}
      {failed ? <ProblemBox error={failed} /> : null}
    </li>
  )
}

/** What was found there, and what it is recorded with. */
export const Findings = ({ spot, view }: { spot: Spot; view: TrenchPlanView }) => {
  const { stored } = usePlan()
  const found = view.findings.filter((each) => isAt(spot, each)).toReversed()
  return (
    <>
      {found.length > 0 ? (
        <ul className="remarks">
          {found.map((finding) => (
            <OneFinding key={finding.finding_id} finding={finding} />
          ))}
        </ul>
      ) : null}
      {stored ? <FindingForm spot={spot} /> : null}
    </>
  )
}

/** Findings from the site, by the link or a file: they count for nothing until a user accepts them. */
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { rowWords } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { FileIcon } from '../../ui/icons.tsx'
import { OneFile } from '../../ui/OneFile.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { useWho } from '../projects/use-who.ts'
import { handInFindings, judgeProposals } from './api.ts'
import { FindingFacts } from './Findings.tsx'
import { usePlanMutation } from './use-plan-mutation.ts'
import { usePlan } from './use-trench-plan.ts'

interface ProposalsProps {
  /** As it is stored */
  view: TrenchPlanView
}

const OneProposal = ({ view, proposal }: ProposalsProps & { proposal: TrenchPlanView['proposals'][number] }) => {
  const locale = useLocale()
  const { t, moment } = locale
  const { blocked } = usePlan()
  const who = useWho()
  const { finding_id, feature_id, trench, misfit, at, handed_in_by } = proposal
  const judging = usePlanMutation((jobId, how: 'accept' | 'reject') => judgeProposals(jobId, how, [finding_id]))
  const row = view.rows.find(({ id }) => id === feature_id)
  const words = row && rowWords(row, locale)
  const where = [
    words ? `${words.name} (${words.operator})` : feature_id && t('trenches.proposals.noLine'),
    trench === null ? null : t('trenches.trench', { no: trench }),
  ]
  const why = misfit && t(`trenches.proposals.misfit.${misfit}`)
  return (
    <li>
      <FindingFacts finding={proposal} where={where} />
      {why ? <p className="notice">{why}</p> : null}
      <p className="quiet">{t('trenches.proposals.from', { who: who(handed_in_by ?? ''), when: moment(at) })}</p>
      {blocked ? null : (
        <p className="row">
          <ActButton busy={judging.isPending} blocked={why} onPress={() => judging.mutate('accept')}>
            {t('trenches.proposals.accept')}
          </ActButton>
          <SureButton
            label={t('trenches.proposals.reject')}
            sure={t('trenches.proposals.rejectSure')}
            onPress={() => judging.mutate('reject')}
          />
        </p>
      )}
      {judging.error ? <ProblemBox error={judging.error} /> : null}
    </li>
  )
}

export const Proposals = ({ view }: ProposalsProps) => {
  const { t } = useLocale()
  const { blocked } = usePlan()
  const accepting = usePlanMutation((jobId, ids: string[]) => judgeProposals(jobId, 'accept', ids))
  const handing = usePlanMutation(handInFindings)
  const { proposals } = view
  const title = t('trenches.proposals.title', { n: proposals.length })
  const fitting = proposals.filter(({ misfit }) => misfit === null).map(({ finding_id }) => finding_id)
  const failed = accepting.error ?? handing.error
  return (
    <section className="proposals" aria-label={title}>
      {proposals.length > 0 ? (
        <>
          <h3>{title}</h3>
          <p className="quiet">{t('trenches.proposals.what')}</p>
          <ul className="remarks">
            {proposals.map((each) => (
              <OneProposal key={each.finding_id} view={view} proposal={each} />
            ))}
          </ul>
        </>
      ) : null}
      {blocked ? null : (
        <p className="row">
          {fitting.length > 1 ? (
            <ActButton weight="primary" busy={accepting.isPending} onPress={() => accepting.mutate(fitting)}>
              {t('trenches.proposals.acceptAll', { n: fitting.length })}
            </ActButton>
          ) : null}
          <OneFile types={['application/json', '.json']} take={handing.mutate}>
            <ActButton weight="quiet" busy={handing.isPending}>
              <FileIcon />
              {t('trenches.proposals.file')}
            </ActButton>
          </OneFile>
        </p>
      )}
      {handing.data ? <p role="status">{t('trenches.proposals.taken', { ...handing.data })}</p> : null}
      {failed ? <ProblemBox error={failed} /> : null}
    </section>
  )
}

/** Findings from the site, by the link or a file: they count for nothing until a user accepts them. */
import type { TrenchPlanView } from '../../../server/features/trenches/schema.ts'
import { rowWords } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { FileIcon } from '../../ui/icons.tsx'
import { OneFile } from '../../ui/OneFile.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { useWho } from '../projects/use-who.ts'
import { handInFindings, type Judgement, judgeProposals, type Proposal } from './api.ts'
import { FindingFacts } from './FindingFacts.tsx'
import { useFindingMutation } from './use-finding-mutation.ts'

interface ProposalsProps {
  jobId: string
  /** As it is stored */
  view: TrenchPlanView
  /** Why nothing can be recorded, or null. */
  blocked: string | null
}

const OneProposal = ({
  jobId,
  view,
  blocked,
  proposal,
  busy,
  judge,
}: ProposalsProps & { proposal: Proposal; busy: boolean; judge: (how: Judgement) => void }) => {
  const locale = useLocale()
  const { t, moment } = locale
  const who = useWho()
  const { finding_id, feature_id, trench, misfit, at, handed_in_by } = proposal
  const row = view.rows.find(({ id }) => id === feature_id)
  const words = row && rowWords(row, locale)
  const unlisted = feature_id === null ? [] : [t('trenches.proposals.noLine')]
  const where = [
    ...(words ? [`${words.name} (${words.operator})`] : unlisted),
    ...(trench === null ? [] : [t('trenches.trench', { no: trench })]),
  ]
  const why = misfit && t(`trenches.proposals.misfit.${misfit}`)
  const finding_ids = [finding_id]
  return (
    <li>
      <FindingFacts jobId={jobId} finding={proposal} where={where} />
      {why ? <p className="notice">{why}</p> : null}
      <p className="quiet">{t('trenches.proposals.from', { who: who(handed_in_by ?? ''), when: moment(at) })}</p>
      {blocked ? null : (
        <p className="row">
          <ActButton busy={busy} blocked={why} onPress={() => judge({ how: 'accept', finding_ids })}>
            {t('trenches.proposals.accept')}
          </ActButton>
          <SureButton
            label={t('trenches.proposals.reject')}
            sure={t('trenches.proposals.rejectSure')}
            onPress={() => judge({ how: 'reject', finding_ids })}
          />
        </p>
      )}
    </li>
  )
}

export const Proposals = (props: ProposalsProps) => {
  const { jobId, view, blocked } = props
  const { t } = useLocale()
  const judging = useFindingMutation(jobId, (judgement: Judgement) => judgeProposals(jobId, judgement))
  const handing = useFindingMutation(jobId, (file: File) => handInFindings(jobId, file))
  const { proposals } = view
  const fitting = proposals.filter(({ misfit }) => misfit === null).map(({ finding_id }) => finding_id)
  const failed = judging.error ?? handing.error
  const judged = judging.isPending ? judging.variables.finding_ids : []
  return (
    <section className="proposals" aria-label={t('trenches.proposals.title', { n: proposals.length })}>
      {proposals.length > 0 ? (
        <>
          <h3>{t('trenches.proposals.title', { n: proposals.length })}</h3>
          <p className="quiet">{t('trenches.proposals.what')}</p>
          <ul className="remarks">
            {proposals.map((each) => (
              <OneProposal
                key={each.finding_id}
                {...props}
                proposal={each}
                busy={judged.includes(each.finding_id)}
                judge={judging.mutate}
              />
            ))}
          </ul>
        </>
      ) : null}
      {blocked ? null : (
        <p className="row">
          {fitting.length > 1 ? (
            <ActButton
              weight="primary"
              busy={judged.length > 1}
              onPress={() => judging.mutate({ how: 'accept', finding_ids: fitting })}
            >
              {t('trenches.proposals.acceptAll', { n: fitting.length })}
            </ActButton>
          ) : null}
          <OneFile types={['application/json', '.json']} take={(file) => handing.mutate(file)}>
            <ActButton weight="quiet" busy={handing.isPending}>
              <FileIcon />
              {t('trenches.proposals.file')}
            </ActButton>
          </OneFile>
        </p>
      )}
      {handing.data ? (
        <p role="status">
          {t('trenches.proposals.taken', {
            added: handing.data.added,
            known: handing.data.known,
            bare: handing.data.without_photo,
          })}
        </p>
      ) : null}
      {failed ? <ProblemBox error={failed} /> : null}
    </section>
  )
}

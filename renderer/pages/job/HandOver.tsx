/** A quote that the office is to have: the offer to hand it over, or how far that is. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '../../../server/contract/jobs.ts'
import type { Handover } from '../../../server/contract/office.ts'
import { handOver, officeQuery, takeBack } from '../../api/office.ts'
import { useSpeech } from '../../i18n/words.tsx'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { SureButton } from '../../ui/SureButton.tsx'
import { OfficeLink } from '../OfficeLink.tsx'

const useRenewed = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['office'] })
}

const Handed = ({ handover }: { handover: Handover }) => {
  const { words, euros, moment } = useSpeech()
  const renewed = useRenewed()
  const back = useMutation({ mutationFn: () => takeBack(handover.job_id), onSuccess: renewed })
  const { state, total, office_total, office_job_url, next_try_at, problem, tries } = handover
  return (
    <section className="block handover">
      <h3>{words.office.handed}</h3>
      <p role="status">
        {words.office.state[state]}
        {office_total ? `. ${words.office.total(euros(total), euros(office_total))}` : ''}
      </p>
      {problem ? (
        <p className="handover-problem" lang="en">
          {problem}
        </p>
      ) : null}
      {next_try_at ? <p className="quiet">{words.office.nextTry(moment(next_try_at))}</p> : null}
      {office_job_url ? <OfficeLink href={office_job_url} label={words.office.look} /> : null}
      {state === 'refused' || tries === 0 ? (
        <ActButton weight="quiet" busy={back.isPending} onPress={() => back.mutate()}>
          {words.office.takeBack}
        </ActButton>
      ) : null}
      {back.error ? <ProblemBox error={back.error} /> : null}
    </section>
  )
}

export const HandOver = ({ job, mayWrite }: { job: Job; mayWrite: boolean }) => {
  const { words, euros } = useSpeech()
  const renewed = useRenewed()
  const { data } = useQuery(officeQuery)
  const giving = useMutation({ mutationFn: (upTo?: string) => handOver(job.job_id, upTo), onSuccess: renewed })
  const handover = data?.handovers.find(({ job_id }) => job_id === job.job_id)
  if (handover) return <Handed handover={handover} />
  // Of a forgotten area there is nothing to hand over.
  if (!data?.url || job.status !== 'quoted' || job.next_action_params.area_gone || !mayWrite) return null
  const { amount } = job.quote.total
  return (
    <section className="block handover">
      <p className="quiet">{words.office.handWhy}</p>
      <ActButton busy={giving.isPending} onPress={() => giving.mutate(undefined)}>
        {words.office.hand}
      </ActButton>
      <SureButton
        label={words.office.handAndFile(euros(amount))}
        sure={words.office.sure(euros(amount))}
        busy={giving.isPending}
        onPress={() => giving.mutate(amount)}
      />
      {giving.error ? <ProblemBox error={giving.error} /> : null}
    </section>
  )
}

/** What must be done today and within a week, over all jobs and projects: each line is a way to its place. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Collection, GridList, GridListHeader, GridListItem, GridListSection } from 'react-aria-components'
import type { Duty } from '../../../server/features/digging/schema.ts'
import type { DutyCode, DutyTime } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { goTo, type ResultTab } from '../../place.ts'
import type { Tone } from '../../tone.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { useNamedMutation } from '../users/AskName.tsx'
import { recordPresence, todayQuery } from './api.ts'
import { OpenPrecautions } from './OpenPrecautions.tsx'
import { reasonOfDig } from './reason-of-dig.ts'

const TIMES: readonly DutyTime[] = ['overdue', 'today', 'week']

const TONES: Readonly<Record<DutyCode, Tone>> = {
  start_missed: 'bad',
  validity_expiring: 'care',
  later_unread: 'care',
  precaution_due: 'care',
  agreement_due: 'care',
  may_not_begin: 'care',
  may_begin: 'good',
  presence_due: 'care',
  quote_expiring: 'plain',
}
const toneOf = ({ code, when }: Duty): Tone => (when === 'overdue' ? 'bad' : TONES[code])

/** Where it is done: what stands against digging is on one page; a quote has none yet. */
const tabOf = ({ code }: Duty): ResultTab => (code === 'quote_expiring' ? 'map' : 'attention')

const keyOf = ({ job_id, code, day }: Duty): string => [job_id, code, day].join(' ')

const useWordsOfDuty = () => {
  const speech = useLocale()
  const { t, weekday } = speech
  return ({ code, day: about, operators, reasons }: Duty): string =>
    [
      t(`today.line.${code}`, {
        day: about ? weekday(about) : '',
        operators: operators.map((name) => name || t('digging.area')).join(', '),
      }),
      ...reasons.map((each) => reasonOfDig(each, speech)),
    ].join(' ')
}

/** One tap, without opening the job. */
const Presence = ({ jobId, mayWrite }: { jobId: string; mayWrite: boolean }) => {
  const { t } = useLocale()
  const queries = useQueryClient()
  const reporting = useNamedMutation({
    mutationFn: () => recordPresence(jobId),
    onSuccess: async () => {
      void queries.invalidateQueries({ queryKey: ['job', jobId] })
      await queries.invalidateQueries({ queryKey: ['jobs'] })
    },
  })
  return (
    <>
      <ActButton
        blocked={mayWrite ? null : t('digging.mayNot')}
        busy={reporting.isPending}
        onPress={() => reporting.mutate()}
      >
        {t('digging.seenToday')}
      </ActButton>
      {reporting.error ? <ProblemBox error={reporting.error} /> : null}
    </>
  )
}

const Line = ({ duty, mayWrite }: { duty: Duty; mayWrite: boolean }) => {
  const { t } = useLocale()
  const say = useWordsOfDuty()
  return (
    <>
      <span className="job-top">
        <strong>{duty.reference ?? duty.klic_numbers[0] ?? t('jobs.noReference')}</strong>
        <span className={`pill pill-${toneOf(duty)}`}>{t(`today.duty.${duty.code}`)}</span>
      </span>
      <span className="duty">{say(duty)}</span>
      {duty.project_name ? (
        <span className="duty quiet">{t('today.inProject', { name: duty.project_name })}</span>
      ) : null}
      {duty.code === 'presence_due' ? <Presence jobId={duty.job_id} mayWrite={mayWrite} /> : null}
    </>
  )
}

export const TodayList = ({ mayWrite }: { mayWrite: boolean }) => {
  const { t } = useLocale()
  const { data, error } = useQuery(todayQuery)
  const say = useWordsOfDuty()
  const duties = data?.duties
  const open = (key: string): void => {
    const duty = duties?.find((each) => keyOf(each) === key)
    if (duty) goTo({ job: duty.job_id, tab: tabOf(duty) })
  }
  return (
    <div className="panel-body jobs">
      <h2 id="today-title" className="unseen">
        {t('today.title')}
      </h2>
      {error && !data ? <ProblemBox error={error} /> : null}
      {data?.is_shortened ? <p className="quiet">{t('today.shortened')}</p> : null}
      {duties?.length === 0 ? (
        <div className="empty">
          <strong>{t('today.nothingTitle')}</strong>
          <p>{t('today.nothing')}</p>
        </div>
      ) : null}
      {duties && duties.length > 0 ? (
        <GridList
          aria-labelledby="today-title"
          className="job-list"
          // A way to a place, not a choice: the same line may be gone again.
          selectionMode="none"
          onAction={(key) => open(String(key))}
        >
          {TIMES.map((when) => ({ when, own: duties.filter((duty) => duty.when === when) }))
            .filter(({ own }) => own.length > 0)
            .map(({ when, own }) => (
              <GridListSection key={when} id={when}>
                <GridListHeader className="job-group">{t(`today.when.${when}`)}</GridListHeader>
                <Collection items={own}>
                  {(duty) => (
                    <GridListItem
                      id={keyOf(duty)}
                      className="job-item"
                      textValue={`${duty.reference ?? duty.job_id} ${say(duty)}`}
                    >
                      <Line duty={duty} mayWrite={mayWrite} />
                    </GridListItem>
                  )}
                </Collection>
              </GridListSection>
            ))}
        </GridList>
      ) : null}
      <OpenPrecautions />
    </div>
  )
}

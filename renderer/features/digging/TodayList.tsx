/** What must be done today and within a week, over all jobs and projects: a card for each job. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Collection, GridList, GridListHeader, GridListItem, GridListSection } from 'react-aria-components'
import type { Duty } from '../../../server/features/digging/schema.ts'
import type { DutyCode, DutyTime } from '../../../server/features/vocabulary.ts'
import { useLocale } from '../../locale.tsx'
import { goTo } from '../../place.ts'
import type { Tone } from '../../tone.ts'
import { ActButton, ProblemBox } from '../../ui/parts.tsx'
import { useNamedMutation } from '../users/AskName.tsx'
import { recordPresence, todayQuery } from './api.ts'
import { CalledToday } from './CalledToday.tsx'
import { OpenPrecautions } from './OpenPrecautions.tsx'
import { type Act, cardsOf, type TodayCard } from './today-cards.ts'

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
const open = ({ job_id, code }: Duty) => goTo({ job: job_id, tab: code === 'quote_expiring' ? 'map' : 'attention' })

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

/** One thing to do, with its button. */
const ActLine = ({ act, mayWrite }: { act: Act; mayWrite: boolean }) => {
  const { t, weekday } = useLocale()
  const { code, operator, operators, reasons } = act
  const names = (operator === null ? operators : [operator]).map((name) => name || t('digging.area'))
  const said = { day: act.day ? weekday(act.day) : '', operators: names.join(', '), n: reasons.length }
  return (
    <span className="duty-act">
      <span className="duty">{t(`today.line.${code}`, said)}</span>
      {code === 'presence_due' ? (
        <Presence jobId={act.job_id} mayWrite={mayWrite} />
      ) : operator !== null ? (
        <CalledToday jobId={act.job_id} operator={operator} />
      ) : (
        <ActButton onPress={() => open(act)}>
          {t(`today.act.${code as Exclude<DutyCode, 'presence_due' | 'precaution_due'>}`)}
        </ActButton>
      )}
    </span>
  )
}

const nameOf = ({ reference, klic_numbers }: Duty): string | undefined => reference ?? klic_numbers[0]

const Card = ({ card: { first, acts, left }, mayWrite }: { card: TodayCard; mayWrite: boolean }) => {
  const { t } = useLocale()
  return (
    <>
      <span className="job-top">
        <strong>{nameOf(first) ?? t('jobs.noReference')}</strong>
        <span className={`pill pill-${toneOf(first)}`}>{t(`today.duty.${first.code}`)}</span>
      </span>
      {first.project_name ? (
        <span className="duty quiet">{t('today.inProject', { name: first.project_name })}</span>
      ) : null}
      {acts.map((act) => (
        <ActLine key={`${act.code} ${act.operator}`} act={act} mayWrite={mayWrite} />
      ))}
      {left > 0 ? <span className="duty quiet">{t('today.more', { n: left })}</span> : null}
    </>
  )
}

export const TodayList = ({ mayWrite }: { mayWrite: boolean }) => {
  const { t } = useLocale()
  const { data, error } = useQuery(todayQuery)
  const cards = data && cardsOf(data.duties)
  return (
    <div className="panel-body jobs">
      <h2 id="today-title" className="unseen">
        {t('today.title')}
      </h2>
      {error && !data ? <ProblemBox error={error} /> : null}
      {data?.is_shortened ? <p className="quiet">{t('today.shortened')}</p> : null}
      {cards?.length === 0 ? (
        <div className="empty">
          <strong>{t('today.nothingTitle')}</strong>
          <p>{t('today.nothing')}</p>
        </div>
      ) : null}
      {cards && cards.length > 0 ? (
        <GridList
          aria-labelledby="today-title"
          className="job-list"
          // A way to a place, not a choice: the same line may be gone again.
          selectionMode="none"
          onAction={(key) => {
            const card = cards.find(({ first }) => first.job_id === key)
            if (card) open(card.first)
          }}
        >
          {TIMES.map((when) => ({ when, own: cards.filter(({ first }) => first.when === when) }))
            .filter(({ own }) => own.length > 0)
            .map(({ when, own }) => (
              <GridListSection key={when} id={when}>
                <GridListHeader className="job-group">{t(`today.when.${when}`)}</GridListHeader>
                <Collection items={own}>
                  {(card) => (
                    <GridListItem
                      id={card.first.job_id}
                      className="job-item"
                      textValue={nameOf(card.first) ?? card.first.job_id}
                    >
                      <Card card={card} mayWrite={mayWrite} />
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

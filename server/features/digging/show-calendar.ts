/** The calendar of a company, as a calendar program reads it. */

import { Refusal } from '../../platform/refusal.ts'
import type { Needs } from '../needs.ts'
import { datesOf, eventsOf, LANGUAGES } from './calendar.ts'
import { changedAtOf } from './duty-rows.ts'
import { icalendar } from './icalendar.ts'
import { jobsAtHand, namedJob } from './jobs-at-hand.ts'

/** @throws Refusal NOT_FOUND for a language that it is not written in */
export async function calendar(
  needs: Pick<Needs, 'store' | 'clock' | 'operator'>,
  companyId: string,
  asked: { language: string; baseUrl: string },
): Promise<string> {
  const language = LANGUAGES.find((each) => each === asked.language)
  if (!language) throw new Refusal('NOT_FOUND', `The language of a calendar is one of ${LANGUAGES.join(', ')}.`)
  const { now, rules, jobs } = await jobsAtHand(needs, { companyId })
  const found = jobs
    .map((each) => ({ each, dates: datesOf(each.about, rules) }))
    .filter(({ dates }) => dates.length > 0)
  const changed = await changedAtOf(
    needs.store.db,
    found.map(({ each }) => each.job.id),
  )
  const shown = found.map(({ each, dates }) => {
    const { id, environment, createdAt } = each.job
    return {
      ...namedJob(each),
      isTest: environment !== 'production',
      createdAt,
      changedAt: changed.get(id) ?? createdAt,
      dates,
    }
  })
  return icalendar('KLIC Desktop', eventsOf(shown, { language, baseUrl: asked.baseUrl, now }))
}

/** The facts that decide whether one may dig, from the rows of a job. */

import type { PartState } from '../../registry/klic.ts'
import { isDownloadable } from '../../registry/klic.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { JobBriefRecord } from '../jobs/rows/jobs.ts'
import { countOfAttention } from '../jobs/rules/attention.ts'
import { demandsOf, type NextActionFacts, type SpeakTo } from '../jobs/rules/next-action.ts'
import type { Demand, DigFacts } from './dig-status.ts'
import type { DigRecords } from './rows.ts'

export function digFacts(
  job: JobBriefRecord,
  parts: readonly { status: PartState }[],
  standing: NextActionFacts,
  { filed, work, contacts, read, isNewerWaiting, seenOn }: DigRecords,
  now: Date,
): DigFacts {
  const having = (state: PartState): number => parts.filter(({ status }) => status === state).length
  const withheld = having('safety_area')
  const { findings } = job
  const isImported = job.source === 'imported'
  const hasResult = isDownloadable(job.status) && findings !== null && standing.removedAt === null
  return {
    klicType: job.klicType,
    today: dutchDate(now.getTime()),
    isFiled: isImported || (filed !== null && having('rejected') === 0),
    sentOn: isImported ? (job.requested?.first ?? null) : dayOf(filed?.sentAt),
    takenOn: isImported ? (job.requested?.last ?? null) : dayOf(filed?.takenAt),
    parts: { delivered: having('delivered'), withheld, total: parts.length },
    result: hasResult
      ? {
          silent: findings.silent,
          demands: demandsOf(findings).map((demand) => withContact(demand, contacts)),
          unread: countOfAttention(findings, withheld) - read,
        }
      : null,
    isLaterUnread: job.revision > 1 && !standing.isSupplementRead,
    isLaterMissing: isNewerWaiting,
    begunOn: work?.begunOn ?? null,
    endedOn: work?.endedOn ?? null,
    lastSeenOnSite: lastSeen(work, seenOn),
  }
}

/** The later of the recorded start and what was seen since. */
export const lastSeen = (work: DigRecords['work'], seenOn: string | null): string | null =>
  [work?.begunOn ?? null, seenOn].reduce((last, day) => (last === null || (day !== null && day > last) ? day : last))

const dayOf = (moment: string | undefined): string | null =>
  moment === undefined ? null : dutchDate(Date.parse(moment))

function withContact(demand: SpeakTo, contacts: DigRecords['contacts']): Demand {
  const contact = contacts.find((each) => each.operator === demand.operator)
  return { ...demand, contactedOn: contact?.contactedOn ?? null, agreedOn: contact?.agreedOn ?? null }
}

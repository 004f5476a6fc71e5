/** The facts that decide whether one may dig, from the rows of a job. */
import type { Demand, DigFacts } from '../../domain/digging/dig-status.ts'
import { countOfAttention } from '../../domain/klic/attention.ts'
import type { PartState } from '../../domain/klic/klic.ts'
import { isDownloadable } from '../../domain/klic/klic.ts'
import type { Findings, Standing } from '../../domain/klic/next-action.ts'
import { dutchDate } from '../../domain/klic/working-days.ts'
import type { DigRecords } from './digging.ts'
import type { JobBriefRecord } from './jobs.ts'

/** An area of precaution of which no operator says that it is theirs. */
const NO_OPERATOR = ''

/** Names of those that demand precautions. */
export const demandedBy = ({ careful, precautions }: Findings): string[] =>
  careful.length === 0 && precautions > 0 ? [NO_OPERATOR] : careful

export function digFacts(
  job: JobBriefRecord,
  parts: readonly { status: PartState }[],
  standing: Standing,
  { filed, work, contacts, read, isNewerWaiting }: DigRecords,
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
          demands: demandedBy(findings).map((operator) => demandOf(operator, contacts)),
          unread: countOfAttention(findings, withheld) - read,
        }
      : null,
    isLaterUnread: job.revision > 1 && !standing.isSupplementRead,
    isLaterMissing: isNewerWaiting,
    begunOn: work?.begunOn ?? null,
    endedOn: work?.endedOn ?? null,
  }
}

const dayOf = (moment: string | undefined): string | null =>
  moment === undefined ? null : dutchDate(Date.parse(moment))

function demandOf(operator: string, contacts: DigRecords['contacts']): Demand {
  const contact = contacts.find((each) => each.operator === operator)
  return { operator, contactedOn: contact?.contactedOn ?? null, agreedOn: contact?.agreedOn ?? null }
}

/** The facts of one job for tests of what its days ask for. */

import type { DutyFacts } from '../../server/features/digging/duties.ts'
import { USUAL_DIG_RULES } from '../../server/registry/dig-rules.ts'
import { type DigFacts, digStatus } from '../../server/registry/dig-status.ts'

/** Filed on Monday 1 June 2026, delivered, read: it may begin from 4 June to 29 June. The start is meant for Monday 15 June. */
export function jobToDig(today: string, facts: Partial<DigFacts> = {}, more: Partial<DutyFacts> = {}): DutyFacts {
  const known: DigFacts = {
    klicType: 'GRAAF',
    today,
    isFiled: true,
    sentOn: '2026-06-01',
    takenOn: '2026-06-01',
    parts: { delivered: 1, withheld: 0, total: 1 },
    result: { silent: [], demands: [], unread: 0 },
    isLaterUnread: false,
    isLaterMissing: false,
    notLocated: 0,
    begunOn: null,
    lastSeenOnSite: null,
    endedOn: null,
    ...facts,
  }
  const dig = digStatus(known, USUAL_DIG_RULES)
  return { status: 'ready', dig, facts: known, startDate: '2026-06-15', quoteExpiresOn: '2026-07-01', ...more }
}

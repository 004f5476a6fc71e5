/**
 * What keeps an order or a delivery from going on although the registry has it: stored with its row until it is over, and
 * said of the job. Money is spent by then, so none of it is ever "not filed" or "not reachable". When a part is given up:
 * features/jobs/filing/follow-order.ts, and of a broken ZIP features/jobs/filing/fetch-delivery.ts.
 */
import { addWorkingDays, dutchDate, workingDaysUntil } from '../../../registry/working-days.ts'

const ORDER_FAILURES = ['host', 'receipt', 'judgement', 'acceptance'] as const
/**
 * `host`: it is to be asked after on a host that is not allowed. `receipt`: taken in, and the answer names no address to
 * ask at. `judgement`: what it says of the order is not understood. `acceptance`: accepted, and its notifications are not
 * named.
 */
export type OrderFailure = (typeof ORDER_FAILURES)[number]

/** `host`: the link leads to a host that is not allowed. `link`: it does not give the delivery (yet). */
export type LinkFailure = 'host' | 'link'

export interface RetryableFailure<Kind extends string> {
  kind: Kind
  /** ISO 8601 */
  since: string
  /** Of the address that was not followed */
  host?: string
}

/** The link of a delivery dies after so many working days. */
const LINK_WORKING_DAYS = 20
/** So many before it is said aloud: time enough to get hold of somebody at the registry. */
const LOUD_WORKING_DAYS = 5

/** @param composedAt of the delivery, ISO 8601 @returns the last Dutch day on which its link gives something */
export const linkUntil = (composedAt: string): string =>
  addWorkingDays(dutchDate(Date.parse(composedAt)), LINK_WORKING_DAYS)

export const isLinkEnding = (until: string, today: string): boolean =>
  workingDaysUntil(today, until) <= LOUD_WORKING_DAYS

/** What is known of the same trouble keeps its moment. */
export const retryableFailure = <Kind extends string>(
  former: string | null,
  now: Date,
  kind: Kind,
  host?: string,
): RetryableFailure<Kind> => {
  const known = former === null ? null : (JSON.parse(former) as RetryableFailure<string>)
  const since = known?.kind === kind && known.host === host ? known.since : now.toISOString()
  return { kind, since, ...(host === undefined ? {} : { host }) }
}

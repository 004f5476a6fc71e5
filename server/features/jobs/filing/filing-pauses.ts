/** How long to wait between two calls of the registry about an order, the first first; the last holds from then on. */

import { SECOND } from '../../task-context.ts'
import type { JobRow } from '../tables.ts'

/** Between asking for the result of validation; in February 2026 the registry judged nothing for two and a half days. */
const POLL_PAUSES = [2, 5, 10, 20, 30, ...Array<number>(60).fill(60), 300].map((seconds) => seconds * SECOND)
/** Between sending again when the outcome is unknown. */
const SEND_PAUSES = [2, 5, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * SECOND)
/** Of a calamity somebody waits for the numbers to call: every second or two for ten minutes, and never seldom. */
const URGENT_POLLS = [1, 1, 1, ...Array<number>(300).fill(2), 10].map((seconds) => seconds * SECOND)
const URGENT_SENDS = [1, 2, 3, 5].map((seconds) => seconds * SECOND)

type Kind = Pick<JobRow, 'klic_type'>
const isUrgent = ({ klic_type }: Kind): boolean => klic_type === 'CALAMITEIT'

export const pollsOf = (job: Kind): readonly number[] => (isUrgent(job) ? URGENT_POLLS : POLL_PAUSES)
export const sendsOf = (job: Kind): readonly number[] => (isUrgent(job) ? URGENT_SENDS : SEND_PAUSES)

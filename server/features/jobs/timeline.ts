/** Why it is not here yet: what happened to a job, from the rows that every step leaves, and the next step. */

import { isPreliminary } from '../../imkl/model/preliminary.ts'
import type { Store } from '../../platform/database/open.ts'
import { withoutSecrets } from '../../platform/hiding.ts'
import { MAX_ERRORS, MAX_TIMELINE } from '../../platform/limits.ts'
import { Refusal } from '../../platform/refusal.ts'
import { isUnderWay } from '../../registry/klic.ts'
import { addWorkingDays, dutchDate } from '../../registry/working-days.ts'
import type { Handlers } from '../http/serve.ts'
import type { Caller } from '../services.ts'
import { type Happenings, happeningsOf, mergingOfJob } from './rows/timeline.ts'
import type { JobProgress, TIMELINE_ROUTES, Timeline, TimelineEntry } from './timeline-schema.ts'

/** The registry sends what it has after two working days, complete or not (Kadaster, for diggers). */
const DELIVERED_WITHIN_WORKING_DAYS = 2

/** What an entry does not know is null. */
type Entry = Pick<TimelineEntry, 'at' | 'what'> & Partial<TimelineEntry>
const UNKNOWN = {
  ...{ order_no: null, part_no: null, klic_number: null, no: null, complete: null },
  ...{ revision: null, format: null, messages: [], answer: null },
}

type ExpectedEvent = NonNullable<Timeline['expected']>

/** @throws Refusal NOT_FOUND */
async function timelineOf(store: Store, { companyId }: Caller, jobId: string): Promise<Timeline> {
  const rows = await happeningsOf(store.db, companyId, jobId)
  if (!rows) throw new Refusal('NOT_FOUND', 'There is no job with this id.')
  const entries = [...ofJob(rows), ...ofOrders(rows), ...ofDeliveries(rows), ...ofFiles(rows), ...ofEvents(rows)]
  // Equal moments stay in the order of the steps.
  entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const newest = entries.slice(-MAX_TIMELINE)
  return {
    entries: newest.map(({ at, what, ...known }) => ({ at, what, ...UNKNOWN, ...known })),
    expected: expectedOf(rows),
  }
}

/** @throws Refusal NOT_FOUND */
async function progressOf(store: Store, { companyId }: Caller, jobId: string): Promise<JobProgress> {
  const progress = await mergingOfJob(store, companyId, jobId)
  if (!progress) throw new Refusal('NOT_FOUND', 'There is no job with this id.')
  return progress
}

const ofJob = ({ job, former }: Happenings): Entry[] =>
  job.source === 'imported' ? [{ at: job.created_at, what: 'imported' }] : ofOrderedJob({ job, former })

const ofOrderedJob = ({ job, former }: Pick<Happenings, 'job' | 'former'>): Entry[] => [
  { at: job.created_at, what: 'created' },
  ...former.flatMap(({ submitted_at, corrected_at }) => [
    ...(submitted_at ? [{ at: submitted_at, what: 'submitted' as const }] : []),
    ...(corrected_at ? [{ at: corrected_at, what: 'corrected' as const }] : []),
  ]),
  ...(job.submitted_at ? [{ at: job.submitted_at, what: 'submitted' as const }] : []),
]

const DECIDED: Readonly<Record<string, Entry['what']>> = {
  accepted: 'order_accepted',
  rejected: 'order_rejected',
  refused: 'order_rejected',
  undecided: 'order_undecided',
}

const ofOrders = ({ orders }: Happenings): Entry[] =>
  orders.flatMap((order): Entry[] => {
    const about = { order_no: order.order_index + 1, no: order.attempt }
    const decided = DECIDED[order.state]
    return [
      ...(order.sent_at ? [{ ...about, at: order.sent_at, what: 'order_sent' as const, no: order.sends }] : []),
      ...unusableOf(order).map((found) => ({ ...about, ...found })),
      ...(order.decided_at && decided
        ? [
            {
              ...about,
              at: order.decided_at,
              what: decided,
              messages: refusalsOf(decided, order.messages).slice(0, MAX_ERRORS),
            },
          ]
        : []),
    ]
  })

/** Stays after a usable answer has come, for questions to the registry. Then only the time of sending is known. */
function unusableOf({
  answer,
  trouble,
  sent_at,
}: Happenings['orders'][number]): Pick<Entry, 'at' | 'what' | 'answer'>[] {
  const at: string | null = trouble === null ? sent_at : JSON.parse(trouble).since
  if (answer === null || at === null) return []
  return [{ at, what: 'order_answer_unusable' as const, answer: withoutSecrets(answer) }]
}

/** The first is what it was refused for; a list of hundreds is the job's own. */
const MAX_MESSAGES = 5

function refusalsOf(decided: string, messages: string): TimelineEntry['messages'] {
  if (decided !== 'order_rejected') return []
  const said: { severity: string; code: string; message: string }[] = JSON.parse(messages)
  const errors = said.filter(({ severity }) => severity === 'ERROR').slice(0, MAX_MESSAGES)
  return errors.map(({ code, message }) => ({ code, message }))
}

const ofDeliveries = ({ parts, deliveries }: Happenings): Entry[] =>
  deliveries.flatMap((delivery): Entry[] => {
    const part = parts.find(({ id }) => id === delivery.part_id)!
    const about = {
      part_no: part.part_no,
      klic_number: part.klic_number,
      no: delivery.sequence,
      complete: delivery.complete === 1,
    }
    const came = delivery.received_at
      ? [{ ...about, at: delivery.received_at, what: 'delivery_received' as const }]
      : []
    if (delivery.failure && delivery.received_at) {
      return [...came, { ...about, at: delivery.received_at, what: 'delivery_unreadable' }]
    }
    return delivery.read_at ? [...came, { ...about, at: delivery.read_at, what: 'delivery_read' }] : came
  })

/** The GeoPackage is the result itself; the others are made of it. */
const ofFiles = ({ artifacts }: Happenings): Entry[] =>
  artifacts.flatMap(({ format, revision, state, created_at, ready_at }): Entry[] => {
    // What was shown in between, and may be made again with the next delivery.
    if (isPreliminary(revision)) return []
    if (state === 'failed') return [{ at: created_at, what: 'file_failed', format, revision }]
    if (state !== 'ready' || !ready_at) return []
    return [{ at: ready_at, what: format === 'gpkg' ? 'result_ready' : 'file_ready', format, revision, no: revision }]
  })

const ofEvents = ({ tries }: Happenings): Entry[] =>
  tries.map(({ at, no, error }) => ({ at, no, what: error === null ? 'webhook_told' : 'webhook_failed' }))

function expectedOf(rows: Happenings): ExpectedEvent | null {
  const { job, parts, orders, artifacts, events } = rows
  const nothing = { since: null, until: null, day: null, parts: [] }
  switch (job.status) {
    case 'quoted':
      return { ...nothing, what: 'next', since: job.created_at, until: job.quote_expires_at }
    case 'accepted':
      return { ...nothing, what: 'next', since: orders.findLast(({ sent_at }) => sent_at)?.sent_at ?? job.submitted_at }
    case 'submitted':
    case 'partially_delivered':
      return { ...nothing, ...deliveryOf(rows) }
    case 'processing':
      return { ...nothing, what: 'next', since: lastRead(rows) }
    case 'failed':
    case 'rejected':
      return { ...nothing, what: 'next' }
  }
  const wanted = artifacts.find(({ state }) => state === 'wanted')
  if (wanted) return { ...nothing, what: 'file', since: wanted.created_at, parts: parts.map((part) => part.part_no) }
  const waiting = events.find(({ state }) => state === 'waiting')
  if (waiting) return { ...nothing, what: 'webhook', since: waiting.created_at, until: waiting.next_attempt_at }
  return orders.some(({ watch_at }) => watch_at !== null) ? { ...nothing, what: 'supplement' } : null
}

const lastRead = ({ deliveries }: Happenings): string | null =>
  deliveries.map(({ read_at }) => read_at).reduce((a, b) => ((a ?? '') > (b ?? '') ? a : b), null)

/** Of the parts whose complete delivery is still to come; the day by which the last of their orders is usually answered. */
function deliveryOf({ job, parts, orders }: Happenings): Pick<ExpectedEvent, 'what' | 'since' | 'day' | 'parts'> {
  const open = parts.filter(({ status }) => isUnderWay(status))
  const accepted = orders
    .filter(({ id, decided_at }) => decided_at && open.some((part) => part.registry_order_id === id))
    .map(({ decided_at }) => decided_at!)
    .sort()
  const since = accepted.at(-1) ?? job.submitted_at
  return {
    what: 'delivery',
    since,
    // The simulator's days are minutes: no promise is made for them.
    day:
      since && job.environment !== 'simulator'
        ? addWorkingDays(dutchDate(Date.parse(since)), DELIVERED_WITHIN_WORKING_DAYS)
        : null,
    parts: open.map((part) => part.part_no),
  }
}

export const timeline: Handlers<typeof TIMELINE_ROUTES> = {
  getJobProgress: async ({ services, caller, params }) => ({
    status: 200,
    body: await progressOf(services.store, caller, params.job_id),
  }),
  getTimeline: async ({ services, caller, params }) => ({
    status: 200,
    body: await timelineOf(services.store, caller, params.job_id),
  }),
}

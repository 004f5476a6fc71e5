/**
 * Files the orders of one job at the registry, one after another, and waits for each to be judged.
 * Costs the customer money: the body and its postId are on the disk before the first byte leaves, an unknown outcome is
 * answered by sending the same again (the registry takes a postId once), and a new postId is made only after the
 * registry said that nothing was filed. A postId follows from what it is for: a store that was restored from a backup of
 * before files the same order under the same postId again, and it still counts once.
 */
import { type Flow, STEPS_PER_RUN } from '../../../platform/queue/port.ts'
import { Refusal, TryLater } from '../../../platform/refusal.ts'
import { HostNotAllowed } from '../../../registry/client/endpoints.ts'
import type { RegistryMessage } from '../../../registry/types.ts'
import type { Database } from '../../services.ts'
import type { Logging, RegistryCalls, Settings } from '../../task-context.ts'
import { backoff, HOUR, MINUTE, pauseAfter, SECOND } from '../../task-context.ts'
import { failJob } from '../rows/job-moves.ts'
import {
  beginSending,
  countPoll,
  countUndecided,
  jobById,
  newestOrder,
  orderById,
  partsOfJob,
  partsOfOrder,
  recomputeJobState,
  recordAccepted,
  recordReceipt,
  recordRejected,
  recordUndecided,
} from '../rows/orders.ts'
import { complaintsNamed } from '../rules/order-draft.ts'
import { type OrderFailure, retryableFailure } from '../rules/retryable-failure.ts'
import type { JobRow, OrderRow } from '../tables.ts'
import { byPart, clearOrderFailure, matchPositions, messagesJson, saveOrderFailure } from './order-verdict.ts'
import { prepare } from './prepare-order.ts'
import { endWaiting, recordWaiting } from './unavailability-retry.ts'

/** A poll URL that is not known after so many polls (15 minutes): the same body is sent again. */
const UNKNOWN_POLLS_BEFORE_RESEND = 20
/** "Could not judge" may still turn into a verdict: only after ten minutes of it is a new postId made. */
const UNDECIDED_PAUSE = MINUTE
const UNDECIDED_POLLS_BEFORE_GIVING_UP = 11
/** Between asking for an answer that can be used: a person has to solve it, here or at Kadaster. */
const FAILURE_PAUSES = { least: 10 * SECOND, most: HOUR }
const HOST_PAUSE = 2 * MINUTE

type Turn = { next: 'order_done' } | { next: 'stop' } | { next: 'again'; pauseMs: number }

/** @param name of a flow apart: a calamity has slots of its own, so that nothing else stands before it */
export const fileJob = (
  services: Database & Settings & RegistryCalls & Logging,
  name: 'file-job' | 'file-calamity' = 'file-job',
): Flow<{ jobId: string; round?: number }> => ({
  name,
  version: '1',
  async run({ jobId, round }, steps) {
    const job = await steps.run('look', () => look(services, jobId, round))
    if (!job) return
    let turns = 0
    for (let index = 0; index < job.orders; index++) {
      // Each turn is two step attempts, the work and the sleep; the sweep starts the next run where this one ends.
      for (; turns * 2 < STEPS_PER_RUN; turns++) {
        const turn = await steps.run<Turn>(`order-${index}-turn-${turns}`, () =>
          takeTurn(services, jobId, index, round),
        )
        if (turn.next === 'stop') return
        if (turn.next === 'order_done') break
        await steps.sleep(`order-${index}-pause-${turns}`, turn.pauseMs)
      }
      if (turns * 2 >= STEPS_PER_RUN) return
      turns++
    }
    await steps.run('settle', () => recomputeJobState(services.store, jobId))
  },
})

async function look(services: Database, jobId: string, round?: number): Promise<{ orders: number } | null> {
  const job = await jobById(services.store, jobId)
  if (job?.status !== 'accepted' || isOver(job, round)) return null
  const parts = await partsOfJob(services.store, jobId)
  return { orders: Math.max(...parts.map((part) => part.order_index)) + 1 }
}

/** The job was corrected or resumed since: another run files it, or nobody wants it filed. */
const isOver = (job: JobRow, round: number | undefined): boolean => round !== undefined && job.round !== round

/**
 * One act for one order of a job: the next one by its row.
 * @param round of the job when it was to be filed; runs that began before this was kept have none
 */
async function takeTurn(
  services: Database & Settings & RegistryCalls & Logging,
  jobId: string,
  orderIndex: number,
  round?: number,
): Promise<Turn> {
  const job = await jobById(services.store, jobId)
  if (!job || isOver(job, round) || job.submitted_at === null || job.status === 'rejected') return { next: 'stop' }
  const pause = (ms: number): Turn => ({ next: 'again', pauseMs: services.pause(ms, job.environment) })
  const order = await newestOrder(services.store, jobId, orderIndex)
  try {
    switch (order?.state) {
      case undefined:
      case 'undecided':
        await prepare(services, job, orderIndex, (order?.attempt ?? 0) + 1)
        return pause(0)
      case 'prepared':
      case 'sending':
        return await send(services, job, order.id, pause)
      case 'validating':
        return await poll(services, job, order.id, pause)
      case 'accepted':
        return { next: 'order_done' }
      case 'rejected':
      case 'refused':
        return { next: 'stop' }
    }
  } catch (error) {
    if (error instanceof Refusal) {
      // A setting that has gone since the submission was checked: said in words, and filed after a retry.
      const complaints = complaintsNamed(error.complaints)
      await failJob(services.store, jobId, { reason: 'failed_settings', complaints })
      return { next: 'stop' }
    }
    if (error instanceof HostNotAllowed && order) {
      await recordOrderFailure(services, order, 'host', null, error.host)
      return pause(HOST_PAUSE)
    }
    if (!(error instanceof TryLater)) throw error
    services.log.warn({ jobId, orderId: order?.id, reason: error.message }, 'The registry is not ready; trying later')
    await recordWaiting(services.store, jobId, error.reason, services.clock.now().toISOString())
    // A registry that answered and refused is asked again at the same pace.
    const backOff = error.reason === 'unreachable' ? pauseAfter(sendsOf(job), order?.sends ?? 0) : MINUTE
    return pause(Math.max(error.retryAfterMs ?? 0, backOff))
  }
}

async function send(
  services: Database & RegistryCalls & Logging,
  job: JobRow,
  orderId: string,
  pause: (ms: number) => Turn,
): Promise<Turn> {
  await beginSending(services.store, orderId, services.clock.now().toISOString())
  const { body } = await orderById(services.store, orderId)
  const registry = await services.registryFor(job.environment, job.company_id, job.billed_by)
  const outcome = await registry.fileOrder(body)
  await endWaiting(services.store, job.id, 'registry')
  if (outcome.kind === 'taken_unusable') {
    const ms = await recordOrderFailure(services, await orderById(services.store, orderId), 'receipt', outcome.answer)
    return pause(ms)
  }
  if (outcome.kind === 'taken') {
    await recordReceipt(services.store, orderId, outcome.pollUrl)
    return pause(pauseAfter(pollsOf(job), 0))
  }
  services.log.warn(
    { jobId: job.id, orderId, httpStatus: outcome.httpStatus, fix: outcome.fix },
    'The registry refused an order',
  )
  await reject(services, orderId, 'refused', outcome.messages)
  return { next: 'stop' }
}

async function poll(
  services: Database & RegistryCalls & Logging,
  job: JobRow,
  orderId: string,
  pause: (ms: number) => Turn,
): Promise<Turn> {
  const order = await orderById(services.store, orderId)
  const registry = await services.registryFor(job.environment, job.company_id, job.billed_by)
  const outcome = await registry.pollOrder(order.poll_url!)
  await endWaiting(services.store, job.id, 'registry')
  await countPoll(services.store, orderId)
  if (outcome.kind !== 'undecided' && order.undecided_polls > 0) await countUndecided(services.store, orderId, 0)
  if (order.trouble !== null && outcome.kind !== 'unusable' && outcome.kind !== 'accepted') {
    await clearOrderFailure(services.store, orderId)
  }
  const wait = pauseAfter(pollsOf(job), order.polls)
  const at = services.clock.now().toISOString()
  switch (outcome.kind) {
    case 'new':
      return pause(wait)
    case 'not_known':
      if ((order.polls + 1) % UNKNOWN_POLLS_BEFORE_RESEND === 0) return await send(services, job, orderId, pause)
      return pause(wait)
    case 'undecided':
      if (order.undecided_polls + 1 < UNDECIDED_POLLS_BEFORE_GIVING_UP) {
        await countUndecided(services.store, orderId, order.undecided_polls + 1)
        return pause(UNDECIDED_PAUSE)
      }
      await recordUndecided(services.store, orderId, messagesJson(outcome.messages), at)
      return pause(0)
    case 'rejected':
      await reject(services, orderId, 'rejected', outcome.messages)
      return { next: 'stop' }
    case 'unusable':
      return pause(await recordOrderFailure(services, order, 'judgement', outcome.answer))
    case 'accepted': {
      const parts = await partsOfOrder(services.store, orderId)
      const ids = matchPositions(parts, outcome.requests)
      if (!ids) return pause(await recordOrderFailure(services, order, 'acceptance', outcome.answer))
      await recordAccepted(
        services.store,
        orderId,
        {
          giAanvraagIds: ids,
          messages: messagesJson(outcome.messages),
          warnings: byPart(parts, outcome.messages),
          concerned: outcome.concerned && JSON.stringify(outcome.concerned),
        },
        at,
      )
      return { next: 'order_done' }
    }
  }
}

/**
 * The registry has the order, and it does not go on: said of the job, with the answer kept; it is asked again.
 * @returns how long to wait
 */
async function recordOrderFailure(
  services: Database & Logging,
  order: OrderRow,
  kind: OrderFailure,
  answer: string | null,
  host?: string,
): Promise<number> {
  const now = services.clock.now()
  const found = retryableFailure(order.trouble, now, kind, host)
  services.log.error(
    { jobId: order.job_id, orderId: order.id, kind, host },
    'The registry has an order that does not go on',
  )
  await saveOrderFailure(services.store, order.id, found, answer)
  await endWaiting(services.store, order.job_id, 'registry')
  return backoff(found.since, now, FAILURE_PAUSES)
}

async function reject(
  services: Database,
  orderId: string,
  state: 'rejected' | 'refused',
  messages: readonly RegistryMessage[],
): Promise<void> {
  const parts = await partsOfOrder(services.store, orderId)
  await recordRejected(
    services.store,
    orderId,
    { state, messages: messagesJson(messages), errors: byPart(parts, messages) },
    services.clock.now().toISOString(),
  )
}

/** Between asking for the result of validation; in February 2026 the registry judged nothing for two and a half days. */
const POLL_PAUSES = [2, 5, 10, 20, 30, ...Array<number>(60).fill(60), 300].map((seconds) => seconds * SECOND)
/** Between sending again when the outcome is unknown. */
const SEND_PAUSES = [2, 5, 15, 30, 60, 120, 300, 600].map((seconds) => seconds * SECOND)
/** Of a calamity somebody waits for the numbers to call: every second or two for ten minutes, and never seldom. */
const URGENT_POLLS = [1, 1, 1, ...Array<number>(300).fill(2), 10].map((seconds) => seconds * SECOND)
const URGENT_SENDS = [1, 2, 3, 5].map((seconds) => seconds * SECOND)

type Kind = Pick<JobRow, 'klic_type'>
const isUrgent = ({ klic_type }: Kind): boolean => klic_type === 'CALAMITEIT'

const pollsOf = (job: Kind): readonly number[] => (isUrgent(job) ? URGENT_POLLS : POLL_PAUSES)
const sendsOf = (job: Kind): readonly number[] => (isUrgent(job) ? URGENT_SENDS : SEND_PAUSES)

/**
 * Finds in the store whatever has work to do, and starts its flow by key. The one way work begins: a nudge only makes
 * it look sooner, so a lost nudge, a kill or a restored backup cost nothing but a moment.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Flow, Json } from '../engine/port.ts'
import { deliveriesToFetch } from '../store/deliveries.ts'
import { eventsToSend, giveUpEvent } from '../store/events.ts'
import { jobsToFile, ordersToFollow, recordWatched } from '../store/orders.ts'
import { checksToRun, recordSteps } from '../store/registry-checks.ts'
import { artifactsToMake, failArtifact, failJob, jobsToMerge } from '../store/results.ts'
import { checkRegistry } from './check-registry.ts'
import { fetchDelivery } from './fetch-delivery.ts'
import { fileJob } from './file-job.ts'
import { followOrder } from './follow-order.ts'
import { makeArtifact } from './make-artifact.ts'
import { mergeJob } from './merge-job.ts'
import { DAY, type Needs, WORK_FOLDER } from './needs.ts'
import { sendWebhook } from './send-webhook.ts'
import { dueToWatch, watchOrder } from './watch-order.ts'

export interface Sweep {
  readonly flows: readonly Flow<never>[]
  /** Starts what has no live run. Running it twice at once is harmless. */
  run(): Promise<void>
  /** Forgets what nobody will ask for any more. */
  clean(): Promise<void>
}

const KEEP_RUNS_MS = 7 * DAY
/** Addresses that don't answer hold a slot of the engine for 15 seconds each: not all slots are theirs. */
const TOLD_AT_ONCE = 4

export function createSweep(needs: Needs): Sweep {
  const file = fileJob(needs)
  const follow = followOrder(needs)
  const watch = watchOrder(needs)
  const fetch = fetchDelivery(needs)
  const merge = mergeJob(needs)
  const make = makeArtifact(needs)
  const tell = sendWebhook(needs)
  const check = checkRegistry(needs)

  /** A run that failed after all its tries ends what it worked for, in words; otherwise it would begin anew for ever. */
  const begin = async <I extends Json>(
    flow: Flow<I>,
    key: string,
    input: I,
    giveUp: (error: string) => Promise<void>,
  ): Promise<void> => {
    const last = await needs.engine.last(flow.name, key)
    if (last?.state === 'waiting' || last?.state === 'running') return
    if (last?.state === 'failed') {
      needs.log.error({ flow: flow.name, key, reason: last.error }, 'A flow failed after all its tries')
      return giveUp(last.error ?? 'unknown')
    }
    await needs.engine.start(flow, input, { key })
  }

  return {
    flows: [file, follow, watch, fetch, merge, make, tell, check] as unknown as readonly Flow<never>[],

    async run() {
      const { store } = needs
      for (const job of await jobsToFile(store)) {
        await begin(file, `${job.id}:${job.round}`, { jobId: job.id }, () => failJob(store, job.id, FILING_FAILED))
      }
      for (const order of await ordersToFollow(store)) {
        await begin(follow, `${order.id}:${order.round}`, { orderId: order.id }, () =>
          failJob(store, order.job_id, FOLLOWING_FAILED),
        )
      }
      for (const { id, key } of await dueToWatch(needs)) {
        await begin(watch, key, { orderId: id }, () => recordWatched(store, id, null))
      }
      for (const delivery of await deliveriesToFetch(store)) {
        await begin(fetch, `${delivery.id}:${delivery.round}`, { deliveryId: delivery.id }, () =>
          failJob(store, delivery.job_id, READING_FAILED),
        )
      }
      for (const job of await jobsToMerge(store)) {
        const revision = job.revision + 1
        await begin(merge, `${job.id}:${revision}:${job.round}`, { jobId: job.id, revision }, () =>
          failJob(store, job.id, MERGING_FAILED),
        )
      }
      for (const artifact of await artifactsToMake(store)) {
        await begin(make, artifact.id, { artifactId: artifact.id }, () =>
          failArtifact(store, artifact.id, MAKING_FAILED),
        )
      }
      for (const { id, round } of await eventsToSend(store, needs.clock.now().toISOString(), TOLD_AT_ONCE)) {
        await begin(tell, `${id}:${round}`, { eventId: id, round }, () => giveUpEvent(store, id, TELLING_FAILED))
      }
      for (const { id } of await checksToRun(store)) {
        await begin(check, id, { checkId: id }, () =>
          recordSteps(store, id, CHECK_FAILED, needs.clock.now().toISOString()),
        )
      }
    },

    async clean() {
      await needs.engine.prune(new Date(needs.clock.now().getTime() - KEEP_RUNS_MS))
      await rm(join(needs.dataDir, WORK_FOLDER), { recursive: true, force: true })
    },
  }
}

const CHECK_FAILED = [{ step: 'read' as const, state: 'failed' as const, code: 'NOT_AVAILABLE' as const, detail: null }]
const FILING_FAILED =
  'Filing stopped after several tries because of a fault in the program. Nothing is lost: choose "try again"; what the registry already has is not filed twice.'
const FOLLOWING_FAILED =
  'Following the registry stopped because of a fault in the program. The notifications are filed: choose "try again".'
const READING_FAILED =
  'A delivery could not be fetched or read after several tries. The notifications are filed: choose "try again".'
const MERGING_FAILED = 'The result could not be made after several tries. The deliveries are kept: choose "try again".'
const TELLING_FAILED = 'Telling the event failed because of a fault in the program: send it again.'
const MAKING_FAILED = 'The file could not be made after several tries.'

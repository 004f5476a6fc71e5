/**
 * Finds in the store all that has work to do, and starts its flow by key. The one way work begins: a nudge only makes
 * it look sooner, so a lost nudge, a kill or a restored backup cost nothing but a moment.
 */

import type { Flow, Pool } from '../platform/queue/port.ts'
import { endSafetyList, safetyListsToAsk } from './areas/safety-area-rows.ts'
import { askSafetyAreas } from './areas/safety-areas.ts'
import { sendDueReminders } from './digging/due-reminders.ts'
import { type Batch, batch, byCompany, startFairly } from './fair-start.ts'
import { fetchDelivery, readDelivery } from './jobs/filing/fetch-delivery.ts'
import { fileJob } from './jobs/filing/file-job.ts'
import { followOrder } from './jobs/filing/follow-order.ts'
import {
  ordersToWatch,
  recordWatched,
  WATCH_PAUSE,
  watchOrder,
  watchOvertakenOrders,
} from './jobs/filing/watch-order.ts'
import { deliveriesToFetch, deliveriesToShow, recordUnreadable } from './jobs/rows/deliveries.ts'
import { failJob } from './jobs/rows/job-moves.ts'
import { jobsToFile, ordersToFollow } from './jobs/rows/orders.ts'
import { plansToCount } from './jobs/rows/trench-plans.ts'
import { removeOrphans } from './projects/project-documents.ts'
import { addGround } from './results/ground/add-ground.ts'
import { failGround, groundsToAdd } from './results/ground/rows.ts'
import { giveUpPreliminary, preliminariesToMake } from './results/rows/preliminary.ts'
import { artifactsToMake, failArtifact, jobsToMerge } from './results/rows/results.ts'
import { applyRetention } from './results/tasks/apply-retention.ts'
import { countCopies } from './results/tasks/count-copies.ts'
import { makeArtifact } from './results/tasks/make-artifact.ts'
import { makePreliminary } from './results/tasks/make-preliminary.ts'
import { mergeJob } from './results/tasks/merge-job.ts'
import { checkRegistry, checksToRun, recordSteps } from './settings/registry-check.ts'
import type { TaskContext } from './task-context.ts'
import { DAY, HOUR } from './task-context.ts'
import { countTrenchRows, keepCount } from './trenches/count-rows.ts'
import { eventsToSend, giveUpEvent, rescheduleOvertakenEvents } from './webhooks/rows.ts'
import { chooseByReceiver, MAX_CONCURRENT_DELIVERIES, sendWebhook } from './webhooks/send-webhook.ts'

export interface Sweep {
  readonly flows: readonly Flow<never>[]
  /** Starts what has no live run. Several workers may do so at once: a key denotes one run. */
  run(): Promise<void>
  /** Forgets what nobody will ask for any more. */
  clean(): Promise<void>
}

const KEEP_RUNS_MS = 7 * DAY
const HOUSE_KEPT_EVERY = HOUR
/** Machines' clocks differ a little. */
const CLOCK_SLACK_MS = 60_000
/** Runs that are over in a moment, then sleep; new ones go before those that wake, so only so many come at a time. */
const LIGHT_QUEUED = 16
/** Runs that download and convert: enough that no slot stands idle until the next look. */
const HEAVY_QUEUED = 4
/** Fewer of the long flows at once than of the short: their conversions wait for cores anyway. */
const LEFT_TO_LIGHT = 2
/** Danger stands behind nothing else. */
const CALAMITIES_AT_ONCE = 2
/** What downloads and converts, and what waits for receivers that answer when they like: each has slots of its own. */
export const FLOWS_WITH_OWN_SLOTS: readonly Pool[] = [
  {
    namespace: 'klic-heavy',
    flows: ['fetch-delivery', 'merge-job', 'make-artifact', 'make-preliminary', 'add-ground', 'count-trench-rows'],
    slotsOf: (slots) => Math.max(1, slots - LEFT_TO_LIGHT),
  },
  { namespace: 'klic-calamity', flows: ['file-calamity'], slotsOf: () => CALAMITIES_AT_ONCE, connections: 1 },
  {
    namespace: 'klic-telling',
    flows: ['send-webhook'],
    slotsOf: () => MAX_CONCURRENT_DELIVERIES.ofAll,
    connections: 1,
  },
]

export function createSweep(services: TaskContext): Sweep {
  const file = fileJob(services)
  const fileUrgently = fileJob(services, 'file-calamity')
  const follow = followOrder(services)
  const watch = watchOrder(services)
  const fetch = fetchDelivery(services)
  const merge = mergeJob(services, (deliveryId) => readDelivery(services, deliveryId))
  const make = makeArtifact(services)
  const ground = addGround(services)
  const preliminary = makePreliminary(services)
  const countTrenches = countTrenchRows(services)
  const tell = sendWebhook(services)
  const check = checkRegistry(services)
  const safety = askSafetyAreas(services)

  const startLight = (work: Batch): Promise<void> => startFairly(services, [work], byCompany(LIGHT_QUEUED))

  let houseKeptAt = Number.NEGATIVE_INFINITY
  let orphansSoughtAt = Number.NEGATIVE_INFINITY
  /** Infinity: before the first look it may have been set back while nobody looked. */
  let lastLookAt = Number.POSITIVE_INFINITY

  const afterTheClockWentBack = async (nowMs: number): Promise<void> => {
    const woken = await services.engine.wakeOvertaken()
    const latest = (ms: number): string => new Date(nowMs + ms + CLOCK_SLACK_MS).toISOString()
    const later =
      (await rescheduleOvertakenEvents(services.store, new Date(nowMs))) +
      (await watchOvertakenOrders(services.store, new Date(nowMs).toISOString(), latest(WATCH_PAUSE)))
    if (woken + later > 0)
      services.log.warn({ woken, later }, 'The clock was set back: what waited for a later time goes on')
    houseKeptAt = Number.NEGATIVE_INFINITY
    orphansSoughtAt = Number.NEGATIVE_INFINITY
  }
  return {
    flows: [
      file,
      fileUrgently,
      follow,
      watch,
      fetch,
      merge,
      make,
      preliminary,
      ground,
      countTrenches,
      tell,
      check,
      safety,
    ] as unknown as readonly Flow<never>[],

    async run() {
      const { store } = services
      const nowMs = services.clock.now().getTime()
      if (nowMs < lastLookAt) await afterTheClockWentBack(nowMs)
      lastLookAt = nowMs
      if (nowMs >= houseKeptAt + HOUSE_KEPT_EVERY) {
        houseKeptAt = nowMs
        // What is removed later is no reason to do nothing now.
        await applyRetention(services).catch((error) =>
          services.log.error({ err: error }, 'Old files could not be removed'),
        )
        await sendDueReminders(services).catch((error) =>
          services.log.error({ err: error }, 'What is due could not be told'),
        )
        if (nowMs >= orphansSoughtAt + DAY) {
          orphansSoughtAt = nowMs
          await removeOrphans(services).catch((error) =>
            services.log.error({ err: error }, 'Orphans could not be removed'),
          )
          await countCopies(services).catch((error) =>
            services.log.error({ err: error }, 'Old copies could not be counted'),
          )
        }
      }
      const { calamities = [], others = [] } = Object.groupBy(await jobsToFile(store), ({ klic_type }) =>
        klic_type === 'CALAMITEIT' ? 'calamities' : 'others',
      )
      const filing = (flow: typeof file, jobs: typeof others) =>
        batch(flow, jobs, ({ id, round }) => ({
          key: `${id}:${round}`,
          input: { jobId: id, round },
          giveUp: () => failJob(store, id, { reason: 'failed_filing' }),
        }))
      await startLight(filing(fileUrgently, calamities))
      await startLight(filing(file, others))
      await startLight(
        batch(follow, await ordersToFollow(store), ({ id, job_id, round }) => ({
          key: `${id}:${round}`,
          input: { orderId: id },
          giveUp: () => failJob(store, job_id, { reason: 'failed_following' }),
        })),
      )
      const now = services.clock.now().toISOString()
      await startLight(
        // The key of a run names the look.
        batch(watch, await ordersToWatch(store, now), ({ id, watch_at }) => ({
          key: `${id}:${watch_at}`,
          input: { orderId: id },
          giveUp: () => recordWatched(store, id, null),
        })),
      )
      // A job that is nearly done comes before one that has begun, and what nobody waits for after both.
      const heavy = [
        batch(make, await artifactsToMake(store), ({ id }) => ({
          key: id,
          input: { artifactId: id },
          giveUp: () => failArtifact(store, id, MAKING_FAILED),
        })),
        batch(merge, await jobsToMerge(store), ({ id, revision, round }) => ({
          key: `${id}:${revision + 1}:${round}`,
          input: { jobId: id, revision: revision + 1 },
          giveUp: () => failJob(store, id, { reason: 'failed_merging' }),
        })),
        batch(fetch, await deliveriesToFetch(store), ({ id, job_id, round }) => ({
          key: `${id}:${round}`,
          input: { deliveryId: id },
          giveUp: () => failJob(store, job_id, { reason: 'failed_reading' }),
        })),
        batch(preliminary, await preliminariesToMake(store), ({ id, wanted }) => ({
          key: `preliminary:${id}:${wanted}`,
          input: { jobId: id, no: wanted },
          giveUp: () => giveUpPreliminary(store, id, wanted),
        })),
        batch(
          countTrenches,
          await plansToCount(store.db).execute(),
          ({ job_id: jobId, project_id: projectId, revision, results }) => ({
            key: `trenches:${jobId}:${revision}:${results}`,
            input: { jobId },
            giveUp: () => keepCount(services, { jobId, projectId, revision }, null, { results: Number(results) }),
          }),
        ),
        batch(ground, await groundsToAdd(store), ({ id }) => ({
          key: `ground:${id}`,
          input: { artifactId: id },
          giveUp: () => failGround(store, id),
        })),
        batch(fetch, await deliveriesToShow(store), ({ id, round }) => ({
          key: `${id}:${round}`,
          input: { deliveryId: id },
          giveUp: () => recordUnreadable(store, id, READING_FAILED, '[]'),
        })),
      ]
      await startFairly(services, heavy, byCompany(HEAVY_QUEUED))
      const events = await eventsToSend(store, now, MAX_CONCURRENT_DELIVERIES.ofReceiver)
      const keyed = events.map((event) => ({
        ...event,
        key: `${event.id}:${event.round}`,
        companyId: event.company_id,
        isSilent: event.is_silent,
      }))
      const telling = batch(tell, keyed, ({ key, id, round }) => ({
        key,
        input: { eventId: id, round },
        giveUp: () => giveUpEvent(store, id, TELLING_FAILED),
      }))
      await startFairly(services, [telling], chooseByReceiver(keyed))
      await startLight(
        batch(check, await checksToRun(store), ({ id }) => ({
          key: id,
          input: { checkId: id },
          giveUp: () => recordSteps(store, id, CHECK_FAILED, now),
        })),
      )
      await startLight(
        batch(safety, await safetyListsToAsk(store), ({ company_id: companyId, environment, wanted_at: wantedAt }) => ({
          key: `safety:${companyId}:${wantedAt}`,
          input: { companyId, environment, wantedAt },
          giveUp: () => endSafetyList(store, { companyId, wantedAt }, { state: 'unavailable', at: now, listed: null }),
        })),
      )
    },

    async clean() {
      await services.engine.prune(new Date(services.clock.now().getTime() - KEEP_RUNS_MS))
    },
  }
}

const CHECK_FAILED = [{ step: 'read' as const, state: 'failed' as const, code: 'NOT_AVAILABLE' as const, detail: null }]
const READING_FAILED = 'It is in the result of its job; to show it by itself failed because of a fault in the program.'
const TELLING_FAILED = 'Telling the event failed because of a fault in the program: send it again.'
const MAKING_FAILED = 'The file could not be made after several tries.'

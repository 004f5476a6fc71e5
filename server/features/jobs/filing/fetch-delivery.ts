/**
 * Fetches one delivery and reads it: the ZIP appears by rename, complete and hashed; what it holds goes to the part.
 * The link is never kept: it is listed anew for each try, because it is a secret and it dies.
 */
import { join } from 'node:path'
import { orDiskFull } from '../../../platform/disk-full.ts'
import { type Flow, STEPS_PER_RUN } from '../../../platform/queue/port.ts'
import { Refusal, TryLater } from '../../../platform/refusal.ts'
import { LinkNotReady } from '../../../registry/client/download.ts'
import { HostNotAllowed } from '../../../registry/client/endpoints.ts'
import { addDays, dutchDate } from '../../../registry/working-days.ts'
import { keepResultFiles, outFile } from '../../converted-files.ts'
import type { Database } from '../../services.ts'
import type { Conversions, Logging, RegistryCalls } from '../../task-context.ts'
import { backoff, HOUR, MINUTE, SECOND } from '../../task-context.ts'
import {
  deliveryById,
  recordDeadLink,
  recordFetched,
  recordLinkFailure,
  recordRead,
  recordUnreadable,
} from '../rows/deliveries.ts'
import { jobById } from '../rows/orders.ts'
import { TOOK_TOO_LONG, UNREADABLE } from '../rules/next-action.ts'
import { type LinkFailure, linkUntil, retryableFailure } from '../rules/retryable-failure.ts'
import { endWaiting, pauseFor, retryWhileUnavailable, sayWaiting } from './unavailability-retry.ts'

const FETCH_PAUSES = [5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE]
/** Between asking for what a link does not give: it lives for weeks. */
const LINK_PAUSES = { least: 5 * SECOND, most: 6 * HOUR }
/** A host that is not allowed costs no call. */
const HOST_PAUSES = { least: 5 * SECOND, most: 10 * MINUTE }
/** A link may live a little longer than is promised. */
const GRACE_DAYS = 2
/** A ZIP that came broken is fetched again this often before the part is given up. */
const BROKEN_BEFORE_GIVING_UP = 3

type FetchOutcome = { kind: 'done' } | { kind: 'later'; pauseMs: number } | { kind: 'broken'; message: string }

export const fetchDelivery = (
  services: Database & RegistryCalls & Conversions & Logging,
): Flow<{ deliveryId: string }> => ({
  name: 'fetch-delivery',
  version: '1',
  async run({ deliveryId }, steps) {
    let broken = 0
    for (let turn = 0; turn * 2 < STEPS_PER_RUN; turn++) {
      const fetched = await steps.run<FetchOutcome>(`fetch-${turn}`, () => fetchOnce(services, deliveryId, turn))
      if (fetched.kind === 'done') break
      if (fetched.kind === 'broken' && ++broken >= BROKEN_BEFORE_GIVING_UP) {
        await steps.run('give-up', () => giveUp(services, deliveryId, fetched.message))
        return
      }
      await steps.sleep(`pause-${turn}`, fetched.kind === 'later' ? fetched.pauseMs : MINUTE / 6)
    }
    const jobId = async () => (await deliveryById(services.store, deliveryId)).part.job_id
    await retryWhileUnavailable(services, steps, 'read', jobId, () => readDelivery(services, deliveryId))
  },
})

const deliveryPath = (partId: string, sequence: number): string => `deliveries/${partId}/${sequence}.zip`

async function fetchOnce(
  services: Database & RegistryCalls & Conversions & Logging,
  deliveryId: string,
  turn: number,
): Promise<FetchOutcome> {
  const delivery = await deliveryById(services.store, deliveryId)
  if (delivery.path || delivery.failure) return { kind: 'done' }
  const job = await jobById(services.store, delivery.part.job_id)
  const environment = job!.environment
  const later = (ms: number): FetchOutcome => ({ kind: 'later', pauseMs: services.pause(ms, environment) })
  try {
    const registry = await services.registryFor(environment, job!.company_id, job!.billed_by)
    const listing = await registry.listDeliveries(delivery.part.gi_aanvraag_id!)
    const listed =
      listing.kind === 'listed' ? listing.deliveries.find((one) => one.sequence === delivery.sequence) : undefined
    if (!listed?.url) throw new LinkNotReady('The registry lists the delivery no more, or without its link.')
    const path = deliveryPath(delivery.part_id, delivery.sequence)
    const file = await registry.download(listed.url, await services.storage.place(path))
    await services.storage.keep({ key: path, sha256: file.sha256 })
    await recordFetched(services.store, deliveryId, { path, ...file }, services.clock.now().toISOString())
    await endWaiting(services.store, delivery.part.job_id, 'files')
    return { kind: 'done' }
  } catch (caught) {
    const error = orDiskFull(caught)
    if (error instanceof HostNotAllowed) return await recordFetchFailure(services, delivery, later, 'host', error)
    if (error instanceof LinkNotReady) return await recordFetchFailure(services, delivery, later, 'link', error)
    if (error instanceof TryLater) {
      if (error.reason === 'disk_full' || error.reason === 'storage_unreachable') {
        await sayWaiting(services, delivery.part.job_id, error)
        return { kind: 'later', pauseMs: pauseFor(error, turn) }
      }
      return later(pauseFor(error, turn, FETCH_PAUSES))
    }
    if (error instanceof Refusal) return { kind: 'broken', message: error.message }
    throw error
  }
}

/** Told at once on the job, and tried again until some days after the link has died. */
async function recordFetchFailure(
  services: Database & Logging,
  delivery: Awaited<ReturnType<typeof deliveryById>>,
  later: (ms: number) => FetchOutcome,
  kind: LinkFailure,
  error: LinkNotReady | HostNotAllowed,
): Promise<FetchOutcome> {
  const now = services.clock.now()
  const host = error instanceof HostNotAllowed ? error.host : undefined
  const found = retryableFailure(delivery.trouble, now, kind, host)
  services.log.warn({ deliveryId: delivery.id, kind, host, reason: error.message }, 'A delivery can not be fetched yet')
  const until = linkUntil(delivery.composed_at ?? found.since)
  if (dutchDate(now.getTime()) > addDays(until, GRACE_DAYS)) {
    await recordDeadLink(services.store, delivery.id, error.message, LINK_DEAD)
    return { kind: 'done' }
  }
  await recordLinkFailure(services.store, delivery.id, found)
  return later(
    Math.max(error.retryAfterMs ?? 0, backoff(found.since, now, kind === 'host' ? HOST_PAUSES : LINK_PAUSES)),
  )
}

const LINK_DEAD = JSON.stringify([
  {
    severity: 'ERROR',
    code: 'NOT_DELIVERED',
    message:
      'The registry made the delivery, and its link never gave it before it died. Ask the registry (KLIC) with the KLIC number.',
    pointer: null,
  },
])

export async function readDelivery(services: Database & Conversions & Logging, deliveryId: string): Promise<null> {
  const delivery = await deliveryById(services.store, deliveryId)
  if (!delivery.path || delivery.summary || delivery.failure) return null
  const geojsonPath = `deliveries/${delivery.part_id}/${delivery.sequence}.geojson`
  try {
    const target = await services.storage.place(geojsonPath)
    const zip = { key: delivery.path, sha256: delivery.sha256 }
    const { summary, artifacts } = await services.storage.use([zip], ([path]) =>
      services.convert(
        {
          kind: 'merge',
          deliveries: [{ path: path! }],
          out: [outFile('geojson', target)],
          tempDir: join(services.tempDir, deliveryId),
        },
        delivery.part.company_id,
      ),
    )
    for (const made of artifacts) await keepResultFiles(services, geojsonPath, made)
    await recordRead(
      services.store,
      deliveryId,
      {
        summary: JSON.stringify(summary),
        geojsonPath,
        geojsonSha256: artifacts[0]?.sha256 ?? null,
        geojsonBytes: artifacts[0] ? artifacts[0].bytes + (artifacts[0].packedBytes ?? 0) : null,
        klicNumber: summary?.deliveries[0]?.klicNumber ?? null,
      },
      services.clock.now().toISOString(),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await giveUp(services, deliveryId, error.message, error.code === TOOK_TOO_LONG ? TOOK_TOO_LONG : UNREADABLE)
  }
  return null
}

async function giveUp(
  services: Database & Logging,
  deliveryId: string,
  message: string,
  code: string = UNREADABLE,
): Promise<null> {
  services.log.error({ deliveryId, reason: message }, 'A delivery could not be read')
  const errors = JSON.stringify([{ severity: 'ERROR', code, message, pointer: null }])
  await recordUnreadable(services.store, deliveryId, message, errors)
  return null
}

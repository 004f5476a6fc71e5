/**
 * Makes the result of a job: the newest delivery of each part, merged, as GeoPackage and GeoJSON, and then, in one
 * transaction, the artifacts, the job's new state and the event that tells it.
 */

import { join } from 'node:path'
import { fileNumbers } from '../../../exports/file-name.ts'
import type { ConversionResult, JobLabel, OutFile } from '../../../imkl/model/conversion-task.ts'
import { type MergeProgress, mergingOf } from '../../../imkl/model/merge-progress.ts'
import { isPreliminary } from '../../../imkl/model/preliminary.ts'
import type { Flow } from '../../../platform/queue/port.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { isUnderWay } from '../../../registry/klic.ts'
import { keepResultFiles, outFile } from '../../converted-files.ts'
import { jobLinks } from '../../http/common-schema.ts'
import { retryWhileUnavailable } from '../../jobs/filing/unavailability-retry.ts'
import { readDeliveriesOfJob } from '../../jobs/rows/deliveries.ts'
import { failJob } from '../../jobs/rows/job-moves.ts'
import { jobById, partsOfJob } from '../../jobs/rows/orders.ts'
import { TOOK_TOO_LONG } from '../../jobs/rules/next-action.ts'
import { finishedState, isMissing } from '../../jobs/rules/progress.ts'
import type { JobRow, PartRow } from '../../jobs/tables.ts'
import type { Database } from '../../services.ts'
import type { CompanySettings } from '../../settings/settings.ts'
import type { Conversions, Logging, Settings, WebhookCalls } from '../../task-context.ts'
import { eventTarget } from '../../webhooks/event-types.ts'
import type { NewEvent } from '../../webhooks/rows.ts'
import { openedDeliveries, recordMerging, recordResult } from '../rows/results.ts'
import { readingOf } from './reading-cache.ts'
import { geoPackageKey, geoPackageName, resultKey } from './result-files.ts'

/** @param readAlone reads one delivery by itself, and gives up a part whose delivery can't be read */
export const mergeJob = (
  services: Database & Settings & Conversions & WebhookCalls & Logging,
  readAlone: (deliveryId: string) => Promise<unknown>,
): Flow<{ jobId: string; revision: number }> => ({
  name: 'merge-job',
  version: '1',
  async run({ jobId, revision }, steps) {
    const act = () => merge(services, jobId, revision, readAlone)
    await retryWhileUnavailable(services, steps, 'merge', async () => jobId, act, {
      attempts: 4,
      firstMs: 2000,
      maxMs: 60_000,
    })
  },
})

async function merge(
  services: Database & Settings & Conversions & WebhookCalls & Logging,
  jobId: string,
  revision: number,
  readAlone: (deliveryId: string) => Promise<unknown>,
): Promise<null> {
  const job = await jobById(services.store, jobId)
  if (job?.status !== 'processing' || job.revision !== revision - 1) return null
  const parts = await partsOfJob(services.store, jobId)
  const isImported = job.source === 'imported'
  const deliveries = await (isImported ? openedDeliveries : readDeliveriesOfJob)(services.store, jobId)
  const unread = deliveries.filter(({ read_at }) => read_at === null).map(({ id }) => id)
  if (deliveries.length === 0 && parts.every((part) => part.status !== 'safety_area')) {
    const wasLate = parts.some(({ errors }) => errors.includes(`"${TOOK_TOO_LONG}"`))
    await failJob(services.store, jobId, {
      reason: isImported ? 'failed_import' : wasLate ? 'failed_too_long' : 'failed_no_delivery',
    })
    return null
  }
  const settings = await services.settingsOf(job.company_id)
  // Of a life that was cut short: this one begins anew.
  if (job.merging !== null) await recordMerging(services.store, jobId, null)
  const telling = reportMergeProgress(services, jobId)
  const numbers = fileNumbers(
    job.reference,
    parts.flatMap(({ klic_number }) => klic_number ?? []),
  )
  const gpkg = geoPackageKey(jobId, revision, numbers, false)
  const keys: ResultKeys = { gpkg, geojson: resultKey(jobId, revision, 'geojson') }
  const toMerge: ToMerge = { job, revision, parts, deliveries, keys }
  const made = await mergeDeliveries(services, toMerge, telling.onProgress).catch((error: unknown) => {
    if (unread.length > 0 && error instanceof Refusal && error.code === 'DELIVERY_UNREADABLE') return 'unreadable'
    return late(error)
  })
  await telling.end()
  if (made === 'unreadable') {
    // One of them: each by itself says which. What can be read is merged at the next look.
    for (const id of unread) await readAlone(id)
    return null
  }
  if (made === null) {
    await failJob(services.store, jobId, { reason: 'failed_too_long' })
    return null
  }
  const artifacts = made.artifacts.map((one) => ({ ...one, path: keys[one.format as keyof ResultKeys]! }))
  for (const one of artifacts) await keepResultFiles(services, one.path, one)
  const status = finishedState(parts.map((part) => part.status))
  const at = services.clock.now().toISOString()
  await recordResult(services.store, {
    jobId,
    revision,
    status,
    summary: made.summary,
    artifacts,
    // A task of its own: a crash of GDAL costs the export and not the result.
    wanted: settings['exports.shp_at_once'] ? ['shp'] : [],
    artifactId: () => services.ids.make('art'),
    event: readyEvent(services, job, parts, settings, { revision, status, at }),
    read: unread,
    at,
  })
  return null
}

/** It would take as long at once: a person decides when it is tried again. */
const late = (error: unknown): null => {
  if (error instanceof Refusal && error.code === TOOK_TOO_LONG) return null
  throw error
}

/** Where each file of a result goes. */
type ResultKeys = { gpkg: string; geojson?: string }

interface ToMerge {
  job: JobRow
  /** Below zero: what has come is merged, and says that it is preliminary */
  revision: number
  parts: readonly PartRow[]
  /** The newest of each part that has one */
  deliveries: readonly { path: string | null; sha256: string | null }[]
  keys: ResultKeys
  /** With the ground in it: as a result is once that was added. */
  ground?: true
  /** What is read of each is kept for the next of the same job, which then does not read it again. */
  again?: true
}

/** The same of these gives the same bytes, at the same places. */
export async function mergeDeliveries(
  services: Conversions,
  { job, revision, parts, deliveries, keys, ground, again }: ToMerge,
  hear?: Parameters<Conversions['convert']>[2],
): Promise<ConversionResult> {
  const name = geoPackageName(job, revision, keys.gpkg)
  const out: OutFile[] = [{ ...outFile('gpkg', await services.storage.place(keys.gpkg)), name }]
  if (keys.geojson !== undefined) out.push(outFile('geojson', await services.storage.place(keys.geojson)))
  const zips = deliveries.map(({ path, sha256 }) => ({ key: path!, sha256 }))
  return services.storage.use(zips, (paths) =>
    services.convert(
      {
        kind: 'merge',
        deliveries: paths.map((path, at) => {
          const { sha256 } = zips[at]!
          return { path, ...(again && sha256 !== null && { reading: readingOf(services.readingsDir, job.id, sha256) }) }
        }),
        job: labelOf(job, parts, revision),
        ...(ground && { ground }),
        out,
        tempDir: join(services.tempDir, `${job.id}-${revision}`),
      },
      job.company_id,
      hear,
    ),
  )
}

export const labelOf = (job: JobRow, parts: readonly PartRow[], revision = job.revision): JobLabel => ({
  reference: job.reference,
  klicType: job.klic_type,
  environment: job.environment,
  source: job.source,
  missingParts: parts.filter((part) => isMissing(part.status)).map(missingPart),
  ...(isPreliminary(revision) && { preliminary: { awaited: parts.filter(isAwaited).map(named), parts: parts.length } }),
})

const isAwaited = ({ status }: PartRow): boolean => isUnderWay(status)

const named = (part: PartRow) => ({ orderId: part.order_id, partNo: part.part_no, klicNumber: part.klic_number })

const missingPart = (part: PartRow) => ({
  orderId: part.order_id,
  partNo: part.part_no,
  reason: part.status === 'safety_area' || part.status === 'rejected' ? part.status : ('failed' as const),
  klicNumber: part.klic_number,
})

function readyEvent(
  services: Database & WebhookCalls,
  job: JobRow,
  parts: readonly PartRow[],
  settings: CompanySettings,
  made: { revision: number; status: string; at: string },
): NewEvent {
  const data = {
    job_id: job.id,
    job_ids: [job.id],
    revision: made.revision,
    client_ref: job.client_ref,
    reference: job.reference,
    status: made.status,
    order_ids: parts.map((part) => part.order_id),
    missing_parts: parts
      .filter((part) => isMissing(part.status))
      .map((part) => ({
        order_id: part.order_id,
        part_no: part.part_no,
        status: part.status,
        klic_number: part.klic_number,
      })),
    links: jobLinks(services.baseUrl(), job.id, true),
  }
  return {
    id: services.ids.make('evt'),
    companyId: job.company_id,
    jobId: job.id,
    type: 'job.ready',
    data,
    at: made.at,
    target: eventTarget(job.webhook_url, settings),
  }
}

const PAUSE_MS = 500

interface ProgressReporter {
  onProgress(what: string, done: number, total: number): void
  /** No row is written after it. */
  end(): Promise<void>
}

function reportMergeProgress({ store, clock, log }: Database & Logging, jobId: string): ProgressReporter {
  const now = (): number => clock.now().getTime()
  let dueMs = now() + PAUSE_MS
  let writing: Promise<void> | null = null
  const write = async (merging: MergeProgress): Promise<void> => {
    try {
      await recordMerging(store, jobId, merging)
    } catch (error) {
      log.warn({ jobId, error: error instanceof Error ? error.message : String(error) }, 'progress was not written')
    }
    writing = null
  }
  return {
    onProgress(what, done, total) {
      if (writing || now() < dueMs) return
      dueMs = now() + PAUSE_MS
      writing = write(mergingOf(what, done, total))
    },
    end: async () => {
      dueMs = Number.POSITIVE_INFINITY
      await writing
    },
  }
}

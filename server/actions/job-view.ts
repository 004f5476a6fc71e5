/** A job as it is shown: its row, its parts, its files, and what to do next. */

import { type BilledBy, billedBy, billingProblem } from '../domain/billing.ts'
import { EXPORT_FORMATS, type ExportFormat, type PartState } from '../domain/klic.ts'
import { type Advice, nextAction } from '../domain/next-action.ts'
import type { CompanySettings } from '../domain/settings.ts'
import { waitingMessage } from '../domain/waiting.ts'
import type { ArtifactRecord } from '../store/artifacts.ts'
import type { JobBriefRecord, JobRecord } from '../store/jobs.ts'
import type { PartRecord } from '../store/parts.ts'

export type { JobBriefRecord, JobRecord } from '../store/jobs.ts'
export type { PartRecord } from '../store/parts.ts'

export type ExportState = 'absent' | 'processing' | 'ready' | 'failed' | 'removed'

export interface JobBriefView {
  job: JobBriefRecord
  advice: Advice
  /** Who bills what is filed; of a quote: who would, null when nothing is arranged */
  billedBy: BilledBy | null
  orderIds: string[]
  delivered: number
  total: number
}

export interface JobView extends JobBriefView {
  job: JobRecord
  parts: PartRecord[]
  exports: Record<ExportFormat, ExportState>
}

const adviceFor = (
  job: JobBriefRecord,
  partStates: readonly PartState[],
  settings: CompanySettings,
  now: Date,
): Advice =>
  nextAction({
    status: job.status,
    klicType: job.klicType,
    startDate: job.startDate,
    quoteExpired: job.quoteExpiresAt <= now.toISOString(),
    billingProblem: billingProblem(settings),
    partStates,
    failure: job.failure,
    errorCodes: job.errors.map((error) => error.code),
    waiting: waitingMessage(job.warnings),
  })

export function briefView(
  job: JobBriefRecord,
  parts: readonly { orderId: string; status: PartState }[],
  settings: CompanySettings,
  now: Date,
): JobBriefView {
  const states = parts.map((part) => part.status)
  return {
    job,
    advice: adviceFor(job, states, settings, now),
    billedBy: job.status === 'quoted' ? billedBy(settings) : job.billedBy,
    // An order_id stands for a filed notification: a quote has none to show yet.
    orderIds: job.status === 'quoted' ? [] : parts.map((part) => part.orderId),
    delivered: states.filter((state) => state === 'delivered').length,
    total: parts.length,
  }
}

const EXPORT_STATES = { wanted: 'processing', ready: 'ready', failed: 'failed', removed: 'removed' } as const

export function jobView(
  job: JobRecord,
  parts: PartRecord[],
  artifacts: readonly ArtifactRecord[],
  settings: CompanySettings,
  now: Date,
): JobView {
  let exports: JobView['exports'] = { shp: 'absent', geojson: 'absent', gpkg: 'absent' }
  // What was never made can't be made any more either.
  if (artifacts.some(({ state }) => state === 'removed'))
    exports = { shp: 'removed', geojson: 'removed', gpkg: 'removed' }
  for (const { format, state } of artifacts) {
    const exported = EXPORT_FORMATS.find((each) => each === format)
    if (exported) exports[exported] = EXPORT_STATES[state]
  }
  return { ...briefView(job, parts, settings, now), job, parts, exports }
}

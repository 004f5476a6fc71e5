/** A job as it is shown: its row, its parts, its files, and what to do next. */

import { EXPORT_FORMATS, type ExportFormat } from '../../exports/result-formats.ts'
import type { GroundState } from '../../exports/tiles/ground-tile-grid.ts'
import type { ResultWarning } from '../../imkl/model/conversion-task.ts'
import { WORKER_SEEN_MS } from '../../platform/database/installation-rows.ts'
import { earliestStart } from '../../registry/dig-rules.ts'
import { type DigFacts, type DigStatus, digStatus } from '../../registry/dig-status.ts'
import type { BilledBy } from '../../registry/klic.ts'
import type { KadasterTariff } from '../../registry/prices.ts'
import { asItWasAsked, mayChange } from '../../registry/warnings.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { billedBy } from '../settings/billing.ts'
import { effectiveTariff } from '../settings/rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { type DigRecords, digFacts } from './dig-facts.ts'
import type { ArtifactRecord } from './rows/artifacts.ts'
import type { JobBriefRecord, JobRecord } from './rows/jobs.ts'
import type { PartBrief, PartRecord } from './rows/parts.ts'
import { type Advice, type NextActionFacts, nextAction } from './rules/next-action.ts'
import { complaintsNamed, quoteComplaints, registryReference } from './rules/order-draft.ts'
import { waitReason, withoutWorker } from './rules/waiting.ts'

export type ExportState = 'absent' | 'processing' | 'ready' | 'failed' | 'removed'

export interface JobBriefView {
  job: JobBriefRecord
  advice: Advice
  /** Who bills what is filed; of a quote: who would, null when nothing is arranged */
  billedBy: BilledBy | null
  /** What Kadaster charges; null: not known for that day */
  tariff: KadasterTariff | null
  /** First day on which one may dig, by the waiting days; null: of no matter */
  earliestStart: string | null
  orderIds: string[]
  klicNumbers: string[]
  /** Its reference as the registry has it, or would get it now */
  registryReference: string
  /** May one dig there today */
  dig: DigStatus
  /** The same on a later day, if nothing else changes. @param day Dutch, YYYY-MM-DD */
  digOn: (day: string) => DigStatus
  /** Of the crew on site today; none: no work is under way by what is on record */
  presence: 'none' | 'wanted' | 'reported'
  delivered: number
  total: number
}

export interface JobView extends JobBriefView {
  job: JobRecord
  parts: PartRecord[]
  exports: Record<ExportFormat, ExportState>
  /** null: there is no result, or its files are removed */
  ground: GroundState | null
  /** Of its result; null: there is none */
  resultWarnings: readonly ResultWarning[] | null
  /** Ids of those that repeat it */
  followedBy: readonly string[]
  /** Ids of the jobs that notifications of it went to */
  splitInto: readonly string[]
}

/** What is known beside the rows of one job. */
export interface JobContext {
  settings: CompanySettings
  now: Date
  progress: NextActionFacts
  digging: DigRecords
  /** A worker gives signs of life */
  isWorkerThere: boolean
}

/**
 * A job of this moment may come before the first sign of life of a worker that starts with it; one from far ahead was
 * submitted by a clock that has been set back.
 */
const isWorkedOn = ({ submittedAt }: JobBriefRecord, { isWorkerThere, now }: JobContext): boolean =>
  isWorkerThere || submittedAt === null || Math.abs(now.getTime() - Date.parse(submittedAt)) < WORKER_SEEN_MS

const adviceFor = (job: JobBriefRecord, parts: readonly PartBrief[], around: JobContext): Advice =>
  nextAction({
    source: job.source,
    status: job.status,
    klicType: job.klicType,
    startDate: job.startDate,
    today: dutchDate(around.now.getTime()),
    quoteExpired: job.quoteExpiresAt <= around.now.toISOString(),
    areaGone: job.keptBytes === 0,
    billing: { by: billedBy(around.settings), mode: around.settings['billing.mode'] },
    complaints: incompleteIn(job, around),
    parts: parts.map(({ status, errors }) => ({ status, code: errors[0]?.code ?? null })),
    failure: job.failure,
    errors: job.errors,
    waiting: waitReason(job.warnings),
    isWorkedOn: isWorkedOn(job, around),
    revision: job.revision,
    findings: job.findings,
    progress: around.progress,
  })

/** What the registry would refuse of a quote; of a job that is submitted nothing. */
export const incompleteIn = (job: JobBriefRecord, { settings, now }: Pick<JobContext, 'settings' | 'now'>) => {
  const by = billedBy(settings)
  // Who bills it decides who the applicant is.
  return job.status === 'quoted' && by !== null
    ? complaintsNamed(quoteComplaints({ ...job, billedBy: by }, settings, now))
    : []
}

/** Nobody, of what was opened from files or given to an office. */
const whoBills = (job: JobBriefRecord, { settings }: JobContext) => {
  if (job.status === 'quoted') return billedBy(settings)
  return job.source === 'imported' || job.submittedAt === null ? null : job.billedBy
}

export function briefView(job: JobBriefRecord, parts: readonly PartBrief[], around: JobContext): JobBriefView {
  const advice = adviceFor(job, parts, around)
  const at = job.submittedAt === null ? around.now : new Date(job.submittedAt)
  const standsStill = advice.reason === 'worker_stopped'
  const warnings = standsStill ? withoutWorker(job.warnings, advice.message) : job.warnings
  const facts = digFacts(job, parts, around.progress, around.digging, around.now)
  return {
    job: { ...job, warnings: mayChange(job.status) ? warnings : asItWasAsked(warnings) },
    advice,
    billedBy: whoBills(job, around),
    earliestStart: earliestStartOf(job, around.settings, at),
    tariff: effectiveTariff(around.settings, at),
    // An order_id stands for a filed notification: what was not submitted has none to show.
    orderIds: job.submittedAt === null ? [] : parts.map((part) => part.orderId),
    registryReference: registryReference(job, around.settings, around.now),
    dig: digStatus(facts, around.settings),
    presence: presenceOf(facts),
    digOn: (today) => digStatus({ ...facts, today }, around.settings),
    klicNumbers: parts.flatMap(({ klicNumber }) => klicNumber ?? []),
    delivered: parts.filter((part) => part.status === 'delivered').length,
    total: parts.length,
  }
}

const presenceOf = ({ begunOn, endedOn, lastSeenOnSite, today }: DigFacts): JobBriefView['presence'] =>
  begunOn === null || endedOn !== null ? 'none' : lastSeenOnSite === today ? 'reported' : 'wanted'

export const earliestStartOf = (
  { klicType, source }: Pick<JobBriefRecord, 'klicType' | 'source'>,
  settings: CompanySettings,
  at: Date,
): string | null =>
  klicType === 'GRAAF' && source === 'ordered' ? earliestStart(dutchDate(at.getTime()), settings) : null

const EXPORT_STATES = { wanted: 'processing', ready: 'ready', failed: 'failed', removed: 'removed' } as const

export function jobView(
  job: JobRecord,
  parts: PartRecord[],
  artifacts: readonly ArtifactRecord[],
  around: JobContext,
  known: Pick<JobView, 'resultWarnings' | 'followedBy' | 'splitInto'> = {
    resultWarnings: null,
    followedBy: [],
    splitInto: [],
  },
): JobView {
  let exports: JobView['exports'] = { shp: 'absent', geojson: 'absent', gpkg: 'absent' }
  // What was never made can't be made any more either.
  if (artifacts.some(({ state }) => state === 'removed'))
    exports = { shp: 'removed', geojson: 'removed', gpkg: 'removed' }
  for (const { format, state } of artifacts) {
    const exported = EXPORT_FORMATS.find((each) => each === format)
    if (exported) exports[exported] = EXPORT_STATES[state]
  }
  const brief = briefView(job, parts, around)
  const ground = groundIn(artifacts.find(({ format }) => format === 'gpkg'))
  if (ground === 'coming' && exports.gpkg === 'ready') exports.gpkg = 'processing'
  return { ...brief, job: { ...job, warnings: brief.job.warnings }, parts, exports, ground, ...known }
}

const GROUND_STATES = { wanted: 'coming', ready: 'added', unshown: 'not_shown', failed: 'not_shown' } as const

function groundIn(gpkg: ArtifactRecord | undefined): GroundState | null {
  if (gpkg === undefined || gpkg.state === 'failed' || gpkg.state === 'removed') return null
  return gpkg.ground === null ? 'none' : GROUND_STATES[gpkg.ground]
}

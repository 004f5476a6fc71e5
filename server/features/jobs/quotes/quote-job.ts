/**
 * A new job: the area is normalised, cut and priced, and kept as a frozen quote; or submitted at once.
 * One client_ref denotes one job, for good: a repeat answers with that job, quoted anew when it had expired, corrected when
 * the registry had refused it, and says which of its fields it ignored.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { quoteExpiresAt } from '../../../cut/quote.ts'
import type { Store } from '../../../platform/database/open.ts'
import { JsonText } from '../../../platform/json-text.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import type { Warning } from '../../../registry/warnings.ts'
import { houseConnections } from '../../areas/house-connections.ts'
import { locate, nearestAddresses } from '../../areas/locate-address.ts'
import { safetyForSurvey } from '../../areas/safety-areas.ts'
import type { AreaPlan } from '../../areas/survey.ts'
import { permit } from '../../http/guards.ts'
import { refuseOtherRegistry } from '../../keys/keys.ts'
import type { Caller, Compute, Installation } from '../../services.ts'
import { billedBy } from '../../settings/billing.ts'
import { effectivePrice, effectiveSettings } from '../../settings/rows.ts'
import type { CompanySettings } from '../../settings/settings.ts'
import { allowsPrivate, refusePrivateTarget } from '../../webhooks/webhooks.ts'
import { NOTHING_RECORDED } from '../dig-facts.ts'
import { getJob } from '../get-job.ts'
import { incompleteIn, type JobView, jobView } from '../job-view.ts'
import { insertJob, jobByClientRef, jobOf, type NewJob } from '../rows/jobs.ts'
import { insertParts, type NewPart, partsOf } from '../rows/parts.ts'
import { formerAttempts, replaceAttempt } from '../rows/requotes.ts'
import { type JobRequest, storedFieldsOf } from '../rules/job.ts'
import { NO_FACTS } from '../rules/next-action.ts'
import { endDateOf } from '../rules/order-draft.ts'
import {
  assertBillable,
  dateWarnings,
  referenceWarnings,
  refuseUnfileable,
  type SubmitServices,
  submitJob,
} from '../submit-job.ts'
import {
  correctedWarning,
  differences,
  type ExistingJob,
  type Input,
  ignoredFieldWarnings,
  inputOf,
  type Reason,
  reasonToReplace,
  refuseOther,
  replacedWarning,
} from './client-ref.ts'
import {
  assertSinglePart,
  refuseEndBeforeStart,
  refuseNoPredecessor,
  refuseTooManyQuotes,
  refuseWhenFull,
  refuseWithoutRoom,
} from './refusals.ts'
import { partsOfSurvey, renewQuote } from './renew-quote.ts'
import { spend } from './spending.ts'

export type QuoteServices = SubmitServices &
  Pick<Compute, 'improveQuote'> &
  Pick<Installation, 'mostQuotes' | 'isLocal'>

export interface QuoteAnswer {
  view: JobView
  /** The client_ref was known: this is the job of an earlier call. */
  replayed: boolean
}

/**
 * @throws Refusal of the area (see normaliseArea), ADDRESS_OUTSIDE_POLYGON, VALIDATION_FAILED, PERMISSION_DENIED, and
 * with `submit` all that submitJob throws; then nothing is stored
 */
export async function quoteJob(services: QuoteServices, caller: Caller, asked: JobRequest): Promise<QuoteAnswer> {
  permit(caller, asked.submit ? 'write' : 'read')
  const input = inputOf(asked)
  const known = await repeated(services, caller, asked, input)
  if (known) return known
  const isBounded = !asked.submit && asked.klicType !== 'CALAMITEIT'
  if (isBounded) await refuseTooManyQuotes(services.store.db, caller, 0, services.mostQuotes)
  const made = await make(services, caller, asked, input, services.ids.make('job'))
  const { job, parts, settings } = made
  const isFirst = await keep(services, caller, made, async (trx) => {
    if (isBounded) await refuseTooManyQuotes(trx, caller, job.keptBytes, services.mostQuotes)
    if (!(await insertJob(trx, job))) return false
    await insertParts(trx, { jobId: job.id, companyId: caller.companyId, submittedAt: job.submittedAt }, parts)
    return true
  })
  if (!isFirst) {
    // An equal client_ref was stored while this area was being cut.
    const first = await repeated(services, caller, asked, input)
    if (first) return first
    throw new Error('A job was refused as known, yet it is not there')
  }
  const around = {
    settings,
    now: services.clock.now(),
    progress: NO_FACTS,
    digging: NOTHING_RECORDED,
    isWorkerThere: true,
  }
  return { view: jobView(job, parts, [], around), replayed: false }
}

interface PreparedJob {
  job: NewJob
  parts: NewPart[]
  settings: CompanySettings
}

/** Cut, priced and, with `submit`, judged; nothing is stored. */
async function make(
  services: QuoteServices,
  caller: Caller,
  asked: JobRequest,
  input: Input,
  id: string,
): Promise<PreparedJob> {
  const settings = await effectiveSettings(services, caller.companyId)
  refuseEndBeforeStart(asked)
  await refuseNoPredecessor(services.store, caller, asked, id)
  refusePrivateTarget(asked.webhookUrl, '/webhook_url', allowsPrivate(settings, services.isLocal))
  const startDate = asked.klicType === 'GRAAF' ? (asked.startDate ?? null) : null
  if (asked.submit) {
    refuseOtherRegistry(caller, settings['registry.environment'])
    await refuseWhenFull(services, caller)
    assertBillable({ klicType: asked.klicType, startDate }, settings)
  }
  const now = services.clock.now()
  // Who submits pays for the answer, and a window has shown the best cut before it asks for the quote.
  const surveyed = await services.survey(
    {
      ...asked,
      ...(await safetyForSurvey(services, caller, settings)),
      effort: asked.submit || !caller.key ? 'best' : 'quote',
      priceCents: effectivePrice(settings, now),
    },
    caller,
  )
  assertSinglePart(asked, surveyed)
  if (asked.submit && asked.klicType !== 'CALAMITEIT') await refuseWithoutRoom(services, caller, surveyed.parts.length)
  const located = asked.address && (await locate(services.addresses, asked.address, surveyed.outline))
  const address = located?.address ?? null
  const polygons = surveyed.parts.map((part) => part.polygon)
  const connections = await houseConnections(services.addresses, asked, settings, surveyed.outline, polygons)
  const warnings = [
    ...surveyed.warnings,
    ...(located?.warnings ?? []),
    ...connections.warnings,
    ...referenceWarnings(id, asked.reference, settings, now),
  ]
  const job = newJob(id, caller, asked, input, address, connections.addresses, surveyed, settings, warnings, now)
  const nearest = asked.submit && !address ? await nearestAddresses(services, polygons) : []
  const parts = partsOfSurvey(services.ids, surveyed, asked.submit, nearest)
  if (asked.submit) {
    const areas = parts.map(({ orderIndex, location }, index) => ({ orderIndex, location, polygon: polygons[index]! }))
    refuseUnfileable(job, areas, settings, now)
  }
  return { job, parts, settings }
}

/** One transaction: the job as `write` writes it, and what it costs. @returns what `write` returns; false: nothing is stored */
async function keep(
  services: QuoteServices,
  caller: Caller,
  { job }: PreparedJob,
  write: (trx: Store['db']) => Promise<boolean>,
): Promise<boolean> {
  const { store, ids, clock } = services
  const isWritten = await store[job.submit ? 'durably' : 'transaction']({ company: caller.companyId }, async (trx) => {
    // In the order in which rows become visible: an area may be cut for seconds, and pages go by these moments.
    const now = clock.now()
    job.createdAt = now.toISOString()
    job.quoteExpiresAt = quoteExpiresAt(now)
    job.submittedAt &&= job.createdAt
    if (!(await write(trx))) return false
    // An outline of 49,000 corners is megabytes: they are written, committed and answered in turns of their own.
    await nextTurn()
    const { environment, billedBy, quote, submittedAt } = job
    // By its very instant the act is found by what was submitted with it.
    if (submittedAt !== null)
      await spend(
        trx,
        ids,
        permit(caller, 'write'),
        { jobId: job.id, environment, billedBy, quote },
        new Date(submittedAt),
      )
    return true
  })
  await nextTurn()
  if (isWritten && job.submit) services.nudge()
  if (isWritten && !job.quoteFinal) services.improveQuote({ jobId: job.id, companyId: caller.companyId })
  return isWritten
}

/**
 * Who may not pay must not decide what is paid: what such a caller asked for first gives way to what one asks who may. What
 * the registry refused is corrected by asking again, and of a quote that nobody submitted for long the area is kept no longer.
 */
async function repeated(
  services: QuoteServices,
  caller: Caller,
  asked: JobRequest,
  input: Input,
): Promise<QuoteAnswer | undefined> {
  if (asked.clientRef === undefined) return undefined
  const known = await jobByClientRef(services.store.db, caller.companyId, asked.clientRef)
  if (!known) return undefined
  const differing = differences(input, known)
  const now = services.clock.now()
  const isIncomplete =
    known.status === 'quoted' && differing.length > 0 && (await isQuoteIncomplete(services, caller, known.id, now))
  const reason = reasonToReplace(caller, asked, known, differing, now, isIncomplete)
  const submitsAnew = reason === 'corrected' || reason === 'by_who_may_pay' || reason === 'completed'
  if (asked.submit && !submitsAnew) refuseOther(differing, known)
  if (reason) return { view: await replaceWith(services, caller, asked, input, known, reason), replayed: true }
  const submits = asked.submit && known.status === 'quoted'
  const view = submits
    ? await submitJob(services, permit(caller, 'write'), known.id, { startDate: asked.startDate })
    : await renewQuote(services, caller, await getJob(services, caller, known.id))
  const remarks = ignoredFieldWarnings(asked, known, differing, submits)
  return { view: { ...view, job: { ...view.job, warnings: [...view.job.warnings, ...remarks] } }, replayed: true }
}

async function isQuoteIncomplete(
  services: QuoteServices,
  { companyId }: Caller,
  jobId: string,
  now: Date,
): Promise<boolean> {
  const job = await jobOf(services.store.db, companyId, jobId)
  const settings = await effectiveSettings(services, companyId)
  return job !== undefined && incompleteIn(job, { settings, now }).length > 0
}

/**
 * The job keeps its id and its client_ref; all else is as it is asked now.
 * @throws Refusal as quoteJob, JOB_STATE_CONFLICT when the job is not as `known` any more
 */
export async function replaceWith(
  services: QuoteServices,
  caller: Caller,
  asked: JobRequest,
  input: Input,
  known: ExistingJob,
  reason: Reason,
): Promise<JobView> {
  const { store, ids, clock } = services
  const made = await make(services, caller, asked, input, known.id)
  const refused = reason === 'corrected' ? await partsOf(store.db, known.id) : []
  const earlier = await formerAttempts(store.db, known.id)
  const former = [...refused.map(({ orderId }) => orderId), ...earlier.flatMap(({ orderIds }) => orderIds)]
  if (former.length > 0) made.job.warnings.push(correctedWarning(former))
  if (reason === 'by_who_may_pay') made.job.warnings.push(replacedWarning())
  const isReplaced = await keep(services, caller, made, async (trx) => {
    const at = clock.now().toISOString()
    return replaceAttempt(trx, known, { id: ids.make('job'), at }, made.job, made.parts)
  })
  if (isReplaced) return getJob(services, caller, known.id)
  throw new Refusal(
    'JOB_STATE_CONFLICT',
    'This job was changed by another call at the same moment. Look at it again.',
    {
      extra: { job_id: known.id },
    },
  )
}

function newJob(
  id: string,
  caller: Caller,
  asked: JobRequest,
  input: Input,
  address: JobAddress | null,
  hasAddresses: JobAddress[] | null,
  surveyed: AreaPlan,
  settings: CompanySettings,
  warnings: Warning[],
  now: Date,
): NewJob {
  const startDate = asked.klicType === 'GRAAF' ? (asked.startDate ?? null) : null
  const endDate = asked.klicType === 'GRAAF' ? (asked.endDate ?? null) : null
  const { given, rings } = surveyed
  return {
    id,
    companyId: caller.companyId,
    status: asked.submit ? 'accepted' : 'quoted',
    klicType: asked.klicType,
    environment: settings['registry.environment'],
    // Of a quote it is decided when it is submitted.
    billedBy: billedBy(settings) ?? 'kadaster',
    submit: asked.submit,
    ...storedFieldsOf(asked),
    crs: surveyed.crs,
    geometry: new JsonText(given.text),
    area: new JsonText(rings.text),
    areaM2: surveyed.areaM2,
    startDate,
    endDate: asked.submit ? endDateOf({ klicType: asked.klicType, startDate, endDate }, settings) : endDate,
    address,
    hasAddresses,
    quote: surveyed.quote,
    quoteFinal: !surveyed.canImprove,
    archivedAt: null,
    source: 'ordered',
    quoteExpiresAt: quoteExpiresAt(now),
    warnings: dateWarnings(asked.klicType, startDate, warnings, {
      now,
      rules: settings,
      wasGiven: asked.startDate !== undefined,
    }),
    errors: [],
    failure: null,
    findings: null,
    preliminary: null,
    requested: null,
    inputHash: input.hash,
    input: input.text,
    revision: 0,
    createdAt: now.toISOString(),
    submittedAt: asked.submit ? now.toISOString() : null,
    readyAt: null,
    round: 0,
    mayPay: caller.permissions.includes('write'),
    quotedWith: caller.key?.id ?? null,
    keptBytes: given.text.length + rings.text.length,
  }
}

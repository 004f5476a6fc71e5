/**
 * Submitting: this costs the customer money. All that can be refused is refused here, before anything is stored; then
 * one transaction that is on the disk when it returns holds the accepted job, its requests and the act in the log.
 * The registry is not called: the worker finds the job.
 */

import { countOf } from '../../cut/quote.ts'
import type { PolygonJson, RdPolygon } from '../../geometry/geometry.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type DigRules, earliestStart } from '../../registry/dig-rules.ts'
import type { BilledBy, JobState, KlicType } from '../../registry/klic.ts'
import { STANDARDS, versionAt } from '../../registry/orders/standards.ts'
import { startDateFault } from '../../registry/start-date.ts'
import type { Warning } from '../../registry/warnings.ts'
import { dutchDate } from '../../registry/working-days.ts'
import { nearestAddresses } from '../areas/locate-address.ts'
import { refuseOtherRegistry } from '../keys/keys.ts'
import type { Background, Compute, Database, Files, Installation, Permitted, Registry } from '../services.ts'
import { billedBy, billingProblem } from '../settings/billing.ts'
import { effectiveSettings } from '../settings/rows.ts'
import type { CompanySettings } from '../settings/settings.ts'
import { getJob } from './get-job.ts'
import type { JobView } from './job-view.ts'
import { refuseWhenFull, refuseWithoutRoom } from './quotes/refusals.ts'
import { quoteChanged, refuseDearer, renewQuote } from './quotes/renew-quote.ts'
import { spend } from './quotes/spending.ts'
import { acceptJob } from './rows/job-moves.ts'
import { acceptParts } from './rows/parts.ts'
import { endDateOf, filingComplaints, type JobToFile, type PartToFile, registryReference } from './rules/order-draft.ts'

export type SubmitServices = Database &
  Background &
  Files &
  Registry &
  Pick<Installation, 'mostWaiting'> &
  Pick<Compute, 'survey'>

/**
 * @param how.startDate for a GRAAF quote that has none, or another one than it has
 * @param how.isCalamityConfirmed a person has said that it is one, as the law means it
 * @throws Refusal NOT_FOUND, QUOTE_CHANGED, KEY_ENVIRONMENT, START_DATE_REQUIRED, BILLING_REQUIRED, SPENDING_LIMIT, VALIDATION_FAILED or
 * JOB_STATE_CONFLICT
 * @throws TryLater when too many jobs wait already
 */
export async function submitJob(
  services: SubmitServices,
  caller: Permitted<'write'>,
  jobId: string,
  how: SubmitOptions = {},
): Promise<JobView> {
  const seen = await getJob(services, caller, jobId)
  if (seen.job.klicType === 'CALAMITEIT' && !how.isCalamityConfirmed) throw unconfirmedCalamity(seen)
  if (seen.job.source === 'imported') {
    throw new Refusal(
      'JOB_STATE_CONFLICT',
      'This job was opened from files: there is nothing to submit, and nothing to pay.',
      {
        extra: { status: seen.job.status, next_action: seen.advice.action },
      },
    )
  }
  if (seen.job.status !== 'quoted') return alreadySubmitted(seen)
  let view = seen
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    view = await renewQuote(services, caller, view)
    if (view.job.status !== 'quoted') return alreadySubmitted(view)
    refuseDearer(view, seen.job.quote)
    const after = await submitSeen(services, caller, view, how.startDate)
    if (after.job.status !== 'quoted') return after
    // The same area may have become cheaper meanwhile; another area is somebody else's.
    if (after.job.inputHash !== seen.job.inputHash) throw quoteChanged(after.job, seen.job.quote)
    view = after
  }
  throw quoteChanged(view.job, seen.job.quote)
}

export interface SubmitOptions {
  startDate?: string | undefined
  isCalamityConfirmed?: boolean
}

const unconfirmedCalamity = ({ job, advice }: JobView): Refusal =>
  new Refusal(
    'JOB_STATE_CONFLICT',
    'This job is a calamity notification: a person confirms that it is one and files it in the window.',
    { extra: { status: job.status, next_action: advice.action } },
  )

/** A quote gets better once and is renewed once a month: who finds it changed more often meets other callers. */
const MAX_TRIES = 4

/** Files this very quote. @returns the job afterwards; still quoted when it was another one by then */
async function submitSeen(
  services: SubmitServices,
  caller: Permitted<'write'>,
  view: JobView,
  startDate?: string,
): Promise<JobView> {
  const { store, clock, ids } = services
  const { job } = view
  const jobId = job.id
  const now = clock.now()
  const settings = await effectiveSettings(services, caller.companyId)
  refuseOtherRegistry(caller, settings['registry.environment'])
  const isCalamity = job.klicType === 'CALAMITEIT'
  if (!isCalamity) {
    await refuseWhenFull(services, caller)
    await refuseWithoutRoom(services, caller, view.parts.length)
  }
  const startsOn = job.klicType === 'GRAAF' ? (startDate ?? job.startDate) : null
  const by = assertBillable({ klicType: job.klicType, startDate: startsOn }, settings)
  const dated = { ...job, startDate: startsOn, billedBy: by }
  const polygons = view.parts.map((part) => rdPolygon(part.geometry))
  const locations = job.address ? [] : await nearestAddresses(services, polygons)
  const areas = view.parts.map(({ orderIndex }, index) => ({
    orderIndex,
    polygon: polygons[index]!,
    location: locations[index] ?? null,
  }))
  refuseUnfileable(dated, areas, settings, now)

  const environment = settings['registry.environment']
  const accepted = await store.durably({ company: caller.companyId }, async (trx) => {
    const at = clock.now()
    const isFirst = await acceptJob(trx, jobId, job.round, {
      at: at.toISOString(),
      environment,
      billedBy: by,
      startDate: dated.startDate,
      endDate: endDateOf(dated, settings),
      warnings: dateWarnings(dated.klicType, dated.startDate, job.warnings, {
        now,
        rules: settings,
        wasGiven: startDate !== undefined,
      }),
    })
    if (!isFirst) return false
    const located = view.parts.flatMap(({ id }, index) => (locations[index] ? [[id, locations[index]] as const] : []))
    await acceptParts(trx, jobId, at.toISOString(), new Map(located))
    await spend(trx, ids, caller, { jobId, environment, billedBy: by, quote: job.quote, isCalamity }, at)
    return true
  })
  if (accepted) services.nudge()
  return getJob(services, caller, jobId)
}

/** Repeated, a submission answers the same. What ended without a result is no submission any more. */
const alreadySubmitted = (view: JobView): JobView => {
  const ended: readonly JobState[] = ['rejected', 'failed']
  if (ended.includes(view.job.status)) {
    throw new Refusal(
      'JOB_STATE_CONFLICT',
      `The job is ${view.job.status} and can't be submitted. ${view.advice.message}`,
      {
        extra: { status: view.job.status, next_action: view.advice.action },
      },
    )
  }
  return view
}

/**
 * What needs no cut to be judged.
 * @returns who bills what is filed
 * @throws Refusal START_DATE_REQUIRED or BILLING_REQUIRED
 */
export function assertBillable(
  job: { klicType: KlicType; startDate: string | null },
  settings: CompanySettings,
): BilledBy {
  if (job.klicType === 'GRAAF' && job.startDate === null) {
    const message = 'A GRAAF notification needs a start_date: the day on which digging starts.'
    throw new Refusal('START_DATE_REQUIRED', message, {
      complaints: [{ pointer: '/start_date', code: 'START_DATE_REQUIRED', message }],
    })
  }
  const by = billedBy(settings)
  if (by !== null) return by
  throw new Refusal('BILLING_REQUIRED', `Nothing was submitted. ${billingProblem(settings)}`, {
    extra: { next_action: 'arrange_billing' },
  })
}

/** @throws Refusal VALIDATION_FAILED with all that the registry would refuse, by field and setting */
export function refuseUnfileable(
  job: JobToFile,
  parts: readonly (PartToFile & { orderIndex: number })[],
  settings: CompanySettings,
  now: Date,
): void {
  const orders = Map.groupBy(parts, (part) => part.orderIndex)
  const complaints = filingComplaints(job, [...orders.values()], settings, now)
  if (complaints.length > 0) {
    throw new Refusal('VALIDATION_FAILED', 'The registry would refuse this; nothing was filed. See errors.', {
      complaints,
    })
  }
}

export const rdPolygon = ({ coordinates }: PolygonJson): RdPolygon => ({ crs: 'EPSG:28992', rings: coordinates })

/** Where the registry gets a reference other than what was given. */
export function referenceWarnings(
  id: string,
  reference: string | undefined,
  settings: CompanySettings,
  now: Date,
): Warning[] {
  if (reference === undefined) return []
  const sent = registryReference({ id, reference, submittedAt: null }, settings, now)
  if (sent === reference) return []
  const message = `The registry takes at most ${STANDARDS[versionAt(settings['registry.version_3_from'], now)].maxReference} characters without accents and other signs: it gets the reference "${sent}", which is on its invoice.`
  return [{ code: 'REFERENCE_CHANGED', message }]
}

const DATE_CODES = ['START_DATE_SOON', 'START_DATE_PAST', 'START_DATE_FAR']

/** What the dates call for in words; replaces what an earlier date called for. */
export function dateWarnings(
  klicType: KlicType,
  startDate: string | null,
  others: readonly Warning[],
  { now, rules, wasGiven }: { now: Date; rules: DigRules; wasGiven: boolean },
): Warning[] {
  if (klicType !== 'GRAAF') {
    const known = others.some((warning) => warning.code === 'START_DATE_IGNORED')
    if (!wasGiven || known) return [...others]
    const message = 'An ORIENT notification has no start_date; it is not sent.'
    return [...others, { code: 'START_DATE_IGNORED', message }]
  }
  const warnings = others.filter((warning) => !DATE_CODES.includes(warning.code))
  const today = dutchDate(now.getTime())
  const fault = startDate === null ? null : startDateFault(startDate, today)
  if (fault?.code === 'START_NOT_IN_FUTURE') {
    const message = `start_date ${startDate} is not in the future: give another one when you submit.`
    warnings.push({ code: 'START_DATE_PAST', message })
  } else if (fault) {
    const message = `start_date ${startDate} is more than ${fault.limit} working days ahead, which the registry does not take: submit later, or with an earlier one.`
    warnings.push({ code: 'START_DATE_FAR', message })
  } else if (startDate !== null && startDate < earliestStart(today, rules)) {
    const message = `Submitted today, this may be dug under from ${earliestStart(today, rules)} on: on start_date ${startDate} nobody may dig yet.`
    warnings.push({ code: 'START_DATE_SOON', message })
  }
  return warnings
}

/**
 * @param euros decimal string; must be the total of the job's frozen quote
 * @throws Refusal QUOTE_CHANGED with the quote when it is another sum, and all that submitJob throws; then nothing is filed
 */
export async function submitConfirmed(
  services: SubmitServices,
  caller: Permitted<'write'>,
  jobId: string,
  euros: string,
  how: SubmitOptions = {},
): Promise<JobView> {
  const { job } = await getJob(services, caller, jobId)
  const { price_per_notification, total, notifications } = job.quote
  // Of what is submitted already nothing is left to agree to: the answer shows what it costs.
  if (job.status === 'quoted' && euros !== total.amount) {
    const message = `The quote is EUR ${total.amount} for ${countOf(notifications)}, not EUR ${euros}. Nothing was submitted: let the person who pays confirm that sum, then submit with it as confirm_euros.`
    throw new Refusal('QUOTE_CHANGED', message, {
      complaints: [{ pointer: '/confirm_euros', code: 'EUROS_DIFFER', message }],
      extra: {
        job_id: job.id,
        status: job.status,
        next_action: 'submit',
        quote: { notifications, price_per_notification, total, expires_at: job.quoteExpiresAt },
      },
    })
  }
  return submitJob(services, caller, jobId, how)
}

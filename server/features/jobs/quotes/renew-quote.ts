/**
 * An expired quote is quoted anew in its own job: the same area, today's cut and price, another thirty days. Nobody pays a
 * sum that they did not see: what became dearer is shown first, and filed when it is submitted again.
 */

import { countOf, quoteExpiresAt } from '../../../cut/quote.ts'
import { polygonJson } from '../../../geometry/geometry.ts'
import type { Ids } from '../../../platform/clock.ts'
import { canonicalJson, type JsonText, polygonOf } from '../../../platform/json-text.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { JobAddress } from '../../../registry/addresses/addresses.ts'
import { centsOf } from '../../../registry/prices.ts'
import { safetyForSurvey } from '../../areas/safety-areas.ts'
import type { AreaPlan, ToSurvey } from '../../areas/survey.ts'
import type { Background, Caller, Compute, Database } from '../../services.ts'
import { effectivePrice, effectiveSettings } from '../../settings/rows.ts'
import { getJob } from '../get-job.ts'
import type { JobView } from '../job-view.ts'
import { type JobRecord, jobArea } from '../rows/jobs.ts'
import type { NewPart } from '../rows/parts.ts'
import { renewQuoted } from '../rows/requotes.ts'

const isExpired = ({ status, quoteExpiresAt }: Pick<JobRecord, 'status' | 'quoteExpiresAt'>, now: Date): boolean =>
  status === 'quoted' && quoteExpiresAt <= now.toISOString()

/**
 * @returns the job with a quote that holds; as it is, when that holds already
 * @throws Refusal JOB_STATE_CONFLICT when its area is kept no longer
 */
export async function renewQuote(
  services: Database & Background & Pick<Compute, 'survey'>,
  caller: Caller,
  view: JobView,
): Promise<JobView> {
  const { store, clock } = services
  const { job } = view
  const now = clock.now()
  if (!isExpired(job, now)) return view
  if (job.keptBytes === 0) throw areaIsGone(job)
  const { area } = (await jobArea(store.db, caller.companyId, job.id))!
  const settings = await effectiveSettings(services, caller.companyId)
  const safety = await safetyForSurvey(services, caller, settings)
  const priceCents = effectivePrice(settings, now)
  const surveyed = await services.survey({ ...requestFromQuote(job, area), ...safety, priceCents }, caller)
  const [before, after] = [job.quote.total.amount, surveyed.quote.total.amount]
  const message = `The quote expired on ${job.quoteExpiresAt.slice(0, 10)} and was made anew: EUR ${after}, before it was EUR ${before}.`
  const others = job.warnings.filter(({ code }) => code !== RENEWED && code !== SAFETY)
  const parts = partsOfSurvey(services.ids, surveyed, false)
  await store.transaction({ company: caller.companyId }, async (trx) => {
    await renewQuoted(trx, job, parts, {
      quote: surveyed.quote,
      quoteExpiresAt: quoteExpiresAt(now),
      warnings: [...others, ...surveyed.warnings.filter(({ code }) => code === SAFETY), { code: RENEWED, message }],
    })
  })
  return getJob(services, caller, job.id)
}

const RENEWED = 'QUOTE_RENEWED'
/** Of the list of the day on which it is quoted. */
const SAFETY = 'SAFETY_AREA'

/** In RD New, as it was normalised: what a rule keeps out is known in nothing else. @param area JSON of its rings */
export function requestFromQuote({ klicType, quote }: Pick<JobRecord, 'klicType' | 'quote'>, area: JsonText): ToSurvey {
  const { rules } = quote
  const asked = { geometry: polygonOf(area), crs: 'EPSG:28992', klicType }
  if (!rules) return asked
  const { maxExtraM, infoBufferM, keepOut } = rules
  const keptOut = keepOut?.map((each) => canonicalJson(polygonJson(each)))
  return { ...asked, cutRules: { maxExtraM, infoBufferM, keepOut: keptOut } }
}

/** Of a quote whose area was forgotten: what is kept of it is not what was asked. */
const areaIsGone = (job: JobRecord): Refusal =>
  new Refusal(
    'JOB_STATE_CONFLICT',
    `This quote expired on ${job.quoteExpiresAt.slice(0, 10)} and its area is kept no longer. Send the area again with POST /jobs${job.clientRef === null ? '' : ' and the same client_ref'}.`,
    { extra: { status: job.status, next_action: 'correct_and_resubmit' } },
  )

/**
 * Nothing is filed for more than the caller saw.
 * @throws Refusal QUOTE_CHANGED with the quote that holds now
 */
export function refuseDearer({ job }: JobView, seen: JobRecord['quote']): void {
  if (centsOf(job.quote.total.amount) > centsOf(seen.total.amount)) throw quoteChanged(job, seen)
}

export function quoteChanged(job: JobRecord, seen: JobRecord['quote']): Refusal {
  const { notifications, price_per_notification, total } = job.quote
  return new Refusal(
    'QUOTE_CHANGED',
    `The quote had expired or was replaced. It is EUR ${total.amount} for ${countOf(notifications)} now, and was EUR ${seen.total.amount}. Nothing was submitted: submit it again to file it for this price.`,
    {
      extra: {
        job_id: job.id,
        status: job.status,
        next_action: 'submit',
        previous_total: seen.total,
        quote: { notifications, price_per_notification, total, expires_at: job.quoteExpiresAt },
      },
    },
  )
}

/** @param locations the address nearest to each part, where one was looked up */
export const partsOfSurvey = (
  ids: Ids,
  surveyed: AreaPlan,
  submitted: boolean,
  locations: readonly (JobAddress | null)[] = [],
): NewPart[] =>
  surveyed.parts.map((part, index) => ({
    id: ids.make('prt'),
    partNo: index + 1,
    orderId: ids.make('ord'),
    status: submitted ? 'accepted' : 'quoted',
    geometry: polygonJson(part.polygon),
    widthM: part.widthM,
    heightM: part.heightM,
    areaM2: part.areaM2,
    orderIndex: part.orderIndex,
    location: locations[index] ?? null,
    klicNumber: null,
    deliveredAt: null,
    errors: [],
  }))

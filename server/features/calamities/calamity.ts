/**
 * A calamity, from quote to the numbers to call. Nobody pays what they did not see, so there is a quote as always; what holds
 * others up does not hold it up: it waits behind no queue and no daily limit (which it counts towards), and is filed alone.
 */

import type { FromWire } from '../../platform/http/wire.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  accountBy,
  type CalamityPage,
  type ConcernedOperator,
  inCallingOrder,
  mustBeCalled,
} from '../../registry/calamity.ts'
import { dutchDate } from '../../registry/working-days.ts'
import type { Language } from '../../texts/languages.ts'
import { getJob } from '../jobs/get-job.ts'
import type { JobView } from '../jobs/job-view.ts'
import { type QuoteServices, quoteJob } from '../jobs/quotes/quote-job.ts'
import { answerToCalamity } from '../jobs/rows/calamities.ts'
import type { JobRequest } from '../jobs/rules/job.ts'
import { type SubmitServices, submitConfirmed } from '../jobs/submit-job.ts'
import type { Caller, Compute, Database, Permitted } from '../services.ts'
import { effectiveSettings } from '../settings/rows.ts'
import type { Calamity } from './schema.ts'

export type CalamityRequest = Pick<
  JobRequest,
  'geometry' | 'crs' | 'reference' | 'clientRef' | 'address' | 'locationDescription' | 'contact'
> & {
  /** What happened: for those here, since the registry takes no works of a calamity */
  what: string
}

/** @throws Refusal as quoteJob; VALIDATION_FAILED when it is not one notification */
export async function quoteCalamity(
  services: QuoteServices,
  caller: Permitted<'write'>,
  { what, ...asked }: CalamityRequest,
): Promise<JobView> {
  const job: JobRequest = { ...asked, klicType: 'CALAMITEIT', worksDescription: what, submit: false }
  return (await quoteJob(services, caller, job)).view
}

/**
 * @param euros decimal string: the total that the person saw, who has confirmed that it is a calamity as the law means it
 * @throws Refusal as submitConfirmed; NOT_FOUND when it is no calamity
 */
export async function fileCalamity(
  services: SubmitServices,
  caller: Permitted<'write'>,
  jobId: string,
  euros: string,
): Promise<JobView> {
  await calamityJob(services, caller, jobId)
  return submitConfirmed(services, caller, jobId, euros, { isCalamityConfirmed: true })
}

export type CalamityView = FromWire<typeof Calamity>

/** @throws Refusal NOT_FOUND */
export async function calamityOf(services: Database, caller: Caller, jobId: string): Promise<CalamityView> {
  return viewOf(services, caller, await calamityJob(services, caller, jobId))
}

/** @throws Refusal NOT_FOUND; NOT_READY while the registry has not said whom it concerns */
export async function calamityPage(
  services: Database & Pick<Compute, 'calamityFile'>,
  caller: Caller,
  jobId: string,
  language: Language,
): Promise<{ bytes: Uint8Array; name: string }> {
  const view = await calamityJob(services, caller, jobId)
  const { job, parts } = view
  const { operators, answeredAt, accountBy: day, ...calamity } = await viewOf(services, caller, view)
  if (operators === null || answeredAt === null || day === null) {
    throw new Refusal('NOT_READY', 'The registry has not said yet whom this concerns. Ask again in a moment.', {
      extra: { status: job.status },
    })
  }
  const page: CalamityPage = {
    ...calamity,
    reference: job.reference,
    place: job.locationDescription,
    area: parts[0]!.geometry.coordinates,
    answeredAt,
    accountBy: day,
    operators,
    isTest: job.environment !== 'production',
  }
  return { bytes: await services.calamityFile(page, language), name: `calamiteit-${calamity.klicNumber ?? job.id}.pdf` }
}

const marked = (operator: ConcernedOperator) => ({ ...operator, mustBeCalled: mustBeCalled(operator) })

async function calamityJob(services: Database, caller: Caller, jobId: string): Promise<JobView> {
  const view = await getJob(services, caller, jobId)
  if (view.job.klicType === 'CALAMITEIT' && view.job.source === 'ordered') return view
  throw new Refusal('NOT_FOUND', 'This job is no calamity that was filed from here.')
}

async function viewOf(services: Database, { companyId }: Caller, { job, klicNumbers }: JobView): Promise<CalamityView> {
  const answer = await answerToCalamity(services.store.db, job.id)
  const usual = (await effectiveSettings(services, companyId))['registry.contact']
  return {
    jobId: job.id,
    what: job.worksDescription,
    contact: job.contact ?? usual,
    klicNumber: klicNumbers[0] ?? null,
    answeredAt: answer?.at ?? null,
    accountBy: answer ? accountBy(dutchDate(Date.parse(answer.at))) : null,
    operators: answer?.concerned ? inCallingOrder(answer.concerned).map(marked) : null,
  }
}

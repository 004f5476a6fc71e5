/** The office's server, below /dashboard/api. */

import {
  chooseOffice,
  describeOffice,
  type HandoverView,
  handOverJob,
  takeJobBack,
  tryOffice,
} from '../actions/installation/office.ts'
import { JobInput } from '../contract/job-input.ts'
import { Handover, type OFFICE_ROUTES, type Office } from '../contract/office.ts'
import { centsOf, euros } from '../contract/vocabulary.ts'
import { type JsonText, polygonOf } from '../domain/json-text.ts'
import type { ApiNeeds } from './needs.ts'
import type { Handlers } from './serve.ts'
import * as views from './views.ts'
import { shown } from './wire.ts'

const handoverShown = ({ row, job }: HandoverView): Handover => ({
  ...shown(Handover, row),
  reference: job.reference,
  total: job.quote.total.amount,
  submit_up_to: row.limit_cents === null ? null : euros(row.limit_cents).amount,
  office_job_url: row.office_job_id === null ? null : `${row.office_url}/?job=${encodeURIComponent(row.office_job_id)}`,
})

const officeShown = async (needs: ApiNeeds, caller: Parameters<typeof describeOffice>[1]): Promise<Office> => {
  const { url, hasKey, handovers } = await describeOffice(needs, caller)
  const waiting = handovers.filter(({ row }) => row.state === 'waiting').length
  return { url, has_key: hasKey, waiting, handovers: handovers.map(handoverShown) }
}

type View = Parameters<typeof views.job>[0]

/** What a job shows as it was asked. */
const SAID_AGAIN = JobInput.omit({
  geometry: true,
  crs: true,
  klic_type: true,
  client_ref: true,
  cut_rules: true,
  submit: true,
  // Known here alone.
  follows: true,
}).keyof().options
type SaidAgain = Pick<JobInput, (typeof SAID_AGAIN)[number]>

/** As it was asked here. What a rule keeps out is known in RD New only, and then so is the area. */
function inputOf(view: View, area: JsonText, baseUrl: string): JobInput {
  const job = views.job(view, baseUrl)
  const { rules } = job.quote
  const inRd = rules && rules.keep_out.length > 0 && { geometry: views.shape(polygonOf(area)), crs: 'EPSG:28992' }
  return {
    ...(inRd || { geometry: job.geometry, crs: job.crs }),
    // A calamity is not handed over.
    klic_type: job.klic_type as JobInput['klic_type'],
    ...(Object.fromEntries(SAID_AGAIN.flatMap((name) => (job[name] === null ? [] : [[name, job[name]]]))) as SaidAgain),
    ...(rules && {
      cut_rules: {
        ...(rules.max_extra_m !== null && { max_extra_m: rules.max_extra_m }),
        ...(rules.keep_out.length > 0 && { keep_out: rules.keep_out }),
        ...(rules.info_buffer_m !== null && { info_buffer_m: rules.info_buffer_m }),
      },
    }),
    submit: false,
  }
}

export const office: Handlers<typeof OFFICE_ROUTES> = {
  getOffice: async ({ needs, caller }) => ({ status: 200, body: await officeShown(needs, caller) }),

  putOffice: async ({ needs, caller, body }) => {
    await chooseOffice(needs, caller, body)
    return { status: 200, body: await officeShown(needs, caller) }
  },

  testOffice: async ({ needs, caller }) => ({ status: 200, body: { state: await tryOffice(needs, caller) } }),

  handOver: async ({ needs, caller, params, body }) => {
    const limit = body?.submit_up_to === undefined ? null : centsOf(body.submit_up_to)
    const bodyOf = (view: View, area: JsonText) => inputOf(view, area, needs.baseUrl())
    return { status: 202, body: handoverShown(await handOverJob(needs, caller, params.job_id, bodyOf, limit)) }
  },

  takeBack: async ({ needs, caller, params }) => {
    await takeJobBack(needs, caller, params.job_id)
    return { status: 204 }
  },
}

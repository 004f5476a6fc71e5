/** The office's server, below /dashboard/api. */
import {
  chooseOffice,
  describeOffice,
  type HandoverView,
  handOverJob,
  takeJobBack,
  tryOffice,
} from '../actions/installation/office.ts'
import type { JobInput } from '../contract/job-input.ts'
import type { Handover, OFFICE_ROUTES, Office } from '../contract/office.ts'
import { type JsonText, polygonOf } from '../domain/json-text.ts'
import { centsOf, euros } from '../domain/klic/prices.ts'
import type { ApiNeeds } from './needs.ts'
import type { Handlers } from './serve.ts'
import * as views from './views.ts'

const handoverShown = ({ row, job }: HandoverView): Handover => ({
  job_id: row.job_id,
  reference: job.reference,
  state: row.state,
  total: job.quote.total.amount,
  office_total: row.office_total,
  submit_up_to: row.limit_cents === null ? null : euros(row.limit_cents).amount,
  office_job_url: row.office_job_id === null ? null : `${row.office_url}/?job=${encodeURIComponent(row.office_job_id)}`,
  tries: row.tries,
  next_try_at: row.next_try_at,
  problem: row.problem,
  created_at: row.created_at,
  handed_over_at: row.handed_over_at,
})

const officeShown = async (needs: ApiNeeds, caller: Parameters<typeof describeOffice>[1]): Promise<Office> => {
  const { url, hasKey, handovers } = await describeOffice(needs, caller)
  const waiting = handovers.filter(({ row }) => row.state === 'waiting').length
  return { url, has_key: hasKey, waiting, handovers: handovers.map(handoverShown) }
}

type View = Parameters<typeof views.job>[0]

/** As it was asked here. What a rule keeps out is known in RD New only, and then so is the area. */
function inputOf(view: View, area: JsonText, baseUrl: string): JobInput {
  const job = views.job(view, baseUrl)
  const { rules } = job.quote
  const inRd = rules && rules.keep_out.length > 0 && { geometry: views.shape(polygonOf(area)), crs: 'EPSG:28992' }
  return {
    ...(inRd || { geometry: job.geometry, crs: job.crs }),
    klic_type: job.klic_type,
    ...(job.reference !== null && { reference: job.reference }),
    ...(job.address && { address: job.address }),
    ...(job.webhook_url !== null && { webhook_url: job.webhook_url }),
    ...(job.start_date !== null && { start_date: job.start_date }),
    ...(job.end_date !== null && { end_date: job.end_date }),
    ...(job.works && { works: job.works as NonNullable<JobInput['works']> }),
    ...(job.principal && { principal: job.principal }),
    ...(job.has_addresses && { has_addresses: job.has_addresses }),
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

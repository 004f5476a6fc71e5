/** Deliveries that are opened from files. */

import { toBody } from '../../platform/http/wire.ts'
import type { Handlers } from '../http/serve.ts'
import * as views from '../jobs/views.ts'
import { importDeliveries } from './import-deliveries.ts'
import { joinJobs, splitJob } from './regroup-jobs.ts'
import { type IMPORT_ROUTES, ImportPlan, SEVERAL_FILES } from './schema.ts'

export const imports: Handlers<typeof IMPORT_ROUTES> = {
  importDeliveries: async ({ services, caller, query, req }) => {
    const isSeveral = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === SEVERAL_FILES
    const name = isSeveral ? undefined : (query.name ?? 'delivery')
    const { job, isNew, ...opened } = await importDeliveries(services, caller, req, {
      name,
      asksFirst: query.ask === 'several',
      jobs: query.jobs?.split(';').map((numbers) => numbers.split(',').filter(Boolean)),
    })
    const plan = toBody(ImportPlan, opened)
    if (!job) return { status: 202, body: plan }
    return { status: isNew ? 201 : 200, body: { ...plan, job: views.job(job, services.baseUrl()) } }
  },

  splitJob: async ({ services, caller, params, body }) => {
    const { job, newJobs } = await splitJob(services, caller, params.job_id, body.jobs)
    return { status: 200, body: { job: views.job(job, services.baseUrl()), new_job_ids: newJobs } }
  },

  joinJobs: async ({ services, caller, params, body }) => {
    const job = await joinJobs(services, caller, params.job_id, body.job_ids)
    return { status: 200, body: views.job(job, services.baseUrl()) }
  },
}

/** What only the window asks, below /dashboard/api with its session. */

import { join } from 'node:path'
import { areas } from '../features/areas/routes.ts'
import { calamities } from '../features/calamities/routes.ts'
import { calendar, digging } from '../features/digging/routes.ts'
import { goneWhenSent } from '../features/http/send-files.ts'
import type { Handlers } from '../features/http/serve.ts'
import { writeList } from '../features/http/write-list.ts'
import { imports } from '../features/imports/routes.ts'
import { archiveJobs } from '../features/jobs/archive-jobs.ts'
import { SoFar } from '../features/jobs/dashboard-schema.ts'
import { jobPins } from '../features/jobs/job-pins.ts'
import { jobsOnGround } from '../features/jobs/jobs-on-ground.ts'
import { partialDeliveries } from '../features/jobs/partial-deliveries.ts'
import { correctJob, deleteQuotes } from '../features/jobs/quotes/change-quote.ts'
import { retryJob } from '../features/jobs/retry-job.ts'
import { timeline } from '../features/jobs/timeline.ts'
import * as views from '../features/jobs/views.ts'
import { projects } from '../features/projects/routes.ts'
import { compareResults, differencesFile, type Other } from '../features/results/compare-results.ts'
import { offline } from '../features/results/map/offline-map-routes.ts'
import { jobExtent, jobMap, jobObjects, jobSummary, previewJob } from '../features/results/map/show-on-map.ts'
import { requestExport, requestPreliminary } from '../features/results/request-export.ts'
import { results } from '../features/results/routes.ts'
import { partOnMapShown, summaryShown } from '../features/results/views.ts'
import { settings } from '../features/settings/routes.ts'
import { simulator } from '../features/settings/simulator-routes.ts'
import { sites } from '../features/site-package/routes.ts'
import { status } from '../features/status/routes.ts'
import { trenches } from '../features/trenches/routes.ts'
import { session } from '../features/users/session-routes.ts'
import { mediaTypeOf } from '../features/vocabulary.ts'
import { webhooks } from '../features/webhooks/routes.ts'
import { toBody } from '../platform/http/wire.ts'
import { rawGeometry } from '../platform/read-json.ts'
import type { DASHBOARD_ROUTES } from './dashboard-routes.ts'
import { exportAnswer } from './v1.ts'

const otherOf = (query: { with?: string | undefined; revision?: number | undefined }): Other =>
  query.with === undefined ? { revision: query.revision! } : { jobId: query.with }

export const dashboard: Handlers<typeof DASHBOARD_ROUTES> = {
  ...session,
  preview: async ({ services, caller, body }) => {
    const asked = {
      geometry: rawGeometry(body.geometry),
      klicType: body.klic_type,
      crs: body.crs,
      effort: body.effort,
      ...(body.cut_rules ? { cutRules: views.cutRulesAsked(body.cut_rules) } : {}),
    }
    const { surveyed, areaLngLat, abroadLngLat, parts, ...billing } = await previewJob(services, caller, asked)
    return {
      status: 200,
      body: {
        crs: surveyed.crs,
        area_m2: surveyed.areaM2,
        area_lnglat: views.shape(areaLngLat),
        abroad_lnglat: abroadLngLat && [...abroadLngLat],
        quote: views.quoteView(surveyed.quote, billing),
        can_improve: surveyed.canImprove,
        parts: parts.map(partOnMapShown),
        warnings: surveyed.warnings,
      },
    }
  },

  getJobMap: async ({ services, caller, params }) => {
    const { outlines, parts } = await jobMap(services, caller, params.job_id)
    return { status: 200, body: { outlines_lnglat: outlines.map(views.shape), parts: parts.map(partOnMapShown) } }
  },

  getJobSoFar: async ({ services, caller, params }) => ({
    status: 200,
    body: toBody(SoFar, await partialDeliveries(services, caller, params.job_id)),
  }),

  getJobSummary: async ({ services, caller, params }) => ({
    status: 200,
    body: summaryShown(await jobSummary(services.store, caller, params.job_id)),
  }),

  exportResult: async ({ services, caller, params, query, req }) => {
    const format = query.crs === 'CRS84' ? 'geojson-crs84' : query.format
    return exportAnswer(
      services.baseUrl() + req.originalUrl,
      await requestExport(services, caller, params.job_id, format),
    )
  },

  exportPreliminary: async ({ services, caller, params, query, req }) => {
    const format = query.crs === 'CRS84' ? 'geojson-crs84' : query.format
    return exportAnswer(
      services.baseUrl() + req.originalUrl,
      await requestPreliminary(services, caller, params.job_id, format),
    )
  },

  getJobObjects: async ({ services, caller, params, query }) => ({
    status: 200,
    body: { type: 'FeatureCollection', features: await jobObjects(services, caller, params.job_id, query.refs) },
  }),

  getJobExtent: async ({ services, caller, params, query }) => ({
    status: 200,
    body: { extent_lnglat: await jobExtent(services, caller, params.job_id, query) },
  }),

  getJobDifference: async ({ services, caller, params, query }) => ({
    status: 200,
    body: await compareResults(services, caller, params.job_id, otherOf(query)),
  }),

  getDifferenceFile: async ({ services, caller, params, query }) => {
    const { format } = query
    const { path, name } = await differencesFile(services, caller, params.job_id, otherOf(query), format)
    const stream = await goneWhenSent(join(services.dataDir, path))
    return { status: 200, stream: { ...stream, mediaType: mediaTypeOf(format), name } }
  },

  correctJob: async ({ services, caller, params, body }) => ({
    status: 200,
    body: views.job(await correctJob(services, caller, params.job_id, views.jobRequest(body)), services.baseUrl()),
  }),

  retryJob: async ({ services, caller, params }) => ({
    status: 202,
    body: views.job(await retryJob(services, caller, params.job_id), services.baseUrl()),
  }),

  archiveJobs: async ({ services, caller, body }) => ({
    status: 200,
    body: { job_ids: await archiveJobs(services, caller, body.job_ids, body.archived) },
  }),

  deleteQuotes: async ({ services, caller, body }) => ({
    status: 200,
    body: { job_ids: await deleteQuotes(services, caller, body.job_ids) },
  }),

  listJobPins: async ({ services, caller, query: { q: text, status, archived } }) => {
    const only = { text, status, ...(archived && { isArchived: archived === 'true' }) }
    const { pins, total } = await jobPins(services, caller, only)
    return { status: 200, body: { data: await writeList(pins, views.pin, caller), total } }
  },

  listJobsOnGround: async ({ services, caller, params }) => ({
    status: 200,
    body: { data: await writeList(await jobsOnGround(services, caller, params.job_id), views.onGround, caller) },
  }),

  ...webhooks,
  ...settings,
  ...simulator,
  ...status,
  ...timeline,
  ...trenches,
  ...digging,
  ...calamities,
  ...calendar,
  ...projects,
  ...areas,
  ...imports,
  ...results,
  ...sites,
  ...offline,
}

/** What only the window asks, below /dashboard/api with its session. */
import { join } from 'node:path'
import { closeSession, openSession } from '../actions/access/sessions.ts'
import { archiveJobs } from '../actions/jobs/archive-jobs.ts'
import { correctJob } from '../actions/jobs/correct-job.ts'
import { deleteQuotes } from '../actions/jobs/delete-quotes.ts'
import { retryJob } from '../actions/jobs/retry-job.ts'
import { soFar } from '../actions/jobs/so-far.ts'
import { compareResults, differencesFile, type Other } from '../actions/results/compare-results.ts'
import { requestExport, requestPreliminary } from '../actions/results/request-export.ts'
import { legendOf } from '../actions/results/serve-tiles.ts'
import { jobExtent, jobMap, jobObjects, jobSummary, previewJob } from '../actions/results/show-on-map.ts'
import type { DASHBOARD_ROUTES } from '../contract/dashboard-routes.ts'
import { mediaTypeOf } from '../contract/vocabulary.ts'
import { areaGiven } from '../domain/read-json.ts'
import { addresses } from './addresses.ts'
import { areas } from './areas.ts'
import { calamities } from './calamities.ts'
import { calendar } from './calendar.ts'
import { diagnostics } from './diagnostics.ts'
import { digging } from './digging.ts'
import { imports } from './imports.ts'
import { office } from './office.ts'
import { offline } from './offline-map.ts'
import { projects } from './projects.ts'
import { goneWhenSent } from './result-files.ts'
import { results } from './results.ts'
import type { Handlers } from './serve.ts'
import { sessionShown, signedIn } from './session.ts'
import { settings } from './settings.ts'
import { clearCookie, fromOf, sessionCookie } from './signing-in.ts'
import { simulator } from './simulator.ts'
import { siteLinks } from './site-links.ts'
import { status } from './status.ts'
import { timeline } from './timeline.ts'
import { exportAnswer } from './v1.ts'
import * as views from './views.ts'
import { webhooks } from './webhooks.ts'

const otherOf = (query: { with?: string | undefined; revision?: number | undefined }): Other =>
  query.with === undefined ? { revision: query.revision! } : { jobId: query.with }

export const dashboard: Handlers<typeof DASHBOARD_ROUTES> = {
  openSession: async ({ needs, body, req }) => {
    const opened = await openSession(needs, body.token, fromOf(req))
    return signedIn(needs, { ...opened, userId: null })
  },

  getSession: async ({ needs, caller }) => {
    const { companyId, user } = caller
    return { status: 200, body: await sessionShown(needs, { companyId, userId: user?.id ?? null }) }
  },

  closeSession: async ({ needs, req }) => {
    await closeSession(needs, sessionCookie(needs, req) ?? '')
    return { status: 204, headers: { 'Set-Cookie': clearCookie(needs) } }
  },

  preview: async ({ needs, caller, body }) => {
    const asked = {
      geometry: areaGiven(body.geometry),
      klicType: body.klic_type,
      crs: body.crs,
      effort: body.effort,
      ...(body.cut_rules ? { cutRules: views.cutRulesAsked(body.cut_rules) } : {}),
    }
    const { surveyed, areaLngLat, abroadLngLat, parts, ...billing } = await previewJob(needs, caller, asked)
    return {
      status: 200,
      body: {
        crs: surveyed.crs,
        area_m2: surveyed.areaM2,
        area_lnglat: views.shape(areaLngLat),
        abroad_lnglat: abroadLngLat && [...abroadLngLat],
        quote: views.quoteShown(surveyed.quote, billing),
        can_improve: surveyed.canImprove,
        parts: parts.map(views.partOnMap),
        warnings: surveyed.warnings,
      },
    }
  },

  getJobMap: async ({ needs, caller, params }) => {
    const { outlines, parts } = await jobMap(needs, caller, params.job_id)
    return { status: 200, body: { outlines_lnglat: outlines.map(views.shape), parts: parts.map(views.partOnMap) } }
  },

  getJobSoFar: async ({ needs, caller, params }) => ({
    status: 200,
    body: views.soFar(await soFar(needs, caller, params.job_id)),
  }),

  getJobSummary: async ({ needs, caller, params }) => ({
    status: 200,
    body: views.summary(await jobSummary(needs, caller, params.job_id)),
  }),

  exportResult: async ({ needs, caller, params, query, req }) => {
    const format = query.crs === 'CRS84' ? 'geojson-crs84' : query.format
    return exportAnswer(needs.baseUrl() + req.originalUrl, await requestExport(needs, caller, params.job_id, format))
  },

  exportPreliminary: async ({ needs, caller, params, query, req }) => {
    const format = query.crs === 'CRS84' ? 'geojson-crs84' : query.format
    return exportAnswer(
      needs.baseUrl() + req.originalUrl,
      await requestPreliminary(needs, caller, params.job_id, format),
    )
  },

  getJobObjects: async ({ needs, caller, params, query }) => ({
    status: 200,
    body: { type: 'FeatureCollection', features: await jobObjects(needs, caller, params.job_id, query.refs) },
  }),

  getJobExtent: async ({ needs, caller, params, query }) => ({
    status: 200,
    body: { extent_lnglat: await jobExtent(needs, caller, params.job_id, query) },
  }),

  getLegend: async () => ({ status: 200, body: { groups: legendOf() } }),

  getJobDifference: async ({ needs, caller, params, query }) => ({
    status: 200,
    body: await compareResults(needs, caller, params.job_id, otherOf(query)),
  }),

  getDifferenceFile: async ({ needs, caller, params, query }) => {
    const { format } = query
    const { path, name } = await differencesFile(needs, caller, params.job_id, otherOf(query), format)
    const stream = await goneWhenSent(join(needs.dataDir, path))
    return { status: 200, stream: { ...stream, mediaType: mediaTypeOf(format), name } }
  },

  correctJob: async ({ needs, caller, params, body }) => ({
    status: 200,
    body: views.job(await correctJob(needs, caller, params.job_id, views.jobAsked(body)), needs.baseUrl()),
  }),

  retryJob: async ({ needs, caller, params }) => ({
    status: 202,
    body: views.job(await retryJob(needs, caller, params.job_id), needs.baseUrl()),
  }),

  archiveJobs: async ({ needs, caller, body }) => ({
    status: 200,
    body: { job_ids: await archiveJobs(needs, caller, body.job_ids, body.archived) },
  }),

  deleteQuotes: async ({ needs, caller, body }) => ({
    status: 200,
    body: { job_ids: await deleteQuotes(needs, caller, body.job_ids) },
  }),

  ...webhooks,
  ...settings,
  ...diagnostics,
  ...office,
  ...simulator,
  ...status,
  ...timeline,
  ...digging,
  ...calamities,
  ...calendar,
  ...addresses,
  ...projects,
  ...areas,
  ...imports,
  ...results,
  ...siteLinks,
  ...offline,
}

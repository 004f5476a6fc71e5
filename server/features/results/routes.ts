/** What the window asks of a result, below /dashboard/api. */
import { join } from 'node:path'
import type { PrintOptions } from '../../exports/print/print-options.ts'
import { toBody } from '../../platform/http/wire.ts'
import { Refusal } from '../../platform/refusal.ts'
import { goneWhenSent } from '../http/send-files.ts'
import type { Handlers } from '../http/serve.ts'
import { type AttentionSummary, acknowledge, attention } from './acknowledge.ts'
import { jobDocument, jobDocuments } from './job-documents.ts'
import { precautionsOf } from './precautions.ts'
import { printJob } from './print-job.ts'
import { printSheets } from './print-sheets.ts'
import { crossSection, lineFromDegrees, ringsFromDegrees, selectInArea } from './result-query.ts'
import { type AttentionList, JobDocuments, type PrintQuery, type RESULT_ROUTES } from './schema.ts'

const attentionShown = ({ items, older, siteRevision }: AttentionSummary): AttentionList => ({
  site_revision: siteRevision,
  older: older.map(({ at, actor, revision, as }) => ({ at, by: actor, revision, as })),
  data: items.map(({ about, kind, operator, partNo, acknowledged }) => ({
    about,
    kind,
    operator,
    part_no: partNo,
    acknowledged: acknowledged && { at: acknowledged.at, by: acknowledged.actor },
  })),
})

const listOf = (text: string): string[] => text.split('~').filter((name) => name !== '')

/** @throws Refusal VALIDATION_FAILED when the one sheet is wanted, and nobody says where */
function wishesOf({ hidden_operators, hidden, frame, sheets, empty, ground, ...options }: PrintQuery): PrintOptions {
  const [x, y, degrees] = frame?.split(',').map(Number) ?? []
  if ((options.cover === 'frame') !== (frame !== undefined)) {
    const message = 'A frame is given with the cover "frame", and with no other.'
    throw new Refusal('VALIDATION_FAILED', message, { complaints: [{ pointer: '?frame', code: 'INVALID', message }] })
  }
  return {
    ...options,
    frame: frame === undefined ? null : { middle: [x!, y!], degrees: degrees! },
    empty: empty === 'true',
    sheets: listOf(sheets).map(Number),
    hidden: listOf(hidden),
    hiddenOperators: listOf(hidden_operators),
    ground: ground === 'true',
  }
}

export const results: Handlers<typeof RESULT_ROUTES> = {
  getAttention: async ({ services, caller, params }) => ({
    status: 200,
    body: attentionShown(await attention(services.store, caller, params.job_id)),
  }),

  acknowledge: async ({ services, caller, params, body }) => ({
    status: 200,
    body: attentionShown(await acknowledge(services, caller, params.job_id, body.about)),
  }),

  listPrecautions: async ({ services, caller, params }) => {
    const areas = await precautionsOf(services, caller, params.job_id)
    return {
      status: 200,
      body: { data: areas.map(({ geometry, ...area }) => ({ ...area, geometry_lnglat: geometry && { ...geometry } })) },
    }
  },

  listJobDocuments: async ({ services, caller, params }) => {
    const documents = await jobDocuments(services, caller, params.job_id)
    const data = documents.map((each) => toBody(JobDocuments.shape.data.element, { ...each, name: each.path }))
    return { status: 200, body: { data } }
  },

  getJobDocument: async ({ services, caller, params }) => {
    const { document, ...stream } = await jobDocument(services, caller, params.job_id, params.no)
    const name = document.path.slice(document.path.lastIndexOf('/') + 1)
    return { status: 200, stream: { ...stream, mediaType: document.mediaType, name } }
  },

  printJob: async ({ services, caller, params, query }) => {
    const { path, name } = await printJob(services, caller, params.job_id, wishesOf(query))
    const stream = await goneWhenSent(join(services.dataDir, path))
    return { status: 200, stream: { ...stream, mediaType: 'application/pdf', name } }
  },

  listPrintSheets: async ({ services, caller, params, query }) => {
    const { sheets, leftOut, isAsWished, most } = await printSheets(services, caller, params.job_id, wishesOf(query))
    return { status: 200, body: { data: sheets, left_out: leftOut, is_as_wished: isAsWished, most } }
  },

  crossSection: async ({ services, caller, params, body }) => {
    const { lengthM, crossed } = await crossSection(services, caller, params.job_id, lineFromDegrees(body.line))
    return {
      status: 200,
      body: {
        length_m: lengthM,
        crossings: crossed.map(({ at, lngLat, layer, row, depth, depthFrom }) => ({
          at_m: at,
          lnglat: lngLat,
          layer,
          properties: row,
          depth_m: depth,
          depth_from: depthFrom,
        })),
      },
    }
  },

  selectInArea: async ({ services, caller, params, body }) => {
    const { features, total, counts } = await selectInArea(services, caller, params.job_id, ringsFromDegrees(body.area))
    return {
      status: 200,
      body: {
        total,
        counts: counts.map(({ lengthM, ...count }) => ({ ...count, length_m: lengthM })),
        features: features.map(({ layer, row }) => ({ layer, properties: row })),
      },
    }
  },
}

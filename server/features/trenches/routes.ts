/** The plan of trial trenches of a job, below /dashboard/api. */
import { join } from 'node:path'
import type { z } from 'zod'
import type { TrenchParameters } from '../../imkl/model/trench-plan.ts'
import { fromBody } from '../../platform/http/wire.ts'
import { goneWhenSent } from '../http/send-files.ts'
import type { Handlers } from '../http/serve.ts'
import type { JobPath } from '../jobs/schema.ts'
import type { Caller, Database } from '../services.ts'
import { mediaTypeOf } from '../vocabulary.ts'
import { findingPhotoFile, putFindingPhoto } from './finding-photos.ts'
import { acceptProposals, recordFinding, rejectProposals, removeFinding } from './findings.ts'
import {
  deleteTrenchPlan,
  ownPlan,
  type PlanEntry,
  planRevisions,
  previewTrenchPlan,
  storeTrenchPlan,
  trenchPlanFile,
  trenchPlanOf,
} from './plan-of-job.ts'
import { findingShown, planShown } from './plan-shown.ts'
import { handInFindings, waitingFindings } from './proposals.ts'
import type { TRENCH_ROUTES, TrenchPlanInput } from './schema.ts'

/** The job in which the plan was made: what was found under it lies there. */
const homeOf = async (services: Database, caller: Caller, { job_id }: z.output<typeof JobPath>): Promise<string> =>
  (await ownPlan(services, caller, job_id)).jobId

const entryOf = ({ works, parameters, scope }: z.output<typeof TrenchPlanInput>): PlanEntry => ({
  scope,
  works:
    works.type === 'LineString'
      ? { kind: 'axis', line: works.coordinates }
      : { kind: 'area', rings: works.coordinates },
  parameters: fromBody(parameters) satisfies TrenchParameters,
})

export const trenches: Handlers<typeof TRENCH_ROUTES> = {
  getTrenchPlan: async ({ services, caller, params, query }) => ({
    status: 200,
    body: planShown(await trenchPlanOf(services, caller, params.job_id, query.revision)),
  }),

  getTrenchRevisions: async ({ services, caller, params }) => ({
    status: 200,
    body: {
      data: (await planRevisions(services, caller, params.job_id)).map(({ at, ...said }) => ({
        ...said,
        created_at: at,
      })),
    },
  }),

  putTrenchPlan: async ({ services, caller, params, body }) => ({
    status: 200,
    body: planShown(await storeTrenchPlan(services, caller, params.job_id, entryOf(body))),
  }),

  previewTrenchPlan: async ({ services, caller, params, body }) => ({
    status: 200,
    body: planShown(await previewTrenchPlan(services, caller, params.job_id, entryOf(body))),
  }),

  deleteTrenchPlan: async ({ services, caller, params }) => {
    await deleteTrenchPlan(services, caller, params.job_id)
    return { status: 204 }
  },

  getTrenchFile: async ({ services, caller, params, query }) => {
    const { as, language } = query
    const { path, name } = await trenchPlanFile(services, caller, params.job_id, as, language)
    const stream = await goneWhenSent(join(services.dataDir, path))
    const mediaType = as === 'pdf' ? 'application/pdf' : mediaTypeOf(as)
    return { status: 200, stream: { ...stream, mediaType, name } }
  },

  addFinding: async ({ services, caller, params, body }) => ({
    status: 201,
    body: findingShown(await recordFinding(services, caller, await homeOf(services, caller, params), body)),
  }),

  removeFinding: async ({ services, caller, params }) => {
    await removeFinding(services, caller, await homeOf(services, caller, params), params.finding_id)
    return { status: 204 }
  },

  putFindingPhoto: async ({ services, caller, params, req }) => {
    await putFindingPhoto(services, caller, await homeOf(services, caller, params), params.finding_id, req)
    return { status: 204 }
  },

  getFindingPhoto: async ({ services, caller, params }) => ({
    status: 200,
    document: await findingPhotoFile(services, caller, await homeOf(services, caller, params), params.finding_id),
  }),

  getWaitingFindings: async ({ services, caller, params }) => ({
    status: 200,
    body: { waiting: await waitingFindings(services, caller, params.job_id) },
  }),

  handInFindings: async ({ services, caller, params, req }) => ({
    status: 200,
    body: await handInFindings(services, caller, params.job_id, req),
  }),

  acceptProposals: async ({ services, caller, params, body }) => {
    await acceptProposals(services, caller, await homeOf(services, caller, params), body.finding_ids)
    return { status: 204 }
  },

  rejectProposals: async ({ services, caller, params, body }) => {
    await rejectProposals(services, caller, await homeOf(services, caller, params), body.finding_ids)
    return { status: 204 }
  },
}

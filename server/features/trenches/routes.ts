/** The plan of trial trenches of a job, below /dashboard/api. */
import { join } from 'node:path'
import type { z } from 'zod'
import type { TrenchParameters } from '../../imkl/model/trench-plan.ts'
import { fromBody } from '../../platform/http/wire.ts'
import { goneWhenSent } from '../http/send-files.ts'
import type { Handlers } from '../http/serve.ts'
import { mediaTypeOf } from '../vocabulary.ts'
import {
  acceptProposals,
  findingPhotoFile,
  putFindingPhoto,
  recordFinding,
  rejectProposals,
  removeFinding,
} from './findings.ts'
import {
  deleteTrenchPlan,
  type PlanEntry,
  type PlanView,
  planRevisions,
  previewTrenchPlan,
  storeTrenchPlan,
  trenchPlanFile,
  trenchPlanOf,
} from './plan-of-job.ts'
import { findingShown, planShown } from './plan-shown.ts'
import { handInFindings, waitingFindings } from './proposals.ts'
import type { TRENCH_ROUTES, TrenchPlanInput } from './schema.ts'

const entryOf = ({ works, parameters, scope }: z.output<typeof TrenchPlanInput>): PlanEntry => ({
  scope,
  works:
    works.type === 'LineString'
      ? { kind: 'axis', line: works.coordinates }
      : { kind: 'area', rings: works.coordinates },
  parameters: fromBody(parameters) satisfies TrenchParameters,
})

const planAnswer = async (view: Promise<PlanView>) => ({ status: 200 as const, body: planShown(await view) })

const emptyAnswer = async (work: Promise<void>) => {
  await work
  return { status: 204 as const }
}

export const trenches: Handlers<typeof TRENCH_ROUTES> = {
  getTrenchPlan: ({ services, caller, params, query }) =>
    planAnswer(trenchPlanOf(services, caller, params.job_id, query.revision)),

  getTrenchRevisions: async ({ services, caller, params }) => ({
    status: 200,
    body: { data: await planRevisions(services, caller, params.job_id) },
  }),

  putTrenchPlan: ({ services, caller, params, body }) =>
    planAnswer(storeTrenchPlan(services, caller, params.job_id, entryOf(body))),

  previewTrenchPlan: ({ services, caller, params, body }) =>
    planAnswer(previewTrenchPlan(services, caller, params.job_id, entryOf(body))),

  deleteTrenchPlan: ({ services, caller, params }) => emptyAnswer(deleteTrenchPlan(services, caller, params.job_id)),

  getTrenchFile: async ({ services, caller, params, query }) => {
    const { as, language } = query
    const { path, name } = await trenchPlanFile(services, caller, params.job_id, as, language)
    const stream = await goneWhenSent(join(services.dataDir, path))
    return { status: 200, stream: { ...stream, mediaType: mediaTypeOf(as), name } }
  },

  addFinding: async ({ services, caller, params, body }) => ({
    status: 201,
    body: findingShown(await recordFinding(services, caller, params.job_id, body)),
  }),

  removeFinding: ({ services, caller, params }) =>
    emptyAnswer(removeFinding(services, caller, params.job_id, params.finding_id)),

  putFindingPhoto: ({ services, caller, params, req }) =>
    emptyAnswer(putFindingPhoto(services, caller, params.job_id, params.finding_id, req)),

  getFindingPhoto: async ({ services, caller, params }) => ({
    status: 200,
    document: await findingPhotoFile(services, caller, params.job_id, params.finding_id),
  }),

  getWaitingFindings: async ({ services, caller, params }) => ({
    status: 200,
    body: { waiting: await waitingFindings(services, caller, params.job_id) },
  }),

  handInFindings: async ({ services, caller, params, req }) => ({
    status: 200,
    body: await handInFindings(services, caller, params.job_id, req),
  }),

  acceptProposals: ({ services, caller, params, body }) =>
    emptyAnswer(acceptProposals(services, caller, params.job_id, body.finding_ids)),

  rejectProposals: ({ services, caller, params, body }) =>
    emptyAnswer(rejectProposals(services, caller, params.job_id, body.finding_ids)),
}

/** POST /dashboard/api/imports: deliveries that somebody has as files. */
import { z } from 'zod'
import {
  DELIVERY_FAULTS,
  IMPORT_OUTCOMES,
  MAX_FILE_NAME,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_DELIVERIES,
  MAX_IMPORT_FILES,
} from '../../imkl/model/found-delivery.ts'
import type { Route } from '../../platform/http/route.ts'
import { ALL_KLIC_TYPES } from '../../registry/klic.ts'
import { Job, JobPath } from '../jobs/schema.ts'

export { type DELIVERY_FAULTS, MAX_IMPORT_BYTES }

/** 100 KLIC numbers and what parts them. */
const MAX_JOBS_CHOICE = 2000

/** A body of this kind begins with a line of JSON, `[{"name", "bytes"}]`, and the files follow one behind the other. */
export const SEVERAL_FILES = 'application/vnd.klic.files'

/** What becomes of the files; `job_id` and `order_id` are null where nothing was stored. */
export const ImportPlan = z.object({
  jobs: z
    .array(
      z.object({
        job_id: z.string().nullable().meta({ description: 'null: it is only planned' }),
        klic_type: z.enum(ALL_KLIC_TYPES),
        reference: z.string().nullable(),
        place: z.string().nullable().meta({ description: 'Address of its first delivery' }),
        klic_numbers: z.array(z.string()).max(MAX_IMPORT_DELIVERIES),
      }),
    )
    .max(MAX_IMPORT_DELIVERIES)
    .meta({
      description:
        'The new jobs, or those that would be made. One job holds deliveries of one kind and reference whose areas overlap or lie within 250 m',
    }),
  files: z
    .array(
      z.object({
        name: z.string(),
        outcome: z.enum(IMPORT_OUTCOMES).meta({
          description:
            'imported: a request of its own. newer: a further delivery of an imported request. known: it is here already. older: a newer one is here. refused: it is no delivery, or can not be read. not_read: it lies beside deliveries and belongs to none',
        }),
        klic_number: z.string().nullable(),
        job_id: z.string().nullable(),
        order_id: z.string().nullable(),
        fault: z.enum(DELIVERY_FAULTS).nullable().meta({ description: 'Why it was refused' }),
        message: z.string().nullable().meta({ description: 'The same in words, in English' }),
      }),
    )
    .max(MAX_IMPORT_FILES + MAX_IMPORT_DELIVERIES),
})
export type ImportPlan = z.infer<typeof ImportPlan>

export const ImportResult = ImportPlan.extend({
  job: Job.meta({
    description: 'The first job that was made; where all was here already, the first that one of them belongs to',
  }),
})
export type ImportResult = z.infer<typeof ImportResult>

const KlicNumber = z.string().min(1).max(20)

export const Split = z.object({
  job: Job.meta({ description: 'With the notifications that stay' }),
  new_job_ids: z.array(z.string()).max(MAX_IMPORT_DELIVERIES),
})

/** Beside the files themselves the body has the line that names them. */
const LIST_BYTES = 1024 ** 2

export const IMPORT_ROUTES = {
  importDeliveries: {
    method: 'post',
    path: '/imports',
    permission: 'write',
    summary:
      'Open deliveries from files. The body is one file (ZIP or GI_*.xml), or of type application/vnd.klic.files: a line of JSON [{"name", "bytes"}] and then those files',
    query: z.strictObject({
      name: z.string().min(1).max(MAX_FILE_NAME).optional().meta({ description: 'Of the one file, as people have it' }),
      ask: z.literal('several').optional().meta({
        description:
          'several: where the files make more than one job store nothing, and answer 202 with the jobs that they would make',
      }),
      jobs: z
        .string()
        .max(MAX_JOBS_CHOICE)
        .regex(/^[\w,;]*$/)
        .optional()
        .meta({
          description:
            'KLIC numbers of each new job: a comma between those of one job, a semicolon between jobs. Deliveries that are not named go by site',
        }),
    }),
    takesFile: MAX_IMPORT_BYTES + LIST_BYTES,
    responses: { 200: ImportResult, 201: ImportResult, 202: ImportPlan },
  },
  splitJob: {
    method: 'post',
    path: '/jobs/{job_id}/split',
    permission: 'write',
    summary:
      'Move notifications of an imported job to jobs of their own; what is on record of digging stays with the job',
    params: JobPath,
    body: z.strictObject({
      jobs: z
        .array(z.array(KlicNumber).min(1).max(MAX_IMPORT_DELIVERIES))
        .min(1)
        .max(MAX_IMPORT_DELIVERIES)
        .meta({ description: 'KLIC numbers of each new job; those that are not named stay' }),
    }),
    responses: { 200: Split },
  },
  joinJobs: {
    method: 'post',
    path: '/jobs/{job_id}/join',
    permission: 'write',
    summary:
      'Put the notifications of other imported jobs, and what is on record of them, into this one; their ids lead to it from then on',
    params: JobPath,
    body: z.strictObject({ job_ids: z.array(z.string().max(64)).min(1).max(MAX_IMPORT_DELIVERIES) }),
    responses: { 200: Job },
  },
} as const satisfies Record<string, Route>

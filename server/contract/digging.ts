/** What somebody puts on record of digging in the area of a job: for the window. */
import { z } from 'zod'
import { Day, Instant } from './common.ts'
import { Problem } from './errors.ts'
import { JobPath } from './jobs.ts'
import type { Route } from './routes.ts'

/** A mail program opens a mail as a draft; nobody but a person sends it. */
const LETTER_KINDS = ['pdf', 'eml'] as const
const LetterQuery = z.strictObject({
  operator: z.string().max(200).meta({ description: 'As listed; empty: an area of precaution that none calls theirs' }),
  as: z.enum(LETTER_KINDS).default('pdf').meta({ description: 'eml: a mail, unsent, with the PDF' }),
})

const NoQuery = z.strictObject({})
const Words = (most: number) => z.string().trim().min(1).max(most).nullable().default(null)
const Recorded = { at: Instant, actor: z.string() }

export const Work = z.strictObject({
  begun_on: Day.meta({ description: 'Dutch day on which the work began' }),
  begun_by: Words(200).meta({ description: 'Who began it' }),
  place: z
    .tuple([z.number().min(-7000).max(300_000), z.number().min(289_000).max(629_000)])
    .nullable()
    .default(null)
    .meta({ description: 'Where, in RD New, metres' }),
  ended_on: Day.nullable().default(null).meta({ description: 'null: it goes on' }),
  remark: Words(2000),
})

export const Contact = z.strictObject({
  operator: z.string().max(200).meta({ description: 'As listed; empty: an area of precaution that none calls theirs' }),
  contacted_on: Day,
  contacted_by: Words(200),
  how: Words(200).meta({ description: 'By telephone, by mail …' }),
  agreed_on: Day.nullable().default(null).meta({ description: 'When it was agreed in writing; null: not yet' }),
  remark: Words(2000),
})

export const Digging = z.object({
  work: Work.extend(Recorded).nullable(),
  precautions: z.array(
    z.object({
      operator: z.string(),
      contact_by: Day.nullable().meta({
        description: 'Last day on which the contact is early enough for the start that is asked for; null: none is',
      }),
      contact: Contact.omit({ operator: true }).extend(Recorded).nullable(),
    }),
  ),
})
export type Digging = z.infer<typeof Digging>

export const DIGGING_ROUTES = {
  getDigging: {
    method: 'get',
    path: '/jobs/{job_id}/digging',
    permission: 'read',
    summary: 'What is on record of digging there, and the precautions that are demanded',
    params: JobPath,
    query: NoQuery,
    responses: { 200: Digging, 404: Problem },
  },
  recordWork: {
    method: 'put',
    path: '/jobs/{job_id}/digging/work',
    permission: 'write',
    summary: 'Put the beginning or the end of the work on record',
    params: JobPath,
    query: NoQuery,
    body: Work,
    responses: { 200: Digging, 404: Problem, 409: Problem, 422: Problem },
  },
  recordContact: {
    method: 'put',
    path: '/jobs/{job_id}/digging/contacts',
    permission: 'write',
    summary: 'Put the contact that a precaution demands on record',
    params: JobPath,
    query: NoQuery,
    body: Contact,
    responses: { 200: Digging, 404: Problem, 409: Problem, 422: Problem },
  },
  getPrecautionLetter: {
    method: 'get',
    path: '/jobs/{job_id}/digging/letter',
    permission: 'read',
    summary:
      'A letter in Dutch to an operator that demands precautions, with a map on the delivered ground: made ready, not sent',
    params: JobPath,
    query: LetterQuery,
    files: ['application/pdf', 'message/rfc822'],
    responses: { 200: 'file', 404: Problem, 409: Problem, 422: Problem },
  },
} as const satisfies Record<string, Route>

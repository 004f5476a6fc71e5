/** What is put on record of digging in the area of a job, the duties and open precautions over all jobs, and the calendar: for the window. */

import { z } from 'zod'
import { MAX_PARTS } from '../../geometry/registry-limits.ts'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import type { Route } from '../../platform/http/route.ts'
import { MAX_AGREEMENTS, MAX_DOCUMENT_BYTES, MAX_DUTIES, MAX_PHOTO_BYTES, MAX_PHOTOS } from '../../platform/limits.ts'
import { LANGUAGES } from '../../texts/languages.ts'
import { Day, FileName, Instant, RdPlace } from '../http/common-schema.ts'
import { DigStatus } from '../jobs/dig-status-schema.ts'
import { JobPath } from '../jobs/schema.ts'
import { DEMAND_STATES, DUTY_CODES, DUTY_TIMES } from './duties.ts'

const FilePath = JobPath.extend({ file_id: z.string().max(64) })
const Words = (most: number) => z.string().trim().min(1).max(most).nullable().default(null)
const Recorded = { at: Instant, actor: z.string() }

const OfOperator = z
  .string()
  .max(200)
  .meta({ description: 'As listed; empty: an area of precaution that none calls theirs' })

export const Work = z.strictObject({
  begun_on: Day.meta({ description: 'Dutch day on which the work began' }),
  begun_by: Words(200).meta({ description: 'Who began it' }),
  place: RdPlace.nullable().default(null).meta({ description: 'Where, in RD New, metres' }),
  ended_on: Day.nullable().default(null).meta({ description: 'null: it goes on' }),
  remark: Words(2000),
})

/** A mail program opens a mail as a draft; nobody but a person sends it. */
const LETTER_KINDS = ['pdf', 'eml'] as const
const LetterQuery = z.strictObject({
  operator: OfOperator,
  as: z.enum(LETTER_KINDS).default('pdf').meta({ description: 'eml: a mail, unsent, with the PDF' }),
})

export const Contact = z.strictObject({
  operator: OfOperator,
  contacted_on: Day,
  contacted_by: Words(200),
  how: Words(200).meta({ description: 'By telephone, by mail …' }),
  agreed_on: Day.nullable().default(null).meta({ description: 'When it was agreed in writing; null: not yet' }),
  remark: Words(2000),
})

const KeptFile = z.object({
  file_id: z.string(),
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  added_at: Instant,
  added_by: z.string(),
})

export const Digging = z.object({
  work: Work.extend(Recorded).nullable(),
  photos: z.array(KeptFile).max(MAX_PHOTOS).meta({ description: 'Of where the work began, oldest first' }),
  last_seen_on_site: Day.nullable().meta({
    description: 'The last Dutch day of the recorded start, a photo or a reported presence; null: none is on record',
  }),
  precautions: z
    .array(
      z.object({
        operator: z.string(),
        contact_by: Day.nullable().meta({
          description: 'Last day on which the contact is early enough for the start that is asked for; null: none is',
        }),
        contact: Contact.omit({ operator: true }).extend(Recorded).nullable(),
        files: z
          .array(KeptFile)
          .max(MAX_AGREEMENTS)
          .meta({ description: 'In which something was agreed, oldest first' }),
      }),
    )
    .max(RESULT_LIMITS.operators),
})
export type Digging = z.infer<typeof Digging>

export const DIGGING_ROUTES = {
  getDigging: {
    method: 'get',
    path: '/jobs/{job_id}/digging',
    permission: 'read',
    summary: 'What is on record of digging there, and the precautions that are demanded',
    params: JobPath,
    responses: { 200: Digging },
  },
  recordWork: {
    method: 'put',
    path: '/jobs/{job_id}/digging/work',
    permission: 'write',
    summary: 'Put the beginning or the end of the work on record',
    params: JobPath,
    body: Work,
    responses: { 200: Digging },
  },
  recordPresence: {
    method: 'post',
    path: '/jobs/{job_id}/digging/presence',
    permission: 'write',
    summary: 'Put on record that the crew is on the site today',
    params: JobPath,
    body: z.strictObject({}),
    responses: { 200: Digging },
  },
  recordContact: {
    method: 'put',
    path: '/jobs/{job_id}/digging/contacts',
    permission: 'write',
    summary: 'Put the contact that a precaution demands on record',
    params: JobPath,
    body: Contact,
    responses: { 200: Digging },
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
    responses: { 200: 'file' },
  },
  addAgreement: {
    method: 'post',
    path: '/jobs/{job_id}/digging/agreements',
    permission: 'write',
    summary: 'Put a file there in which something was agreed with an operator: the body is the file, at most 200 MiB',
    params: JobPath,
    query: z.strictObject({ operator: OfOperator, name: FileName }),
    takesFile: MAX_DOCUMENT_BYTES,
    responses: { 201: Digging },
  },
  getAgreement: {
    method: 'get',
    path: '/jobs/{job_id}/digging/agreements/{file_id}',
    permission: 'read',
    summary: 'A file in which something was agreed with an operator',
    params: FilePath,
    files: ['application/octet-stream'],
    responses: { 200: 'file' },
  },
  removeAgreement: {
    method: 'delete',
    path: '/jobs/{job_id}/digging/agreements/{file_id}',
    permission: 'write',
    summary: 'Take the file of an agreement away; that it was there stays in the log',
    params: FilePath,
    responses: { 200: Digging },
  },
  addPhoto: {
    method: 'post',
    path: '/jobs/{job_id}/digging/photos',
    permission: 'write',
    summary:
      'Put a photo of where the work began there: the body is a JPEG or PNG of at most 20 MiB; what it says of place, device and person is not kept',
    params: JobPath,
    query: z.strictObject({ name: FileName }),
    takesFile: MAX_PHOTO_BYTES,
    responses: { 201: Digging },
  },
  getPhoto: {
    method: 'get',
    path: '/jobs/{job_id}/digging/photos/{file_id}',
    permission: 'read',
    summary: 'A photo of where the work began',
    params: FilePath,
    files: ['image/jpeg', 'image/png'],
    responses: { 200: 'file' },
  },
  removePhoto: {
    method: 'delete',
    path: '/jobs/{job_id}/digging/photos/{file_id}',
    permission: 'write',
    summary: 'Take a photo of the start away; that it was there stays in the log',
    params: FilePath,
    responses: { 200: Digging },
  },
} as const satisfies Record<string, Route>

export const CalendarFeed = z.object({
  created_at: Instant.nullable().meta({ description: 'When the address was made; null: there is none' }),
})
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const NewCalendarFeed = z.object({
  created_at: Instant,
  address: z.string().meta({ description: 'Told in this answer only' }),
})
export type NewCalendarFeed = z.infer<typeof NewCalendarFeed>

export const CALENDAR_ROUTES = {
  getCalendar: {
    method: 'get',
    path: '/calendar',
    permission: 'read',
    summary: 'Whether the caller has a secret address of a calendar',
    responses: { 200: CalendarFeed },
  },
  makeCalendar: {
    method: 'post',
    path: '/calendar',
    permission: 'read',
    summary: 'Make the secret address of the own calendar; the one before is worth nothing any more',
    body: z.strictObject({ language: z.enum(LANGUAGES) }),
    responses: { 201: NewCalendarFeed },
  },
  revokeCalendar: {
    method: 'delete',
    path: '/calendar',
    permission: 'read',
    summary: 'Revoke the secret address of the own calendar',
    responses: { 204: 'empty' },
  },
} as const satisfies Record<string, Route>

const Duty = z.object({
  code: z.enum(DUTY_CODES),
  when: z.enum(DUTY_TIMES),
  day: Day.nullable().meta({ description: 'By which it is to be done, or that it speaks of; null: at once' }),
  operators: z.array(z.string()).max(RESULT_LIMITS.operators),
  reasons: DigStatus.shape.reasons.meta({ description: 'Of may_not_begin: what stands against it' }),
  job_id: z.string(),
  reference: z.string().nullable(),
  klic_numbers: z.array(z.string()).max(MAX_PARTS),
  project_id: z.string().nullable(),
  project_name: z.string().nullable(),
})
export type Duty = z.infer<typeof Duty>

export const Today = z.object({
  today: Day.meta({ description: 'The Dutch day' }),
  duties: z.array(Duty).max(MAX_DUTIES).meta({ description: 'What is overdue first, then by day' }),
  is_shortened: z.boolean().meta({
    description: `true: there are too many; the newest jobs were looked at, and at most ${MAX_DUTIES} rows are shown`,
  }),
})
export type Today = z.infer<typeof Today>

export const PrecautionDesk = z.object({
  demands: z
    .array(
      z.object({
        operator: z
          .string()
          .meta({ description: 'As the result names it; empty: an area of precaution that none calls theirs' }),
        state: z
          .enum(DEMAND_STATES)
          .meta({ description: 'to_contact: nobody has called; to_agree: nothing is agreed in writing' }),
        due_on: Day.nullable().meta({
          description: 'Last day of the contact, or the start before which it is agreed; null: no start is known',
        }),
        is_overdue: z.boolean(),
        contacted_on: Day.nullable(),
        job_id: z.string(),
        reference: z.string().nullable(),
        klic_numbers: z.array(z.string()).max(MAX_PARTS),
      }),
    )
    .max(MAX_DUTIES)
    .meta({ description: 'What is due first stands first' }),
  is_shortened: z.boolean().meta({
    description: `true: there are too many; the newest jobs were looked at, and at most ${MAX_DUTIES} rows are shown`,
  }),
})
export type PrecautionDesk = z.infer<typeof PrecautionDesk>

export const DUTY_ROUTES = {
  getToday: {
    method: 'get',
    path: '/today',
    permission: 'read',
    summary: 'What must be done today and within a week, over all jobs',
    responses: { 200: Today },
  },
  getPrecautionDesk: {
    method: 'get',
    path: '/precautions',
    permission: 'read',
    summary: 'The precautions that are still open, over all jobs',
    responses: { 200: PrecautionDesk },
  },
} as const satisfies Record<string, Route>

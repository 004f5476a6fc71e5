/** Events for other programs: the bodies of webhooks, the list of events, and the keys that sign. */
import { z } from 'zod'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import { MAX_WEBHOOK_SECRETS } from '../../platform/limits.ts'
import { PART_STATES } from '../../registry/klic.ts'
import { Day, Instant, JobLinks, wholeNumber } from '../http/common-schema.ts'
import { EVENT_TYPES, type EventType } from './event-types.ts'

const JobIds = z.array(z.string()).meta({ description: 'Ids of the jobs it is about' })
const OrderIds = z.array(z.string()).meta({ description: 'Ids of the filed notifications it is about' })
const ProjectId = z.string().meta({ description: 'Id of the project, which exists in the dashboard only' })
const Reference = z.string().nullable().meta({ description: 'As it was given' })

const ofClock = (day: string) =>
  z.object({
    job_id: z.string().meta({ description: 'Id of the job' }),
    job_ids: JobIds,
    order_ids: OrderIds,
    reference: Reference,
    klic_numbers: z.array(z.string()).meta({ description: 'Of the registry' }),
    day: Day.meta({ description: day }),
    working_days_left: z.int().min(0).meta({ description: 'Until that day; 0: it is there or over' }),
    operators: z.array(z.string()).max(RESULT_LIMITS.operators).meta({
      description:
        'Of precaution.due: those to be contacted; an empty name: an area of precaution that none calls theirs. Else empty',
    }),
  })

/** What `data` holds, and when the event happens: one row for each type. */
const DATA = {
  'job.ready': {
    when: 'All parts of a job are delivered, or all that will come has come, and its result can be downloaded. Once for each revision: a later delivery makes the result anew and tells it again.',
    data: z.object({
      job_id: z.string().meta({ description: 'Id of the job' }),
      job_ids: JobIds,
      order_ids: z
        .array(z.string())
        .meta({ description: 'Ids of its notifications by part_no, those of missing_parts too' }),
      revision: z.int().min(1).meta({ description: 'Of the result, from 1; raised by a later delivery' }),
      client_ref: z.string().nullable().meta({ description: 'As it was given' }),
      reference: Reference,
      status: z.enum(['ready', 'ready_incomplete']).meta({ description: 'ready_incomplete: see missing_parts' }),
      missing_parts: z
        .array(
          z.object({
            order_id: z.string().meta({ description: 'Id of the notification' }),
            part_no: z.int().min(1).meta({ description: 'Number of the part, from 1' }),
            status: z.enum(PART_STATES).meta({ description: 'safety_area: its manager has the delivery' }),
            klic_number: z.string().nullable().meta({ description: 'Of the registry' }),
          }),
        )
        .meta({ description: 'Parts of which nothing can be downloaded' }),
      links: JobLinks,
    }),
  },
  'files.expiring': {
    when: 'Files of a job are removed in a week or more, because the company keeps them no longer.',
    data: z.object({
      job_id: z.string().meta({ description: 'Id of the job' }),
      job_ids: JobIds,
      order_ids: OrderIds,
      reference: Reference,
      files: z.enum(['results', 'deliveries']).meta({ description: 'Which files' }),
      reason: z.enum(['age', 'quota']).meta({ description: 'Too old, or too much of them' }),
      removed_after: Instant,
    }),
  },
  'validity.expiring': {
    when: 'The last day to begin to dig under a job comes near, and no start is on record: five working days before, and one.',
    data: ofClock('Last day to begin; work that begins later needs a new notification'),
  },
  'precaution.due': {
    when: 'The last day of the contact that a precaution demands is there, and no contact is on record. Once for each operator.',
    data: ofClock('Last day on which the contact is early enough for the start that is meant'),
  },
  'start.missed': {
    when: 'The last day to begin to dig under a job is over, and no start is on record.',
    data: ofClock('That last day'),
  },
  'project.completed': {
    when: 'All checklists of a project are complete, and a user closes the project in the dashboard.',
    data: z.object({
      project_id: ProjectId,
      name: z.string().meta({ description: 'Of the project' }),
      reference: Reference,
      job_ids: JobIds,
      order_ids: OrderIds,
      log: z
        .object({
          entries: z.int().min(0).meta({ description: 'How many' }),
          hash: z.string().meta({ description: 'Of the last entry, which holds that of the one before' }),
        })
        .meta({ description: 'The log of the project as it was then: kept, it proves that it was not changed since' }),
    }),
  },
  'checklist.completed': {
    when: 'The last open item of a checklist is ticked in the dashboard; again when one was opened and ticked anew.',
    data: z.object({
      project_id: ProjectId,
      project_name: z.string().meta({ description: 'Of the project' }),
      checklist_id: z.string().meta({ description: 'Id of the checklist' }),
      name: z.string().meta({ description: 'Of the checklist' }),
      template_id: z.string().nullable().meta({ description: 'Of the template it was made from' }),
      job_ids: JobIds,
      order_ids: OrderIds,
    }),
  },
  'webhook.test': {
    when: 'A user tries the company URL in the dashboard. Nothing happened.',
    data: z.object({ message: z.string().meta({ description: 'Says that it is a test' }) }),
  },
} as const satisfies Record<EventType, { when: string; data: z.ZodObject }>

const words = (type: string) => type.split(/[._]/).map((word) => word[0]!.toUpperCase() + word.slice(1))

const bodyOf = <T extends EventType>(type: T) =>
  z
    .object({
      type: z.literal(type).meta({ description: 'What happened' }),
      timestamp: Instant.meta({ description: 'When it happened; that of the try is in webhook-timestamp' }),
      data: DATA[type].data.meta({ description: DATA[type].when }) as (typeof DATA)[T]['data'],
    })
    .meta({ id: `${words(type).join('')}Event`, description: DATA[type].when })

/** The body of each event, by its type. Several have members of their own beside what all jobs' events share. */
export const EVENT_BODIES = {
  'job.ready': bodyOf('job.ready'),
  'files.expiring': bodyOf('files.expiring'),
  'validity.expiring': bodyOf('validity.expiring'),
  'precaution.due': bodyOf('precaution.due'),
  'start.missed': bodyOf('start.missed'),
  'project.completed': bodyOf('project.completed'),
  'checklist.completed': bodyOf('checklist.completed'),
  'webhook.test': bodyOf('webhook.test'),
} as const
export type { EventType } from './event-types.ts'
export const eventWhen = (type: EventType): string => DATA[type].when

export const EVENT_STATES = ['recorded', 'waiting', 'sent', 'given_up'] as const

export const EventView = z
  .object({
    event_id: z.string().meta({ description: 'The webhook-id' }),
    type: z.enum(EVENT_TYPES).meta({ description: 'What happened' }),
    created_at: Instant,
    job_id: z.string().nullable().meta({ description: 'The job it is about; null for a project or several' }),
    state: z
      .enum(EVENT_STATES)
      .meta({ description: 'Of telling it. recorded: there was nobody to tell; given_up: nobody took it' }),
    last_error: z.string().nullable().meta({
      description: 'Why nobody took it at the last try, in words; null: it was taken, or nobody was asked yet',
    }),
    body: z
      .looseObject({
        type: z.string().meta({ description: 'As above' }),
        timestamp: z.string().meta({ description: 'When it happened' }),
        data: z.looseObject({}).meta({ description: 'By type: see the web hooks of this document' }),
      })
      .meta({ description: 'What is or would be sent, to the byte but for white space' }),
  })
  .meta({ id: 'Event', description: 'Something that happened, told or not' })

export type EventView = z.infer<typeof EventView>

export const EventList = z
  .object({
    data: z.array(EventView).meta({ description: 'Oldest first' }),
    next_cursor: z.string().meta({ description: 'Where to read on, also when nothing new is there' }),
    has_more: z.boolean().meta({ description: 'true: there is more right now' }),
  })
  .meta({ id: 'EventList', description: 'Events from behind a cursor on' })

const Id = z.string().max(64)

export const EventQuery = z.strictObject({
  after: z
    .string()
    .regex(/^(\d{1,15}|latest)$/, 'must be a next_cursor of an earlier answer, or latest')
    .default('0')
    .meta({
      description:
        'next_cursor of an earlier answer; left out: from the first event on; latest: only what happens from now on',
    }),
  limit: wholeNumber(100, 200, 'How many at most'),
  job_id: Id.optional().meta({ description: 'Only events that are about this job' }),
  order_id: Id.optional().meta({ description: 'Only events that are about this notification' }),
})

export const SigningKeys = z
  .object({
    data: z
      .array(
        z.object({
          public_key: z.string().meta({
            description: 'whpk_ and the 32 bytes of an Ed25519 public key in base64, as Standard Webhooks spells it',
          }),
          created_at: Instant,
          expires_at: Instant.nullable().meta({ description: 'null: it signs until it is rotated' }),
        }),
      )
      .max(MAX_WEBHOOK_SECRETS)
      .meta({ description: 'Newest first; each of them signs until it ends' }),
  })
  .meta({ id: 'SigningKeys', description: 'What verifies the v1a signatures of events' })

/** Everything a job shows. */
import { z } from 'zod'
import { GROUND_STATES } from '../../exports/tiles/ground-tile-grid.ts'
import { MAX_KEEP_OUTS, MAX_PARTS } from '../../geometry/registry-limits.ts'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import { MAX_ERRORS } from '../../platform/limits.ts'
import {
  BILLED_BY,
  JOB_SORTS,
  JOB_SOURCES,
  JOB_STATES,
  MAX_FOLLOWERS,
  NEXT_ACTION_REASONS,
  NEXT_ACTIONS,
} from '../../registry/klic.ts'
import { MAX_HOUSE_CONNECTIONS, MAX_WORKS, PREPARATIONS } from '../../registry/orders/notification.ts'
import { WARNING_CODES } from '../../registry/warnings.ts'
import {
  Address,
  Day,
  Instant,
  JobLinks,
  Money,
  NotificationQuery,
  PolygonOut,
  RegistryError,
  Warning,
} from '../http/common-schema.ts'
import { DigStatus } from './dig-status-schema.ts'
import { TEXTS_SHOWN } from './given-texts-schema.ts'
import { Principal } from './input-schema.ts'
import {
  describeValues,
  JOB_SOURCE_WORDS,
  JobStatus,
  KlicNumber,
  KlicTypeShown,
  NEXT_ACTION_WORDS,
  PartStatus,
} from './state-schema.ts'

export const Part = z
  .object({
    part_no: z.int().min(1).meta({ description: 'Its number in the job, from 1' }),
    order_id: z.string().nullable().meta({ description: 'Our id of its request; null while it is a quote' }),
    status: PartStatus,
    klic_number: KlicNumber,
    geometry: PolygonOut.meta({ description: 'What is asked for, in RD New (EPSG:28992)' }),
    extent_m: z
      .object({
        width: z.number().min(0).meta({ description: 'East to west, in metres' }),
        height: z.number().min(0).meta({ description: 'North to south, in metres' }),
      })
      .meta({ description: 'How large its bounding box is: at most 500 x 500 m for GRAAF, 2500 x 2500 m for ORIENT' }),
    area_m2: z.number().min(0).meta({ description: 'Its area in m2' }),
    delivered_at: Instant.nullable().meta({ description: 'When its latest delivery came; null: none has come' }),
    errors: z.array(RegistryError).max(MAX_ERRORS).meta({ description: 'What the registry said of this part' }),
  })
  .meta({ id: 'Part', description: 'One piece of the area: one KLIC notification' })

export const Quote = z
  .object({
    notifications: z
      .int()
      .min(0)
      .meta({ description: 'How many notifications submitting files; 0 of a job that was imported' }),
    price_per_notification: Money.meta({ description: 'For each submitted notification, excluding VAT' }),
    total: Money.meta({ description: 'For all of them, excluding VAT' }),
    vat: z.literal('excluded').meta({ description: 'No amount of this API includes VAT' }),
    billed_by: z.enum(BILLED_BY).nullable().meta({
      description:
        "`invoice`: the operator of this installation invoices the total. `kadaster`: filed under the company's own relation number, to which Kadaster bills `kadaster_tariff`; the total counts by this installation's price list. null: nothing is arranged yet, or the job is imported",
    }),
    kadaster_tariff: z
      .object({
        price_per_notification: Money.meta({ description: 'Exempt from VAT' }),
        total: Money.meta({ description: 'For all notifications, exempt from VAT' }),
        from: Day.meta({ description: 'The first Dutch calendar day it holds' }),
        source: z.string().meta({ description: 'Where Kadaster published it' }),
      })
      .nullable()
      .meta({
        description:
          'What Kadaster bills to the relation number, apart from `total`; null unless `billed_by` is `kadaster`, and before its first day',
      }),
    earliest_start: Day.nullable().meta({
      description:
        'GRAAF: the first day on which one may dig, filed today or on the day it was submitted, as far as the waiting days go; null for other kinds and imported jobs',
    }),
    lower_bound: z.int().min(0).meta({ description: 'Proven: no cut has fewer notifications' }),
    plain_grid: z
      .int()
      .min(0)
      .meta({ description: 'Notifications that a grid from the south-west corner of the area would take' }),
    saved: Money.meta({
      description: 'What the cut costs less than that grid; 0.00 for an area that fits one notification',
    }),
    extra_area_m2: z.number().meta({ description: 'Asked for beyond the drawn area, overlaps counted' }),
    rules_cost: z.int().min(0).meta({ description: 'Notifications that cut_rules take more' }),
    rules: z
      .object({
        max_extra_m: z.number().nullable().meta({ description: 'In metres; null: no such rule' }),
        keep_out: z.array(PolygonOut).max(MAX_KEEP_OUTS).meta({ description: 'RD New' }),
        info_buffer_m: z.number().nullable().meta({ description: 'In metres; null: no such rule' }),
      })
      .nullable()
      .meta({ description: 'The cut_rules that it was cut by' }),
    explanation: z.string().meta({ description: 'How it was cut and why it costs this, in English' }),
    final: z.boolean().meta({
      description:
        'true: this is the price. false: a better cut is looked for in the background; the price may fall, never rise. Ask the job again after a second or two; submitting freezes what the job holds at that moment',
    }),
    expires_at: Instant.meta({ description: 'Until when it holds: 30 days. Submitted later, it is quoted anew first' }),
  })
  .meta({ id: 'Quote', description: 'What submitting the job files and costs' })

/** The values that a sentence for a reason needs, for a translator. */
const NextActionParams = z
  .object({
    delivered: z.int().min(0).meta({ description: 'Parts whose complete delivery is here' }),
    total: z.int().min(0).meta({ description: 'All parts of the job' }),
    filed: z.int().min(0).meta({ description: 'Parts that the registry has accepted' }),
    refused: z.int().min(0).meta({ description: 'Parts that the registry refused: they are not filed' }),
    missing: z.int().min(0).meta({ description: 'Parts without a delivery in the result' }),
    safety_areas: z.int().min(0).meta({ description: 'Parts in a safety area' }),
    fictitious: z.int().min(0).meta({ description: 'Cables and pipes whose position is invented' }),
    operators: z
      .array(z.string())
      .max(RESULT_LIMITS.operators)
      .meta({ description: 'Names of the operators that it is about' }),
    revision: z.int().min(0).meta({ description: 'Of the result that a later delivery is, or was, merged into' }),
    complaints: z
      .array(
        z.object({
          at: z.string().meta({ description: 'Name of the setting, or pointer to the field' }),
          code: z.string().meta({ description: 'Code of the complaint' }),
        }),
      )
      .max(MAX_ERRORS)
      .meta({ description: 'Settings and fields that the pre-check complains of, with its code, as in a 422' }),
    removed_at: Instant.meta({ description: 'When the files of the result were removed' }),
    host: z.string().meta({ description: 'Name of the host that the registry sends us to' }),
    link_until: Day.meta({ description: 'Last day of the link of a delivery that could not be fetched' }),
    area_gone: z.boolean().meta({
      description: 'true: of the area of an expired quote only the extent is kept; send the area again',
    }),
    office: z.string().meta({ description: 'Address of the office that was given the job' }),
    office_job: z.string().meta({ description: 'Its job_id at that office' }),
  })
  .partial()
  .meta({ id: 'NextActionParams', description: 'The figures and names of the reason: those that it has' })

const ExportState = z.enum(['absent', 'processing', 'ready', 'failed', 'removed']).meta({
  description:
    'absent: asking for it has it made. processing: asking answers 202. ready: asking answers the file. failed: asking answers 409 EXPORT_FAILED. removed: the company keeps the files no longer, asking answers 410 FILES_REMOVED',
})

export const Job = z
  .object({
    job_id: z.string().meta({ description: 'Our id of the job; it never changes' }),
    status: JobStatus,
    source: z.enum(JOB_SOURCES).meta({ description: describeValues(JOB_SOURCE_WORDS) }),
    next_action: z.enum(NEXT_ACTIONS).meta({ description: describeValues(NEXT_ACTION_WORDS) }),
    next_action_reason: z
      .enum(NEXT_ACTION_REASONS)
      .meta({ description: 'Why, from a closed list: one reason has one action; the reference has a table of all' }),
    next_action_params: NextActionParams,
    next_action_message: z.string().meta({ description: 'The same in words, in English' }),
    dig_status: DigStatus,
    klic_type: KlicTypeShown,
    submit: z.boolean().meta({ description: 'Whether it was submitted: true from then on' }),
    reference: z.string().nullable().meta({
      description:
        'As given; of an imported job that of its deliveries, or else their place, or else their KLIC numbers',
    }),
    registry_reference: z.string().meta({
      description:
        'The reference as the registry gets it: at most 30 characters (60 in version 3 of its standards), without accents and other signs',
    }),
    client_ref: z.string().nullable().meta({ description: 'As given; GET /jobs?client_ref= finds the job by it' }),
    crs: z.enum(['EPSG:28992', 'EPSG:4326']).meta({
      description: 'System of `geometry`: RD New, or WGS84 as longitude, latitude. All else is in RD New',
    }),
    geometry: PolygonOut.meta({
      description:
        'As given; of an imported job what its delivery was asked for, of several the convex hull around them',
    }),
    start_date: Day.nullable().meta({ description: 'First day of digging; null: none was given' }),
    end_date: Day.nullable().meta({ description: "Last day of the works; null: the company's setting decides" }),
    address: Address.nullable().meta({ description: 'Of the works; null: none was given' }),
    webhook_url: z.string().nullable().meta({ description: 'As given; null: the company URL is told' }),
    works: z
      .array(z.string())
      .max(MAX_WORKS)
      .nullable()
      .meta({ description: "As given; null: the company's setting holds" }),
    principal: Principal.nullable().meta({
      description: "Client of the works (opdrachtgever) as given; null: the company's setting holds",
    }),
    ...TEXTS_SHOWN,
    preparation: z
      .enum(PREPARATIONS)
      .nullable()
      .meta({ description: 'What an ORIENT is in preparation of; null: nothing' }),
    follows: z.string().nullable().meta({ description: 'job_id of the job that it repeats, as given; null: none' }),
    followed_by: z
      .array(z.string())
      .max(MAX_FOLLOWERS)
      .meta({ description: 'Ids of the jobs that repeat it, quotes among them, oldest first' }),
    split_into: z.array(z.string()).max(MAX_PARTS).meta({
      description: 'Of an imported job: ids of the jobs that notifications of it were moved to, oldest first',
    }),
    has_addresses: z.array(Address).max(MAX_HOUSE_CONNECTIONS).nullable().meta({
      description: 'Addresses of which house connection sketches are asked for; null: none were given',
    }),
    area_m2: z
      .number()
      .min(0)
      .meta({ description: 'Of the drawn area, in m2; of an imported job of its parts together' }),
    parts: z.array(Part).max(MAX_PARTS).meta({ description: 'The notifications that it is cut into, by part_no' }),
    order_ids: z
      .array(z.string())
      .max(MAX_PARTS)
      .meta({ description: 'Ids of its requests, by part_no; empty while it is a quote' }),
    klic_numbers: z
      .array(z.string())
      .max(MAX_PARTS)
      .meta({ description: 'Numbers of its notifications at the registry, by part_no, as far as they are known' }),
    quote: Quote.meta({ description: 'What submitting it files and costs, or has filed and cost' }),
    progress: z
      .object({
        delivered: z.int().min(0).meta({ description: 'Parts whose complete delivery is here' }),
        total: z.int().min(1).meta({ description: 'All parts' }),
      })
      .meta({ description: 'How far the deliveries are' }),
    preliminary: z
      .object({
        no: z.int().min(1).meta({ description: 'Rises each time a delivery makes it anew' }),
        parts: z.int().min(1).meta({ description: 'Parts of which something is in it, completely delivered or not' }),
        features: z.int().min(0).meta({ description: 'Objects in it' }),
        made_at: Instant.meta({ description: 'When it was made' }),
      })
      .nullable()
      .meta({
        description:
          'What has come of a job that waits for more, merged; null: nothing has come, or the result is there. It is no result: geojson and export answer 409 NOT_READY. The window, links.ogc and the tiles show it, and say that it is preliminary',
      }),
    revision: z.int().min(0).meta({
      description:
        'Number of the result: 0 before there is one, then 1; raised each time a later delivery (supplement) or an attempt makes it anew. A new revision has new files, new ETags, and is told by job.ready once more',
    }),
    warnings: z.array(Warning).max(WARNING_CODES.length).meta({
      description:
        'What to look at; none of it stops the job for good. WORKER_NOT_RUNNING: nothing goes on, as next_action_reason worker_stopped says',
    }),
    exports: z.object({ shp: ExportState, geojson: ExportState, gpkg: ExportState }).meta({
      description: 'Where the files of this revision stand; asking for one that is absent has it made',
    }),
    ground: z.enum(GROUND_STATES).nullable().meta({
      description:
        'Whether the base map that the deliveries hold is in the GeoPackage of this revision; null: there is no GeoPackage. coming: it is being put in, which takes seconds; until then export?format=gpkg answers 202, and all else of the result is there: ask again. added: it is in the file. none: the deliveries hold none. not_shown: none of it could be put in, and the GeoPackage is whole without it (warnings GROUND_NOT_SHOWN say why). In all but coming the file is there to take',
    }),
    result_warnings: z
      .array(
        z.object({
          code: z.string().meta({
            description:
              'OPERATOR_NOT_DELIVERED, DELIVERY_INCOMPLETE, PART_MISSING, PRECAUTION, PLANNING_ONLY, FICTITIOUS and others; more of them may be added',
          }),
          message: z.string().meta({ description: 'What to look at and what to do, in English' }),
          count: z.int().min(0).nullable().meta({ description: 'Of how many objects; null: it is not counted' }),
        }),
      )
      .max(RESULT_LIMITS.warnings)
      .nullable()
      .meta({
        description:
          'What the result of this revision warns of, the gravest first, as the files have it in waarschuwing; null: there is no result. Look at these before anybody digs by it: a job is ready also when an operator has not delivered',
      }),
    errors: z
      .array(RegistryError)
      .max(MAX_ERRORS)
      .meta({ description: 'What the registry said of the order, or why the job failed' }),
    simulated: z.boolean().meta({ description: 'True: filed with the built-in simulator; not for use in the field' }),
    created_at: Instant.meta({ description: 'When it was quoted first, or imported' }),
    submitted_at: Instant.nullable().meta({ description: 'When it was submitted; null: it is a quote, or imported' }),
    ready_at: Instant.nullable().meta({ description: 'When its latest result was made; null: there is none' }),
    archived_at: Instant.nullable().meta({
      description:
        'When somebody put it out of the list of the window; null: it is there. Nothing else follows from it',
    }),
    links: JobLinks,
  })
  .meta({ id: 'Job', description: 'An area that is quoted, and perhaps filed' })
export type Job = z.infer<typeof Job>

/** The list shows jobs without their shapes and contacts: a hundred jobs of a hundred parts would be megabytes. */
export const JobBrief = Job.omit({
  geometry: true,
  parts: true,
  principal: true,
  followed_by: true,
  split_into: true,
  has_addresses: true,
  exports: true,
  ground: true,
  result_warnings: true,
}).meta({ id: 'JobBrief', description: 'A job without its shapes and contacts' })
export type JobBrief = z.infer<typeof JobBrief>

export const JobQuery = NotificationQuery.extend({
  q: z.string().trim().min(1).max(80).optional().meta({
    description:
      'Only jobs that hold each word of this text, in any order and case: in the reference, client_ref, description of the place, address, name of the project or a KLIC number. A job_id or order_id counts as a whole',
  }),
  sort: z.enum(JOB_SORTS).optional().meta({
    description:
      'newest: the newest first, as without it. reference: by reference, figures by their value (Kabel 2 before Kabel 10), those without one last. start: by start date, the latest first, those without one last. next: what comes next first: refused or stopped; digging starts within a week; at the operators; digging starts later; quotes; the rest. In these by start date, then the newest first',
  }),
  client_ref: z.string().min(1).max(200).optional().meta({ description: 'Only the job of this client_ref' }),
  status: z.enum(JOB_STATES).optional().meta({ description: 'Only jobs in this state' }),
  archived: z.enum(['true', 'false']).optional().meta({
    description: 'true: only jobs that somebody put out of the list of the window; false: only the others',
  }),
  created_since: Instant.optional().meta({
    description: 'Only jobs made at or after this moment, RFC 3339 in UTC',
  }),
  changed_since: Instant.optional().meta({
    description:
      'Only jobs made, or changed in state, parts, price, dates, warnings or errors, at or after this moment, RFC 3339 in UTC. Take the Date of an earlier answer, a minute earlier: a job that is told twice is the same. What came ready is also told by GET /events',
  }),
})

export const JobPath = z.object({ job_id: z.string().max(64).meta({ description: 'Id of a job of the company' }) })

/** 202 of an export that is still being produced. */
export const ExportPending = z
  .object({
    status: z.literal('processing').meta({ description: 'The file is being made' }),
    poll_url: z.string().meta({ description: 'The address that was asked: ask it again until it answers 200' }),
    retry_after: z.int().min(1).meta({ description: 'Whole seconds to wait before, as in Retry-After' }),
  })
  .meta({ id: 'ExportPending', description: 'A file that is being made' })

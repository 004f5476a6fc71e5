/** What the closed lists of a job and a request mean: one sentence for each value, for the document and its page. */
import { z } from 'zod'
import {
  ALL_KLIC_TYPES,
  JOB_STATES,
  type JobSource,
  type JobState,
  type NextAction,
  PART_STATES,
  type PartState,
} from '../../registry/klic.ts'

export const JOB_STATE_WORDS = {
  quoted: 'Cut and priced; nothing is filed and nothing is owed',
  accepted: 'Submitted and stored; a worker files it. The order_ids exist',
  submitted: 'The registry has the whole order',
  partially_delivered: 'Some parts are completely delivered, others are to come',
  processing: 'All that will come has come; the deliveries are read and merged',
  ready: 'The result can be downloaded',
  ready_incomplete:
    'All that will come has come, but parts are missing in it (safety area, refused, lost); the rest can be downloaded',
  rejected: 'The registry refused the order: nothing of it is filed. `errors` say why; the same client_ref corrects it',
  failed: 'Stopped after all tries. Nothing is lost; it can be resumed in the dashboard',
} as const satisfies Record<JobState, string>

export const JOB_SOURCE_WORDS = {
  ordered: 'Asked for here: a quote, and filed at the registry once it is submitted',
  imported:
    'Opened from delivery files that somebody had. Nothing was filed for it, it costs nothing, and no later delivery comes by itself',
} as const satisfies Record<JobSource, string>

export const PART_STATE_WORDS = {
  quoted: 'Part of a quote: nothing is filed',
  accepted: 'Submitted and stored; not filed yet',
  submitted: 'The registry has it',
  in_production: 'The registry has accepted it, and the operators deliver',
  partially_delivered: 'A delivery came without all operators; a later one follows',
  delivered: 'Its complete delivery is here',
  rejected: 'The registry refused it: it is not filed',
  safety_area: 'Filed; it lies in a safety area (veiligheidsgebied), and the manager of that area has the delivery',
  failed: 'Its delivery never came, or can’t be read',
} as const satisfies Record<PartState, string>

export const NEXT_ACTION_WORDS = {
  submit: 'POST /jobs/{job_id}/submit files it and costs money',
  arrange_billing: 'A person settles who pays, in the settings or with Kadaster',
  add_start_date: 'Submit it with a start_date',
  complete_input:
    'Fill the settings and fields in next_action_params.complaints; a field by POST /jobs with the same client_ref',
  wait: 'Ask again after Retry-After seconds, or wait for job.ready',
  download: 'The result is there: links.export and links.geojson',
  correct_and_resubmit:
    'Send POST /jobs again with the same client_ref and corrected input; without one, make a new job',
  contact_safety_area_manager:
    'A person asks the manager of the safety area before anyone digs; the rest can be downloaded',
  contact_registry: 'A person asks Kadaster, or the office that was given the job; next_action_message says what',
  retry: 'A person resumes it in the dashboard',
} as const satisfies Record<NextAction, string>

/** As a description of a property holds them. */
export const describeValues = (words: Readonly<Record<string, string>>): string =>
  Object.entries(words)
    .map(([value, meaning]) => `\`${value}\`: ${meaning}.`)
    .join(' ')

const { quoted: _, ...REQUEST_STATE_WORDS } = PART_STATE_WORDS

export const JobStatus = z.enum(JOB_STATES).meta({ description: describeValues(JOB_STATE_WORDS) })
export const PartStatus = z.enum(PART_STATES).meta({ description: describeValues(PART_STATE_WORDS) })
export const RequestStatus = z
  .enum(PART_STATES)
  .exclude(['quoted'])
  .meta({ description: describeValues(REQUEST_STATE_WORDS) })
export const KlicTypeShown = z.enum(ALL_KLIC_TYPES).meta({
  description:
    'GRAAF: excavation notification, before digging. ORIENT: orientation request, for planning. CALAMITEIT: calamity notification, filed by a person in the window, not over this API; lists hold what was filed only with calamities=true',
})
export const KlicNumber = z
  .string()
  .nullable()
  .meta({ description: "The registry's number of the notification; null: it has given none yet" })

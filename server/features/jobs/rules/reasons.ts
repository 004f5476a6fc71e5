/**
 * Why a job stands where it stands: the closed list behind `next_action_reason`. Each reason has one action, one meaning
 * for the table of the documentation, and one sentence in English. The window has its own words for each.
 * A sentence says nothing that its reason does not prove: filed is only what the registry has accepted.
 * Reason for its length: one list of all reasons, read one row at a time.
 */
import type { NextAction, NextActionReason } from '../../../registry/klic.ts'

/** What a sentence names; each reason gives those that are known. */
export interface ReasonParams {
  /** Parts whose complete delivery is here */
  delivered?: number
  /** All parts of the job */
  total?: number
  /** Parts that the registry has accepted */
  filed?: number
  /** Parts that the registry refused: they are not filed */
  refused?: number
  /** Parts without a delivery in the result */
  missing?: number
  /** Parts in a safety area */
  safety_areas?: number
  /** Cables and pipes whose position is invented */
  fictitious?: number
  /** Names of the operators that it is about */
  operators?: string[]
  /** Of the result that a later delivery is, or was, merged into */
  revision?: number
  /** What the pre-check complains of: the setting or field, and its code (422 VALIDATION_FAILED) */
  complaints?: { at: string; code: string }[]
  /** ISO 8601: when the files were removed */
  removed_at?: string
  /** Name of the host that the registry sent us to */
  host?: string
  /** YYYY-MM-DD: the last day of the link of a delivery */
  link_until?: string
  /** Of the area of an expired quote only the extent is kept */
  area_gone?: boolean
  /** Address of the office's server that was given the job */
  office?: string
  /** Its job_id there */
  office_job?: string
}

interface Row {
  action: NextAction
  /** When a job has this reason: for people who read the documentation */
  means: string
  message: (params: ReasonParams) => string
}

const ofAll = ({ filed = 0, total = 0 }: ReasonParams): string => `${filed} of ${total} notifications are filed`
/** What is filed where work has stopped: not all of it, where an order was refused or never sent. */
const filedThen = (params: ReasonParams): string =>
  (params.filed ?? 0) < (params.total ?? 0) ? ofAll(params) : 'The notifications are filed'
const names = ({ operators = [] }: ReasonParams): string =>
  operators.length > 1
    ? `${operators.slice(0, -1).join(', ')} and ${operators.at(-1)}`
    : (operators[0] ?? 'an operator')
const missing = ({ missing: n = 0, total = 0 }: ReasonParams): string => `${n} of ${total} parts are missing`

const complaintsIn = ({ complaints = [] }: ReasonParams): string =>
  complaints.length > 0 ? ` (${complaints.map(({ at, code }) => `${at}: ${code}`).join(', ')})` : ''

const GOES_ON = 'The work waits and goes on by itself; nothing is lost and nothing is filed twice.'
const AGAIN = 'Nothing was filed.'
const RESUME = 'Resume it in the dashboard (try again): what the registry already has is not filed twice.'

export const REASON_ROWS: Readonly<Record<NextActionReason, Row>> = {
  quote_open: {
    action: 'submit',
    means: 'A quote: nothing is filed and nothing is owed.',
    message: () => 'Nothing is filed yet: submit it with POST /jobs/{job_id}/submit.',
  },
  quote_expired: {
    action: 'correct_and_resubmit',
    means: 'A quote holds for 30 days; this one is older. Nothing is filed.',
    message: ({ area_gone }) =>
      area_gone
        ? 'This quote has expired and nothing is filed. Only the extent of its area is kept: send the area again with POST /jobs, with the same client_ref where it has one.'
        : 'This quote has expired and nothing is filed. Submit it, or ask for it again with its client_ref: it is quoted anew in the same job, and filed only when it is no dearer.',
  },
  billing_missing: {
    action: 'arrange_billing',
    means: 'A quote of a company that has arranged no billing yet.',
    message: () =>
      'Nothing is filed yet. Arrange an invoice, or enter your own relation number (settings billing.mode and billing.relation_number), then submit.',
  },
  invoice_not_arranged: {
    action: 'arrange_billing',
    means:
      'The company pays by invoice, and the operator of this server has entered no relation number of its own to file with.',
    message: () =>
      'Nothing is filed yet. Paying by invoice is not arranged on this server: ask its operator to enter its own relation number (setting billing.provider), or enter yours (settings billing.mode and billing.relation_number).',
  },
  start_date_missing: {
    action: 'add_start_date',
    means: 'A GRAAF quote without the day on which digging starts.',
    message: () => 'A GRAAF notification needs a start_date: give it with POST /jobs/{job_id}/submit.',
  },
  start_date_invalid: {
    action: 'add_start_date',
    means: 'The start_date of the quote has passed, or lies farther ahead than the registry allows.',
    message: () =>
      'The registry does not take this start_date any more, or not yet: give one from tomorrow to 20 working days ahead with POST /jobs/{job_id}/submit.',
  },
  input_incomplete: {
    action: 'complete_input',
    means:
      'The registry would refuse the order of this quote: submitting it answers 422. `next_action_params.complaints` names the fields and settings.',
    message: (p) =>
      `Nothing is filed yet. The registry would refuse this order${complaintsIn(p)}: fill the setting, or ask for the quote again with the field, under the same client_ref where it has one.`,
  },
  queued: {
    action: 'wait',
    means: 'Submitted here and stored; the worker has not sent it (or its next order) to the registry yet.',
    message: (p) =>
      p.filed
        ? `${ofAll(p)}; the next order waits to be sent to the registry.`
        : 'Stored, and not filed yet: the worker sends it to the registry. Ask again for its progress.',
  },
  sending: {
    action: 'wait',
    means: 'An order is on its way to the registry; there is no answer yet.',
    message: (p) => `Being sent to the registry, and not filed yet${p.filed ? `; ${ofAll(p)}` : ''}.`,
  },
  outcome_unknown: {
    action: 'wait',
    means:
      'An order was sent and no answer came: nobody knows whether the registry has it. The same message is sent again, and counts once.',
    message: (p) =>
      `Sent to the registry, and no answer came: whether it arrived is not known yet. The same message is sent again and counts once${p.filed ? `; ${ofAll(p)}` : ''}.`,
  },
  judging: {
    action: 'wait',
    means: 'The registry has received the order and judges it. It is filed when it is accepted.',
    message: (p) =>
      `The registry has received the order and judges it; it is not filed before that${p.filed ? `. ${ofAll(p)}` : ''}.`,
  },
  registry_undecided: {
    action: 'wait',
    means: 'The registry could not judge the order. It is asked again, and after ten minutes the order is sent anew.',
    message: () =>
      'The registry could not judge the order; nothing of it is filed. It is asked and sent again by itself.',
  },
  host_not_allowed: {
    action: 'wait',
    means:
      'The registry has the order, and asks us to go on at a host that is not allowed here (`host`): somebody allows it in the settings, or asks the registry.',
    message: (p) =>
      `The registry has the order and names an address on ${p.host}, a host that is not allowed here. Ask the registry (KLIC) whether it is theirs, then allow it (setting registry.hosts). ${GOES_ON}`,
  },
  answer_unusable: {
    action: 'wait',
    means:
      'The registry has received the order, and what it answers can not be used. It is asked again; the same message counts once. Its answer is kept.',
    message: (p) =>
      `The registry has received the order, and its answer can't be used; it is asked again by itself, and counts once. The answer is kept${p.filed ? `; ${ofAll(p)}` : ''}. If it lasts, ask the registry (KLIC); do not file it again.`,
  },
  filed_unnamed: {
    action: 'contact_registry',
    means:
      'The registry has accepted an order, which is filed and billed, and its answer does not name the notifications: they can not be followed. It is asked again. Its answer is kept.',
    message: () =>
      'Filed: the registry accepted the order, and its answer does not name the notifications, so they can not be followed yet. It is asked again by itself; the answer is kept. Ask the registry (KLIC) about them, and do not file them again.',
  },
  filed: {
    action: 'wait',
    means: 'The registry has accepted all notifications; the operators deliver.',
    message: ({ delivered = 0, total = 0 }) =>
      `Filed: the registry accepted the order; ${delivered} of ${total} parts are delivered.`,
  },
  filed_in_part: {
    action: 'wait',
    means:
      'The registry accepted some notifications and refused others, which are not filed; `errors` of the parts say why.',
    message: ({ refused = 0, filed = 0, total = 0, delivered = 0 }) =>
      `${filed} of ${total} notifications are filed, ${delivered} delivered; the registry refused ${refused}, which are not filed: see the parts' errors.`,
  },
  partly_delivered: {
    action: 'wait',
    means: 'Something has come, not everything. There is no result to dig by yet.',
    message: ({ delivered = 0, total = 0 }) =>
      `${delivered} of ${total} parts are completely delivered; the others are on their way.`,
  },
  delivery_late: {
    action: 'wait',
    means:
      'The registry has made a delivery, and its link does not give it yet. It is asked again until `link_until`, the last day of the link.',
    message: ({ delivered = 0, total = 0, link_until = '' }) =>
      `The registry has made a delivery, and its link does not give it yet: it is tried again by itself, until ${link_until}. ${delivered} of ${total} parts are completely delivered.`,
  },
  delivery_link_ends: {
    action: 'contact_registry',
    means:
      'The link of a delivery that could not be fetched ends within five working days (`link_until`): what it gives is paid, and lost with it.',
    message: ({ link_until = '' }) =>
      `A delivery could not be fetched, and its link ends on ${link_until}: ask the registry (KLIC) for it now. It is still tried by itself.`,
  },
  merging: {
    action: 'wait',
    means: 'The result is being made of what was delivered.',
    message: () => 'The result is being made: the deliveries are being read and merged.',
  },
  merging_later_delivery: {
    action: 'wait',
    means: 'A later delivery came for a job that was ready, or it was split or joined: the result is being made anew.',
    message: () => 'The result has changed and is being made anew. Do not dig by the former one.',
  },
  worker_stopped: {
    action: 'wait',
    means: 'No worker was seen for 30 seconds: nothing is sent, fetched or merged until one runs.',
    message: () =>
      'No worker of the server is running: nothing goes on until it does. Start the program again, or tell the operator of the server. Nothing is lost.',
  },
  registry_unreachable: {
    action: 'wait',
    means: 'The registry does not answer. What is filed stays filed.',
    message: () => `The registry does not answer. ${GOES_ON}`,
  },
  registry_not_ready: {
    action: 'wait',
    means: 'The registry answers, and can not tell yet how the notifications stand. What is filed stays filed.',
    message: () => `The registry answers, and can't tell yet how the notifications stand. ${GOES_ON}`,
  },
  credentials_missing: {
    action: 'wait',
    means: 'There are no credentials for the registry: somebody enters them in the settings.',
    message: () => `There are no credentials for the registry: enter them (settings, Kadaster). ${GOES_ON}`,
  },
  login_required: {
    action: 'wait',
    means: 'The registry does not accept the login any more: somebody logs in again in the settings.',
    message: () => `Somebody has to log in at the registry again (settings, Kadaster). ${GOES_ON}`,
  },
  access_refused: {
    action: 'wait',
    means: 'The registry answers and refuses us: somebody tests the connection in the settings.',
    message: () => `The registry answers but refuses us: test the connection (settings, Kadaster). ${GOES_ON}`,
  },
  storage_unreachable: {
    action: 'wait',
    means: 'The storage of files does not answer.',
    message: () => `The storage of files does not answer: the operator of the server looks after it. ${GOES_ON}`,
  },
  disk_full: {
    action: 'wait',
    means: 'The disk of the server is full: somebody makes room.',
    message: () => `The disk of the server is full: make room on it. ${GOES_ON}`,
  },
  busy: {
    action: 'wait',
    means: 'More work than the server takes in at once.',
    message: () => 'There is more work than the server takes in at once. It goes on by itself.',
  },
  ready: {
    action: 'download',
    means: 'Every operator has delivered, and nobody demands a precaution.',
    message: () => 'Every operator has delivered. The result can be downloaded: links.geojson and links.export.',
  },
  ready_precautions: {
    action: 'download',
    means: 'Every operator has delivered; some demand to be called before anyone digs (eis voorzorgsmaatregel).',
    message: (p) =>
      `Every operator has delivered, and the result can be downloaded. Before digging, call ${names(p)}: precautions are demanded.`,
  },
  ready_silent: {
    action: 'download',
    means:
      'The result is made, and an operator with an interest in the area has not delivered, or not for every part: what is missing of its network is not in it.',
    message: (p) =>
      `The result can be downloaded. ${names(p)} has not delivered, or not for every part: ask there before digging.`,
  },
  ready_fictitious: {
    action: 'download',
    means: 'Every operator has delivered; of some cables or pipes the position is invented (`fictitious`).',
    message: ({ fictitious = 0 }) =>
      `Every operator has delivered, and the result can be downloaded. ${fictitious} cables or pipes are drawn schematically: where they lie is unknown.`,
  },
  ready_empty: {
    action: 'download',
    means: 'The registry delivered, and no operator has anything here.',
    message: () =>
      'No operator reported anything here; that does not prove that nothing lies there. The result can be downloaded.',
  },
  ready_supplemented: {
    action: 'download',
    means:
      'A later delivery came, or the job was split or joined, and the result was made anew (`revision`): files of before are out of date. Until somebody confirms in the dashboard that it was read.',
    message: ({ revision = 0 }) =>
      `The result has changed and was made anew (revision ${revision}): download it again, and do not dig by the former one.`,
  },
  ready_later_late: {
    action: 'download',
    means: 'The result is made, and a later delivery exists that could not be fetched yet: it is tried again.',
    message: ({ link_until = '' }) =>
      `A later delivery exists, and could not be fetched yet; it is tried again until ${link_until}. What can be downloaded is not the newest: do not dig by it.`,
  },
  ready_later_missing: {
    action: 'contact_registry',
    means: 'There is a result, and a later delivery that could not be fetched or read: the result is not the newest.',
    message: () =>
      'A later delivery was made, and could not be fetched or read: this result is not the newest. Ask the registry (Kadaster) for that delivery before you dig.',
  },
  files_removed: {
    action: 'correct_and_resubmit',
    means:
      'The company keeps the result no longer (retention): exports answer 410. The job, its quote and its log stay.',
    message: ({ removed_at = '' }) =>
      `The files of this result were removed on ${removed_at.slice(0, 10)}, because the company keeps them no longer. Who needs the area again makes a new job.`,
  },
  incomplete_safety_area: {
    action: 'contact_safety_area_manager',
    means: 'Parts lie in a safety area: its manager has their delivery. The rest can be downloaded.',
    message: (p) =>
      `${missing(p)}: ${p.safety_areas ?? 0} in a safety area, whose manager has the delivery. Ask that manager before you dig; the rest can be downloaded.`,
  },
  incomplete_refused: {
    action: 'correct_and_resubmit',
    means: 'The registry refused some of the notifications, so they were never filed. The rest can be downloaded.',
    message: (p) =>
      `${missing(p)}, because the registry refused them: they are not filed. Their errors say why; file that area with a new job before you dig there. The rest can be downloaded.`,
  },
  incomplete_not_delivered: {
    action: 'contact_registry',
    means: 'The registry delivered nothing complete for some notifications in time. The rest can be downloaded.',
    message: (p) =>
      `${missing(p)}: nothing complete was delivered. Ask the registry (Kadaster) for them before you dig; the rest can be downloaded.`,
  },
  incomplete_unreadable: {
    action: 'contact_registry',
    means: 'What came for some notifications could not be read. The rest can be downloaded.',
    message: (p) =>
      `${missing(p)}: what was delivered can't be read. Ask the registry (Kadaster) for it anew before you dig; the rest can be downloaded.`,
  },
  incomplete_too_long: {
    action: 'retry',
    means:
      'Reading the delivery of some notifications took longer than an hour, and was ended. They are kept. The rest can be downloaded.',
    message: (p) =>
      `${missing(p)}: reading what was delivered took longer than an hour and was ended. It is kept. Resume it in the dashboard (try again) when the server has less to do; if it takes as long again, have the delivery looked at before you dig there. The rest can be downloaded.`,
  },
  refused_login: {
    action: 'correct_and_resubmit',
    means: 'The registry did not accept our login or key. Nothing is wrong with the job.',
    message: () =>
      `The registry did not accept our login. ${AGAIN} Test the connection in the settings, Kadaster; then make a new job.`,
  },
  refused_relation_number: {
    action: 'contact_registry',
    means: 'The registry does not know the relation number, or was given none.',
    message: () =>
      `The registry does not know the relation number. ${AGAIN} Check it (settings, Billing), or ask klic@kadaster.nl; then make a new job.`,
  },
  refused_blocked: {
    action: 'arrange_billing',
    means: 'Kadaster has blocked this customer for orders.',
    message: () =>
      `Kadaster takes no orders for this customer number: it is blocked. ${AGAIN} Settle it with Kadaster; then make a new job.`,
  },
  refused_mandate: {
    action: 'arrange_billing',
    means: 'The login may not file for this relation number.',
    message: () =>
      `Our login may not file for this relation number. ${AGAIN} Authorise the party that files for it (KLIC Autoriseren SP in Mijn Kadaster), or enter another number (settings billing.relation_number); then make a new job.`,
  },
  refused_invoice_reference: {
    action: 'arrange_billing',
    means: 'Kadaster wants an invoice reference or purchase number of this customer.',
    message: () =>
      `Kadaster wants an invoice reference of this customer. ${AGAIN} Enter it (settings billing.invoice_reference); then make a new job.`,
  },
  refused_right: {
    action: 'contact_registry',
    means: 'The account at Kadaster lacks a right that this needs.',
    message: () =>
      `The account at Kadaster does not allow this. ${AGAIN} Check its services in Mijn Kadaster, or ask klic@kadaster.nl; then make a new job.`,
  },
  refused_area: {
    action: 'correct_and_resubmit',
    means: 'The registry refused the area.',
    message: () =>
      `The registry refused the area. ${AGAIN} The reasons are in errors and in the parts' errors: correct the area and make a new job.`,
  },
  refused_address: {
    action: 'correct_and_resubmit',
    means: 'The registry refused an address: of the works, or for a service connection sketch.',
    message: () =>
      `The registry refused an address. ${AGAIN} The reasons are in errors and in the parts' errors: correct the address and make a new job.`,
  },
  refused_details: {
    action: 'correct_and_resubmit',
    means: 'The registry refused something else that was filled in: a date, a contact, the applicant or the client.',
    message: () =>
      `The registry refused what was filled in. ${AGAIN} The reasons are in errors and in the parts' errors: correct them and make a new job.`,
  },
  failed_settings: {
    action: 'retry',
    means:
      'Between submitting and sending, something that the registry needs went from the settings, or the start date passed. Nothing (more) was filed.',
    message: (p) =>
      `Something that the registry needs is not right any more${complaintsIn(p)}: correct it in the settings, then resume it in the dashboard (try again).`,
  },
  failed_filing: {
    action: 'retry',
    means: 'Filing stopped after all tries, because of a fault in the program.',
    message: () => `Filing stopped after several tries because of a fault in the program. ${RESUME}`,
  },
  failed_following: {
    action: 'retry',
    means: 'What was sent is filed; asking for their deliveries stopped because of a fault in the program.',
    message: (p) => `${filedThen(p)}; following them stopped because of a fault in the program. ${RESUME}`,
  },
  failed_reading: {
    action: 'retry',
    means: 'What was sent is filed; a delivery could not be fetched or read after all tries.',
    message: (p) => `${filedThen(p)}; a delivery could not be fetched or read after several tries. ${RESUME}`,
  },
  failed_merging: {
    action: 'retry',
    means: 'The deliveries are here; the result could not be made after all tries.',
    message: () => `The deliveries are here and kept; the result could not be made after several tries. ${RESUME}`,
  },
  failed_no_delivery: {
    action: 'retry',
    means: 'What was filed is filed, and no part has a complete delivery that can be read.',
    message: (p) =>
      `${filedThen(p)}, and no part has a complete delivery that can be read. Ask the registry (KLIC) about them before you dig; to have them fetched again, resume it in the dashboard (try again).`,
  },
  failed_too_long: {
    action: 'retry',
    means:
      'Deliveries came and are kept; reading them, or making the result of them, took longer than an hour and was ended.',
    message: (p) =>
      `${filedThen(p)}, and deliveries came and are kept; reading them, or making the result of them, took longer than an hour and was ended. Resume it in the dashboard (try again) when the server has less to do; if it takes as long again, have the deliveries looked at before you dig.`,
  },
  failed_import: {
    action: 'retry',
    means: 'Of the deliveries that were opened from files none could be read, or they could not be merged.',
    message: () =>
      'What was opened could not be read or merged, so there is no result of it. Open the deliveries as the registry gave them, or try again in the dashboard. Nothing of it was filed, and it costs nothing.',
  },
  failed_closed_at_office: {
    action: 'contact_registry',
    means:
      "An earlier version gave this quote to an office's server, which may have filed it. It can't be filed here. `office` and `office_job` say where to look, where they are known.",
    message: ({ office, office_job }) =>
      `This job was given to the office${office ? ` at ${office}` : ''}${office_job ? ` as job ${office_job}` : ''}. Look there: it can't be filed here. Ask for a new quote only when it is certain that the office does not have it.`,
  },
}

/** What comes next with a job, and why: the only words for it in the window. Nothing is said that the reason does not prove. */
import type { NextActionReason, ReasonParams, SettingAsked } from '../../../server/contract/vocabulary.ts'

/** Days and complaints are written out already. */
export type Said = Required<Omit<ReasonParams, 'complaints'>> & { complaints: readonly string[] }

const all = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'an operator')
const filedSoFar = ({ filed, total }: Said): string =>
  filed > 0 ? ` ${filed} of ${total} notifications ${filed === 1 ? 'is' : 'are'} filed.` : ''
const of = (n: number, total: number): string => `${n} of ${total} ${total === 1 ? 'notification' : 'notifications'}`
/** What is filed where work has stopped: not all of it, where an order was refused or never sent. */
const filedThen = ({ filed, total }: Said): string =>
  filed < total
    ? `${of(filed, total)} filed`
    : total === 1
      ? 'The notification is filed'
      : 'The notifications are filed'
const later = 'You can leave this window: it continues automatically.'
const safe = 'Nothing is lost and nothing is filed twice; it continues automatically.'

/** What a notification lacks, by the setting or the field of the job where it belongs, and where a setting is found. */
export const asked: Record<SettingAsked, string> & Record<string, string> = {
  'billing.relation_number': 'Relation number (Settings, Billing)',
  'billing.provider': 'Who submits for you (Settings, Billing)',
  'billing.invoice_reference': 'Invoice reference (Settings, Billing)',
  'billing.purchase_number': 'Purchase number (Settings, Billing)',
  'registry.organisation': 'Your organisation (Settings, Company)',
  'registry.contact': 'Contact person (Settings, Company)',
  'registry.extra_contact': 'Second contact (Settings, Company)',
  'registry.principal': 'Client (Settings, Company)',
  'registry.default_location': 'Site address (Settings, Company)',
  'registry.works.orient': 'Type of work for orientation (Settings, Company)',
  'registry.works.graaf': 'Type of work for excavation (Settings, Company)',
  'registry.works.methods': 'Method (Settings, Company)',
  'registry.works.depth': 'Greatest working depth below ground level (Settings, Company)',
  start_date: 'Start date',
  end_date: 'End date',
  address: 'Site address',
  principal: 'Client',
  works: 'Type of work',
  works_description: 'Description of the work',
  location_description: 'Description of the location',
  has_addresses: 'Addresses for house connection sketches',
  geometry: 'The area',
}

export const reasons = {
  /** A sentence for each. */
  reason: {
    quote_open: () => 'Nothing has been filed yet.',
    quote_expired: ({ area_gone }): string =>
      area_gone
        ? 'This price has expired; nothing has been filed. Only the rectangle around the area is kept: draw it again, or open its file, for a new quote.'
        : 'This price has expired; nothing has been filed. You can still submit: the price is then recalculated, and if it is higher you see it first.',
    billing_missing: () =>
      'Nothing has been filed yet. Set up billing first: an invoice arrangement, or your own relation number at Kadaster (Settings, Billing).',
    invoice_not_arranged: () =>
      'Nothing has been filed yet. Paying by invoice is not set up on this server: ask whoever runs it, or enter your own relation number (Settings, Billing).',
    start_date_missing: () => 'Nothing has been filed yet. Enter the start date of digging.',
    start_date_invalid: () =>
      'Nothing has been filed yet. Kadaster does not accept this start date (any more): choose a day from tomorrow to 20 working days ahead.',
    input_incomplete: (p) =>
      `Nothing has been filed yet. Kadaster would refuse this${p.complaints.length ? `: ${p.complaints.join(' ')}` : '.'}`,
    queued: (p) =>
      p.filed
        ? `${filedSoFar(p).trim()} The others are waiting to be sent to Kadaster. ${later}`
        : `Waiting to be sent to Kadaster: it is not filed yet. ${later}`,
    sending: (p) => `Being sent to Kadaster; not filed before Kadaster accepts it.${filedSoFar(p)}`,
    outcome_unknown: (p) =>
      `Sent to Kadaster, but no answer came: it is not known yet whether it arrived. The same message is sent again and counts once.${filedSoFar(p)}`,
    judging: (p) => `Kadaster has received it and checks it; it is filed once accepted.${filedSoFar(p)} ${later}`,
    registry_undecided: (p) =>
      `Kadaster could not check the order. It is asked again and, if necessary, sent again; it is not filed yet.${filedSoFar(p)}`,
    host_not_allowed: (p) =>
      `Kadaster has it, and sends us to ${p.host}, which is not allowed here. Ask Kadaster (KLIC) whether it is theirs, then allow it (Settings, Kadaster, extra hosts). ${safe}${filedSoFar(p)}`,
    answer_unusable: (p) =>
      `Kadaster has received it, but its answer cannot be used. It is asked again automatically; the answer is kept. If this lasts, call Kadaster (KLIC); do not submit it again.${filedSoFar(p)}`,
    filed_unnamed: (p) =>
      `Filed: Kadaster has accepted it, but its answer does not name the notifications, so they cannot be followed yet. It is asked again automatically; the answer is kept. Call Kadaster (KLIC), and do not submit it again.${filedSoFar(p)}`,
    filed: (p) =>
      `Filed: Kadaster has accepted ${p.total === 1 ? 'the notification' : `all ${p.total} notifications`}; now the operators deliver. ${later}`,
    filed_in_part: (p) =>
      `${of(p.filed, p.total)} filed; Kadaster rejected ${p.refused}, which ${p.refused === 1 ? 'is' : 'are'} not filed. The reasons are given with the parts below.`,
    partly_delivered: (p) =>
      `${of(p.delivered, p.total)} delivered completely; more is to come. Do not dig on this data yet.`,
    delivery_late: (p) =>
      `A delivery is ready at Kadaster, but its link does not give it yet. It is retried automatically until ${p.link_until}. ${of(p.delivered, p.total)} delivered completely.`,
    delivery_link_ends: (p) =>
      `A delivery could not be fetched, and its link expires on ${p.link_until}. Call Kadaster (KLIC) about it now: it has been paid for. It is still being retried automatically.`,
    merging: () => `The result is being created from what was delivered. ${later}`,
    merging_later_delivery: () => 'The result has changed and is being rebuilt. Do not dig by the former one.',
    worker_stopped: (p) =>
      `Work has stopped: the part of the program that submits and fetches is not running. Restart KLIC Desktop, or tell whoever runs the server.${filedSoFar(p)} Nothing is lost.`,
    registry_unreachable: (p) => `Kadaster does not answer. ${safe}${filedSoFar(p)}`,
    credentials_missing: (p) =>
      `There are no credentials for Kadaster: enter them (Settings, Kadaster). It then continues automatically.${filedSoFar(p)}`,
    login_required: (p) =>
      `Somebody has to log in at Kadaster again (Settings, Kadaster). It then continues automatically.${filedSoFar(p)}`,
    access_refused: (p) =>
      `Kadaster refuses us: test the connection (Settings, Kadaster). It then continues automatically.${filedSoFar(p)}`,
    storage_unreachable: () => `The file storage does not answer. ${safe}`,
    disk_full: () => 'The disk of the server is full: free up space. It then continues automatically; nothing is lost.',
    busy: () => `There is more work than can be done at once. ${later}`,
    ready: () => 'Complete: every operator has delivered.',
    ready_precautions: (p) =>
      p.operators.length
        ? `Every operator has delivered. Call ${all(p.operators)} before you dig: precautions are demanded.`
        : 'Every operator has delivered. Precautions are demanded here: see Attention for whom to call before you dig.',
    ready_silent: (p) => `Delivered, except by ${all(p.operators)}. Ask them before you dig; read Attention first.`,
    ready_fictitious: (p: Said) =>
      `Every operator has delivered. ${p.fictitious === 1 ? '1 cable or pipe is' : `${p.fictitious} cables or pipes are`} drawn schematically: locate ${p.fictitious === 1 ? 'it' : 'them'} before you dig.`,
    ready_empty: () => 'No operator reported anything here. That does not prove that nothing lies there.',
    ready_supplemented: (p) =>
      `Supplemented: the result has changed, and this is revision ${p.revision}. Download or print it again; do not dig by the former one.${p.operators.length ? ` Still without ${all(p.operators)}.` : ''}`,
    ready_later_late: (p) =>
      `A later delivery is ready at Kadaster, but could not be fetched yet; it is retried until ${p.link_until}. Do not dig by this result: it is not the newest.`,
    ready_later_missing: () =>
      'A later delivery was made, but could not be fetched or read. Do not dig by this result: it is not the newest. Ask Kadaster for that delivery.',
    files_removed: (p) =>
      `The files were removed on ${p.removed_at}, because your company no longer keeps them (Settings, Storage). Request the area again if you need it.`,
    incomplete_safety_area: (p) =>
      `${of(p.missing, p.total)} missing: ${p.safety_areas} in a safety area. Its manager has the delivery: request it before you dig.`,
    incomplete_refused: (p) =>
      `${of(p.missing, p.total)} missing: Kadaster rejected ${p.refused === 1 ? 'it' : 'them'}, so ${p.refused === 1 ? 'it is' : 'they are'} not filed. The reasons are given with the parts, under Course; submit that area again before you dig there.`,
    incomplete_not_delivered: (p) =>
      `${of(p.missing, p.total)} missing: nothing complete was delivered. Call Kadaster before you dig.`,
    incomplete_unreadable: (p) =>
      `${of(p.missing, p.total)} missing: what was delivered cannot be read. Ask Kadaster for it again before you dig.`,
    incomplete_too_long: (p) =>
      `${of(p.missing, p.total)} missing: reading what was delivered took longer than an hour and was stopped. It is kept. Choose “Try again” when the computer is less busy; do not dig there without it.`,
    refused_login: () =>
      'Kadaster did not accept our login; nothing has been filed. The area is not the cause: test the connection (Settings, Kadaster), then submit again.',
    refused_relation_number: () =>
      'Kadaster does not know the relation number; nothing has been filed. Check it (Settings, Billing), then submit again.',
    refused_blocked: () =>
      'Kadaster has blocked your customer number for orders; nothing has been filed. Settle that with Kadaster, then submit again.',
    refused_mandate: () =>
      'Our login may not submit for your relation number; nothing has been filed. Authorise whoever submits for you in Mijn Kadaster (KLIC Autoriseren SP), or enter another number (Settings, Billing), then submit again.',
    refused_invoice_reference: () =>
      'Kadaster requires an invoice reference from your company; nothing has been filed. Enter it (Settings, Billing), then submit again.',
    refused_right: () =>
      'Your account at Kadaster has no right to this; nothing has been filed. Check its services in Mijn Kadaster, or ask klic@kadaster.nl, then submit again.',
    refused_area: () =>
      'Kadaster rejected the area; nothing has been filed. Read why below, fix the area and submit again.',
    refused_address: () =>
      'Kadaster rejected an address; nothing has been filed. Read why below, fix the address and submit again.',
    refused_details: () =>
      'Kadaster rejected something that was filled in; nothing has been filed. Read why below, fix it and submit again.',
    failed_settings: (p) =>
      `Something that Kadaster requires is no longer right${p.complaints.length ? `: ${p.complaints.join(' ')}` : '.'} Fix it in the settings, then choose “Try again”.`,
    failed_filing: () =>
      'Submitting stopped after several attempts because of a fault in the program. Choose “Try again”: what Kadaster already has is not filed twice.',
    failed_following: (p) =>
      `${filedThen(p)}, but asking for deliveries stopped because of a fault in the program. Choose “Try again”.`,
    failed_reading: (p) =>
      `${filedThen(p)}, but a delivery could not be fetched or read. Choose “Try again”; nothing is filed twice.`,
    failed_merging: () =>
      'The deliveries are here, but the result could not be made. Choose “Try again”; nothing is filed twice.',
    failed_no_delivery: (p) =>
      `${filedThen(p)}, but no complete delivery that can be read has come. Call Kadaster before you dig; “Try again” requests it again.`,
    failed_too_long: (p) =>
      `${filedThen(p)} and deliveries arrived, but reading them, or making the result, took longer than an hour and was stopped. They are kept. Choose “Try again” when the computer is less busy; do not dig before you have seen them.`,
    failed_import: () =>
      'What was opened cannot be read or merged, so there is no result. Open the deliveries as Kadaster supplied them, or choose “Try again”.',
    failed_closed_at_office: ({ office, office_job }) =>
      `This job was given to the office${office && ` (${office})`}.${office_job && ` There it is ${office_job}.`} Look there: it cannot be filed here. Ask for a new quote only if it is certain that the office does not have it.`,
  } satisfies Record<NextActionReason, (p: Said) => string>,
  /** A word or two for each, beside the job's name. */
  pill: {
    quote_open: 'Quote',
    quote_expired: 'Quote, expired',
    billing_missing: 'Quote',
    invoice_not_arranged: 'Quote',
    start_date_missing: 'Quote',
    start_date_invalid: 'Quote',
    input_incomplete: 'Quote',
    queued: 'In the queue',
    sending: 'Being sent',
    outcome_unknown: 'No answer yet',
    judging: 'Being checked',
    registry_undecided: 'Being checked',
    host_not_allowed: 'Waiting for you',
    answer_unusable: 'Answer unclear',
    filed_unnamed: 'Filed, call Kadaster',
    filed: 'Filed',
    filed_in_part: 'Partly filed',
    partly_delivered: 'Partly delivered',
    delivery_late: 'Delivery late',
    delivery_link_ends: 'Call Kadaster',
    merging: 'Merging',
    merging_later_delivery: 'Merging again',
    worker_stopped: 'Stopped',
    registry_unreachable: 'Waiting: Kadaster',
    credentials_missing: 'Waiting for you',
    login_required: 'Waiting for you',
    access_refused: 'Waiting for you',
    storage_unreachable: 'Waiting: storage',
    disk_full: 'Waiting: disk full',
    busy: 'Waiting',
    ready: 'Ready',
    ready_precautions: 'Ready, read first',
    ready_silent: 'Ready, read first',
    ready_fictitious: 'Ready, read first',
    ready_empty: 'Ready, read first',
    ready_supplemented: 'Supplemented',
    ready_later_late: 'Not the newest',
    ready_later_missing: 'Not the newest',
    files_removed: 'Files removed',
    incomplete_safety_area: 'Incomplete',
    incomplete_refused: 'Incomplete',
    incomplete_not_delivered: 'Incomplete',
    incomplete_unreadable: 'Incomplete',
    incomplete_too_long: 'Incomplete',
    refused_login: 'Rejected',
    refused_relation_number: 'Rejected',
    refused_blocked: 'Rejected',
    refused_mandate: 'Rejected',
    refused_invoice_reference: 'Rejected',
    refused_right: 'Rejected',
    refused_area: 'Rejected',
    refused_address: 'Rejected',
    refused_details: 'Rejected',
    failed_settings: 'Stopped',
    failed_filing: 'Stopped',
    failed_following: 'Stopped',
    failed_reading: 'Stopped',
    failed_merging: 'Stopped',
    failed_no_delivery: 'Stopped',
    failed_too_long: 'Stopped',
    failed_import: 'Unreadable',
    failed_closed_at_office: 'At the office',
  } satisfies Record<NextActionReason, string>,
}

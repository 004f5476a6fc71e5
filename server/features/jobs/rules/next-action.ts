/** What a person or a program should do with a job now, and why: the one place that decides it, for API v1 and the window. */

import type { WaitReason } from '../../../platform/refusal.ts'
import type { SpeakTo } from '../../../registry/dig-status.ts'
import type {
  BilledBy,
  JobSource,
  JobState,
  KlicType,
  NextAction,
  NextActionReason,
  PartState,
} from '../../../registry/klic.ts'
import { isHazardousOnly } from '../../../registry/speak-to.ts'
import { startDateFault } from '../../../registry/start-date.ts'
import type { CompanySettings } from '../../settings/settings.ts'
import { fictitiousIn } from './attention.ts'
import { isMissing } from './progress.ts'
import { REASON_ROWS, type ReasonParams } from './reasons.ts'
import { isLinkEnding, type LinkFailure, type OrderFailure, type RetryableFailure } from './retryable-failure.ts'

/** Where the order that comes next is; none: not begun. */
export type Filing = 'none' | 'sending' | 'sent_again' | 'judging' | 'undecided'

/** Why a job stopped; stored with it. */
export interface Failure {
  reason: Extract<NextActionReason, `failed_${string}`>
  /** Of the pre-check, where a setting has gone since the submission */
  complaints?: NonNullable<ReasonParams['complaints']>
  /** Of a job that was given to an office: where, and its id there; left out where not known */
  office?: string
  office_job?: string
}

/** What of a result decides what is said of it. */
export interface Findings {
  /** Names of operators with an interest here that delivered nothing */
  silent: string[]
  /** Names of operators that demand precautions */
  careful: string[]
  /** Precaution areas. In a result of an earlier version (without `hazardous`) they may be of operators not named above */
  precautions: number
  /** Names of operators with a hazardous pipeline in the dig polygon and no precaution; left out by an earlier version */
  hazardous?: string[]
  /** No operator has anything here */
  isEmpty: boolean
  /** Cables and pipes whose position is invented; left out in a result of an earlier version */
  fictitious?: number
}

export const findingsOf = ({
  operators,
  precautions,
  themes,
  warnings,
}: {
  operators: readonly { name: string; delivered: boolean; precaution: boolean; hazardous?: boolean }[]
  precautions: number
  themes: Readonly<Record<string, unknown>>
  warnings?: readonly { code: string; count?: number | undefined }[]
}): Findings => ({
  silent: operators.filter(({ delivered }) => !delivered).map(({ name }) => name),
  careful: operators.filter(({ precaution }) => precaution).map(({ name }) => name),
  precautions,
  ...hazardousIn(operators),
  isEmpty: Object.keys(themes).length === 0,
  fictitious: fictitiousIn(warnings),
})

export function demandsOf({ careful, precautions, hazardous }: Findings): SpeakTo[] {
  const isUnnamed = hazardous === undefined && careful.length === 0 && precautions > 0
  return [
    ...(isUnnamed ? [''] : careful).map((operator) => ({ operator, hasTerm: true })),
    ...(hazardous ?? []).map((operator) => ({ operator, hasTerm: false })),
  ]
}

/** Left out where the summary is of an earlier version. */
const hazardousIn = (
  operators: readonly { name: string; precaution: boolean; hazardous?: boolean }[],
): Pick<Findings, 'hazardous'> =>
  operators.some(({ hazardous }) => hazardous === undefined)
    ? {}
    : { hazardous: operators.filter(isHazardousOnly).map(({ name }) => name) }

/** What has become of a job beside its own row. */
export interface NextActionFacts {
  filing: Filing
  /** When the files of the result were removed */
  removedAt: string | null
  /** Somebody has confirmed that the later delivery of this revision was read */
  isSupplementRead: boolean
  /** Why its order does not go on although the registry has it */
  order: RetryableFailure<OrderFailure> | null
  /** The delivery that can't be fetched, of several the one whose link ends first */
  link: (RetryableFailure<LinkFailure> & { until: string }) | null
  /** The newest delivery of a part was given up: the result has an older one */
  isLaterMissing: boolean
}

export const NO_FACTS: NextActionFacts = {
  filing: 'none',
  removedAt: null,
  isSupplementRead: false,
  order: null,
  link: null,
  isLaterMissing: false,
}

export interface JobFacts {
  source: JobSource
  status: JobState
  klicType: KlicType
  startDate: string | null
  /** Dutch day, YYYY-MM-DD */
  today: string
  quoteExpired: boolean
  /** Only the extent of the area is kept */
  areaGone: boolean
  /** Who would bill it, null: nobody; and what the company has chosen */
  billing: { by: BilledBy | null; mode: CompanySettings['billing.mode'] }
  /** What the registry would refuse of a quote, its dates aside */
  complaints: NonNullable<ReasonParams['complaints']>
  /** With the code of what went wrong, for those that failed */
  parts: readonly { status: PartState; code?: string | null }[]
  failure: Failure | null
  /** What the registry said of the order that it refused */
  errors: readonly { code: string; pointer: string | null }[]
  /** What it waits for beside the registry's own pace */
  waiting: WaitReason | null
  /** A worker gives signs of life, or the job is too young for that to matter */
  isWorkedOn: boolean
  revision: number
  findings: Findings | null
  progress: NextActionFacts
}

export interface Advice {
  action: NextAction
  reason: NextActionReason
  params: ReasonParams
  message: string
}

export const nextAction = (facts: JobFacts): Advice => {
  const [reason, params = {}] = reasonOf(facts)
  const { action, message } = REASON_ROWS[reason]
  return { action, reason, params, message: message(params) }
}

type ReasonResult = [reason: NextActionReason, params?: ReasonParams]

const reasonOf = (facts: JobFacts): ReasonResult => {
  switch (facts.status) {
    case 'quoted':
      return quoted(facts)
    case 'accepted':
    case 'submitted':
    case 'partially_delivered':
    case 'processing':
      return moving(facts)
    case 'ready':
    case 'ready_incomplete':
      return finished(facts)
    case 'rejected':
      return [rejectionReason(facts.errors)]
    case 'failed':
      return failed(facts)
  }
}

const quoted = (facts: JobFacts): ReasonResult => {
  const { quoteExpired, areaGone, billing, klicType, startDate, today, complaints } = facts
  if (quoteExpired) return ['quote_expired', areaGone ? { area_gone: true } : {}]
  if (billing.by === null) return [billing.mode === 'invoice' ? 'invoice_not_arranged' : 'billing_missing']
  // Before the date, which the submission can give: this it can't.
  if (complaints.length > 0) return ['input_incomplete', { complaints }]
  if (klicType === 'GRAAF' && startDate === null) return ['start_date_missing']
  if (klicType === 'GRAAF' && startDateFault(startDate!, today)) return ['start_date_invalid']
  return ['quote_open']
}

const WAITS = {
  unreachable: 'registry_unreachable',
  not_ready: 'registry_not_ready',
  credentials_missing: 'credentials_missing',
  login_required: 'login_required',
  access_refused: 'access_refused',
  storage_unreachable: 'storage_unreachable',
  disk_full: 'disk_full',
  busy: 'busy',
} as const satisfies Record<WaitReason, NextActionReason>

const FILING = {
  none: 'queued',
  sending: 'sending',
  sent_again: 'outcome_unknown',
  judging: 'judging',
  undecided: 'registry_undecided',
} as const satisfies Record<Filing, NextActionReason>

const countsOf = (facts: JobFacts) => {
  const count = (has: (state: PartState) => boolean) => facts.parts.filter(({ status }) => has(status)).length
  return {
    delivered: count((state) => state === 'delivered'),
    total: facts.parts.length,
    filed: count((state) => state !== 'accepted' && state !== 'rejected' && state !== 'quoted'),
    refused: count((state) => state === 'rejected'),
    safety_areas: count((state) => state === 'safety_area'),
    missing: count(isMissing),
  }
}

const moving = (facts: JobFacts): ReasonResult => {
  const { status, waiting, progress, revision, isWorkedOn } = facts
  const { delivered, total, filed, refused } = countsOf(facts)
  const params = { delivered, total, filed, refused }
  if (!isWorkedOn) return ['worker_stopped', params]
  const stuck = notFetched(facts, params)
  if (stuck?.[0] === 'delivery_link_ends') return stuck
  if (progress.order && status === 'accepted') return orderFailureReason(progress.order, params)
  const isSent = progress.filing === 'sending' || progress.filing === 'sent_again'
  if (waiting === 'unreachable' && status === 'accepted' && isSent) return ['outcome_unknown', params]
  if (waiting) return [WAITS[waiting], params]
  if (stuck) return stuck
  if (status === 'processing') return revision > 0 ? ['merging_later_delivery', { revision }] : ['merging']
  if (status === 'accepted') return [FILING[progress.filing], params]
  if (refused > 0) return ['filed_in_part', params]
  return [status === 'submitted' ? 'filed' : 'partly_delivered', params]
}

const orderFailureReason = ({ kind, host }: RetryableFailure<OrderFailure>, params: ReasonParams): ReasonResult => {
  if (kind === 'host') return ['host_not_allowed', { ...params, host: host ?? '' }]
  return [kind === 'acceptance' ? 'filed_unnamed' : 'answer_unusable', params]
}

const notFetched = ({ progress: { link }, today }: JobFacts, params: ReasonParams): ReasonResult | undefined => {
  if (link === null) return undefined
  const known = { ...params, link_until: link.until }
  if (isLinkEnding(link.until, today)) return ['delivery_link_ends', known]
  return link.kind === 'host' ? ['host_not_allowed', { ...known, host: link.host ?? '' }] : ['delivery_late', known]
}

const finished = (facts: JobFacts): ReasonResult => {
  const { removedAt, isSupplementRead } = facts.progress
  const { findings, revision } = facts
  if (removedAt !== null) return ['files_removed', { removed_at: removedAt }]
  if (facts.progress.link) return ['ready_later_late', { revision, link_until: facts.progress.link.until }]
  if (facts.progress.isLaterMissing) return ['ready_later_missing', { revision }]
  if (facts.status === 'ready_incomplete') return incomplete(facts)
  if (revision > 1 && !isSupplementRead) return ['ready_supplemented', { revision, operators: findings?.silent ?? [] }]
  if (findings && findings.silent.length > 0) return ['ready_silent', { operators: findings.silent }]
  if (findings && demandsOf(findings).length > 0) {
    return ['ready_precautions', { operators: [...findings.careful, ...(findings.hazardous ?? [])] }]
  }
  if (findings?.fictitious) return ['ready_fictitious', { fictitious: findings.fictitious }]
  return findings?.isEmpty ? ['ready_empty'] : ['ready']
}

const incomplete = (facts: JobFacts): ReasonResult => {
  const { missing, total, safety_areas, refused } = countsOf(facts)
  const params = { missing, total, safety_areas, refused }
  if (safety_areas > 0) return ['incomplete_safety_area', params]
  if (refused > 0) return ['incomplete_refused', params]
  const has = (what: string) => facts.parts.some(({ status, code }) => status === 'failed' && code === what)
  if (has(UNREADABLE)) return ['incomplete_unreadable', params]
  return [has(TOOK_TOO_LONG) ? 'incomplete_too_long' : 'incomplete_not_delivered', params]
}

/** On a part whose delivery came and could not be read. */
export const UNREADABLE = 'DELIVERY_UNREADABLE'
/** On a part whose delivery came and is kept: reading it was ended, because it took too long. */
export const TOOK_TOO_LONG = 'TOOK_TOO_LONG'

const failed = (facts: JobFacts): ReasonResult => {
  const { failure } = facts
  // At any step: an imported job files nothing.
  if (facts.source === 'imported') return ['failed_import']
  const { total, filed } = countsOf(facts)
  // A job of before reasons were stored.
  if (!failure) return ['failed_filing', { total, filed }]
  const { reason, ...named } = failure
  // Whether the office has filed it is not known here.
  return [reason, reason === 'failed_closed_at_office' ? named : { total, filed, ...named }]
}

/** Codes that tell by themselves whose affair it is. */
const BY_CODE: readonly [reason: NextActionReason, codes: readonly string[]][] = [
  ['refused_blocked', ['COR9005']],
  ['refused_mandate', ['COR9004']],
  ['refused_invoice_reference', ['COR1212']],
  ['refused_login', ['COR9003', 'invalid_client', 'invalid_scope', 'key_unusable', 'login_required']],
  ['refused_relation_number', ['COR0898', 'COR0899']],
  ['refused_right', ['COR1021', 'Kadaster - Niet geautoriseerd.', 'HTTP_401', 'HTTP_403', 'HTTP_422']],
]
/** What we call the field that is complained of; Kadaster's number ranges otherwise. */
const BY_PLACE: readonly [reason: NextActionReason, pointer: RegExp, code: RegExp][] = [
  ['refused_area', /^\/polygon/, /^GEO|^COR(0223|0224|1009|1010|105\d|1202)$/],
  ['refused_address', /^\/(locationAddress|houseConnections)/, /^COR(0163|0173|0179|0298|0299|030\d|031[0-5])$/],
]

export const rejectionReason = (errors: readonly { code: string; pointer: string | null }[]): NextActionReason => {
  const byCode = BY_CODE.find(([, codes]) => errors.some(({ code }) => codes.includes(code)))
  if (byCode) return byCode[0]
  const byPlace = BY_PLACE.find(([, place, codes]) =>
    errors.some(({ pointer, code }) => place.test(pointer ?? '') || codes.test(code)),
  )
  return byPlace?.[0] ?? 'refused_details'
}

/** Nothing more is to come for these parts: what failed now failed in our own work on the deliveries. */
export const allPartsEnded = (partStates: readonly PartState[]): boolean =>
  partStates.every((state) => state === 'delivered' || state === 'safety_area')

/** How it is meant that a job stands where it stands, wherever that gets a colour. */
import type { JobBrief } from '../server/features/jobs/schema.ts'
import { type DigAnswer, isDownloadable, type NextActionReason } from '../server/features/vocabulary.ts'

export type Tone = 'plain' | 'busy' | 'good' | 'care' | 'bad'

const ALL: Record<Tone, readonly NextActionReason[]> = {
  plain: [
    ...([
      'quote_open',
      'quote_expired',
      'billing_missing',
      'invoice_not_arranged',
      'start_date_missing',
      'start_date_invalid',
      'input_incomplete',
    ] as const),
    // That all is delivered says nothing of digging: green is the answer yes alone.
    'ready',
    'files_removed',
  ],
  busy: ['queued', 'sending', 'judging', 'filed', 'partly_delivered', 'merging', 'busy'],
  good: [],
  care: [
    ...([
      'ready_precautions',
      'ready_silent',
      'ready_fictitious',
      'ready_empty',
      'ready_supplemented',
      'ready_later_late',
      'ready_later_missing',
      'merging_later_delivery',
      'delivery_late',
    ] as const),
    ...(['incomplete_safety_area', 'incomplete_refused', 'incomplete_not_delivered', 'incomplete_unreadable'] as const),
    'incomplete_too_long',
    'failed_closed_at_office',
    ...(['outcome_unknown', 'registry_undecided', 'answer_unusable', 'filed_in_part'] as const),
    ...(['registry_unreachable', 'registry_not_ready'] as const),
    ...([
      'credentials_missing',
      'login_required',
      'access_refused',
      'host_not_allowed',
      'storage_unreachable',
      'disk_full',
    ] as const),
  ],
  bad: [],
}

/** What is in no other list needs somebody before anything happens. */
export const toneOf = (reason: NextActionReason): Tone =>
  (Object.keys(ALL) as Tone[]).find((tone) => ALL[tone].includes(reason)) ?? 'bad'

export const toneOfDig: Readonly<Record<DigAnswer, Tone>> = {
  yes: 'good',
  not_yet: 'care',
  unknown: 'care',
  no_longer: 'bad',
  not_for_digging: 'plain',
}

/** There is something to dig under, or will be: it is filed. */
export const isAskedToDig = ({
  status,
  next_action_reason: reason,
}: Pick<JobBrief, 'status' | 'next_action_reason'>): boolean =>
  status !== 'quoted' && status !== 'rejected' && reason !== 'failed_closed_at_office'

/** It is filed to be dug under: whether one may comes before how it was delivered. */
export const saysDigFirst = (job: Pick<JobBrief, 'klic_type' | 'status' | 'next_action_reason'>): boolean =>
  job.klic_type === 'GRAAF' && isAskedToDig(job)

const GRAVITY: Readonly<Record<Tone, number>> = { plain: 0, good: 0, busy: 1, care: 2, bad: 3 }

/** What the pill of a job goes by. */
export type Standing = Pick<JobBrief, 'klic_type' | 'status' | 'next_action_reason'> & {
  dig_status: Pick<JobBrief['dig_status'], 'answer'>
}

/** One pill says how a job stands: the answer to digging, unless its state is worse or there is no result yet. */
export const isAnswerShown = (job: Standing): boolean =>
  saysDigFirst(job) &&
  isDownloadable(job.status) &&
  GRAVITY[toneOfDig[job.dig_status.answer]] >= GRAVITY[toneOf(job.next_action_reason)]

export const toneOfPill = (job: Standing): Tone =>
  isAnswerShown(job) ? toneOfDig[job.dig_status.answer] : toneOf(job.next_action_reason)

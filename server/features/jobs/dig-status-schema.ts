/** Whether one may dig in the area of a job. */
import { z } from 'zod'
import { RESULT_LIMITS } from '../../imkl/model/result-limits.ts'
import { DIG_ANSWERS, DIG_REASON_CODES, DIG_REASONS, type DigAnswer } from '../../registry/dig-reasons.ts'
import { Day } from '../http/common-schema.ts'
import { describeValues } from './state-schema.ts'

const ANSWER_WORDS: Readonly<Record<DigAnswer, string>> = {
  yes: 'nothing that is known stands against it today; the duties on the site remain',
  not_yet: 'something is to come, to be done or to be read before',
  no_longer: 'the term is over, or the work has ended: a new notification is needed',
  unknown: 'a fact that decides is not known here',
  not_for_digging: 'an orientation request is for planning only',
}
const REASON_WORDS = Object.fromEntries(DIG_REASON_CODES.map((code) => [code, DIG_REASONS[code].means])) as Record<
  (typeof DIG_REASON_CODES)[number],
  string
>

const DigReason = z
  .object({
    code: z.enum(DIG_REASON_CODES).meta({ description: describeValues(REASON_WORDS) }),
    day: Day.nullable().meta({ description: 'From when it holds no more, or the day that it speaks of' }),
    operators: z.array(z.string()).max(RESULT_LIMITS.operators).meta({
      description:
        'Names of the operators that it is about; an empty one: an area of precaution that none calls theirs',
    }),
    count: z.int().min(0).nullable().meta({ description: 'Parts, warnings or lines that it is about' }),
    message: z.string().meta({ description: 'The same in words, in English' }),
  })
  .meta({ id: 'DigReason', description: 'What stands against digging' })

export const DigStatus = z
  .object({
    answer: z.enum(DIG_ANSWERS).meta({ description: describeValues(ANSWER_WORDS) }),
    reasons: z
      .array(DigReason)
      .max(DIG_REASON_CODES.length)
      .meta({ description: 'All that stand against it, those that decide the answer first; empty for `yes`' }),
    begin_from: Day.nullable().meta({
      description: 'First day on which the work may begin by the age of the notification; null: not known, or ORIENT',
    }),
    begin_until: Day.nullable().meta({
      description:
        'Last day to begin; work that began by then and goes on needs no new one. null: not known, or ORIENT',
    }),
  })
  .meta({
    id: 'DigStatus',
    description:
      'May one dig there today: worked out anew with each answer, by the Dutch day. Never `yes` while a fact that decides is not known',
  })

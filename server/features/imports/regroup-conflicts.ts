/** What stands in the way of splitting or joining imported jobs, and what to do about it; the code of the complaint at the refusal. */

import { Refusal } from '../../platform/refusal.ts'
import { type CodeOf, translate } from '../../texts/texts.ts'

type RegroupConflict = CodeOf<'conflict.JOB_STATE_CONFLICT'>

/** @param about the one that it is about: a KLIC number, an operator */
export function regroupConflict(code: RegroupConflict, about?: string): Refusal {
  const message = translate('en')(`conflict.JOB_STATE_CONFLICT.${code}`) + (about ? ` (${about})` : '')
  return new Refusal('JOB_STATE_CONFLICT', message, { complaints: [{ pointer: '', code, message }] })
}

/** All values of `next_action_reason` with their action and what they mean, for documentation. */
import { NEXT_ACTION_REASONS, type NextAction, type NextActionReason } from '../../registry/klic.ts'
import { REASON_ROWS } from './rules/reasons.ts'

export const reasonTable: readonly { reason: NextActionReason; action: NextAction; means: string }[] =
  NEXT_ACTION_REASONS.map((reason) => ({
    reason,
    action: REASON_ROWS[reason].action,
    means: REASON_ROWS[reason].means,
  }))

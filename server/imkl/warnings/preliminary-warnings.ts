/** What is said of a result of which parts are still to come: that it is none, and which they are. */
import type { JobLabel, ResultWarning } from '../model/conversion-task.ts'
import { numberOf, warning } from './warning.ts'

export function preliminary(waiting: JobLabel['preliminary']): ResultWarning[] {
  if (!waiting) return []
  const { awaited, parts } = waiting
  const count = awaited.length
  return [
    warning('PRELIMINARY', (t) => t('resultWarning.PRELIMINARY', { awaited: count, parts }), { count }),
    ...awaited.map((part) =>
      warning(
        'PART_AWAITED',
        (t, language) => t('resultWarning.PART_AWAITED', { no: part.partNo, which: numberOf(part, language) }),
        part.klicNumber === null ? {} : { klicNumber: part.klicNumber },
      ),
    ),
  ]
}

/** A reason against digging, as a sentence. */
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { Locale } from '../../locale.tsx'

export const reasonOfDig = (
  { code, day: about, operators, count }: Job['dig_status']['reasons'][number],
  { t, day }: Locale,
): string =>
  t(`digging.reason.${code}`, {
    day: about ? day(about) : '',
    hasDay: Boolean(about),
    operators: operators.map((name) => name || t('digging.manager')).join(', '),
    count: count ?? 0,
  })

/** The answer to digging in sentences: a reason against it, and when it may start. */
import type { Job } from '../../../server/features/jobs/schema.ts'
import type { Translate } from '../../../server/texts/texts.ts'

/** As `Locale` has them. */
interface Speech {
  t: Translate
  day(iso: string): string
}

export const reasonOfDig = (
  { code, day: about, operators, count }: Job['dig_status']['reasons'][number],
  { t, day }: Speech,
): string =>
  t(`digging.reason.${code}`, {
    day: about ? day(about) : '',
    hasDay: Boolean(about),
    operators: operators.map((name) => name || t('digging.manager')).join(', '),
    count: count ?? 0,
  })

/** When the work may start, or could; null where nothing says so. @param today Dutch calendar day */
export const beginPeriod = (
  { begin_from: from, begin_until: until }: Pick<Job['dig_status'], 'begin_from' | 'begin_until'>,
  today: string,
  { t, day }: Speech,
): string | null =>
  from && until ? t('digging.begin', { isOver: until < today, from: day(from), until: day(until) }) : null

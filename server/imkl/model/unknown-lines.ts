/** What no trench plan can know, in sentences. */
import type { Translate } from '../../texts/texts.ts'
import type { UnknownLines } from './trench-plan.ts'

/** @param theme its name */
export function unknownSentence(one: UnknownLines, t: Translate, theme: (id: string) => string): string {
  switch (one.kind) {
    case 'operator_not_delivered':
      return t('trenches.unknown.operator', { operator: one.operatorName ?? one.operator, number: one.klicNumber })
    case 'part_missing':
      return t('trenches.unknown.part', { number: one.klicNumber ?? '', hasNumber: one.klicNumber !== null })
    case 'no_result':
      return t('trenches.unknown.noResult', { job: one.job })
    case 'outside_area':
      return t('trenches.unknown.outside', { area: one.areaM2 })
    case 'schematic':
      return t('trenches.unknown.schematic', { operator: one.operator, n: one.lines })
    case 'house_connections':
      return t('trenches.unknown.houses', {
        theme: theme(one.theme),
        n: one.total,
        addresses: one.addresses.join('; '),
        more: one.total - one.addresses.length,
      })
  }
}

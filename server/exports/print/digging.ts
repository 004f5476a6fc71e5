/** May one dig there, on a sheet: as on the day of the print, which stands with it, for paper grows old; or when the work may begin. */

import { dayInWords } from '../../registry/day-in-words.ts'
import { translate } from '../../texts/texts.ts'
import { beginLines } from './begin-lines.ts'
import { type Column, WARNING } from './column.ts'
import type { PrintFacts, PrintOptions } from './print-options.ts'

export function digging(column: Column, { dig }: PrintFacts, { language }: PrintOptions): void {
  if (dig === null) return
  if (dig.on === null) {
    for (const line of beginLines(dig.status, language)) column.text(line, { bold: true })
    return
  }
  const t = translate(language)
  const { answer, reasons, beginFrom, beginUntil } = dig.status
  const look = answer === 'yes' ? {} : { colour: WARNING }
  column.text(t('digShort.said', { day: dayInWords(dig.on, language), answer: t(`digShort.answer.${answer}`) }), {
    bold: true,
    ...look,
  })
  if (reasons.length > 0)
    column.text(reasons.map(({ code }) => t(`digShort.reason.${code}`)).join('; '), { size: 'small', ...look })
  if (beginFrom && beginUntil)
    column.text(
      t('digShort.begin', { from: dayInWords(beginFrom, language), until: dayInWords(beginUntil, language) }),
      { size: 'small' },
    )
}

/** May one dig there, on a sheet: as on the day of the print, which stands with it, for paper grows old; or when the work may begin. */

import { DIG_WORDS, dayInWords } from '../domain/digging/dig-words.ts'
import type { PrintFacts, PrintWishes } from '../domain/look/print.ts'
import { beginLines } from '../domain/site/words.ts'
import { type Column, WARNING } from './column.ts'

export function digging(column: Column, { dig }: PrintFacts, { language }: PrintWishes): void {
  if (dig.on === null) {
    for (const line of beginLines(dig.status, language)) column.text(line, { bold: true })
    return
  }
  const words = DIG_WORDS[language]
  const { answer, reasons, beginFrom, beginUntil } = dig.status
  const look = answer === 'yes' ? {} : { colour: WARNING }
  column.text(words.said(dayInWords(dig.on, language), words.answer[answer]), { bold: true, ...look })
  if (reasons.length > 0)
    column.text(reasons.map(({ code }) => words.reason[code]).join('; '), { size: 'small', ...look })
  if (beginFrom && beginUntil)
    column.text(words.begin(dayInWords(beginFrom, language), dayInWords(beginUntil, language)), { size: 'small' })
}

/** A trench plan as a PDF: the works and the trenches on the delivered map to scale, then the table. Equal plans give equal bytes. */

import type { PlaceReader } from '../../imkl/merge/joined-results.ts'
import type { ConversionTask, TrenchPrint } from '../../imkl/model/conversion-task.ts'
import { isOpenRow, rowState, type TrenchPlan } from '../../imkl/model/trench-plan.ts'
import { speechIn } from '../../imkl/model/trench-words.ts'
import { translate } from '../../texts/texts.ts'
import type { Column } from '../print/column.ts'
import { printResult } from '../print/print.ts'
import { type GroundAt, PLAIN_PRINT } from '../print/print-options.ts'
import { factsInResult } from './result-facts.ts'
import { drawNumbers, drawTrenches, drawWorks, trenchSample, worksSample } from './trench-drawing.ts'
import { trenchSheets } from './trench-sheets.ts'
import { refuseLongTable, tablePages } from './trench-tables.ts'

export interface PrintedPlan extends Pick<Extract<ConversionTask, { kind: 'trenches' }>, 'works' | 'located'> {
  plan: TrenchPlan
  print: TrenchPrint
  groundAt: GroundAt
  path: string
}

/** @throws Refusal VALIDATION_FAILED for works that are too large for paper */
export async function printTrenches(reader: PlaceReader, printed: PrintedPlan): Promise<void> {
  const { works, plan, located, print, groundAt, path } = printed
  const { language } = print
  refuseLongTable(plan)
  const { format, sheets } = trenchSheets(works, plan)
  const facts = print.facts ?? factsInResult(reader, language, print.reference)
  const addition = {
    title: translate(language)('trenches.title'),
    drawOn: (pdf, ground, sizes) => {
      drawWorks(pdf, ground, works, plan.parameters)
      drawTrenches(pdf, ground, plan.trenches)
      drawNumbers(pdf, ground, plan.trenches, sizes)
    },
    describe: (column) => describe(column, printed),
    pages: (place) => tablePages(place, { plan, located, notes: facts.notes, language }),
  } satisfies Parameters<typeof printResult>[1]['addition']
  const options = { ...PLAIN_PRINT, ...format, language }
  await printResult(reader, { sheets, leftOut: 0, facts, options, addition, groundAt, path })
}

function describe(column: Column, { works, plan, located = {}, print: { language, revision } }: PrintedPlan): void {
  const { t, number } = speechIn(language)
  const { rows, trenches, searchM } = plan
  column.gap(2)
  column.text(t('trenches.title'), { bold: true })
  if (revision !== undefined) column.text(t('trenches.print.revision', { n: revision }))
  const open = rows.filter((row) => isOpenRow(rowState(row, located[row.id]))).length
  column.text(t('trenches.totals', { rows: rows.length, trenches: trenches.length, open }))
  if (rows.length === 0) column.text(t('trenches.nothing'), { bold: true })
  column.text(t('trenches.search', { search: number(searchM, 2) }), { size: 'small' })
  column.entry(t(`trenches.print.works.${works.kind}`), worksSample(column.pdf, works))
  column.entry(t('trenches.print.trench'), trenchSample(column.pdf))
}

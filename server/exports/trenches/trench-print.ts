/** A trench plan as a PDF: the works and the trenches on the delivered map to scale, then the table. Equal plans give equal bytes. */
import type { PlaceReader } from '../../imkl/merge/joined-results.ts'
import type { ConversionTask, TrenchPrint } from '../../imkl/model/conversion-task.ts'
import { type ResultNote, sentenceOf } from '../../imkl/model/result-notes.ts'
import { isOpenRow, rowState, type TrenchPlan, type TrenchRow, type TrialTrench } from '../../imkl/model/trench-plan.ts'
import { parameterWords, rowWords, speechIn, unknownSentence, type WireRow } from '../../imkl/model/trench-words.ts'
import { toWire } from '../../platform/http/names.ts'
import { Refusal } from '../../platform/refusal.ts'
import { translate } from '../../texts/texts.ts'
import type { Column } from '../print/column.ts'
import { printResult } from '../print/print.ts'
import { type GroundAt, PLAIN_PRINT } from '../print/print-options.ts'
import { TextLines, type TextPlace } from '../print/text-lines.ts'
import { factsInResult } from './result-facts.ts'
import { drawNumbers, drawTrenches, drawWorks, trenchSample, worksSample } from './trench-drawing.ts'
import { trenchSheets } from './trench-sheets.ts'

export interface PrintedPlan extends Pick<Extract<ConversionTask, { kind: 'trenches' }>, 'works' | 'located'> {
  plan: TrenchPlan
  print: TrenchPrint
  groundAt: GroundAt
  path: string
}

/** @throws Refusal VALIDATION_FAILED for works that are too large for paper */
export async function printTrenches(reader: PlaceReader, printed: PrintedPlan): Promise<void> {
  const { works, plan, print, groundAt, path } = printed
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
    pages: (place) => tablePages(place, printed, facts.notes),
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

/** They take 300 pages: a line that runs along all of the works is in the rows of each trench. */
const MAX_PRINTED_ROWS = 10_000

/** @throws Refusal VALIDATION_FAILED */
function refuseLongTable({ trenches }: TrenchPlan): void {
  const rows = trenches.reduce((sum, trench) => sum + trench.rows.length, 0)
  if (rows > MAX_PRINTED_ROWS)
    throw new Refusal(
      'VALIDATION_FAILED',
      `The table would have ${rows} rows, and paper takes ${MAX_PRINTED_ROWS}. Take the workbook, or plan the works in parts.`,
    )
}

const COLUMNS = ['line', 'operator', 'place', 'depth', 'precaution', 'state'] as const
/** Shares of the width. */
const WIDTHS = [0.28, 0.18, 0.19, 0.16, 0.08, 0.11]

/** Each trench with its lines, what no plan can know, and the parameters. */
function tablePages(place: TextPlace, { plan, located, print }: PrintedPlan, notes: readonly ResultNote[]): number {
  const { language } = print
  const speech = speechIn(language)
  const { t, number } = speech
  const text = new TextLines(place)
  for (const note of notes) if (note.code !== 'SIMULATED') text.line(sentenceOf(note, language), true)
  const known = new Map(plan.rows.map((row) => [row.id, row]))
  text.heading(t('trenches.title'))
  if (plan.rows.length === 0) text.line(t('trenches.nothing'), true)
  else
    text.table(
      WIDTHS,
      COLUMNS.map((name) => t(`trenches.print.columns.${name}`)),
    )
  for (const trench of plan.trenches) {
    const { no, lengthM, fromM, toM, xy, rows } = trench
    const along = fromM === null || toM === null ? [] : [`${number(fromM, 1)}-${number(toM, 1)} m`]
    const [x, y] = xy.map((value) => value.toFixed(2))
    const lines = t('trenches.lines', { n: rows.length, length: number(lengthM, 1) })
    text.subheading([t('trenches.trench', { no }), lines, ...along, `x ${x}, y ${y}`].join(' · '))
    for (const id of rows) text.cells(cellsOf(known.get(id)!, trench))
  }
  text.heading(t('trenches.unknown.title'))
  for (const one of plan.unknown) text.line(unknownSentence(one, speech))
  text.line(t('trenches.unknown.always'))
  text.heading(t('trenches.parameters.title'))
  text.line(t('trenches.parameters.what'))
  text.table([0.4, 0.1, 0.5], [])
  for (const { label, value, source } of parameterWords(plan.parameters, speech))
    text.cells([label, number(value, 3), source])
  return text.pages

  /** The place is that where this trench meets the line. */
  function cellsOf(row: TrenchRow, { fromM, toM }: TrialTrench): string[] {
    const here = row.crossings.find(({ chainageM }) => chainageM >= fromM! && chainageM <= toM!)
    const crossing = here && { chainage_m: here.chainageM, angle_deg: here.angleDeg }
    const { name, operator, place, depth, details } = rowWords({ ...(toWire(row) as WireRow), ...crossing }, speech)
    const isElsewhere = row.kind === 'crosses' && !here
    return [
      [name, details, row.isSchematic ? t('trenches.row.schematic') : ''].filter(Boolean).join(' · '),
      operator,
      isElsewhere ? t('trenches.print.crossesElsewhere', { chainage: number(row.chainageM!, 1) }) : place,
      depth,
      row.hasPrecaution ? t('feature.yes') : '',
      t(`trenches.state.${rowState(row, located?.[row.id])}`),
    ]
  }
}

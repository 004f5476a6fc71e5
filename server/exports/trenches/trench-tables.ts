/** The pages behind the map of a trench plan: each trench with its lines, what no plan can know, and the parameters. */
import { type ResultNote, sentenceOf } from '../../imkl/model/result-notes.ts'
import {
  type LocatedLine,
  rowState,
  type TrenchPlan,
  type TrenchRow,
  type TrialTrench,
} from '../../imkl/model/trench-plan.ts'
import { parameterWords, rowWords, speechIn, unknownSentence, type WireRow } from '../../imkl/model/trench-words.ts'
import { toWire } from '../../platform/http/names.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Language } from '../../texts/languages.ts'
import { TextLines, type TextPlace } from '../print/text-lines.ts'

/** They take 300 pages: a line that runs along all of the works is in the rows of each trench. */
const MAX_PRINTED_ROWS = 10_000

interface Printed {
  plan: TrenchPlan
  located: Readonly<Record<string, LocatedLine>> | undefined
  notes: readonly ResultNote[]
  language: Language
}

/** @throws Refusal VALIDATION_FAILED */
export function refuseLongTable({ trenches }: TrenchPlan): void {
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

export function tablePages(place: TextPlace, { plan, located, notes, language }: Printed): number {
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

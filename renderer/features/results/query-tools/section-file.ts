/** A cross-section as files: a drawing to scale, to be printed or drawn on from, and a table of its crossings. Pure. */
import type { Section } from '../../../../server/features/results/schema.ts'
import type { Translate } from '../../../../server/texts/texts.ts'
import { csvOf } from '../../../csv.ts'
import { toMm, toRd } from '../../../map/exact.ts'
import { ticks } from './ticks.ts'

type Crossing = Section['crossings'][number]

export interface SectionFile {
  section: Section
  title: string
  /** What a reader of the file must know, the line in RD New before it */
  remarks: readonly string[]
  t: Translate
  locale: string
  nameOf: (properties: Crossing['properties']) => { theme: string; operator: string; colour: string }
}

/** A figure as spreadsheets of that country read it. */
const figureIn = (locale: string) => {
  const formats = [0, 1, 2, 3].map(
    (digits) =>
      new Intl.NumberFormat(locale, {
        useGrouping: false,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
  return (value: number, digits: 0 | 1 | 2 | 3): string => formats[digits]!.format(value)
}

const fromOf = ({ depth_from }: Crossing, t: Translate): string =>
  depth_from ? t(`asking.section.from.${depth_from}`) : t('asking.section.unknown')

const HEADS = ['asking.section.at', 'asking.section.depth', 'asking.section.theme', 'asking.section.operator'] as const
const COLUMNS = ['no', 'distance', 'x', 'y', 'depth', 'depthFrom', 'theme', 'operator', 'object'] as const

export const sectionCsv = ({ section, title, remarks, t, locale, nameOf }: SectionFile): string => {
  const figure = figureIn(locale)
  const rows = section.crossings.map((crossing, i) => {
    const { theme, operator } = nameOf(crossing.properties)
    const [x, y] = toMm(toRd(crossing.lnglat))
    return [
      String(i + 1),
      figure(crossing.at_m, 2),
      figure(x, 3),
      figure(y, 3),
      crossing.depth_m === null ? '' : figure(crossing.depth_m, 2),
      fromOf(crossing, t),
      theme,
      operator,
      String(crossing.properties.id ?? ''),
    ]
  })
  return csvOf([
    COLUMNS.map((column) => t(`asking.section.columns.${column}`)),
    ...rows,
    [],
    [title],
    ...remarks.map((remark) => [remark]),
  ])
}

const SCALES = [10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 25_000, 50_000, 100_000]
const scaleFor = (metres: number, mm: number): number =>
  SCALES.find((each) => (metres * 1000) / each <= mm) ?? Math.ceil((metres * 1000) / mm)

/** Millimetres of an A4 that lies; what is listed makes it longer. */
const PAGE = { width: 297, height: 210 }
const MARGIN = 15
const LEFT = 28
const DRAWN = { width: PAGE.width - LEFT - MARGIN, height: 70 }
const LINE_MM = 5
const UNKNOWN_MM = 8
const LEAST_DEPTH_M = 1
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (each) => ESCAPED[each]!)
/** To a hundredth of a millimetre. */
const mm = (value: number): string => String(Math.round(value * 100) / 100)

export const sectionSvg = ({ section, title, remarks, t, locale, nameOf }: SectionFile): string => {
  const figure = figureIn(locale)
  const { crossings, length_m } = section
  const depths = crossings.flatMap(({ depth_m }) => (depth_m === null ? [] : [depth_m]))
  const highest = Math.min(0, ...depths)
  const deepest = Math.max(LEAST_DEPTH_M, ...depths) * 1.1
  const along = scaleFor(length_m, DRAWN.width)
  const down = scaleFor(deepest - highest, DRAWN.height)
  const parts: string[] = []
  const write = (x: number, y: number, words: string, more = '') =>
    parts.push(`<text x="${mm(x)}" y="${mm(y)}"${more}>${escaped(words)}</text>`)
  const rule = (x1: number, y1: number, x2: number, y2: number, more = 'stroke="#999" stroke-width="0.15"') =>
    parts.push(`<line x1="${mm(x1)}" y1="${mm(y1)}" x2="${mm(x2)}" y2="${mm(y2)}" ${more}/>`)

  write(MARGIN, MARGIN + 4, title, ' font-size="5" font-weight="700"')
  let row = MARGIN + 5
  for (const remark of [t('asking.section.scales', { along, down }), ...remarks]) {
    row += LINE_MM
    write(MARGIN, row, remark)
  }

  const top = row + 2 * LINE_MM
  const x = (metres: number) => LEFT + (metres * 1000) / along
  const y = (depth: number) => top + ((depth - highest) * 1000) / down
  const foot = y(deepest)
  const bottom = foot + (depths.length < crossings.length ? UNKNOWN_MM : 0)
  for (const depth of ticks(deepest)) {
    rule(x(0), y(depth), x(length_m), y(depth), depth === 0 ? 'stroke="#000" stroke-width="0.4"' : undefined)
    write(x(0) - 2, y(depth) + 1.2, figure(depth, 1), ' text-anchor="end"')
  }
  if (bottom > foot) {
    const box = `x="${mm(x(0))}" y="${mm(foot)}" width="${mm(x(length_m) - x(0))}" height="${UNKNOWN_MM}"`
    parts.push(`<rect ${box} fill="none" stroke="#666" stroke-width="0.2" stroke-dasharray="1.5 1"/>`)
    write(x(0) - 2, foot + UNKNOWN_MM / 2 + 1.2, '?', ' text-anchor="end" font-weight="700"')
  }
  for (const at of ticks(length_m)) {
    rule(x(at), bottom, x(at), bottom + 1.5)
    write(x(at), bottom + 5, figure(at, 1), ' text-anchor="middle"')
  }
  write(x(0) - 2, top - 2, 'm', ' text-anchor="end"')
  for (const [i, crossing] of crossings.entries()) {
    const { at_m, depth_m, depth_from } = crossing
    const { colour } = nameOf(crossing.properties)
    const isMeasured = depth_from === 'object' || depth_from === 'measured'
    const cy = depth_m === null ? foot + UNKNOWN_MM / 2 : y(depth_m)
    const look = isMeasured
      ? `fill="${escaped(colour)}" stroke="#000" stroke-width="0.2"`
      : `fill="#fff" stroke="${escaped(colour)}" stroke-width="0.5"`
    parts.push(`<circle cx="${mm(x(at_m))}" cy="${mm(cy)}" r="1.3" ${look}/>`)
    write(x(at_m) + 1.6, cy - 1.6, String(i + 1), ' font-size="2.8"')
  }

  const columns = [MARGIN, MARGIN + 12, MARGIN + 36, MARGIN + 100, MARGIN + 180]
  row = bottom + 8
  const line = (cells: readonly string[], more = '') => {
    row += LINE_MM
    for (const [i, cell] of cells.entries()) write(columns[i]!, row, cell, more)
  }
  line(['', ...HEADS.map((head) => t(head))], ' font-weight="700"')
  for (const [i, crossing] of crossings.entries()) {
    const { theme, operator } = nameOf(crossing.properties)
    const depth = crossing.depth_m === null ? '?' : `${figure(crossing.depth_m, 2)} m`
    const from = fromOf(crossing, t)
    line([String(i + 1), `${figure(crossing.at_m, 2)} m`, `${depth} (${from})`, theme, operator])
  }
  const height = Math.max(PAGE.height, Math.ceil(row + MARGIN))
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${PAGE.width}mm" height="${height}mm" viewBox="0 0 ${PAGE.width} ${height}" font-family="Inter, Arial, sans-serif" font-size="3.4">
<title>${escaped(title)}</title>
<rect width="${PAGE.width}" height="${height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}

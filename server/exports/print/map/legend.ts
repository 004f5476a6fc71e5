/** The legend of a sheet: what stands on it, and nothing else. */

import { OF_THEME } from '../../../imkl/look/display-list.ts'
import { DETAIL_INFO, LINE_DASH, PRECAUTION, REQUEST, STATUSES, TOPOGRAPHY } from '../../../imkl/look/styles.ts'
import { APPURTENANCE_SYMBOLS, DETAIL_SYMBOL, ELEMENT_SYMBOLS, type Shape } from '../../../imkl/look/symbols.ts'
import { classIn } from '../../../imkl/model/names.ts'
import { THEMES } from '../../../imkl/model/themes.ts'
import { translate } from '../../../texts/texts.ts'
import type { Column } from '../column.ts'
import { dashAs, mm, px, stamp } from '../paper.ts'
import type { PrintOptions } from '../print-options.ts'
import { colourOf, type SheetContents } from './drawing.ts'
import { blackLineOf, sign } from './monochrome-symbols.ts'

type Draw = (middle: [number, number], long: number) => void

export function legend(column: Column, seen: SheetContents, options: PrintOptions): void {
  const t = translate(options.language)
  const { pdf } = column
  const named = (objecttype: string): string => classIn(options.language, objecttype)
  column.text(t('sheet.legend'), { bold: true })
  const line =
    (colour: string, width: number, dash: readonly number[] | null) => (middle: [number, number], long: number) => {
      pdf.moveTo(middle[0] - long / 2, middle[1]).lineTo(middle[0] + long / 2, middle[1])
      pdf.lineWidth(px(width)).lineCap('butt')
      // Half as long as on the map: the sample is short.
      dashAs(pdf, dash?.map((length) => length / 2) ?? null)
      pdf.stroke(colour)
    }
  const hasAny = (start: string): boolean => [...seen.layers].some((layer) => layer.startsWith(start))
  const isBlack = options.ink === 'black'
  const themeLine =
    (id: string): Draw =>
    (middle, long) => {
      const { width } = blackLineOf(id)
      line(colourOf(options, OF_THEME, id), isBlack ? width : 4, null)(middle, long)
      if (isBlack) sign(pdf, middle, 0, id)
    }
  for (const theme of THEMES.filter(({ id }) => seen.themes.has(id))) {
    const name = t(`imkl.theme.${theme.id}`)
    column.entry(isBlack ? `${blackLineOf(theme.id).letters}  ${name}` : name, themeLine(theme.id))
  }
  const unknown = [...seen.themes].some((id) => id !== '' && !THEMES.some((theme) => theme.id === id))
  if (unknown) column.entry(t('imkl.unknownTheme'), themeLine(''))
  for (const status of STATUSES.filter((each) => seen.statuses.has(each))) {
    column.entry(t(`imkl.status.${status}`), line('#000000', 2, LINE_DASH[status]))
  }
  const symbol = (shapes: readonly Shape[]) => (middle: [number, number]) =>
    stamp(pdf, shapes, middle, { colour: '#000000', size: 20 })
  if (seen.layers.has('kabel_en_leiding_container:Mantelbuis')) {
    column.entry(named('Mantelbuis'), (middle, long) => {
      line('#000000', 8, null)(middle, long)
      line('#ffffff', 5, null)(middle, long)
    })
  }
  for (const [kind, shapes] of Object.entries(ELEMENT_SYMBOLS)) {
    if (seen.symbols.has(shapes)) column.entry(named(kind), symbol(shapes))
  }
  for (const { name, shapes } of APPURTENANCE_SYMBOLS) {
    if (seen.symbols.has(shapes)) column.entry(t(`imkl.symbol.${name}`), symbol(shapes))
  }
  if (seen.layers.has('eis_voorzorgsmaatregel')) {
    column.entry(t('sheet.precautionArea'), ([x, y], long) => {
      pdf
        .undash()
        .lineWidth(px(PRECAUTION.outline))
        .rect(x - long / 2, y - mm(1.6), long, mm(3.2))
        .stroke('#000000')
      for (let i = 1; i < 5; i++)
        pdf
          .moveTo(x - long / 2 + (i * long) / 5 - mm(1), y + mm(1.6))
          .lineTo(x - long / 2 + (i * long) / 5 + mm(1), y - mm(1.6))
      pdf.lineWidth(px(1)).stroke('#000000')
    })
  }
  if (hasAny('extra_detailinfo'))
    column.entry(named('ExtraDetailinfo'), (middle) =>
      stamp(pdf, DETAIL_SYMBOL, middle, { colour: DETAIL_INFO.colour, size: 22 }),
    )
  if (hasAny('eigen_topografie')) column.entry(named('EigenTopografie'), line(TOPOGRAPHY.colour, 1, null))
  if (hasAny('aanvraag'))
    column.entry(t('sheet.request'), line(colourOf(options, REQUEST.colour, null), REQUEST.width, REQUEST.dash))
}

/** The map of a sheet, layer by layer in the official order and look. On paper a pixel of the standard is 0.28 mm at every scale. */
import { growExtent } from '../../../geometry/flat.ts'
import { isChoice, type Mark, OF_THEME, type Rule } from '../../../imkl/look/display-list.ts'
import { LOOKS } from '../../../imkl/look/looks.ts'
import { pictureIn, rulesFor } from '../../../imkl/look/one-object.ts'
import { DRAW_ORDER, STATUSES, type StyledLayer } from '../../../imkl/look/styles.ts'
import { LAYERS, type Row } from '../../../imkl/model/layers.ts'
import { type ResultReader, rowOf } from '../../../imkl/model/result.ts'
import type { Drawing, SheetContents } from './drawing.ts'
import { drawMark } from './marks.ts'

/** So far beyond its edges things still reach into a sheet: the largest symbol and its text. */
const REACH_MM = 25

export function drawMap(drawing: Drawing, reader: Pick<ResultReader, 'features'>): void {
  const { ground, options } = drawing
  const reach = (REACH_MM * ground.scale) / 1000
  const bbox = growExtent(ground.extent, reach)
  for (const name of DRAW_ORDER) {
    const look = LOOKS[name]
    if (ground.scale > Math.max(...look.rules.map(({ upTo = Infinity }) => Math.min(upTo, look.upTo ?? Infinity))))
      continue
    const layer = LAYERS.find((each) => each.name === name)!
    for (const { geometry, cells } of reader.features(name, { bbox })) {
      if (!geometry) continue
      const row = rowOf(layer.columns, cells)
      if (name !== 'aanvraag_polygoon' && typeof row.bronhouder === 'string') drawing.seen.operators.add(row.bronhouder)
      if (typeof row.thema === 'string' && options.hidden.includes(row.thema)) continue
      if (typeof row.bronhouder === 'string' && options.hiddenOperators.includes(row.bronhouder)) continue
      for (const rule of rulesFor(look, row, ground.scale)) {
        const marks = rule.onPaper ?? rule.marks
        see(drawing.seen, name, row, rule, marks)
        for (const mark of marks) drawMark(drawing, mark, row, geometry)
      }
    }
  }
}

/** Notes for the legend what stands on the sheet: a symbol also where a small square or circle stands for it. */
function see(
  { themes, statuses, layers, symbols }: SheetContents,
  layer: StyledLayer,
  row: Row,
  rule: Rule,
  marks: readonly Mark[],
): void {
  layers.add(layer)
  if (typeof rule.when === 'object') layers.add(`${layer}:${row[rule.when.column]}`)
  for (const mark of marks) {
    if ((mark.kind === 'spot' ? mark.fill : mark.colour) !== OF_THEME) continue
    themes.add(String(row.thema ?? ''))
    if (mark.kind === 'stroke' && mark.dashes)
      statuses.add(STATUSES.find((status) => status === row.status) ?? 'functional')
  }
  for (const { picture } of LOOKS[layer].rules.flatMap((each) => each.marks).filter((mark) => mark.kind === 'symbol')) {
    if (isChoice(picture)) symbols.add(pictureIn(picture, row).shapes)
  }
}

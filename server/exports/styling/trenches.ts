/** How a trench plan is drawn in QGIS: the works, the trenches, and the lines to locate on top. */
import { faded, fixed } from './expressions.ts'
import { qmlOfRules } from './qml.ts'
import { fillLayer, lineLayer, type SymbolKind, symbol } from './symbols.ts'

export const TRENCH_COLOURS = { werk: '#5b5f66', proefsleuf: '#c2410c', te_lokaliseren: '#7a3e9d' } as const
const LINE_MM = { werk: 0.6, proefsleuf: 0.5, te_lokaliseren: 0.9 } as const

/** @returns QML, which QGIS applies by itself from `layer_styles` */
export function trenchQml(kind: Exclude<SymbolKind, 'marker'>, table: keyof typeof TRENCH_COLOURS): string {
  const paint = fixed(TRENCH_COLOURS[table])
  const outline = lineLayer({ paint, widthMm: LINE_MM[table], dash: table === 'werk' ? [8, 5] : null })
  const drawn = kind === 'line' ? symbol('line', outline) : symbol('fill', fillLayer(faded(paint, 0.2)), outline)
  return qmlOfRules(kind, [{ label: table.replace('_', ' '), symbol: drawn }])
}

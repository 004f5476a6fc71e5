/** How the differences between two results are drawn in QGIS: a colour for each kind, as in the window, dashes for what is gone. */
import type { DifferenceKind } from '../../imkl/model/difference.ts'
import { faded, fixed, is, type Paint } from './expressions.ts'
import { qmlOfRules } from './qml.ts'
import { fillLayer, lineLayer, markerLayer, type QgisSymbol, type SymbolKind, symbol } from './symbols.ts'

const COLOURS: Readonly<Record<DifferenceKind, string>> = {
  nieuw: '#1d7a46',
  vervallen: '#b3261e',
  verplaatst: '#7a3e9d',
  gewijzigd: '#0b6e99',
}
const LINE_MM = 0.8
const MARKER_PX = 12
/** In pixels of the standard. */
const DASH = [8, 5]

const symbolOf = (kind: SymbolKind, paint: Paint, isGone: boolean): QgisSymbol => {
  const outline = lineLayer({ paint, widthMm: LINE_MM, dash: isGone ? DASH : null })
  if (kind === 'line') return symbol('line', outline)
  if (kind === 'marker')
    return symbol(
      'marker',
      markerLayer({ shape: 'circle', sizePx: MARKER_PX, edgePx: 3, edge: paint, fill: isGone ? null : paint }),
    )
  return symbol('fill', ...(isGone ? [] : [fillLayer(faded(paint, 0.25))]), outline)
}

/** @param kind of the layer's geometries. @returns QML, which QGIS applies by itself from `layer_styles` */
export const differencesQml = (kind: SymbolKind): string =>
  qmlOfRules(
    kind,
    Object.entries(COLOURS).map(([each, colour]) => ({
      label: each,
      filter: is('verschil', each),
      symbol: symbolOf(kind, fixed(colour), each === 'vervallen'),
    })),
  )

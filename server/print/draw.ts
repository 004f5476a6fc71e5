/**
 * The map of a sheet, layer by layer in the official order and look: the facts are those of domain/styles.ts, as for
 * QGIS and the window. On paper a pixel of the standard is 0.28 mm whatever the scale.
 */
import { LAYERS } from '../domain/layers.ts'
import { type ResultReader, rowOf } from '../domain/result.ts'
import { DRAW_ORDER } from '../domain/styles.ts'
import { DRAWERS } from './drawers.ts'
import type { Drawing } from './drawing.ts'

/** So far beyond its edges things still reach into a sheet: the largest symbol and its text. */
const REACH_MM = 25

export function drawMap(drawing: Drawing, reader: ResultReader): void {
  const { ground, wishes } = drawing
  const reach = (REACH_MM * ground.scale) / 1000
  const { minX, minY, maxX, maxY } = ground.extent
  const bbox = { minX: minX - reach, minY: minY - reach, maxX: maxX + reach, maxY: maxY + reach }
  for (const name of DRAW_ORDER) {
    const drawer = DRAWERS[name]
    if (!drawer || ground.scale > drawer.upTo) continue
    const layer = LAYERS.find((each) => each.name === name)!
    for (const { geometry, cells } of reader.features(name, { bbox })) {
      if (!geometry) continue
      const row = rowOf(layer.columns, cells)
      if (typeof row.thema === 'string' && wishes.hidden.includes(row.thema)) continue
      if (typeof row.bronhouder === 'string' && wishes.hiddenOperators.includes(row.bronhouder)) continue
      drawer.draw(drawing, row, geometry)
    }
  }
}

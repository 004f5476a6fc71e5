/** The features of one layer of a result, one at a time, for the window's map. The file is closed after the last. */
import type { ResultGeometry } from '../../domain/geometry.ts'
import { LAYERS, type Row } from '../../domain/layers.ts'
import { rowOf } from '../../domain/result.ts'
import { openResult } from './read.ts'

/** @throws Error when the file is missing or no GeoPackage; an unknown layer is empty */
export function* resultFeatures(path: string, name: string): Iterable<{ row: Row; geometry: ResultGeometry | null }> {
  const layer = LAYERS.find((known) => known.name === name)
  if (!layer) return
  const reader = openResult(path)
  try {
    for (const { cells, geometry } of reader.features(name)) yield { row: rowOf(layer.columns, cells), geometry }
  } finally {
    reader.close()
  }
}

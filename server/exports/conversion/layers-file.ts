/** The layer definition of a result, from what the result holds. */
import { LAYERS } from '../../imkl/model/layers.ts'
import { openGroundTiles } from '../geopackage/ground-tiles.ts'
import { openResult } from '../geopackage/read.ts'
import { type DefinitionSource, layerDefinition } from '../styling/layer-definition.ts'

/** @param path absolute */
export function layersFile(path: string, title: string, source: DefinitionSource): string {
  const reader = openResult(path)
  const tiles = openGroundTiles(path)
  try {
    const layers = LAYERS.map(({ name }) => ({ name, themes: reader.themes(name), extent: null }))
    const ground = tiles.sets.map(({ table, pixel }) => ({ table, perMetre: Math.round(1 / pixel.x) }))
    return layerDefinition({ fileName: '', layers, ground }, title, source)
  } finally {
    tiles.close()
    reader.close()
  }
}

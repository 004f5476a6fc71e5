/** The layer definition of a result, from what the result holds. */
import { LAYERS } from '../domain/imkl/layers.ts'
import { openResult } from '../store/geopackage/read.ts'
import { layerDefinition } from '../styling/layer-definition.ts'

/** @param path absolute; @param source its landing page, or the name of the GeoPackage beside the definition */
export function layersFile(path: string, title: string, source: { ogc: string } | { gpkg: string }): string {
  const reader = openResult(path)
  try {
    const layers = LAYERS.map(({ name }) => ({ name, themes: reader.themes(name), extent: null }))
    return layerDefinition({ fileName: '', layers }, title, source)
  } finally {
    reader.close()
  }
}

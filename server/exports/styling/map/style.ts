/** The official look as a map style (MapLibre style specification, version 8) over the vector tiles of one result. */
import { DRAW_ORDER } from '../../../imkl/look/styles.ts'
import { ANYWHERE, forQgis } from './for-qgis.ts'
import type { MapLayer, Setting } from './layer.ts'
import { layersOf } from './look-layers.ts'

export { SCHEMES, type Scheme } from './layer.ts'

/** All layers, bottom to top. */
const mapLayers = (setting: Setting): MapLayer[] => DRAW_ORDER.flatMap((layer) => layersOf(setting, layer))

/** Who draws: a map as the specification says, or QGIS, which reads it in its own way. */
export type Reader = 'map' | 'qgis'

export interface StyleWish extends Setting {
  readonly reader?: Reader
  readonly name: string
  /** Addresses, absolute: of the TileJSON, the sprite without its ending, and the fonts as a template. */
  readonly tiles: string
  readonly sprite: string
  readonly glyphs: string
  /** Where a map first looks: [longitude, latitude] and zoom. */
  readonly center: readonly [number, number]
  readonly zoom: number
}

export const mapStyle = ({ name, reader, tiles, sprite, glyphs, center, zoom, ...setting }: StyleWish) => ({
  version: 8 as const,
  name,
  center,
  zoom,
  sprite,
  glyphs,
  sources: { klic: { type: 'vector' as const, url: tiles } },
  layers: reader === 'qgis' ? forQgis(mapLayers({ ...setting, latitude: ANYWHERE })) : mapLayers(setting),
})
export type MapStyle = ReturnType<typeof mapStyle>

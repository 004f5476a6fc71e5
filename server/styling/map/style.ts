/** The official look as a map style (MapLibre style specification, version 8) over the vector tiles of one result. */
import { DRAW_ORDER, type StyledLayer } from '../../domain/styles.ts'
import { detailAreaLayers, extraGeometryLayers, precautionLayers, requestLayers } from './areas.ts'
import type { MapLayer, Setting } from './layer.ts'
import { cableLayers, containerLayers, detailLineLayers, drawingLineLayers, topographyLineLayers } from './lines.ts'
import {
  appurtenanceLayers,
  depthLayers,
  detailPointLayers,
  drawingPointLayers,
  elementLayers,
  topographyPointLayers,
} from './points.ts'

export { SCHEMES, type Scheme } from './layer.ts'

const LOOKS: Readonly<Record<StyledLayer, (setting: Setting) => MapLayer[]>> = {
  aanvraag_polygoon: requestLayers,
  eigen_topografie_vlak: (setting) => topographyLineLayers(setting, 'eigen_topografie_vlak'),
  eigen_topografie_lijn: (setting) => topographyLineLayers(setting, 'eigen_topografie_lijn'),
  eigen_topografie_punt: topographyPointLayers,
  eis_voorzorgsmaatregel: precautionLayers,
  extra_geometrie: extraGeometryLayers,
  kabel_en_leiding_container: containerLayers,
  kabel_of_leiding: cableLayers,
  containerleidingelement: elementLayers,
  annotatie_lijn: (setting) => drawingLineLayers(setting, 'annotatie_lijn'),
  annotatie_punt: (setting) => drawingPointLayers(setting, 'annotatie_punt'),
  maatvoering_lijn: (setting) => drawingLineLayers(setting, 'maatvoering_lijn'),
  maatvoering_punt: (setting) => drawingPointLayers(setting, 'maatvoering_punt'),
  diepte: depthLayers,
  extra_detailinfo_vlak: detailAreaLayers,
  extra_detailinfo_lijn: detailLineLayers,
  extra_detailinfo_punt: detailPointLayers,
  leidingelement: appurtenanceLayers,
}

/** All layers, bottom to top. */
export const mapLayers = (setting: Setting): MapLayer[] => DRAW_ORDER.flatMap((layer) => LOOKS[layer](setting))

export interface StyleWish extends Setting {
  readonly name: string
  /** Addresses, absolute: of the TileJSON, the sprite without its ending, and the fonts as a template. */
  readonly tiles: string
  readonly sprite: string
  readonly glyphs: string
  /** Where a map first looks: [longitude, latitude] and zoom. */
  readonly center: readonly [number, number]
  readonly zoom: number
}

export const mapStyle = ({ name, tiles, sprite, glyphs, center, zoom, ...setting }: StyleWish) => ({
  version: 8 as const,
  name,
  center,
  zoom,
  sprite,
  glyphs,
  sources: { klic: { type: 'vector' as const, url: tiles } },
  layers: mapLayers(setting),
})
export type MapStyle = ReturnType<typeof mapStyle>

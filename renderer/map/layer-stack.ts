/** The layers on the map, bottom to top. It is told which there should be, and applies what differs from last time. */
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { TOP } from './first-map.ts'
import {
  changedProperties,
  isFeature,
  isGeoJson,
  type LayerStyle,
  type MapLayer,
  sourceId,
  styleLayerId,
  styleLayersOf,
} from './map-layer.ts'

export class LayerStack {
  readonly #map: MapLibreMap
  readonly #begun: () => void
  /** How many layers are drawn from a source. */
  readonly #users = new Map<string, number>()
  #shown: readonly MapLayer[]

  /**
   * @param layers that lie on the map already, each with a source of its own
   * @param begun told when there are tiles to come
   */
  constructor(map: MapLibreMap, layers: readonly MapLayer[], begun: () => void) {
    this.#map = map
    this.#begun = begun
    this.#shown = layers
    for (const layer of layers) this.#users.set(sourceId(layer), 1)
  }

  /** Layers in which a click may find a feature. */
  pickable(): string[] {
    return this.#shown
      .filter((layer) => layer.pickable)
      .flatMap((layer) => layer.styles.flatMap((look, i) => (isFeature(look) ? [styleLayerId(layer, i)] : [])))
  }

  show(layers: readonly MapLayer[]): void {
    const wanted = new Map(layers.map((layer) => [layer.id, layer]))
    const kept = new Map<string, MapLayer>()
    for (const layer of this.#shown) {
      const next = wanted.get(layer.id)
      const canStay =
        next && next.styles.length === layer.styles.length && isGeoJson(next.data) === isGeoJson(layer.data)
      if (canStay) kept.set(layer.id, layer)
      else this.#drop(layer)
    }
    let above: string = TOP
    for (const layer of [...layers].reverse()) {
      const before = kept.get(layer.id)
      if (before) this.#change(before, layer)
      else this.#add(layer, above)
      above = styleLayerId(layer, 0)
    }
    this.#shown = layers
  }

  #add(layer: MapLayer, above: string): void {
    const source = sourceId(layer)
    const users = this.#users.get(source) ?? 0
    if (users === 0) {
      const { data, clusters } = layer
      const drawn = clusters && { cluster: true, ...clusters }
      this.#map.addSource(source, isGeoJson(data) ? { type: 'geojson', data, ...drawn } : data)
    }
    this.#users.set(source, users + 1)
    if (!isGeoJson(layer.data)) this.#begun()
    for (const styled of styleLayersOf(layer)) this.#map.addLayer(styled, above)
  }

  #drop(layer: MapLayer): void {
    for (const index of layer.styles.keys()) this.#map.removeLayer(styleLayerId(layer, index))
    const source = sourceId(layer)
    const users = this.#users.get(source)! - 1
    this.#users.set(source, users)
    if (users === 0) this.#map.removeSource(source)
  }

  #change(before: MapLayer, after: MapLayer): void {
    if (before.data !== after.data && isGeoJson(after.data))
      this.#map.getSource<GeoJSONSource>(sourceId(after))?.setData(after.data)
    for (const [index, look] of after.styles.entries()) {
      const old = before.styles[index] as LayerStyle
      const id = styleLayerId(after, index)
      if (old.maxzoom !== look.maxzoom) this.#map.setLayerZoomRange(id, look.minzoom ?? 0, look.maxzoom ?? 24)
      if (JSON.stringify(old.filter) !== JSON.stringify(look.filter)) this.#map.setFilter(id, look.filter as never)
      for (const [name, value] of changedProperties(old.paint, look.paint))
        this.#map.setPaintProperty(id, name as never, value)
      for (const [name, value] of changedProperties(old.layout, look.layout))
        this.#map.setLayoutProperty(id, name as never, value)
    }
  }
}

/** The sheets on the map, bottom to top. It is told which there should be, and applies what differs from last time. */
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { TOP } from './first-map.ts'
import { changed, isFeature, isGeoJson, type Look, layerId, layersOf, type Sheet, sourceId } from './sheet.ts'

export class Pile {
  readonly #map: MapLibreMap
  readonly #begun: () => void
  /** How many sheets are drawn from a source. */
  readonly #users = new Map<string, number>()
  #shown: readonly Sheet[]

  /**
   * @param sheets that lie on the map already, each with a source of its own
   * @param begun told when there are tiles to come
   */
  constructor(map: MapLibreMap, sheets: readonly Sheet[], begun: () => void) {
    this.#map = map
    this.#begun = begun
    this.#shown = sheets
    for (const sheet of sheets) this.#users.set(sourceId(sheet), 1)
  }

  /** Layers in which a click may find a feature. */
  pickable(): string[] {
    return this.#shown
      .filter((sheet) => sheet.pickable)
      .flatMap((sheet) => sheet.looks.flatMap((look, i) => (isFeature(look) ? [layerId(sheet, i)] : [])))
  }

  show(sheets: readonly Sheet[]): void {
    const wanted = new Map(sheets.map((sheet) => [sheet.id, sheet]))
    const kept = new Map<string, Sheet>()
    for (const sheet of this.#shown) {
      const next = wanted.get(sheet.id)
      const canStay = next && next.looks.length === sheet.looks.length && isGeoJson(next.data) === isGeoJson(sheet.data)
      if (canStay) kept.set(sheet.id, sheet)
      else this.#drop(sheet)
    }
    let above: string = TOP
    for (const sheet of [...sheets].reverse()) {
      const before = kept.get(sheet.id)
      if (before) this.#change(before, sheet)
      else this.#add(sheet, above)
      above = layerId(sheet, 0)
    }
    this.#shown = sheets
  }

  #add(sheet: Sheet, above: string): void {
    const source = sourceId(sheet)
    const users = this.#users.get(source) ?? 0
    if (users === 0)
      this.#map.addSource(source, isGeoJson(sheet.data) ? { type: 'geojson', data: sheet.data } : sheet.data)
    this.#users.set(source, users + 1)
    if (!isGeoJson(sheet.data)) this.#begun()
    // For each that is checked the map writes its whole style down: for those of a result that took a tenth of a second.
    for (const layer of layersOf(sheet)) this.#map.style.addLayer(layer, above, { validate: !sheet.isTried })
    this.#map._update(true)
  }

  #drop(sheet: Sheet): void {
    for (const index of sheet.looks.keys()) this.#map.removeLayer(layerId(sheet, index))
    const source = sourceId(sheet)
    const users = this.#users.get(source)! - 1
    this.#users.set(source, users)
    if (users === 0) this.#map.removeSource(source)
  }

  #change(before: Sheet, after: Sheet): void {
    if (before.data !== after.data && isGeoJson(after.data))
      this.#map.getSource<GeoJSONSource>(sourceId(after))?.setData(after.data)
    for (const [index, look] of after.looks.entries()) {
      const old = before.looks[index] as Look
      const id = layerId(after, index)
      if (JSON.stringify(old.filter) !== JSON.stringify(look.filter)) this.#map.setFilter(id, look.filter as never)
      for (const [name, value] of changed(old.paint, look.paint)) this.#map.setPaintProperty(id, name as never, value)
      for (const [name, value] of changed(old.layout, look.layout))
        this.#map.setLayoutProperty(id, name as never, value)
    }
  }
}

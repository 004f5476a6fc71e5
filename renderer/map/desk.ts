/**
 * The one owner of the map. It is told what should be on it, compares that with last time, and applies the difference.
 * Hover, cursor and a camera in motion stay in here; out of here come picks and the pen's reports.
 */
import { type GeoJSONSource, type MapGeoJSONFeature, type Map as MapLibreMap, ScaleControl } from 'maplibre-gl'
import { whenIdle } from '../idle.ts'
import { type Coarse, coarseWhileMoving } from './coarse.ts'
import { COUNTRY } from './country.ts'
import type { Ink } from './drawing/ink.ts'
import { Kit } from './drawing/kit.ts'
import type { PenReport, PenRequest } from './drawing/pen.ts'
import { SEA, TOP, takeMap } from './first-map.ts'
import { installGrid } from './install-grid.ts'
import { PAPER } from './layers/paper.ts'
import { Notes } from './notes.ts'
import { lngLatToRd } from './rd.ts'
import {
  changed,
  type Focus,
  isFeature,
  isGeoJson,
  type Look,
  layerId,
  layersOf,
  type Margins,
  type Note,
  type Sheet,
  sourceId,
} from './sheet.ts'
import { type SlowPicture, whenShown } from './slow-picture.ts'
import { warmUp } from './warm-up.ts'

/** Pixels around a click in which a line still counts as hit. */
const REACH_PX = 6
const PICK_LIMIT = 20
/** The map flies to what is in sight and not much larger or smaller; elsewhere it is there at once. */
const NEAR_ZOOMS = 3
const FLIGHT_MS = 400
/** A first picture that waits longer for what is missing (tiles from the internet) is shown without it. */
const UNSEEN_MS = 1000
/** What the first picture does not need is there by then, also where that never gets complete. */
const PREPARED_BY_MS = 4000

export interface DeskEvents extends PenReport {
  /** Features as tiles name them: `kabel_of_leiding.12`. */
  picked: (refs: string[]) => void
  /** Something of this sheet could not be fetched. */
  incomplete: (sheetId: string) => void
}

export interface DeskWish {
  sheets: readonly Sheet[]
  /** On top of the sheets, bottom to top: what is being drawn. The same object while it is the same. */
  tracing: readonly Ink[]
  notes: readonly Note[]
  pen: PenRequest
  /** Null: look where you like. */
  focus: Focus | null
  /** Where a search led: looked at once, whatever the focus is. */
  sight: Focus | null
  sea: string
  /** In words what lies under the pointer, from what its tile says of it. */
  say: (properties: Readonly<Record<string, unknown>>) => string
}

export class Desk {
  readonly #map: MapLibreMap
  readonly #events: DeskEvents
  readonly #margins: Margins
  readonly #coarse: Coarse
  readonly #notes: Notes
  /** How many sheets are drawn from a source. */
  readonly #users = new Map<string, number>()
  #kit: Kit | null = null
  #coolDown: (() => void) | null = null
  #shown: readonly Sheet[] = []
  #wish: DeskWish | null = null
  #sea = ''
  #focusKey = ''
  #sightKey = ''
  /** Where the last flight went, until a hand moves the map: what the panels leave free may change meanwhile. */
  #lookedAt: Focus['bounds'] | null = null
  #styleReady = false
  #callOff: (() => void) | null = null
  #isGone = false
  readonly #picture: SlowPicture | null
  readonly #unseen: ReturnType<typeof setTimeout>
  #isSeen = false
  readonly #unprepared: ReturnType<typeof setTimeout>

  /** @throws when the browser has no WebGL */
  constructor(container: HTMLElement, readout: HTMLElement, events: DeskEvents, margins: Margins) {
    this.#events = events
    this.#margins = margins
    const { map, picture, sheets, styled } = takeMap()
    this.#map = map
    this.#notes = new Notes(map)
    this.#shown = sheets
    for (const sheet of sheets) this.#users.set(sourceId(sheet), 1)
    container.append(map.getContainer())
    map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-right')
    map.fitBounds([...COUNTRY], { padding: margins(), duration: 0 })
    this.#picture = picture
    this.#coarse = coarseWhileMoving(map, { isSlow: picture !== null, ratio: () => devicePixelRatio, picture })
    // The page waits for every picture that is seen, and the first ones of a slow map show nothing yet.
    this.#unseen = setTimeout(() => whenShown(picture, () => this.#reveal()), UNSEEN_MS)
    void styled.then(() => {
      if (this.#isGone) return
      this.#styleReady = true
      this.#kit = new Kit(map, events, margins)
      this.#apply()
    })
    this.#unprepared = setTimeout(() => this.#prepare(), PREPARED_BY_MS)
    // Whoever can't see the map hears when it is drawn, and a test need not guess.
    const tellBusy = (isBusy: boolean) => container.setAttribute('aria-busy', String(isBusy))
    this.#map.on('dataloading', () => tellBusy(true))
    this.#map.on('movestart', ({ originalEvent }) => {
      tellBusy(true)
      if (originalEvent) this.#lookedAt = null
    })
    const rested = () => {
      // It may have begun to move, or to fetch something, while its picture was drawn; then it rests once more.
      if (!this.#wish || !this.#styleReady || map.isMoving() || !map.loaded()) return
      this.#reveal()
      // Sharpening is one more picture, after which it is idle again.
      if (this.#coarse.sharpen()) return
      tellBusy(false)
      // Whoever waits for this picture goes first.
      this.#callOff ??= whenIdle(() => this.#prepare())
    }
    this.#map.on('idle', () => whenShown(this.#picture, rested))
    this.#map.on('error', (fault) => {
      if ('sourceId' in fault) this.#events.incomplete(String(fault.sourceId))
    })
    this.#map.on('click', ({ point }) => {
      if (this.#wish?.pen.tool === 'none') this.#events.picked(this.#refsAt(point.x, point.y))
    })
    this.#map.on('mousemove', ({ lngLat, point }) => {
      const [x, y] = lngLatToRd([lngLat.lng, lngLat.lat])
      const isFree = this.#wish?.pen.tool === 'none' && !this.#map.isMoving()
      const [under] = isFree ? this.#featuresAt(point.x, point.y) : []
      const said = under && this.#wish?.say(under.properties)
      readout.textContent = `${said ? `${said} · ` : ''}RD ${Math.round(x)}, ${Math.round(y)}`
      if (isFree) this.#map.getCanvas().style.cursor = under ? 'pointer' : ''
    })
  }

  show(wish: DeskWish): void {
    this.#wish = wish
    if (this.#styleReady) this.#apply()
  }

  zoom(steps: 1 | -1): void {
    this.#lookedAt = null
    this.#map.easeTo({ zoom: this.#map.getZoom() + steps, ...this.#pace() })
  }

  /** The panels leave another part of the map free: what it looks at comes there, unless somebody has looked elsewhere. */
  settle(): void {
    if (this.#lookedAt) this.look(this.#lookedAt)
  }

  look(bounds: Focus['bounds']): void {
    this.#lookedAt = bounds
    const seat = { padding: this.#margins(), maxZoom: 17.5 }
    const to = this.#map.cameraForBounds([...bounds], seat)
    // A long flight shows nothing but places that nobody asked for, and has their tiles cut and drawn.
    const isNear =
      to?.center !== undefined &&
      this.#map.getBounds().contains(to.center) &&
      Math.abs((to.zoom ?? 0) - this.#map.getZoom()) <= NEAR_ZOOMS
    this.#map.fitBounds([...bounds], { ...seat, ...(isNear ? this.#pace(FLIGHT_MS) : { duration: 0 }) })
  }

  remove(): void {
    this.#isGone = true
    clearTimeout(this.#unseen)
    clearTimeout(this.#unprepared)
    this.#coarse.stop()
    this.#picture?.stop()
    this.#callOff?.()
    this.#coolDown?.()
    this.#kit?.stop()
    const element = this.#map.getContainer()
    this.#map.remove()
    element.remove()
  }

  #reveal(): void {
    this.#isSeen = true
    clearTimeout(this.#unseen)
    this.#map.getContainer().dataset.shown = ''
  }

  /** What is wanted only closer by, or later, and the first picture did not wait for: all of the paper, shaders, the grid. */
  #prepare(): void {
    clearTimeout(this.#unprepared)
    if (this.#coolDown || this.#isGone || !this.#styleReady) return
    this.#map.getSource<GeoJSONSource>('paper')?.setData(PAPER.data)
    this.#coolDown = warmUp(this.#map, TOP, this.#picture)
    void installGrid()
  }

  #pace(durationMs = 250): { duration: number } {
    return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : durationMs }
  }

  #apply(): void {
    const wish = this.#wish
    if (!wish) return
    // Even the same colour would have the map drawn anew.
    if (wish.sea !== this.#sea) this.#map.setPaintProperty(SEA, 'background-color', wish.sea)
    this.#sea = wish.sea
    this.#applySheets(wish.sheets)
    // It may have been idle before it was told anything.
    if (!this.#isSeen) this.#map.triggerRepaint()
    if (!this.#picture) this.#reveal()
    this.#kit?.hold(wish.pen, wish.tracing)
    this.#notes.show(wish.notes)
    // Who draws wants the map to stay.
    if (wish.pen.making.corners.length > 0) this.#lookedAt = null
    if (wish.focus && wish.focus.key !== this.#focusKey) {
      this.#focusKey = wish.focus.key
      this.look(wish.focus.bounds)
    }
    if (wish.sight && wish.sight.key !== this.#sightKey) {
      this.#sightKey = wish.sight.key
      this.look(wish.sight.bounds)
    }
  }

  #applySheets(sheets: readonly Sheet[]): void {
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
    for (const layer of layersOf(sheet)) this.#map.addLayer(layer, above)
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

  #refsAt(x: number, y: number): string[] {
    const refs = this.#featuresAt(x, y).flatMap(({ sourceLayer, id }) =>
      sourceLayer && id !== undefined ? [`${sourceLayer}.${id}`] : [],
    )
    return [...new Set(refs)].slice(0, PICK_LIMIT)
  }

  #featuresAt(x: number, y: number): MapGeoJSONFeature[] {
    if (!this.#styleReady) return []
    const layers = this.#shown
      .filter((sheet) => sheet.pickable)
      .flatMap((sheet) => sheet.looks.flatMap((look, i) => (isFeature(look) ? [layerId(sheet, i)] : [])))
    if (layers.length === 0) return []
    const box: [[number, number], [number, number]] = [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ]
    return this.#map.queryRenderedFeatures(box, { layers })
  }
}

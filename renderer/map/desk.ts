/**
 * The one owner of the map. It is told what should be on it, compares that with last time, and applies the difference.
 * Hover, cursor and a camera in motion stay in here; out of here come picks and the pen's reports.
 */
import {
  type GeoJSONSource,
  type LayerSpecification,
  type MapGeoJSONFeature,
  Map as MapLibreMap,
  Marker,
  prewarm,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl'
// The map's worker as a file of our own: the content policy allows no other.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { type Coarse, coarseWhileMoving } from './coarse.ts'
import { COUNTRY } from './country.ts'
import { Hand } from './drawing/hand.ts'
import { Pen, type PenReport, type PenRequest } from './drawing/pen.ts'
import { lngLatToRd } from './rd.ts'
import { changed, type collection, type Focus, type Look, type Margins, type Note, type Sheet } from './sheet.ts'
import { isDrawnBySoftware } from './software.ts'
import { warmUp } from './warm-up.ts'

setWorkerUrl(new URL(workerUrl, location.href).href)
// Its worker starts while the page is still being put together.
prewarm()

/** Pixels around a click in which a line still counts as hit. */
const REACH_PX = 6
const PICK_LIMIT = 20
/** The map flies to what is in sight and not much larger or smaller; elsewhere it is there at once. */
const NEAR_ZOOMS = 3
const FLIGHT_MS = 400
/** Layers of sheets go below this one; the pen draws above it. */
const TOP = 'top-of-sheets'

export interface DeskEvents extends PenReport {
  /** Features as tiles name them: `kabel_of_leiding.12`. */
  picked: (refs: string[]) => void
  /** Something of this sheet could not be fetched. */
  incomplete: (sheetId: string) => void
}

export interface DeskWish {
  sheets: readonly Sheet[]
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

const layerId = (sheet: Sheet, index: number): string => `${sheet.id}:${index}`
const sourceId = (sheet: Sheet): string => sheet.source ?? sheet.id
const isGeoJson = (data: Sheet['data']): data is ReturnType<typeof collection> => data.type === 'FeatureCollection'

export class Desk {
  readonly #map: MapLibreMap
  readonly #events: DeskEvents
  readonly #margins: Margins
  readonly #coarse: Coarse
  readonly #markers = new Map<string, { note: Note; marker: Marker }>()
  /** How many sheets are drawn from a source. */
  readonly #users = new Map<string, number>()
  #pen: Pen | null = null
  #coolDown: (() => void) | null = null
  #hand: Hand | null = null
  #shown: readonly Sheet[] = []
  #wish: DeskWish | null = null
  #focusKey = ''
  #sightKey = ''
  /** Where the last flight went, until a hand moves the map: what the panels leave free may change meanwhile. */
  #lookedAt: Focus['bounds'] | null = null
  #styleReady = false

  /** @throws when the browser has no WebGL */
  constructor(container: HTMLElement, readout: HTMLElement, events: DeskEvents, margins: Margins) {
    this.#events = events
    this.#margins = margins
    this.#map = new MapLibreMap({
      container,
      style: {
        version: 8,
        // As the server's map styles name them.
        sprite: new URL('/tiles/sprite', location.href).href,
        glyphs: `${new URL('/tiles/fonts/', location.href).href}{fontstack}/{range}.pbf`,
        sources: {},
        layers: [
          { id: 'sea', type: 'background' },
          { id: TOP, type: 'background', layout: { visibility: 'none' } },
        ],
      },
      bounds: [...COUNTRY],
      fitBoundsOptions: { padding: margins() },
      maxBounds: [-6, 48, 16, 56],
      maxZoom: 22,
      attributionControl: false,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      fadeDuration: 0,
    })
    this.#map.touchZoomRotate.disableRotation()
    this.#coarse = coarseWhileMoving(this.#map, {
      isSlow: isDrawnBySoftware(this.#map.getCanvas()),
      ratio: () => devicePixelRatio,
    })
    this.#map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-right')
    this.#map.once('style.load', () => {
      this.#styleReady = true
      this.#pen = new Pen(this.#map, events)
      this.#hand = new Hand(this.#map, events, margins)
      this.#apply()
      this.#coolDown = warmUp(this.#map, TOP)
    })
    // Whoever can't see the map hears when it is drawn, and a test need not guess.
    const tellBusy = (isBusy: boolean) => container.setAttribute('aria-busy', String(isBusy))
    this.#map.on('dataloading', () => tellBusy(true))
    this.#map.on('movestart', ({ originalEvent }) => {
      tellBusy(true)
      if (originalEvent) this.#lookedAt = null
    })
    // Sharpening is one more picture, after which it is idle again.
    this.#map.on('idle', () => {
      if (!this.#coarse.sharpen()) tellBusy(false)
    })
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
    this.#coarse.stop()
    this.#coolDown?.()
    this.#pen?.stop()
    this.#hand?.stop()
    this.#map.remove()
  }

  #pace(durationMs = 250): { duration: number } {
    return { duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : durationMs }
  }

  #apply(): void {
    const wish = this.#wish
    if (!wish) return
    this.#map.setPaintProperty('sea', 'background-color', wish.sea)
    this.#applySheets(wish.sheets)
    this.#applyNotes(wish.notes)
    this.#pen?.hold(wish.pen)
    this.#hand?.hold(wish.pen)
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
    for (const [index, look] of sheet.looks.entries())
      this.#map.addLayer({ ...look, id: layerId(sheet, index), source } as LayerSpecification, above)
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

  #applyNotes(notes: readonly Note[]): void {
    const wanted = new Map(notes.map((note) => [note.id, note]))
    for (const [id, { note, marker }] of this.#markers) {
      if (JSON.stringify(wanted.get(id)) === JSON.stringify(note)) continue
      marker.remove()
      this.#markers.delete(id)
    }
    for (const note of notes) {
      if (this.#markers.has(note.id)) continue
      const element = document.createElement('div')
      Object.assign(element, { className: `note note-${note.look}`, textContent: note.text, title: note.label ?? '' })
      // What is said of a place hangs below it.
      const anchor = note.look === 'care' || note.look === 'wrong' ? 'top' : 'center'
      const marker = new Marker({ element, anchor }).setLngLat([...note.at]).addTo(this.#map)
      this.#markers.set(note.id, { note, marker })
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

/** Halos and ends of lines are no features. */
const isFeature = (look: Look): boolean =>
  (look.metadata as Record<string, unknown> | undefined)?.['klic:pick'] !== false

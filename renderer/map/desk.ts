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
import { Pile } from './pile.ts'
import { lngLatToRd } from './rd.ts'
import type { Focus, Margins, Note, Sheet } from './sheet.ts'
import { type SlowPicture, whenShown } from './slow-picture.ts'
import { warmUp } from './warm-up.ts'

/** Pixels around a click in which a line still counts as hit. */
const REACH_PX = 6
const PICK_LIMIT = 20
/** The map flies to what is in sight and not much larger or smaller; elsewhere it is there at once. */
const NEAR_ZOOMS = 3
const FLIGHT_MS = 400
/** Where a slow map is far from what it looks at next, it shows that whole; a place that takes longer is shown as it comes. */
const WHOLE_BY_MS = 400
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
  readonly #pile: Pile
  #kit: Kit | null = null
  #coolDown: (() => void) | null = null
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
    this.#pile = new Pile(map, sheets, () => picture?.hold(WHOLE_BY_MS))
    container.append(map.getContainer())
    map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-right')
    map.fitBounds([...COUNTRY], { padding: margins(), duration: 0 })
    this.#picture = picture
    this.#coarse = coarseWhileMoving(map, { isSlow: picture !== null, ratio: () => devicePixelRatio, picture })
    // The page waits for every picture that is seen, and the first ones of a slow map show nothing yet.
    this.#unseen = setTimeout(() => whenShown(picture, () => this.#reveal()), UNSEEN_MS)
    const ready = () => {
      this.#styleReady = true
      this.#apply()
    }
    void styled.then(() => {
      if (this.#isGone) return
      this.#kit = new Kit(map, events, margins)
      ready()
      // A computer may take its drawing away for a while (a driver that is updated): until it is back there is nothing to change.
      map.on('webglcontextlost', () => {
        this.#styleReady = false
      })
      map.on('style.load', ready)
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
    picture?.leaveOut(() => this.#coarse.isCoarse() && !map.isMoving() && map.loaded())
    this.#map.on('idle', () => {
      // Complete now: the one picture of it is sharp.
      if (picture?.drawOwed()) this.#coarse.sharpen()
      else whenShown(picture, rested)
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

  /** What the picture is called by whoever can't see it. */
  name(name: string): void {
    this.#map.getCanvas().setAttribute('aria-label', name)
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
    if (!isNear) this.#picture?.hold(WHOLE_BY_MS)
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
    this.#pile.show(wish.sheets)
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

  #refsAt(x: number, y: number): string[] {
    const refs = this.#featuresAt(x, y).flatMap(({ sourceLayer, id }) =>
      sourceLayer && id !== undefined ? [`${sourceLayer}.${id}`] : [],
    )
    return [...new Set(refs)].slice(0, PICK_LIMIT)
  }

  #featuresAt(x: number, y: number): MapGeoJSONFeature[] {
    if (!this.#styleReady) return []
    const layers = this.#pile.pickable()
    if (layers.length === 0) return []
    const box: [[number, number], [number, number]] = [
      [x - REACH_PX, y - REACH_PX],
      [x + REACH_PX, y + REACH_PX],
    ]
    return this.#map.queryRenderedFeatures(box, { layers })
  }
}

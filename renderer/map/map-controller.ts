/**
 * The one owner of the map. It is told what should be on it, compares that with last time, and applies the difference.
 * Hover, cursor and a camera in motion stay in here; out of here come picks and what is drawn.
 */
import { type GeoJSONSource, type Map as MapLibreMap, ScaleControl } from 'maplibre-gl'
import { whenIdle } from '../idle.ts'
import { keepView, keptView } from '../place.ts'
import { type Coarse, coarseWhileMoving } from './coarse.ts'
import { COUNTRY } from './country.ts'
import { DrawingTools } from './drawing/drawing-tools.ts'
import type { DrawingEvents, DrawingRequest } from './drawing/freehand-tool.ts'
import type { OverlayMark } from './drawing/overlay-marks.ts'
import { toRd } from './exact.ts'
import { SEA, TOP, takeMap } from './first-map.ts'
import { FrameGrips, type FrameReport, type FrameWish } from './frame-grips.ts'
import { installGrid } from './install-grid.ts'
import { LayerStack } from './layer-stack.ts'
import { BASE_MAP } from './layers/base-map.ts'
import { type Focus, type MapLayer, type Margins, type Note, sourceId } from './map-layer.ts'
import { Notes } from './notes.ts'
import { pace } from './pace.ts'
import { Pointer, type PointerReport } from './pointer.ts'
import { toScale } from './scale.ts'
import { afterMapIsDrawn, type SlowPicture } from './slow-picture.ts'
import { Status } from './status.ts'
import { warmUp } from './warm-up.ts'

/** The map flies to what is in sight and not much larger or smaller; elsewhere it is there at once. */
const NEAR_ZOOMS = 3
const FLIGHT_MS = 400
/** Where a slow map is far from what it looks at next, it shows that whole; a place that takes longer is shown as it comes. */
const WHOLE_BY_MS = 400
/** A first picture that waits longer for what is missing (tiles from the internet) is shown without it. */
const UNSEEN_MS = 1000
/** What the first picture does not need is there by then, also where that never gets complete. */
const PREPARED_BY_MS = 4000

export interface MapEvents extends DrawingEvents, FrameReport, PointerReport {
  /** Something of this layer could not be fetched. */
  incomplete: (layerId: string) => void
}

export interface MapContent {
  layers: readonly MapLayer[]
  /** On top of the layers, bottom to top: what is being drawn. The same object while it is the same. */
  overlay: readonly OverlayMark[]
  notes: readonly Note[]
  drawing: DrawingRequest
  /** Of a sheet to be printed, to be moved and turned. */
  frame: FrameWish | null
  /** Null: look where you like. */
  focus: Focus | null
  /** How many times somebody wanted to see it again. */
  looks: number
  /** Where a search led: looked at once, with any focus. */
  sight: Focus | null
  sea: string
  /** In words what lies under the pointer, from what its tile says of it and the layer that it is of. */
  say: (properties: Readonly<Record<string, unknown>>, layer: string) => string
}

export class MapController {
  readonly status: Status
  readonly #map: MapLibreMap
  readonly #events: MapEvents
  readonly #margins: Margins
  readonly #coarse: Coarse
  readonly #notes: Notes
  readonly #grips: FrameGrips
  readonly #layers: LayerStack
  readonly #pointer: Pointer
  #drawing: DrawingTools | null = null
  #coolDown: (() => void) | null = null
  #content: MapContent | null = null
  #sea = ''
  #focusKey = ''
  #looks = 0
  #sightKey = ''
  #tip: Note | null = null
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
  constructor(container: HTMLElement, readout: HTMLElement, events: MapEvents, margins: Margins) {
    this.#events = events
    this.#margins = margins
    const { map, picture, layers, styled } = takeMap()
    this.#map = map
    this.status = new Status(map)
    this.#notes = new Notes(map)
    this.#grips = new FrameGrips(map, events)
    this.#layers = new LayerStack(map, layers, () => picture?.hold(WHOLE_BY_MS))
    container.append(map.getContainer())
    map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-right')
    const kept = keptView()
    if (kept) {
      map.jumpTo(kept)
      // A user who had looked elsewhere since finds the map there.
      this.#focusKey = kept.focus
    } else {
      this.#lookedAt = COUNTRY
      map.fitBounds([...COUNTRY], { padding: margins(), duration: 0 })
    }
    map.on('moveend', () => {
      keepView({ center: map.getCenter().toArray(), zoom: map.getZoom(), focus: this.#focusKey })
    })
    this.#picture = picture
    this.#coarse = coarseWhileMoving(map, { isSlow: picture !== null, ratio: () => devicePixelRatio, picture })
    // The page waits for every picture that is seen, and the first ones of a slow map show nothing yet.
    this.#unseen = setTimeout(() => afterMapIsDrawn(picture, () => this.#reveal()), UNSEEN_MS)
    const ready = () => {
      this.#styleReady = true
      this.#apply()
    }
    void styled.then(() => {
      if (this.#isGone) return
      this.#drawing = new DrawingTools(map, events, margins, (x, y, reachPx) => this.#pointer.linesAt(x, y, reachPx))
      ready()
      // A computer may take its drawing away for a while (a driver that is updated): until it is back there is nothing to change.
      map.on('webglcontextlost', () => {
        this.#styleReady = false
      })
      map.on('style.load', ready)
    })
    this.#unprepared = setTimeout(() => this.#prepare(), PREPARED_BY_MS)
    // Screen readers say when the map is drawn, and a test need not guess.
    const tellBusy = (isBusy: boolean) => {
      container.setAttribute('aria-busy', String(isBusy))
      this.status.busy(isBusy)
    }
    this.#map.on('dataloading', (loading) => {
      tellBusy(true)
      if ('sourceId' in loading && this.#isOfResult(String(loading.sourceId))) this.status.veil(true)
    })
    // What of the base map is still to come hides no line.
    this.#map.on('sourcedata', ({ sourceId: id }) => {
      if (this.#isOfResult(id)) this.#unveil()
    })
    this.#map.on('movestart', ({ originalEvent }) => {
      tellBusy(true)
      if (originalEvent) this.#lookedAt = null
    })
    const rested = () => {
      // It may have begun to move, or to fetch something, while its picture was drawn; then it rests once more.
      if (!this.#content || !this.#styleReady || map.isMoving() || !map.loaded()) return
      this.#reveal()
      // Sharpening is one more picture, after which it is idle again.
      if (this.#coarse.sharpen()) return
      tellBusy(false)
      this.#unveil()
      // What waits for this picture goes first.
      this.#callOff ??= whenIdle(() => this.#prepare())
    }
    picture?.leaveOut(() => this.#coarse.isCoarse() && !map.isMoving() && map.loaded())
    this.#map.on('idle', () => {
      // Complete now: the one picture of it is sharp.
      if (picture?.drawOwed()) this.#coarse.sharpen()
      else afterMapIsDrawn(picture, rested)
    })
    this.#map.on('error', (fault) => {
      // One that was taken away or replaced meanwhile is missed by nobody.
      if ('sourceId' in fault && map.getSource(String(fault.sourceId))) this.#events.incomplete(String(fault.sourceId))
    })
    this.#pointer = new Pointer(map, readout, events, {
      isFree: () => this.#content?.drawing.tool === 'none',
      mayAsk: () =>
        this.#content !== null &&
        this.#content.drawing.tool !== 'edit' &&
        this.#content.drawing.making.corners.length === 0,
      say: (properties, layer) => this.#content?.say(properties, layer) ?? '',
      pickable: () => (this.#styleReady ? this.#layers.pickable() : []),
      tip: (note) => {
        if (note?.at.join() === this.#tip?.at.join()) return
        this.#tip = note
        this.#showNotes()
      },
    })
  }

  show(content: MapContent): void {
    this.#content = content
    const sources = this.#resultSources()
    if (sources.length === 0) this.status.veil(false)
    // The map may still wait for its own style.
    else if (!this.#styleReady || sources.some((id) => !this.#map.getSource(id))) this.status.veil(true)
    if (this.#styleReady) this.#apply()
  }

  #resultSources(): string[] {
    return (this.#content?.layers ?? []).filter(({ isResult }) => isResult).map(sourceId)
  }

  #isOfResult(id: string): boolean {
    return this.#resultSources().includes(id)
  }

  /** Once all of the open result is drawn for what is looked at: what failed is said elsewhere. */
  #unveil(): void {
    const isThere = (id: string): boolean => this.#map.getSource(id) !== undefined && this.#map.isSourceLoaded(id)
    const isDrawn = (): boolean => this.#styleReady && this.#resultSources().every(isThere)
    if (!this.status.now().isVeiled || !isDrawn()) return
    afterMapIsDrawn(this.#picture, () => {
      if (!this.#isGone && isDrawn()) this.status.veil(false)
    })
  }

  zoom(steps: 1 | -1): void {
    this.#lookedAt = null
    this.#map.easeTo({ zoom: this.#map.getZoom() + steps, ...pace() })
  }

  /** @param scale denominator; what is in the middle of what the panels leave free stays there */
  toScale(scale: number): void {
    this.#lookedAt = null
    const [x, y] = this.#middle()
    const { lng, lat } = this.#map.unproject([x, y])
    toScale(this.#map, scale, [lng, lat])
  }

  /** The panels leave another part of the map free: what it looks at comes there, unless somebody has looked elsewhere. */
  settle(): void {
    if (this.#lookedAt) this.look(this.#lookedAt)
  }

  /** What of the ground the panels leave free: RD New, metres; and where the map flew to, unless a hand has moved it since. */
  view(): { middle: [number, number]; width: number; height: number; flownTo: Focus['bounds'] | null } {
    const { top, right, bottom, left } = this.#margins()
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const at = (x: number, y: number) => {
      const { lng, lat } = this.#map.unproject([x, y])
      return toRd([lng, lat])
    }
    const [middleX, middleY] = this.#middle()
    const metres = (a: readonly number[], b: readonly number[]) => Math.hypot(b[0]! - a[0]!, b[1]! - a[1]!)
    return {
      middle: at(middleX, middleY),
      width: metres(at(left, middleY), at(clientWidth - right, middleY)),
      height: metres(at(middleX, top), at(middleX, clientHeight - bottom)),
      flownTo: this.#lookedAt,
    }
  }

  /** The picture's name for screen readers. */
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
    this.#map.fitBounds([...bounds], { ...seat, ...(isNear ? pace(FLIGHT_MS) : { duration: 0 }) })
  }

  remove(): void {
    this.#isGone = true
    clearTimeout(this.#unseen)
    clearTimeout(this.#unprepared)
    this.#coarse.stop()
    this.#picture?.stop()
    this.#callOff?.()
    this.#coolDown?.()
    this.#drawing?.stop()
    const element = this.#map.getContainer()
    this.#map.remove()
    element.remove()
  }

  #reveal(): void {
    this.#isSeen = true
    clearTimeout(this.#unseen)
    this.#map.getContainer().dataset.shown = ''
  }

  /** What is wanted only closer by, or later, and the first picture did not wait for: all of the base map, shaders, the grid. */
  #prepare(): void {
    clearTimeout(this.#unprepared)
    if (this.#coolDown || this.#isGone || !this.#styleReady) return
    this.#map.getSource<GeoJSONSource>('base-map')?.setData(BASE_MAP.data)
    this.#coolDown = warmUp(this.#map, TOP, this.#picture)
    void installGrid()
  }

  #showNotes(): void {
    this.#notes.show([...(this.#content?.notes ?? []), ...(this.#tip ? [this.#tip] : [])])
  }

  /** Of what the panels leave free, in pixels. */
  #middle(): readonly [number, number] {
    const { top, right, bottom, left } = this.#margins()
    const { clientWidth, clientHeight } = this.#map.getContainer()
    return [(left + clientWidth - right) / 2, (top + clientHeight - bottom) / 2]
  }

  #apply(): void {
    const content = this.#content
    if (!content) return
    // Even the same colour would have the map drawn anew.
    if (content.sea !== this.#sea) this.#map.setPaintProperty(SEA, 'background-color', content.sea)
    this.#sea = content.sea
    this.#layers.show(content.layers)
    // It may have been idle before it was told anything.
    if (!this.#isSeen) this.#map.triggerRepaint()
    if (!this.#picture) this.#reveal()
    this.#drawing?.hold(content.drawing, content.overlay)
    this.#showNotes()
    this.#grips.show(content.frame)
    // Who draws wants the map to stay.
    if (content.drawing.making.corners.length > 0) this.#lookedAt = null
    if (content.focus && (content.focus.key !== this.#focusKey || content.looks !== this.#looks)) {
      this.#focusKey = content.focus.key
      this.look(content.focus.bounds)
    }
    this.#looks = content.looks
    if (content.sight && content.sight.key !== this.#sightKey) {
      this.#sightKey = content.sight.key
      this.look(content.sight.bounds)
    }
  }
}

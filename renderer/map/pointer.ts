/** What the mouse meets on the map: what lies under it in words, what a click picks, and a place that is asked about. */
import type { Point as PointShape } from 'geojson'
import type { GeoJSONSource, MapGeoJSONFeature, Map as MapLibreMap, Point } from 'maplibre-gl'
import type { SnapLines } from './drawing/snap.ts'
import { toRd } from './exact.ts'
import { PINS } from './layers/pins.ts'
import type { Note } from './map-layer.ts'
import { pace } from './pace.ts'
import { linesOf, pickFeatures } from './picking.ts'
import { lngLatToRd } from './rd.ts'

/** Pixels around a click in which a line still counts as hit. */
const REACH_PX = 6
const PICK_LIMIT = 20

const placeOf = ({ geometry }: MapGeoJSONFeature): [number, number] =>
  (geometry as PointShape).coordinates as [number, number]

/** A place on the map that somebody asks about. */
export interface Spot {
  /** In the page, pixels. */
  readonly x: number
  readonly y: number
  /** RD New. */
  readonly at: readonly [number, number]
  readonly lngLat: readonly [number, number]
  /** What lies there, as tiles name it. */
  readonly refs: readonly string[]
}

export interface PointerReport {
  /** Features as tiles name them: `kabel_of_leiding.12`. */
  picked: (refs: string[]) => void
  /** By the right button, a long press, or the key for it. */
  asked: (spot: Spot) => void
  /** The pin of a job. */
  opened: (jobId: string) => void
}

export interface PointerWish {
  /** Nothing is drawn, so a click may pick and the cursor says so. */
  isFree: () => boolean
  /** A corner that was placed would be taken back by the right button. */
  mayAsk: () => boolean
  say: (properties: Readonly<Record<string, unknown>>, layer: string) => string
  /** Layers in which a click may find a feature. */
  pickable: () => string[]
  /** The pin that the mouse is on, or came off. */
  tip: (note: Note | null) => void
}

export class Pointer {
  readonly #map: MapLibreMap
  readonly #wish: PointerWish
  readonly #readout: HTMLElement
  readonly #report: PointerReport
  /** Where it was last; null: it is not on the map. */
  #at: Point | null = null

  constructor(map: MapLibreMap, readout: HTMLElement, report: PointerReport, wish: PointerWish) {
    this.#map = map
    this.#wish = wish
    this.#readout = readout
    this.#report = report
    map.on('click', ({ point }) => {
      if (!wish.isFree()) return
      const [pin] = this.#aimedAt(point).filter(({ source }) => source === PINS)
      const refs = this.#refsAt(point)
      if (pin && refs.length === 0) void this.#open(pin)
      else report.picked(refs)
    })
    map.on('mousemove', ({ point }) => {
      this.#at = point
      this.#read()
    })
    map.on('mouseout', () => {
      this.#at = null
      this.#read()
    })
    // The place under it is another one, though it did not move.
    map.on('moveend', () => this.#read())
    map.on('contextmenu', (event) => {
      if (!wish.mayAsk()) return
      event.preventDefault()
      this.#ask(event.point)
    })
    map.getCanvas().addEventListener('keydown', (event) => {
      if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
      if (!wish.mayAsk()) return
      event.preventDefault()
      this.#ask(map.project(map.getCenter()))
    })
  }

  /** Lines and points around a place. RD New. */
  linesAt(x: number, y: number, reachPx: number): SnapLines {
    return this.#within({ x, y }, reachPx).flatMap(linesOf)
  }

  #ask(point: Point): void {
    const { lng, lat } = this.#map.unproject(point)
    const { left, top } = this.#map.getCanvas().getBoundingClientRect()
    this.#report.asked({
      x: left + point.x,
      y: top + point.y,
      at: toRd([lng, lat]),
      lngLat: [lng, lat],
      refs: this.#refsAt(point),
    })
  }

  #read(): void {
    const at = this.#at
    const isFree = this.#wish.isFree() && !this.#map.isMoving()
    const [under] = at && isFree ? this.#aimedAt(at) : []
    if (isFree) this.#map.getCanvas().style.cursor = under ? 'pointer' : ''
    this.#readout.replaceChildren(...(at ? this.#saidOf(at, under) : []))
    const isPin = under?.source === PINS
    this.#wish.tip(
      isPin ? { id: PINS, at: placeOf(under), text: this.#wish.say(under.properties, PINS), look: 'tip' } : null,
    )
  }

  /** Its job; several at once come apart. */
  async #open(pin: MapGeoJSONFeature): Promise<void> {
    const { job, cluster_id: cluster } = pin.properties
    if (cluster === undefined) return this.#report.opened(String(job))
    const zoom = await this.#map.getSource<GeoJSONSource>(PINS)?.getClusterExpansionZoom(Number(cluster))
    if (zoom !== undefined) this.#map.easeTo({ center: placeOf(pin), zoom, ...pace() })
  }

  /** What lies there, which may be cut where there is no room, and the place, which may not. */
  #saidOf(at: Point, under: MapGeoJSONFeature | undefined): HTMLElement[] {
    const { lng, lat } = this.#map.unproject(at)
    const [x, y] = lngLatToRd([lng, lat])
    const said = under && this.#wish.say(under.properties, under.sourceLayer ?? under.source)
    const part = (text: string): HTMLElement => {
      const element = document.createElement('span')
      element.textContent = text
      return element
    }
    return [...(said ? [part(`${said} · `)] : []), part(`RD ${Math.round(x)}, ${Math.round(y)}`)]
  }

  #refsAt(point: Point): string[] {
    const refs = this.#aimedAt(point).flatMap(({ sourceLayer, id }) =>
      sourceLayer && id !== undefined ? [`${sourceLayer}.${id}`] : [],
    )
    return [...new Set(refs)].slice(0, PICK_LIMIT)
  }

  /** What a click picks first comes first, and is what the readout says. */
  #aimedAt(point: Point): MapGeoJSONFeature[] {
    const near = this.#within(point, REACH_PX)
    // Of one there is nothing to choose, and the map is not asked again at each move of the mouse.
    if (near.length < 2) return near
    const { lng, lat } = this.#map.unproject(point)
    return pickFeatures(this.#within(point, 0), near, toRd([lng, lat]))
  }

  /** The uppermost first. */
  #within({ x, y }: Pick<Point, 'x' | 'y'>, reach: number): MapGeoJSONFeature[] {
    const layers = this.#wish.pickable()
    if (layers.length === 0) return []
    const box: [[number, number], [number, number]] = [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ]
    return this.#map.queryRenderedFeatures(box, { layers })
  }
}

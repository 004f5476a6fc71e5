/** Places corners: mouse, finger or keys on the map become the same few reports. */
import type { Position } from 'geojson'
import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { toDegrees, toRd } from '../exact.ts'
import { boundsOf, type Margins } from '../map-layer.ts'
import { isTooFar, metresPerPixel } from '../scale.ts'
import { canFinish, FORM, straightenCorner } from './corner-draft.ts'
import { isCornerTool } from './draft.ts'
import { type DrawingEvents, type DrawingRequest, SNAP_PX } from './freehand-tool.ts'
import { across, type SnapLines, snap } from './snap.ts'

/** A click so near to the first or the last corner finishes. */
const FINISH_PX = 10
/** The second click of a double click finishes a shape; the map must not take the pair for "zoom in". */
const DOUBLE_CLICK_MS = 600
/** Room to the rim of the map within which the pointer pulls the map along. */
const RIM_PX = 80
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}
const COARSE = 10
/** What a click brings one closer where nothing may be begun yet. */
const CLOSER_ZOOMS = 2
/** From here on a corner and its neighbours can be told apart: a few hundred metres across. */
const NEAR_ZOOM = 15

export class VertexTool {
  readonly #map: MapLibreMap
  readonly #report: DrawingEvents
  readonly #margins: Margins
  readonly #near: (x: number, y: number, reachPx: number) => SnapLines
  #held: DrawingRequest | null = null
  #finishedAt = 0
  #frame = 0
  /** The newest corner came from the map itself, by mouse or keys. */
  #placedHere = false

  /** @param near what lies on the map around a place of it */
  constructor(
    map: MapLibreMap,
    report: DrawingEvents,
    margins: Margins,
    near: (x: number, y: number, reachPx: number) => SnapLines,
  ) {
    this.#map = map
    this.#near = near
    this.#report = report
    this.#margins = margins
    map.on('mousemove', (event) => this.#moved(event))
    map.on('click', (event) => this.#clicked(event))
    map.on('dblclick', (event) => {
      if (this.#isAtWork() || performance.now() - this.#finishedAt < DOUBLE_CLICK_MS) event.preventDefault()
    })
    map.on('contextmenu', () => {
      if (this.#isAtWork() && this.#held!.making.corners.length > 0) this.#report.takenBack()
    })
    map.getCanvas().addEventListener('keydown', (event) => this.#key(event))
  }

  hold(wanted: DrawingRequest): void {
    const before = this.#held
    this.#held = wanted
    const { corners } = wanted.making
    const isNew = before !== null && corners.length > before.making.corners.length
    if (isNew && !this.#placedHere) this.#showTyped(corners)
    this.#placedHere = false
    if (before?.tool === wanted.tool) return
    const atWork = this.#isAtWork()
    const canvas = this.#map.getCanvas()
    canvas.style.cursor = atWork ? 'crosshair' : ''
    // The arrow keys are the tool's while it is at work, else the map's.
    if (atWork) this.#map.keyboard.disable()
    else this.#map.keyboard.enable()
    // Two quick taps end the drawing; the map would take them for a wish to come closer.
    if (atWork) this.#map.doubleClickZoom.disable()
    else this.#map.doubleClickZoom.enable()
    // With Shift a corner is placed straight on; the map would begin a box and swallow the click.
    if (atWork) this.#map.boxZoom.disable()
    else this.#map.boxZoom.enable()
    if (atWork) canvas.focus({ preventScroll: true })
    if (before && isCornerTool(before.tool) && !atWork) this.#finishedAt = performance.now()
  }

  stop(): void {
    cancelAnimationFrame(this.#frame)
  }

  #isAtWork(): boolean {
    return this.#held !== null && isCornerTool(this.#held.tool)
  }

  /** Alt: no snapping. Shift: in one of eight directions. */
  #placeOf({ lngLat, point, originalEvent }: MapMouseEvent): Position {
    const { making, snapLines, sticksToMap, tool } = this.#held!
    const at = toRd([lngLat.lng, lngLat.lat])
    const reach = SNAP_PX * metresPerPixel(this.#map)
    const own = making.corners.length > 1 ? [...snapLines, making.corners] : snapLines
    if (!originalEvent.altKey) {
      const near = sticksToMap ? this.#near(point.x, point.y, SNAP_PX) : []
      const last = making.corners.at(-1)
      const found = (last && across(near, last, at, reach)) ?? snap([...own, ...near], at, reach)?.at
      if (found) return found
    }
    const turns = isCornerTool(tool) && (FORM[tool] === 'ring' || FORM[tool] === 'line')
    return originalEvent.shiftKey && turns ? straightenCorner(making, at) : at
  }

  #moved(event: MapMouseEvent): void {
    if (!this.#isAtWork()) return
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => {
      if (this.#isAtWork()) this.#report.pointed(this.#placeOf(event))
    })
  }

  #clicked(event: MapMouseEvent): void {
    if (!this.#isAtWork()) return
    cancelAnimationFrame(this.#frame)
    const { tool, making, nearOnly } = this.#held!
    if (nearOnly && isTooFar(this.#map) && !event.originalEvent.shiftKey) {
      this.#map.easeTo({ center: event.lngLat, zoom: this.#map.getZoom() + CLOSER_ZOOMS, duration: 0 })
      return
    }
    const isNear = (corner: Position | undefined): boolean => {
      if (!corner) return false
      const { x, y } = this.#map.project(toDegrees(corner))
      return Math.hypot(x - event.point.x, y - event.point.y) <= FINISH_PX
    }
    const closes = isCornerTool(tool) && FORM[tool] === 'ring' && isNear(making.corners[0])
    if (isCornerTool(tool) && canFinish(tool, making.corners) && (closes || isNear(making.corners.at(-1)))) {
      this.#finish()
      return
    }
    // The second click of a double click where there is not enough to finish yet.
    if (isNear(making.corners.at(-1)) && event.originalEvent.detail > 1) return
    this.#place(this.#placeOf(event))
  }

  #place(at: Position): void {
    this.#placedHere = true
    this.#report.placed(at)
  }

  /** A corner that was typed may lie anywhere, also below a panel: the map goes where it can be seen with the others. */
  #showTyped(corners: readonly Position[]): void {
    const places = corners.map(toDegrees)
    const padding = this.#margins()
    const { clientWidth, clientHeight } = this.#map.getCanvas()
    const isInSight = (at: [number, number]): boolean => {
      const { x, y } = this.#map.project(at)
      const isBeside = x < padding.left || x > clientWidth - padding.right
      return !isBeside && y >= padding.top && y <= clientHeight - padding.bottom
    }
    const zoom = this.#map.getZoom()
    if (zoom >= NEAR_ZOOM && places.every(isInSight)) return
    this.#map.fitBounds(boundsOf(places), { padding, maxZoom: Math.max(zoom, NEAR_ZOOM), duration: 0 })
  }

  #finish(): void {
    this.#finishedAt = performance.now()
    this.#report.completed()
  }

  #key(event: KeyboardEvent): void {
    if (!this.#isAtWork() || event.ctrlKey || event.metaKey) return
    const { making, tool, nearOnly } = this.#held!
    const direction = ARROWS[event.key]
    const at = making.cursor ?? making.corners.at(-1) ?? this.#centre()
    if (direction) this.#step(at, direction, event)
    else if (event.key === 'Enter' || event.key === ' ') {
      const isSame = String(making.corners.at(-1)) === String(at)
      if (nearOnly && isTooFar(this.#map) && !event.shiftKey) this.#map.zoomIn()
      else if (!isSame) this.#place(at)
      else if (isCornerTool(tool) && canFinish(tool, making.corners)) this.#finish()
    } else if (event.key === 'Backspace' || event.key === 'Delete') {
      if (making.corners.length > 0) this.#report.takenBack()
    } else if (event.key === '+' || event.key === '=') this.#map.zoomIn()
    else if (event.key === '-') this.#map.zoomOut()
    else if (/^\d$/.test(event.key) && making.corners.length > 0) this.#report.typed(event.key)
    else return
    event.preventDefault()
  }

  #step([x, y]: Position, [east, north]: readonly [number, number], { shiftKey, altKey }: KeyboardEvent): void {
    const step = this.#held!.stepM * (shiftKey ? COARSE : altKey ? 1 / COARSE : 1)
    const at: Position = [Math.round((x! + east * step) * 1000) / 1000, Math.round((y! + north * step) * 1000) / 1000]
    this.#report.pointed(at)
    const { x: left, y: top } = this.#map.project(toDegrees(at))
    const { clientWidth, clientHeight } = this.#map.getCanvas()
    const isNearRim = left < RIM_PX || top < RIM_PX || left > clientWidth - RIM_PX || top > clientHeight - RIM_PX
    if (isNearRim) this.#map.panTo(toDegrees(at), { duration: 0 })
  }

  /** On whole metres, so that the first corner is a figure one can say. */
  #centre(): Position {
    const { lng, lat } = this.#map.getCenter()
    return toRd([lng, lat]).map((value) => Math.round(value))
  }
}

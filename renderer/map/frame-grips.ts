/**
 * By which the sheet of a print is moved and turned on the map: two buttons in its middle, for the mouse, a finger and the
 * arrow keys. What lies around them stays the map's, which can be moved below a sheet that fills the window.
 */
import type { Position } from 'geojson'
import { type Map as MapLibreMap, Marker } from 'maplibre-gl'
import { toDegrees, toRd } from './exact.ts'

export interface FrameWish {
  /** RD New. */
  readonly middle: Position
  /** Anti-clockwise. */
  readonly degrees: number
  readonly labels: { readonly move: string; readonly turn: string }
}
export interface FrameReport {
  frameMoved: (middle: Position) => void
  frameTurned: (degrees: number) => void
}

/** Of an arrow key, in pixels and degrees; with Shift so many times as much. */
const STEP_PX = 8
const STEP_DEGREES = 1
const COARSE = 10
/** Dragged nearly straight it is straight. */
const STRAIGHT_DEGREES = 2
const ARROWS: Record<string, readonly [right: number, down: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

const gripOf = (name: 'move' | 'turn'): HTMLButtonElement => {
  const grip = document.createElement('button')
  grip.type = 'button'
  grip.className = `frame-grip frame-grip-${name}`
  return grip
}

export class FrameGrips {
  readonly #map: MapLibreMap
  readonly #report: FrameReport
  readonly #element = document.createElement('div')
  readonly #move = gripOf('move')
  readonly #turn = gripOf('turn')
  readonly #marker: Marker
  #shown: FrameWish | null = null

  constructor(map: MapLibreMap, report: FrameReport) {
    this.#map = map
    this.#report = report
    this.#element.className = 'frame-grips'
    this.#element.append(this.#move, this.#turn)
    this.#marker = new Marker({ element: this.#element })
    // The map would take the drag for its own.
    for (const kind of ['mousedown', 'touchstart', 'click', 'dblclick'])
      this.#element.addEventListener(kind, (event) => event.stopPropagation())
    this.#dragged(this.#move, ([x, y], grabbed) => {
      const { lng, lat } = this.#map.unproject([x - grabbed[0], y - grabbed[1]])
      this.#report.frameMoved(toRd([lng, lat]).map(Math.round))
    })
    this.#dragged(this.#turn, ([x, y]) => {
      const { lng, lat } = this.#map.unproject([x, y])
      const [east, north] = toRd([lng, lat])
      const [middleEast, middleNorth] = this.#shown!.middle
      const degrees = (Math.atan2(north - middleNorth!, east - middleEast!) * 180) / Math.PI
      this.#report.frameTurned(Math.abs(degrees) <= STRAIGHT_DEGREES ? 0 : degrees)
    })
    this.#move.addEventListener('keydown', (event) => this.#stepped(event))
    this.#turn.addEventListener('keydown', (event) => this.#turned(event))
  }

  show(wish: FrameWish | null): void {
    const before = this.#shown
    this.#shown = wish
    if (!wish) {
      if (before) this.#marker.remove()
      return
    }
    this.#element.style.setProperty('--turn', `${-wish.degrees}deg`)
    for (const [grip, label] of [
      [this.#move, wish.labels.move],
      [this.#turn, wish.labels.turn],
    ] as const)
      if (grip.ariaLabel !== label) Object.assign(grip, { ariaLabel: label, title: label })
    this.#marker.setLngLat(toDegrees(wish.middle))
    if (!before) this.#marker.addTo(this.#map)
  }

  /** @param to told where on the map the pointer is, and how far from the middle of the grip it took hold of it */
  #dragged(grip: HTMLElement, to: (at: [number, number], grabbed: [number, number]) => void): void {
    let grabbed: [number, number] | null = null
    grip.addEventListener('pointerdown', (event) => {
      const { left, top, width, height } = grip.getBoundingClientRect()
      grabbed = [event.clientX - left - width / 2, event.clientY - top - height / 2]
      grip.setPointerCapture(event.pointerId)
    })
    grip.addEventListener('pointermove', (event) => {
      if (!grabbed) return
      const { left, top } = this.#map.getCanvas().getBoundingClientRect()
      to([event.clientX - left, event.clientY - top], grabbed)
    })
    for (const end of ['pointerup', 'pointercancel']) grip.addEventListener(end, () => (grabbed = null))
  }

  #stepped(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key]
    if (!arrow || !this.#shown) return
    event.preventDefault()
    event.stopPropagation()
    const step = STEP_PX * (event.shiftKey ? COARSE : 1)
    const { x, y } = this.#map.project(toDegrees(this.#shown.middle))
    const { lng, lat } = this.#map.unproject([x + arrow[0] * step, y + arrow[1] * step])
    this.#report.frameMoved(toRd([lng, lat]).map((metres) => Math.round(metres * 100) / 100))
  }

  #turned(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key]
    if (!arrow || !this.#shown) return
    event.preventDefault()
    event.stopPropagation()
    const step = STEP_DEGREES * (event.shiftKey ? COARSE : 1)
    // As the sheet is seen: to the right is clockwise.
    this.#report.frameTurned(this.#shown.degrees - (arrow[0] + arrow[1]) * step)
  }
}

/**
 * The overlay of the map: what is being drawn lies on a canvas of its own, so that a move of the pointer is seen in the next
 * frame and the map is not drawn anew for it. Where the processor draws the map that would take a tenth of a second and
 * both hands of it, just when the cut and its price are awaited.
 */
import type { Position } from 'geojson'
import type { Map as MapLibreMap } from 'maplibre-gl'
import { FONT_PX, labelsThatFit, type Place } from './drawing/labels.ts'
import type { OverlayMark } from './drawing/overlay-marks.ts'
import { metresPerPixel } from './scale.ts'

/** The whole world is so many pixels wide at zoom 0. */
const WORLD_PX = 512
const HALO_PX = 2

/** Web mercator, the world from 0 to 1. */
const mercator = ([lng, lat]: Position): readonly [x: number, y: number] => [
  lng! / 360 + 0.5,
  0.5 - Math.log(Math.tan(Math.PI / 4 + (lat! * Math.PI) / 360)) / (2 * Math.PI),
]

/** The map never turns nor tilts (first-map.ts), so that a place is found by moving and enlarging. */
const placeOn = (map: MapLibreMap): Place => {
  const { lng, lat } = map.getCenter()
  const [centreX, centreY] = mercator([lng, lat])
  const { x, y } = map.project([lng, lat])
  const world = WORLD_PX * 2 ** map.getZoom()
  return (at) => {
    const [atX, atY] = mercator(at)
    return [x + (atX - centreX) * world, y + (atY - centreY) * world]
  }
}

export class Overlay {
  readonly #map: MapLibreMap
  readonly #canvas = document.createElement('canvas')
  readonly #context = this.#canvas.getContext('2d')!
  #marks: readonly OverlayMark[] = []
  /** Where the map looked when it was last drawn. */
  #drawnAt = ''

  constructor(map: MapLibreMap) {
    this.#map = map
    this.#canvas.className = 'map-overlay'
    this.#canvas.ariaHidden = 'true'
    this.#canvas.hidden = true
    map.getCanvasContainer().append(this.#canvas)
    map.on('render', () => {
      if (this.#marks.length > 0 && this.#view() !== this.#drawnAt) this.#draw()
    })
  }

  /** @param marks bottom to top; the same object while it is the same */
  show(marks: readonly OverlayMark[]): void {
    if (marks === this.#marks) return
    this.#marks = marks
    // A layer of the page costs in every frame, also when nothing is on it.
    this.#canvas.hidden = marks.length === 0
    if (marks.length > 0) this.#draw()
  }

  #view(): string {
    const { lng, lat } = this.#map.getCenter()
    const { clientWidth, clientHeight } = this.#map.getContainer()
    return [lng, lat, this.#map.getZoom(), clientWidth, clientHeight, devicePixelRatio].join()
  }

  #draw(): void {
    const { clientWidth, clientHeight } = this.#map.getContainer()
    const [width, height] = [clientWidth, clientHeight].map((side) => Math.round(side * devicePixelRatio))
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height })
    const context = this.#context
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    context.clearRect(0, 0, clientWidth, clientHeight)
    context.lineJoin = 'round'
    const place = placeOn(this.#map)
    for (const each of this.#marks) {
      if (each.draw === 'fill') this.#fill(each, place)
      else if (each.draw === 'line') this.#line(each, place)
      else if (each.draw === 'dot') this.#dot(each, place)
    }
    this.#labels(place)
    this.#drawnAt = this.#view()
  }

  #way(lines: readonly Position[][], place: Place): void {
    this.#context.beginPath()
    for (const line of lines)
      for (const [i, at] of line.entries()) {
        const [x, y] = place(at)
        if (i === 0) this.#context.moveTo(x, y)
        else this.#context.lineTo(x, y)
      }
  }

  #fill({ rings, colour, opacity }: Extract<OverlayMark, { draw: 'fill' }>, place: Place): void {
    this.#context.globalAlpha = opacity
    this.#context.fillStyle = colour
    this.#way(rings, place)
    this.#context.fill('evenodd')
  }

  #line({ lines, colour, width, opacity = 1, dash = [] }: Extract<OverlayMark, { draw: 'line' }>, place: Place): void {
    this.#context.globalAlpha = opacity
    this.#context.strokeStyle = colour
    this.#context.lineWidth = width
    this.#context.lineCap = dash.length > 0 ? 'butt' : 'round'
    this.#context.setLineDash([...dash])
    this.#way(lines, place)
    this.#context.stroke()
    this.#context.setLineDash([])
  }

  #dot({ at, radius, colour, opacity = 1, rim, rimWidth }: Extract<OverlayMark, { draw: 'dot' }>, place: Place): void {
    const context = this.#context
    const [x, y] = place(at)
    context.beginPath()
    context.arc(x, y, radius, 0, 2 * Math.PI)
    context.globalAlpha = opacity
    context.fillStyle = colour
    context.fill()
    context.beginPath()
    // Around it, as the map draws rims.
    context.arc(x, y, radius + rimWidth / 2, 0, 2 * Math.PI)
    context.globalAlpha = 1
    context.strokeStyle = rim
    context.lineWidth = rimWidth
    context.stroke()
  }

  #labels(place: Place): void {
    const context = this.#context
    const labels = this.#marks.filter((each) => each.draw === 'label')
    if (labels.length === 0) return
    context.globalAlpha = 1
    context.font = `${FONT_PX}px ${getComputedStyle(this.#canvas).fontFamily}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineWidth = 2 * HALO_PX
    const widthOf = (text: string): number => context.measureText(text).width
    for (const { label, x, y, radians } of labelsThatFit(labels, place, metresPerPixel(this.#map), widthOf)) {
      context.save()
      context.translate(x, y)
      context.rotate(radians)
      context.strokeStyle = label.halo
      context.fillStyle = label.colour
      context.strokeText(label.text, 0, 0)
      context.fillText(label.text, 0, 0)
      context.restore()
    }
  }
}

/**
 * Tracing paper on the map: what is being drawn lies on a canvas of its own, so that a move of the pen is seen in the next
 * frame and the map is not drawn anew for it. Where the processor draws the map that would take a tenth of a second and
 * both hands of it, just when the cut and its price are awaited.
 */
import type { Position } from 'geojson'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Ink } from './drawing/ink.ts'
import { FONT_PX, labelsThatFit, type Place } from './drawing/labels.ts'
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

export class Tracing {
  readonly #map: MapLibreMap
  readonly #canvas = document.createElement('canvas')
  readonly #paper = this.#canvas.getContext('2d')!
  #ink: readonly Ink[] = []
  /** Where the map looked when it was last drawn. */
  #drawnAt = ''

  constructor(map: MapLibreMap) {
    this.#map = map
    this.#canvas.className = 'tracing'
    this.#canvas.ariaHidden = 'true'
    this.#canvas.hidden = true
    map.getCanvasContainer().append(this.#canvas)
    map.on('render', () => {
      if (this.#ink.length > 0 && this.#view() !== this.#drawnAt) this.#draw()
    })
  }

  /** @param ink bottom to top; the same object while it is the same */
  show(ink: readonly Ink[]): void {
    if (ink === this.#ink) return
    this.#ink = ink
    // A layer of the page costs in every frame, also when nothing is on it.
    this.#canvas.hidden = ink.length === 0
    if (ink.length > 0) this.#draw()
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
    const paper = this.#paper
    paper.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    paper.clearRect(0, 0, clientWidth, clientHeight)
    paper.lineJoin = 'round'
    const place = placeOn(this.#map)
    for (const each of this.#ink) {
      if (each.draw === 'fill') this.#fill(each, place)
      else if (each.draw === 'line') this.#line(each, place)
      else if (each.draw === 'dot') this.#dot(each, place)
    }
    this.#labels(place)
    this.#drawnAt = this.#view()
  }

  #way(lines: readonly Position[][], place: Place): void {
    this.#paper.beginPath()
    for (const line of lines)
      for (const [i, at] of line.entries()) {
        const [x, y] = place(at)
        if (i === 0) this.#paper.moveTo(x, y)
        else this.#paper.lineTo(x, y)
      }
  }

  #fill({ rings, colour, opacity }: Extract<Ink, { draw: 'fill' }>, place: Place): void {
    this.#paper.globalAlpha = opacity
    this.#paper.fillStyle = colour
    this.#way(rings, place)
    this.#paper.fill('evenodd')
  }

  #line({ lines, colour, width, opacity = 1, dash = [] }: Extract<Ink, { draw: 'line' }>, place: Place): void {
    this.#paper.globalAlpha = opacity
    this.#paper.strokeStyle = colour
    this.#paper.lineWidth = width
    this.#paper.lineCap = dash.length > 0 ? 'butt' : 'round'
    this.#paper.setLineDash([...dash])
    this.#way(lines, place)
    this.#paper.stroke()
    this.#paper.setLineDash([])
  }

  #dot({ at, radius, colour, opacity = 1, rim, rimWidth }: Extract<Ink, { draw: 'dot' }>, place: Place): void {
    const paper = this.#paper
    const [x, y] = place(at)
    paper.beginPath()
    paper.arc(x, y, radius, 0, 2 * Math.PI)
    paper.globalAlpha = opacity
    paper.fillStyle = colour
    paper.fill()
    paper.beginPath()
    // Around it, as the map draws rims.
    paper.arc(x, y, radius + rimWidth / 2, 0, 2 * Math.PI)
    paper.globalAlpha = 1
    paper.strokeStyle = rim
    paper.lineWidth = rimWidth
    paper.stroke()
  }

  #labels(place: Place): void {
    const paper = this.#paper
    const labels = this.#ink.filter((each) => each.draw === 'label')
    if (labels.length === 0) return
    paper.globalAlpha = 1
    paper.font = `${FONT_PX}px ${getComputedStyle(this.#canvas).fontFamily}`
    paper.textAlign = 'center'
    paper.textBaseline = 'middle'
    paper.lineWidth = 2 * HALO_PX
    const widthOf = (text: string): number => paper.measureText(text).width
    for (const { label, x, y, radians } of labelsThatFit(labels, place, metresPerPixel(this.#map), widthOf)) {
      paper.save()
      paper.translate(x, y)
      paper.rotate(radians)
      paper.strokeStyle = label.halo
      paper.fillStyle = label.colour
      paper.strokeText(label.text, 0, 0)
      paper.fillText(label.text, 0, 0)
      paper.restore()
    }
  }
}

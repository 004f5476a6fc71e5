/** All that one draws with on the map: vertices one by one, freehand and dragging, and the overlay that shows it. */
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Margins } from '../map-layer.ts'
import { Overlay } from '../overlay.ts'
import { isTooFar } from '../scale.ts'
import { type DrawingEvents, type DrawingRequest, FreehandTool, isFreehandTool } from './freehand-tool.ts'
import type { OverlayMark } from './overlay-marks.ts'
import type { SnapLines } from './snap.ts'
import { VertexTool } from './vertex-tool.ts'

export class DrawingTools {
  readonly #map: MapLibreMap
  readonly #report: DrawingEvents
  readonly #vertexTool: VertexTool
  readonly #overlay: Overlay
  #freehandTool: FreehandTool | null = null
  #held: DrawingRequest | null = null
  #isFar = false

  /** @param map that has a style */
  constructor(
    map: MapLibreMap,
    report: DrawingEvents,
    margins: Margins,
    near: (x: number, y: number, reachPx: number) => SnapLines,
  ) {
    this.#map = map
    this.#report = report
    this.#vertexTool = new VertexTool(map, report, margins, near)
    this.#overlay = new Overlay(map)
    map.on('zoom', () => this.#judge())
  }

  /** @param marks the same object while it is the same */
  hold(wanted: DrawingRequest, marks: readonly OverlayMark[]): void {
    this.#overlay.show(marks)
    this.#held = wanted
    this.#judge()
    this.#takeFreehand()
    this.#vertexTool.hold(wanted)
  }

  /** Freehand rests where the map is too far away; the vertex tool asks at each click. */
  #takeFreehand(): void {
    const wanted = this.#held
    if (!wanted) return
    if (isFreehandTool(wanted.tool)) this.#freehandTool ??= new FreehandTool(this.#map, this.#report)
    this.#freehandTool?.hold(this.#isFar && wanted.tool === 'freehand' ? { ...wanted, tool: 'none' } : wanted)
  }

  #judge(): void {
    const { tool, nearOnly } = this.#held ?? {}
    const isFar = nearOnly === true && tool !== 'none' && tool !== 'edit' && isTooFar(this.#map)
    if (isFar === this.#isFar) return
    this.#isFar = isFar
    this.#report.far(isFar)
    this.#takeFreehand()
  }

  stop(): void {
    this.#freehandTool?.stop()
    this.#vertexTool.stop()
  }
}

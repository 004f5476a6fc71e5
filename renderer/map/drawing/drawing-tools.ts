/** All that one draws with on the map: the hand that places corners, the pen for gestures, and the paper that shows it. */
import type { Map as MapLibreMap } from 'maplibre-gl'
import { isTooFar } from '../scale.ts'
import type { Margins } from '../sheet.ts'
import { Tracing } from '../tracing.ts'
import { Hand } from './hand.ts'
import type { Ink } from './ink.ts'
import { isPenTool, Pen, type PenReport, type PenRequest } from './pen.ts'
import type { SnapLines } from './snap.ts'

export class Kit {
  readonly #map: MapLibreMap
  readonly #report: PenReport
  readonly #hand: Hand
  readonly #tracing: Tracing
  #pen: Pen | null = null
  #held: PenRequest | null = null
  #isFar = false

  /** @param map that has a style */
  constructor(
    map: MapLibreMap,
    report: PenReport,
    margins: Margins,
    near: (x: number, y: number, reachPx: number) => SnapLines,
  ) {
    this.#map = map
    this.#report = report
    this.#hand = new Hand(map, report, margins, near)
    this.#tracing = new Tracing(map)
    map.on('zoom', () => this.#judge())
  }

  /** @param ink the same object while it is the same */
  hold(wanted: PenRequest, ink: readonly Ink[]): void {
    this.#tracing.show(ink)
    this.#held = wanted
    this.#judge()
    this.#takePen()
    this.#hand.hold(wanted)
  }

  /** Freehand rests where the map is too far away; the hand asks at each click. */
  #takePen(): void {
    const wanted = this.#held
    if (!wanted) return
    if (isPenTool(wanted.tool)) this.#pen ??= new Pen(this.#map, this.#report)
    this.#pen?.hold(this.#isFar && wanted.tool === 'freehand' ? { ...wanted, tool: 'none' } : wanted)
  }

  #judge(): void {
    const { tool, nearOnly } = this.#held ?? {}
    const isFar = nearOnly === true && tool !== 'none' && tool !== 'edit' && isTooFar(this.#map)
    if (isFar === this.#isFar) return
    this.#isFar = isFar
    this.#report.far(isFar)
    this.#takePen()
  }

  stop(): void {
    this.#pen?.stop()
    this.#hand.stop()
  }
}

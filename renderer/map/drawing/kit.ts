/** All that one draws with on the map: the hand that places corners, the pen for gestures, and the paper that shows it. */
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Margins } from '../sheet.ts'
import { Tracing } from '../tracing.ts'
import { Hand } from './hand.ts'
import type { Ink } from './ink.ts'
import { isPenTool, Pen, type PenReport, type PenRequest } from './pen.ts'

export class Kit {
  readonly #map: MapLibreMap
  readonly #report: PenReport
  readonly #hand: Hand
  readonly #tracing: Tracing
  #pen: Pen | null = null

  /** @param map that has a style */
  constructor(map: MapLibreMap, report: PenReport, margins: Margins) {
    this.#map = map
    this.#report = report
    this.#hand = new Hand(map, report, margins)
    this.#tracing = new Tracing(map)
  }

  /** @param ink the same object while it is the same */
  hold(wanted: PenRequest, ink: readonly Ink[]): void {
    this.#tracing.show(ink)
    if (isPenTool(wanted.tool)) this.#pen ??= new Pen(this.#map, this.#report)
    this.#pen?.hold(wanted)
    this.#hand.hold(wanted)
  }

  stop(): void {
    this.#pen?.stop()
    this.#hand.stop()
  }
}

/** What the map says of itself beside it: its scale, and whether something is still to come. */
import type { Map as MapLibreMap } from 'maplibre-gl'
import { scaleOf } from './scale.ts'

export interface StatusNow {
  /** Denominator. */
  readonly scale: number
  readonly isBusy: boolean
  /** Lines of the open result are still to be drawn for what is looked at. */
  readonly isVeiled: boolean
}

export class Status {
  readonly #heard = new Set<() => void>()
  #now: StatusNow

  constructor(map: MapLibreMap) {
    this.#now = { scale: scaleOf(map), isBusy: true, isVeiled: false }
    map.on('move', () => {
      const scale = scaleOf(map)
      // In a pan it is the same but for what is lost in reckoning.
      if (Math.abs(scale / this.#now.scale - 1) > 1e-4) this.#tell({ ...this.#now, scale })
    })
  }

  busy(isBusy: boolean): void {
    if (isBusy !== this.#now.isBusy) this.#tell({ ...this.#now, isBusy })
  }

  veil(isVeiled: boolean): void {
    if (isVeiled !== this.#now.isVeiled) this.#tell({ ...this.#now, isVeiled })
  }

  readonly now = (): StatusNow => this.#now

  readonly listen = (heard: () => void): (() => void) => {
    this.#heard.add(heard)
    return () => void this.#heard.delete(heard)
  }

  #tell(now: StatusNow): void {
    this.#now = now
    for (const heard of this.#heard) heard()
  }
}

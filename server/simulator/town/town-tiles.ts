/** Tiles of the invented town, drawn in a thread: the registry answers meanwhile. */

import { AskedThread } from '../../platform/processes/question-thread.ts'
import { TryLater } from '../../platform/refusal.ts'
import type { TownAddress } from '../control-port.ts'

/** The farthest zoom takes some seconds on a busy computer. */
const LONGEST_RUN_MS = 30_000

export interface TownTiles {
  /** @returns a PNG of 512 pixels, or null where nothing lies; throws Error when the thread fails */
  draw(at: TownAddress): Promise<Uint8Array | null>
  close(): Promise<void>
}

/** @param grid of RD New; null: the approximation */
export function createTownTiles(grid: ArrayBuffer | null): TownTiles {
  let thread: AskedThread<TownAddress, Uint8Array | null> | undefined
  const start = (): NonNullable<typeof thread> =>
    new AskedThread(new URL('./town-thread.ts', import.meta.url), {
      name: 'town thread',
      data: grid,
      longestRunMs: LONGEST_RUN_MS,
      tooMuch: () => new Error('A tile took too long to draw'),
    })
  return {
    async draw(at) {
      for (;;) {
        if (!thread?.isAlive) thread = start()
        const png = await thread.ask(at)
        if (png !== 'ask again') return png
      }
    },
    close: async () => thread?.end(new TryLater('The simulator is stopping.')),
  }
}

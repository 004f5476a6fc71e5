/** Tiles of the invented town, drawn in a thread: the registry answers meanwhile. */
import { Worker } from 'node:worker_threads'
import type { TownAddress } from '../domain/ports/simulator.ts'

/** The farthest zoom takes some seconds on a busy computer. */
const LONGEST_RUN_MS = 30_000

export interface TownQuestion {
  id: number
  at: TownAddress
}
export interface TownAnswer {
  id: number
  png: Uint8Array | null
}

export interface TownTiles {
  /** @returns a PNG of 512 pixels, or null where nothing lies; throws Error when the thread fails */
  draw(at: TownAddress): Promise<Uint8Array | null>
  close(): Promise<void>
}

/** @param grid of RD New; null: the approximation */
export function createTownTiles(grid: ArrayBuffer | null): TownTiles {
  const waiting = new Map<number, PromiseWithResolvers<Uint8Array | null>>()
  let thread: Worker | undefined
  let lastId = 0

  const end = async (error: Error): Promise<void> => {
    const ended = thread
    thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    await ended?.terminate()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./town-thread.ts', import.meta.url), { workerData: grid })
    started.unref()
    started.on('message', ({ id, png }: TownAnswer) => waiting.get(id)?.resolve(png))
    started.on('error', (error: Error) => void end(error))
    return started
  }

  return {
    async draw(at) {
      thread ??= start()
      const id = ++lastId
      const drawn = Promise.withResolvers<Uint8Array | null>()
      waiting.set(id, drawn)
      const deadline = setTimeout(() => void end(new Error('A tile took too long to draw')), LONGEST_RUN_MS)
      thread.postMessage({ id, at } satisfies TownQuestion)
      try {
        return await drawn.promise
      } finally {
        clearTimeout(deadline)
        waiting.delete(id)
      }
    },
    close: () => end(new Error('The simulator is stopping')),
  }
}

/**
 * Tiles beside the event loop: a thread reads and cuts, and what it made is kept, packed, as long as there is room. A
 * result never changes under its path, so nothing here grows stale.
 */
import { Worker } from 'node:worker_threads'
import { ANSWER_QUEUE, type Asker, fairLimit } from '../domain/fair-limit.ts'
import type { GroundAddress, GroundTileMaker } from '../domain/look/ground-tiles.ts'
import type { SealedResult, TileAddress, Tiles } from '../domain/look/map-tiles.ts'

export interface TileQuestion {
  id: number
  /** Absolute; several only of the ground. */
  paths: readonly string[]
  /** Null: only get the result ready. */
  at: TileAddress | GroundAddress | (GroundAddress & { isTown: true }) | null
}
export type TileAnswer = { id: number; packed: Uint8Array | null } | { id: number; bug: string }

export interface TilePool extends Tiles, GroundTileMaker {
  close(): Promise<void>
}

/** One is cut while the next one is ready to be. */
const AT_ONCE = 2
/** Several maps of dozens of tiles each. */
const MAX_WAITING = { ofOne: 400, ofAll: 1000 }
const BYTES_KEPT = 64 * 1024 * 1024
/** What an entry costs besides its bytes, so that empty tiles count too. */
const ENTRY_BYTES = 200

/** @param local absolute path of a result on this disk */
export function createTilePool({
  local,
  grid,
}: {
  local(gpkg: SealedResult): Promise<string>
  grid: ArrayBuffer | null
}): TilePool {
  const kept = new Map<string, Promise<Uint8Array | null>>()
  const sizes = new Map<string, number>()
  let bytes = 0
  let thread: TileThread | undefined

  const ask = fairLimit(
    { atOnce: AT_ONCE, mostWaiting: MAX_WAITING, longestWaitMs: ANSWER_QUEUE.longestWaitMs },
    (_gpkgs: readonly SealedResult[], _at: TileQuestion['at'], asker: Asker) => asker,
    async (gpkgs, at): Promise<Uint8Array | null> => {
      const paths = await Promise.all(gpkgs.map(local))
      if (!thread?.alive) thread = new TileThread(grid)
      return thread.ask(paths, at)
    },
  )
  const forget = (name: string): void => {
    kept.delete(name)
    bytes -= sizes.get(name) ?? 0
    sizes.delete(name)
  }
  const keep = (name: string, size: number): void => {
    sizes.set(name, size)
    bytes += size
    for (const oldest of kept.keys()) {
      if (bytes <= BYTES_KEPT) return
      forget(oldest)
    }
  }
  const once = (gpkgs: readonly SealedResult[], address: string, at: TileQuestion['at'], { companyId }: Asker) => {
    const name = `${gpkgs.map(({ key }) => key).join(' ')}/${address}`
    const known = kept.get(name)
    // Others may wait for the same tile: who leaves takes it from nobody.
    const answer = known ?? ask(gpkgs, at, { companyId })
    // Put at the end: the first is the one that was not asked for longest.
    kept.delete(name)
    kept.set(name, answer)
    if (!known) {
      answer.then(
        (packed) => keep(name, ENTRY_BYTES + (packed?.byteLength ?? 0)),
        () => forget(name),
      )
    }
    return answer
  }
  return {
    tile: (gpkg, at, asker) => once([gpkg], at.join('/'), at, asker),
    ground: (gpkgs, at, asker) => once(gpkgs, `${at.matrix}/${at.z}/${at.x}/${at.y}`, at, asker),
    town: (at, asker) => once([], `town/${at.matrix}/${at.z}/${at.x}/${at.y}`, { ...at, isTown: true }, asker),
    prepare(gpkg, { companyId }) {
      // Whoever asks for a tile hears what is wrong.
      ask([gpkg], null, { companyId }).catch(() => {})
    },
    close: async () => thread?.stop(),
  }
}

interface Waiting {
  resolve(packed: Uint8Array | null): void
  reject(error: Error): void
}

class TileThread {
  alive = true
  private readonly worker: Worker
  private readonly waiting = new Map<number, Waiting>()
  private lastId = 0

  constructor(grid: ArrayBuffer | null) {
    this.worker = new Worker(new URL('./tile-thread.ts', import.meta.url), { workerData: { grid } })
    this.worker.unref()
    this.worker.on('message', (answer: TileAnswer) => this.settle(answer))
    this.worker.on('error', (error) => this.end(new Error('The tile thread failed', { cause: error })))
    this.worker.on('exit', () => this.end(new Error('The tile thread ended')))
  }

  ask(paths: readonly string[], at: TileQuestion['at']): Promise<Uint8Array | null> {
    const id = ++this.lastId
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject })
      this.worker.postMessage({ id, paths, at } satisfies TileQuestion)
    })
  }

  async stop(): Promise<void> {
    await this.worker.terminate()
  }

  private settle(answer: TileAnswer): void {
    const waiting = this.waiting.get(answer.id)
    this.waiting.delete(answer.id)
    if ('bug' in answer) waiting?.reject(new Error('A tile could not be made', { cause: answer.bug }))
    else waiting?.resolve(answer.packed)
  }

  private end(error: Error): void {
    this.alive = false
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

/**
 * Tiles beside the event loop: threads read and cut, and the pool keeps what they made, packed, as long as there is room. A
 * result never changes under its path, so nothing here grows stale. A thread serves one company at a time. A tile that
 * takes too long ends with its thread, and stays refused; the other tiles of that thread are asked for again.
 */
import { ANSWER_QUEUE, fairLimit, nobodyWaits, type Requester } from '../../platform/fair-limit.ts'
import { AskedThread } from '../../platform/processes/question-thread.ts'
import { Refusal, TryLater } from '../../platform/refusal.ts'
import type { MbtilesFacts } from '../geopackage/mbtiles.ts'
import type { GroundAddress, GroundTileMaker } from './ground-tile-grid.ts'
import type { SealedResult, TileAddress, Tiles } from './map-tiles.ts'
import type { SiteLayerReader, SiteLayers, SiteMapRequest } from './site-map.ts'

/** Of a map file: a tile as it lies there, or null for what the file says of itself. */
interface OfMbtiles {
  mbtiles: TileAddress | null
}

export interface TileQuestion {
  /** Absolute; several only of the ground. */
  paths: readonly string[]
  /** Null: only get the result ready. */
  at: TileAddress | GroundAddress | OfMbtiles | SiteMapRequest | null
}
export type TileAnswer =
  | { packed: Uint8Array | null }
  /** Tiles that are worth making before anybody asks. */
  | { heavy: TileAddress[] }
  | { facts: MbtilesFacts | 'no index' }
  | { site: SiteLayers }

/** Reads map files that come from anywhere. Throws Error when it is none, Refusal TOOK_TOO_LONG, and TryLater. */
export interface MapFileReader {
  mbtilesFacts(path: string, asker: Requester): Promise<MbtilesFacts | 'no index'>
  mbtilesTile(path: string, at: TileAddress, asker: Requester): Promise<Uint8Array | null>
}

export interface TilePool extends Tiles, GroundTileMaker, SiteLayerReader, MapFileReader {
  close(): Promise<void>
}

/** In the company's one thread: one is cut while the next one is ready to be. */
const AT_ONCE = 2
/** One for each company that has a place: `AT_ONCE` of one company, and one of another. */
const MAX_THREADS = AT_ONCE + 1
/** Several maps of dozens of tiles each. */
const MAX_WAITING = { ofOne: 400, ofAll: 1000 }
/** A result of 100,000 features is read in a second, and its fullest tile is cut in less. */
const LONGEST_RUN_MS = 30_000
/** A result of 100,000 features takes some 100 MB. */
const THREAD_HEAP_MB = 1024
const BYTES_KEPT = 64 * 1024 * 1024
/** What an entry costs besides its bytes, so that empty tiles count too. */
const ENTRY_BYTES = 200
/** Results whose heavy tiles were asked for. */
const PREPARED_KEPT = 200

export interface TilePoolOptions {
  /** @returns absolute path of a result on this disk */
  local(gpkg: SealedResult): Promise<string>
  grid: ArrayBuffer | null
  /** Where the thread's code is */
  threadFile?: URL
  longestRunMs?: number
}

type PackedTile = Uint8Array | null

interface CachedTile {
  answer: Promise<PackedTile>
  bytes: number
  /** Callers that still wait; when the last one hangs up before a thread was asked, nothing is asked. */
  callers: number
  isAsked: boolean
  abandon: AbortController
}

export function createTilePool({
  local,
  grid,
  threadFile = new URL('./tile-thread.ts', import.meta.url),
  longestRunMs = LONGEST_RUN_MS,
}: TilePoolOptions): TilePool {
  const kept = new Map<string, CachedTile>()
  const prepared = new Set<string>()
  let bytes = 0
  let threads: TileThread[] = []
  let isClosed = false

  /** The company's own; else a new one; else the one that was idle longest. */
  const threadOf = (companyId: string): TileThread => {
    threads = threads.filter(({ isAlive }) => isAlive)
    const own = threads.find((thread) => thread.companyId === companyId)
    if (own) return own
    const idle = threads.length < MAX_THREADS ? undefined : threads.find(({ isIdle }) => isIdle)
    const thread: TileThread =
      idle ??
      new AskedThread(threadFile, { name: 'tile thread', data: grid, heapMb: THREAD_HEAP_MB, longestRunMs, tooMuch })
    thread.companyId = companyId
    threads = [...threads.filter((other) => other !== thread), thread]
    return thread
  }
  const ask = fairLimit(
    { atOnce: AT_ONCE, mostWaiting: MAX_WAITING, longestWaitMs: ANSWER_QUEUE.longestWaitMs },
    (_paths: () => Promise<readonly string[]>, _at: TileQuestion['at'], asker: Requester, _onAsked?: () => void) =>
      asker,
    async (pathsOf, at, { companyId, signal }, onAsked?: () => void): Promise<TileAnswer> => {
      const paths = await pathsOf()
      if (signal?.aborted) throw nobodyWaits()
      onAsked?.()
      for (;;) {
        if (isClosed) throw stopping()
        const answer = await threadOf(companyId).ask({ paths, at })
        if (answer !== 'ask again') return answer
      }
    },
  )
  const localOf = (gpkgs: readonly SealedResult[]) => () => Promise.all(gpkgs.map(local))
  const forget = (name: string, entry: CachedTile): void => {
    if (kept.get(name) !== entry) return
    kept.delete(name)
    bytes -= entry.bytes
  }
  const keep = (name: string, entry: CachedTile, size: number): void => {
    if (kept.get(name) !== entry) return
    entry.bytes = size
    bytes += size
    for (const [oldest, old] of kept) {
      if (bytes <= BYTES_KEPT) return
      forget(oldest, old)
    }
  }
  const begin = (
    name: string,
    gpkgs: readonly SealedResult[],
    at: TileQuestion['at'],
    companyId: string,
  ): CachedTile => {
    const abandon = new AbortController()
    const done = ask(localOf(gpkgs), at, { companyId, signal: abandon.signal }, () => {
      entry.isAsked = true
    })
    const answer = done.then((made) => ('packed' in made ? made.packed : null))
    const entry: CachedTile = { answer, bytes: 0, callers: 0, isAsked: false, abandon }
    answer.then(
      (packed) => keep(name, entry, ENTRY_BYTES + (packed?.byteLength ?? 0)),
      // What took too long would take as long again.
      (error) => (error instanceof Refusal ? keep(name, entry, ENTRY_BYTES) : forget(name, entry)),
    )
    return entry
  }
  const once = async (
    gpkgs: readonly SealedResult[],
    address: string,
    at: TileQuestion['at'],
    { companyId, signal }: Requester,
  ): Promise<PackedTile> => {
    if (signal?.aborted) throw nobodyWaits()
    const name = `${gpkgs.map(({ key }) => key).join(' ')}/${address}`
    const known = kept.get(name)
    const entry = known && !known.abandon.signal.aborted ? known : begin(name, gpkgs, at, companyId)
    // Put at the end: the first is the one that was not asked for longest.
    kept.delete(name)
    kept.set(name, entry)
    entry.callers++
    const leave = (): void => {
      if (--entry.callers === 0 && !entry.isAsked) entry.abandon.abort()
    }
    signal?.addEventListener('abort', leave)
    try {
      return await entry.answer
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
  const tile = (gpkg: SealedResult, at: TileAddress, asker: Requester) => once([gpkg], at.join('/'), at, asker)
  /** One heavy tile at a time, so that a tile that is asked for meanwhile has a place. */
  const prepare = async (gpkg: SealedResult, companyId: string): Promise<void> => {
    const done = await ask(localOf([gpkg]), null, { companyId })
    for (const at of 'heavy' in done ? done.heavy : []) await tile(gpkg, at, { companyId })
  }
  const prepareOnce = (gpkg: SealedResult, companyId: string): void => {
    if (prepared.has(gpkg.key)) return
    prepared.add(gpkg.key)
    const [oldest] = prepared
    if (prepared.size > PREPARED_KEPT) prepared.delete(oldest!)
    // Who asks for a tile hears what is wrong with it.
    prepare(gpkg, companyId).catch(() => {})
  }
  return {
    tile(gpkg, at, asker) {
      const asked = tile(gpkg, at, asker)
      prepareOnce(gpkg, asker.companyId)
      return asked
    },
    ground: (gpkgs, at, asker) => once(gpkgs, `${at.matrix}/${at.z}/${at.x}/${at.y}`, at, asker),
    prepare: (gpkg, { companyId }) => prepareOnce(gpkg, companyId),
    siteLayers: async (gpkg, asked, asker) => {
      const done = await ask(localOf([gpkg]), asked, asker)
      if ('site' in done) return done.site
      throw new Error('The tile thread answered another question')
    },
    mbtilesFacts: async (path, asker) => {
      const done = await ask(async () => [path], { mbtiles: null }, asker)
      return 'facts' in done ? done.facts : 'no index'
    },
    mbtilesTile: async (path, at, asker) => {
      const done = await ask(async () => [path], { mbtiles: at }, asker)
      return 'packed' in done ? done.packed : null
    },
    close: async () => {
      isClosed = true
      await Promise.all(threads.map((thread) => thread.end(stopping())))
    },
  }
}

type TileThread = AskedThread<TileQuestion, TileAnswer> & { companyId?: string }

const stopping = (): TryLater => new TryLater('The server is stopping.', { reason: 'busy' })

const tooMuch = (): Refusal =>
  new Refusal(
    'TOOK_TOO_LONG',
    'This part of the map holds too much to draw. Open the GeoPackage of the result in a GIS program.',
  )

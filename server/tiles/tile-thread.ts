/** The thread of tile-pool.ts: keeps the results that were last asked for in memory and cuts tiles out of them. */
import { setImmediate as turn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import type { TileAddress } from '../domain/look/map-tiles.ts'
import { useGrid as installGrid } from '../domain/rd/rd.ts'
import type { SiteAsked, SiteLayers } from '../domain/site/site-map.ts'
import { openResult } from '../store/geopackage/read.ts'
import { mbtilesFacts, mbtilesTile } from '../store/mbtiles.ts'
import { groundTile } from './ground-tiles.ts'
import { siteLayers } from './site-layers.ts'
import type { TileAnswer, TileQuestion, TileThreadData } from './tile-pool.ts'
import { type TiledResult, tiledResult } from './tiled-result.ts'

/** A result of 100,000 features takes some 100 MB, and there may be three threads. */
const RESULTS_KEPT = 2
/** Of the answers most are a few kB: more effort would save little and cost more than the tile. */
const GZIP_LEVEL = 3

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')

const data = workerData as TileThreadData
if (data.grid) await installGrid(data.grid)
const workingOn = new Int32Array(data.workingOn)

const results = new Map<string, TiledResult>()

port.postMessage({ ready: true } satisfies TileAnswer)
port.on('message', async (question: TileQuestion) => {
  port.postMessage(await answer(question))
})

async function answer({ id, paths, at }: TileQuestion): Promise<TileAnswer> {
  Atomics.store(workingOn, 0, id)
  try {
    if (at !== null && 'mbtiles' in at) return ofMbtiles(id, paths[0]!, at.mbtiles)
    if (at !== null && 'matrix' in at) return { id, packed: await groundTile(paths, at) }
    if (at !== null && 'extent' in at) return { id, site: await siteOf(paths[0]!, at, id) }
    const result = resultAt(paths[0]!)
    if (at !== null) {
      const tile = await inSlices(result.tile(...at), id)
      return { id, packed: tile && gzipSync(tile, { level: GZIP_LEVEL }) }
    }
    // A tile that was asked for goes first.
    await turn()
    Atomics.store(workingOn, 0, id)
    return { id, heavy: result.heavy() }
  } catch (error) {
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

const ofMbtiles = (id: number, path: string, at: TileAddress | null): TileAnswer =>
  at === null ? { id, facts: mbtilesFacts(path) } : { id, packed: mbtilesTile(path, ...at) }

async function siteOf(path: string, asked: SiteAsked, id: number): Promise<SiteLayers> {
  const reader = openResult(path)
  try {
    return await inSlices(siteLayers(reader, asked), id)
  } finally {
    reader.close()
  }
}

/** Other questions have their turn between the slices. */
async function inSlices<R>(slices: Generator<void, R>, id: number): Promise<R> {
  for (;;) {
    Atomics.store(workingOn, 0, id)
    const { done, value } = slices.next()
    if (done) return value
    await turn()
  }
}

/** A result is sealed: what was read once stays true under its path. */
function resultAt(path: string): TiledResult {
  const result = results.get(path) ?? read(path)
  // Put at the end: the first is the one that was not asked for longest.
  results.delete(path)
  results.set(path, result)
  const [oldest] = results.keys()
  if (results.size > RESULTS_KEPT && oldest !== undefined) results.delete(oldest)
  return result
}

function read(path: string): TiledResult {
  const reader = openResult(path)
  try {
    return tiledResult(reader)
  } finally {
    reader.close()
  }
}

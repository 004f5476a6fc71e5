/** The thread of tile-pool.ts: keeps the results that were last asked for in memory and cuts tiles out of them. */
import { setImmediate as turn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import type { TileAddress } from '../domain/look/map-tiles.ts'
import { useGrid as installGrid } from '../domain/rd/rd.ts'
import { openResult } from '../store/geopackage/read.ts'
import { groundTile, townTile } from './ground-tiles.ts'
import type { TileAnswer, TileQuestion } from './tile-pool.ts'
import { type TiledResult, tiledResult } from './tiled-result.ts'

/** A result of 100,000 features takes some 100 MB. */
const RESULTS_KEPT = 3
/** Of the answers most are a few kB: more effort would save little and cost more than the tile. */
const GZIP_LEVEL = 3

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')

const grid = (workerData as { grid: ArrayBuffer | null }).grid
if (grid) await installGrid(grid)

interface Opened {
  result: TiledResult
  /** By address: tiles that were, or are being, cut before anybody asked. */
  ahead: Map<string, Promise<Uint8Array | null>>
}
const results = new Map<string, Opened>()

port.on('message', async (question: TileQuestion) => {
  port.postMessage(await answer(question))
})

async function answer({ id, paths, at }: TileQuestion): Promise<TileAnswer> {
  try {
    if (at !== null && 'isTown' in at) return { id, packed: await townTile(at) }
    if (at !== null && 'matrix' in at) return { id, packed: await groundTile(paths, at) }
    const { result, ahead } = openedAt(paths[0]!)
    return { id, packed: at && (await (ahead.get(at.join('/')) ?? cut(result, at))) }
  } catch (error) {
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Others have their turn between the slices. */
async function cut(result: TiledResult, at: TileAddress): Promise<Uint8Array | null> {
  const slices = result.tile(...at)
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value && gzipSync(value, { level: GZIP_LEVEL })
    await turn()
  }
}

/** One after another, as long as the result is kept. */
async function cutAhead(path: string, { result, ahead }: Opened): Promise<void> {
  for (const at of result.heavy()) {
    await turn()
    if (results.get(path)?.result !== result) return
    const made = cut(result, at)
    ahead.set(at.join('/'), made)
    await made
  }
}

/** A result is sealed: what was read once stays true under its path. */
function openedAt(path: string): Opened {
  const known = results.get(path)
  // Put at the end: the first is the one that was not asked for longest.
  results.delete(path)
  const opened = known ?? { result: read(path), ahead: new Map() }
  results.set(path, opened)
  const [oldest] = results.keys()
  if (results.size > RESULTS_KEPT && oldest !== undefined) results.delete(oldest)
  // What is wrong with a tile is told to whoever asks for it.
  if (!known) cutAhead(path, opened).catch(() => {})
  return opened
}

function read(path: string): TiledResult {
  const reader = openResult(path)
  try {
    return tiledResult(reader)
  } finally {
    reader.close()
  }
}

/** The thread of tile-pool.ts: keeps the results that were last asked for in memory and cuts tiles out of them. */
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { useGrid as installGrid } from '../domain/rd.ts'
import { openResult } from '../store/geopackage/read.ts'
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

const results = new Map<string, TiledResult>()

port.on('message', (question: TileQuestion) => {
  port.postMessage(answer(question))
})

function answer({ id, path, at }: TileQuestion): TileAnswer {
  try {
    const result = resultAt(path)
    const bytes = at && result.tile(...at)
    return { id, packed: bytes ? gzipSync(bytes, { level: GZIP_LEVEL }) : null }
  } catch (error) {
    return { id, bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** A result is sealed: what was read once stays true under its path. */
function resultAt(path: string): TiledResult {
  const known = results.get(path)
  // Put at the end: the first is the one that was not asked for longest.
  results.delete(path)
  const result = known ?? read(path)
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

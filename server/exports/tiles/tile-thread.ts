/** The thread of tile-pool.ts: keeps the results that were last asked for in memory and cuts tiles out of them. */
import { gzipSync } from 'node:zlib'
import { useGrid as installGrid } from '../../geometry/rd/rd.ts'
import { answerQuestions, threadData } from '../../platform/processes/answering-thread.ts'
import { mbtilesFacts, mbtilesTile } from '../geopackage/mbtiles.ts'
import { loadSqlite, openResult } from '../geopackage/read.ts'
import { groundTile } from './ground-tiles.ts'
import type { TileAddress } from './map-tiles.ts'
import { siteLayers } from './site-layers.ts'
import type { SiteLayers, SiteMapRequest } from './site-map.ts'
import type { TileAnswer, TileQuestion } from './tile-pool.ts'
import { type TiledResult, tiledResult } from './tiled-result.ts'

/** A result of 100,000 features takes some 100 MB, and there may be three threads. */
const RESULTS_KEPT = 2
/** Of the answers most are a few kB: more effort would save little and cost more than the tile. */
const GZIP_LEVEL = 3

const grid = threadData<ArrayBuffer | null>()
if (grid) await installGrid(grid)
loadSqlite()

const results = new Map<string, TiledResult>()

answerQuestions(async ({ paths, at }: TileQuestion, pause): Promise<TileAnswer> => {
  if (at !== null && 'mbtiles' in at) return ofMbtiles(paths[0]!, at.mbtiles)
  if (at !== null && 'matrix' in at) return { packed: await groundTile(paths, at) }
  if (at !== null && 'extent' in at) return { site: await siteOf(paths[0]!, at, pause) }
  const result = resultAt(paths[0]!)
  if (at !== null) {
    const tile = await inSlices(result.tile(...at), pause)
    return { packed: tile && gzipSync(tile, { level: GZIP_LEVEL }) }
  }
  // A tile that was asked for goes first.
  await pause()
  return { heavy: result.heavy() }
})

const ofMbtiles = (path: string, at: TileAddress | null): TileAnswer =>
  at === null ? { facts: mbtilesFacts(path) } : { packed: mbtilesTile(path, ...at) }

type Pause = () => Promise<void>

async function siteOf(path: string, asked: SiteMapRequest, pause: Pause): Promise<SiteLayers> {
  const reader = openResult(path)
  try {
    return await inSlices(siteLayers(reader, asked), pause)
  } finally {
    reader.close()
  }
}

/** Other questions have their turn between the slices. */
async function inSlices<R>(slices: Generator<void, R>, pause: Pause): Promise<R> {
  for (;;) {
    const { done, value } = slices.next()
    if (done) return value
    await pause()
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

/**
 * Maps of provinces, out of a map of the world on another server (PMTiles, asked for by ranges) into an MBTiles file in the
 * data folder. Only the tiles of the province are fetched, a few megabytes at a time, so memory does not grow with it; what
 * came stays through a stop, a failure and the end of this process, and is not fetched again.
 */
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Compression, TileType } from 'pmtiles'
import { isDiskFull } from '../domain/disk-full.ts'
import {
  MAX_MAP_BYTES,
  MAX_MAP_TILES,
  MAX_TILE_BYTES,
  type MapDownload,
  MapDownloadFailed,
  type MapDownloads,
  type Piece,
  tilesIn,
  together,
} from '../domain/look/map-download.ts'
import { PROVINCES, type Province } from '../domain/look/provinces.ts'
import { filledFrom, fillMbtiles } from '../store/mbtiles-filling.ts'
import { createOfflineMaps } from './offline-maps.ts'
import { openRemotePmtiles, type RemotePmtiles, type RemoteSource } from './remote-pmtiles.ts'
import type { MapFileReader } from './tile-pool.ts'

/** Builds of every day are kept there for some days. */
const BUILDS = 'https://build.protomaps.com/{date}.pmtiles'
const DAYS_BACK = 10
const DAY_MS = 86_400_000
const RANGE_BYTES = 4 * 1024 ** 2
const GAP_BYTES = 32 * 1024
/** What stays free for databases and results. */
const SPARE_BYTES = 1024 ** 3

export interface MapDownloadOptions {
  dataDir: string
  /** Where maps of the world lie, with `{date}` (YYYYMMDD) where there is one for each day */
  builds?: string | null
  space(): Promise<{ free: number } | null>
  source?: Partial<RemoteSource>
  now?: () => number
}

interface Wanted extends Piece {
  z: number
  x: number
  y: number
}

interface Running extends MapDownload {
  stopping: AbortController
}

/** What of the needs of actions are map files. */
export const mapFiles = (options: MapDownloadOptions, reader: MapFileReader) => ({
  offlineMaps: createOfflineMaps(reader),
  mapDownloads: createMapDownloads(options),
})

export function createMapDownloads(options: MapDownloadOptions): MapDownloads {
  const { dataDir, space, now = Date.now } = options
  const builds = options.builds ?? BUILDS
  const source: RemoteSource = { fetch, pauseMs: 1000, patienceMs: 60_000, ...options.source }
  const running = new Map<string, Running>()
  const folderOf = (companyId: string) => join(dataDir, 'maps', companyId)
  const partOf = (companyId: string, province: Province) => join(folderOf(companyId), `${province}.part`)

  const start = (companyId: string, province: Province, work: (one: Running) => Promise<void>): MapDownload => {
    const former = running.get(companyId)
    former?.stopping.abort()
    const known = former?.province === province ? former : null
    const one: Running = {
      province,
      state: 'measuring',
      fault: null,
      bytes: known?.bytes ?? null,
      bytesHere: known?.bytesHere ?? 0,
      stopping: new AbortController(),
    }
    running.set(companyId, one)
    work(one).catch((error) => {
      one.state = one.stopping.signal.aborted ? 'stopped' : 'failed'
      if (one.state === 'failed') one.fault = faultOf(error)
    })
    return shown(one)
  }

  /** The one that was begun with, while it is there; else the newest. */
  const openBuild = async (begun: string | null, signal: AbortSignal): Promise<RemotePmtiles> => {
    const days = builds.includes('{date}') ? DAYS_BACK : 1
    const dates = Array.from({ length: days }, (_, back) =>
      new Date(now() - back * DAY_MS).toISOString().slice(0, 10).replaceAll('-', ''),
    )
    const all = dates.map((date) => builds.replace('{date}', date))
    for (const url of begun && all.includes(begun) ? [begun, ...all] : all) {
      const found = await openRemotePmtiles(source, url, signal)
      if (found) return found
    }
    throw new MapDownloadFailed('MAP_SOURCE_UNREACHABLE', { cause: 'There is no build of the last days' })
  }

  const measured = async (one: Running, companyId: string) => {
    const { signal } = one.stopping
    const part = partOf(companyId, one.province)
    const build = await openBuild(filledFrom(part), signal)
    const wanted: Wanted[] = []
    const { minZoom, maxZoom } = build.header
    for (const [z, x, y] of tilesIn(PROVINCES[one.province].frame, minZoom, maxZoom)) {
      const piece = await build.pieceOf(z, x, y, signal)
      if (piece && piece.length > MAX_TILE_BYTES) throw new MapDownloadFailed('MAP_SOURCE_UNUSABLE')
      if (piece) wanted.push({ z, x, y, ...piece })
      if (wanted.length > MAX_MAP_TILES) throw new MapDownloadFailed('MAP_TOO_LARGE')
    }
    one.bytes = wanted.reduce((sum, { length }) => sum + length, 0)
    if (one.bytes > MAX_MAP_BYTES) throw new MapDownloadFailed('MAP_TOO_LARGE')
    return { build, wanted, part }
  }

  const load = async (one: Running, companyId: string, whenWhole: (path: string) => Promise<void>): Promise<void> => {
    const { signal } = one.stopping
    const { build, wanted, part } = await measured(one, companyId)
    const room = await space()
    if (room && room.free - one.bytes! < SPARE_BYTES) throw new MapDownloadFailed('MAP_NO_ROOM')
    const folder = folderOf(companyId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    one.state = 'loading'
    const filling = fillMbtiles(part, describe(one.province, build), build.url)
    try {
      const missing = wanted.filter(({ z, x, y }) => !filling.here.has(`${z}/${x}/${y}`))
      one.bytesHere = one.bytes! - missing.reduce((sum, { length }) => sum + length, 0)
      for (const group of together(missing, RANGE_BYTES, GAP_BYTES)) {
        const offset = group[0]!.offset
        const length = Math.max(...group.map((each) => each.offset + each.length)) - offset
        const bytes = await build.read({ offset, length }, signal)
        signal.throwIfAborted()
        filling.add(group.map((each) => ({ ...each, bytes: tileIn(bytes, offset, each, build) })))
        one.bytesHere += group.reduce((sum, each) => sum + each.length, 0)
      }
    } finally {
      filling.close()
    }
    const path = join(folder, `${one.province}-${new Date(now()).toISOString().replaceAll(/\D/g, '')}.mbtiles`)
    await rename(part, path)
    await whenWhole(path)
    one.state = 'done'
    // Of other provinces and of before: nobody shows them any more.
    for (const name of await readdir(folder)) {
      if (join(folder, name) !== path) await rm(join(folder, name), { force: true })
    }
  }

  return {
    of: (companyId) => {
      const one = running.get(companyId)
      return one ? shown(one) : null
    },
    measure: (companyId, province) =>
      start(companyId, province, async (one) => {
        await measured(one, companyId)
        one.state = 'measured'
      }),
    begin: (companyId, province, whenWhole) => {
      const now = running.get(companyId)
      // Pressed twice is meant once.
      if (now?.state === 'loading' && now.province === province) return shown(now)
      return start(companyId, province, (one) => load(one, companyId, whenWhole))
    },
    stop: (companyId) => {
      const one = running.get(companyId)
      if (!one) return null
      if (one.state === 'loading' || one.state === 'measuring') {
        one.stopping.abort()
        one.state = 'stopped'
      }
      return shown(one)
    },
  }
}

const shown = ({ stopping: _stopping, ...one }: Running): MapDownload => ({ ...one })

const faultOf = (error: unknown) =>
  error instanceof MapDownloadFailed ? error.fault : isDiskFull(error) ? 'MAP_NO_ROOM' : 'MAP_SOURCE_UNREACHABLE'

/** As MBTiles name what tiles hold; of MVT they want it packed with gzip. */
const FORMATS: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: 'pbf',
  [TileType.Png]: 'png',
  [TileType.Jpeg]: 'jpg',
  [TileType.Webp]: 'webp',
}

function describe(province: Province, { header, metadata }: RemotePmtiles): Record<string, string> {
  const format = FORMATS[header.tileType]
  const isPlain = header.tileCompression === Compression.None || header.tileCompression === Compression.Gzip
  if (!format || !isPlain) throw new MapDownloadFailed('MAP_SOURCE_UNUSABLE')
  const { name, frame } = PROVINCES[province]
  return {
    name,
    format,
    bounds: frame.join(','),
    minzoom: String(header.minZoom),
    maxzoom: String(header.maxZoom),
    attribution: typeof metadata.attribution === 'string' ? metadata.attribution : '© OpenStreetMap',
    json: JSON.stringify({ vector_layers: Array.isArray(metadata.vector_layers) ? metadata.vector_layers : [] }),
  }
}

function tileIn(bytes: Uint8Array, from: number, { offset, length }: Piece, { header }: RemotePmtiles): Uint8Array {
  const tile = bytes.subarray(offset - from, offset - from + length)
  const isPacked = tile[0] === 0x1f && tile[1] === 0x8b
  const isWhole = tile.length === length && (header.tileCompression !== Compression.Gzip || isPacked)
  if (!isWhole) throw new MapDownloadFailed('MAP_SOURCE_UNUSABLE')
  return tile
}

/**
 * The offline map: tiles out of one file on this computer, PMTiles (3) or MBTiles. Nothing is held open between two
 * tiles, so that a stick can be pulled out; what a file says of itself is kept until the file is another.
 */
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles'
import type { Requester } from '../../platform/fair-limit.ts'
import { TryLater } from '../../platform/refusal.ts'
import type { TileAddress } from './map-tiles.ts'
import { MAX_VECTOR_LAYERS, type OfflineMapFacts, type OfflineMaps, OfflineMapUnusable } from './offline-map.ts'
import type { MapFileReader } from './tile-pool.ts'
import { gunzipBytes, MAX_MAP_FILE_BYTES, toArrayBuffer, unpackBytes } from './unpacked.ts'

const DIRECTORIES_KEPT = 100
const WORLD = [-180, -85.0511, 180, 85.0511] as const
const MVT = 'application/vnd.mapbox-vector-tile'

interface OpenMap {
  facts: OfflineMapFacts
  tile(at: TileAddress, asker: Requester): Promise<Uint8Array | null>
}

/** @param reader of MBTiles, which are read in a thread with a deadline; PMTiles are read here, some ranges of bytes each */
export function createOfflineMaps(reader: MapFileReader): OfflineMaps {
  let latest: { version: string; map: Promise<OpenMap> } | undefined
  const mapAt = async (path: string, { companyId }: Requester): Promise<OpenMap> => {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw new OfflineMapUnusable('MAP_FILE_NOT_FOUND')
    const version = `${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}`
    const key = `${path} ${version}`
    if (latest?.version !== key) {
      const opened = { version: key, map: openMap(reader, path, version, { companyId }) }
      latest = opened
      // What failed once is tried again: a network drive has its moments.
      opened.map.catch(() => {
        if (latest === opened) latest = undefined
      })
    }
    return latest.map
  }
  const orUnreadable = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (cause) {
      if (cause instanceof OfflineMapUnusable || cause instanceof TryLater) throw cause
      throw new OfflineMapUnusable('MAP_FILE_UNREADABLE', { cause })
    }
  }
  return {
    facts: (path, asker) => orUnreadable(mapAt(path, asker).then(({ facts }) => facts)),
    tile: (path, at, asker) => orUnreadable(mapAt(path, asker).then((map) => map.tile(at, asker))),
  }
}

async function openMap(reader: MapFileReader, path: string, version: string, asker: Requester): Promise<OpenMap> {
  const start = Buffer.from(await readAt(path, 0, 16))
  if (start.toString('latin1', 0, 7) === 'PMTiles' && start[7] === 3) return openPmtiles(path, version)
  if (start.toString('latin1') === 'SQLite format 3\0') return openMbtiles(reader, path, version, asker)
  throw new OfflineMapUnusable('MAP_FILE_UNREADABLE')
}

const MEDIA_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Mvt]: MVT,
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
  [TileType.Avif]: 'image/avif',
}

async function openPmtiles(path: string, version: string): Promise<OpenMap> {
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => ({ data: await readAt(path, offset, length) }),
  }
  const file = new PMTiles(source, new ResolvedValueCache(DIRECTORIES_KEPT, undefined, unpackBytes), unpackBytes)
  const header = await file.getHeader()
  const metadata = (await file.getMetadata()) as Record<string, unknown>
  const mediaType = MEDIA_TYPES[header.tileType]
  if (!mediaType) throw new OfflineMapUnusable('MAP_TILES_UNKNOWN')
  return {
    facts: {
      format: 'pmtiles',
      name: textOf(metadata.name) ?? basename(path),
      attribution: textOf(metadata.attribution),
      mediaType,
      vectorLayers: mediaType === MVT ? layersOf(metadata.vector_layers) : null,
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      bounds: boundsOf([header.minLon, header.minLat, header.maxLon, header.maxLat]),
      version,
    },
    async tile([z, x, y]) {
      const found = await file.getZxy(z, x, y)
      return found ? new Uint8Array(found.data) : null
    },
  }
}

const MBTILES_TYPES: Readonly<Record<string, string>> = {
  pbf: MVT,
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
}

async function openMbtiles(reader: MapFileReader, path: string, version: string, asker: Requester): Promise<OpenMap> {
  const found = await reader.mbtilesFacts(path, asker)
  if (found === 'no index') throw new OfflineMapUnusable('MAP_FILE_NO_INDEX')
  const { metadata, zooms } = found
  const mediaType = MBTILES_TYPES[metadata.format ?? '']
  if (!mediaType || !zooms) throw new OfflineMapUnusable('MAP_TILES_UNKNOWN')
  const more = JSON.parse(metadata.json ?? '{}') as Record<string, unknown>
  return {
    facts: {
      format: 'mbtiles',
      name: textOf(metadata.name) ?? basename(path),
      attribution: textOf(metadata.attribution),
      mediaType,
      vectorLayers: mediaType === MVT ? layersOf(more.vector_layers) : null,
      minZoom: zooms[0],
      maxZoom: zooms[1],
      bounds: boundsOf((metadata.bounds ?? '').split(',').map(Number)),
      version,
    },
    async tile(at, asker) {
      const bytes = await reader.mbtilesTile(path, at, asker)
      const isPacked = bytes?.[0] === 0x1f && bytes[1] === 0x8b
      return isPacked ? gunzipBytes(bytes) : bytes
    },
  }
}

/** Fewer bytes where the file ends. */
async function readAt(path: string, offset: number, length: number): Promise<ArrayBuffer> {
  if (length > MAX_MAP_FILE_BYTES) throw new OfflineMapUnusable('MAP_FILE_UNREADABLE')
  let handle: FileHandle | undefined
  try {
    handle = await open(path)
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(length), position: offset })
    return toArrayBuffer(buffer.subarray(0, bytesRead))
  } finally {
    await handle?.close()
  }
}

/** Attributions are often links; entities stay as they are written. */
const textOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return null
  return (
    value
      .replaceAll(/<[^>]*>/g, '')
      .trim()
      .slice(0, 300) || null
  )
}

const layersOf = (listed: unknown): string[] =>
  Array.isArray(listed)
    ? listed.slice(0, MAX_VECTOR_LAYERS).flatMap((layer) => (typeof layer?.id === 'string' ? [layer.id as string] : []))
    : []

const boundsOf = (corners: readonly number[]): OfflineMapFacts['bounds'] => {
  const [west, south, east, north] = corners
  const isFrame = corners.length === 4 && corners.every(Number.isFinite) && west! < east! && south! < north!
  return isFrame ? [west!, south!, east!, north!] : WORLD
}

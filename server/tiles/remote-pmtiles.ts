/**
 * A PMTiles file (3) that lies on another server, asked for bytes by their place in it: what it says of itself, where tiles
 * lie, and pieces of it. Answers are bounded, and one that does not come is asked for again a few times.
 */
import { findTile, type Header, PMTiles, ResolvedValueCache, type Source, zxyToTileId } from 'pmtiles'
import { MapDownloadFailed, type Piece } from '../domain/look/map-download.ts'
import { exactly, MAX_MAP_FILE_BYTES, unpacked } from './unpacked.ts'

/** Where maps are, and how patiently they are asked. */
export interface RemoteSource {
  fetch: typeof fetch
  /** Before the second try; twice as long before each further one. */
  pauseMs: number
  patienceMs: number
}

const TRIES = 4
const DIRECTORIES_KEPT = 60
const DEPTH = 4

export interface RemotePmtiles {
  readonly url: string
  readonly header: Header
  readonly metadata: Record<string, unknown>
  /** Of the bytes of the file; null: no such tile is in it. */
  pieceOf(z: number, x: number, y: number, signal: AbortSignal): Promise<Piece | null>
  read(piece: Piece, signal: AbortSignal): Promise<Uint8Array>
}

const unreachable = (cause: unknown) => new MapDownloadFailed('MAP_SOURCE_UNREACHABLE', { cause })
const unusable = (cause: unknown) => new MapDownloadFailed('MAP_SOURCE_UNUSABLE', { cause })

/** @returns null when nothing lies at this address @throws MapDownloadFailed */
export async function openRemotePmtiles(
  source: RemoteSource,
  url: string,
  signal: AbortSignal,
): Promise<RemotePmtiles | null> {
  let etag: string | null | undefined
  const once = async ({ offset, length }: Piece, until: AbortSignal): Promise<Uint8Array | 404> => {
    const answer = await source.fetch(url, {
      headers: { Range: `bytes=${offset}-${offset + length - 1}` },
      signal: AbortSignal.any([until, AbortSignal.timeout(source.patienceMs)]),
    })
    if (answer.status !== 206) await answer.body?.cancel()
    if (answer.status === 404) return 404
    if (answer.status === 429 || answer.status >= 500) throw new Error(`HTTP ${answer.status}`)
    // Who sends all of it would send a map of the world.
    if (answer.status !== 206) throw unusable(`HTTP ${answer.status} instead of 206`)
    const said = answer.headers.get('etag')
    if (etag === undefined) etag = said
    else if (said !== etag) throw unusable('The file is another one than before')
    return bytesOf(answer, length)
  }
  const read = async (piece: Piece, until: AbortSignal): Promise<Uint8Array | 404> => {
    if (piece.length < 1 || piece.length > MAX_MAP_FILE_BYTES) throw unusable(`a piece of ${piece.length} bytes`)
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(piece, until)
      } catch (error) {
        if (error instanceof MapDownloadFailed || until.aborted) throw error
        if (attempt === TRIES) throw unreachable(error)
        await new Promise((resolve) => setTimeout(resolve, source.pauseMs * 2 ** (attempt - 1)))
      }
    }
  }
  const there = async (piece: Piece, until: AbortSignal): Promise<Uint8Array> => {
    const bytes = await read(piece, until)
    if (bytes === 404) throw unreachable('It is gone')
    return bytes
  }
  const first = await read({ offset: 0, length: 1 }, signal)
  if (first === 404) return null

  const asSource: Source = {
    getKey: () => url,
    getBytes: async (offset, length, until) => ({ data: exactly(await there({ offset, length }, until ?? signal)) }),
  }
  const cache = new ResolvedValueCache(DIRECTORIES_KEPT, undefined, unpacked)
  const file = new PMTiles(asSource, cache, unpacked)
  try {
    const header = await file.getHeader()
    if (header.specVersion !== 3) throw unusable(`PMTiles ${header.specVersion}`)
    const metadata = (await file.getMetadata()) as Record<string, unknown>
    return {
      url,
      header,
      metadata,
      async pieceOf(z, x, y, until) {
        const id = zxyToTileId(z, x, y)
        let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength]
        for (let depth = 0; depth < DEPTH; depth++) {
          const entries = await orUnusable(cache.getDirectory(asSource, offset, length, header, until))
          const entry = findTile(entries, id)
          if (!entry) return null
          if (entry.runLength > 0) return { offset: header.tileDataOffset + entry.offset, length: entry.length }
          ;[offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length]
        }
        throw unusable('Directories in directories')
      },
      read: there,
    }
  } catch (error) {
    throw error instanceof MapDownloadFailed || signal.aborted ? error : unusable(error)
  }
}

/** What the library throws over bytes that are no PMTiles. */
const orUnusable = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw error instanceof MapDownloadFailed || (error as Error).name === 'AbortError' ? error : unusable(error)
  }
}

/** No more than were asked for, whatever the answer says; fewer where the file ends. */
async function bytesOf(answer: Response, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    if (bytes > most) throw unusable(`more than the ${most} bytes that were asked for`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

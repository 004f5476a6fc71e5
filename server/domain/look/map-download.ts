/** A province out of a map of the world that lies elsewhere as one PMTiles file: which of its bytes are fetched, and how far that is. */
import type { Frame, Province } from './provinces.ts'

/** Why a map did not come. */
export const MAP_DOWNLOAD_FAULTS = [
  /** Nobody answers where the maps lie, or not with a map. What came stays, and it can be gone on with. */
  'MAP_SOURCE_UNREACHABLE',
  /** What lies there is no map of a kind that the window draws, or is not what it says. */
  'MAP_SOURCE_UNUSABLE',
  'MAP_TOO_LARGE',
  /** No room on the disk of this program. */
  'MAP_NO_ROOM',
] as const
export type MapDownloadFault = (typeof MAP_DOWNLOAD_FAULTS)[number]

/** measuring: how large it will be is being looked up. measured: that is known. stopped and failed: what came is kept. */
export const MAP_DOWNLOAD_STATES = ['measuring', 'measured', 'loading', 'stopped', 'failed', 'done'] as const
export type MapDownloadState = (typeof MAP_DOWNLOAD_STATES)[number]

export interface MapDownload {
  province: Province
  state: MapDownloadState
  fault: MapDownloadFault | null
  /** Of the tiles; null: not known yet */
  bytes: number | null
  /** Of them what is here. */
  bytesHere: number
}

export interface MapDownloads {
  of(companyId: string): MapDownload | null
  /** Looks how large it is; nothing of the map itself is fetched. */
  measure(companyId: string, province: Province): MapDownload
  /** Begins, or goes on with what is here. @param whenWhole is given the absolute path of the file */
  begin(companyId: string, province: Province, whenWhole: (path: string) => Promise<void>): MapDownload
  /** What came is kept. */
  stop(companyId: string): MapDownload | null
}

export class MapDownloadFailed extends Error {
  readonly fault: MapDownloadFault

  constructor(fault: MapDownloadFault, options?: ErrorOptions) {
    super(fault, options)
    this.fault = fault
  }
}

/** More tiles than a province has to the zoom that maps of the world go to. */
export const MAX_MAP_TILES = 150_000
export const MAX_MAP_BYTES = 8 * 1024 ** 3
/** No tile of a map is larger; a file that says so is damaged. */
export const MAX_TILE_BYTES = 8 * 1024 ** 2

/** A piece of a file. */
export interface Piece {
  offset: number
  length: number
}

/** What of a file lies together, for one question each: bytes between that nobody wants are fewer than a question costs. */
export function together<T extends Piece>(pieces: readonly T[], mostBytes: number, gapBytes: number): T[][] {
  const groups: T[][] = []
  let [begin, end] = [0, Number.NEGATIVE_INFINITY]
  for (const piece of pieces.toSorted((a, b) => a.offset - b.offset)) {
    const pieceEnd = piece.offset + piece.length
    if (piece.offset - end <= gapBytes && Math.max(end, pieceEnd) - begin <= mostBytes) {
      groups.at(-1)!.push(piece)
      end = Math.max(end, pieceEnd)
    } else {
      groups.push([piece])
      ;[begin, end] = [piece.offset, pieceEnd]
    }
  }
  return groups
}

/** Column and row of Web Mercator at a zoom, of a place in degrees. */
const tileAt = (lng: number, lat: number, z: number): [number, number] => {
  const side = 2 ** z
  const radians = (lat * Math.PI) / 180
  const x = ((lng + 180) / 360) * side
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side
  return [Math.min(side - 1, Math.max(0, Math.floor(x))), Math.min(side - 1, Math.max(0, Math.floor(y)))]
}

/** All that touch the frame. */
export function* tilesIn([west, south, east, north]: Frame, minZoom: number, maxZoom: number) {
  for (let z = minZoom; z <= maxZoom; z++) {
    const [left, top] = tileAt(west, north, z)
    const [right, bottom] = tileAt(east, south, z)
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) yield [z, x, y] as const
  }
}

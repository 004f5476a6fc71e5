/** The map file of one's own. */
import type { MapDownloadFault, OfflineMapFault } from '../../../server/contract/offline-map.ts'

const fault: Record<OfflineMapFault, string> = {
  MAP_FILE_NOT_FOUND: 'There is no such file on the computer that KLIC Desktop runs on. Enter the full path.',
  MAP_FILE_UNREADABLE: 'This is neither PMTiles (version 3) nor MBTiles, or it is damaged.',
  MAP_TILES_UNKNOWN: 'This window can’t draw the tiles in this file.',
  MAP_FILE_NO_INDEX: 'This MBTiles file has no index. Make it again, or convert it to PMTiles.',
}

const downloadFault: Record<MapDownloadFault, string> = {
  MAP_SOURCE_UNREACHABLE: 'The map server does not answer. What was downloaded is kept: continue it later.',
  MAP_SOURCE_UNUSABLE: 'The map server sends something that is not a map. Choose a file instead.',
  MAP_TOO_LARGE: 'This map is too large to download. Choose a file instead.',
  MAP_NO_ROOM: 'There is not enough room on the disk of the computer that KLIC Desktop runs on.',
}

export const offlineMap = {
  offlineMap: {
    title: 'Offline maps',
    why: 'A map file on this computer replaces the PDOK map when there is no network.',
    where:
      'Download a province, or choose a file: any PMTiles (version 3) or MBTiles file with raster or vector tiles will do, including one made by your GIS department.',
    file: 'Map file',
    fileHint: 'Full path of a .pmtiles or .mbtiles file. Empty: no offline map.',
    choose: 'Choose a file…',
    byPath: 'A file that is on this computer already',
    sending: (size: string) => `Copying ${size}…`,
    province: 'Province',
    provinceNone: 'Choose a province',
    provinceWhy: 'From OpenStreetMap, by Protomaps: roads, buildings, water and names. Nothing of yours is sent there.',
    measuring: 'Checking its size…',
    size: (size: string) => `${size} to download`,
    left: (here: string, size: string) => `${here} of ${size} downloaded`,
    download: 'Download',
    goOn: 'Continue',
    stop: 'Stop',
    progress: 'Download of the map',
    done: (name: string) => `The map of ${name} has been downloaded and is in use.`,
    downloadFault,
    inUse: 'File in use',
    name: 'Name',
    kind: 'Kind',
    vector: 'vector tiles',
    pictures: 'raster tiles',
    zooms: 'Zoom levels',
    covers: 'Covers',
    frame: (south: string, west: string, north: string, east: string) => `${south}, ${west} to ${north}, ${east}`,
    source: 'Source',
    elsewhere: 'This map shows nothing of the Netherlands.',
    fault,
  },
}

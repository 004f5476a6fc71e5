/** The map file of one's own. */
import type { OfflineMapFault } from '../../../server/contract/offline-map.ts'

const fault: Record<OfflineMapFault, string> = {
  MAP_FILE_NOT_FOUND: 'There is no such file on the computer that KLIC Desktop runs on. Enter the full path.',
  MAP_FILE_UNREADABLE: 'This is neither PMTiles (version 3) nor MBTiles, or it is damaged.',
  MAP_TILES_UNKNOWN: 'This window can’t draw the tiles in this file.',
  MAP_FILE_NO_INDEX: 'This MBTiles file has no index. Make it again, or convert it to PMTiles.',
}

export const offlineMap = {
  offlineMap: {
    title: 'Offline maps',
    why: 'A map file on this computer replaces the PDOK map when there is no network.',
    where:
      'Any PMTiles (version 3) or MBTiles file with raster or vector tiles will do, including one made by your GIS department.',
    file: 'Map file',
    fileHint: 'Full path of a .pmtiles or .mbtiles file. Empty: no offline map.',
    choose: 'Choose a file…',
    byPath: 'A file that is on this computer already',
    sending: (size: string) => `Copying ${size}…`,
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

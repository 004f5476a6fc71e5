/** Het eigen kaartbestand. */
import type { offlineMap as English } from '../en/offline-map.ts'

export const offlineMap: typeof English = {
  offlineMap: {
    title: 'Offline kaarten',
    why: 'Een kaart in één bestand op deze computer komt in de plaats van de PDOK-kaart waar geen netwerk is.',
    where:
      'Elk PMTiles-bestand (versie 3) of MBTiles-bestand met raster- of vectortegels is goed, ook een dat uw GIS-afdeling maakt.',
    file: 'Kaartbestand',
    fileHint: 'Het hele pad van een .pmtiles- of .mbtiles-bestand. Leeg: geen offline kaart.',
    choose: 'Bestand kiezen…',
    byPath: 'Een bestand dat al op deze computer staat',
    sending: (size) => `${size} wordt gekopieerd…`,
    inUse: 'Het bestand in gebruik',
    name: 'Naam',
    kind: 'Soort',
    vector: 'vectortegels',
    pictures: 'rastertegels',
    zooms: 'Zoomniveaus',
    covers: 'Gebied',
    frame: (south, west, north, east) => `${south}, ${west} tot ${north}, ${east}`,
    source: 'Bron',
    elsewhere: 'Deze kaart laat niets van Nederland zien.',
    fault: {
      MAP_FILE_NOT_FOUND: 'Zo’n bestand is er niet op de computer waarop KLIC Desktop draait. Geef het hele pad.',
      MAP_FILE_UNREADABLE: 'Dit is geen PMTiles (versie 3) en geen MBTiles, of het is beschadigd.',
      MAP_TILES_UNKNOWN: 'Dit venster kan de tegels in dit bestand niet tekenen.',
      MAP_FILE_NO_INDEX: 'Dit MBTiles-bestand heeft geen index. Maak het opnieuw, of zet het om naar PMTiles.',
    },
  },
}

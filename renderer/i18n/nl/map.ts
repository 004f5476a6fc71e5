/** De kaart en het gereedschap. */
import type { map as English } from '../en/map.ts'

export const map: typeof English = {
  map: {
    mapLabel: 'Kaart van Nederland',
    zoomIn: 'Inzoomen',
    zoomOut: 'Uitzoomen',
    name: 'Kaart',
    wholeCountry: 'Heel Nederland',
    here: 'Waar ik ben',
    hereFailed: 'Deze computer geeft geen plaats door, of een buiten Nederland.',
    scale: 'Schaal van de kaart',
    loading: 'Laden…',
    copied: (text) => `Gekopieerd: ${text}`,
    spot: {
      title: 'Deze plek',
      lookUp: (n) => (n === 1 ? 'Wat ligt hier: 1 object' : `Wat ligt hier: ${n} objecten`),
      measure: 'Meten vanaf hier',
      begin: 'Nieuw gebied vanaf hier',
      copyRd: 'RD-coördinaten kopiëren',
      copyDegrees: 'WGS84-coördinaten kopiëren',
    },
    background: 'Achtergrondkaart',
    backgrounds: {
      online: 'PDOK-kaart',
      offline: 'Offline kaart',
      invented: 'Ondergrond van de simulator',
      plain: 'Geen kaart',
    },
    backgroundWhat: {
      online: 'Zonder netwerk komt de offline kaart ervoor in de plaats',
      offlineNone: 'Er is nog geen kaartbestand gekozen',
      invented: 'Het dorp van de simulator; werkt zonder netwerk',
      plain: 'Alleen de omtrek van het land',
    },
    backgroundOff: 'Nu niet bereikbaar',
    attribution: 'Achtergrondkaart: Kadaster / PDOK (CC BY 4.0)',
    offlineAttribution: (name) => `Offline kaart: ${name}`,
    inventedAttribution: 'Verzonnen ondergrond (simulator)',
    ownAttribution: '© Natural Earth · RD-raster ± 1 m',
    noWebGl: 'Deze computer kan de kaart niet tekenen (WebGL staat uit). Opdrachten en bestanden werken gewoon.',
  },
}

/** De kaart en het gereedschap. */
import type { map as English } from '../en/map.ts'

export const map: typeof English = {
  map: {
    mapLabel: 'Kaart van Nederland',
    zoomIn: 'Inzoomen',
    zoomOut: 'Uitzoomen',
    wholeCountry: 'Heel Nederland',
    background: 'Achtergrondkaart',
    backgroundOff: 'De achtergrondkaart van PDOK is niet bereikbaar',
    attribution: 'Achtergrondkaart: Kadaster / PDOK (CC BY 4.0)',
    ownAttribution: 'Omtrek: Natural Earth. RD-raster: binnen 1 m',
    noWebGl: 'Deze computer kan de kaart niet tekenen (WebGL staat uit). Opdrachten en bestanden werken gewoon.',
  },
}

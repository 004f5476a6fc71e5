/** The map and its tools. */
export const map = {
  map: {
    mapLabel: 'Map of the Netherlands',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    name: 'Map',
    wholeCountry: 'Whole country',
    here: 'Where I am',
    hereFailed: 'This computer doesn’t say where it is, or not in the Netherlands.',
    background: 'Background map',
    backgrounds: { online: 'PDOK map', offline: 'Offline map', invented: 'Invented base map', plain: 'No map' },
    backgroundWhat: {
      online: 'Without a network the offline map takes its place',
      offlineNone: 'No map file has been chosen yet',
      invented: 'The town of the simulator; needs no network',
      plain: 'Only the outline of the country',
    },
    backgroundOff: 'Cannot be reached now',
    attribution: 'Background map: Kadaster / PDOK (CC BY 4.0)',
    offlineAttribution: (name: string) => `Offline map: ${name}`,
    inventedAttribution: 'Invented base map (simulator)',
    ownAttribution: 'Outline: Natural Earth. RD grid: within 1 m',
    noWebGl: 'This computer cannot draw the map (WebGL is off). Jobs and files work all the same.',
  },
}

/** The map and its tools. */
export const map = {
  map: {
    mapLabel: 'Map of the Netherlands',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    wholeCountry: 'Whole country',
    background: 'Background map',
    backgroundOff: 'The background map of PDOK cannot be reached',
    attribution: 'Background map: Kadaster / PDOK (CC BY 4.0)',
    ownAttribution: 'Outline: Natural Earth. RD grid: within 1 m',
    noWebGl: 'This computer cannot draw the map (WebGL is off). Jobs and files work all the same.',
  },
}

/**
 * RD New and longitude/latitude for clients, by the same code as the server's own: what a window draws in degrees is in RD
 * to the millimetre what the server would have made of it, once both have the same grid.
 */
export { lngLatFromRd, rdFromLngLat, toMillimetre, useGrid } from './rd.ts'

/** The Netherlands: [west, south, east, north] in degrees. */
export const COUNTRY: readonly [number, number, number, number] = [3.2, 50.73, 7.25, 53.58]

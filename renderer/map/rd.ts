/**
 * RD New and longitude/latitude for the eye only: the graticule, the cursor's coordinates and the marker of a mistake.
 * What is filed is never converted here: areas go to the server in the frame in which they were given.
 * Source: Schreutelkamp and Strang van Hees, "Benaderingsformules voor de transformatie tussen RD- en WGS84-kaartcoördinaten",
 * Geodesia 2001. Better than 1 m within the Netherlands; the server's transformation is exact to the millimetre.
 */
import type { Position } from 'geojson'

type Term = readonly [xPower: number, yPower: number, factor: number]

const LATITUDE: readonly Term[] = [
  [0, 1, 3235.65389],
  [2, 0, -32.58297],
  [0, 2, -0.2475],
  [2, 1, -0.84978],
  [0, 3, -0.0655],
  [2, 2, -0.01709],
  [1, 0, -0.00738],
  [4, 0, 0.0053],
  [2, 3, -0.00039],
  [4, 1, 0.00033],
  [1, 1, -0.00012],
]
const LONGITUDE: readonly Term[] = [
  [1, 0, 5260.52916],
  [1, 1, 105.94684],
  [1, 2, 2.45656],
  [3, 0, -0.81885],
  [1, 3, 0.05594],
  [3, 1, -0.05607],
  [0, 1, 0.01199],
  [3, 2, -0.00256],
  [1, 4, 0.00128],
  [0, 2, 0.00022],
  [2, 0, -0.00022],
  [5, 0, 0.00026],
]
const EASTING: readonly Term[] = [
  [0, 1, 190094.945],
  [1, 1, -11832.228],
  [2, 1, -114.221],
  [0, 3, -32.391],
  [1, 0, -0.705],
  [3, 1, -2.34],
  [1, 3, -0.608],
  [0, 2, -0.008],
  [2, 3, 0.148],
]
const NORTHING: readonly Term[] = [
  [1, 0, 309056.544],
  [0, 2, 3638.893],
  [2, 0, 73.077],
  [1, 2, -157.984],
  [3, 0, 59.788],
  [0, 1, 0.433],
  [2, 2, -6.439],
  [1, 1, -0.032],
  [0, 4, 0.092],
  [1, 4, -0.054],
]

const ORIGIN = { x: 155_000, y: 463_000, longitude: 5.38720621, latitude: 52.1551744 }

const sum = (terms: readonly Term[], a: number, b: number): number =>
  terms.reduce((total, [p, q, factor]) => total + factor * a ** p * b ** q, 0)

/** RD New metres -> [longitude, latitude] in degrees. */
export const rdToLngLat = ([x, y]: Position): [number, number] => {
  const dx = (x! - ORIGIN.x) * 1e-5
  const dy = (y! - ORIGIN.y) * 1e-5
  return [ORIGIN.longitude + sum(LONGITUDE, dx, dy) / 3600, ORIGIN.latitude + sum(LATITUDE, dx, dy) / 3600]
}

/** [longitude, latitude] in degrees -> RD New metres. */
export const lngLatToRd = ([longitude, latitude]: Position): [number, number] => {
  const dLatitude = 0.36 * (latitude! - ORIGIN.latitude)
  const dLongitude = 0.36 * (longitude! - ORIGIN.longitude)
  return [ORIGIN.x + sum(EASTING, dLatitude, dLongitude), ORIGIN.y + sum(NORTHING, dLatitude, dLongitude)]
}

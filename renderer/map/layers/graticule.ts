/** Lines of RD New every 10 km and, closer by, every km: where the registry's numbers run. Good to 1 m (see map/rd.ts). */
import type { Position } from 'geojson'
import type { Palette } from '../palette.ts'
import { rdToLngLat } from '../rd.ts'
import { collection, feature, type Sheet } from '../sheet.ts'

/** The domain of RD New in whole tens of km. */
const RD = { minX: 0, maxX: 280_000, minY: 300_000, maxY: 620_000 }
const BIG = 10_000
const SMALL = 1000
/** RD lines are bent in degrees: 5 km pieces stay within a pixel. */
const PIECE = 5000

const line = (from: Position, to: Position, every: number): ReturnType<typeof feature> => {
  const pieces = Math.ceil(Math.hypot(to[0]! - from[0]!, to[1]! - from[1]!) / PIECE)
  const coordinates = Array.from({ length: pieces + 1 }, (_, i) =>
    rdToLngLat([from[0]! + ((to[0]! - from[0]!) * i) / pieces, from[1]! + ((to[1]! - from[1]!) * i) / pieces]),
  )
  return feature({ type: 'LineString', coordinates }, { every })
}

const lines = (): ReturnType<typeof feature>[] => {
  const all: ReturnType<typeof feature>[] = []
  for (let x = RD.minX; x <= RD.maxX; x += SMALL)
    all.push(line([x, RD.minY], [x, RD.maxY], x % BIG === 0 ? BIG : SMALL))
  for (let y = RD.minY; y <= RD.maxY; y += SMALL)
    all.push(line([RD.minX, y], [RD.maxX, y], y % BIG === 0 ? BIG : SMALL))
  return all
}
const GRID = collection(lines())

export const graticuleSheet = (palette: Palette): Sheet => ({
  id: 'graticule',
  data: GRID,
  looks: [
    {
      type: 'line',
      minzoom: 11,
      filter: ['==', ['get', 'every'], SMALL],
      paint: {
        'line-color': palette.grid,
        'line-width': 0.6,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 11, 0, 12.5, 0.35],
      },
    },
    {
      type: 'line',
      minzoom: 7.5,
      filter: ['==', ['get', 'every'], BIG],
      paint: {
        'line-color': palette.grid,
        'line-width': 0.8,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 7.5, 0, 9, 0.4],
      },
    },
  ],
})

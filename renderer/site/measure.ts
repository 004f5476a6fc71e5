/** What is measured from tap to tap: its length in metres, exact in RD New, and how it is drawn. */
import { toRd } from '../map/exact.ts'

export const metresAlong = (points: readonly [number, number][]): number => {
  const rd = points.map(toRd)
  return rd.slice(1).reduce((sum, [x, y], i) => {
    const [fromX, fromY] = rd[i] ?? [x, y]
    return sum + Math.hypot(x - fromX, y - fromY)
  }, 0)
}

export const measureFeatures = (points: readonly [number, number][]): GeoJSON.Feature[] => [
  ...points.map(
    (coordinates): GeoJSON.Feature => ({ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } }),
  ),
  ...(points.length > 1
    ? [
        {
          type: 'Feature' as const,
          properties: {},
          geometry: { type: 'LineString' as const, coordinates: [...points] },
        },
      ]
    : []),
]

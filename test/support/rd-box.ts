import type { Polygon } from 'geojson'

/** RD New; its lower left corner, and its sides in metres. */
export const rdBox = (x: number, y: number, width: number, height = width): Polygon => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
      [x, y],
    ],
  ],
})

/** 40 m square in Best: one notification. */
export const GARDEN = rdBox(155000, 390000, 40)

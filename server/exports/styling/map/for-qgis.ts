/**
 * The same style for QGIS's vector tiles, which reads it otherwise: of pictures that two columns choose it understands one
 * column only, it draws at whole zooms only, and it counts a map's scale as one at the equator, in any system of the map.
 */
import { type Expression, filterOf, is, isNoneOf, type MapLayer } from './layer.ts'

/** Where a style for QGIS is for: a map of 1:500 has the same zoom everywhere. */
export const ANYWHERE = 0

/** @param layers of a style that is for ANYWHERE. @returns those that QGIS draws alike: the first of two columns becomes a layer for each of its values */
export const forQgis = (layers: readonly MapLayer[]): MapLayer[] => layers.flatMap(byFirstColumn).map(inWholeZooms)

function inWholeZooms({ minzoom, maxzoom, ...layer }: MapLayer): MapLayer {
  return {
    ...layer,
    ...(minzoom === undefined ? {} : { minzoom: Math.round(minzoom) }),
    ...(maxzoom === undefined ? {} : { maxzoom: Math.round(maxzoom) }),
  }
}

type Match = readonly ['match', Expression, ...unknown[]]
const isMatch = (value: unknown): value is Match => Array.isArray(value) && value[0] === 'match'

function byFirstColumn(layer: MapLayer): MapLayer[] {
  const image = layer.layout?.['icon-image']
  if (!isMatch(image) || !image.slice(2).some(isMatch)) return [layer]
  const [, [, column], ...rest] = image as readonly ['match', readonly ['get', string], ...unknown[]]
  const otherwise = rest.at(-1)
  const values = rest.slice(0, -1).filter((_, i) => i % 2 === 0) as (readonly [string])[]
  const pictures = rest.slice(0, -1).filter((_, i) => i % 2 === 1)
  const one = (name: string, which: Expression, picture: unknown): MapLayer => ({
    ...layer,
    id: `${layer.id}-${name}`,
    ...filterOf(layer.filter ?? null, which),
    layout: { ...layer.layout, 'icon-image': picture },
  })
  return [
    ...values.map(([value], i) => one(value, is(column, value), pictures[i])),
    one(
      'anders',
      isNoneOf(
        column,
        values.map(([value]) => value),
      ),
      otherwise,
    ),
  ]
}

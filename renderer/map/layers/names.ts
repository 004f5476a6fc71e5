/** Names of places from the gazetteer of the window: where no background has any, one finds one's way by them. */
import type { ExpressionSpecification } from 'maplibre-gl'
import type { NamedPlace } from '../../features/search/gazetteer-api.ts'
import { collection, feature, type MapLayer } from '../map-layer.ts'
import type { Palette } from '../palette.ts'
import { rdToLngLat } from '../rd.ts'

/** Towns and parts of them; `places` has the largest first. */
export const placeNames = (places: readonly NamedPlace[]): MapLayer['data'] =>
  collection(
    places
      .filter(({ kind }) => kind !== 'municipality')
      .map(({ name, rd }, rank) =>
        feature({ type: 'Point', coordinates: rdToLngLat([rd[0]!, rd[1]!]) }, { name, rank }),
      ),
  )

/** So many are named at these zooms: at 1:100,000 all. */
const NAMED: ExpressionSpecification = ['step', ['zoom'], 40, 7, 60, 8, 150, 9, 400, 10, 10_000]
/** From 1:2,500 on one looks at streets; where a background has names of its own, much earlier. */
const NAMES_TO = { alone: 16, onBackground: 11 }

/**
 * Text is drawn by the browser's own fonts: no font server is asked.
 * @param isAlone no background is drawn that has names
 */
export const namesLayer = (palette: Palette, names: MapLayer['data'], isAlone: boolean): MapLayer => ({
  id: 'names',
  data: names,
  styles: [
    {
      type: 'symbol',
      maxzoom: isAlone ? NAMES_TO.alone : NAMES_TO.onBackground,
      filter: ['<', ['get', 'rank'], isAlone ? NAMED : 22],
      layout: {
        'text-field': ['get', 'name'],
        'text-size': 12,
        'text-font': ['sans-serif'],
        'text-padding': 8,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': palette.text, 'text-halo-color': palette.halo, 'text-halo-width': 1.4 },
    },
  ],
})

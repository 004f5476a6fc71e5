/** How a trench plan is drawn, in the window and on the page of the site: search band, works, trial trenches and their lines. */
import type { Feature } from 'geojson'
import { collection, type LayerStyle, type MapLayer } from '../map-layer.ts'

type Part = 'band' | 'works' | 'trench' | 'row'

const ofPart = (part: Part, ...and: unknown[]): NonNullable<LayerStyle['filter']> =>
  ['all', ['==', ['get', 'part'], part], ...and] as NonNullable<LayerStyle['filter']>

/** From here on numbers have room. */
export const NUMBERED_FROM = 16.5

/** Small where a street is, from 1:500 as large as what is pointed at. */
const byZoom = (far: number, near: number) => ['interpolate', ['linear'], ['zoom'], 15, far, 18.5, near] as never

/** Colours, and pixels of an outline and of a number. */
interface TrenchLook {
  works: string
  text: string
  halo: string
  width: number
  textSize: number
}

/**
 * @param features with their part, trenches and lines with their colour
 * @param chosen number of the trench that stands out
 */
export const trenchLayer = (features: Feature[], look: TrenchLook, chosen: number | null): MapLayer => {
  const byChoice = (isChosen: number, other: number) =>
    ['case', ['==', ['get', 'no'], chosen ?? 0], isChosen, other] as never
  const colour = ['get', 'colour'] as never
  return {
    id: 'trenches',
    data: collection(features),
    styles: [
      { type: 'fill', filter: ofPart('band'), paint: { 'fill-color': look.works, 'fill-opacity': 0.12 } },
      {
        type: 'line',
        filter: ofPart('works'),
        paint: { 'line-color': look.works, 'line-width': look.width + 0.5, 'line-dasharray': [4, 2] },
      },
      {
        type: 'fill',
        filter: ofPart('trench'),
        paint: { 'fill-color': colour, 'fill-opacity': byChoice(0.3, 0.1) },
      },
      {
        type: 'line',
        filter: ofPart('trench'),
        paint: { 'line-color': colour, 'line-width': byChoice(2 * look.width, look.width) },
      },
      {
        type: 'line',
        filter: ofPart('row', ['==', ['geometry-type'], 'LineString']),
        layout: { 'line-cap': 'round', 'line-join': 'round' },
        paint: { 'line-color': colour, 'line-width': byZoom(2, 6), 'line-opacity': 0.7 },
      },
      {
        type: 'circle',
        filter: ofPart('row', ['==', ['geometry-type'], 'Point']),
        paint: {
          'circle-radius': byZoom(1.5, 6),
          // A line that is not located is hollow, so that the colour does not say it alone.
          'circle-color': ['case', ['get', 'isLocated'], colour, look.halo],
          'circle-stroke-color': colour,
          'circle-stroke-width': byZoom(1, 2.5),
        },
      },
      {
        type: 'symbol',
        minzoom: NUMBERED_FROM,
        filter: ofPart('trench'),
        layout: {
          'text-field': ['to-string', ['get', 'no']],
          'text-size': look.textSize,
          'text-font': ['sans-serif'],
          'text-offset': [0, -1.2],
        },
        paint: { 'text-color': look.text, 'text-halo-color': look.halo, 'text-halo-width': 2 },
      },
    ],
  }
}

/** How works and trial trenches are drawn, in the window and on the page of the site. */
import type { LayerStyle } from '../map-layer.ts'

type Part = 'band' | 'works' | 'trench' | 'row'

export const ofPart = (part: Part, ...and: unknown[]): NonNullable<LayerStyle['filter']> =>
  ['all', ['==', ['get', 'part'], part], ...and] as NonNullable<LayerStyle['filter']>

/** From here on numbers have room. */
export const NUMBERED_FROM = 16.5

/** Colours, and pixels of an outline and of a number. */
interface TrenchLook {
  works: string
  text: string
  halo: string
  width: number
  textSize: number
}

/**
 * Works, and trenches in the colour of each.
 * @param chosen number of the trench that stands out
 * @returns that of the numbers, which lie on all else, and then the others from below
 */
export const trenchStyles = (look: TrenchLook, chosen: number | null): [LayerStyle, ...LayerStyle[]] => {
  const byChoice = (isChosen: number, other: number) =>
    ['case', ['==', ['get', 'no'], chosen ?? 0], isChosen, other] as never
  return [
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
    {
      type: 'line',
      filter: ofPart('works'),
      paint: { 'line-color': look.works, 'line-width': look.width + 0.5, 'line-dasharray': [4, 2] },
    },
    {
      type: 'fill',
      filter: ofPart('trench'),
      paint: { 'fill-color': ['get', 'colour'], 'fill-opacity': byChoice(0.3, 0.1) },
    },
    {
      type: 'line',
      filter: ofPart('trench'),
      paint: { 'line-color': ['get', 'colour'], 'line-width': byChoice(2 * look.width, look.width) },
    },
  ]
}

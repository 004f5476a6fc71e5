/** What a cross-section meets, as dots on its line. */
import type { Section } from '../../../server/contract/results.ts'
import type { Palette } from '../palette.ts'
import { collection, feature, type Sheet } from '../sheet.ts'

/** @param colours theme id -> official colour */
export const crossingsSheet = (
  palette: Palette,
  { crossings }: Section,
  colours: ReadonlyMap<string, string>,
): Sheet => ({
  id: 'crossings',
  data: collection(
    crossings.map(({ lnglat, properties }) =>
      feature(
        { type: 'Point', coordinates: lnglat },
        { colour: colours.get(String(properties.thema)) ?? palette.text },
      ),
    ),
  ),
  looks: [
    {
      type: 'circle',
      paint: {
        'circle-radius': 6,
        'circle-color': ['get', 'colour'],
        'circle-stroke-color': palette.halo,
        'circle-stroke-width': 2,
      },
    },
  ],
})

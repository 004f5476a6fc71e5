/** A delivery whose ground is roofs, and how its pixels are found on the map. */
import { zippedDelivery } from './imkl-fixture.ts'
import { png } from './png.ts'

const [MIN_X, MIN_Y, MAX_X, MAX_Y] = [155_000, 463_000, 155_100, 463_080]
/** RD New, closed */
export const CORNERS = [
  [MIN_X, MIN_Y],
  [MAX_X, MIN_Y],
  [MAX_X, MAX_Y],
  [MIN_X, MAX_Y],
  [MIN_X, MIN_Y],
]

/** Reddish roofs on white, of 14 pixels a metre. */
const picture = (): Buffer =>
  png((MAX_X - MIN_X) * 14, (MAX_Y - MIN_Y) * 14, { colour: 2, bits: 8 }, (x, y) =>
    x % 280 < 140 && y % 280 < 140 ? [208, 112, 112] : [255, 255, 255],
  )

/** Of the page, between the panels. */
export const MAP = { x: 420, y: 120, width: 420, height: 420 }
/** JavaScript of r, g and b: see countPixels. */
export const ROOF = {
  light: 'r > 190 && r - g > 40 && r - b > 40',
  dark: 'r > 50 && r < 190 && r - g > 15 && r - b > 15',
}

export const roofsDelivery = (): Promise<Buffer> =>
  zippedDelivery({
    klicNumber: '22G000001',
    area: CORNERS.flat().join(' '),
    bounds: [MIN_X, MIN_Y, MAX_X, MAX_Y],
    members: [],
    documents: { 'bronnen/GB_22G000001.png': picture() },
  })

/** All pictures of the map on one sheet, as map clients take them: a PNG and a list of where each lies. */
import { Resvg } from '@resvg/resvg-wasm'
import { ENLARGED, type MapImage } from '../../server/exports/styling/map/images.ts'

const SHEET_PX = 1024
/** Between two pictures, so that none shows the edge of its neighbour. */
const GAP_PX = 1

interface Place {
  x: number
  y: number
  width: number
  height: number
  pixelRatio: number
}

export interface Sprite {
  png: Uint8Array
  index: Record<string, Place>
}

/** In rows, tallest first. @returns where each lies, and how high the sheet is, in pixels of ratio 1 */
function placed(images: readonly MapImage[]): { places: Map<MapImage, [x: number, y: number]>; height: number } {
  const places = new Map<MapImage, [number, number]>()
  let [x, y, row] = [0, 0, 0]
  for (const image of images.toSorted((a, b) => b.height - a.height)) {
    if (x + image.width > SHEET_PX) {
      x = 0
      y += row + GAP_PX
      row = 0
    }
    places.set(image, [x, y])
    x += image.width + GAP_PX
    row = Math.max(row, image.height)
  }
  return { places, height: y + row }
}

/** The renderer must have been started. @param ratio pixels of the sheet for each pixel on screen */
export function spriteOf(images: readonly MapImage[], ratio: number): Sprite {
  const { places, height } = placed(images)
  const inside = [...places].map(([image, [x, y]]) => image.svg.replace('<svg ', `<svg x="${x}" y="${y}" `)).join('')
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${SHEET_PX}" height="${height}">${inside}</svg>`
  const png = new Resvg(sheet, { fitTo: { mode: 'zoom', value: ratio } }).render().asPng()
  const index = Object.fromEntries(
    [...places].map(([{ name, width, height: tall, isPattern }, [x, y]]) => {
      const size = { width: width * ratio, height: tall * ratio }
      return [name, { x: x * ratio, y: y * ratio, ...size, pixelRatio: isPattern ? ratio * ENLARGED : ratio }]
    }),
  )
  return { png, index }
}

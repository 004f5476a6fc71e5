/** The delivered ground as tiles of the map: its pictures lie in RD New, so each is turned by the little that its corners say. */
import type { SiteGroundLevel, SiteMapFacts } from '../../server/features/site-package/page-schema.ts'
import { bytesOf } from './pieces.ts'

const TILE = 512
/** Unpacked pictures, a megabyte each: neighbouring tiles show the same ones. */
const KEPT = 24
/** Metres of a pixel of a tile at zoom 0 in the middle of the Netherlands. */
const METRES_AT_0 = (40_075_016.7 / TILE) * Math.cos((52 * Math.PI) / 180)
/** A level with somewhat larger pixels is as good, and a quarter of the work. */
const COARSER = 1.25

const kept = new Map<string, Promise<ImageBitmap | null>>()

const read = async (id: string): Promise<ImageBitmap | null> => {
  const bytes = await bytesOf(id)
  return bytes ? createImageBitmap(new Blob([bytes], { type: 'image/png' })) : null
}

const pictureOf = (id: string): Promise<ImageBitmap | null> => {
  const picture = kept.get(id) ?? read(id)
  kept.delete(id)
  kept.set(id, picture)
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return picture
}

/** The finest that is not finer than the tile shows; else the coarsest. */
const levelFor = (levels: readonly SiteGroundLevel[], metres: number): SiteGroundLevel | undefined =>
  levels.find(({ pixel }) => pixel <= metres * COARSER) ?? levels.at(-1)

/** @returns null where nothing lies */
export const groundTile = async (
  ground: SiteMapFacts['ground'],
  [z, x, y]: readonly [number, number, number],
): Promise<ImageBitmap | null> => {
  const scale = 2 ** z * TILE
  const canvas = new OffscreenCanvas(TILE, TILE)
  const context = canvas.getContext('2d')
  let isEmpty = true
  for (const levels of ground) {
    const level = levelFor(levels, METRES_AT_0 / 2 ** z)
    for (const { id, topLeft, topRight, bottomLeft } of level?.pictures ?? []) {
      const [left, top] = [topLeft[0] * scale - x * TILE, topLeft[1] * scale - y * TILE]
      const [rightX, rightY] = [(topRight[0] - topLeft[0]) * scale, (topRight[1] - topLeft[1]) * scale]
      const [downX, downY] = [(bottomLeft[0] - topLeft[0]) * scale, (bottomLeft[1] - topLeft[1]) * scale]
      const across = [left, left + rightX, left + downX, left + rightX + downX]
      const down = [top, top + rightY, top + downY, top + rightY + downY]
      if (Math.max(...across) < 0 || Math.min(...across) > TILE || Math.max(...down) < 0 || Math.min(...down) > TILE)
        continue
      const picture = await pictureOf(id)
      if (!picture || !context) continue
      context.setTransform(rightX / TILE, rightY / TILE, downX / TILE, downY / TILE, left, top)
      // Half a pixel over its edge: no seam of paper between two that meet.
      context.drawImage(picture, 0, 0, TILE + 0.5, TILE + 0.5)
      isEmpty = false
    }
  }
  return isEmpty ? null : canvas.transferToImageBitmap()
}

/** The thread of town-tiles.ts: draws tiles of the invented town. */
import { parentPort, workerData } from 'node:worker_threads'
import { placesIn } from '../domain/look/ground-tiles.ts'
import { useGrid as installGrid } from '../domain/rd/rd.ts'
import { keptTile } from '../ground/kept-tiles.ts'
import { TILE } from '../ground/png-tile.ts'
import { type WarpSource, warpedTile } from '../ground/warp.ts'
import { townPicture } from './town-picture.ts'
import type { TownAnswer, TownQuestion } from './town-tiles.ts'

const PER_METRE = 14
const ORIGIN = { x: -16_384, y: 655_360 }
const TOWN: WarpSource = {
  origin: ORIGIN,
  pixel: { x: 1 / PER_METRE, y: 1 / PER_METRE },
  // All the country in one tile, of which nobody asks for the coarse ones.
  level: 14,
  tile(level, column, row) {
    const perMetre = PER_METRE / 2 ** (TOWN.level - level)
    const side = TILE / perMetre
    const [minX, maxY] = [ORIGIN.x + column * side, ORIGIN.y - row * side]
    return keptTile(
      `${level} ${column} ${row}`,
      () => townPicture({ minX, minY: maxY - side, maxX: minX + side, maxY }, perMetre, 1).pixels,
    )
  },
}

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
if (workerData) await installGrid(workerData as ArrayBuffer)
port.on('message', async ({ id, at }: TownQuestion) => {
  const png = await warpedTile([TOWN], placesIn({ matrix: 'mercator', ...at }))
  port.postMessage({ id, png } satisfies TownAnswer)
})

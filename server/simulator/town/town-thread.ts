/** The thread of town-tiles.ts: draws tiles of the invented town. */

import { keptTile } from '../../exports/ground/kept-tiles.ts'
import { TILE } from '../../exports/ground/tile.ts'
import { type WarpSource, warpedTile } from '../../exports/ground/warp.ts'
import { placesIn } from '../../exports/tiles/ground-tile-grid.ts'
import { useGrid as installGrid } from '../../geometry/rd/rd.ts'
import { answerQuestions, threadData } from '../../platform/processes/answering-thread.ts'
import type { TownAddress } from '../control-port.ts'
import { townPicture } from './town-picture.ts'

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

const grid = threadData<ArrayBuffer | null>()
if (grid) await installGrid(grid)
answerQuestions((at: TownAddress) => warpedTile([TOWN], placesIn({ matrix: 'mercator', ...at })))

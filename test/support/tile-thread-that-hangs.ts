/**
 * Stands in for the tile thread: it never answers for column 1 and for map files, and ends at column 2; for other columns it answers with the
 * column.
 */
import { answerQuestions } from '../../server/runtime/answering-thread.ts'
import type { TileAnswer, TileQuestion } from '../../server/tiles/tile-pool.ts'

answerQuestions(({ at }: TileQuestion): TileAnswer => {
  if (at === null) return { heavy: [] }
  const column = (at as readonly number[])[1]!
  while (column === 1 || 'mbtiles' in at);
  if (column === 2) process.exit(3)
  return { packed: Uint8Array.of(column) }
})

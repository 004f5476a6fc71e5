/**
 * Stands in for the tile thread: it never answers for column 1 and for map files, and ends at column 2; for other columns it answers with the
 * column.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { TileQuestion, TileThreadData } from '../../server/tiles/tile-pool.ts'

const workingOn = new Int32Array((workerData as TileThreadData).workingOn)
parentPort?.postMessage({ ready: true })
parentPort?.on('message', ({ id, at }: TileQuestion) => {
  if (at === null) return parentPort?.postMessage({ id, heavy: [] })
  Atomics.store(workingOn, 0, id)
  const column = (at as readonly number[])[1]!
  while (column === 1 || 'mbtiles' in at);
  if (column === 2) throw new Error('This thread ends')
  parentPort?.postMessage({ id, packed: Uint8Array.of(column) })
})

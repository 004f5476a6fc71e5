import assert from 'node:assert/strict'
import { truncateSync } from 'node:fs'
import { test } from 'node:test'
import { createTileFile, openTileFile } from '../../server/exports/conversion/tile-file.ts'
import { folder } from '../formats/samples.ts'

const TILES: [number, number, number, Buffer][] = [
  [0, 1, 2, Buffer.from('coarse')],
  [7, 100_000, 3, Buffer.alloc(70_000, 5)],
  [7, 100_001, 3, Buffer.from('fine')],
]

test('tiles come out of a file as they went in, so many at a time', (t) => {
  const path = folder(t).path('tiles')
  for (const tiles of [TILES, TILES.slice(1)]) {
    const writer = createTileFile(path)
    for (const tile of tiles) writer.put(...tile)
    writer.close()
    const reader = openTileFile(path)
    const taken: unknown[] = []
    for (const count of [1, tiles.length - 1]) reader.take(count, (...tile) => taken.push(tile))
    reader.close()
    assert.deepEqual(taken, tiles)
  }
})

test('a file of tiles that is cut off is an error', (t) => {
  const path = folder(t).path('tiles')
  const writer = createTileFile(path)
  for (const tile of TILES) writer.put(...tile)
  writer.close()
  truncateSync(path, 70_000)
  const reader = openTileFile(path)
  t.after(() => reader.close())
  assert.throws(() => reader.take(TILES.length, () => {}), /ends too soon/)
})

/**
 * Makes the tiles of the ground that deliveries hold. It needs nothing of the result, so it can be done while that is merged.
 * A picture that can't be read or placed is a problem to be said, and the rest goes on.
 */
import { type Candidate, withLatest } from '../../imkl/delivery/candidates.ts'
import { boundsOf, pictureOf } from '../../imkl/delivery/ground.ts'
import type { DeliveryDocument } from '../../imkl/delivery/source.ts'
import type { DeliverySource, GroundSummary } from '../../imkl/model/conversion-task.ts'
import type { GroundProblem, TiledGround } from '../../imkl/model/ground-tiles.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type Picture, writeTiles } from '../ground/mosaic.ts'
import { pixelsPerMetre, type TileSet, tileSets } from '../ground/placing.ts'
import { HEAD_BYTES, pngRows, readHead } from '../ground/png-rows.ts'
import { UnreadablePicture } from '../ground/unreadable.ts'
import { createTileFile } from './tile-file.ts'
import type { OnProgress } from './write.ts'

interface Delivered extends Picture {
  klicNumber: string
}

/** Thrown out of a mosaic by the picture that broke it. */
class BrokenPicture extends Error {
  readonly picture: Delivered
  readonly problem: GroundProblem

  constructor(picture: Delivered, problem: GroundProblem) {
    super(`The picture of ${picture.klicNumber} can not be read`)
    this.picture = picture
    this.problem = problem
  }
}

/** @param path of the file that takes the tiles (tile-file.ts) */
export const makeGroundTiles = (
  deliveries: readonly DeliverySource[],
  path: string,
  onProgress: OnProgress,
): Promise<TiledGround> =>
  withLatest(deliveries, async ({ kept }) => {
    const problems: TiledGround['problems'] = []
    let pictures: Delivered[] = []
    // The newest is the first of them, and drawn last.
    for (const candidate of [...kept].reverse()) {
      const found = await delivered(candidate)
      if (found === null) continue
      if ('problem' in found) problems.push({ klicNumber: candidate.header.klicNumber, problem: found.problem })
      else pictures.push(found.picture)
    }
    for (;;) {
      try {
        const sets = await writeSets(tileSets(pictures), path, onProgress)
        return { pictures: pictures.map(shown), problems, sets }
      } catch (error) {
        if (!(error instanceof BrokenPicture)) throw error
        // Without it, from the start: its part may have hidden that of another.
        pictures = pictures.filter((picture) => picture !== error.picture)
        problems.push({ klicNumber: error.picture.klicNumber, problem: error.problem })
      }
    }
  })

async function delivered({
  source,
  header: { klicNumber },
}: Candidate): Promise<{ picture: Delivered } | { problem: GroundProblem } | null> {
  const file = pictureOf(source, klicNumber)
  if (file === undefined) return null
  const extent = await boundsOf(source)
  if (extent === null) return { problem: { kind: 'no_bounds' } }
  let size: { width: number; height: number }
  try {
    size = readHead(await firstBytes(file))
  } catch (error) {
    return { problem: problemOf(error) }
  }
  const { width, height } = size
  const picture: Delivered = {
    klicNumber,
    width,
    height,
    extent,
    async *rows() {
      try {
        yield* pngRows(file.chunks())
      } catch (error) {
        throw new BrokenPicture(picture, problemOf(error))
      }
    },
  }
  if (pixelsPerMetre(picture) !== null) return { picture }
  const metres = [extent.maxX - extent.minX, extent.maxY - extent.minY] as const
  return { problem: { kind: 'does_not_fit', pixels: [width, height], metres } }
}

/** @throws what is no fault of the picture */
function problemOf(error: unknown): GroundProblem {
  if (error instanceof UnreadablePicture) return { kind: error.problem }
  // Of the ZIP: this entry is not what its checksum says.
  if (error instanceof Refusal) return { kind: 'damaged' }
  throw error
}

async function firstBytes(file: DeliveryDocument): Promise<Buffer> {
  let head = Buffer.alloc(0)
  for await (const chunk of file.chunks()) {
    head = Buffer.concat([head, chunk])
    if (head.length >= HEAD_BYTES) break
  }
  return head
}

async function writeSets(
  sets: readonly TileSet<Delivered>[],
  path: string,
  onProgress: OnProgress,
): Promise<TiledGround['sets']> {
  const made: TiledGround['sets'] = []
  const total = sets.reduce((sum, { pictures }) => sum + pictures.length, 0)
  let done = 0
  const file = createTileFile(path)
  try {
    for (const set of sets) {
      onProgress({ what: 'ground', done, total })
      let tiles = 0
      await writeTiles(set, (...tile) => {
        file.put(...tile)
        tiles++
      })
      const { pictures, ...matrix } = set
      const klicNumbers = [...new Set(pictures.map(({ picture }) => picture.klicNumber))].sort()
      made.push({ ...matrix, klicNumbers, tiles })
      done += pictures.length
    }
  } finally {
    file.close()
  }
  onProgress({ what: 'ground', done, total })
  return made
}

const shown = (picture: Delivered): GroundSummary['pictures'][number] => {
  const { klicNumber, extent } = picture
  const perMetre = pixelsPerMetre(picture)!
  return { klicNumber, perMetre, extent: [extent.minX, extent.minY, extent.maxX, extent.maxY] }
}

/**
 * Puts the ground that deliveries hold into the GeoPackage that was merged of them: a step of its own, after the result, so that
 * nobody waits for a picture to see the cables. A picture that can't be read or placed is said in a warning, and the rest goes on.
 */

import { type Candidate, withLatest } from '../../imkl/delivery/candidates.ts'
import { boundsOf, pictureOf } from '../../imkl/delivery/ground.ts'
import type { DeliveryDocument } from '../../imkl/delivery/source.ts'
import type { DeliverySource, GroundLayer, GroundSummary } from '../../imkl/model/conversion-task.ts'
import { LAYERS } from '../../imkl/model/layers.ts'
import { type GroundProblem, groundWarning } from '../../imkl/warnings/ground-words.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type GroundWriter, openForGround } from '../geopackage/ground.ts'
import { openResult } from '../geopackage/read.ts'
import { type Picture, writeTiles } from '../ground/mosaic.ts'
import { pixelsPerMetre, type TileSet, tileSets } from '../ground/placing.ts'
import { HEAD_BYTES, pngRows, readHead } from '../ground/png-rows.ts'
import { TILE } from '../ground/png-tile.ts'
import { UnreadablePicture } from '../ground/unreadable.ts'
import { descriptionOf, type ResultContents, type ResultFacts } from '../styling/contents.ts'
import { PROJECT_NAME, projectXml } from '../styling/project.ts'
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

/**
 * @param gpkg as it was merged of these deliveries; it may be left half-written when this throws, so it is a copy
 * @param fileName under which the project inside finds its layers
 */
export async function addGround(
  gpkg: string,
  deliveries: readonly DeliverySource[],
  fileName: string,
  facts: ResultFacts,
  onProgress: OnProgress,
): Promise<GroundSummary> {
  const merged = mergedIn(gpkg)
  return withLatest(deliveries, async ({ kept }) => {
    const warnings: GroundSummary['warnings'] = []
    let pictures: Delivered[] = []
    // The newest is the first of them, and drawn last.
    for (const candidate of [...kept].reverse()) {
      const found = await delivered(candidate)
      if (found === null) continue
      if ('problem' in found) warnings.push(groundWarning(candidate.header.klicNumber, found.problem))
      else pictures.push(found.picture)
    }
    const writer = openForGround(gpkg)
    try {
      for (;;) {
        const sets = tileSets(pictures)
        try {
          const written = await writer.whole(async () => {
            const made = await writeSets(sets, writer, facts, onProgress)
            for (const warning of warnings) writer.warning(warning)
            if (made.length > 0) {
              const contents: ResultContents = { fileName, ...merged, ground: made }
              writer.project({ name: PROJECT_NAME, xml: projectXml(contents, facts) })
            }
            return made
          })
          return { pictures: pictures.map(shown), layers: written, warnings }
        } catch (error) {
          if (!(error instanceof BrokenPicture)) throw error
          // Without it, from the start: its part may have hidden that of another.
          pictures = pictures.filter((picture) => picture !== error.picture)
          warnings.push(groundWarning(error.picture.klicNumber, error.problem))
        }
      }
    } finally {
      writer.close()
    }
  })
}

function mergedIn(gpkg: string): Pick<ResultContents, 'layers' | 'requests'> {
  const reader = openResult(gpkg)
  try {
    const layers = LAYERS.map(({ name }) => ({ name, themes: reader.themes(name), extent: reader.extent(name) }))
    return { layers, requests: reader.requests() }
  } finally {
    reader.close()
  }
}

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
  writer: GroundWriter,
  facts: ResultFacts,
  onProgress: OnProgress,
): Promise<GroundLayer[]> {
  const made: GroundLayer[] = []
  const total = sets.reduce((sum, { pictures }) => sum + pictures.length, 0)
  let done = 0
  for (const set of sets) {
    onProgress({ what: 'ground', done, total })
    const { perMetre, extent } = set
    const alike = made.filter((other) => other.perMetre === perMetre).length
    const table = `ondergrond_${perMetre}${alike > 0 ? `_${alike + 1}` : ''}`
    const { origin, pixel, level, across } = set
    const place = { origin, pixel, level, across, tileSize: TILE, extent }
    const into = writer.table({ name: table, ...wordsOf(set, alike), ...descriptionOf(facts), ...place })
    let tiles = 0
    await writeTiles(set, (level, column, row, png) => {
      into.put(level, column, row, png)
      tiles++
    })
    into.end()
    made.push({ table, perMetre, extent: [extent.minX, extent.minY, extent.maxX, extent.maxY], tiles })
    done += set.pictures.length
  }
  onProgress({ what: 'ground', done, total })
  return made
}

const wordsOf = ({ perMetre, pictures }: TileSet<Delivered>, alike: number) => ({
  title: `BGT uit de levering, ${perMetre} pixels per m${alike > 0 ? ` (${alike + 1})` : ''}`,
  description: `Achtergrondkaart bij ${[...new Set(pictures.map(({ picture }) => picture.klicNumber))].sort().join(', ')}`,
})

const shown = (picture: Delivered): GroundSummary['pictures'][number] => {
  const { klicNumber, extent } = picture
  const perMetre = pixelsPerMetre(picture)!
  return { klicNumber, perMetre, extent: [extent.minX, extent.minY, extent.maxX, extent.maxY] }
}

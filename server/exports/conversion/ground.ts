/**
 * Puts the ground that deliveries hold into the GeoPackage that was merged of them: a step of its own, after the result, so that
 * nobody waits for a picture to see the cables. A picture that is not shown is said in a warning.
 */
import type { GroundLayer, GroundSummary } from '../../imkl/model/conversion-task.ts'
import type { TiledGround } from '../../imkl/model/ground-tiles.ts'
import { LAYERS } from '../../imkl/model/layers.ts'
import { groundWarning } from '../../imkl/warnings/ground-words.ts'
import { type GroundWriter, openForGround } from '../geopackage/ground.ts'
import { openResult } from '../geopackage/read.ts'
import { TILE } from '../ground/tile.ts'
import { descriptionOf, type ResultContents, type ResultFacts } from '../styling/contents.ts'
import { PROJECT_NAME, projectXml } from '../styling/project.ts'
import { openTileFile } from './tile-file.ts'

/**
 * @param gpkg as it was merged of these deliveries; it may be left half-written when this throws, so it is a copy
 * @param path of the file that holds the tiles
 * @param fileName under which the project inside finds its layers
 */
export function addGround(
  gpkg: string,
  { pictures, problems, sets }: TiledGround,
  path: string,
  fileName: string,
  facts: ResultFacts,
): GroundSummary {
  const merged = mergedIn(gpkg)
  const warnings = problems.map(({ klicNumber, problem }) => groundWarning(klicNumber, problem))
  const writer = openForGround(gpkg)
  try {
    const layers = writer.whole(() => {
      const made = copySets(sets, path, writer, facts)
      for (const warning of warnings) writer.warning(warning)
      if (made.length > 0) {
        const contents: ResultContents = { fileName, ...merged, ground: made }
        writer.project({ name: PROJECT_NAME, xml: projectXml(contents, facts) })
      }
      return made
    })
    return { pictures, layers, warnings }
  } finally {
    writer.close()
  }
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

function copySets(sets: TiledGround['sets'], path: string, writer: GroundWriter, facts: ResultFacts): GroundLayer[] {
  const made: GroundLayer[] = []
  const file = openTileFile(path)
  try {
    for (const set of sets) {
      const { perMetre, extent, tiles } = set
      const alike = made.filter((other) => other.perMetre === perMetre).length
      const table = `ondergrond_${perMetre}${alike > 0 ? `_${alike + 1}` : ''}`
      const { origin, pixel, level, across } = set
      const place = { origin, pixel, level, across, tileSize: TILE, extent }
      const into = writer.table({ name: table, ...wordsOf(set, alike), ...descriptionOf(facts), ...place })
      file.take(tiles, into.put)
      into.end()
      made.push({ table, perMetre, extent: [extent.minX, extent.minY, extent.maxX, extent.maxY], tiles })
    }
  } finally {
    file.close()
  }
  return made
}

const wordsOf = ({ perMetre, klicNumbers }: TiledGround['sets'][number], alike: number) => ({
  title: `BGT uit de levering, ${perMetre} pixels per m${alike > 0 ? ` (${alike + 1})` : ''}`,
  description: `Achtergrondkaart bij ${klicNumbers.join(', ')}`,
})

/**
 * What each of our map styles needs beside the tiles, made from our own symbols and a free font (Arimo, OFL 1.1; its
 * licence goes along): node build/map/write-assets.ts FOLDER. The set-up calls it when sources changed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { mapImages } from '../../server/exports/styling/map/images.ts'
import { FONT } from '../../server/exports/styling/map/mark-layers.ts'
import { startResvg } from '../icons/resvg.ts'
import { glyphRanges } from './glyphs.ts'
import { spriteOf } from './sprite.ts'

const require = createRequire(import.meta.url)
const SUBSETS = ['latin', 'latin-ext', 'greek']
const RATIOS = { '': 1, '@2x': 2 }

export async function writeMapAssets(folder: string): Promise<void> {
  await mkdir(join(folder, 'fonts'), { recursive: true })
  await startResvg()
  for (const [suffix, ratio] of Object.entries(RATIOS)) {
    const { png, index } = spriteOf(mapImages(), ratio)
    await writeFile(join(folder, `sprite${suffix}.json`), JSON.stringify(index))
    await writeFile(join(folder, `sprite${suffix}.png`), png)
  }
  const fonts = await Promise.all(
    SUBSETS.map((subset) => readFile(require.resolve(`@fontsource/arimo/files/arimo-${subset}-400-normal.woff`))),
  )
  const bytes = fonts.map((file) => file.buffer.slice(file.byteOffset, file.byteOffset + file.length) as ArrayBuffer)
  for (const [start, range] of glyphRanges(FONT, bytes)) {
    await writeFile(join(folder, 'fonts', `${start}-${start + 255}.pbf`), range)
  }
  const licence = join(require.resolve('@fontsource/arimo/package.json'), '..', 'LICENSE')
  await writeFile(join(folder, 'fonts', 'LICENSE'), await readFile(licence))
}

const [folder] = process.argv.slice(2)
if (import.meta.main) {
  if (!folder) throw new Error('say into which folder')
  await writeMapAssets(folder)
}

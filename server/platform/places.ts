/** Where the parts of the application lie, in the source tree and in a package. */
import { access, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, or the package's. */
export const root: string = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export const version: string = (createRequire(import.meta.url)(join(root, 'package.json')) as { version: string })
  .version

/** The QGIS plugin as it is packed. */
export const pluginFolder: string = join(root, 'qgis', 'klic_desktop')

/** The map's built symbols and fonts; null when they have not been built. */
export const mapAssetsFolder = (): Promise<string | null> => builtFolder(join(root, 'dist', 'map'), 'sprite.png')

/** The window's built files; null when they have not been built. */
export const rendererFolder = (): Promise<string | null> =>
  builtFolder(process.env.KLIC_RENDERER ?? join(root, 'dist', 'renderer'), 'index.html')

const builtFolder = (folder: string, file: string): Promise<string | null> =>
  access(join(folder, file)).then(
    () => folder,
    () => null,
  )

/** What the page of a site package needs beside the result. */
export interface SiteAssets {
  script: string
  /** The map's symbols, for fine screens: where each lies in the picture, as JSON, and that as PNG */
  symbols: Uint8Array
  symbolsPicture: Uint8Array
}

/** What the page of a site package draws its map with; null when it was not built. */
export async function siteAssets(): Promise<SiteAssets | null> {
  const [window, symbols] = [await rendererFolder(), await mapAssetsFolder()]
  const script = window && (await builtFolder(join(window, 'site'), 'map.js'))
  if (!script || !symbols) return null
  return {
    script: await readFile(join(script, 'map.js'), 'utf8'),
    symbols: await readFile(join(symbols, 'sprite@2x.json')),
    symbolsPicture: await readFile(join(symbols, 'sprite@2x.png')),
  }
}

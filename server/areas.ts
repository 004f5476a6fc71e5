/**
 * The reading of a file with areas: `node server/areas.ts FILE FOLDER [EPSG:…] [--layer=NAME] [--turned]`. Prints domain/geometry/found-areas.ts's
 * AreaReadingLine. A process of its own, because the file comes from anywhere and GDAL is native code.
 * `node server/areas.ts --photo FILE OUT` draws a photo anew and prints runtime/redraw-photo.ts's PhotoLine.
 * `node server/areas.ts --try FOLDER` loads all native code that readers use, for runtime/cage.ts.
 */
import type { OpenGeoPackage } from './domain/ports/foreign-geopackage.ts'
import { UnreadableArea } from './formats/areas/fault.ts'
import { readAreas } from './formats/areas/read.ts'
import { listenToParent, tellParent } from './runtime/child.ts'
import { makeForOwnerOnly } from './runtime/own-folder.ts'
import { installRdGrid } from './runtime/rd-grid.ts'
import type { PhotoLine } from './runtime/redraw-photo.ts'

/** Loading SQLite or GDAL takes longer than reading a text: only when it is needed. */
const openGeoPackage: OpenGeoPackage = async (path, wanted) => {
  const { openForeignGeoPackage } = await import('./store/geopackage/foreign.ts')
  return openForeignGeoPackage(path, wanted)
}

makeForOwnerOnly()
listenToParent({ gone: () => process.exit(1) })
const LAYER = '--layer='
const given = process.argv.slice(2)
const layer = given.find((arg) => arg.startsWith(LAYER))?.slice(LAYER.length)
const isTurned = given.includes('--turned')
const [file, folder, crs] = given.filter((arg) => !arg.startsWith(LAYER) && arg !== '--turned')
if (file === '--photo') {
  const { redrawPhoto } = await import('./formats/photo.ts')
  tellParent({ photo: (await redrawPhoto(folder!, crs!)) ?? null } satisfies PhotoLine)
  process.exit(0)
}
if (!file || !folder) throw new Error('Usage: node server/areas.ts FILE FOLDER [EPSG:…] [--layer=NAME] [--turned]')
if (file === '--try') {
  const { otherDrivers } = await import('./formats/areas/gdal.ts')
  const { tryNativeCode } = await import('./store/geopackage/foreign.ts')
  tryNativeCode(folder)
  tellParent({ otherDrivers: otherDrivers() })
  process.exit(0)
}
await installRdGrid()
try {
  const onText = (): void => tellParent({ is_text: true })
  tellParent({ read: await readAreas(file, folder, openGeoPackage, { crs, layer, isTurned }, onText) })
} catch (error) {
  if (!(error instanceof UnreadableArea)) throw error
  const { code, message, line } = error
  tellParent({ fault: { code, message, ...(line === undefined ? {} : { line }) } })
}
process.stdin.destroy()

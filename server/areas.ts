/**
 * The reading of a file with areas: `node server/areas.ts FILE FOLDER [EPSG:…]`. Prints one line, domain/found-areas.ts's
 * AreaReadingLine. A process of its own, because the file comes from anywhere and GDAL is native code.
 */
import { UnreadableArea } from './formats/areas/fault.ts'
import { readAreas } from './formats/areas/read.ts'
import { listenToParent, tellParent } from './process/child.ts'
import { makeForOwnerOnly } from './process/own-folder.ts'
import { installRdGrid } from './process/rd-grid.ts'

makeForOwnerOnly()
listenToParent({ gone: () => process.exit(1) })
const [file, folder, crs] = process.argv.slice(2)
if (!file || !folder) throw new Error('Usage: node server/areas.ts FILE FOLDER [EPSG:…]')
await installRdGrid()
try {
  tellParent({ read: await readAreas(file, folder, crs) })
} catch (error) {
  if (!(error instanceof UnreadableArea)) throw error
  const { code, message, line } = error
  tellParent({ fault: { code, message, ...(line === undefined ? {} : { line }) } })
}
process.stdin.destroy()

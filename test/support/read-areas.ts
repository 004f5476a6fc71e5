/** Reads bytes as a file with areas, in this process; what it needs is removed after the tests of the file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { AreaWishes, FoundAreas } from '../../server/domain/geometry/found-areas.ts'
import { useGrid } from '../../server/domain/rd/rd.ts'
import { UnreadableArea } from '../../server/formats/areas/fault.ts'
import { readAreas } from '../../server/formats/areas/read.ts'
import { installRdGrid } from '../../server/runtime/rd-grid.ts'
import { openForeignGeoPackage } from '../../server/store/geopackage/foreign.ts'

export async function readingAreas() {
  await installRdGrid()
  after(() => useGrid(null))
  const folder = mkdtempSync(join(tmpdir(), 'klic-areas-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  let count = 0
  const read = (bytes: string | Uint8Array, wishes: Partial<AreaWishes> = {}): Promise<FoundAreas> => {
    const own = join(folder, String(count++))
    mkdirSync(join(own, 'unpacked'), { recursive: true })
    writeFileSync(join(own, 'given'), bytes)
    const asked = { crs: undefined, layer: undefined, isTurned: false, ...wishes }
    return readAreas(join(own, 'given'), join(own, 'unpacked'), openForeignGeoPackage, asked)
  }
  /** The code of what is wrong with it; another error is ours and comes through. */
  const fault = (bytes: string | Uint8Array): Promise<string> =>
    read(bytes).then(
      () => 'read',
      (error: unknown) => {
        if (error instanceof UnreadableArea) return error.code
        throw error
      },
    )
  return { folder, read, fault }
}

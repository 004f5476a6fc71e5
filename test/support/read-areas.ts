/** Reads bytes as a file with areas, in this process; what it needs is removed after the tests of the file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { openForeignGeoPackage } from '../../server/exports/geopackage/foreign.ts'
import { UnreadableArea } from '../../server/features/areas/files/fault.ts'
import { readAreas } from '../../server/features/areas/files/read.ts'
import type { AreaImportOptions, FoundAreas } from '../../server/geometry/found-areas.ts'
import { installRdGrid } from '../../server/geometry/install-grid.ts'
import { useGrid } from '../../server/geometry/rd/rd.ts'

export async function readingAreas() {
  await installRdGrid()
  after(() => useGrid(null))
  const folder = mkdtempSync(join(tmpdir(), 'klic-areas-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  let count = 0
  const read = (bytes: string | Uint8Array, options: Partial<AreaImportOptions> = {}): Promise<FoundAreas> => {
    const own = join(folder, String(count++))
    mkdirSync(join(own, 'unpacked'), { recursive: true })
    writeFileSync(join(own, 'given'), bytes)
    const asked = { crs: undefined, layer: undefined, isTurned: false, ...options }
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

/** The ground of a result as a ZIP: a GeoTIFF and a world file for each scale, a drawing that has them in their places, and a word of explanation. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { groundDrawing } from './dxf/ground.ts'
import { type RasterPlace, sizeOf, worldFile, writeGeoTiff } from './geotiff.ts'
import { noticeIn, type ResultRows, resultWords } from './words.ts'
import { addNotice, writeZip } from './zip-file.ts'

export interface GroundZipTask {
  /** A file that does not exist yet; synced when this returns. */
  zip: string
  /** What is made in it is removed. */
  tempDir: string
  /** Sealed; read only. */
  gpkg: string
  /** Of the GeoPackage, the coarsest scale first; none: the ZIP says so. */
  rasters: readonly RasterPlace[]
  tables: ResultRows
  onLayer?: (done: number, total: number) => void
}

export async function writeGroundZip({ zip, tempDir, gpkg, rasters, tables, onLayer }: GroundZipTask): Promise<void> {
  const made: string[] = []
  try {
    await writeZip(zip, async (archive) => {
      addNotice(archive, tables)
      archive.text('LEESMIJ.txt', readme(rasters, tables))
      for (const [i, raster] of rasters.entries()) {
        onLayer?.(i, rasters.length)
        const path = join(tempDir, `${raster.table}.tif`)
        made.push(path)
        await writeGeoTiff(gpkg, raster.table, path, 'BGT uit de KLIC-levering')
        archive.file(`${raster.table}.tif`, path)
        archive.text(`${raster.table}.tfw`, worldFile(raster))
      }
      if (rasters.length > 0) archive.text('ondergrond.dxf', groundDrawing(rasters, commentsOf(tables)))
      onLayer?.(rasters.length, rasters.length)
    })
  } finally {
    for (const path of made) await rm(path, { force: true })
  }
}

function commentsOf(tables: ResultRows): string[] {
  const notice = noticeIn(tables)
  return ['KLIC Desktop, RD New (EPSG:28992), meters', ...(notice === null ? [] : [notice])]
}

function readme(rasters: readonly RasterPlace[], tables: ResultRows): string {
  const lines = [
    'Ondergrond bij KLIC-gebiedsinformatie: de grootschalige basiskaart (BGT) zoals die in de leveringen zat',
    '',
    'Coördinaten: RD New (EPSG:28992), meters. De plaats staat in elk GeoTIFF zelf, en in het .tfw ernaast.',
    'Waar geen ondergrond geleverd is, is het beeld doorzichtig.',
    ...(rasters.length === 0
      ? []
      : ['ondergrond.dxf heeft de beelden als IMAGE op hun plaats: hang die in CAD als xref onder de tekening (DXF).']),
    '',
    'Beelden (fijne tekent men over grove):',
    ...(rasters.length === 0 ? ['- geen: de leveringen bevatten geen ondergrond die getoond kan worden'] : []),
    ...rasters.map((raster) => `- ${raster.table}.tif: ${described(raster)}`),
    '',
    ...resultWords(tables),
    '',
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

function described(raster: RasterPlace): string {
  const { width, height } = sizeOf(raster)
  const { minX, minY, maxX, maxY } = raster.extent
  return `${width} bij ${height} pixels van ${raster.pixel.x.toFixed(4)} m; x ${minX} tot ${maxX}, y ${minY} tot ${maxY}`
}

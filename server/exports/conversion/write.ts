/** Writes each kind of file of a result from its sealed GeoPackage, and reads it back before it may get its name. */

import type { OutFile } from '../../imkl/model/conversion-task.ts'
import { LAYERS } from '../../imkl/model/layers.ts'
import { RESULT_TABLES, WARNING_TABLE } from '../../imkl/model/result.ts'
import { GROUND_NOT_SHOWN } from '../../imkl/warnings/ground-words.ts'
import type { ResultRows } from '../formats/words.ts'
import { openGroundTiles } from '../geopackage/ground-tiles.ts'
import { type GeoPackageReader, openResult } from '../geopackage/read.ts'
import type { AtomicFile } from './atomic-file.ts'
import { type Counts, dxfCounter, geoJsonCounter, verifyShapefiles } from './verify.ts'

/**
 * A result without what it says of its ground, which other formats do not hold: made before the ground came or afterwards, they
 * have the same bytes.
 */
function openWithoutBaseMap(gpkg: string): GeoPackageReader {
  const result = openResult(gpkg)
  return {
    ...result,
    table: (name) => result.table(name).filter((row) => name !== WARNING_TABLE.name || row.code !== GROUND_NOT_SHOWN),
  }
}

export type OnProgress = (progress: { what: string; done: number; total: number }) => void

/** What is in a result, for what is written of it: features of each layer, and the tables. */
export interface Contents {
  counts: Counts
  tables: ResultRows
}

export function contentsOf(gpkg: string): Contents {
  const read = openWithoutBaseMap(gpkg)
  try {
    return {
      counts: Object.fromEntries(LAYERS.map(({ name }) => [name, read.count(name)])),
      tables: Object.fromEntries(RESULT_TABLES.map(({ name }) => [name, read.table(name)])),
    }
  } finally {
    read.close()
  }
}

interface WriteTask extends Contents {
  gpkg: string
  file: AtomicFile
  scratch: string
  onProgress: OnProgress
}

interface Digest {
  sha256: string
  bytes: number
}

export const WRITE: Record<Exclude<OutFile['format'], 'gpkg'>, (writing: WriteTask) => Promise<Digest>> = {
  geojson: (writing) => geoJson(writing, 'RD New'),
  'geojson-crs84': (writing) => geoJson(writing, 'CRS84'),

  async shp({ gpkg, file, scratch, counts, tables, onProgress }) {
    const { inspectShapefileZip, measureLayers, writeShapefileZip } = await import('../formats/shapefile.ts')
    const onLayer = (done: number, total: number): void => onProgress({ what: 'shp', done, total })
    const zip = file.temporaryPath
    const measured = await reading(gpkg, (source) => measureLayers(source))
    await writeShapefileZip({ gpkg, measured, zip, tempDir: scratch, tables, counts, onLayer })
    verifyShapefiles(inspectShapefileZip(zip), counts)
    return file.digest()
  },

  async dxf({ gpkg, file, scratch, tables, onProgress }) {
    const { writeDxf } = await import('../formats/dxf/dxf.ts')
    const onLayer = (done: number, total: number): void => onProgress({ what: 'dxf', done, total })
    const entities = await reading(gpkg, (source) =>
      writeDxf({ path: file.temporaryPath, tempDir: scratch, source, tables, onLayer }),
    )
    const counter = dxfCounter()
    const digest = await file.digest(counter.look)
    counter.verify(entities)
    return digest
  },

  async geotiff({ gpkg, file, scratch, tables, onProgress }) {
    const onLayer = (done: number, total: number): void => onProgress({ what: 'geotiff', done, total })
    const { writeGroundZip } = await import('../formats/ground-zip.ts')
    const ground = openGroundTiles(gpkg)
    ground.close()
    const result = openResult(gpkg)
    // Of this format it is the subject.
    const told = { ...tables, [WARNING_TABLE.name]: result.table(WARNING_TABLE.name) }
    result.close()
    const zip = file.temporaryPath
    await writeGroundZip({ zip, tempDir: scratch, gpkg, rasters: ground.sets, tables: told, onLayer })
    await readZip(zip)
    return file.digest()
  },

  async xlsx({ gpkg, file, tables, onProgress }) {
    const { writeXlsx } = await import('../formats/xlsx.ts')
    onProgress({ what: 'xlsx', done: 0, total: 1 })
    await reading(gpkg, (source) => writeXlsx({ path: file.temporaryPath, source, tables }))
    await readZip(file.temporaryPath)
    onProgress({ what: 'xlsx', done: 1, total: 1 })
    return file.digest()
  },
}

const readZip = async (path: string): Promise<void> => (await import('../formats/zip-file.ts')).readThrough(path)

async function geoJson({ gpkg, file, counts, onProgress }: WriteTask, crs: 'RD New' | 'CRS84'): Promise<Digest> {
  const { featureStart, writeGeoJson } = await import('../formats/geojson.ts')
  onProgress({ what: 'geojson', done: 0, total: 1 })
  await reading(gpkg, (source) => writeGeoJson(file.temporaryPath, source, crs))
  const counter = geoJsonCounter(featureStart)
  const digest = await file.digest(counter.look)
  counter.verify(counts)
  onProgress({ what: 'geojson', done: 1, total: 1 })
  return digest
}

async function reading<T>(gpkg: string, work: (source: GeoPackageReader) => T | Promise<T>): Promise<T> {
  const source = openWithoutBaseMap(gpkg)
  try {
    return await work(source)
  } finally {
    source.close()
  }
}

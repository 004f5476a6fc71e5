/**
 * Writes a result as one ZIP: a Shapefile per layer (empty ones too), the tables as CSV, and LEESMIJ.txt with what a
 * Shapefile can't hold. Written by us: it is measured to be several times as fast as through GDAL, and the same bytes
 * whatever GDAL there is. ZIP times, modes and order are fixed, so that equal results give equal bytes.
 */

import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { emptyExtent } from '../domain/geometry/flat.ts'
import { type Cell, LAYERS, type Layer } from '../domain/imkl/layers.ts'
import type { ResultReader } from '../domain/imkl/result.ts'
import { RD_NEW_ESRI } from '../domain/rd/esri.ts'
import { BLANK, dbfEnd, dbfHeader, dbfHeaderBytes, type Field, fieldsOf, putRecord, recordBytes } from './dbf.ts'
import { type LayerZipTask, writeLayerZip } from './layer-zip.ts'
import { readme } from './readme.ts'
import { INDEX_BYTES, putIndex, putShape, SHP_HEADER_BYTES, shapeBytes, shpHeader } from './shp.ts'
import { SpilledFile } from './spilled-file.ts'

export interface ShapefileTask extends LayerZipTask {
  source: Pick<ResultReader, 'features' | 'longest'>
  /** For a test; default: what readers of Shapefiles can address. */
  mostBytes?: number
}

/** Beyond it many readers go astray: they count bytes in 32 bits with a sign. */
const MAX_BYTES = 2 ** 31 - 1
/** Between letting the packing have its turn, which runs on another core. */
const ROWS_A_TURN = 256
const CPG = 'UTF-8'

export async function writeShapefileZip(task: ShapefileTask): Promise<void> {
  await writeLayerZip(task, readme(task.counts, task.tables), async (archive, folder) => {
    for (const [done, layer] of LAYERS.entries()) {
      for await (const { name, files } of shapefiles(layer, task, folder)) {
        for (const [extension, file] of Object.entries(files)) {
          if (typeof file === 'string') archive.file(`${name}.${extension}`, file)
          else archive.bytes(`${name}.${extension}`, file)
        }
        archive.text(`${name}.prj`, RD_NEW_ESRI)
        archive.text(`${name}.cpg`, CPG)
      }
      task.onLayer?.(done + 1, LAYERS.length)
    }
  })
}

interface Shapefile {
  name: string
  files: { shp: Buffer | string; shx: Buffer | string; dbf: Buffer | string }
}

/** One for each layer; a layer that passes the size of a file goes on in `NAME_2`, `NAME_3`, … */
async function* shapefiles(layer: Layer, task: ShapefileTask, folder: string): AsyncGenerator<Shapefile> {
  const { source, mostBytes = MAX_BYTES } = task
  const fields = fieldsOf(layer.columns, source.longest(layer.name))
  let open = new OpenShapefile(layer, fields, folder, layer.name)
  try {
    let rows = 0
    let parts = 1
    for (const { cells, geometry } of source.features(layer.name)) {
      const bytes = shapeBytes(geometry)
      if (!open.holds(bytes, mostBytes)) {
        yield open.finish()
        parts++
        open = new OpenShapefile(layer, fields, folder, `${layer.name}_${parts}`)
      }
      open.add(cells, geometry, bytes)
      if (++rows % ROWS_A_TURN === 0) await turn()
    }
    yield open.finish()
  } finally {
    open.close()
  }
}

class OpenShapefile {
  private readonly layer: Layer
  private readonly fields: readonly Field[]
  private readonly name: string
  private readonly shp: SpilledFile
  private readonly shx: SpilledFile
  private readonly dbf: SpilledFile
  private readonly recordBytes: number
  private readonly extent = emptyExtent()
  private records = 0

  constructor(layer: Layer, fields: readonly Field[], folder: string, name: string) {
    this.layer = layer
    this.fields = fields
    this.name = name
    this.recordBytes = recordBytes(fields)
    this.shp = new SpilledFile(join(folder, `${name}.shp`), SHP_HEADER_BYTES)
    this.shx = new SpilledFile(join(folder, `${name}.shx`), SHP_HEADER_BYTES)
    this.dbf = new SpilledFile(join(folder, `${name}.dbf`), dbfHeaderBytes(fields), BLANK)
  }

  /** A shape that is too large for any file is taken by the first, since nothing else could hold it. */
  holds(shape: number, mostBytes: number): boolean {
    if (this.records === 0) return true
    return this.shp.bytes + shape <= mostBytes && this.dbf.bytes + this.recordBytes + dbfEnd.length <= mostBytes
  }

  /** @param bytes of its shape, as `shapeBytes` says */
  add(cells: readonly Cell[], geometry: Parameters<typeof putShape>[0], bytes: number): void {
    this.records++
    const at = this.shp.bytes
    const shape = this.shp.room(bytes)
    putShape(geometry, this.records, bytes, shape.block, shape.at, this.extent)
    const index = this.shx.room(INDEX_BYTES)
    putIndex(at, bytes, index.block, index.at)
    const record = this.dbf.room(this.recordBytes)
    putRecord(this.fields, cells, record.block, record.at)
  }

  finish(): Shapefile {
    const end = this.dbf.room(dbfEnd.length)
    end.block.set(dbfEnd, end.at)
    const { geometry } = this.layer
    const files = {
      shp: this.shp.finish(shpHeader(geometry, this.shp.bytes, this.extent)),
      shx: this.shx.finish(shpHeader(geometry, this.shx.bytes, this.extent)),
      dbf: this.dbf.finish(dbfHeader(this.fields, this.records)),
    }
    return { name: this.name, files }
  }

  close(): void {
    for (const file of [this.shp, this.shx, this.dbf]) file.close()
  }
}

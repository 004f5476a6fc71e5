/**
 * Turns a sealed result GeoPackage into one ZIP of FlatGeobuf: a file per layer (a FlatGeobuf holds one kind of geometry),
 * each with its spatial index, in RD New, the tables as CSV, and LEESMIJ.txt. GDAL writes the files. Nobody else may
 * have the GeoPackage open in this process meanwhile: GDAL brings a SQLite of its own, and closing the file in one drops
 * the other's locks.
 */
import { join } from 'node:path'
import gdal from 'gdal-async'
import { LAYERS } from '../domain/imkl/layers.ts'
import { type LayerZipTask, writeLayerZip } from './layer-zip.ts'
import { type ResultRows, resultWords } from './words.ts'

const isDrawn = 'geom IS NOT NULL'

export interface FlatGeobufTask extends LayerZipTask {
  /** Sealed; read only. */
  gpkg: string
}

export async function writeFlatGeobufZip(task: FlatGeobufTask): Promise<void> {
  await writeLayerZip(task, readme(task.counts, task.tables), async (archive, folder) => {
    const source = await gdal.openAsync(task.gpkg, 'r', 'GPKG')
    try {
      for (const [done, { name }] of LAYERS.entries()) {
        const path = join(folder, `${name}.fgb`)
        const written = await gdal.vectorTranslateAsync(path, source, [
          ...['-f', 'FlatGeobuf', '-nln', name, '-where', isDrawn],
          ...['-lco', 'SPATIAL_INDEX=YES', '-lco', `TEMPORARY_DIR=${folder}`],
          name,
        ])
        written.close()
        archive.file(`${name}.fgb`, path)
        task.onLayer?.(done + 1, LAYERS.length)
      }
    } finally {
      source.close()
    }
  })
}

function readme(counts: Readonly<Record<string, number>>, tables: ResultRows): string {
  const lines = [
    'KLIC-gebiedsinformatie als FlatGeobuf',
    '',
    'Coördinaten: RD New (EPSG:28992), meters. Eén bestand per laag, met ruimtelijke index.',
    'Objecten zonder tekenbare geometrie kan het formaat niet bevatten: zie de verantwoording.',
    '',
    ...resultWords(tables),
    '',
    'Lagen (aantal objecten, met die zonder geometrie):',
    ...LAYERS.map(({ name }) => `- ${name}: ${counts[name] ?? 0}`),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}

export interface ZippedLayer {
  name: string
  geometry: string
  rows: number
}

/** Opens a finished ZIP with GDAL, as a user's GIS would, and says what is in it. */
export function inspectFlatGeobufZip(path: string): { layers: ZippedLayer[]; epsg: string | null } {
  let epsg: string | null = null
  const layers = LAYERS.map(({ name }) => {
    // The braces let the path have any name and extension.
    const source = gdal.open(`/vsizip/{${path}}/${name}.fgb`, 'r', 'FlatGeobuf')
    try {
      const layer = source.layers.get(0)
      epsg = layer.srs?.getAuthorityCode(null) ?? epsg
      return { name: layer.name, geometry: gdal.Geometry.getName(layer.geomType), rows: layer.features.count() }
    } finally {
      source.close()
    }
  })
  return { layers, epsg }
}

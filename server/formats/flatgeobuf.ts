/**
 * Turns a sealed result GeoPackage into one ZIP of FlatGeobuf: a file per layer (a FlatGeobuf holds one kind of geometry),
 * each with its spatial index, in RD New, the tables as CSV, and LEESMIJ.txt. GDAL writes the files. Nobody else may
 * have the GeoPackage open in this process meanwhile: see shapefile.ts.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import gdal from 'gdal-async'
import { LAYERS } from '../domain/layers.ts'
import { RESULT_TABLES } from '../domain/result.ts'
import { csv } from './csv.ts'
import type { ShapefileTask, ZippedLayer } from './shapefile.ts'
import { type ResultRows, resultWords } from './words.ts'
import { addNotice, writeZip } from './zip-file.ts'

const isDrawn = 'geom IS NOT NULL'

export async function writeFlatGeobufZip(task: ShapefileTask): Promise<void> {
  const folder = join(task.tempDir, 'flatgeobuf')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await writeZip(task.zip, async (archive) => {
      addNotice(archive, task.tables)
      archive.text('LEESMIJ.txt', readme(task.counts, task.tables))
      for (const table of RESULT_TABLES) archive.text(`${table.name}.csv`, csv(table, task.tables[table.name] ?? []))
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
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
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

/**
 * Writes a result as one GeoJSON FeatureCollection, in RD New or in longitude and latitude. RFC 7946 knows only the latter,
 * so for RD New the older `crs` member says what the numbers are; without it every reader would put the Netherlands in the
 * Gulf of Guinea.
 * One feature per line, strings built by hand (10 times as fast as through GDAL), 256 KiB at a time, never ahead of the disk.
 * Each feature has all columns of its layer, `laag`, and the IMKL id as its own id; unknown is null.
 */
import { open } from 'node:fs/promises'
import type { ResultGeometry } from '../../geometry/geometry.ts'
import { APPROXIMATION_ERROR_M, transformationKind } from '../../geometry/rd/rd.ts'
import { type Cell, LAYERS, type Layer, type Row } from '../../imkl/model/layers.ts'
import type { ResultReader } from '../../imkl/model/result.ts'
import { noteLine } from '../../imkl/model/result-notes.ts'
import { cellText, geometryText, metres, type Place, rowWriter } from './geojson-text.ts'
import { CRS84, placeIn } from './output-crs.ts'
import { TextFile } from './text-file.ts'
import { notForDigging } from './words.ts'

/** Top-level members that hold the tables of a result. */
const TABLE_MEMBERS = [
  ['levering', 'levering'],
  ['netbeheerders', 'netbeheerder'],
  ['documenten', 'document'],
  ['utiliteitsnetten', 'utiliteitsnet'],
  ['waarschuwingen', 'waarschuwing'],
  ['verantwoording', 'verantwoording'],
  ['onbekend', 'onbekend'],
] as const

const CRS = '{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::28992"}}'

/** To the millimetre. */
export const inMetres: Place = (x, y) => `[${metres(x)},${metres(y)}]`

type Source = Pick<ResultReader, 'features' | 'table'>

/**
 * @param path of a file that does not exist yet; synced when this returns
 * @param crs of the shapes; positions in columns and tables (`x`, `y`) stay RD New
 * @returns the number of features per layer
 */
export async function writeGeoJson(
  path: string,
  source: Source,
  crs: 'RD New' | 'CRS84' = 'RD New',
): Promise<Record<string, number>> {
  const place = crs === 'RD New' ? inMetres : placeIn(CRS84)
  const file = await open(path, 'wx')
  try {
    const written: Record<string, number> = {}
    const text = new TextFile(file)
    const says = crs === 'RD New' ? `"crs":${CRS}` : `"coordinaten":${JSON.stringify(degreesSaid())}`
    await text.put(`{"type":"FeatureCollection",\n${says},\n`)
    await text.put(nameJson(source))
    for (const [member, table] of TABLE_MEMBERS) await text.put(`"${member}":${rowsJson(source.table(table))},\n`)
    await text.put('"features":[')
    let separator = '\n'
    for (const layer of LAYERS) {
      const feature = featureWriter(layer, place)
      let count = 0
      for (const { cells, geometry } of source.features(layer.name)) {
        const line = separator + feature(cells, geometry)
        if (!text.add(line)) await text.turn(line)
        separator = ',\n'
        count++
      }
      written[layer.name] = count
    }
    await text.put('\n]}\n')
    await text.flush()
    await file.sync()
    return written
  } finally {
    await file.close()
  }
}

/** GIS programs call the layer by this member: a reader sees there first that nobody may dig by these data. */
const nameJson = (source: Source): string => {
  const notes = notForDigging({ waarschuwing: source.table('waarschuwing') })
  return notes.length > 0 ? `"name":${JSON.stringify(notes.map(({ code }) => noteLine(code, 'nl')).join('. '))},\n` : ''
}

/** How a line with a feature of this layer begins; nothing else in the file can look like it. */
export const featureStart = (layer: string): string => `{"type":"Feature","properties":{"laag":"${layer}",`

const rowsJson = (rows: readonly Row[]): string => `[${rows.map((row) => JSON.stringify(row)).join(',\n')}]`

function featureWriter(
  layer: Layer,
  place: Place,
): (cells: readonly Cell[], geometry: ResultGeometry | null) => string {
  const start = featureStart(layer.name)
  const properties = rowWriter(layer.columns)
  const idAt = layer.columns.findIndex((column) => column.name === 'id')
  const isSingle = layer.geometry === 'Polygon'
  return (cells, geometry) => {
    const shape = geometry ? geometryText(geometry, place, isSingle) : 'null'
    return `${start}${properties(cells)}},"id":${cellText(cells[idAt] ?? null)},"geometry":${shape}}`
  }
}

/** A user of the numbers must know how they were computed. */
const degreesSaid = (): string =>
  'WGS 84 (lengtegraad, breedtegraad), uit RD New ' +
  (transformationKind() === 'grid'
    ? 'met het officiële correctiegrid'
    : `bij benadering, zonder het officiële correctiegrid: fout ten hoogste ${APPROXIMATION_ERROR_M} m`)

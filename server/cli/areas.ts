/** klic areas: what a file with areas offers, as the window reads it. */
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runAreaReading } from '../features/areas/run-area-reading.ts'
import { cageIn } from '../features/cage.ts'
import {
  type AreaImportOptions,
  type FoundArea,
  type FoundAreas,
  MAX_AREA_FILE_BYTES,
} from '../geometry/found-areas.ts'
import { Refusal } from '../platform/refusal.ts'
import { CAGED } from './in-cage.ts'
import { print, Usage } from './say.ts'

export const help = `klic areas [--crs EPSG:CODE] [--layer NAME] [--swap] FILE

  Reads the areas and lines of FILE: GeoJSON, WKT, KML, GPX, GML, Shapefile (ZIP), GeoPackage, FlatGeobuf, DXF, MapInfo or a
  table of corners. Prints {"format", "crs", "crs_from", "is_inside", "areas": [{"name", "layer", "geometry"}], "layers",
  "left_out"}; geometry: GeoJSON in RD New (EPSG:28992), metres. crs_from: file, numbers (told by the numbers), turned (y
  came before x), chosen, several.
  --crs: the coordinate system, where the file says none or a wrong one. --layer: this layer only. --swap: y before x.`

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { crs: { type: 'string' }, layer: { type: 'string' }, swap: { type: 'boolean', default: false } },
  })
  const [named, ...more] = positionals
  if (!named || more.length > 0) throw new Usage('Name one file.')
  if (values.crs !== undefined && !/^EPSG:\d+$/.test(values.crs)) throw new Usage('Write the system as EPSG:28992.')
  const chosen = { crs: values.crs, layer: values.layer, isTurned: values.swap }
  const { format, crs, crsFrom, isInside, areas, layers, leftOut } = await areasIn(named, chosen)
  const { tooMany, ...others } = leftOut
  print({
    format,
    crs,
    crs_from: crsFrom,
    is_inside: isInside,
    areas: areas.map((area) => ({ name: area.name, layer: area.layer, geometry: geometryOf(area) })),
    layers,
    left_out: { ...others, too_many: tooMany },
  })
}

/** @throws Refusal VALIDATION_FAILED */
export async function areasIn(named: string, chosen: AreaImportOptions): Promise<FoundAreas> {
  const path = resolve(named)
  const notThere = (): never => {
    throw new Refusal('VALIDATION_FAILED', `${path} is not there, or may not be read.`)
  }
  const { size } = await stat(path).catch(notThere)
  if (size > MAX_AREA_FILE_BYTES) {
    const message = `The file is larger than ${MAX_AREA_FILE_BYTES / 1024 ** 2} MB. Simplify or split it.`
    throw new Refusal('VALIDATION_FAILED', message)
  }
  const temporary = await mkdtemp(join(tmpdir(), 'klic-areas-'))
  try {
    // As the window gives it: in a folder of its own, which SQLite looks at too, without its name.
    const given = join(temporary, 'given')
    await copyFile(path, given).catch(notThere)
    const folder = join(temporary, 'read')
    const line = await runAreaReading(await cageIn(CAGED, temporary)(), { path: given, folder, ...chosen })
    if ('fault' in line) throw new Refusal('VALIDATION_FAILED', line.fault.message)
    return line.read
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

const geometryOf = ({ kind, coordinates }: FoundArea) =>
  kind === 'polygon' ? { type: 'Polygon', coordinates } : { type: 'LineString', coordinates: coordinates[0] }

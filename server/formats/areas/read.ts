/** Reads the areas of a file, whose kind is told by its contents, never by its name alone. */
import { copyFile, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AreaFormat, FoundAreas } from '../../domain/geometry/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../domain/klic/registry-limits.ts'
import type { OpenGeoPackage } from '../../domain/ports/foreign-geopackage.ts'
import { type RawAreas, UnreadableArea } from './fault.ts'
import type { GdalFormat } from './gdal.ts'
import { readGeoPackage } from './geopackage.ts'
import { countPositions, inRd, type Transform } from './system.ts'
import { looksLikeWkt, NAMES, readCorners, readGeoJson, readWkt } from './text.ts'
import { unpack } from './unpack.ts'
import { refuseDoctype } from './xml.ts'

const MAX_AREAS = 200

/** Loading GDAL takes longer than reading a text: only when it is needed. */
const toDegrees: Transform = async (crs) => (await import('./gdal.ts')).transformToDegrees(crs)

/**
 * @param path the file; `folder`: an empty folder for what is unpacked or renamed, the caller's to remove
 * @param chosen system that the person says it is in, `EPSG:…`
 * @throws UnreadableArea
 */
export async function readAreas(
  path: string,
  folder: string,
  openGeoPackage: OpenGeoPackage,
  chosen?: string,
): Promise<FoundAreas> {
  const kind = await kindOf(path)
  const files = kind === 'zip' ? await unpack(path, folder) : [{ path, name: '' }]
  const parts: { raw: RawAreas; format: AreaFormat }[] = []
  for (const file of files) {
    const format = kind === 'zip' ? await kindOf(file.path) : kind
    // Beside areas a ZIP may hold any text; only when it is all there is must it be understood.
    const isText = format === 'text' || format === 'zip'
    if (kind === 'zip' && isText && files.length > 1) continue
    if (format === 'zip') throw new UnreadableArea('ZIP_WITHOUT_AREAS', 'In this ZIP is another ZIP: choose that one.')
    parts.push({ raw: await readOne(file.path, format, folder, openGeoPackage), format })
  }
  const [first] = parts
  if (!first) throw new UnreadableArea('NO_AREAS', 'There is no area or line in it.')
  return await finished(parts, first.format, chosen)
}

async function finished(
  parts: readonly { raw: RawAreas; format: AreaFormat }[],
  format: AreaFormat,
  chosen: string | undefined,
): Promise<FoundAreas> {
  const raw: RawAreas = {
    areas: parts.flatMap((part) => part.raw.areas),
    stated: parts.find((part) => part.raw.stated !== null)?.raw.stated ?? null,
    points: parts.reduce((sum, part) => sum + part.raw.points, 0),
    empty: parts.reduce((sum, part) => sum + part.raw.empty, 0),
  }
  if (raw.areas.length === 0) {
    const message =
      raw.points > 0 ? 'There are only points in it: no area and no line.' : 'There is no area or line in it.'
    throw new UnreadableArea('NO_AREAS', message)
  }
  const kept = raw.areas.slice(0, MAX_AREAS)
  if (countPositions(kept) > 2 * MAX_INPUT_POSITIONS) {
    const message = `The areas have more than ${2 * MAX_INPUT_POSITIONS} corners together. Simplify or split them.`
    throw new UnreadableArea('TOO_MANY_CORNERS', message)
  }
  const found = await inRd({ ...raw, areas: kept }, chosen, toDegrees)
  return { format, ...found, leftOut: { ...found.leftOut, tooMany: raw.areas.length - kept.length } }
}

async function readOne(
  path: string,
  format: AreaFormat,
  folder: string,
  openGeoPackage: OpenGeoPackage,
): Promise<RawAreas> {
  if (format === 'geojson') return readGeoJson(await textOf(path))
  if (format === 'wkt') return readWkt(await textOf(path))
  if (format === 'text') return readCorners(await textOf(path))
  if (format === 'kml' || format === 'gml') await refuseDoctype(path)
  const own = await named(path, format, folder)
  if (format === 'geopackage') return readGeoPackage(() => openGeoPackage(own, NAMES))
  const { readWithGdal } = await import('./gdal.ts')
  return readWithGdal(own, format)
}

/** GDAL looks at the extension of some kinds. */
async function named(path: string, format: GdalFormat | 'geopackage', folder: string): Promise<string> {
  const extension = { kml: 'kml', shapefile: 'shp', geopackage: 'gpkg', dxf: 'dxf', gml: 'gml' }[format]
  if (path.endsWith(`.${extension}`)) return path
  const copy = join(folder, `given.${extension}`)
  await copyFile(path, copy)
  return copy
}

const HEAD_BYTES = 4096
const SHAPEFILE_MAGIC = 0x0000270a

async function kindOf(path: string): Promise<AreaFormat | 'zip'> {
  const file = await open(path)
  const head = Buffer.alloc(HEAD_BYTES)
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0).finally(() => file.close())
  const start = head.subarray(0, bytesRead)
  if (bytesRead === 0) throw new UnreadableArea('EMPTY_FILE', 'The file is empty.')
  if (start.subarray(0, 2).toString('latin1') === 'PK') return 'zip'
  if (start.subarray(0, 15).toString('latin1') === 'SQLite format 3') return 'geopackage'
  if (bytesRead >= 4 && start.readUInt32BE(0) === SHAPEFILE_MAGIC) {
    if (path.endsWith('.shp')) return 'shapefile'
    const message = 'A Shapefile is several files: put .shp, .shx, .dbf and .prj into one ZIP and give that.'
    throw new UnreadableArea('SHAPEFILE_ALONE', message)
  }
  const text = decoded(start).trimStart()
  if (text.startsWith('{') || text.startsWith('[')) return 'geojson'
  if (text.startsWith('<')) return /<(\w+:)?kml[\s>]/i.test(text) ? 'kml' : 'gml'
  if (/^AutoCAD Binary DXF|^(999\s*\r?\n.*\r?\n\s*)*0\s*\r?\n\s*SECTION/.test(text)) return 'dxf'
  if (looksLikeWkt(text)) return 'wkt'
  if (start.includes(0) && !isUtf16(start))
    throw new UnreadableArea('NOT_UNDERSTOOD', 'This kind of file is not one that holds areas.')
  return 'text'
}

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)

/** Windows programs write text in UTF-16 as well. */
const decoded = (bytes: Uint8Array): string => {
  if (!isUtf16(bytes)) return new TextDecoder().decode(bytes)
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
}

async function textOf(path: string): Promise<string> {
  const text = decoded(await readFile(path)).trim()
  if (text === '') throw new UnreadableArea('EMPTY_FILE', 'There is nothing in it.')
  return text
}

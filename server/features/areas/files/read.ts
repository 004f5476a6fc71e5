/** Reads the areas of a file, whose kind is told by its contents, never by its name alone. */
import { copyFile, open, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import type { OpenGeoPackage } from '../../../exports/geopackage/foreign-geopackage.ts'
import {
  type AreaFormat,
  type AreaImportOptions,
  type FoundAreas,
  type KindByHead,
  MAX_AREAS,
  MAX_NAMED_FILES,
} from '../../../geometry/found-areas.ts'
import { MAX_INPUT_POSITIONS } from '../../../geometry/registry-limits.ts'
import { MAX_LISTED_LAYERS } from '../../../platform/limits.ts'
import { type Choice, isOfRequest, NAMES, type RawAreas } from './collect.ts'
import { UnreadableArea } from './fault.ts'
import type { GdalFormat } from './gdal.ts'
import { readGeoPackage } from './geopackage.ts'
import { readRows } from './rows.ts'
import { countPositions, inRd, type Transform } from './system.ts'
import { ASSIGNMENT, readCorners, readJson } from './text.ts'
import { type UnpackedFile, unpack } from './unpack.ts'
import { looksLikeWkt, readWkt } from './wkt.ts'
import { writePlainXml } from './xml.ts'

/** Loading GDAL takes longer than reading a text: only when it is needed. */
const toDegrees: Transform = async (crs) => (await import('./gdal.ts')).transformToDegrees(crs)

/**
 * @param path the file; `folder`: an empty folder for what is unpacked or renamed, the caller's to remove; `onText`: called before a text is read, which takes seconds at most
 * @throws UnreadableArea
 */
export async function readAreas(
  path: string,
  folder: string,
  openGeoPackage: OpenGeoPackage,
  options: AreaImportOptions,
  onText: () => void = () => {},
): Promise<FoundAreas> {
  const read = (file: UnpackedFile, format: KindByHead, prefix: string): Promise<RawAreas> => {
    if (format === 'text' || format === 'wkt') onText()
    const choice = { wanted: options.layer, called: (own: string) => calledOutside(own, prefix) }
    return readOne({ path: file.path, format, folder, openGeoPackage }, choice)
  }
  const kind = await kindOf(path)
  if (kind !== 'zip') {
    const part = await read({ path, name: '' }, kind, '')
    return finished([part], [], part.format, options)
  }
  const { files, damaged } = await unpack(path, folder)
  const parts: RawAreas[] = []
  const unread: { name: string; fault: UnreadableArea }[] = []
  const texts: UnpackedFile[] = []
  const tryOne = async (file: UnpackedFile, isLast: boolean): Promise<void> => {
    try {
      const format = await kindOf(file.path)
      if (format === 'zip')
        throw new UnreadableArea('ZIP_WITHOUT_AREAS', 'In this ZIP is another ZIP: choose that one.')
      if (format === 'text' && !isLast) texts.push(file)
      else parts.push(await read(file, format, files.length > 1 ? parse(file.name).name : ''))
    } catch (error) {
      if (!(error instanceof UnreadableArea)) throw error
      unread.push({ name: file.name, fault: error })
    }
  }
  for (const file of files) await tryOne(file, false)
  // Beside areas a ZIP may hold any text; only when it is all there is must it be understood.
  if (parts.length === 0) for (const file of texts) await tryOne(file, true)
  const [first] = parts
  const [worst] = unread
  if (!first) {
    if (!worst) throw new UnreadableArea('NO_AREAS', 'There is no area or line in it.')
    const { code, message, line } = worst.fault
    throw files.length === 1 ? worst.fault : new UnreadableArea(code, `${worst.name}: ${message}`, line)
  }
  return finished(parts, [...unread.map(({ name }) => name), ...damaged], first.format, options)
}

/** GDAL names the one layer of a file after the file, whose name we made, and a layer without a name by its number. */
function calledOutside(layer: string, prefix: string): string {
  const own = /^(?:plain-)?(?:given|part\d+)$|^Layer #\d+$/.test(layer) ? '' : layer
  return own && prefix && own !== prefix ? `${prefix}: ${own}` : own || prefix
}

async function finished(
  given: readonly RawAreas[],
  unread: readonly string[],
  format: AreaFormat,
  options: AreaImportOptions,
): Promise<FoundAreas> {
  const layers = given.flatMap((part) => [...part.layers].map(([name, count]) => ({ name, count })))
  const hasRequest = layers.length > 1 && layers.some(({ name }) => isOfRequest(name))
  const isNarrowed = hasRequest && options.layer === undefined
  const parts = isNarrowed ? given.filter((part) => [...part.layers.keys()].some(isOfRequest)) : given
  const areas = parts.flatMap((part) => part.areas)
  const sum = (what: 'points' | 'empty' | 'hidden'): number => parts.reduce((all, part) => all + part[what], 0)
  if (areas.length === 0) {
    if (sum('hidden') > 0)
      throw new UnreadableArea('ALL_HIDDEN', 'All of the drawing lies on paper, or on layers that are off or frozen.')
    const message =
      sum('points') > 0 ? 'There are only points in it: no area and no line.' : 'There is no area or line in it.'
    throw new UnreadableArea('NO_AREAS', message)
  }
  const kept = areas.slice(0, MAX_AREAS)
  if (countPositions(kept) > 2 * MAX_INPUT_POSITIONS) {
    const message = `The areas have more than ${2 * MAX_INPUT_POSITIONS} corners together. Simplify or split them.`
    throw new UnreadableArea('TOO_MANY_CORNERS', message)
  }
  const { elsewhere, ...found } = await inRd(kept, options, toDegrees)
  const leftOut = { points: sum('points'), empty: sum('empty'), hidden: sum('hidden'), elsewhere }
  return {
    format,
    ...found,
    layers: layers.slice(0, MAX_LISTED_LAYERS),
    hasRequest,
    leftOut: { ...leftOut, tooMany: areas.length - kept.length, files: unread.slice(0, MAX_NAMED_FILES) },
  }
}

interface OneFile {
  path: string
  format: KindByHead
  folder: string
  openGeoPackage: OpenGeoPackage
}

async function readOne({ path, format, folder, openGeoPackage }: OneFile, choice: Choice): Promise<RawAreas> {
  if (format === 'geojson') return readJson(await textOf(path), choice)
  if (format === 'wkt') return readWkt(await textOf(path), choice)
  if (format === 'text') {
    const text = await textOf(path)
    return readRows(text, choice) ?? readCorners(text)
  }
  const own = await named(path, format, folder)
  if (format === 'geopackage') return readGeoPackage(() => openGeoPackage(own, NAMES), choice)
  const { readWithGdal } = await import('./gdal.ts')
  return readWithGdal(own, format, choice)
}
const EXTENSIONS: Record<GdalFormat | 'geopackage', readonly [string, ...string[]]> = {
  kml: ['.kml'],
  shapefile: ['.shp'],
  geopackage: ['.gpkg'],
  dxf: ['.dxf'],
  gml: ['.gml'],
  flatgeobuf: ['.fgb'],
  mapinfo: ['.mif', '.tab'],
  gpx: ['.gpx'],
}

/** GDAL looks at the extension of some kinds. */
async function named(path: string, format: GdalFormat | 'geopackage', folder: string): Promise<string> {
  const extensions = EXTENSIONS[format]
  if (format === 'kml' || format === 'gml' || format === 'gpx') {
    const plain = join(folder, `plain-${parse(path).name}${extensions[0]}`)
    await writePlainXml(path, plain, format === 'kml')
    return plain
  }
  if (extensions.some((extension) => path.endsWith(extension))) return path
  const copy = join(folder, `given${extensions[0]}`)
  await copyFile(path, copy)
  return copy
}

/** Before the root of an XML file may stand long comments. */
const HEAD_BYTES = 65_536
const SHAPEFILE_MAGIC = 0x0000270a

async function kindOf(path: string): Promise<KindByHead | 'zip'> {
  const file = await open(path)
  const head = Buffer.alloc(HEAD_BYTES)
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0).finally(() => file.close())
  const start = head.subarray(0, bytesRead)
  if (bytesRead === 0) throw new UnreadableArea('EMPTY_FILE', 'The file is empty.')
  if (start.subarray(0, 2).toString('latin1') === 'PK') return 'zip'
  if (start.subarray(0, 15).toString('latin1') === 'SQLite format 3') return 'geopackage'
  if (bytesRead >= 4 && start.readUInt32BE(0) === SHAPEFILE_MAGIC) {
    if (path.endsWith('.shp')) return 'shapefile'
    throw alone()
  }
  if (start.subarray(0, 3).toString('latin1') === 'fgb') return 'flatgeobuf'
  const text = decoded(start).trimStart()
  // A sequence of GeoJSON begins each text with a separator.
  if (['{', '[', '\u001e'].includes(text[0] ?? '') || ASSIGNMENT.test(text)) return 'geojson'
  if (looksLikeWkt(text)) return 'wkt'
  if (text.startsWith('<')) return kindOfXml(text)
  if (/^!table\s/i.test(text)) {
    if (!path.endsWith('.tab')) throw alone()
    await refuseLinks(path)
    return 'mapinfo'
  }
  if (/^version\s+\d+\s*\r?\n/i.test(text)) return 'mapinfo'
  if (/^AutoCAD Binary DXF|^(999\s*\r?\n.*\r?\n\s*)*0\s*\r?\n\s*SECTION/.test(text)) return 'dxf'
  if (start.includes(0) && !isUtf16(start))
    throw new UnreadableArea('NOT_UNDERSTOOD', 'This kind of file is not one that holds areas.')
  return 'text'
}

/**
 * A table of MapInfo may be no more than the names of other tables, a view or a seamless one, which a driver then opens:
 * only one that is its own is read.
 */
async function refuseLinks(path: string): Promise<void> {
  const text = await readFile(path, 'latin1')
  if (/^\s*type\s+native\b/im.test(text) && !/open\s+table|create\s+view|isseamless/i.test(text)) return
  const message = 'This table of MapInfo calls in other tables. Save a copy of it as a table of its own, or as MIF.'
  throw new UnreadableArea('ACTIVE_CONTENT', message)
}

const kindOfXml = (text: string): KindByHead => {
  if (/<(\w+:)?kml[\s>]/i.test(text)) return 'kml'
  return /<(\w+:)?gpx[\s>]/i.test(text) ? 'gpx' : 'gml'
}

const alone = (): UnreadableArea =>
  new UnreadableArea(
    'SHAPEFILE_ALONE',
    'A Shapefile is several files, and so is a table of MapInfo: put .shp, .shx, .dbf and .prj, or .tab, .dat, .map and .id, into one ZIP and give that.',
  )

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
